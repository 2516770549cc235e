"""Numbers drawn many at once are those drawn one by one."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from livret.interpreter.chance import MASK, Chance


class Streams(Chance):
    def __init__(self, inner: int) -> None:
        self.rng = [0, inner]


@given(st.integers(0, MASK), st.integers(1, 400), st.integers(1, 70))
def test_numbers_ahead(inner: int, count: int, size: int) -> None:
    many, single = Streams(inner), Streams(inner)
    ahead = list(many.draw_ahead(1, count, size))
    assert ahead == [single.draw_below(1, count) for _ in range(size)]
    assert many.rng == single.rng


@given(st.integers(0, MASK), st.integers(0, 300))
def test_turns_of_a_shuffle(inner: int, size: int) -> None:
    many, single = Streams(inner), Streams(inner)
    turns = list(many.draw_turns(1, size))
    assert turns == [single.draw_below(1, count) for count in range(size, 1, -1)]
    assert many.rng == single.rng


@given(st.integers(0, MASK), st.integers(0, 31))
def test_rolls_that_were_not_used_are_given_back(inner: int, used: int) -> None:
    many, single = Streams(inner), Streams(inner)
    faces, queue = (2, 3, 5, 7, 11), list[int]()
    rolled = [queue.pop() if queue else many.refill(1, queue, faces) for _ in range(used)]
    many.give_back(1, len(queue))
    assert rolled == [faces[single.draw_below(1, 5)] for _ in range(used)]
    assert many.rng == single.rng
