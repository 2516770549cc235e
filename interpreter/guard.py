"""A bound on the time of a call, for rules that come from strangers.

The step limits of the engine bound decisions and loops; one expression can still examine
very many cases. In the main thread a timer ends it; elsewhere only the step limits do.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from .faults import game_error


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raise a GameError (R19) in the body once it has run this long.

    A limit inside another ends no later than the outer one.
    """
    if not _can_interrupt() or seconds <= 0:
        yield
        return

    def stop(_signal: int, _frame: FrameType | None) -> None:
        raise game_error("R19")

    before = signal.signal(signal.SIGALRM, stop)
    outer, _ = signal.setitimer(signal.ITIMER_REAL, seconds)
    if outer:
        signal.setitimer(signal.ITIMER_REAL, min(seconds, outer))
    try:
        yield
    finally:
        left, _ = signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        if outer:
            spent = min(seconds, outer) - left
            signal.setitimer(signal.ITIMER_REAL, max(outer - spent, 0.001))


def _can_interrupt() -> bool:
    in_main = threading.current_thread() is threading.main_thread()
    return in_main and hasattr(signal, "setitimer")
