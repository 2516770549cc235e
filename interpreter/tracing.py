"""Games compared with the timing graph: every move must be one of its edges.

This is what makes a proof on the graph a proof about games (check T30).
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from ..dsl.diagnostics import Diagnostic
from ..dsl.program import Program
from ..dsl.source import Span
from ..dsl.timing.builder import build_graph
from ..dsl.timing.graph import Graph
from ..dsl.timing.places import Edge
from .compiler import Rules, compile_program
from .observing import Observation
from .runtime import State
from .walking import UNSEEN, Walks

Move = tuple[int, int]


class Tracer:
    """Follows traced games of one Program: `walked` counts the moves they made, `edges`
    the edges they went over."""

    def __init__(self, program: Program, graph: Graph | None = None) -> None:
        self.graph: Graph = build_graph(program) if graph is None else graph
        self.program = program
        self.walked: Counter[Move] = Counter()
        self.edges: Counter[Edge] = Counter()
        self._walks = self.graph.known(Walks)
        self._calls = UNSEEN
        #: Moves that are no edge: the graph is wrong, not the game.
        self.strange: Counter[Move] = Counter()
        self.charts = [Observation(self.graph, chart) for chart in program.chronologies]
        self._followed: State | None = None

    def rules(self, players: int) -> Rules:
        """Return rules whose states keep a trace."""
        return compile_program(self.program, players, landmarks=self.graph.landmarks)

    def follow(self, state: State) -> None:
        """Take the moves a state has made since it was last followed."""
        trace = state.trace
        if trace is None:
            return
        is_new = state is not self._followed
        self._followed = state
        if is_new:
            self._calls = UNSEEN
        for move in pairwise(trace):
            self.walked[move] += 1
            edges, self._calls = self._walks.way(*move, self._calls)
            self.edges.update(edges)
            if not self.graph.is_move(*move):
                self.strange[move] += 1
        for chart in self.charts:
            if is_new:
                chart.restart()
            for number in trace if is_new else trace[1:]:
                chart.pass_by(number)
        del trace[:-1]

    def places(self) -> set[Span]:
        """Return where the landmarks stand that games passed."""
        passed = {number for move in self.walked for number in move}
        return {self.graph.nodes[number].span for number in passed}

    def fault(self, span: Span) -> Diagnostic | None:
        """Return the diagnostic of the first strange move, none if there is none."""
        for move in self.strange:
            source, target = (self.graph.nodes[number] for number in move)
            values = {"source": source.label, "target": target.label, "place": target.span}
            return Diagnostic("T30", span, values)
        return None

    def tell(self, move: Move) -> str:
        """Return a move in words."""
        source, target = (self.graph.nodes[number] for number in move)
        return f"{source.label} ({source.span}) → {target.label} ({target.span})"
