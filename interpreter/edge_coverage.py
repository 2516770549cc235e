"""Which edges of the timing graph games have walked: examples and random games, traced.

What is proved on the graph holds if every move of a game is an edge (T30); how much of the
graph games have seen tells what that test is worth.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from ..dsl.diagnostics import Diagnostic
from ..dsl.loader import Reading
from ..dsl.program import Program
from ..dsl.source import NOWHERE
from ..dsl.timing.differences import identities
from ..dsl.timing.graph import Graph
from ..dsl.timing.places import Edge, Link, Node, Unit
from .examples import run_examples
from .faults import GameError, rule_faults
from .tracing import Tracer

#: Decisions after which a random game is left.
DECISIONS = 5_000


@dataclass(slots=True)
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

    def edges(self) -> list[Edge]:
        """Return the edges a game can come to; calls gone over are no edges of games."""
        reachable = self.graph.reachable
        return [
            edge
            for edge in dict.fromkeys(self.graph.edges)
            if edge.kind is not Link.OVER
            and edge.source in reachable
            and edge.target in reachable
        ]

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

    def take(self, tracer: Tracer) -> None:
        """Add what a tracer has followed; nodes of another graph are found by what they
        are, those of an example's own preparation are left out."""
        here = {name: number for number, name in identities(self.graph).items()}
        names = identities(tracer.graph)
        same = {(e.source, e.target, e.kind): e for e in self.graph.edges}
        self.moves += tracer.walked.total()
        for edges, count in _walks(tracer):
            for edge in edges:
                source, target = here.get(names[edge.source]), here.get(names[edge.target])
                if source is not None and target is not None:
                    known = same.get((source, target, edge.kind))
                    if known is not None:
                        self.walked[known] += count
        fault = tracer.fault(NOWHERE)
        if fault is not None:
            self.faults.append(fault)
        for seen in tracer.charts:
            name = seen.chart.name.text
            self.visits.setdefault(name, Counter()).update(seen.visits)
            self.open.setdefault(name, Counter()).update(seen.open)


def _walks(tracer: Tracer) -> Iterator[tuple[tuple[Edge, ...], int]]:
    """Yield the edges of each move, of the way to the first one and of that to an end."""
    graph = tracer.graph
    passed: Counter[int] = Counter()
    for (source, target), count in tracer.walked.items():
        yield graph.edges_of(source, target), count
        passed[source] += count
        passed[target] += count
    for number, count in passed.items():
        if graph.is_move(graph.start, number):
            yield graph.edges_of(graph.start, number), count
        for end in graph.ends.values():
            if graph.is_move(number, end):
                yield graph.edges_of(number, end), count


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
