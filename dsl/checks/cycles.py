"""Rules that call themselves: definitions, phases, procedures and events without end."""

from __future__ import annotations

from collections.abc import Iterator

from .. import core
from ..diagnostics import Diagnostic, Place
from ..program import Ability
from ..symbols import Category
from .circles import Unit, find_circles
from .subject import Subject
from .walking import walk

_EXPRESSIONS = (Category.DEFINITION, Category.VALUE)
_PROCEDURE = (Category.PHASE, Category.PROCEDURE)
#: Names of a circle told at most.
MAX_NAMES = 8


def circular_definition(subject: Subject) -> Iterator[Diagnostic]:
    """Yield definitions and values that are computed from themselves.

    Proves that the value of one needs the value of the next, round to the first. A value
    needs its base and all that modifies it: amounts, and what they require.
    """
    graph = subject.graph
    edges: dict[Unit, frozenset[Unit]] = {}
    for unit in graph.edges:
        if unit[0] in _EXPRESSIONS or _is_permanent(subject, unit):
            edges[unit] = frozenset(
                other
                for other in graph.edges[unit]
                if other[0] in _EXPRESSIONS or _is_permanent(subject, other)
            )
    for circle in find_circles(edges):
        yield _finding(subject, circle, "P01")


def _is_permanent(subject: Subject, unit: Unit) -> bool:
    return unit[0] is Category.ABILITY and (
        subject.program.abilities[unit[1]].cls == "permanent"
    )


def circular_phase(subject: Subject) -> Iterator[Diagnostic]:
    """Yield phases that run themselves before they end, directly or through procedures."""
    edges = {
        unit: [other for other in subject.graph.edges[unit] if other[0] in _PROCEDURE]
        for category in _PROCEDURE
        for unit in subject.graph.edges
        if unit[0] is category
    }
    for circle in find_circles(edges):
        # Phases come first: a circle that has one starts with it.
        if circle[0][0] is Category.PHASE:
            yield _finding(subject, circle, "P02")


def endless_recursion(subject: Subject) -> Iterator[Diagnostic]:
    """Yield procedures and events that always call themselves again.

    Proves that each part of the circle runs the next whatever the state of the game: no
    condition, choice of a branch, limit or way out stands between them.
    """
    exits = _exits(subject)
    answers = _answers(subject)
    forbidden = {each.target for each in subject.pieces if isinstance(each, core.Forbid)}
    program = subject.program
    edges: dict[Unit, list[Unit]] = {}
    for name, procedure in program.procedures.items():
        edges[Category.PROCEDURE, name] = list(_certain(procedure.body, exits))
    for name, event in program.events.items():
        edges[Category.EVENT, name] = []
        if name not in forbidden and not any(map(_prevents, answers[name])):
            forced = [each for each in answers[name] if _is_certain(each)]
            edges[Category.EVENT, name] += _certain(event.body, exits)
            edges[Category.EVENT, name] += [
                (Category.ABILITY, each.name) for each in forced
            ]
    for name, ability in program.abilities.items():
        if ability.cls == "forcé":
            edges[Category.ABILITY, name] = list(_certain(ability.effect, exits))
    for circle in find_circles(edges):
        yield _finding(subject, circle, "P03")


def _answers(subject: Subject) -> dict[str, list[Ability]]:
    """Return the abilities that answer each event."""
    found: dict[str, list[Ability]] = {name: [] for name in subject.program.events}
    for ability in subject.program.abilities.values():
        if ability.trigger is not None:
            found.setdefault(ability.trigger.event, []).append(ability)
    return found


def _exits(subject: Subject) -> frozenset[Unit]:
    """Return the parts in which the game may end or a scope may be left."""
    graph = subject.graph
    own = {
        unit
        for unit, pieces in graph.pieces.items()
        if any(isinstance(each, core.Leave | core.Finish) for each in walk(*pieces))
    }
    controls_end = any(
        isinstance(each, core.Leave | core.Finish)
        for control in subject.program.controls
        for each in walk(*control.body)
    )
    if controls_end:
        # State checks run at the end of these.
        own.update(u for u in graph.pieces if u[0] in (Category.EVENT, Category.ABILITY))
    return graph.lead_to(own)


def _certain(body: core.Body, exits: frozenset[Unit]) -> Iterator[Unit]:
    """Yield the procedures and events a body always runs."""
    for statement in body:
        match statement:
            case core.Perform():
                yield Category.PROCEDURE, statement.procedure
            case core.Emit():
                yield Category.EVENT, statement.event
            case core.Simultaneous() | core.StepBlock() | core.PhaseBlock():
                yield from _certain(statement.body, exits)
            case _:
                pass
        if _may_leave(statement, exits):
            return


def _may_leave(statement: core.Statement, exits: frozenset[Unit]) -> bool:
    """Tell whether what follows a statement may not happen."""
    for piece in walk(statement):
        match piece:
            case core.Leave() | core.Finish() | core.Endless() | core.Cancel():
                return True
            case core.Perform() if (Category.PROCEDURE, piece.procedure) in exits:
                return True
            case core.Emit() if (Category.EVENT, piece.event) in exits:
                return True
            case core.RunPhase() if (Category.PHASE, piece.phase) in exits:
                return True
            case core.OpenWindow() if (Category.WINDOW, piece.window) in exits:
                return True
            case _:
                pass
    return False


def _prevents(ability: Ability) -> bool:
    """Tell whether an ability can keep its event from happening."""
    cancels = any(isinstance(piece, core.Cancel) for piece in walk(*ability.effect))
    return ability.cls in ("interdit", "remplacement") or cancels


def _is_certain(ability: Ability) -> bool:
    """Tell whether a forced ability of the rules fires each time."""
    conditional = ability.requirements or ability.limits or ability.parameters
    return ability.cls == "forcé" and ability.card is None and not conditional


def _finding(subject: Subject, circle: list[Unit], code: str) -> Diagnostic:
    """Return the finding of a circle of parts, at its first one."""
    spans = [span for span in map(subject.place, circle) if span is not None]
    names = [unit[1] for unit in (*circle, circle[0])]
    if len(names) > MAX_NAMES:
        names[MAX_NAMES - 2 : -1] = ["…"]
    places = tuple(Place(span, "next") for span in spans[1:MAX_NAMES])
    values = {"name": circle[0][1], "chain": " → ".join(names)}
    return Diagnostic(code, spans[0], values, places)
