"""Walks over resolved rules: every expression and statement below one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from .. import core

Piece = core.Expr | core.Statement

#: Fields that hold no pieces.
_LEAVES = ("span", "kind", "cites")


def walk(*roots: Piece) -> Iterator[Piece]:
    """Yield the pieces given and all below them, depth first."""
    waiting: list[Piece] = list(reversed(roots))
    while waiting:
        piece = waiting.pop()
        yield piece
        waiting.extend(reversed(list(inner(piece))))


def inner(piece: Piece | core.ZoneRef) -> Iterator[Piece]:
    """Yield the pieces directly inside one."""
    for name in piece.__match_args__:
        if name not in _LEAVES:
            yield from _pieces(getattr(piece, name))


def _pieces(value: object) -> Iterator[Piece]:
    if isinstance(value, core.Expr | core.Statement):
        yield value
    elif isinstance(value, core.ZoneRef):
        yield from inner(value)
    elif isinstance(value, tuple):
        for item in value:
            yield from _pieces(item)


def bodies_of(statement: core.Statement) -> tuple[core.Body, ...]:
    """Return the blocks directly inside a statement."""
    match statement:
        case core.If():
            return (statement.then, statement.otherwise)
        case core.While() | core.Repeat() | core.Endless() | core.For() | core.Turns():
            return (statement.body,)
        case core.Simultaneous() | core.PhaseBlock() | core.StepBlock():
            return (statement.body,)
        case _:
            return ()


def blocks_in(bodies: Iterable[core.Body]) -> Iterator[core.Body]:
    """Yield bodies and all blocks inside their statements."""
    waiting = list(bodies)
    while waiting:
        body = waiting.pop()
        yield body
        for statement in body:
            waiting.extend(bodies_of(statement))
