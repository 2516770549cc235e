"""The timing graph: every move the interpreter can make is one of its edges.

Three graphs are read off it. *Control* goes over calls by `résumé` edges, so a path in it
is one a game can take and come back from; *moves* has every edge, for comparing with real
games; *calls* has the units only.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator
from functools import cached_property
from typing import TypeVar, cast

import networkx as nx

from ..program import Program
from .places import Batch, Edge, Kind, Link, Node, Stage, Unit

#: Edges that are no way through the rules by themselves: a call comes back by `résumé`.
RETURNS = frozenset({Link.BACK, Link.RESUME})

Known = TypeVar("Known")


class Graph:
    """The nodes and edges of one Program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.nodes: list[Node] = []
        self.edges: list[Edge] = []
        self.entries: dict[Unit, int] = {}
        self.exits: dict[Unit, int] = {}
        #: The node of each statement, by its identity.
        self.statements: dict[int, int] = {}
        self.start = 0
        #: The node of each outcome; the empty name is the end of the course.
        self.ends: dict[str, int] = {}
        #: The node that closes the scope each node opens.
        self.closings: dict[int, int] = {}
        self._moves: dict[int, dict[int, Edge]] = {}
        #: Events that happen at once.
        self.batches: list[Batch] = []
        self._known: dict[object, object] = {}

    def known(self, find: Callable[[Graph], Known]) -> Known:
        """Return what is to be found out about this graph, found out once."""
        if find not in self._known:
            self._known[find] = find(self)
        return cast(Known, self._known[find])

    # Reading -------------------------------------------------------------

    def of_kind(self, *kinds: Kind) -> Iterator[Node]:
        """Yield the nodes of some kinds."""
        return (node for node in self.nodes if node.kind in kinds)

    def stage(self, event: str, stage: Stage) -> Node:
        """Return the node of a stage of an event."""
        return self.nodes[self.stages[event, stage]]

    @cached_property
    def stages(self) -> dict[tuple[str, Stage], int]:
        """The node of each stage of each event."""
        return {(n.name, n.stage): n.number for n in self.nodes if n.stage is not None}

    @cached_property
    def members(self) -> dict[Unit, tuple[int, ...]]:
        """The nodes of each unit."""
        found: dict[Unit, list[int]] = {unit: [] for unit in self.entries}
        for node in self.nodes:
            found.setdefault(node.unit, []).append(node.number)
        return {unit: tuple(numbers) for unit, numbers in found.items()}

    @cached_property
    def multigraph(self) -> nx.MultiDiGraph[int]:
        """Everything, as networkx has it: nodes by number, with a `node` and an `edge`."""
        graph: nx.MultiDiGraph[int] = nx.MultiDiGraph()
        for node in self.nodes:
            graph.add_node(node.number, node=node, kind=node.kind.value)
        for edge in self.edges:
            graph.add_edge(edge.source, edge.target, edge=edge, kind=edge.kind.value)
        return graph

    @cached_property
    def control(self) -> nx.DiGraph[int]:
        """The ways of the game, calls gone over; several edges become one."""
        graph: nx.DiGraph[int] = nx.DiGraph()
        graph.add_nodes_from(node.number for node in self.nodes)
        graph.add_edges_from(
            (edge.source, edge.target) for edge in self.edges if edge.kind not in RETURNS
        )
        return graph

    @cached_property
    def calls(self) -> nx.DiGraph[Unit]:
        """Which unit enters which."""
        graph: nx.DiGraph[Unit] = nx.DiGraph()
        graph.add_nodes_from(self.entries)
        for edge in self.edges:
            source, target = self.nodes[edge.source], self.nodes[edge.target]
            if source.unit != target.unit and edge.kind in ENTERS:
                graph.add_edge(source.unit, target.unit)
        return graph

    @cached_property
    def inner_first(self) -> tuple[Unit, ...]:
        """The units, what a unit enters before itself wherever that can be."""
        return tuple(nx.dfs_postorder_nodes(self.calls))

    @cached_property
    def gone_over(self) -> dict[tuple[int, int], tuple[Unit, ...]]:
        """The units each `résumé` goes over: entered at its source, left to its target."""
        found: dict[tuple[int, int], tuple[Unit, ...]] = {}
        backs = {
            unit: {edge.target for edge in self.out(leave)}
            for unit, leave in self.exits.items()
        }
        for edge in self.edges:
            if edge.kind is Link.OVER:
                units = [
                    self.nodes[entering.target].unit
                    for entering in self.out(edge.source)
                    if entering.kind in ENTERS
                ]
                found[edge.source, edge.target] = tuple(
                    unit for unit in units if edge.target in backs[unit]
                )
        return found

    @cached_property
    def reachable(self) -> frozenset[int]:
        """The nodes a game can come to, as far as the graph knows."""
        return frozenset(nx.descendants(self.control, self.start) | {self.start})

    def out(self, number: int) -> Iterator[Edge]:
        """Yield the edges that leave a node."""
        return iter(self._out.get(number, ()))

    @cached_property
    def _out(self) -> dict[int, list[Edge]]:
        found: dict[int, list[Edge]] = {}
        for edge in self.edges:
            found.setdefault(edge.source, []).append(edge)
        return found

    # Comparing with games ------------------------------------------------

    @cached_property
    def landmarks(self) -> dict[int | tuple[str, ...], int]:
        """The number of each landmark, by what the compiler knows of it."""
        found: dict[int | tuple[str, ...], int] = {}
        for node in self.nodes:
            if node.silent:
                continue
            if node.statement is not None:
                found.setdefault(id(node.statement), node.number)
            elif node.stage is not None:
                found["event", node.name, node.stage.value] = node.number
            elif node.kind in (Kind.ABILITY, Kind.WINDOW):
                found[node.unit] = node.number
        return found

    def is_move(self, source: int, target: int) -> bool:
        """Tell whether a landmark may come right after another."""
        return target in self._moves_from(source)

    def edges_of(self, source: int, target: int) -> tuple[Edge, ...]:
        """Return the edges of the shortest move from a landmark to the next."""
        found: list[Edge] = []
        number = target
        before = self._moves_from(source)
        while number in before and (number != source or not found):
            found.append(before[number])
            number = found[-1].source
        return tuple(reversed(found))

    def _moves_from(self, source: int) -> dict[int, Edge]:
        """Return the nodes reached over silent nodes only, each with the edge to it."""
        if source not in self._moves:
            before: dict[int, Edge] = {}
            waiting = [source]
            for number in waiting:
                for edge in self.out(number):
                    if edge.kind is Link.OVER or edge.target in before:
                        continue
                    before[edge.target] = edge
                    if self.nodes[edge.target].silent:
                        waiting.append(edge.target)
            self._moves[source] = before
        return self._moves[source]

    # Paths ---------------------------------------------------------------

    def path(
        self, source: int, targets: Iterable[int], inside: Container[int] | None = None
    ) -> list[Node] | None:
        """Return a shortest way from a node to one of some, None if there is none.

        With `inside`, the way stays among these nodes.
        """
        wanted = set(targets)
        if source in wanted:
            return [self.nodes[source]]
        before: dict[int, int] = {source: source}
        waiting = [source]
        for number in waiting:
            for following in self.control.successors(number):
                if following in before or (inside is not None and following not in inside):
                    continue
                before[following] = number
                if following in wanted:
                    return self._back(before, following)
                waiting.append(following)
        return None

    def _back(self, before: dict[int, int], number: int) -> list[Node]:
        way = [number]
        while before[way[-1]] != way[-1]:
            way.append(before[way[-1]])
        return [self.nodes[each] for each in reversed(way)]


#: Edges that enter another unit.
ENTERS = frozenset({Link.CALL, Link.EMIT, Link.OFFER, Link.TRIGGER})
