"""Looks back from a place for what proves that something holds there, on every way.

A goal is followed backwards, from a node to all that may come before it: names are
replaced by what they were bound to, parameters by arguments. A way ends well where a
test, a requirement or the start proves the goal, and badly where something it depends on
is changed. A bad way is a possible one, not a certain one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from .. import core
from ..builtins import ME
from ..checks.walking import walk
from ..program import Ability
from .certain import Certain
from .effects import Effects
from .goals import (
    FORGOTTEN,
    AtLeast,
    Goal,
    Seated,
    expressions,
    goal_key,
    is_certain,
    is_proved,
    names_in,
    put,
    reduced,
    said,
)
from .graph import RETURNS, Graph
from .places import Edge, Kind, Link, Node
from .rewriting import Key, conjuncts, key, split, unfold
from .ways import Ways, gone_over

#: Places looked at for one goal at most; beyond, it is not proved.
MAX_PLACES = 4_000


class Broken(Exception):
    """A goal may be made false where one looks back over an edge."""


class Guards:
    """Proves goals at the places of one graph."""

    def __init__(self, graph: Graph, effects: Effects) -> None:
        self.graph = graph
        self.effects = effects
        eliminates = effects.eliminates
        self.certain = Certain(graph.program, eliminates=eliminates)
        self.at_start = Certain(graph.program, eliminates=eliminates, start=True)
        ways = Ways(graph, cut=self._is_shut)
        self.passable = ways.passable
        self.reached = ways.reach([graph.start], entered=True)
        self.into: dict[int, list[Edge]] = {}
        for edge in graph.edges:
            taken = edge.source in self.reached and not self._is_shut(edge)
            if taken and edge.kind not in RETURNS:
                self.into.setdefault(edge.target, []).append(edge)

    def _is_shut(self, edge: Edge) -> bool:
        """Tell whether a test always goes the other way: by a setting, most often."""
        match self.graph.nodes[edge.source].statement:
            case core.If(condition=condition) | core.While(condition=condition):
                held = self.certain.truth(self.unfold(condition))
                return held is not None and held != (edge.kind is Link.IF)
            case _:
                return False

    def unfold(self, expr: core.Expr) -> core.Expr:
        """Return an expression with its definitions written out."""
        return unfold(expr, self.graph.program)

    def bad_way(self, goal: Goal, node: Node) -> list[Node] | None:
        """Return a way to a node on which nothing proves a goal, None if all do."""
        following: dict[tuple[int, Key], tuple[int, Key] | None] = {}
        waiting: list[tuple[int, Goal]] = []

        def add(
            number: int, goals: tuple[Goal, ...], after: tuple[int, Key] | None
        ) -> None:
            for each in goals:
                place = (number, goal_key(each))
                if place not in following:
                    following[place] = after
                    waiting.append((number, each))

        add(node.number, reduced(goal, self.certain), None)
        for number, held in waiting:
            here = (number, goal_key(held))
            if number == self.graph.start and not is_certain(held, self.at_start):
                return self._way(following, here)
            if len(following) > MAX_PLACES:
                return self._way(following, here)
            for edge in self.into.get(number, ()):
                try:
                    before = self._before(edge, held)
                except Broken:
                    return [self.graph.nodes[edge.source], *self._way(following, here)]
                if before is not None:
                    add(edge.source, reduced(before, self.certain), here)
        return None

    def _way(
        self,
        following: dict[tuple[int, Key], tuple[int, Key] | None],
        place: tuple[int, Key] | None,
    ) -> list[Node]:
        way = []
        while place is not None:
            way.append(self.graph.nodes[place[0]])
            place = following[place]
        return way

    def _before(self, edge: Edge, goal: Goal) -> Goal | None:
        """Return what must hold before an edge's source, None if the edge proves the goal."""
        source, target = self.graph.nodes[edge.source], self.graph.nodes[edge.target]
        conditions = list(self._conditions(edge, source, target))
        if any(self.certain.truth(each) is False for each in conditions):
            return None
        if is_proved(goal, conditions, self.certain) or self._is_asked(edge, goal):
            return None
        entering = self._into_loop(source, target, goal)
        if entering is None:
            return None
        goal = entering
        if edge.kind is Link.OVER:
            touched = (self.effects.writes[unit] for unit in gone_over(self.graph, edge))
            if frozenset().union(*touched) & self._reads(goal):
                raise Broken
            return goal
        if source.unit != target.unit:
            return self._outside(edge, source, goal)
        return self._at(edge, source, goal)

    def _reads(self, goal: Goal) -> frozenset[str]:
        read = self.effects.touching.reads(*expressions(goal))
        return read | {"joueurs"} if isinstance(goal, Seated) else read

    # What edges say ------------------------------------------------------

    def _conditions(self, edge: Edge, source: Node, target: Node) -> Iterator[core.Expr]:
        """Yield conditions that hold on an edge."""
        match source.statement:
            case core.If(condition=condition) | core.While(condition=condition):
                yield from conjuncts(self.unfold(condition), edge.kind is Link.IF)
            case core.Choose(mode="one", slot=slot, group=core.Expr() as group):
                yield from self._said(slot, group)
            case core.For() as loop if edge.kind is Link.IF:
                read = self.effects.touching.reads(loop.group)
                if not read & self.effects.of_body(loop.body):
                    yield from self._said(loop.slot, loop.group)
            case _:
                pass
        if source.kind is Kind.CONTROL and edge.kind in (Link.CALL, Link.ELSE):
            unit = ("control", source.name)
            # One that has applied already is passed even if its condition holds.
            if edge.kind is Link.CALL or unit not in self.passable:
                control = next(
                    c for c in self.graph.program.controls if c.name == source.name
                )
                yield from conjuncts(self.unfold(control.condition), edge.kind is Link.CALL)
        if target.kind is Kind.ABILITY and edge.kind in (Link.OFFER, Link.TRIGGER):
            yield from self._required(self.graph.program.abilities[target.name])
        if source.kind is Kind.CHOICE and source.statement is None:
            parameter = self.parameter(source)
            assert parameter.group is not None
            yield from self._said(parameter.slot, parameter.group)

    def _said(self, slot: str, group: core.Expr) -> Iterator[core.Expr]:
        item = core.Local(group.span, replace(group.kind, many=False), slot)
        return said(item, self.unfold(group))

    def _required(self, ability: Ability) -> Iterator[core.Expr]:
        """Yield what holds when an ability is used."""
        for requirement in ability.requirements:
            yield from conjuncts(self.unfold(requirement.condition))
        for parameter in ability.parameters:
            group = self.unfold(parameter.group)
            if ability.trigger is None:
                yield from self._said(parameter.slot, parameter.group)
            elif not _slots_of(ability) & names_in(AtLeast(group)):
                yield core.Fold(group.span, core.BOOLEAN, "existe", group, "", None)

    def parameter(self, node: Node) -> core.Choose:
        """Return the choice of a parameter that an ability makes when it fires."""
        ability = self.graph.program.abilities[node.unit[1]]
        found = next(each for each in ability.parameters if each.span == node.span)
        me = core.Local(found.span, core.PLAYER, ME)
        return core.Choose(
            found.span, found.cites, "one", me, found.slot, found.group, None, None, None,
            found.title,
        )  # fmt: skip

    # From one unit to another --------------------------------------------

    def _outside(self, edge: Edge, source: Node, goal: Goal) -> Goal:
        """Return a goal of a unit in the names of who enters it."""
        values: dict[str, core.Expr] = {}
        program = self.graph.program
        kept: frozenset[str] = frozenset()
        match source.statement:
            case core.Perform(procedure=name, arguments=arguments):
                slots = (param.slot for param in program.procedures[name].params)
                values = dict(zip(slots, map(self.unfold, arguments), strict=True))
            case core.Emit(event=name, arguments=arguments) if edge.kind is Link.EMIT:
                slots = (param.slot for param in program.events[name].params)
                values = dict(zip(slots, map(self.unfold, arguments), strict=True))
            case core.OpenWindow(seats=seats) if not seats.kind.many:
                values = {ME: self.unfold(seats)}
            case _ if edge.kind is Link.OFFER:
                kept = frozenset({ME})
            case _ if edge.kind is Link.TRIGGER:
                values = self._triggered(self.graph.nodes[edge.target].name)
            case _:
                pass
        return put(self._forget(goal, names_in(goal) - set(values) - kept), values)

    def _triggered(self, name: str) -> dict[str, core.Expr]:
        """Return what the names of an ability mean in the event it answers."""
        ability = self.graph.program.abilities[name]
        trigger = ability.trigger
        assert trigger is not None
        params = self.graph.program.events[trigger.event].params
        values: dict[str, core.Expr] = {
            slot: core.Local(ability.span, param.kind, param.slot)
            for slot, param in zip(trigger.slots, params, strict=False)
        }
        if self._is_ordered(ability) and self.graph.program.order is not None:
            values[ME] = self.unfold(self.graph.program.order)
        return values

    def _is_ordered(self, ability: Ability) -> bool:
        """Tell whether the profile says who uses an ability: the rules', or nobody's card."""
        if ability.cls not in ("forcé", "remplacement"):
            return False
        owners = [self.graph.program.zones[zone].owner for zone in ability.zones]
        return ability.card is None or any(owner != core.PLAYER for owner in owners)

    def _is_asked(self, edge: Edge, goal: Goal) -> bool:
        """Tell whether a goal is that the one who uses an ability is in the game.

        Windows and responses ask nobody else; the owner of a card may have left.
        """
        target = self.graph.nodes[edge.target]
        if not isinstance(goal, Seated) or key(goal.player) != ("local", ME):
            return False
        if target.kind is not Kind.ABILITY or edge.kind not in (Link.OFFER, Link.TRIGGER):
            return False
        ability = self.graph.program.abilities[target.name]
        if not self._is_ordered(ability):
            if ability.cls in ("action", "réponse") or not self.certain.eliminates:
                return True
            raise Broken
        if self.graph.program.order is None:
            raise Broken
        return False

    def _forget(self, goal: Goal, names: frozenset[str]) -> Goal:
        values = {
            name: core.Local(
                next(expressions(goal)).span, _kind_of(goal, name), FORGOTTEN + name
            )
            for name in names
            if not name.startswith(FORGOTTEN)
        }
        return put(goal, values)

    # Inside a unit -------------------------------------------------------

    def _at(self, edge: Edge, source: Node, goal: Goal) -> Goal | None:
        """Return what must hold before a node so that a goal holds after it."""
        match source.statement:
            case core.Let(slot=slot, value=value):
                return put(goal, {slot: self.unfold(value)})
            case core.Repeat() as loop:
                return self._repeated(edge, loop, goal)
            case core.For() as loop if edge.kind is Link.IF:
                return self._each(loop, goal)
            case core.Turns(slot=slot) if edge.kind is Link.IF:
                if isinstance(goal, Seated) and slot in names_in(goal):
                    return None
                return self._forget(goal, frozenset({slot}) & names_in(goal))
            case core.Choose(slot=slot) | core.Roll(slot=slot):
                return self._forget(goal, frozenset({slot}) & names_in(goal))
            case _:
                pass
        if source.kind is Kind.CHOICE:
            slot = self.parameter(source).slot
            return self._forget(goal, frozenset({slot}) & names_in(goal))
        if source.writes & self._reads(goal):
            return self._changed(source, goal)
        return goal

    def _into_loop(self, source: Node, target: Node, goal: Goal) -> Goal | None:
        """Return what a goal at the head of a loop says before it: first or next round."""
        again = source.number > target.number
        match target.statement:
            case core.Repeat(slot=slot) if slot in names_in(goal):
                if again:
                    assert isinstance(goal, AtLeast)
                    return replace(goal, more=goal.more - 1)
                return put(goal, {slot: self.unfold(target.statement.times)})
            case core.For(slot=slot) if not again and _waiting(slot) in names_in(goal):
                return None
            case _:
                return goal

    def _repeated(self, edge: Edge, loop: core.Repeat, goal: Goal) -> Goal:
        """Ask for one item more for each round to come, if rounds use items up."""
        counts = isinstance(goal, AtLeast) and goal.count is None
        if not counts or edge.kind is not Link.IF:
            return goal
        if not self.effects.of_body(loop.body) & self._reads(goal):
            return goal
        assert isinstance(goal, AtLeast)
        left = core.Local(loop.span, core.NUMBER, loop.slot)
        return replace(goal, count=left, more=goal.more - 1)

    def _each(self, loop: core.For, goal: Goal) -> Goal:
        """A player of a round was in the game when the loop began."""
        is_it = isinstance(goal, Seated) and key(goal.player) == ("local", loop.slot)
        if is_it and is_certain(Seated(_first(loop.group)), self.certain):
            return Seated(core.Local(loop.span, core.PLAYER, _waiting(loop.slot)))
        return self._forget(goal, frozenset({loop.slot}) & names_in(goal))

    def _changed(self, source: Node, goal: Goal) -> Goal:
        """Return what must hold before a change; what only adds items harms nothing."""
        if not isinstance(goal, AtLeast):
            raise Broken
        base, conditions = split(goal.group)
        if not isinstance(base, core.Contents):
            raise Broken
        beside = self.effects.touching.reads(*conditions, base.index, goal.count)
        if beside & source.writes:
            raise Broken
        statement = source.statement
        if isinstance(statement, core.Shuffle) or base.zone not in self.effects.sources(
            source
        ):
            return goal
        if isinstance(statement, core.Move) and not statement.items.kind.many:
            return replace(goal, more=goal.more + 1)
        raise Broken


def _waiting(slot: str) -> str:
    """The name of what a loop still holds for its next rounds."""
    return f"{FORGOTTEN}à venir {slot}"


def _first(group: core.Expr) -> core.Expr:
    return core.Builtin(group.span, replace(group.kind, many=False), "premier", (group,))


def _slots_of(ability: Ability) -> frozenset[str]:
    return frozenset(parameter.slot for parameter in ability.parameters)


def _kind_of(goal: Goal, name: str) -> core.Kind:
    """Return the kind of a name in a goal."""
    for each in expressions(goal):
        for piece in walk(each):
            if isinstance(piece, core.Local) and piece.slot == name:
                return piece.kind
    raise AssertionError(name)
