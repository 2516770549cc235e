"""Work timed in slices of one thread's processor time. Python 3.9, standard library only.

Loaded by name here, by path on other Pythons (`worker.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from time import process_time

#: Seconds between two looks at the clock.
LOOK = 0.01

#: Does a piece of work; returns how much that was.
Work = Callable[[], int]
#: Of one slice: calls, work done, seconds they took.
Slice = tuple[int, int, float]


def time_slices(work: Work, seconds: float, slices: int, warming: float) -> list[Slice]:
    """Warm up, then time some slices that together take so many seconds."""
    batch = warm_up(work, warming)
    return [time_slice(work, seconds / slices, batch) for _ in range(slices)]


def warm_up(work: Work, seconds: float) -> int:
    """Do some work for a while; return how many calls fit between two looks at the clock."""
    calls, _, spent = time_slice(work, seconds)
    return max(1, int(LOOK * calls / spent))


def time_slice(work: Work, seconds: float, batch: int = 1) -> Slice:
    """Do some work again and again; look at the clock after each batch of calls."""
    start, calls, done, spent = process_time(), 0, 0, 0.0
    while spent < seconds or spent == 0.0:
        for _ in range(batch):
            done += work()
        calls += batch
        spent = process_time() - start
    return calls, done, spent
