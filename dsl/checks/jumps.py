"""Steps and what may interrupt or skip them."""

from __future__ import annotations

from collections.abc import Iterator

from .. import core
from ..diagnostics import Diagnostic, Place
from .skips import followed
from .subject import Subject
from .unreachable import bodies
from .walking import bodies_of

#: What a step admits when anything may interrupt it.
OPEN = "actions"


def window_in_closed_step(subject: Subject) -> Iterator[Diagnostic]:
    """Yield windows opened in a step that says it admits no actions.

    Proves that the step and its own block contradict each other; what a procedure opens
    is not looked at.
    """
    for body in bodies(subject):
        yield from _opened(body, None)


def _opened(body: core.Body, step: core.StepBlock | None) -> Iterator[Diagnostic]:
    for statement in body:
        inside = statement if isinstance(statement, core.StepBlock) else step
        if isinstance(statement, core.OpenWindow) and step and step.permission != OPEN:
            values = {"window": statement.window, "step": step.name}
            places = (Place(step.span, "step"),)
            yield Diagnostic("D31", statement.span, values, places)
        for block in bodies_of(statement):
            yield from _opened(block, inside)


def wrong_skip(subject: Subject) -> Iterator[Diagnostic]:
    """Yield `quitter … en sautant …` that names places it does not leave out.

    Proves that the names are not places inside what is left, followed by places that
    come, in this order and with nothing in between, right after it.
    """
    for piece in subject.pieces:
        if not isinstance(piece, core.Leave) or not piece.skips:
            continue
        if followed(piece, subject.program) is None:
            values = {"scope": piece.scope, "skips": piece.skips}
            yield Diagnostic("D32", piece.span, values)
