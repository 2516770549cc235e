"""What two processes gain: the same simulation with one job and with two."""

from __future__ import annotations

import multiprocessing
import os
import resource
from dataclasses import dataclass
from statistics import median
from time import perf_counter

from livret.interpreter.simulation import Plan, simulate

from .games import rules_of

RUNS, JOBS, BAR = 3, 2, 1.8


@dataclass(frozen=True, slots=True)
class Scale:
    """A simulation in several processes against the same one in one.

    `gain` is by the clock on the wall, which counts what else the machine does (`load`:
    how many other processes wanted a core). `possible` is the gain on idle cores: the
    processor time of one process against that of all, divided by their number.
    """

    game: str
    games: int
    jobs: int
    gain: float
    possible: float
    bar: float
    load: float


def measure_scale(slug: str, seconds: float) -> Scale:
    """Play as many games as one process plays in some seconds, three times in turns."""
    rules = rules_of(slug)
    players = rules.layout.players

    def run(games: int, jobs: int) -> tuple[float, float]:
        plan = Plan(players, ("random",) * players, games=games)
        start, spent = perf_counter(), processor_time()
        for _ in simulate(plan, rules, jobs):
            pass
        taken = perf_counter() - start
        # What a process has spent is known once it has ended.
        for process in multiprocessing.active_children():
            process.join()
        return taken, processor_time() - spent

    few = 200
    games = max(few, int(few * seconds / run(few, 1)[1]))
    pairs = [(run(games, 1), run(games, JOBS)) for _ in range(RUNS)]
    return Scale(
        slug,
        games,
        JOBS,
        median(one[0] / many[0] for one, many in pairs),
        median(JOBS * one[1] / many[1] for one, many in pairs),
        BAR,
        os.getloadavg()[0],
    )


def processor_time() -> float:
    """Return the seconds that processors gave to this process and to those it started."""
    return time_used(resource.RUSAGE_SELF) + time_used(resource.RUSAGE_CHILDREN)


def time_used(who: int) -> float:
    usage = resource.getrusage(who)
    return usage.ru_utime + usage.ru_stime
