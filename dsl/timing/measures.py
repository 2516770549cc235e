"""Conditions that can only hold so often: each time round, something they need runs out.

A measure belongs to a condition. Some nodes use it up, for good; if no node gives it back,
the condition holds finitely often on ways that go by one of the former each time: a
counter that only rises towards what is asked, a zone that is only emptied, cells that are
only marked, a state that is set and not set back, players who leave.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from .. import core
from ..checks.walking import walk
from ..core import Family
from ..program import Limit
from .certain import Certain
from .conditions import Conditions
from .goals import ONE_OF, filled
from .origins import Origins
from .places import Edge, Kind, Link, Node, Unit
from .rewriting import HOLE, TURNED, Key, conjuncts, denied, free_names, key, split, unfold

Test = Callable[[Node], bool]


@dataclass(frozen=True, slots=True)
class Measure:
    """Which nodes use up what a condition needs, and which may give it back.

    Others than these `nodes` do neither.
    """

    nodes: Sequence[Node]
    uses: Test
    restores: Test


class Measures:
    """Finds the measures of the edges of one graph."""

    def __init__(self, conditions: Conditions) -> None:
        self.conditions = conditions
        self.graph = conditions.graph
        self.effects = conditions.effects
        self.certain: Certain = conditions.certain
        self.states = self.graph.program.states
        self.origins = Origins(conditions)

    @cached_property
    def _changing(self) -> dict[str, list[Node]]:
        """The nodes that give a state a value, by state."""
        found: dict[str, list[Node]] = {}
        for node in self.graph.nodes:
            match node.statement:
                case core.Assign(target=target) | core.Adjust(target=target):
                    found.setdefault(target.state, []).append(node)
                case _:
                    pass
        return found

    @cached_property
    def _filling(self) -> dict[str, list[Node]]:
        """The nodes that take something out of a zone or put it there, by zone."""
        found: dict[str, list[Node]] = {}
        for node in self.graph.nodes:
            match node.statement:
                case core.Draw(source=source, zone=to):
                    zones = {source.zone, to.zone}
                case core.Move(zone=to):
                    base = self._base(node)
                    taken = {base.zone} if isinstance(base, core.Contents) else set()
                    zones = {to.zone, *taken}
                case _:
                    continue
            for zone in zones:
                found.setdefault(zone, []).append(node)
        return found

    @cached_property
    def _leaving(self) -> Measure:
        """Players: one less each time somebody is eliminated, until they come back."""
        moves = (core.Eliminate, core.Readmit)
        nodes = [n for n in self.graph.nodes if isinstance(n.statement, moves)]
        return Measure(
            nodes,
            lambda node: isinstance(node.statement, core.Eliminate),
            lambda node: isinstance(node.statement, core.Readmit),
        )

    def of(self, edge: Edge) -> Iterator[Measure]:
        """Yield the measures of what must hold for an edge to be taken."""
        unit = self.graph.nodes[edge.source].unit
        for condition in self.conditions.on(edge):
            yield from self._of_condition(self._told(condition, edge), unit)
        target = self.graph.nodes[edge.target]
        if target.kind is Kind.ABILITY and edge.kind in (Link.OFFER, Link.TRIGGER):
            for limit in self.graph.program.abilities[target.name].limits:
                yield _limited(limit, target, self.graph.nodes)

    def _told(self, condition: core.Expr, edge: Edge) -> core.Expr:
        """Return a condition that a name is not `rien` with what `soit` says it is."""
        match condition:
            case core.Operation(op="≠", operands=(core.Local() as name, none)):
                value = self.origins.said(self.graph.nodes[edge.source], name)
                if value is not None:
                    return replace(condition, operands=(value, none))
            case _:
                pass
        return condition

    def _of_condition(self, condition: core.Expr, unit: Unit) -> Iterator[Measure]:
        match condition:
            case core.Operation(op=op, operands=(left, right)) if op in TURNED:
                yield from self._compared(left, op, right, unit)
                yield from self._compared(right, TURNED[op], left, unit)
            case core.Global(kind=core.BOOLEAN):
                yield self._held(condition.state, condition)
            case core.Operation(op="non", operands=(core.Global() as state,)):
                yield self._held(state.state, condition)
            case core.Operation(op="non", operands=(core.Fold(op="existe") as none,)):
                yield from self._nowhere(none.group)
            case core.Fold(op="tous", group=group, slot=slot, item=core.Expr() as item):
                others = core.Where(group.span, group.kind, group, slot, denied(item))
                yield from self._nowhere(others)
            case _:
                pass
        for group, _ in filled(condition):
            yield from self._some(group, unit)

    # Numbers and states --------------------------------------------------

    def _compared(
        self, left: core.Expr, op: str, right: core.Expr, unit: Unit
    ) -> Iterator[Measure]:
        """A state on one side of a number: it can only be brought to the other side."""
        if not isinstance(left, core.Global | core.Column):
            return
        if left.kind != core.NUMBER:
            if isinstance(left, core.Global) and op in ("=", "≠"):
                whole = core.Operation(left.span, core.BOOLEAN, op, (left, right))
                yield self._held(left.state, whole)
            return
        low, high = self.certain.bounds(right)
        state = self.states[left.state]
        where = None if isinstance(left, core.Global) else (unit, key(left.index))
        if op in ("<", "≤") and high is not None:
            last = high if op == "<" else high + 1
            if state.high is None or state.high >= last:
                yield self._moving(left.state, 1, where)
        elif op in (">", "≥") and low is not None:
            last = low if op == ">" else low - 1
            if state.low is None or state.low <= last:
                yield self._moving(left.state, -1, where)
        elif op == "≠" and low == high is not None:
            for bound, sign in ((state.high, 1), (state.low, -1)):
                if bound == low:
                    yield self._moving(left.state, sign, where)

    def _moving(self, state: str, sign: int, where: tuple[Unit, Key] | None) -> Measure:
        """A number that only rises (1) or only falls (-1)."""

        def uses(node: Node) -> bool:
            match node.statement:
                case core.Adjust(target=target, amount=amount) if target.state == state:
                    low, high = self.certain.bounds(self.conditions.unfold(amount))
                    least = low if sign > 0 else (None if high is None else -high)
                    return least is not None and least >= 1 and _is_at(node, target, where)
                case _:
                    return False

        def restores(node: Node) -> bool:
            match node.statement:
                case core.Adjust(target=target, amount=amount) if target.state == state:
                    low, high = self.certain.bounds(self.conditions.unfold(amount))
                    least = low if sign > 0 else (None if high is None else -high)
                    return least is None or least < 0
                case core.Assign(target=target):
                    return target.state == state
                case _:
                    return False

        return Measure(self._changing.get(state, ()), uses, restores)

    def _nowhere(self, group: core.Expr) -> Iterator[Measure]:
        """Nobody's number has come so far: any of them that moves brings that nearer."""
        base, conditions = split(group)
        if not isinstance(base, core.All) or len(conditions) != 1:
            return
        for condition in conjuncts(conditions[0], False):
            match condition:
                case core.Operation(op=op, operands=(left, right)) if op in TURNED:
                    for one, turned, other in (
                        (left, op, right), (right, TURNED[op], left),
                    ):  # fmt: skip
                        if isinstance(one, core.Column) and key(one.index) == (
                            "local",
                            HOLE,
                        ):
                            whole = core.Global(one.span, one.kind, one.state)
                            yield from self._compared(whole, turned, other, ("", ""))
                case _:
                    pass

    def _held(self, state: str, condition: core.Expr) -> Measure:
        """A state with one of some values: it is given another."""

        def makes(node: Node) -> bool | None:
            match node.statement:
                case core.Assign(target=core.Global(state=name), value=value) if (
                    name == state
                ):
                    given = self.certain.value(unfold(value, self.graph.program))
                    return (
                        None if given is None else self._truth_with(condition, state, given)
                    )
                case core.Adjust(target=target) if target.state == state:
                    return None
                case _:
                    return False

        def uses(node: Node) -> bool:
            return _assigns(node, state) and makes(node) is False

        def restores(node: Node) -> bool:
            return makes(node) is not False

        return Measure(self._changing.get(state, ()), uses, restores)

    def _truth_with(
        self, condition: core.Expr, state: str, value: int | tuple[int, ...]
    ) -> bool | None:
        given = core.Const(condition.span, core.NUMBER, value, str(value))
        return self.certain.truth(with_state(condition, state, given))

    # Sets ----------------------------------------------------------------

    def _some(self, group: core.Expr, unit: Unit) -> Iterator[Measure]:
        """A set that has items: they are taken away, marked, eliminated."""
        base, conditions = split(group)
        match base:
            case core.Contents():
                yield self._emptied(base, unit)
            case core.All():
                if base.kind.family is Family.PLAYER:
                    yield self._leaving
                for condition in conditions:
                    yield from self._marked(condition)
            case _:
                pass

    def _emptied(self, zone: core.Contents, unit: Unit) -> Measure:
        index = None if zone.index is None else (unit, key(zone.index))

        def uses(node: Node) -> bool:
            match node.statement:
                case core.Draw(count=count, source=source, zone=to) if (
                    source.zone == zone.zone
                ):
                    least = self.certain.bounds(self.conditions.unfold(count))[0]
                    some = least is not None and least >= 1 and to.zone != zone.zone
                    return some and _is_index(node, source.index, index)
                case core.Move(items=items, zone=to) if to.zone != zone.zone:
                    if items.kind.optional and not self.origins.is_there(node, items):
                        return False
                    base = self._base(node)
                    if not isinstance(base, core.Contents) or base.zone != zone.zone:
                        return False
                    is_some = not items.kind.many or self.origins.has_some(node, items)
                    return is_some and _is_index(node, base.index, index)
                case _:
                    return False

        def restores(node: Node) -> bool:
            match node.statement:
                case core.Move(zone=to) | core.Draw(zone=to):
                    return to.zone == zone.zone
                case _:
                    return False

        return Measure(self._filling.get(zone.zone, ()), uses, restores)

    def _base(self, node: Node) -> core.Expr:
        """Return the set that what is moved comes from, under all filters."""
        assert isinstance(node.statement, core.Move)
        items = node.statement.items
        said = self.origins.said(node, items) if isinstance(items, core.Local) else None
        group = said or self.conditions.unfold(self.effects.group_of(node))
        match group:
            case core.Builtin(name=name, arguments=(several,)) if name in ONE_OF:
                group = several
            case _:
                pass
        return split(group)[0]

    def _marked(self, condition: core.Expr) -> Iterator[Measure]:
        """Items whose state is as a condition says: each that is changed is one less."""
        columns = [
            piece
            for piece in walk(condition)
            if isinstance(piece, core.Column) and key(piece.index) == ("local", HOLE)
        ]
        others = self.effects.touching.reads(condition) - {
            f"état {c.state}" for c in columns
        }
        if len(columns) == 1 and not others and free_names(condition) <= {HOLE}:
            yield self._marking(columns[0].state, condition)

    def _marking(self, state: str, condition: core.Expr) -> Measure:
        def undoes(node: Node) -> bool:
            match node.statement:
                case core.Assign(target=core.Column(state=name), value=given) if (
                    name == state
                ):
                    changed = with_state(condition, state, self.conditions.unfold(given))
                    return self.certain.truth(changed) is False
                case _:
                    return False

        def uses(node: Node) -> bool:
            statement = node.statement
            if not undoes(node) or not isinstance(statement, core.Assign):
                return False
            assert isinstance(statement.target, core.Column)
            return key(condition) in self.origins.known_of(
                node.unit, statement.target.index
            )

        def restores(node: Node) -> bool:
            return _assigns(node, state) and not undoes(node)

        return Measure(self._changing.get(state, ()), uses, restores)


