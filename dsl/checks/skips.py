"""What a jump leaves out: places of the scope it leaves, then places right after it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from .. import core
from ..program import Program
from .walking import blocks_in, bodies_of


def followed(leave: core.Leave, program: Program) -> tuple[str, ...] | None:
    """Return the names of a jump that come right after what it leaves.

    Those before them must be places inside it, which are left out anyway. None if the
    names are neither.
    """
    blocks = list(blocks_in(rule_bodies(program)))
    inner: frozenset[str] | None = None
    for count in range(len(leave.skips) + 1):
        first, after = leave.skips[:count], leave.skips[count:]
        if inner is None and first:
            inner = places_inside(leave.scope, program)
        if set(first) <= (inner or frozenset()) and _follow(leave.scope, after, blocks):
            return after
    return None


def _follow(scope: str, names: tuple[str, ...], blocks: list[core.Body]) -> bool:
    """Tell whether in some block the names come one by one right after a scope."""
    if not names:
        return True
    for block in blocks:
        for number, statement in enumerate(block):
            following = tuple(
                place_name(each) for each in block[number + 1 :][: len(names)]
            )
            if scope in _scopes(statement) and following == names:
                return True
    return False


def rule_bodies(program: Program) -> Iterator[core.Body]:
    """Yield every body of the rules."""
    yield program.setup
    yield program.course
    for control in program.controls:
        yield control.body
    for part in (program.procedures, program.phases, program.events):
        for declared in part.values():
            yield declared.body
    for ability in program.abilities.values():
        yield ability.cost
        yield ability.effect


def place_name(statement: core.Statement) -> str:
    """Return the name of a phase or step that a statement is."""
    match statement:
        case core.PhaseBlock() | core.StepBlock():
            return statement.name
        case core.RunPhase():
            return statement.phase
        case _:
            return ""


def _scopes(statement: core.Statement) -> tuple[str, ...]:
    """Return the words for the scopes a statement opens."""
    match statement:
        case core.PhaseBlock():
            return "phase", statement.name
        case core.RunPhase():
            return "phase", statement.phase
        case core.StepBlock():
            return "étape", statement.name
        case core.Endless():
            return "boucle", "manche", statement.name
        case core.Turns():
            return ("tour",)
        case core.OpenWindow():
            return "fenêtre", statement.window
        case core.Emit():
            return "événement", statement.event
        case _:
            return ()


def places_inside(scope: str, program: Program) -> frozenset[str]:
    """Return the names of the phases and steps that can take place inside a scope."""
    waiting = [
        inner
        for body in blocks_in(rule_bodies(program))
        for statement in body
        if scope in _scopes(statement)
        for inner in _inside(statement, program)
    ]
    found: set[str] = set()
    seen: set[int] = set()
    while waiting:
        body = waiting.pop()
        if id(body) in seen:
            continue
        seen.add(id(body))
        for statement in body:
            found.add(place_name(statement))
            waiting.extend(_inside(statement, program))
    return frozenset(found - {""})


def _inside(statement: core.Statement, program: Program) -> Iterable[core.Body]:
    """Yield the bodies that a statement runs."""
    yield from bodies_of(statement)
    match statement:
        case core.RunPhase():
            yield program.phases[statement.phase].body
        case core.Perform():
            yield program.procedures[statement.procedure].body
        case core.OpenWindow():
            for ability in program.abilities.values():
                if statement.window in ability.windows:
                    yield ability.effect
        case core.Emit():
            yield program.events[statement.event].body
            for ability in program.abilities.values():
                if ability.trigger is not None and ability.trigger.event == statement.event:
                    yield ability.effect
        case _:
            pass
