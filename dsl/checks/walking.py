"""Walks over resolved rules: every expression and statement below one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from .. import core

Piece = core.Expr | core.Statement
_PIECES = (core.Expr, core.Statement)

#: Fields that hold no pieces.
_LEAVES = ("span", "kind", "cites")
_BRANCHES: dict[type, tuple[str, ...]] = {}


def walk(*roots: Piece) -> Iterator[Piece]:
    """Yield the pieces given and all below them, depth first."""
    waiting: list[Piece] = list(reversed(roots))
    while waiting:
        piece = waiting.pop()
        yield piece
        waiting.extend(reversed(inner(piece)))


def inner(piece: Piece | core.ZoneRef) -> list[Piece]:
    """Return the pieces directly inside one."""
    found: list[Piece] = []
    for name in _branches(piece):
        _add_pieces(getattr(piece, name), found)
    return found


def _branches(piece: Piece | core.ZoneRef) -> tuple[str, ...]:
    """Return the fields that may hold pieces."""
    found = _BRANCHES.get(type(piece))
    if found is None:
        found = tuple(name for name in piece.__match_args__ if name not in _LEAVES)
        _BRANCHES[type(piece)] = found
    return found


def _add_pieces(value: object, found: list[Piece]) -> None:
    if isinstance(value, _PIECES):
        found.append(value)
    elif isinstance(value, tuple):
        for item in value:
            _add_pieces(item, found)
    elif isinstance(value, core.ZoneRef):
        found += inner(value)


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
