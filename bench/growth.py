"""Whether decisions and copies cost more late in a long game than at its beginning."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random
from time import process_time

from livret.interpreter.runtime import State
from livret.interpreter.simulation import STEPS

from .games import rules_of

#: A game is cut in so many parts of equally many decisions.
PARTS = 4
#: Copies of a position made at a time.
COPIES = 20


@dataclass(slots=True)
class Part:
    """A part of some games: what decisions and copies took, how big the positions were."""

    part: int
    plies: int = 0
    decisions: int = 0
    deciding: float = 0.0
    copies: int = 0
    copying: float = 0.0
    numbers: int = 0

    def to_json(self) -> dict[str, float]:
        """Return means: the ply it starts at, microseconds, numbers in a position.

        A decision with one option counts like any other.
        """
        games = max(self.copies // COPIES, 1)
        return {
            "part": self.part,
            "ply": self.plies / games,
            "decision": 1e6 * self.deciding / max(self.decisions, 1),
            "clone": 1e6 * self.copying / max(self.copies, 1),
            "numbers": self.numbers / games,
        }


def costs_by_part(slug: str, seconds: float) -> list[dict[str, float]]:
    """Return what happens in each part of long random games.

    All games are played once to know their length, then again, part by part.
    """
    rules, rng = rules_of(slug), Random(0)
    parts = [Part(number + 1) for number in range(PARTS)]
    until = process_time() + seconds
    while process_time() < until:
        seed, choices = rng.getrandbits(32), []
        state = rules.begin(seed)
        while state.result is None and state.plies < STEPS:
            choices.append(rng.choice(state.options))
            rules.apply(state, choices[-1])
        state = rules.begin(seed)
        for number, part in enumerate(parts):
            start = len(choices) * number // PARTS
            section = choices[start : len(choices) * (number + 1) // PARTS]
            part.plies += state.plies
            part.numbers += count_numbers(state.key())
            copy(state, part)
            before, begun = state.plies, process_time()
            for choice in section:
                rules.apply(state, choice)
            part.deciding += process_time() - begun
            part.decisions += state.plies - before
    return [part.to_json() for part in parts]


def copy(state: State, part: Part) -> None:
    """Copy a position some times."""
    begun = process_time()
    for _ in range(COPIES):
        state.clone()
    part.copying += process_time() - begun
    part.copies += COPIES


def count_numbers(key: object) -> int:
    """Return how many numbers a position consists of."""
    return sum(map(count_numbers, key)) if isinstance(key, Iterable) else 1
