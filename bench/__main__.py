"""Random games per second, transcribed and hand-written, in turns; costs of looking ahead."""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Callable
from random import Random
from statistics import median
from time import perf_counter, process_time

from livret.dsl.loader import load
from livret.interpreter.compiler import Rules, compile_program
from livret.interpreter.worlds import Worlds
from livret.rulesets import shipped

from .reference import CLASSICS, playout

SLICES = 7


def rules_of(slug: str) -> Rules:
    program, findings = load(shipped()[slug])
    assert program is not None, findings
    return compile_program(program, program.players[0])


def transcribed(rules: Rules) -> Callable[[], None]:
    """Return a function that plays one random game."""
    rng = Random(0)

    def play() -> None:
        state = rules.begin(rng.getrandbits(32))
        while state.result is None:
            rules.apply(state, rng.choice(state.options))

    return play


def written(slug: str) -> Callable[[], None]:
    """Return a function that plays one random game of the reference."""
    rng = Random(0)
    return lambda: playout(CLASSICS[slug](), rng)


def rate(action: Callable[[], object], seconds: float) -> float:
    """Return how often an action can be done in a second of the processor's time."""
    start, done = process_time(), 0
    while process_time() - start < seconds:
        for _ in range(10):
            action()
        done += 10
    return done / (process_time() - start)


def random_games(seconds: float) -> None:
    print(f"{'random games per second':26}{'livret':>10}{'classes':>10}{'ratio':>8}")
    for slug in CLASSICS:
        ours, theirs = transcribed(rules_of(slug)), written(slug)
        pairs = [(rate(ours, seconds), rate(theirs, seconds)) for _ in range(SLICES)]
        ratio = median(a / b for a, b in pairs)
        fastest, reference = max(a for a, _ in pairs), max(b for _, b in pairs)
        print(f"{slug:26}{fastest:>10.0f}{reference:>10.0f}{ratio:>8.2f}")


def looking_ahead(seconds: float) -> None:
    print(f"\n{'microseconds':26}{'copy':>10}{'key':>10}{'world':>8}")
    for slug in shipped():
        rules = rules_of(slug)
        state, worlds, rng = rules.begin(0), Worlds(rules), Random(0)
        actions: tuple[Callable[[], object], ...] = (
            state.clone,
            state.key,
            lambda: worlds.imagine(state, state.who, rng),  # noqa: B023
        )
        costs = [1e6 / rate(action, seconds) for action in actions]
        print(f"{slug:26}{costs[0]:>10.1f}{costs[1]:>10.1f}{costs[2]:>8.1f}")


def starting() -> None:
    print(f"\n{'milliseconds':26}{'start':>10}")
    commands = (["--version"], ["list"], *(["check", slug] for slug in shipped()))
    for words in commands:
        times = []
        for _ in range(SLICES):
            start = perf_counter()
            subprocess.run(
                [sys.executable, "-m", "livret.interpreter", *words],
                stdout=subprocess.DEVNULL, check=False,
            )  # fmt: skip
            times.append(1000 * (perf_counter() - start))
        print(f"{'livret ' + ' '.join(words):26}{median(times):>10.0f}")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--seconds", type=float, default=0.3, help="length of a slice")
    seconds = parser.parse_args().seconds
    random_games(seconds)
    looking_ahead(seconds)
    starting()


if __name__ == "__main__":
    main()
