"""What running a unit or a statement may change, all that it calls included."""

from __future__ import annotations

from collections.abc import Iterator

from .. import core
from ..checks.walking import walk
from .graph import Graph
from .places import Node, Unit
from .touching import Touching


class Effects:
    """Knows what the units of one graph change, and which statement binds a name."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.touching = Touching(graph.program)
        self.eliminates = any(
            isinstance(node.statement, core.Eliminate) for node in graph.nodes
        )
        own: dict[Unit, set[str]] = {unit: set() for unit in graph.entries}
        for node in graph.nodes:
            own.setdefault(node.unit, set()).update(node.writes)
        self.writes: dict[Unit, frozenset[str]] = {
            unit: frozenset(own[unit]) for unit in graph.entries
        }
        self._close()
        #: What happens at the nodes that lead events of a batch on, stage by stage.
        self.hubs: dict[int, frozenset[str]] = {}
        for batch in graph.batches:
            touched = frozenset[str]().union(
                *(self.writes["event", name] for name in batch.events)
            )
            self.hubs |= dict.fromkeys((batch.act, batch.forced, batch.free), touched)
        self.bindings = {
            (node.unit, node.statement.slot): node.statement
            for node in graph.nodes
            if isinstance(node.statement, core.Choose | core.Let | core.For)
        }

    def _close(self) -> None:
        """Add to each unit what the units it enters change."""
        changed = True
        while changed:
            changed = False
            for unit, other in self.graph.calls.edges:
                more = self.writes[unit] | self.writes[other]
                if more != self.writes[unit]:
                    self.writes[unit] = more
                    changed = True

    def of_body(self, body: core.Body) -> frozenset[str]:
        """Return what statements may change."""
        found: set[str] = set()
        for piece in walk(*body):
            if isinstance(piece, core.Statement):
                found |= self.touching.statement_writes(piece)
                for unit in entered(piece):
                    found |= self.writes[unit]
        return frozenset(found)

    def sources(self, node: Node) -> frozenset[str]:
        """Return the zones a move or a draw may take something from."""
        match node.statement:
            case core.Draw(source=source):
                return frozenset({source.zone})
            case core.Move() as move:
                read = self.touching.reads(self.group_of(node))
                named = [name for name in read if name.startswith("zone ")]
                zones = named or self.touching.statement_writes(move)
                return frozenset(name.removeprefix("zone ") for name in zones)
            case _:
                return frozenset()

    def group_of(self, node: Node) -> core.Expr:
        """Return the set that what is moved was taken from, as far as it is known."""
        assert isinstance(node.statement, core.Move)
        items = node.statement.items
        if not isinstance(items, core.Local):
            return items
        match self.bindings.get((node.unit, items.slot)):
            case core.Choose(group=core.Expr() as group) | core.For(group=group):
                return group
            case core.Let(value=value):
                return value
            case _:
                return items


def entered(statement: core.Statement) -> Iterator[Unit]:
    """Yield the units a statement enters."""
    match statement:
        case core.Perform():
            yield "procedure", statement.procedure
        case core.Emit():
            yield "event", statement.event
        case core.RunPhase():
            yield "phase", statement.phase
        case core.OpenWindow():
            yield "window", statement.window
        case _:
            pass
