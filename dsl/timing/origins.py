"""Where what a rule speaks of was taken from: the sets behind names and parameters."""

from __future__ import annotations

from collections.abc import Iterator

from .. import core
from ..builtins import PRESENT
from .conditions import Conditions
from .effects import entered
from .places import Link, Node, Unit
from .rewriting import Key, key, split


class Origins:
    """Knows what chosen and given items were taken from, all over one graph."""

    def __init__(self, conditions: Conditions) -> None:
        self.conditions = conditions
        self.graph = conditions.graph
        self.effects = conditions.effects

    def said(self, node: Node, name: core.Local) -> core.Expr | None:
        """Return what `soit` says a name is, if it says so anew each time at a node."""
        binding = self.effects.bindings.get((node.unit, name.slot))
        if not isinstance(binding, core.Let):
            return None
        inside = {*self.graph.members[node.unit]} - {self.graph.statements[id(binding)]}
        following = (edge.target for edge in self.graph.out(node.number))
        again = (
            self.graph.path(n, [node.number], inside) for n in following if n in inside
        )
        return None if any(again) else self.conditions.unfold(binding.value)

    def is_there(self, node: Node, items: core.Expr) -> bool:
        """Tell whether a name is not `rien` whenever a game comes to a node: `soit` gives
        it anew each time, and a test stands between."""
        if not isinstance(items, core.Local) or self.said(node, items) is None:
            return False
        home = self.graph.statements[id(self.effects.bindings[node.unit, items.slot])]
        members = self.graph.members[node.unit]
        tested = {
            edge.target
            for number in members
            for edge in self.graph.out(number)
            if edge.kind is Link.IF
            and any(_is_present(each, items) for each in self.conditions.on(edge))
        }
        return self.graph.path(home, [node.number], {*members} - tested) is None

    def has_some(self, node: Node, items: core.Expr) -> bool:
        """Tell whether a set that is moved is a whole zone, or what had to be chosen."""
        match self.effects.bindings.get((node.unit, getattr(items, "slot", ""))):
            case core.Choose(mode="many", minimum=core.Expr() as minimum):
                low = self.conditions.certain.bounds(self.conditions.unfold(minimum))[0]
                return low is not None and low >= 1
            case _:
                return isinstance(items, core.Contents)

    def known_of(self, unit: Unit, item: core.Expr, depth: int = 3) -> frozenset[Key]:
        """Return what the filters of the set say that an item was taken from."""
        if depth == 0:
            return frozenset()
        match item:
            case core.Local(slot=slot):
                group = self._chosen_from(unit, slot)
                if group is not None:
                    return self._filters(group)
                found = [
                    self.known_of(home, given, depth - 1)
                    for home, given in self.given(unit, slot)
                ]
                return frozenset.intersection(*found) if found else frozenset()
            case core.Builtin(name="premier" | "dernier", arguments=(group,)):
                return self._filters(group)
            case core.Builtin(name=name, arguments=(inner,)) if name == PRESENT:
                return self.known_of(unit, inner, depth)
            case _:
                return frozenset()

    def _filters(self, group: core.Expr) -> frozenset[Key]:
        return frozenset(map(key, split(self.conditions.unfold(group))[1]))

    def given(self, unit: Unit, slot: str) -> Iterator[tuple[Unit, core.Expr]]:
        """Yield what a parameter is given, wherever its unit is called."""
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
                    yield node.unit, arguments[slots.index(slot)]
                case _:
                    pass

    def _chosen_from(self, unit: Unit, slot: str) -> core.Expr | None:
        match self.effects.bindings.get((unit, slot)):
            case core.Choose(mode="one", group=group):
                return group
            case _:
                pass
        ability = (
            self.graph.program.abilities.get(unit[1]) if unit[0] == "ability" else None
        )
        parameters = () if ability is None else ability.parameters
        return next((each.group for each in parameters if each.slot == slot), None)


def _is_present(condition: core.Expr, name: core.Local) -> bool:
    """Tell whether a condition says that a name is not `rien`."""
    match condition:
        case core.Operation(op="≠", operands=(core.Local(slot=slot), core.Const(value=-1))):
            return slot == name.slot
        case _:
            return False
