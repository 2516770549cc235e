"""Parts of the timing graph: from one node of a unit to another, and what is called there."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from .graph import ENTERS, RETURNS, Graph
from .places import Edge, Link, Node, Unit
from .ways import never


def between(graph: Graph, first: int, last: int) -> frozenset[int]:
    """Return the nodes of a unit from one on, up to another that is left out.

    A jump that leaves the scopes open at the first leads out of it.
    """
    start = graph.nodes[first]
    seen, waiting = {first}, [first]
    while waiting:
        for edge in graph.out(waiting.pop()):
            target = graph.nodes[edge.target]
            is_out = edge.kind is Link.JUMP and not _is_inside(target, start)
            if target.unit != start.unit or edge.kind in RETURNS or is_out:
                continue
            if edge.target != last and edge.target not in seen:
                seen.add(edge.target)
                waiting.append(edge.target)
    return frozenset(seen)


def _is_inside(node: Node, start: Node) -> bool:
    return node.scopes[: len(start.scopes)] == start.scopes


def entered_from(
    graph: Graph, numbers: Iterable[int], cut: Callable[[Edge], bool] = never
) -> frozenset[Unit]:
    """Return the units entered from some nodes, and from there on; not over edges cut."""
    found: set[Unit] = set()
    waiting = list(numbers)
    while waiting:
        for edge in graph.out(waiting.pop()):
            unit = graph.nodes[edge.target].unit
            if edge.kind in ENTERS and unit not in found and not cut(edge):
                found.add(unit)
                waiting += graph.members[unit]
    return frozenset(found)


def covered(
    graph: Graph, numbers: Iterable[int], cut: Callable[[Edge], bool] = never
) -> frozenset[int]:
    """Return some nodes with all those of the units entered from them."""
    own = frozenset(numbers)
    units = entered_from(graph, own, cut)
    return own.union(*(graph.members[unit] for unit in units))


def led_inside(
    graph: Graph, first: int, target: int, inside: frozenset[int]
) -> tuple[Node, ...]:
    """Return a way from the start of the game to a node, from `first` on inside a part."""
    lead = graph.path(graph.start, [first]) or [graph.nodes[first]]
    way = graph.path(first, [target], inside) or [graph.nodes[target]]
    return (*lead, *way[1:])