def _limited(limit: Limit, ability: Node, nodes: Sequence[Node]) -> Measure:
    """A limit: each use counts, until its scope opens again."""

    def restores(node: Node) -> bool:
        if node.kind is Kind.OPEN:
            return limit.scope in node.scopes[-1]
        is_window = node.kind is Kind.WINDOW and limit.scope in ("fenêtre", node.name)
        return is_window or (
            node.kind is Kind.EVENT and limit.scope in ("événement", node.name)
        )

    return Measure(nodes, lambda node: node.number == ability.number, restores)


def _assigns(node: Node, state: str) -> bool:
    match node.statement:
        case core.Assign(target=target) | core.Adjust(target=target):
            return target.state == state
        case _:
            return False


def _is_at(
    node: Node, target: core.Global | core.Column, where: tuple[Unit, Key] | None
) -> bool:
    """Tell whether a change is of the owner a condition speaks of (any, without one)."""
    if where is None or isinstance(target, core.Global):
        return True
    return (node.unit, key(target.index)) == where


def _is_index(node: Node, index: core.Expr | None, where: tuple[Unit, Key] | None) -> bool:
    if where is None or index is None:
        return where is None and index is None
    return (node.unit, key(index)) == where


def with_state(expr: core.Expr, state: str, value: core.Expr) -> core.Expr:
    """Return a condition with a value for a state, or for that of a candidate."""
    match expr:
        case core.Global(state=name) | core.Column(state=name) if name == state:
            return value
        case core.Operation(op=op, operands=operands):
            inside = tuple(with_state(each, state, value) for each in operands)
            return core.Operation(expr.span, expr.kind, op, inside)
        case _:
            return expr
