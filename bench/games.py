"""Random games per second: rulesets against hand-written classes, slice by slice."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from statistics import median

from livret.dsl.loader import load
from livret.interpreter.compiler import Rules, compile_program
from livret.interpreter.elsewhere import Worker
from livret.interpreter.measuring import SLICES, WARM_UP, Speed, measure, random_games
from livret.interpreter.slices import Slice, Work, time_slice, warm_up
from livret.rulesets import shipped

#: What a ruleset should reach against its yardstick (always on CPython), by engine.
BARS: Mapping[str, Mapping[str, float]] = {
    "morpion": {"cpython": 4.0, "pypy": 10.0},
    "puissance-4": {"cpython": 2.5, "pypy": 5.0},
    "breakthrough": {"cpython": 2.0, "pypy": 3.0},
    "cochon": {"cpython": 1.0, "pypy": 2.0},
    "dame-de-pique": {"cpython": 1.0},
    "retour-du-roi": {"cpython": 0.7},
}

#: Plays for so many seconds.
Side = Callable[[float], Slice]


@dataclass(frozen=True, slots=True)
class Comparison:
    """Both sides of one game: games per second, their ratio, decisions per game."""

    game: str
    engine: str
    ours: float
    yardstick: float
    ratio: float
    bar: float | None
    #: Best less worst ratio of the slices, as a part of the median.
    spread: float
    our_plies: float
    yardstick_plies: float

    @property
    def is_reached(self) -> bool:
        return self.bar is None or self.ratio >= self.bar


def rules_of(slug: str) -> Rules:
    """Compile a shipped ruleset for its fewest players."""
    program, findings = load(shipped()[slug])
    assert program is not None, findings
    return compile_program(program, program.players[0])


def compare_all(
    slug: str, yardstick: Work, pypy: str | None, seconds: float
) -> list[Comparison]:
    """Compare a ruleset with its yardstick, on this Python and on PyPy if there is one."""
    rules, theirs = rules_of(slug), here(yardstick)
    found = [compare(slug, "cpython", here(random_games(rules)), theirs, seconds)]
    if pypy is not None:
        with there(pypy, rules, seconds) as ours:
            found.append(compare(slug, "pypy", ours, theirs, seconds))
    return found


def here(work: Work) -> Side:
    """Return a side that plays in this process, warm."""
    batch = warm_up(work, WARM_UP)
    return lambda seconds: time_slice(work, seconds, batch)


@contextmanager
def there(pypy: str, rules: Rules, seconds: float) -> Iterator[Side]:
    """Give a side that plays on PyPy, warm."""
    worker = Worker(pypy, rules)
    try:
        worker.warm("games", seconds / 2)
        yield lambda seconds: worker.time("games", seconds)
    finally:
        worker.close()


def compare(
    slug: str, engine: str, ours: Side, yardstick: Side, seconds: float
) -> Comparison:
    """Play both sides in turns, in slices of one run: a busy machine slows both."""
    slices = [(ours(seconds / SLICES), yardstick(seconds / SLICES)) for _ in range(SLICES)]
    rates = [(a[0] / a[2], b[0] / b[2]) for a, b in slices]
    ratios = [mine / theirs for mine, theirs in rates]
    middle = median(ratios)
    plies = [
        sum(one[1] for one in side) / sum(one[0] for one in side)
        for side in zip(*slices, strict=True)
    ]
    return Comparison(
        slug,
        engine,
        median(mine for mine, _ in rates),
        median(theirs for _, theirs in rates),
        middle,
        BARS.get(slug, {}).get(engine),
        (max(ratios) - min(ratios)) / middle,
        *plies,
    )


def speeds(seconds: float) -> dict[str, Speed]:
    """Measure every shipped ruleset by itself."""
    return {slug: measure(rules_of(slug), seconds) for slug in shipped()}
