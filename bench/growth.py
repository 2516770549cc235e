"""Whether a decision costs more late in a long game than at its beginning."""

from __future__ import annotations

from random import Random
from time import process_time

from livret.interpreter.simulation import STEPS

from .games import rules_of

#: A game is cut in so many parts of equally many decisions.
PARTS = 4


def costs_by_part(slug: str, seconds: float) -> list[float]:
    """Return the microseconds of a decision in each part of long random games.

    All games are played once to know their length, then again, part by part.
    """
    rules, rng = rules_of(slug), Random(0)
    spent, done = [0.0] * PARTS, [0] * PARTS
    until = process_time() + seconds
    while process_time() < until:
        seed, choices = rng.getrandbits(32), []
        state = rules.begin(seed)
        while state.result is None and state.plies < STEPS:
            choices.append(rng.choice(state.options))
            rules.apply(state, choices[-1])
        state = rules.begin(seed)
        for part in range(PARTS):
            section = choices[
                len(choices) * part // PARTS : len(choices) * (part + 1) // PARTS
            ]
            start = process_time()
            for choice in section:
                rules.apply(state, choice)
            spent[part] += process_time() - start
            done[part] += len(section)
    return [1e6 * time / max(count, 1) for time, count in zip(spent, done, strict=True)]
