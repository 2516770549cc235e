"""Looks back from a place for what proves that something holds there, on every way.

A goal is followed backwards, from a node to all that may come before it: names are
replaced by what they were bound to, parameters by arguments. A way ends well where a
test, a requirement or the start proves the goal, and badly where something it depends on
is changed. A bad way is a possible one, not a certain one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from .. import core
from ..builtins import ME
from ..checks.walking import walk
from ..program import Ability
from .certain import Certain
from .conditions import Conditions
from .goals import (
    FORGOTTEN,
    AtLeast,
    Goal,
    Present,
    Seated,
    expressions,
    goal_key,
    is_certain,
    is_proved,
    names_in,
    put,
    reduced,
)
from .graph import RETURNS, Graph
from .moving import Broken, before_change
from .places import Edge, Kind, Link, Node, Unit
from .rewriting import Key, key

#: Places looked at for one goal at most; beyond, it is not proved.
MAX_PLACES = 2_000
#: The same, inside one call.
MAX_INSIDE = 200
#: Begins a name of the caller while a goal is followed through a call.
OUTER = "^"


class Guards:
    """Proves goals at the places of one graph."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.conditions = graph.known(Conditions)
        self.effects = self.conditions.effects
        self.certain = self.conditions.certain
        self.at_start = Certain(
            graph.program, eliminates=self.effects.eliminates, start=True
        )
        self.unfold = self.conditions.unfold
        #: The calls a goal is being followed through.
        self.inside: list[Unit] = []
        self.into: dict[int, list[Edge]] = {}
        for edge in graph.edges:
            taken = edge.source in self.conditions.reached
            if taken and edge.kind not in RETURNS and not self.conditions.is_shut(edge):
                self.into.setdefault(edge.target, []).append(edge)

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
                add(edge.source, before, here)
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

    def _before(self, edge: Edge, goal: Goal) -> tuple[Goal, ...]:
        """Return what must hold before an edge's source; nothing if the edge proves it."""
        source, target = self.graph.nodes[edge.source], self.graph.nodes[edge.target]
        conditions = list(self.conditions.on(edge))
        if is_proved(goal, conditions, self.certain) or self._is_asked(edge, goal):
            return ()
        entering = self._into_loop(source, target, goal)
        if entering is None:
            return ()
        if edge.kind is Link.OVER:
            return self._over(edge, entering)
        if edge.source in self.effects.hubs:
            self._batched(edge, entering)
            if source.unit != target.unit:
                # The event was announced: that way is followed, too.
                return ()
        if source.unit != target.unit:
            return reduced(self._outside(edge, source, entering), self.certain)
        before = self._at(edge, source, entering)
        return () if before is None else reduced(before, self.certain)

    def _batched(self, edge: Edge, goal: Goal) -> None:
        """Refuse a goal that other events of a batch may undo."""
        if self.effects.hubs[edge.source] & self._reads(goal):
            raise Broken

    def _over(self, edge: Edge, goal: Goal) -> tuple[Goal, ...]:
        """Return what must hold before a call so that a goal holds after it."""
        units = self.graph.gone_over[edge.source, edge.target]
        touched: frozenset[str] = frozenset().union(
            *(self.effects.writes[unit] for unit in units)
        )
        if not touched & self._reads(goal):
            return (goal,)
        source = self.graph.nodes[edge.source]
        if source.kind is not Kind.CALL or len(units) != 1 or units[0] in self.inside:
            raise Broken
        self.inside.append(units[0])
        try:
            return self._through(units[0], source, goal)
        finally:
            self.inside.pop()

    def _through(self, unit: Unit, call: Node, goal: Goal) -> tuple[Goal, ...]:
        """Follow a goal of the caller back through a unit, from its exit to its entry."""
        entry = self.graph.entries[unit]
        waiting: list[tuple[int, Goal]] = [(self.graph.exits[unit], _prefixed(goal))]
        seen = {(waiting[0][0], goal_key(waiting[0][1]))}
        found: list[Goal] = []
        enters = next(e for e in self.graph.out(call.number) if e.target == entry)
        for number, held in waiting:
            if len(seen) > MAX_INSIDE:
                raise Broken
            if number == entry:
                outside = _unprefixed(self._outside(enters, call, held))
                found += reduced(outside, self.certain)
                continue
            for edge in self.into.get(number, ()):
                if self.graph.nodes[edge.source].unit != unit:
                    raise Broken
                for before in self._before(edge, held):
                    place = (edge.source, goal_key(before))
                    if place not in seen:
                        seen.add(place)
                        waiting.append((edge.source, before))
        return tuple(found)

    def _reads(self, goal: Goal) -> frozenset[str]:
        read = self.effects.touching.reads(*expressions(goal))
        return read | {"joueurs"} if isinstance(goal, Seated) else read

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
        kept |= {name for name in names_in(goal) if name.startswith(OUTER)}
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
        return _renamed(
            goal, {n: FORGOTTEN + n for n in names if not n.startswith(FORGOTTEN)}
        )

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
            case core.Assign(target=core.Global() as target, value=value) if _is_of(
                goal, key(target)
            ):
                return _about(goal, self.unfold(value))
            case core.Eliminate(player=core.Local(slot=slot)) if _is_of(
                goal, ("local", _waiting(slot))
            ):
                # Who is still to come in a loop is not the one whose round it is.
                return goal
            case core.Choose(slot=slot) | core.Roll(slot=slot):
                return self._forget(goal, frozenset({slot}) & names_in(goal))
            case _:
                pass
        if source.kind is Kind.CHOICE:
            slot = self.conditions.parameter(source).slot
            return self._forget(goal, frozenset({slot}) & names_in(goal))
        if source.writes & self._reads(goal):
            return before_change(source, goal, self.effects, self.certain)
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


def _is_of(goal: Goal, item: Key) -> bool:
    """Tell whether a goal is about one thing as a whole."""
    match goal:
        case Present(item=held) | Seated(player=held):
            return key(held) == item
        case _:
            return False


def _about(goal: Goal, expr: core.Expr) -> Goal:
    return Present(expr) if isinstance(goal, Present) else Seated(expr)


def _waiting(slot: str) -> str:
    """The name of what a loop still holds for its next rounds."""
    return f"{FORGOTTEN}à venir {slot}"


def _first(group: core.Expr) -> core.Expr:
    return core.Builtin(group.span, replace(group.kind, many=False), "premier", (group,))


def _prefixed(goal: Goal) -> Goal:
    """Tell the names of a caller from those of what it calls."""
    return _renamed(goal, {name: OUTER + name for name in names_in(goal)})


def _unprefixed(goal: Goal) -> Goal:
    names = {name for name in names_in(goal) if name.startswith(OUTER)}
    return _renamed(goal, {name: name.removeprefix(OUTER) for name in names})


def _renamed(goal: Goal, names: Mapping[str, str]) -> Goal:
    span = next(expressions(goal)).span
    return put(
        goal,
        {old: core.Local(span, _kind_of(goal, old), new) for old, new in names.items()},
    )


def _kind_of(goal: Goal, name: str) -> core.Kind:
    """Return the kind of a name in a goal."""
    for each in expressions(goal):
        for piece in walk(each):
            if isinstance(piece, core.Local) and piece.slot == name:
                return piece.kind
    raise AssertionError(name)
