"""Ways that go round: which of them can go on for ever, once what runs out is left aside."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property

from .. import core
from .conditions import Conditions
from .effects import Effects
from .graph import ENTERS, Graph
from .luck import Luck
from .measures import Measures
from .places import Edge, Kind, Link, Node
from .rewriting import conjuncts, substitute
from .ways import Ways

Cut = Callable[[Edge], bool]


class Rounds:
    """Looks for ways of one graph that come back to where they began."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.conditions = Conditions(graph, Effects(graph))
        self.measures = Measures(self.conditions)
        self.luck = Luck(self.conditions)
        self._first: dict[tuple[frozenset[int], Cut], Ways] = {}

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
    def measured(self) -> list[tuple[Edge, frozenset[int], frozenset[int]]]:
        """The edges that need something that can run out: what uses it, what restores it."""
        found = []
        reached = [self.graph.nodes[n] for n in sorted(self.conditions.reached)]
        for edge in self.graph.edges:
            if edge.source not in self.conditions.reached:
                continue
            for measure in self.measures.of(edge):
                uses = frozenset(node.number for node in reached if measure.uses(node))
                back = frozenset(node.number for node in reached if measure.restores(node))
                if uses:
                    found.append((edge, uses, back))
        return found

    def lasting(
        self,
        heads: Iterable[int],
        closed: frozenset[int],
        cut: Cut,
        entered: bool = False,
    ) -> list[Node] | None:
        """Return a way round one of some nodes that nothing makes finite, None if none.

        `entered`: the way only goes deeper into units, and never comes back out of one.
        """
        heads = list(heads)
        gone: set[Edge] = set()

        def is_cut(edge: Edge) -> bool:
            return edge in gone or cut(edge) or self.conditions.is_shut(edge)

        ways = self._uncut(closed, cut)
        while True:
            round_ = next(
                (way for head in heads if (way := ways.find([head], {head}, entered))), None
            )
            if round_ is None:
                return None
            finite = self._finite(ways, closed, is_cut, entered) - gone
            if not finite:
                return round_
            gone |= finite
            ways = Ways(self.graph, closed, is_cut, self.sure)

    def _uncut(self, closed: frozenset[int], cut: Cut) -> Ways:
        """Return the ways before anything is known to be finite, the same for all heads."""

        def is_cut(edge: Edge) -> bool:
            return cut(edge) or self.conditions.is_shut(edge)

        if (closed, cut) not in self._first:
            self._first[closed, cut] = Ways(self.graph, closed, is_cut, self.sure)
        return self._first[closed, cut]

    def _finite(
        self, ways: Ways, closed: frozenset[int], is_cut: Cut, entered: bool
    ) -> set[Edge]:
        """Return the edges that can be taken only so often, by what they need."""
        found: set[Edge] = set()
        for edge, uses, restores in self.measured:
            if edge in found or is_cut(edge) or edge.target in closed:
                continue
            if restores and restores & ways.reach([edge.target], entered):
                continue
            spared = Ways(self.graph, closed | uses, is_cut, self.sure)
            is_spent = edge.target in uses or edge.source in uses
            if is_spent or spared.find([edge.target], {edge.source}, entered) is None:
                found.add(edge)
        return found | self._shrinking(ways, is_cut) | self.luck.spent(ways)

    # Numbers handed on ---------------------------------------------------

    def _shrinking(self, ways: Ways, is_cut: Cut) -> set[Edge]:
        """Return the edges that need a number which is less each time it is handed on."""
        found: set[Edge] = set()
        for edge in self.graph.edges:
            if edge.source not in self.conditions.reached or is_cut(edge):
                continue
            target = self.graph.nodes[edge.target]
            unit = (
                target.unit if edge.kind in ENTERS else self.graph.nodes[edge.source].unit
            )
            slots = self._handed(unit)
            for condition in self.conditions.on(edge) if slots else ():
                slot = self._floored(condition, slots)
                if slot and self._gets_less(ways, unit, slots, slot):
                    found.add(edge)
        return found

    def _handed(self, unit: tuple[str, str]) -> tuple[str, ...]:
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

    def _gets_less(
        self, ways: Ways, unit: tuple[str, str], slots: tuple[str, ...], slot: str
    ) -> bool:
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
        for edge in self.graph.edges:
            target = self.graph.nodes[edge.target]
            if edge.kind is not Link.TRIGGER or target.kind is not Kind.ABILITY:
                continue
            below = everywhere.reach([edge.target], entered=True)
            emitted = [
                node.statement
                for node in (self.graph.nodes[number] for number in below)
                if isinstance(node.statement, core.Emit)
                and node.statement.event == self.graph.nodes[edge.source].name
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
