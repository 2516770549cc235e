"""Steps and what may interrupt or skip them."""

from __future__ import annotations

from collections.abc import Iterator

from .. import core
from ..diagnostics import Diagnostic, Place
from .subject import Subject
from .unreachable import bodies
from .walking import blocks_in, bodies_of

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
    """Yield `quitter … en sautant …` that names other places than those that follow.

    Proves that in no block do the named places come, in this order and with nothing in
    between, right after a place of the name that is left.
    """
    blocks = list(blocks_in(bodies(subject)))
    for piece in subject.pieces:
        if isinstance(piece, core.Leave) and piece.skips and not _fits(piece, blocks):
            values = {"scope": piece.scope, "skips": piece.skips}
            yield Diagnostic("D32", piece.span, values)


def _fits(leave: core.Leave, blocks: list[core.Body]) -> bool:
    count = len(leave.skips)
    for block in blocks:
        for number, statement in enumerate(block):
            following = tuple(_names(each)[1] for each in block[number + 1 :][:count])
            if leave.scope in _names(statement) and following == leave.skips:
                return True
    return False


def _names(statement: core.Statement) -> tuple[str, str]:
    """Return the kind and the name of the scope a statement opens."""
    match statement:
        case core.PhaseBlock():
            return "phase", statement.name
        case core.RunPhase():
            return "phase", statement.phase
        case core.StepBlock():
            return "étape", statement.name
        case core.Endless():
            return "boucle", statement.name
        case _:
            return "", ""
