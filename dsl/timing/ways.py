"""Ways of the game from anywhere, with some places closed: nodes in, paths out.

A way first comes back out of the units it starts in (to any caller), then enters others;
it goes over a call only if the unit can be passed while the places are closed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cached_property

from .graph import ENTERS, RETURNS, Graph
from .places import Edge, Link, Node, Unit

#: A place of a search: twice the node, and one more if the way has entered a unit already.
State = int


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
        #: The ways units are passed by, if they are others.
        self._calls: Ways | None = None
        self._uncut: dict[int, tuple[Edge, ...]] = {}
        self._staying: dict[int, tuple[Edge, ...]] = {}
        self._following: dict[State, tuple[State, ...]] = {}
        #: The nodes reached from each state, as bits, as far as somebody asked.
        self._known: dict[State, int] = {}

    def closing(self, nodes: Collection[int]) -> Ways:
        """Return these ways with more nodes closed."""
        found = Ways(self.graph, self.closed | frozenset(nodes), self.cut, self.sure)
        found._uncut, found._staying = self._uncut, self._staying
        found._calls = self._calls and self._calls.closing(nodes)
        return found

    def without(self, edges: Collection[Edge], passed: bool = False) -> Ways:
        """Return these ways with more edges cut; `passed`: calls are gone over as before."""

        def cut(edge: Edge) -> bool:
            return edge in edges or edge not in self._out(edge.source)

        found = Ways(self.graph, self.closed, cut, self.sure)
        found._calls = self._calls or self if passed else None
        return found

    def _out(self, number: int) -> tuple[Edge, ...]:
        """Return the edges that leave a node and are not cut."""
        found = self._uncut.get(number)
        if found is None:
            found = tuple(edge for edge in self.graph.out(number) if not self.cut(edge))
            self._uncut[number] = found
        return found

    # Units ---------------------------------------------------------------

    @cached_property
    def passable(self) -> frozenset[Unit]:
        """The units that can be gone through from entry to exit."""
        if self._calls is not None:
            return self._calls.passable
        found: set[Unit] = set()
        seen: set[int] = set()
        #: The edges that wait for a unit that can be passed.
        held: dict[Unit, list[Edge]] = {}
        for unit in self.graph.inner_first:
            waiting = [self.graph.entries[unit]]
            seen.update(waiting)
            while waiting:
                number = waiting.pop()
                if number in self.closed:
                    continue
                home = self.graph.nodes[number].unit
                edges = self._inside(number)
                if number == self.graph.exits[home] and home not in found:
                    found.add(home)
                    edges = (*edges, *held.pop(home, ()))
                for edge in edges:
                    if edge.kind is Link.OVER:
                        units = self.graph.gone_over[edge.source, edge.target]
                        if not any(each in found for each in units):
                            for each in units:
                                held.setdefault(each, []).append(edge)
                            continue
                    fresh = [each for each in self._arrivals(edge) if each not in seen]
                    seen.update(fresh)
                    waiting += fresh
        return frozenset(found)

    def _inside(self, number: int) -> tuple[Edge, ...]:
        """Return the edges from a node that stay in its unit."""
        found = self._staying.get(number)
        if found is None:
            nodes = self.graph.nodes
            home = nodes[number].unit
            found = self._staying[number] = tuple(
                edge
                for edge in self._out(number)
                if edge.kind not in RETURNS and nodes[edge.target].unit == home
            )
        return found

    def _arrivals(self, edge: Edge) -> Iterator[int]:
        """Yield where an edge leads: past the head of a loop that has a round for sure."""
        head = edge.target
        # What stands before a loop has a lower number than its head.
        if head not in self.sure or edge.source > head:
            yield head
            return
        for inside in self._out(head):
            if inside.kind is Link.IF and inside.target not in self.closed:
                yield inside.target

    # Steps ---------------------------------------------------------------

    def _steps(self, state: State) -> tuple[State, ...]:
        """Return where a way may go next."""
        found = self._following.get(state)
        if found is None:
            found = self._following[state] = tuple(self._next(*divmod(state, 2)))
        return found

    def _next(self, number: int, entered: int) -> Iterator[State]:
        for edge in self._out(number):
            if edge.target in self.closed:
                continue
            if edge.kind in RETURNS:
                if not entered:
                    yield 2 * edge.target
            elif edge.kind in ENTERS and self._changes_unit(edge):
                yield 2 * edge.target + 1
            elif edge.kind is Link.JUMP:
                yield 2 * edge.target
            elif edge.kind is not Link.OVER or self._is_passed(edge):
                yield from (2 * target + entered for target in self._arrivals(edge))

    def _is_passed(self, edge: Edge) -> bool:
        """Tell whether a call can be gone over."""
        units = self.graph.gone_over[edge.source, edge.target]
        return any(unit in self.passable for unit in units)

    def _changes_unit(self, edge: Edge) -> bool:
        nodes = self.graph.nodes
        return nodes[edge.source].unit != nodes[edge.target].unit

    # Searches ------------------------------------------------------------

    def find(
        self, sources: Iterable[int], targets: Collection[int], entered: bool = False
    ) -> list[Node] | None:
        """Return a shortest way of one step at least, None if there is none.

        `entered`: the way never comes back out of the units it starts in.
        """
        before: dict[State, State] = {}
        begin = dict.fromkeys(2 * number + entered for number in sources)
        waiting = list(begin)
        for state in waiting:
            for following in self._steps(state):
                if following // 2 in targets:
                    return self._way(before, state, following // 2, begin)
                if following not in before and following not in begin:
                    before[following] = state
                    waiting.append(following)
        return None

    def _way(
        self, before: dict[State, State], last: State, target: int, begin: Collection[State]
    ) -> list[Node]:
        way = [target, last // 2]
        while last not in begin:
            last = before[last]
            way.append(last // 2)
        return [self.graph.nodes[number] for number in reversed(way)]

    def reach(self, sources: Iterable[int], entered: bool = False) -> frozenset[int]:
        """Return the nodes some ways come to, their sources included."""
        seen = {2 * number + entered for number in sources}
        waiting = list(seen)
        while waiting:
            for following in self._steps(waiting.pop()):
                if following not in seen:
                    seen.add(following)
                    waiting.append(following)
        return frozenset(state // 2 for state in seen)

    def after(self, edge: Edge, entered: bool = False) -> int:
        """Return where an edge leads and all that ways come to from there, as bits."""
        return self._ahead(2 * edge.target + entered)

    def ahead(self, number: int, entered: bool = False) -> int:
        """Return the nodes that ways of one step at least come to, as bits."""
        found = 0
        for state in self._steps(2 * number + entered):
            found |= self._ahead(state)
        return found

    def _ahead(self, start: State) -> int:
        """Return the nodes reached from a state, its own included, as bits.

        States that lead to each other share their answer: it is known once all they lead
        to is (strongly connected components, as Tarjan finds them).
        """
        known = self._known
        order: dict[State, int] = {}
        low: dict[State, int] = {}
        together: list[State] = []
        path = [] if start in known else [(start, iter(self._steps(start)))]
        while path:
            state, following = path[-1]
            if state not in order:
                order[state] = low[state] = len(order)
                together.append(state)
            for after in following:
                if after not in order and after not in known:
                    path.append((after, iter(self._steps(after))))
                    break
                if after not in known:
                    low[state] = min(low[state], low[after])
            else:
                path.pop()
                if path:
                    before = path[-1][0]
                    low[before] = min(low[before], low[state])
                if low[state] == order[state]:
                    component = together[together.index(state) :]
                    del together[-len(component) :]
                    reached = 0
                    for each in component:
                        reached |= 1 << each // 2
                        for after in self._steps(each):
                            reached |= known.get(after, 0)
                    known |= dict.fromkeys(component, reached)
        return known[start]


def bits(numbers: Iterable[int]) -> int:
    """Return nodes as bits."""
    found = 0
    for number in numbers:
        found |= 1 << number
    return found


def led_to(graph: Graph, way: list[Node]) -> tuple[Node, ...]:
    """Return a way with what leads from the start of the game to its first node."""
    lead = graph.path(graph.start, [way[0].number]) or [way[0]]
    return (*lead, *way[1:])
