"""Ways that go round: which of them can go on for ever, once what runs out is left aside."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from .. import core
from .conditions import Conditions
from .graph import ENTERS, Graph
from .luck import Luck
from .measures import Measures
from .places import Edge, Kind, Link, Node, Unit
from .rewriting import conjuncts, substitute
from .ways import Ways, bits, never

Cut = Callable[[Edge], bool]
#: An edge, the nodes that use up what it needs, and those that give it back, as bits.
Measured = tuple[Edge, frozenset[int], int]


class Rounds:
    """Looks for ways of one graph that come back to where they began."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.conditions = graph.known(Conditions)
        self.measures = Measures(self.conditions)
        self.luck = Luck(self.conditions)
        self._first: dict[tuple[frozenset[int], Cut], Ways] = {}
        self._last: dict[tuple[frozenset[int], Cut], Ways] = {}

    @cached_property
    def sure(self) -> frozenset[int]:
        """The heads of loops that have one round at least."""
        found = []
        for node in self.graph.nodes:
            match node.statement:
                case core.Turns():
                    is_sure = not self.conditions.effects.eliminates
                case core.Repeat(times=times):
                    low = self.conditions.certain.bounds(self.conditions.unfold(times))[0]
                    is_sure = low is not None and low >= 1
                case core.For(group=group):
                    is_sure = (
                        self.conditions.certain.size(self.conditions.unfold(group))[0] > 0
                    )
                case _:
                    is_sure = False
            if is_sure:
                found.append(node.number)
        return frozenset(found)

    @cached_property
    def measured(self) -> list[Measured]:
        """The edges that need something that can run out: what uses it, what restores it."""
        found = []
        reached = self.conditions.reached
        for edge in self.graph.edges:
            if edge.source not in reached:
                continue
            for measure in self.measures.of(edge):
                nodes = [node for node in measure.nodes if node.number in reached]
                uses = frozenset(node.number for node in nodes if measure.uses(node))
                if uses:
                    back = bits(node.number for node in nodes if measure.restores(node))
                    found.append((edge, uses, back))
        return found

    def lasting(
        self, head: int, closed: frozenset[int], cut: Cut, deeper: Cut | None = None
    ) -> list[Node] | None:
        """Return a way round a node that nothing makes finite, None if there is none.

        With `deeper`, the way only goes deeper into units, and never comes back out of
        one; this cuts the edges that nothing takes meanwhile, in the units gone over.
        """
        entered = deeper is not None
        if not self._uncut(closed, cut).ahead(head, entered) >> head & 1:
            return None
        if (closed, cut) not in self._last:
            gone = self._spent(closed, cut, deeper)
            first = self._uncut(closed, cut)
            self._last[closed, cut] = self._without(first, gone, deeper)
        ways = self._last[closed, cut]
        return ways.find([head], {head}, entered)

    def _uncut(self, closed: frozenset[int], cut: Cut) -> Ways:
        """Return the ways before anything is known to be finite."""

        def is_cut(edge: Edge) -> bool:
            return self.conditions.is_shut(edge) or cut(edge)

        if (closed, cut) not in self._first:
            self._first[closed, cut] = Ways(self.graph, closed, is_cut, self.sure)
        return self._first[closed, cut]

    @cached_property
    def _rare(self) -> frozenset[Edge]:
        """The edges that no game takes for ever, whatever it does meanwhile."""
        return frozenset(self._spent(frozenset(), never, None))

    def _without(self, first: Ways, gone: set[Edge], deeper: Cut | None) -> Ways:
        """Return ways without edges; what is used up deeper down may be had in a call."""
        if deeper is None:
            return first.without(frozenset(gone))
        return first.without(self._rare).without(frozenset(gone), passed=True)

    def _spent(self, closed: frozenset[int], cut: Cut, deeper: Cut | None) -> set[Edge]:
        """Return the edges that can be taken only so often."""
        first = self._uncut(closed, cut)
        gone: set[Edge] = set()
        while True:
            ways = self._without(first, gone, deeper)
            meanwhile = ways if deeper is None else self._uncut(closed, deeper)
            finite = self._finite(ways, meanwhile, deeper is not None)
            if finite <= gone:
                return gone
            gone |= finite

    def _finite(self, ways: Ways, meanwhile: Ways, entered: bool) -> set[Edge]:
        """Return the edges that can be taken only so often, by what they need.

        What is used up must not be given back `meanwhile`.
        """
        found: set[Edge] = set()
        spared: dict[frozenset[int], Ways] = {}
        for edge, uses, restores in self.measured:
            if edge in found or edge.target in ways.closed or ways.cut(edge):
                continue
            source = 1 << edge.source
            if not ways.after(edge, entered) & source:
                continue
            if restores & meanwhile.after(edge, entered):
                continue
            if edge.target in uses or edge.source in uses:
                found.add(edge)
                continue
            if uses not in spared:
                spared[uses] = ways.closing(uses)
            if not spared[uses].after(edge, entered) & source:
                found.add(edge)
        return found | self._shrinking(ways) | self.luck.spent(ways)

    # Numbers handed on ---------------------------------------------------

    def _shrinking(self, ways: Ways) -> set[Edge]:
        """Return the edges that need a number which is less each time it is handed on."""
        return {
            edge
            for edge, unit, slots, slot in self._numbered
            if not ways.cut(edge) and self._gets_less(ways, unit, slots, slot)
        }

    @cached_property
    def _numbered(self) -> list[tuple[Edge, Unit, tuple[str, ...], str]]:
        """The edges that need a number handed to their unit to be above another."""
        found = []
        for edge in self.graph.edges:
            if edge.source not in self.conditions.reached:
                continue
            number = edge.target if edge.kind in ENTERS else edge.source
            unit = self.graph.nodes[number].unit
            slots = self._handed(unit)
            for condition in self.conditions.on(edge) if slots else ():
                slot = self._floored(condition, slots)
                if slot:
                    found.append((edge, unit, slots, slot))
        return found

    def _handed(self, unit: Unit) -> tuple[str, ...]:
        """Return the names under which a unit is handed what it is called with."""
        program = self.graph.program
        match unit[0]:
            case "procedure":
                return tuple(param.slot for param in program.procedures[unit[1]].params)
            case "event":
                return tuple(param.slot for param in program.events[unit[1]].params)
            case "ability":
                trigger = program.abilities[unit[1]].trigger
                return () if trigger is None else trigger.slots
            case _:
                return ()

    def _floored(self, condition: core.Expr, slots: tuple[str, ...]) -> str:
        """Return the name a condition says to be above some number."""
        match condition:
            case core.Operation(op=">" | "≥", operands=(core.Local(slot=slot), floor)) | (
                core.Operation(op="<" | "≤", operands=(floor, core.Local(slot=slot)))
            ):
                low = self.conditions.certain.bounds(floor)[0]
                return slot if slot in slots and low is not None else ""
            case _:
                return ""

    def _gets_less(self, ways: Ways, unit: Unit, slots: tuple[str, ...], slot: str) -> bool:
        """Tell whether a unit that leads to itself hands on less of a number each time."""
        name = unit[1]
        if unit[0] == "ability":
            trigger = self.graph.program.abilities[name].trigger
            assert trigger is not None
            name = trigger.event
        below = ways.reach([self.graph.entries[unit]], entered=True)
        calls = []
        for number in below:
            match self.graph.nodes[number].statement:
                case (
                    core.Perform(procedure=called, arguments=arguments)
                    | core.Emit(event=called, arguments=arguments)
                ) if called == name:
                    calls.append((self.graph.nodes[number], arguments[slots.index(slot)]))
                case _:
                    pass
        return bool(calls) and all(
            node.unit == unit and self._is_less(given, slot) for node, given in calls
        )

    def _is_less(self, given: core.Expr, slot: str) -> bool:
        match given:
            case core.Operation(op="-", operands=(core.Local(slot=name), amount)):
                low = self.conditions.certain.bounds(self.conditions.unfold(amount))[0]
                return name == slot and low is not None and low >= 1
            case _:
                return False

    # Triggers that what is emitted contradicts ---------------------------

    @cached_property
    def contradicted(self) -> frozenset[Edge]:
        """The triggers whose condition no emission below the ability can meet."""
        found = []
        everywhere = Ways(self.graph, cut=self.conditions.is_shut)
        emissions: dict[str, list[tuple[int, core.Emit]]] = {}
        for node in self.graph.nodes:
            if isinstance(node.statement, core.Emit):
                emissions.setdefault(node.statement.event, []).append(
                    (node.number, node.statement)
                )
        for edge in self.graph.edges:
            target = self.graph.nodes[edge.target]
            if edge.kind is not Link.TRIGGER or target.kind is not Kind.ABILITY:
                continue
            below = everywhere.ahead(edge.target, entered=True)
            emitted = [
                emission
                for number, emission in emissions.get(
                    self.graph.nodes[edge.source].name, ()
                )
                if below >> number & 1
            ]
            if emitted and all(self._contradicts(target.name, each) for each in emitted):
                found.append(edge)
        return frozenset(found)

    def _contradicts(self, name: str, emitted: core.Emit) -> bool:
        """Tell whether an event with these arguments never meets what an ability requires."""
        ability = self.graph.program.abilities[name]
        assert ability.trigger is not None
        values = {
            slot: self.conditions.unfold(given)
            for slot, given in zip(ability.trigger.slots, emitted.arguments, strict=False)
        }
        for requirement in ability.requirements:
            for condition in conjuncts(self.conditions.unfold(requirement.condition)):
                if self.conditions.certain.truth(substitute(condition, values)) is False:
                    return True
        return False
