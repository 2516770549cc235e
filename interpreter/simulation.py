"""Many games played by bots: a plan in, one record per game out, in order.

The chance of a game follows from the plan's seed and the game's number alone, so the
records are the same whatever the number of processes. A game whose rules fail, or that
does not end, is a record like the others.
"""

from __future__ import annotations

import itertools
import multiprocessing
import sys
import threading
from collections import deque
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

from ..dsl.diagnostics import Diagnostic
from ..dsl.packing import pack, unpack
from .bots import Bot, make_bot
from .chance import spread
from .compiler import Rules, compile_program
from .faults import GameError, rule_faults
from .guard import time_limit
from .invariants import check_invariants
from .playouts import compile_playout
from .processes import end_with_parent, interrupts_ignored
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

    @property
    def is_random(self) -> bool:
        """Whether nobody at the table thinks."""
        return set(self.bots) == {"random"}

    def chunks(self, jobs: int) -> Iterator[range]:
        """Yield the numbers in portions, small enough to keep all jobs busy to the end.

        Games of bots that think are reported one by one.
        """
        size = max(1, min(CHUNK, self.games // (jobs * 4))) if self.is_random else 1
        for start in range(0, self.games, size):
            yield self.numbers[start : start + size]

    def seats(self, number: int) -> tuple[int, ...]:
        """Return which bot sits in each seat in a game, by its position in `bots`."""
        shift = number if self.rotate else 0
        return tuple((seat + shift) % self.players for seat in range(self.players))


class Record(NamedTuple):
    """How a game went; a tuple, because very many are made and sent.

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
        self.seatings = [
            tuple(plan.bots[index] for index in plan.seats(shift))
            for shift in range(plan.players)
        ]
        # What is checked after every decision must stop for every decision.
        draws = plan.is_random and not plan.checks
        self.playout = compile_playout(rules) if draws else None

    def play_all(self, numbers: Sequence[int]) -> list[Record]:
        """Play some games of the plan: without stopping where that goes well."""
        records: list[Record] = []
        while len(records) < len(numbers):
            if self.playout is not None:
                # One limit for all: setting one takes as long as a short game.
                limit = time_limit(self.plan.seconds)
                with suppress(GameError), limit, rule_faults(self.rules):
                    self._draw_all(numbers[len(records) :], records)
            if len(records) < len(numbers):
                records.append(self.play(numbers[len(records)]))
        return records

    def _draw_all(self, numbers: Sequence[int], records: list[Record]) -> None:
        """Add the records of random games up to one that fails, or is too long."""
        assert self.playout is not None
        for number in numbers:
            blank = self.blank(number)
            state = self.playout.play(blank.seed, bot_chance(blank.seed).random)
            if state.plies > self.plan.steps:
                return
            records.append(self._finished(blank, state))

    def play(self, number: int) -> Record:
        """Play a game of the plan decision by decision, and tell what goes wrong."""
        return self.play_out(number)[0]

    def play_out(self, number: int) -> tuple[Record, State | None]:
        """Play a game like `play`; return also where it ended, if it was begun."""
        plan, rules = self.plan, self.rules
        bots = [self.bots[index] for index in plan.seats(number)]
        blank = self.blank(number)
        state: State | None = None
        try:
            with time_limit(plan.seconds), rule_faults(rules):
                state = rules.begin(blank.seed)
                rng = bot_chance(blank.seed)
                for _ in range(plan.steps):
                    if plan.checks:
                        check_invariants(rules, state)
                    if state.result is not None:
                        break
                    rules.apply(state, bots[state.who].choose(state, rng))
                return self._finished(blank, state), state
        except GameError as error:
            length = 0 if state is None else state.plies
            return blank._replace(length=length, fault=error.diagnostic), state

    def blank(self, number: int) -> Record:
        """Return the record of a game before it is played."""
        names = self.seatings[number % self.plan.players]
        return Record(number, game_seed(self.plan.seed, number), names, None, (), 0, ())

    def _finished(self, blank: Record, state: State) -> Record:
        if state.result is None:
            return blank._replace(length=state.plies)
        score, seats = self.rules.score, range(self.plan.players)
        scores = tuple([score(state, seat) for seat in seats]) if score else ()
        return self.finished(blank, *state.result, state.plies, scores)

    def finished(
        self,
        blank: Record,
        outcome: int,
        winners: tuple[int, ...],
        length: int,
        scores: tuple[int, ...],
    ) -> Record:
        """Return the record of a game that came to an end."""
        name = self.outcomes[outcome] if outcome >= 0 else ""
        return Record(*blank[:3], name, winners, length, scores)


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
        for numbers in plan.chunks(1):
            yield from table.play_all(numbers)
        return
    chunks = plan.chunks(jobs)
    context = multiprocessing.get_context(_start_method())
    before = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(
        jobs, context, _sit_down, (plan, pack(rules.program))
    )  # fmt: skip
    try:
        with interrupts_ignored():
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


def _start_method() -> str:
    """Return how to start processes: a copy of this one starts at once, where that is safe."""
    is_alone = threading.active_count() == 1
    return "fork" if is_alone and sys.platform == "linux" else "spawn"


# In the other processes ---------------------------------------------------


_table: Table | None = None


def _sit_down(plan: Plan, packed: bytes) -> None:
    """Compile the rules of a plan, once per process."""
    global _table
    end_with_parent()
    _table = Table(plan, compile_program(unpack(packed), plan.players))


def _play_chunk(numbers: range) -> list[Record]:
    assert _table is not None
    return _table.play_all(numbers)
