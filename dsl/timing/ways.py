"""Ways of the game from anywhere, with some places closed: nodes in, paths out.

A way first comes back out of the units it starts in (to any caller), then enters others;
it goes over a call only if the unit can be passed while the places are closed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cached_property

from .graph import ENTERS, RETURNS, Graph
from .places import Edge, Link, Node, Unit

#: A place of a search: the node, and whether the way has entered a unit already.
State = tuple[int, bool]


def never(edge: Edge) -> bool:
    """Close no edge."""
    return False


class Ways:
    """The ways of one graph while some nodes are closed and some edges are cut.

    Loops whose head is `sure` have one round at least: who comes there goes in.
    """

    def __init__(
        self,
        graph: Graph,
        closed: Collection[int] = (),
        cut: Callable[[Edge], bool] = never,
        sure: Collection[int] = (),
    ) -> None:
        self.graph = graph
        self.closed = frozenset(closed)
        self.cut = cut
        self.sure = frozenset(sure)

    @cached_property
    def passable(self) -> frozenset[Unit]:
        """The units that can be gone through from entry to exit."""
        found: set[Unit] = set()
        waiting = True
        while waiting:
            waiting = False
            for unit in self.graph.inner_first:
                entry = self.graph.entries[unit]
                if unit not in found and self._passes(unit, entry, found):
                    found.add(unit)
                    waiting = True
        return frozenset(found)

    def _passes(self, unit: Unit, entry: int, passable: Collection[Unit]) -> bool:
        leave = self.graph.exits[unit]
        seen, waiting = {entry}, [entry]
        while waiting:
            number = waiting.pop()
            if number in self.closed:
                continue
            if number == leave:
                return True
            for edge in self.graph.out(number):
                inside = self.graph.nodes[edge.target].unit == unit
                if not inside or not self._open(edge, passable):
                    continue
                for target in self._arrivals(edge):
                    if target not in seen:
                        seen.add(target)
                        waiting.append(target)
        return False

    def _arrivals(self, edge: Edge) -> Iterator[int]:
        """Yield where an edge leads: past the head of a loop that has a round for sure."""
        head = edge.target
        # What stands before a loop has a lower number than its head.
        if head not in self.sure or edge.source > head:
            yield head
            return
        for inside in self.graph.out(head):
            is_in = inside.kind is Link.IF and inside.target not in self.closed
            if is_in and not self.cut(inside):
                yield inside.target

    def _open(self, edge: Edge, passable: Collection[Unit]) -> bool:
        """Tell whether an edge can be taken; a `résumé` needs a unit that can be passed."""
        if edge.kind in RETURNS or self.cut(edge):
            return False
        if edge.kind is not Link.OVER:
            return True
        units = self.graph.gone_over[edge.source, edge.target]
        return any(unit in passable for unit in units)

    def steps(self, state: State) -> Iterator[State]:
        """Yield where a way may go next."""
        number, entered = state
        for edge in self.graph.out(number):
            if edge.target in self.closed or self.cut(edge):
                continue
            if edge.kind in RETURNS:
                if not entered:
                    yield edge.target, False
            elif edge.kind in ENTERS and self._changes_unit(edge):
                yield edge.target, True
            elif edge.kind is Link.JUMP:
                yield edge.target, False
            elif self._open(edge, self.passable):
                yield from ((target, entered) for target in self._arrivals(edge))

    def _changes_unit(self, edge: Edge) -> bool:
        nodes = self.graph.nodes
        return nodes[edge.source].unit != nodes[edge.target].unit

    def find(
        self, sources: Iterable[int], targets: Collection[int], entered: bool = False
    ) -> list[Node] | None:
        """Return a shortest way of one step at least, None if there is none.

        `entered`: the way never comes back out of the units it starts in.
        """
        before: dict[State, State] = {}
        begin = dict.fromkeys((number, entered) for number in sources)
        waiting = list(begin)
        for state in waiting:
            for following in self.steps(state):
                if following[0] in targets:
                    return self._way(before, state, following[0], begin)
                if following not in before and following not in begin:
                    before[following] = state
                    waiting.append(following)
        return None

    def _way(
        self, before: dict[State, State], last: State, target: int, begin: Collection[State]
    ) -> list[Node]:
        way = [target, last[0]]
        while last not in begin:
            last = before[last]
            way.append(last[0])
        return [self.graph.nodes[number] for number in reversed(way)]

    def reach(self, sources: Iterable[int], entered: bool = False) -> frozenset[int]:
        """Return the nodes some ways come to, their sources included."""
        seen = {(number, entered) for number in sources}
        waiting = list(seen)
        while waiting:
            for following in self.steps(waiting.pop()):
                if following not in seen:
                    seen.add(following)
                    waiting.append(following)
        return frozenset(number for number, _ in seen)


def led_to(graph: Graph, way: list[Node]) -> tuple[Node, ...]:
    """Return a way with what leads from the start of the game to its first node."""
    lead = graph.path(graph.start, [way[0].number]) or [way[0]]
    return (*lead, *way[1:])
