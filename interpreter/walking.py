"""Games followed edge by edge: a call comes back to where it was made.

A trace has landmarks only; between two of them a game has gone over silent nodes, and often
only the calls that are open tell which.
"""

from __future__ import annotations

from typing import NamedTuple

from ..dsl.timing.graph import ENTERS, RETURNS, Graph
from ..dsl.timing.places import Edge, Link, Unit

#: Calls that are open, by number; 0 are those nobody has seen made.
Calls = int
UNSEEN: Calls = 0


class _Call(NamedTuple):
    """The last of some calls: where it comes back to, who made it, the calls before."""

    returns: frozenset[int]
    home: Unit
    before: Calls


class Walks:
    """The ways between landmarks of one graph, found once for the same open calls."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self._calls: list[_Call] = [_Call(frozenset(), ("", ""), UNSEEN)]
        self._numbers: dict[_Call, Calls] = {}
        self._ways: dict[tuple[int, int, Calls], tuple[tuple[Edge, ...], Calls]] = {}

    def way(self, source: int, target: int, calls: Calls) -> tuple[tuple[Edge, ...], Calls]:
        """Return the edges from a landmark to the next, and the calls that are open then.

        Where the calls that were seen do not explain the move, they are forgotten.
        """
        key = source, target, calls
        if key not in self._ways:
            found = self._search(source, target, calls)
            self._ways[key] = found or (self.graph.edges_of(source, target), UNSEEN)
        return self._ways[key]

    def _search(
        self, source: int, target: int, calls: Calls
    ) -> tuple[tuple[Edge, ...], Calls] | None:
        before: dict[tuple[int, Calls], tuple[tuple[int, Calls], Edge]] = {}
        waiting = [(source, calls)]
        for state in waiting:
            for edge in self.graph.out(state[0]):
                after = self._after(edge, state[1])
                if after is None or (edge.target, after) in before:
                    continue
                before[edge.target, after] = state, edge
                if edge.target == target:
                    return _back(before, (source, calls), (target, after)), after
                if self.graph.nodes[edge.target].silent:
                    waiting.append((edge.target, after))
        return None

    def _after(self, edge: Edge, calls: Calls) -> Calls | None:
        """Return the open calls after an edge, None if they do not let it be taken."""
        if edge.kind is Link.OVER:
            return None
        if edge.kind in RETURNS:
            call = self._calls[calls]
            is_allowed = not call.returns or edge.target in call.returns
            return call.before if is_allowed else None
        home, unit = (self.graph.nodes[n].unit for n in (edge.source, edge.target))
        if edge.kind in ENTERS and self.graph.entries.get(unit) == edge.target:
            return self._made(_Call(self._returns(edge, unit), home, calls))
        while edge.kind is Link.JUMP and calls and home != unit:
            _, home, calls = self._calls[calls]
        return calls

    def _returns(self, edge: Edge, unit: Unit) -> frozenset[int]:
        """Return where a unit that an edge enters may come back to."""
        return frozenset(
            over.target
            for over in self.graph.out(edge.source)
            if over.kind is Link.OVER
            and unit in self.graph.gone_over[over.source, over.target]
        )

    def _made(self, call: _Call) -> Calls:
        if call not in self._numbers:
            self._numbers[call] = len(self._calls)
            self._calls.append(call)
        return self._numbers[call]


def _back(
    before: dict[tuple[int, Calls], tuple[tuple[int, Calls], Edge]],
    first: tuple[int, Calls],
    last: tuple[int, Calls],
) -> tuple[Edge, ...]:
    """Return the edges of a way that was found, first to last."""
    found: list[Edge] = []
    state = last
    while state != first or not found:
        state, edge = before[state]
        found.append(edge)
    return tuple(reversed(found))
