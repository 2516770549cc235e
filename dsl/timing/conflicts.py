"""Abilities that fire at the same moment, and whose order makes a difference: T09."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement
from typing import NamedTuple

from .. import core
from ..checks.walking import Piece, walk
from ..diagnostics import Diagnostic, Place
from ..messages_windows import why
from ..program import Ability
from .answers import answers, has_answers
from .certain import Certain
from .exclusion import Exclusion
from .findings import Check, Finding, Soundness, Verdict
from .graph import Graph
from .places import Edge, Kind, Node, Stage, Unit
from .regions import covered
from .rewriting import unfold
from .touching import PLAYERS, Touching

#: Stages at which abilities fire by rule.
_BY_RULE = (Stage.REPLACE, Stage.BEFORE_FORCED, Stage.AFTER_FORCED)
#: How something is changed: put, raised, lowered, or by a sum that may be either.
_PUT, _UP, _DOWN, _SUM = "=", "+", "-", "±"


class Deeds(NamedTuple):
    """What an ability reads, and how it changes what; whether others may be cut off."""

    reads: frozenset[str]
    writes: dict[str, set[str]]
    stops: bool
    #: States it touches only for who or what the event is about.
    own: frozenset[str]


def order_matters(graph: Graph) -> Iterator[Finding]:
    """T09. Prove that abilities that fire together by rule do not depend on their order,
    or that the profile says who orders them.

    The events of a batch are answered in the order they are emitted, whoever orders: what
    they force must not depend on it either.
    """
    reader = _Reader(graph)
    for event in graph.program.events:
        for stage in _BY_RULE:
            node = graph.stage(event, stage)
            if node.number in graph.reachable:
                yield from _at_stage(
                    reader, list(answers(graph.program, event, stage)), node
                )
    for batch in graph.batches:
        for first, second in combinations_with_replacement(batch.events, 2):
            if first == second and first not in batch.repeated:
                continue
            nodes = [graph.stage(name, Stage.AFTER_FORCED) for name in (first, second)]
            for one in answers(graph.program, first, Stage.AFTER_FORCED):
                for other in answers(graph.program, second, Stage.AFTER_FORCED):
                    yield from reader.batch_conflict(one, other, *nodes)


def _at_stage(reader: _Reader, group: list[Ability], node: Node) -> Iterator[Finding]:
    """Yield conflicts that nobody orders, or an order that settles no conflict."""
    graph = reader.graph
    pairs = list(_pairs(graph, group))
    found = [each for pair in pairs for each in reader.stage_conflict(*pair, node)]
    if graph.program.order is None:
        yield from found
    elif pairs and not found:
        values = why("T09 idle", names=tuple(ability.title for ability in group))
        way = graph.path(graph.start, [node.number]) or [node]
        diagnostic = Diagnostic("T09", group[0].span, values, cites=node.cites)
        yield Finding(Verdict.INFO, diagnostic, tuple(way))


def depends_on_order(graph: Graph, group: list[Ability], node: Node) -> bool:
    """Tell whether the order of abilities that fire at a stage may make a difference."""
    reader = _Reader(graph)
    return any(
        True for pair in _pairs(graph, group) for _ in reader.stage_conflict(*pair, node)
    )


def _pairs(graph: Graph, group: list[Ability]) -> Iterator[tuple[Ability, Ability]]:
    """Yield abilities that may fire together; a card of which there are several, with it."""
    exclusion = Exclusion(graph.program)
    for one, other in combinations(group, 2):
        if not exclusion.are_exclusive(one, other):
            yield one, other
    for ability in group:
        if copies(graph, ability) > 1:
            yield ability, ability


def copies(graph: Graph, ability: Ability) -> int:
    """Return how many cards bear an ability; one for the rules."""
    return 1 if ability.card is None else graph.program.cards[ability.card].copies


class _Reader:
    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.program = graph.program
        self.touching = Touching(graph.program)
        self.known: dict[str, Deeds] = {}
        #: Pairs already told.
        self.told: set[frozenset[str]] = set()

    def stage_conflict(self, one: Ability, other: Ability, node: Node) -> Iterator[Finding]:
        """Yield the conflict of two abilities at one stage, if there is one."""
        on = self.both(self.deeds(one), self.deeds(other))
        if node.stage is Stage.REPLACE:
            # Only one replaces the event.
            on = {self.program.events[node.name].title}
        if on:
            yield self._finding("T09 stage", one, other, on, (node, node))

    def batch_conflict(
        self, one: Ability, other: Ability, node: Node, then: Node
    ) -> Iterator[Finding]:
        """Yield the conflict of what two events of a batch force, if there is one."""
        first, second = self.deeds(one), self.deeds(other)
        on = self.both(first, second)
        if node is then:
            # What belongs to the one an event is about is not that of another.
            on -= first.own & second.own
        pair = frozenset({one.name, other.name})
        if on and pair not in self.told:
            self.told.add(pair)
            yield self._finding("T09 batch", one, other, on, (node, then))

    def _finding(
        self, case: str, one: Ability, other: Ability, on: set[str], at: tuple[Node, Node]
    ) -> Finding:
        graph = self.graph
        shown = ", ".join(sorted(on))
        values = why(case, one=one.title, other=other.title, on=shown)
        places = (Place(other.span, "other"),) if other is not one else ()
        found = Diagnostic("T09", one.span, values, places, one.cites)
        first, second = (graph.entries["ability", each.name] for each in (one, other))
        lead = graph.path(graph.start, [at[0].number]) or []
        steps = (graph.nodes[first], at[1], graph.nodes[second])
        return Finding(Verdict.ALERT, found, (*lead, *steps))

    def both(self, one: Deeds, other: Deeds) -> set[str]:
        """Return what makes the order of two abilities matter."""
        return self.met(one, other) | self.met(other, one)

    def met(self, one: Deeds, other: Deeds) -> set[str]:
        """Return what one changes and another reads, or changes another way."""
        found = set(one.writes) & other.reads
        for name in set(one.writes) & set(other.writes):
            if not self._commute(name, one.writes[name] | other.writes[name]):
                found.add(name)
        if one.stops and (other.writes or other.stops):
            found.add("fin")
        return {name.split(" ", 1)[-1] for name in found}

    def _commute(self, name: str, ways: set[str]) -> bool:
        """Tell whether changes of one thing give the same in any order.

        Bounds cut off what goes too far: only changes in one direction are safe then.
        """
        if ways in ({_UP}, {_DOWN}):
            return True
        state = self.program.states.get(name.removeprefix("état "))
        is_free = state is None or (state.low is None and state.high is None)
        return _PUT not in ways and is_free

    def deeds(self, ability: Ability) -> Deeds:
        """Return what an ability does, with all that it calls."""
        if ability.name not in self.known:
            reads = set(self.touching.condition_of(ability))
            reads |= self._prohibitions(ability.name)
            writes: dict[str, set[str]] = {}
            nodes = self._nodes(("ability", ability.name))
            for node in nodes:
                reads |= self._reads(node)
                if node.stage is Stage.FORBID:
                    reads |= self._prohibitions(node.name)
                for name, how in self._writes(node):
                    writes.setdefault(name, set()).add(how)
            stops = any(
                isinstance(n.statement, core.Finish | core.Leave | core.Cancel)
                for n in nodes
            )
            self.known[ability.name] = Deeds(
                frozenset(reads), writes, stops, self._own(ability, nodes)
            )
        return self.known[ability.name]

    def _nodes(self, unit: Unit) -> list[Node]:
        """Return what a unit runs, with the state checks that it can set off."""
        graph = self.graph
        found = set(covered(graph, graph.members[unit], self._is_check))
        waiting = list(graph.program.controls)
        while waiting:
            written = frozenset().union(*(graph.nodes[n].writes for n in found))
            due = [c for c in waiting if self.touching.reads(c.condition) & written]
            if not due:
                break
            for control in due:
                waiting.remove(control)
                own = graph.members["control", control.name]
                found |= covered(graph, own, self._is_check)
        return [graph.nodes[number] for number in sorted(found)]

    def _is_check(self, edge: Edge) -> bool:
        return self.graph.nodes[edge.source].kind is Kind.CONTROL

    def _own(self, ability: Ability, nodes: list[Node]) -> frozenset[str]:
        """Return the states an ability touches only by a name of its event."""
        assert ability.trigger is not None
        pieces: list[Piece] = [each.condition for each in ability.requirements]
        pieces += [each.group for each in ability.parameters]
        touched: dict[str, set[str]] = {}
        for piece in walk(*pieces, *ability.cost, *ability.effect):
            match piece:
                case core.Column(state=state, index=core.Local(slot=slot)):
                    touched.setdefault(state, set()).add(slot)
                case core.Column(state=state) | core.Global(state=state):
                    touched.setdefault(state, set()).add("")
                case _:
                    pass
        slots = set(ability.trigger.slots)
        calls = any(node.unit != ("ability", ability.name) for node in nodes)
        if calls:
            return frozenset()
        return frozenset(
            name for name, by in touched.items() if len(by) == 1 and by <= slots
        )

    def _prohibitions(self, name: str) -> set[str]:
        """Return what decides whether an event or action is forbidden."""
        found = {f"interdit {name}"}
        for ability in self.program.abilities.values():
            trigger = ability.trigger
            if ability.cls == "interdit" and trigger is not None and trigger.event == name:
                found |= self.touching.condition_of(ability)
        return found

    def _reads(self, node: Node) -> frozenset[str]:
        match node.statement:
            case core.Adjust(target=target, amount=amount):
                index = target.index if isinstance(target, core.Column) else None
                return self.touching.reads(amount, index)
            case _:
                # A state check that nothing sets off reads nothing that changes.
                return frozenset() if node.kind is Kind.CONTROL else node.reads

    def _writes(self, node: Node) -> Iterator[tuple[str, str]]:
        """Yield what a node changes, and how."""
        match node.statement:
            case core.Adjust(target=target, amount=amount):
                yield f"état {target.state}", self._direction(amount)
            case core.Eliminate():
                yield PLAYERS, _DOWN
            case core.Readmit():
                yield PLAYERS, _UP
            case core.Lasting(value=value):
                yield f"valeur {value}", _SUM
            case core.Forbid(target=target):
                yield f"interdit {target}", _UP
            case _:
                for name in node.writes:
                    yield name, _PUT

    def _direction(self, amount: core.Expr) -> str:
        low, high = Certain(self.program, eliminates=True).bounds(
            unfold(amount, self.program)
        )
        if low is not None and low >= 0:
            return _UP
        return _DOWN if high is not None and high <= 0 else _SUM


CHECKS: tuple[Check, ...] = (Check("T09", Soundness.SAFE, order_matters, has_answers),)
