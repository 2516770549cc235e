"""Numbers of which only bounds are known: the least and the greatest, None if unknown."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import TypeVar

Bound = int | None
Bounds = tuple[Bound, Bound]
T = TypeVar("T")

UNKNOWN: Bounds = (None, None)
ORDER: Mapping[str, Callable[[int, int], bool]] = {
    "<": operator.lt, "≤": operator.le, ">": operator.gt, "≥": operator.ge,
}  # fmt: skip


def joined(found: list[bool | None], is_and: bool) -> bool | None:
    if (not is_and) in found:
        return not is_and
    return None if None in found else is_and


def agreed(found: list[T]) -> T | None:
    """Return what all say, None if they differ."""
    return found[0] if all(each == found[0] for each in found) else None


def ordered(op: str, left: Bounds, right: Bounds) -> bool | None:
    """Tell whether one number is on one side of another, by their bounds."""
    if op in (">", "≥"):
        return ordered("<" if op == ">" else "≤", right, left)
    compare = ORDER[op]
    if left[1] is not None and right[0] is not None and compare(left[1], right[0]):
        return True
    if left[0] is not None and right[1] is not None and not compare(left[0], right[1]):
        return False
    return None


def minus(bound: Bound) -> Bound:
    return None if bound is None else -bound


def combined(op: str, left: Bounds, right: Bounds) -> Bounds:
    if op == "*":
        ends = [*left, *right]
        if any(end is None for end in ends):
            positive = all(low is not None and low >= 0 for low in (left[0], right[0]))
            return (0, None) if positive else UNKNOWN
        products = [one * other for one in left for other in right]  # type: ignore[operator]
        return min(products), max(products)
    low, high = right if op == "+" else (minus(right[1]), minus(right[0]))
    return plus(left[0], low), plus(left[1], high)


def plus(one: Bound, other: Bound) -> Bound:
    return None if one is None or other is None else one + other


def most(bounds: list[Bound]) -> Bound:
    known = [bound for bound in bounds if bound is not None]
    return max(known) if len(known) == len(bounds) else None


def hull(found: list[Bounds]) -> Bounds:
    lows = [low for low, _ in found if low is not None]
    low = min(lows) if len(lows) == len(found) else None
    return low, most([high for _, high in found])


def extreme(name: str, found: list[Bounds]) -> Bounds:
    """Return the bounds of the least (`min`) or the greatest (`max`) of some numbers."""
    if name == "max":
        low, high = extreme("min", [(minus(high), minus(low)) for low, high in found])
        return minus(high), minus(low)
    highs = [high for _, high in found if high is not None]
    return hull(found)[0], min(highs, default=None)
