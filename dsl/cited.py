"""Citations handed down: a statement that cites nothing cites what it stands in."""

from __future__ import annotations

from dataclasses import replace

from . import core, nodes
from .environment import cites_of


def cited(body: core.Body, cites: nodes.Cites | None) -> core.Body:
    """Return statements with citations given to those, however deep, that have none."""
    return body if cites is None else _filled(body, cites_of(cites))


def _filled(body: core.Body, cites: tuple[str, ...]) -> core.Body:
    return tuple(_statement(statement, cites) for statement in body)


def _statement(statement: core.Statement, cites: tuple[str, ...]) -> core.Statement:
    filled = statement if statement.cites else replace(statement, cites=cites)
    match filled:
        case core.If():
            then, otherwise = _filled(filled.then, cites), _filled(filled.otherwise, cites)
            return replace(filled, then=then, otherwise=otherwise)
        case (
            core.While()
            | core.Repeat()
            | core.Endless()
            | core.For()
            | core.Turns()
            | core.Simultaneous()
            | core.PhaseBlock()
            | core.StepBlock()
        ):
            return replace(filled, body=_filled(filled.body, cites))
        case _:
            return filled
