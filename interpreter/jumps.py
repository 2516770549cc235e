"""Jumps out of loops and scopes, where decisions are drawn: `quitter tour`.

Out of what a rule stands in by itself, Python's own words lead: nothing at all at the end,
`continue` out of the turn, `break` out of a loop that is the last thing of the turn. Any
other jump is an exception, one class for each kind of place that is left.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..dsl import core

if TYPE_CHECKING:
    from .straight import Straight
    from .units import Shared


@dataclass(frozen=True, slots=True)
class Around:
    """A loop, or a scope if it has a kind, that statements stand in.

    `is_last`: nothing else is done in what it stands in. A scope may be what is done in
    each round of a loop (`is_round`); `closing` lines end it, then come those `after` it.
    """

    is_last: bool
    kind: str = ""
    name: str = ""
    is_round: bool = False
    closing: tuple[str, ...] = ()
    after: tuple[str, ...] = ()


@contextmanager
def inside(straight: Straight, place: Around) -> Iterator[None]:
    """Write statements that stand in a loop or a scope."""
    straight.around.append(place)
    is_last, straight.is_last = straight.is_last, True
    yield
    straight.is_last = is_last
    straight.around.pop()


def write_jump(straight: Straight, statement: core.Leave) -> None:
    """Write « quitter … »."""
    number = straight.shared.leave_number(statement.scope)
    straight.out.add(*(_way_out(straight, statement.scope) or (f"raise L{number}",)))


def _way_out(straight: Straight, target: str) -> tuple[str, ...] | None:
    """Give lines that lead out of a scope this statement stands in; None if none do."""
    loops, is_last = 0, straight.is_last
    for place in reversed(straight.around):
        if not place.kind:
            loops, is_last = loops + 1, place.is_last
            continue
        if target in (place.kind, place.name):
            if is_last:
                return ("break",) if loops == 1 else ("pass",) if loops == 0 else None
            is_near = loops == 0 and place.is_round
            return (*place.closing, *place.after, "continue") if is_near else None
        if place.closing:
            return None
        is_last = is_last and place.is_last
    return None


def jump_classes(shared: Shared) -> list[str]:
    """Give the exceptions that jumps raise, one per place that is left."""
    return [f"class L{number}(Leaving): pass" for number in range(len(shared.leaves))]
