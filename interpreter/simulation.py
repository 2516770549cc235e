"""Many games played by bots: a plan in, one record per game out, in order.

The chance of a game follows from the plan's seed and the game's number alone, so the
records are the same whatever the number of processes. A game whose rules fail, or that
does not end, is a record like the others.
"""

from __future__ import annotations

import itertools
import multiprocessing
import signal
import threading
from collections import deque
from collections.abc import Generator, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from ..dsl.diagnostics import Diagnostic
from .bots import Bot, RandomBot, make_bot
from .chance import spread
from .compiler import Rules, compile_program
from .faults import GameError, rule_faults
from .guard import time_limit
from .invariants import check_invariants
from .packing import pack, unpack
from .playouts import compile_playout
from .runtime import State

#: Decisions after which a game is given up, and seconds.
STEPS, SECONDS = 20_000, 600.0
#: Games a process plays before it reports.
CHUNK = 100


@dataclass(frozen=True, slots=True)
class Plan:
    """What to play: who plays, how many games from which on.

    `bots` has one name per seat. If they `rotate`, all change seats after each game. If it
    `checks`, the invariants of the rules must hold after every decision.
    """

    players: int
    bots: tuple[str, ...]
    seed: int = 0
    first: int = 0
    games: int = 1
    rotate: bool = False
    steps: int = STEPS
    seconds: float = SECONDS
    checks: bool = False

    @property
    def numbers(self) -> range:
        """The numbers of its games."""
        return range(self.first, self.first + self.games)

    def chunks(self, jobs: int, most: int) -> Iterator[range]:
        """Yield the numbers in portions, small enough to keep all jobs busy to the end."""
        size = max(1, min(most, self.games // (jobs * 4)))
        for start in range(0, self.games, size):
            yield self.numbers[start : start + size]

    def seats(self, number: int) -> tuple[int, ...]:
        """Return which bot sits in each seat in a game, by its position in `bots`."""
        shift = number if self.rotate else 0
        return tuple((seat + shift) % self.players for seat in range(self.players))


@dataclass(frozen=True, slots=True)
class Record:
    """How a game went.

    `outcome` is the name of the end, empty if the course just ended; None if the game was
    given up after `length` decisions: because of a `fault`, or because it was too long.
    """

    number: int
    seed: int
    bots: tuple[str, ...]
    outcome: str | None
    winners: tuple[int, ...]
    length: int
    scores: tuple[int, ...]
    fault: Diagnostic | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the record as plain data: a line of `results.schema.json`."""
        fault = None
        if self.fault is not None:
            span = self.fault.span
            fault = {
                "code": self.fault.code,
                "file": span.path.as_posix(),
                "line": span.line,
            }
        return {
            "game": self.number,
            "seed": self.seed,
            "bots": list(self.bots),
            "outcome": self.outcome,
            "winners": [f"J{seat + 1}" for seat in self.winners],
            "length": self.length,
            "scores": list(self.scores),
            "fault": fault,
        }


class Table:
    """A ruleset compiled, with its bots: plays the games of a plan."""

    def __init__(self, plan: Plan, rules: Rules) -> None:
        self.plan = plan
        self.rules = rules
        self.outcomes = tuple(rules.program.outcomes)
        self.bots: tuple[Bot, ...] = tuple(make_bot(name, rules) for name in plan.bots)
        is_random = all(isinstance(bot, RandomBot) for bot in self.bots)
        # What is checked after every decision must stop for every decision.
        self.playout = compile_playout(rules) if is_random and not plan.checks else None

    def play(self, number: int) -> Record:
        """Play a game of the plan."""
        plan, rules = self.plan, self.rules
        seed = game_seed(plan.seed, number)
        bots = [self.bots[index] for index in plan.seats(number)]
        blank = self.blank(number)
        drawn = self._drawn(seed)
        if drawn is not None:
            return self._finished(blank, drawn)
        state: State | None = None
        try:
            with time_limit(plan.seconds), rule_faults(rules):
                state = rules.begin(seed)
                rng = bot_chance(seed)
                for _ in range(plan.steps):
                    if plan.checks:
                        check_invariants(rules, state)
                    if state.result is not None:
                        break
                    rules.apply(state, bots[state.who].choose(state, rng))
                return self._finished(blank, state)
        except GameError as error:
            length = 0 if state is None else state.plies
            return replace(blank, length=length, fault=error.diagnostic)

    def blank(self, number: int) -> Record:
        """Return the record of a game before it is played."""
        names = tuple(self.plan.bots[index] for index in self.plan.seats(number))
        return Record(number, game_seed(self.plan.seed, number), names, None, (), 0, ())

    def _drawn(self, seed: int) -> State | None:
        """Play a random game without stopping; None if it must be played step by step.

        A fault, or a game that is too long, is told by the step-by-step way.
        """
        if self.playout is None:
            return None
        try:
            with time_limit(self.plan.seconds), rule_faults(self.rules):
                state = self.playout.play(seed, bot_chance(seed).random)
        except GameError:
            return None
        return state if state.plies <= self.plan.steps else None

    def _finished(self, blank: Record, state: State) -> Record:
        if state.result is None:
            return replace(blank, length=state.plies)
        outcome, winners = state.result
        score = self.rules.score
        seats = range(self.plan.players) if score is not None else ()
        return replace(
            blank,
            outcome=self.outcomes[outcome] if outcome >= 0 else "",
            winners=winners,
            length=state.plies,
            scores=tuple(score(state, seat) for seat in seats) if score else (),
        )


def game_seed(seed: int, number: int) -> int:
    """Return the seed of a game of a plan; all numbers of 53 bits are safe in JSON."""
    return spread(seed, number) >> 11


def bot_chance(seed: int) -> Random:
    """Return the chance of the bots in a game: apart from that of its dice and decks."""
    return Random(seed)


def simulate(plan: Plan, rules: Rules, jobs: int = 1) -> Generator[Record]:
    """Play the games of a plan in some processes; yield their records in order.

    The processes end when the last record was taken, or the iterator is closed.
    """
    if jobs <= 1 or plan.games == 1:
        table = Table(plan, rules)
        for number in plan.numbers:
            yield table.play(number)
        return
    chunks = plan.chunks(jobs, CHUNK)
    context = multiprocessing.get_context("spawn")
    before = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(
        jobs, context, _sit_down, (plan, pack(rules.program))
    )  # fmt: skip
    try:
        with _interrupts_ignored():
            first = itertools.islice(chunks, 4 * jobs)
            waiting = deque(pool.submit(_play_chunk, chunk) for chunk in first)
        while waiting:
            yield from waiting.popleft().result()
            for chunk in itertools.islice(chunks, 1):
                waiting.append(pool.submit(_play_chunk, chunk))
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        for process in set(multiprocessing.active_children()) - before:
            process.terminate()


@contextmanager
def _interrupts_ignored() -> Iterator[None]:
    """Let processes started here ignore Ctrl-C: whoever started them ends them."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


# In the other processes ---------------------------------------------------


_table: Table | None = None


def _sit_down(plan: Plan, packed: bytes) -> None:
    """Compile the rules of a plan, once per process."""
    global _table
    _table = Table(plan, compile_program(unpack(packed), plan.players))


def _play_chunk(numbers: range) -> list[Record]:
    assert _table is not None
    return [_table.play(number) for number in numbers]
