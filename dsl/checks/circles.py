"""Circles in a graph of parts: those that lead back to themselves. Linear in its size."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from ..symbols import Category

#: A declaration by category and name.
Unit = tuple[Category, str]
Edges = Mapping[Unit, Iterable[Unit]]


def spread(edges: Edges, starts: Iterable[Unit], seen: set[Unit]) -> None:
    """Add to `seen` the parts that some lead to, themselves included."""
    waiting = [unit for unit in starts if unit not in seen]
    seen.update(waiting)
    while waiting:
        for unit in edges.get(waiting.pop(), ()):
            if unit not in seen:
                seen.add(unit)
                waiting.append(unit)


def reverse(edges: Edges) -> dict[Unit, list[Unit]]:
    """Return the graph with every edge turned round."""
    back: dict[Unit, list[Unit]] = {unit: [] for unit in edges}
    for unit, others in edges.items():
        for other in others:
            back.setdefault(other, []).append(unit)
    return back


def find_circles(edges: Edges) -> Iterator[list[Unit]]:
    """Yield a shortest circle of each knot of parts, from the first part in order."""
    order = {unit: number for number, unit in enumerate(edges)}
    for knot in _knots(edges):
        start = min(knot, key=order.__getitem__)
        if len(knot) > 1 or start in edges[start]:
            yield _circle(edges, knot, start)


def _knots(edges: Edges) -> Iterator[set[Unit]]:
    """Yield the sets of parts that all lead to each other (Kosaraju's algorithm)."""
    back = reverse(edges)
    assigned: set[Unit] = set()
    for unit in reversed(_finished(edges)):
        if unit not in assigned:
            knot = {unit}
            waiting = [unit]
            assigned.add(unit)
            while waiting:
                fresh = [each for each in back[waiting.pop()] if each not in assigned]
                assigned.update(fresh)
                knot.update(fresh)
                waiting.extend(fresh)
            yield knot


def _finished(edges: Edges) -> list[Unit]:
    """Return the parts in the order in which a walk in depth has done with them."""
    seen: set[Unit] = set()
    finished: list[Unit] = []
    for start in edges:
        waiting = [(start, iter(edges[start]))] if start not in seen else []
        seen.add(start)
        while waiting:
            unit, others = waiting[-1]
            fresh = next(
                (each for each in others if each in edges and each not in seen), None
            )
            if fresh is None:
                finished.append(unit)
                waiting.pop()
            else:
                seen.add(fresh)
                waiting.append((fresh, iter(edges[fresh])))
    return finished


def _circle(edges: Edges, knot: set[Unit], start: Unit) -> list[Unit]:
    """Return the shortest way from a part back to itself, the end left out."""
    before: dict[Unit, Unit] = {}
    layer = [start]
    while start not in before:
        following = []
        for unit in layer:
            for other in sorted(edges[unit]):
                if other in knot and other not in before:
                    before[other] = unit
                    following.append(other)
        layer = following
    way = [before[start]]
    while way[-1] != start:
        way.append(before[way[-1]])
    return way[::-1]
