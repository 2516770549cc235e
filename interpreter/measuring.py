"""How fast a ruleset plays on this machine: compiled Rules in, rates out.

Processor time of one thread, after a warm-up. A rate is the median of some slices, so a
machine that is busy with something else for a while does not spoil it.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from random import Random
from statistics import median

from .compiler import Rules
from .mcts import MctsBot
from .playouts import compile_playout
from .runtime import State
from .simulation import STEPS
from .slices import Work, time_slices

SLICES = 5
#: Seconds of games before anything is measured, at most.
WARM_UP = 0.5
#: Iterations of search at a time.
THOUGHTS = 20


@dataclass(frozen=True, slots=True)
class Rate:
    """How often in a second: the median of the slices, and how far apart they are."""

    median: float
    #: Fastest less slowest slice, as a part of the median.
    spread: float


@dataclass(frozen=True, slots=True)
class Speed:
    """What a ruleset does in a second; a decision with one option counts like any other."""

    playouts: Rate
    decisions: Rate
    clones: Rate
    #: Of Monte Carlo tree search; None where nothing is ever decided.
    iterations: Rate | None

    def to_json(self) -> dict[str, object]:
        """Return the rates as plain data."""
        return asdict(self)


def measure(rules: Rules, seconds: float, slices: int = SLICES) -> Speed:
    """Measure random games for some seconds, then copies and search for a fifth each."""
    warming = min(WARM_UP, seconds / 5)
    games = time_slices(random_games(rules), seconds, slices, warming)
    positions = positions_of(rules, Random(0))
    clones = time_slices(copying(positions), seconds / 5, slices, warming / 5)
    waiting = [state for state in positions if state.result is None]
    thoughts = (
        time_slices(searching(rules, waiting), seconds / 5, slices, warming / 5)
        if waiting
        else []
    )
    return Speed(
        rate_of([calls / spent for calls, _, spent in games]),
        rate_of([plies / spent for _, plies, spent in games]),
        rate_of([count / spent for _, count, spent in clones]),
        rate_of([count / spent for _, count, spent in thoughts]) if thoughts else None,
    )


def rate_of(rates: list[float]) -> Rate:
    """Return the rate of some slices."""
    middle = median(rates)
    return Rate(middle, (max(rates) - min(rates)) / middle if middle else 0.0)


def random_games(rules: Rules) -> Work:
    """Return what plays one random game and counts its decisions."""
    rng = Random(0)
    playout = compile_playout(rules)
    if playout is not None:
        play, random, bits = playout.play, rng.random, rng.getrandbits

        def drawn() -> int:
            return play(bits(32), random).plies

        return drawn

    def stepped() -> int:
        state = rules.begin(rng.getrandbits(32))
        while state.result is None and state.plies < STEPS:
            rules.apply(state, state.options[int(rng.random() * len(state.options))])
        return state.plies

    return stepped


def copying(positions: list[State]) -> Work:
    """Return what copies some positions."""

    def copy() -> int:
        for state in positions:
            state.clone()
        return len(positions)

    return copy


def searching(rules: Rules, positions: list[State]) -> Work:
    """Return what searches for a while in the middle of a game."""
    rng, bot = Random(0), MctsBot(rules, THOUGHTS)
    state = positions[len(positions) // 2]

    def search() -> int:
        bot.choose(state, rng)
        return THOUGHTS

    return search


def positions_of(rules: Rules, rng: Random) -> list[State]:
    """Play a random game; return a copy of each of its positions."""
    state = rules.begin(rng.getrandbits(32))
    positions = [state.clone()]
    while state.result is None and state.plies < STEPS:
        rules.apply(state, rng.choice(state.options))
        positions.append(state.clone())
    return positions
