"""The windows a profile opens by itself: after its phases and steps, for all players.

`défaut fenêtre W après A, B` stands for `ouvrir W pour joueurs` after every A and B, from
the player who orders.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TypeVar

from . import core
from .declarations import Parts
from .environment import cites_of
from .program import Ability, Control, Event, Phase, Procedure

Bodied = TypeVar("Bodied", Control, Event, Phase, Procedure)


def open_default_windows(parts: Parts) -> None:
    """Add the profile's windows to every body of the rules."""
    if not parts.default_windows:
        return
    parts.setup, parts.course = _body(parts.setup, parts), _body(parts.course, parts)
    parts.controls = [_with_windows(each, parts) for each in parts.controls]
    _replace(parts.procedures, parts)
    _replace(parts.phases, parts)
    _replace(parts.events, parts)
    for name, ability in parts.abilities.items():
        parts.abilities[name] = _ability(ability, parts)


def _replace(table: dict[str, Bodied], parts: Parts) -> None:
    for name, declared in table.items():
        table[name] = _with_windows(declared, parts)


def _with_windows(declared: Bodied, parts: Parts) -> Bodied:
    return replace(declared, body=_body(declared.body, parts))


def _ability(ability: Ability, parts: Parts) -> Ability:
    cost, effect = _body(ability.cost, parts), _body(ability.effect, parts)
    return replace(ability, cost=cost, effect=effect)


def _body(body: core.Body, parts: Parts) -> core.Body:
    """Return a body with a window after each place that has one."""
    return tuple(each for statement in body for each in _opened(statement, parts))


def _opened(statement: core.Statement, parts: Parts) -> Iterator[core.Statement]:
    match statement:
        case core.If():
            then, otherwise = (
                _body(statement.then, parts),
                _body(statement.otherwise, parts),
            )
            yield replace(statement, then=then, otherwise=otherwise)
        case (
            core.While()
            | core.Repeat()
            | core.Endless()
            | core.For()
            | core.Turns()
            | core.Simultaneous()
        ):
            yield replace(statement, body=_body(statement.body, parts))
        case core.PhaseBlock() | core.StepBlock():
            yield replace(statement, body=_body(statement.body, parts))
            yield from _window(statement.name, parts)
        case core.RunPhase():
            yield statement
            yield from _window(statement.phase, parts)
        case _:
            yield statement


def _window(place: str, parts: Parts) -> Iterator[core.Statement]:
    line = parts.default_windows.get(place)
    if line is None:
        return
    everybody = core.All(line.span, core.PLAYERS)
    yield core.OpenWindow(
        line.span, cites_of(line.cites), line.window.text, everybody, parts.order, "horaire"
    )
