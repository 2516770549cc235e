"""Random games per second: rulesets against hand-written classes, slice by slice."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import median

from livret.dsl.loader import load
from livret.interpreter.compiler import Rules, compile_program
from livret.interpreter.measuring import (
    SLICES,
    WARM_UP,
    Speed,
    measure,
    random_games,
)
from livret.interpreter.slices import Work, time_slice, warm_up
from livret.rulesets import shipped

#: What a ruleset should reach against its yardstick, on CPython and on PyPy.
BARS = {
    "morpion": 4.0,
    "puissance-4": 2.5,
    "breakthrough": 2.0,
    "cochon": 1.0,
    "dame-de-pique": 1.0,
    "retour-du-roi": 0.7,
}


@dataclass(frozen=True, slots=True)
class Comparison:
    """Both sides of one game: games per second, their ratio, decisions per game."""

    game: str
    ours: float
    yardstick: float
    ratio: float
    bar: float
    #: Best less worst ratio of the slices, as a part of the median.
    spread: float
    our_plies: float
    yardstick_plies: float

    @property
    def is_reached(self) -> bool:
        return self.ratio >= self.bar


def rules_of(slug: str) -> Rules:
    """Compile a shipped ruleset for its fewest players."""
    program, findings = load(shipped()[slug])
    assert program is not None, findings
    return compile_program(program, program.players[0])


def compare(slug: str, yardstick: Work, seconds: float) -> Comparison:
    """Play both sides in turns, in slices of one run: a busy machine slows both."""
    ours = random_games(rules_of(slug))
    sides = [(side, warm_up(side, WARM_UP)) for side in (ours, yardstick)]
    slices = [
        [time_slice(side, seconds / SLICES, batch) for side, batch in sides]
        for _ in range(SLICES)
    ]
    rates = [(a[0] / a[2], b[0] / b[2]) for a, b in slices]
    ratios = [ours / theirs for ours, theirs in rates]
    middle = median(ratios)
    plies = [sum(one[1] for one in side) for side in zip(*slices, strict=True)]
    calls = [sum(one[0] for one in side) for side in zip(*slices, strict=True)]
    return Comparison(
        slug,
        median(ours for ours, _ in rates),
        median(theirs for _, theirs in rates),
        middle,
        BARS[slug],
        (max(ratios) - min(ratios)) / middle,
        plies[0] / calls[0],
        plies[1] / calls[1],
    )


def speeds(seconds: float) -> dict[str, Speed]:
    """Measure every shipped ruleset by itself."""
    return {slug: measure(rules_of(slug), seconds) for slug in shipped()}
