"""Games compared with the timing graph: every move must be one of its edges.

This is what makes a proof on the graph a proof about games (check T30).
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from ..dsl.program import Program
from ..dsl.timing.builder import build_graph
from ..dsl.timing.graph import Graph
from .compiler import Rules, compile_program
from .runtime import State

Move = tuple[int, int]


class Tracer:
    """Follows traced games of one Program; `walked` counts the moves they made."""

    def __init__(self, program: Program) -> None:
        self.graph: Graph = build_graph(program)
        self.program = program
        self.walked: Counter[Move] = Counter()
        #: Moves that are no edge: the graph is wrong, not the game.
        self.strange: Counter[Move] = Counter()

    def rules(self, players: int, journal: bool = False) -> Rules:
        """Return rules whose states keep a trace."""
        return compile_program(
            self.program, players, journal, landmarks=self.graph.landmarks
        )

    def follow(self, state: State) -> None:
        """Take the moves a state has made since it was last followed."""
        trace = state.trace
        if trace is None:
            return
        for move in pairwise(trace):
            self.walked[move] += 1
            if move[1] not in self.graph.moves[move[0]]:
                self.strange[move] += 1
        del trace[:-1]

    def tell(self, move: Move) -> str:
        """Return a move in words."""
        source, target = (self.graph.nodes[number] for number in move)
        return f"{source.label} ({source.span}) → {target.label} ({target.span})"
