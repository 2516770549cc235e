"""The book's own timing charts, row by row, as the timing graph sees them.

A row lasts from where its phase, step or window begins until another row begins.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .. import core, nodes
from .graph import Graph
from .places import Kind, Node
from .ways import Ways

GREEN = "verte"


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a chart. `begins` are the nodes where it begins; `window` is the way to the
    first window open to actions while it lasts, none if there is no such way; `following`
    that to the next row."""

    node: nodes.ChronologyRow
    begins: tuple[int, ...]
    window: tuple[Node, ...]
    following: tuple[Node, ...]

    @property
    def name(self) -> str:
        return self.node.name.text

    @property
    def is_green(self) -> bool:
        """Whether the chart says that players may act."""
        return self.node.colour.text == GREEN


def read_chart(graph: Graph, chart: nodes.Chronology) -> list[Row]:
    """Return the rows of a chart; one that no game comes to has no ways."""
    begins = [tuple(_begins(graph, row.name.text)) for row in chart.rows]
    windows = {node.number for node in graph.of_kind(Kind.WINDOW)}
    ways = Ways(graph)
    rows = []
    for index, node in enumerate(chart.rows):
        own = begins[index]
        others = {number for each in begins for number in each} - set(own)
        following = begins[index + 1] if index + 1 < len(begins) else ()
        window = [graph.nodes[number] for number in own if number in windows][:1]
        if not window:
            window = ways.closing(others).find(own, windows - others) or []
        beyond = ways.closing(others - set(following)).find(own, following) or []
        rows.append(Row(node, own, tuple(window), tuple(beyond)))
    return rows


def landmarks(graph: Graph, row: nodes.ChronologyRow) -> set[int]:
    """Return the nodes at which a game comes to a row of a chart."""
    name = row.name.text
    return {*_begins(graph, name), *graph.known(_runs).get(name, ())}


def _begins(graph: Graph, name: str) -> Iterator[int]:
    """Yield the nodes where a phase, step or window of this name begins."""
    for family in ("phase", "window"):
        if (family, name) in graph.entries:
            yield graph.entries[family, name]
    yield from graph.known(_blocks).get(name, ())


def _blocks(graph: Graph) -> dict[str, list[int]]:
    """Return where each phase and step that is written in its place begins."""
    found: dict[str, list[int]] = {}
    for node in graph.nodes:
        if isinstance(node.statement, core.PhaseBlock | core.StepBlock):
            found.setdefault(node.statement.name, []).append(node.number)
    return found


def _runs(graph: Graph) -> dict[str, list[int]]:
    """Return where each declared phase is run."""
    found: dict[str, list[int]] = {}
    for node in graph.nodes:
        if isinstance(node.statement, core.RunPhase):
            found.setdefault(node.statement.phase, []).append(node.number)
    return found
