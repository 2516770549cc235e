"""Where the time of random games goes: what generated code does when a clock looks at it.

A look is counted for the first of these that is under way: a window lists what it offers, the
state is checked, abilities that may answer are looked for, a value is worked out; else for what
the innermost function belongs to.
"""

from __future__ import annotations

import re
import signal
from collections import Counter
from dataclasses import dataclass
from random import Random
from time import process_time
from types import FrameType

from livret.interpreter.compiler import Rules

#: Seconds of processor time between two looks.
LOOK = 0.002
#: What is under way, by the names of generated functions (see `compiler.py`).
UNDER_WAY = (
    ("what windows offer", re.compile(r"[wo]\d+(_\d+)?")),
    ("state checks", re.compile(r"due|controls|k\d+")),
    ("who may answer an event", re.compile(r"[qfr]\d+")),
    ("values and their changes", re.compile(r"v\d+|m\d+_\d+")),
    ("filters and definitions", re.compile(r"d\d+")),
    ("set-up", re.compile(r"begin|fresh|initial")),
)
#: Where the innermost function stands, if nothing of these is under way.
STANDING = (
    ("going from block to block", re.compile(r"run|take|apply|call")),
    ("effects and course", re.compile(r"[abehp]\d+(_\w+)?")),
)


@dataclass(frozen=True, slots=True)
class Share:
    """What some work takes of the time of random games, as a part of 1."""

    work: str
    part: float


def shares(rules: Rules, seconds: float) -> list[Share]:
    """Play random games for some seconds; return what took how much, most first."""
    looks: Counter[str] = Counter()

    def look(_: int, frame: FrameType | None) -> None:
        looks[work_of(frame)] += 1

    before = signal.signal(signal.SIGPROF, look)
    signal.setitimer(signal.ITIMER_PROF, LOOK, LOOK)
    try:
        play(rules, seconds)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
    total = sum(looks.values())
    return [Share(work, count / total) for work, count in looks.most_common()]


def play(rules: Rules, seconds: float) -> None:
    rng, until = Random(0), process_time() + seconds
    while process_time() < until:
        state = rules.begin(rng.getrandbits(32))
        while state.result is None:
            rules.apply(state, state.options[int(rng.random() * len(state.options))])


def work_of(frame: FrameType | None) -> str:
    """Say what a look counts for."""
    names = []
    while frame is not None:
        names.append(frame.f_code.co_name)
        frame = frame.f_back
    for work, pattern in UNDER_WAY:
        if any(pattern.fullmatch(name) for name in names):
            return work
    for name in names:
        for work, pattern in STANDING:
            if pattern.fullmatch(name):
                return work
    return "choosing an option"
