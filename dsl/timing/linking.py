"""What links the units of a timing graph: ways over calls that come back, batches."""

from __future__ import annotations

from collections.abc import Iterator

from .graph import ENTERS, Graph
from .places import Edge, Kind, Link, Stage, Unit


def link_units(graph: Graph) -> None:
    """Lead over each use of a unit that can come back; over a batch, stage to stage."""
    for unit, back in list(_uses_that_return(graph)):
        for source in unit:
            _edge(graph, source, back, Link.OVER)
    _link_batches(graph)


def _uses_that_return(graph: Graph) -> Iterator[tuple[list[int], int]]:
    returning = _returning_units(graph)
    #: From where each unit is entered, by the unit that enters it.
    entered: dict[tuple[Unit, Unit], list[int]] = {}
    by_exit = {number: unit for unit, number in graph.exits.items()}
    for edge in graph.edges:
        target = graph.nodes[edge.target]
        if edge.kind in ENTERS:
            home = graph.nodes[edge.source].unit
            entered.setdefault((target.unit, home), []).append(edge.source)
    for edge in graph.edges:
        if edge.kind not in (Link.BACK, Link.RESUME):
            continue
        unit = by_exit[edge.source]
        if unit in returning:
            home = graph.nodes[edge.target].unit
            calls = entered.get((unit, home), ())
            yield [n for n in calls if _comes_back(graph, n, edge.target)], edge.target


def _comes_back(graph: Graph, source: int, back: int) -> bool:
    """Tell whether a call made at a node returns to that place of its unit."""
    node = graph.nodes[source]
    if node.kind is Kind.CONTROL:
        # State checks stand in a row, and are made again from the first one on.
        names = [control.name for control in graph.program.controls]
        return back == source - names.index(node.name)
    return node.kind is not Kind.CALL or back == source + 1


def _returning_units(graph: Graph) -> set[Unit]:
    """Return the units that can be left the way they were meant to: a fixpoint."""
    returning: set[Unit] = set()
    out: dict[int, list[Edge]] = {}
    for edge in graph.edges:
        out.setdefault(edge.source, []).append(edge)
    changed = True
    while changed:
        changed = False
        for unit, entry in graph.entries.items():
            if unit not in returning and _reaches_exit(graph, unit, entry, out, returning):
                returning.add(unit)
                changed = True
    return returning


def _reaches_exit(
    graph: Graph, unit: Unit, entry: int, out: dict[int, list[Edge]], returning: set[Unit]
) -> bool:
    """Tell whether a unit's exit is reached, going over calls that are known to return."""
    seen, waiting = {entry}, [entry]
    while waiting:
        number = waiting.pop()
        if number == graph.exits[unit]:
            return True
        node = graph.nodes[number]
        following = [
            e.target for e in out.get(number, ()) if graph.nodes[e.target].unit == unit
        ]
        if node.kind is Kind.CALL:
            called = [graph.nodes[e.target].unit for e in out.get(number, ())]
            following = [number + 1] if any(each in returning for each in called) else []
        for target in following:
            if target not in seen:
                seen.add(target)
                waiting.append(target)
    return False


def _link_batches(graph: Graph) -> None:
    """Events of one batch go through their stages together."""
    stages = graph.stages
    waits: dict[tuple[str, Stage], None] = {}
    for batch in graph.batches:
        hubs = [
            (batch.forced, Stage.AFTER_FORCED, Stage.AFTER_FORCED),
            (batch.free, Stage.AFTER_FREE, Stage.AFTER_FREE),
        ]
        if not batch.chained:
            hubs.append((batch.act, Stage.ACT, Stage.CHECK))
        for name in batch.events:
            waits[name, Stage.CHECK if batch.chained else Stage.BEFORE_FREE] = None
            for hub, first, last in hubs:
                _edge(graph, hub, stages[name, first], Link.EMIT)
                _edge(graph, stages[name, last], hub, Link.BACK)
                # An event that is left goes on with the others.
                _edge(graph, stages[name, Stage.DONE], hub, Link.BACK)
    for name, stage in waits:
        # It has gone so far, and waits for the others.
        _edge(graph, stages[name, stage], stages[name, Stage.DONE], Link.NEXT)


def _edge(graph: Graph, source: int, target: int, kind: Link) -> None:
    graph.edges.append(Edge(source, target, kind))
