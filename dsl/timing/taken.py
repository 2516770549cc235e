"""Where what is moved lies at that moment: the zones it can be taken from.

An item chosen from a zone, or gone through, or handed on, is still there as long as nothing
on the way to the move takes anything out of that zone.
"""

from __future__ import annotations

from collections.abc import Iterator

from .. import core
from ..builtins import PRESENT, SELF
from .conditions import Conditions
from .effects import entered
from .graph import ENTERS, Graph
from .places import Edge, Node, Unit
from .rewriting import key, split
from .ways import Ways

#: Calls an item is followed through at most.
MAX_DEPTH = 4
#: Functions that give items of the sets they are asked of.
_PARTS = ("premier", "dernier", "dessus", "union")


class Taken:
    """Knows where the items of the moves of one graph are taken from."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.conditions = graph.known(Conditions)
        self._touched: dict[int, frozenset[str]] = {}
        self.into: dict[int, list[Edge]] = {}
        for edge in graph.edges:
            if edge.source in self.conditions.reached:
                self.into.setdefault(edge.target, []).append(edge)
        #: Where each name gets its value.
        self.bound: dict[tuple[Unit, str], list[Node]] = {}
        for node in graph.nodes:
            if isinstance(node.statement, core.Choose | core.Let | core.For):
                name = node.unit, node.statement.slot
                self.bound.setdefault(name, []).append(node)

    def touched(self, node: Node) -> frozenset[str]:
        """Return what a node changes; of the zones, those it can take something from."""
        if node.number not in self._touched:
            self._touched[node.number] = self._touching(node)
        return self._touched[node.number]

    def _touching(self, node: Node) -> frozenset[str]:
        if not isinstance(node.statement, core.Move):
            return node.writes
        zones = self._zones(node, node.statement.items, MAX_DEPTH)
        if zones is None:
            return node.writes
        return frozenset(f"zone {name}" for name in {*zones, node.statement.zone.zone})

    def _zones(self, node: Node, items: core.Expr, depth: int) -> frozenset[str] | None:
        """Return the zones that items lie in when a node is come to, None if unknown."""
        if isinstance(items, core.Builtin) and items.name == PRESENT:
            return self._zones(node, items.arguments[0], depth)
        if not isinstance(items, core.Local):
            return self._named(items)
        tested = self._tested(node, items)
        if tested:
            return tested
        bindings = self.bound.get((node.unit, items.slot), [])
        if bindings:
            group = _group(bindings[0].statement) if len(bindings) == 1 else None
            zones = None if group is None else self._named(group)
            is_loop = isinstance(bindings[0].statement, core.For)
            return self._kept(zones, bindings[0].number, node, is_loop)
        start = self.graph.entries[node.unit]
        if node.unit[0] == "ability":
            return self._kept(self._used(node.unit[1], items.slot), start, node, False)
        given = list(self._given(node.unit, items.slot)) if depth else []
        found: set[str] = set()
        for call, item in given:
            zones = self._zones(call, item, depth - 1)
            if zones is None:
                return None
            found |= zones
        return self._kept(frozenset(found), start, node, False) if given else None

    def _used(self, name: str, slot: str) -> frozenset[str] | None:
        """Return the zones that what an ability is used with lies in, None if unknown."""
        ability = self.graph.program.abilities[name]
        if slot == SELF:
            return frozenset(ability.zones) or None
        groups = (each.group for each in ability.parameters if each.slot == slot)
        group = next(groups, None)
        return None if group is None else self._named(group)

    def _tested(self, node: Node, item: core.Local) -> frozenset[str]:
        """Return the zones that every test right before a node says an item lies in."""
        found = frozenset[str]()
        for edge in self.into.get(node.number, ()):
            zones = frozenset(
                zone
                for condition in self.conditions.on(edge)
                for zone in _said(condition, item)
            )
            if not zones:
                return zones
            found |= zones
        return found

    def _named(self, group: core.Expr) -> frozenset[str] | None:
        """Return the zones that all items of a set lie in, None if they may lie elsewhere."""
        base, _ = split(self.conditions.unfold(group))
        match base:
            case core.Contents(zone=zone):
                return frozenset({zone})
            case core.Builtin(name=name, arguments=arguments) if (
                name in _PARTS or name == PRESENT
            ):
                sets = [each for each in arguments if each.kind.family is base.kind.family]
                zones = [self._named(each) for each in sets]
                known = [each for each in zones if each is not None]
                is_known = bool(sets) and len(known) == len(sets)
                return frozenset[str]().union(*known) if is_known else None
            case _:
                return None

    def _kept(
        self, zones: frozenset[str] | None, since: int, node: Node, is_loop: bool
    ) -> frozenset[str] | None:
        """Return zones if nothing is taken out of them from somewhere to a node.

        The rounds of a loop before this one count: its items were found before them. A
        unit that is entered again meanwhile may take anything.
        """
        if zones is None:
            return None
        closed = {node.number} if is_loop else {node.number, since}
        between = Ways(self.graph, closed=closed).reach([since], entered=True)
        if is_loop:
            again = Ways(self.graph, closed={since})
            between |= again.reach([node.number], entered=True)
        taken = {f"zone {name}" for name in zones}
        takers = [
            number
            for number in between - {since, node.number}
            if self.graph.nodes[number].writes & taken or self._enters(number, node.unit)
        ]
        comes = Ways(self.graph, closed=() if is_loop else {since})
        return None if comes.find(takers, {node.number}) else zones

    def _enters(self, number: int, unit: Unit) -> bool:
        entry = self.graph.entries[unit]
        edges = self.graph.out(number)
        return any(edge.target == entry and edge.kind in ENTERS for edge in edges)

    def _given(self, unit: Unit, slot: str) -> Iterator[tuple[Node, core.Expr]]:
        """Yield the calls that hand a parameter on, and what they give."""
        program = self.graph.program
        match unit[0]:
            case "procedure":
                slots = [param.slot for param in program.procedures[unit[1]].params]
            case "event":
                slots = [param.slot for param in program.events[unit[1]].params]
            case _:
                return
        for node in self.graph.nodes:
            match node.statement:
                case core.Perform(arguments=arguments) | core.Emit(arguments=arguments) if (
                    slot in slots and unit in entered(node.statement)
                ):
                    yield node, arguments[slots.index(slot)]
                case _:
                    pass


def _said(condition: core.Expr, item: core.Local) -> Iterator[str]:
    """Yield the zone that a condition says an item to be in."""
    match condition:
        case core.Operation(op="dans", operands=(one, core.Contents(zone=zone))):
            if key(one) == key(item):
                yield zone
        case _:
            pass


def _group(statement: core.Statement | None) -> core.Expr | None:
    match statement:
        case core.Choose(group=group) | core.For(group=group):
            return group
        case core.Let(value=value):
            return value
        case _:
            return None
