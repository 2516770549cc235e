"""Streams of random numbers: a seed in, the same numbers out on every Python.

Python 3.9, standard library only, like `runtime.py`.
"""

from __future__ import annotations

MASK = 0xFFFFFFFFFFFFFFFF
#: The constants of splitmix64.
GOLDEN, FIRST, SECOND = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB


def spread(seed: int, stream: int) -> int:
    """Give the first inner number of a stream for a seed (splitmix64 of both)."""
    mixed = (seed * GOLDEN + (stream + 1) * 0xD1B54A32D192ED03) & MASK
    mixed = ((mixed ^ (mixed >> 30)) * FIRST) & MASK
    mixed = ((mixed ^ (mixed >> 27)) * SECOND) & MASK
    return mixed ^ (mixed >> 31)


class Chance:
    """What draws from streams; `rng` holds the inner number of each (splitmix64)."""

    __slots__ = ()
    rng: list[int]

    def draw_below(self, stream: int, count: int) -> int:
        """Give the next number of a stream, from 0 up to one less than `count`."""
        inner = (self.rng[stream] + GOLDEN) & MASK
        self.rng[stream] = inner
        inner = ((inner ^ (inner >> 30)) * FIRST) & MASK
        inner = ((inner ^ (inner >> 27)) * SECOND) & MASK
        return ((inner ^ (inner >> 31)) * count) >> 64
