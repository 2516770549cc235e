"""Plays games on another Python: `pypy3 -I worker.py`. Python 3.9, standard library only.

The first line of standard input is a game as `elsewhere.py` writes it; each further line
asks for something, and is answered by one line of JSON. The end of the input is the end.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Callable
from importlib import import_module
from random import Random
from types import ModuleType
from typing import Any


class TooLong(Exception):
    """A game takes longer than it may."""


def load(name: str) -> ModuleType:
    """Load a module that stands beside this one, without the package they are of."""
    package = sys.modules.setdefault("played", ModuleType("played"))
    package.__path__ = [os.path.dirname(os.path.abspath(__file__))]
    return import_module(f"played.{name}")


def swift_state(base: Any, chance: Any) -> Any:
    """Return the class of states, on PyPy with a chance that stays in machine integers.

    Products of 64-bit numbers are slow there, but for those that wrap around like the
    processor's. The inner numbers of streams are then signed.
    """
    try:
        from __pypy__.intop import int_add, int_mul, uint_rshift  # type: ignore
    except ImportError:
        return base
    golden, first, second = map(signed, (chance.GOLDEN, chance.FIRST, chance.SECOND))

    class SwiftState(base):  # type: ignore[misc]
        __slots__ = ()

        def draw_below(self, stream: int, count: int) -> int:
            inner = self.rng[stream] = int_add(self.rng[stream], golden)
            inner = int_mul(inner ^ uint_rshift(inner, 30), first)
            inner = int_mul(inner ^ uint_rshift(inner, 27), second)
            inner ^= uint_rshift(inner, 31)
            low = (inner & 0xFFFFFFFF) * count >> 32
            return int(uint_rshift(inner, 32) * count + low >> 32)

        def draw_ahead(self, stream: int, count: int, size: int) -> list[int]:
            return [self.draw_below(stream, count) for _ in range(size)]

        def draw_turns(self, stream: int, size: int) -> list[int]:
            return [self.draw_below(stream, count) for count in range(size, 1, -1)]

    return SwiftState


def signed(number: int) -> int:
    """Return the same 64 bits as a signed number."""
    return number - (number >> 63 << 64)


class Game:
    """A compiled ruleset; `drawn` plays random games without stopping, where that can be."""

    def __init__(self, told: dict[str, Any]) -> None:
        self.runtime = load("runtime")
        self.chance = load("chance")
        self.streams: list[int] = told["streams"]
        self.players: int = told["players"]
        self.has_log: bool = told["journal"]
        self.setup: list[int] = told["setup"]
        self.course: list[int] = told["course"]
        self.works: dict[str, tuple[Callable[[], int], int]] = {}
        names = {name: getattr(self.runtime, name) for name in told["names"]}
        names["State"] = swift_state(self.runtime.State, self.chance)
        self.is_swift = names["State"] is not self.runtime.State
        self.stepped = dict(names)
        exec(compile(told["stepped"], "<stepped>", "exec"), self.stepped)
        self.drawn = dict(names) if told["drawn"] else None
        if self.drawn is not None:
            exec(compile(told["drawn"], "<drawn>", "exec"), self.drawn)

    def fresh(self, module: dict[str, Any], seed: int) -> Any:
        """Return a state before the set-up."""
        state = module["Table"]()
        state.rng = [self.chance.spread(seed, stream) for stream in self.streams]
        if self.is_swift:
            state.rng = [signed(number) for number in state.rng]
        module["initial"](state)
        return state

    def draw(self, seed: int, random: Callable[[], float]) -> Any:
        """Play a random game without stopping."""
        module = self.drawn
        assert module is not None
        state = self.fresh(module, seed)
        module["R"] = random
        module["play"](state)
        return state

    def begin(self, seed: int) -> Any:
        """Set a game up and play it to its first decision."""
        state = self.fresh(self.stepped, seed)
        if self.has_log:
            state.log = []
        state.stack = [
            [block] + [None] * (size - 1) for block, size in (self.course, self.setup)
        ]
        self.stepped["run"](state, self.setup[0])
        return state

    def step(self, seed: int, random: Callable[[], float], steps: int) -> Any:
        """Play a random game decision by decision."""
        state = self.begin(seed)
        apply = self.stepped["apply"]
        for _ in range(steps):
            if state.result is not None:
                break
            apply(state, state.options[int(random() * len(state.options))])
        return state

    def play(self, seed: int, random: Callable[[], float], steps: int) -> Any:
        """Play a random game the faster way."""
        if self.drawn is None:
            return self.step(seed, random, steps)
        return self.draw(seed, random)

    # What can be asked ------------------------------------------------------

    def games(self, seed: int, first: int, count: int, steps: int, seconds: float) -> Any:
        """Return the results of some games of a plan; None for one that went wrong."""
        return [
            self.result(self.chance.spread(seed, number) >> 11, steps, seconds)
            for number in range(first, first + count)
        ]

    def result(self, seed: int, steps: int, seconds: float) -> list[Any] | None:
        """Return outcome, winners, length and scores of a game; None if it went wrong."""
        signal.setitimer(signal.ITIMER_REAL, seconds)
        try:
            state = self.play(seed, Random(seed).random, steps)
        except (
            self.runtime.RuleFault,
            TooLong,
            RecursionError,
            MemoryError,
            OverflowError,
        ):
            return None
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
        if state.result is None or state.plies > steps:
            return None
        score = self.stepped.get("score")
        scores = [score(state, seat) for seat in range(self.players)] if score else []
        outcome, winners = state.result
        return [outcome, winners, state.plies, scores]

    def journal(self, seed: int, steps: int) -> Any:
        """Return the log of a game and the numbers its position consists of."""
        state = self.step(seed, Random(seed).random, steps)
        state.rng = [number & self.chance.MASK for number in state.rng]
        return [state.log, state.key()]

    def warm(self, what: str, seconds: float, steps: int) -> None:
        """Do `games` or `copies` of positions for a while, before they are timed."""
        timing, rng = load("slices"), Random(0)
        work = self.playing(rng, steps) if what == "games" else self.copying(rng, steps)
        self.works[what] = work, timing.warm_up(work, seconds)

    def time(self, what: str, seconds: float) -> Any:
        """Return a slice of what has been warmed."""
        work, batch = self.works[what]
        return load("slices").time_slice(work, seconds, batch)

    def playing(self, rng: Random, steps: int) -> Callable[[], int]:
        """Return what plays one random game and counts its decisions."""

        def play() -> int:
            plies: int = self.play(rng.getrandbits(32), rng.random, steps).plies
            return plies

        return play

    def copying(self, rng: Random, steps: int) -> Callable[[], int]:
        """Return what copies the positions of a game and counts them."""
        positions = self.positions(rng, steps)

        def copy() -> int:
            for state in positions:
                state.clone()
            return len(positions)

        return copy

    def positions(self, rng: Random, steps: int) -> list[Any]:
        """Return a copy of each position of a random game."""
        state = self.begin(rng.getrandbits(32))
        positions = [state.clone()]
        while state.result is None and state.plies < steps:
            self.stepped["apply"](state, rng.choice(state.options))
            positions.append(state.clone())
        return positions


def stop(*_: Any) -> None:
    """End a game that takes too long."""
    raise TooLong


def main() -> None:
    """Answer one line after the other."""
    # Whoever started this one decides when it ends.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGALRM, stop)
    game = Game(json.loads(sys.stdin.readline()))
    for line in sys.stdin:
        what, *values = json.loads(line)
        answer = getattr(game, what)(*values)
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
