"""What a picture is made of: boxes in boxes, and arrows between those of one level."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Arrow:
    """A way from one box to another of the same level, by their keys."""

    source: str
    target: str
    is_jump: bool = False


@dataclass(frozen=True, slots=True)
class Box:
    """A moment, or a stretch of time with boxes inside.

    kind: start, end, window, choice, chance, event, jump, unit (folded) or group. tone:
    who may act there (own, others, all, some), else open or closed, else nothing. `row`:
    the colour a chart of the book gives it, rouge or verte.
    """

    key: str
    kind: str
    title: str
    lines: tuple[str, ...] = ()
    tone: str = ""
    row: str = ""
    inside: tuple[Box, ...] = ()
    arrows: tuple[Arrow, ...] = ()

    def count(self) -> int:
        """Return how many boxes it is, those inside included."""
        return 1 + sum(box.count() for box in self.inside)
