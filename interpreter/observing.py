"""Games seen through a book's timing chart: which rows they come to, and who can act then."""

from __future__ import annotations

from collections import Counter

from ..dsl import nodes
from ..dsl.timing.charts import landmarks
from ..dsl.timing.graph import Graph
from ..dsl.timing.places import Kind


class Observation:
    """What traced games do in the rows of one chart, rows counted from 0."""

    def __init__(self, graph: Graph, chart: nodes.Chronology) -> None:
        self.chart = chart
        self._rows = {
            number: index
            for index, row in enumerate(chart.rows)
            for number in landmarks(graph, row)
        }
        self._windows = {node.number for node in graph.of_kind(Kind.WINDOW)}
        self._current: int | None = None
        #: How often games came to each row, and how often a window was open meanwhile.
        self.visits: Counter[int] = Counter()
        self.open: Counter[int] = Counter()
        self._is_open = False

    def restart(self) -> None:
        """Take what follows for another game."""
        self._current = None

    def pass_by(self, number: int) -> None:
        """Take note of a landmark that a game passes."""
        index = self._rows.get(number)
        if index is not None and index != self._current:
            self._current, self._is_open = index, False
            self.visits[index] += 1
        if number in self._windows and self._current is not None and not self._is_open:
            self._is_open = True
            self.open[self._current] += 1
