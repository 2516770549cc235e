"""Which edges of the timing graph games have walked: examples and random games, traced.

What is proved on the graph holds if every move of a game is an edge (T30); how much of the
graph games have seen tells what that test is worth.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from ..dsl.diagnostics import Diagnostic
from ..dsl.loader import Reading
from ..dsl.program import Program
from ..dsl.source import NOWHERE
from ..dsl.timing.differences import Identity, identities
from ..dsl.timing.graph import Graph
from ..dsl.timing.places import Edge, Kind, Link, Node, Unit
from .examples import run_examples
from .faults import GameError, rule_faults
from .tracing import Tracer

#: Decisions after which a random game is left.
DECISIONS = 5_000


@dataclass
class EdgeCoverage:
    """What games did on the edges of one graph. Failed games count up to their fault."""

    graph: Graph
    walked: Counter[Edge] = field(default_factory=Counter)
    games: int = 0
    examples: int = 0
    moves: int = 0
    #: What is wrong with the graph, if something is: T30.
    faults: list[Diagnostic] = field(default_factory=list)
    #: For each chart, by name: visits of each row, and how many with a window open.
    visits: dict[str, Counter[int]] = field(default_factory=dict)
    open: dict[str, Counter[int]] = field(default_factory=dict)

    @cached_property
    def _same(self) -> dict[tuple[Identity, Identity, Link], Edge]:
        """The edges by what their nodes are, whatever the graph."""
        names = self.graph.known(identities)
        return {(names[e.source], names[e.target], e.kind): e for e in self.graph.edges}

    def edges(self) -> list[Edge]:
        """Return the edges a game can come to; calls gone over are no edges of games.

        State checks stand after everything that happens: that one applies, and that it
        comes back, counts once, wherever it was seen.
        """
        reachable = self.graph.reachable
        found = []
        checks: dict[tuple[str, Link], Edge] = {}
        for edge in dict.fromkeys(self.graph.edges):
            if edge.source not in reachable or edge.target not in reachable:
                continue
            applied = self._applied(edge)
            if applied and (applied not in checks or edge in self.walked):
                checks[applied] = edge
            elif not applied and edge.kind is not Link.OVER:
                found.append(edge)
        return [*found, *checks.values()]

    def _applied(self, edge: Edge) -> tuple[str, Link] | None:
        """Return the state check that an edge applies or comes back from, and which."""
        source = self.graph.nodes[edge.source]
        if source.kind is Kind.CONTROL and edge.kind is Link.CALL:
            return source.name, edge.kind
        if source.unit[0] == "control" and edge.kind is Link.BACK:
            return source.unit[1], edge.kind
        return None

    def by_unit(self) -> dict[Unit, tuple[int, int]]:
        """Return the edges walked and all edges, by the unit they start in."""
        found: dict[Unit, tuple[int, int]] = {}
        for edge in self.edges():
            unit = self.graph.nodes[edge.source].unit
            walked, total = found.get(unit, (0, 0))
            found[unit] = (walked + (edge in self.walked), total + 1)
        return found

    def missing(self) -> Iterator[tuple[Edge, list[Node]]]:
        """Yield the edges nobody walked, each with a shortest way to it."""
        for edge in self.edges():
            if edge not in self.walked:
                way = self.graph.path(self.graph.start, [edge.source]) or []
                yield edge, [*way, self.graph.nodes[edge.target]]

    def add(self, other: EdgeCoverage) -> None:
        """Add what was walked with other settings of the same rules."""
        self.games += other.games
        self.examples += other.examples
        self.moves += other.moves
        self.faults += other.faults
        self._walk(other.graph, other.walked)

    def _walk(self, graph: Graph, edges: Counter[Edge]) -> None:
        names = graph.known(identities)
        for edge, count in edges.items():
            known = self._same.get((names[edge.source], names[edge.target], edge.kind))
            if known is not None:
                self.walked[known] += count

    def take(self, tracer: Tracer) -> None:
        """Add what a tracer has followed; nodes of another graph are found by what they
        are, those of an example's own preparation are left out."""
        self.moves += tracer.walked.total()
        self._walk(tracer.graph, tracer.edges + _begun_and_ended(tracer))
        fault = tracer.fault(NOWHERE)
        if fault is not None:
            self.faults.append(fault)
        for seen in tracer.charts:
            name = seen.chart.name.text
            self.visits.setdefault(name, Counter()).update(seen.visits)
            self.open.setdefault(name, Counter()).update(seen.open)


def _begun_and_ended(tracer: Tracer) -> Counter[Edge]:
    """Return the edges of the ways to the first move and from the last one to an end."""
    graph = tracer.graph
    found: Counter[Edge] = Counter()
    for number in {number for move in tracer.walked for number in move}:
        ends = [(number, end) for end in graph.ends.values()]
        for way in ((graph.start, number), *ends):
            if graph.is_move(*way):
                found.update(graph.edges_of(*way))
    return found


def play_random(program: Program, graph: Graph, games: int, seed: int) -> EdgeCoverage:
    """Play random games, by turns with each number of players, and follow them."""
    coverage = EdgeCoverage(graph, games=games)
    tracer = Tracer(program, graph)
    low, high = program.players
    for players in range(low, min(high, low + games - 1) + 1):
        rules = tracer.rules(players)
        for number in range(players - low, games, high - low + 1):
            chance = random.Random(f"{seed} {number}")
            try:
                with rule_faults(rules):
                    state = rules.begin(seed + number)
                    for _ in range(DECISIONS):
                        tracer.follow(state)
                        if state.result is not None:
                            break
                        rules.apply(state, chance.choice(state.options))
            except GameError:
                continue
    coverage.take(tracer)
    return coverage


def play_examples(reading: Reading, coverage: EdgeCoverage) -> None:
    """Play the examples of a ruleset, and add what they walk."""
    for result in run_examples(reading):
        coverage.examples += 1
        if result.tracer is not None:
            coverage.take(result.tracer)
