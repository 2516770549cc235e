"""Streams of random numbers: a seed in, the same numbers out on every Python.

Python 3.9, standard library only, like `runtime.py`.
The numbers of a stream follow from its inner number and their places alone, so many can be
made at once: side by side in one big integer, a lane of 128 bits for each 64-bit number.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

MASK = 0xFFFFFFFFFFFFFFFF
#: The constants of splitmix64.
GOLDEN, FIRST, SECOND = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
#: Rolls of a die drawn at once where nobody looks in between.
AHEAD = 32


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

    def draw_ahead(self, stream: int, count: int, size: int) -> Sequence[int]:
        """Give the next `size` numbers of a stream, each below `count`."""
        if count > 256:
            return [self.draw_below(stream, count) for _ in range(size)]
        drawn = self._lanes(stream, size) * count
        return drawn.to_bytes(16 * size, "little")[8::16]

    def draw_turns(self, stream: int, size: int) -> Sequence[int]:
        """Give numbers below `size`, below one less, and so on down to 2: a shuffle."""
        if not 1 < size <= 256:
            return [self.draw_below(stream, count) for count in range(size, 1, -1)]
        lanes, drawn = self._lanes(stream, size - 1), 0
        for shift, chosen in enumerate(_factors(size)):
            drawn += (lanes & chosen) << shift
        return drawn.to_bytes(16 * (size - 1), "little")[8::16]

    def _lanes(self, stream: int, size: int) -> int:
        """Give the next numbers of a stream, one in each lane."""
        start, (ones, steps, mask) = self.rng[stream], _lanes(size)
        self.rng[stream] = (start + size * GOLDEN) & MASK
        inner = (start * ones + steps) & mask
        inner = ((inner ^ (inner >> 30)) & mask) * FIRST & mask
        inner = ((inner ^ (inner >> 27)) & mask) * SECOND & mask
        return (inner ^ (inner >> 31)) & mask

    def refill(self, stream: int, ahead: list[int], faces: tuple[int, ...]) -> int:
        """Roll a die some times ahead, the next roll last; give the first of them."""
        numbers = self.draw_ahead(stream, len(faces), AHEAD)
        ahead.extend([faces[number] for number in reversed(numbers)])
        return ahead.pop()

    def give_back(self, stream: int, size: int) -> None:
        """Take back numbers that were drawn ahead and not used."""
        self.rng[stream] = (self.rng[stream] - size * GOLDEN) & MASK


@cache
def _lanes(size: int) -> tuple[int, int, int]:
    """Give a one in each lane, what is added to the inner number there, and a mask."""
    ones = sum(1 << 128 * lane for lane in range(size))
    steps = sum(((lane + 1) * GOLDEN & MASK) << 128 * lane for lane in range(size))
    return ones, steps, ones * MASK


@cache
def _factors(size: int) -> tuple[int, ...]:
    """Give, for each binary digit, the lanes whose factor has it: `size`, one less, … 2."""
    return tuple(
        sum(MASK << 128 * lane for lane in range(size - 1) if (size - lane) >> digit & 1)
        for digit in range(size.bit_length())
    )
