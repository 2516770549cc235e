"""Tests that a die decides: sooner or later they go both ways."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from .. import core
from .conditions import Conditions
from .places import Edge, Node
from .rewriting import free_names, substitute
from .ways import Ways

#: Results of a roll looked at, at most.
MAX_RESULTS = 1_000


class Luck:
    """Knows the tests of one graph that only a roll just made decides."""

    def __init__(self, conditions: Conditions) -> None:
        self.conditions = conditions
        self.graph = conditions.graph
        #: Each test with the roll before it.
        self.tests: list[tuple[Node, Node]] = list(self._tests())

    def spent(self, ways: Ways) -> set[Edge]:
        """Return the edges of tests that are come to only so often: one side leads away.

        Each time the die is thrown anew, so that side comes, but for a chance of nothing.
        """
        found: set[Edge] = set()
        for test, roll in self.tests:
            sides = [edge for edge in self.graph.out(test.number) if not ways.cut(edge)]
            again = ways.closing({roll.number})
            if again.find([test.number], {test.number}) is not None:
                continue
            if any(self._leads_away(ways, edge, test) for edge in sides):
                found.update(sides)
        return found

    def _leads_away(self, ways: Ways, edge: Edge, test: Node) -> bool:
        return test.number not in ways.reach([edge.target])

    def _tests(self) -> Iterator[tuple[Node, Node]]:
        rolls = {
            (node.unit, node.statement.slot): node
            for node in self.graph.nodes
            if isinstance(node.statement, core.Roll)
        }
        for node in self.graph.nodes:
            match node.statement:
                case core.If(condition=condition):
                    asked = self.conditions.unfold(condition)
                case _:
                    continue
            names = free_names(asked)
            roll = rolls.get((node.unit, next(iter(names), "")))
            if len(names) == 1 and roll is not None and self._both(asked, roll):
                yield node, roll

    def _both(self, asked: core.Expr, roll: Node) -> bool:
        """Tell whether some results meet a condition for sure and others do not."""
        assert isinstance(roll.statement, core.Roll)
        faces = self.graph.program.dice[roll.statement.die].faces
        times = self.conditions.certain.value(self.conditions.unfold(roll.statement.times))
        if not isinstance(times, int) or times < 1 or len(faces) ** times > MAX_RESULTS:
            return False
        found: set[bool | None] = set()
        for result in product(faces, repeat=times):
            thrown = core.Const(roll.span, core.NUMBERS, result, "")
            held = substitute(asked, {roll.statement.slot: thrown})
            found.add(self.conditions.certain.truth(held))
        return {True, False} <= found
