"""Rules that call themselves: definitions, phases, procedures and events without end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import networkx as nx

from .. import core
from ..diagnostics import Diagnostic, Place
from ..program import Ability
from ..symbols import Category
from .graph import Unit
from .subject import Subject
from .walking import walk

_EXPRESSIONS = (Category.DEFINITION, Category.VALUE)
Edges = Mapping[Unit, frozenset[Unit]]


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
    yield from _cycles(subject, edges, "P01")


def _is_permanent(subject: Subject, unit: Unit) -> bool:
    return unit[0] is Category.ABILITY and (
        subject.program.abilities[unit[1]].cls == "permanent"
    )


def circular_phase(subject: Subject) -> Iterator[Diagnostic]:
    """Yield phases that run themselves before they end, directly or through procedures."""
    edges = {
        (Category.PHASE, name): frozenset(_phases_run(subject, (Category.PHASE, name)))
        for name in subject.program.phases
    }
    yield from _cycles(subject, edges, "P02")


def _phases_run(subject: Subject, start: Unit) -> Iterator[Unit]:
    """Yield the phases a part runs itself or through procedures."""
    seen = {start}
    waiting = [start]
    while waiting:
        for unit in subject.graph.edges[waiting.pop()]:
            if unit[0] is Category.PHASE:
                yield unit
            elif unit[0] is Category.PROCEDURE and unit not in seen:
                seen.add(unit)
                waiting.append(unit)


def endless_recursion(subject: Subject) -> Iterator[Diagnostic]:
    """Yield procedures and events that always call themselves again.

    Proves that each part of the circle runs the next whatever the state of the game: no
    condition, choice of a branch, limit or way out stands between them.
    """
    exits = _exits(subject)
    edges: dict[Unit, frozenset[Unit]] = {}
    for name, procedure in subject.program.procedures.items():
        edges[Category.PROCEDURE, name] = frozenset(_certain(procedure.body, exits))
    for name, event in subject.program.events.items():
        answers = [
            ability
            for ability in subject.program.abilities.values()
            if ability.trigger is not None and ability.trigger.event == name
        ]
        found: set[Unit] = set()
        if not any(_prevents(ability) for ability in answers):
            found.update(_certain(event.body, exits))
        found.update(
            (Category.ABILITY, ability.name) for ability in answers if _is_certain(ability)
        )
        edges[Category.EVENT, name] = frozenset(found)
    for name, ability in subject.program.abilities.items():
        if ability.cls == "forcé":
            edges[Category.ABILITY, name] = frozenset(_certain(ability.effect, exits))
    yield from _cycles(subject, edges, "P03")


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
    return frozenset(unit for unit in graph.pieces if graph.reach(unit) & own)


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


def _cycles(subject: Subject, edges: Edges, code: str) -> Iterator[Diagnostic]:
    """Yield one finding for each circle of parts, at the first one declared."""
    graph: nx.DiGraph[Unit] = nx.DiGraph()
    graph.add_nodes_from(edges)
    graph.add_edges_from(
        (unit, other) for unit in edges for other in sorted(edges[unit]) if other in edges
    )
    order = list(edges)
    for component in nx.strongly_connected_components(graph):
        start = min(component, key=order.index)
        if len(component) == 1 and not graph.has_edge(start, start):
            continue
        circle = _circle(graph.subgraph(component), start)
        spans = [subject.place(unit) for unit in circle]
        assert spans[0] is not None
        places = tuple(Place(span, "next") for span in spans[1:] if span is not None)
        chain = " → ".join(unit[1] for unit in (*circle, start))
        yield Diagnostic(code, spans[0], {"name": start[1], "chain": chain}, places)


def _circle(graph: nx.DiGraph[Unit], start: Unit) -> list[Unit]:
    """Return the shortest way from a part back to itself, the end left out."""
    if graph.has_edge(start, start):
        return [start]
    ways = [
        nx.shortest_path(graph, other, start) for other in sorted(graph.successors(start))
    ]
    return [start, *min(ways, key=len)[:-1]]
