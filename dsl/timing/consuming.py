"""Whether an action uses up what it needs: nothing that costs nothing goes on for ever.

An action uses itself up if on every way through it something it requires is spent: a
component it is about leaves the zones it is taken from, a counter it needs goes down, a
state it asks for takes another value, its user leaves the game. No other free action of
the window may give it back.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from .. import core
from ..builtins import ME, SELF
from ..program import Ability
from .certain import Certain
from .effects import Effects
from .graph import Graph
from .places import Node, Unit
from .regions import covered
from .rewriting import HOLE, TURNED, conjuncts, key, split, substitute, unfold
from .touching import Touching

Names = Mapping[str, core.Expr]
#: Calls followed at most from an action into what it runs.
MAX_DEPTH = 8


class Consumption:
    """Knows which actions of one graph are free, and which use themselves up."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.program = graph.program
        self.touching = Touching(graph.program)
        self.effects = graph.known(Effects)
        self.certain = Certain(graph.program, eliminates=True)

    def free_actions(self, window: str) -> list[Ability]:
        """Return the actions of a window that nothing limits and that cost nothing."""
        return [
            ability
            for ability in self.program.abilities.values()
            if ability.cls == "action"
            and window in ability.windows
            and not ability.limits
            and not self.effects.of_body(ability.cost)
        ]

    def uses_itself_up(self, ability: Ability, others: Iterable[Ability]) -> bool:
        """Tell whether an action cannot be used for ever, whatever others give back."""
        changes = list(self._changes(others))
        conditions = list(self._conditions(ability))
        spending = _Spending(self, ability, conditions, changes)
        return spending.always(("ability", ability.name), {}, 0)

    def _changes(self, abilities: Iterable[Ability]) -> Iterator[core.Statement]:
        """Yield the statements by which actions, and what they run, change something."""
        units = [("ability", ability.name) for ability in abilities]
        numbers = (number for unit in units for number in self.graph.members[unit])
        for number in covered(self.graph, numbers):
            statement = self.graph.nodes[number].statement
            if statement is not None:
                yield statement

    def _conditions(self, ability: Ability) -> Iterator[core.Expr]:
        """Yield what an action requires, of itself and of what it is about."""
        for requirement in ability.requirements:
            yield from conjuncts(unfold(requirement.condition, self.program))
        for parameter in ability.parameters:
            _, conditions = split(unfold(parameter.group, self.program))
            item = core.Local(parameter.span, parameter.kind, parameter.slot)
            for condition in conditions:
                yield substitute(condition, {HOLE: item})


class _Spending:
    """Looks for what an action spends on every way through it."""

    def __init__(
        self,
        consumption: Consumption,
        ability: Ability,
        conditions: list[core.Expr],
        changes: list[core.Statement],
    ) -> None:
        self.consumption = consumption
        self.graph = consumption.graph
        self.program = consumption.program
        self.ability = ability
        self.conditions = conditions
        self.changes = changes
        self.given = {
            each.zone.zone for each in changes if isinstance(each, core.Move | core.Draw)
        }
        self.zones = {SELF: frozenset(ability.zones)} if ability.card is not None else {}
        for parameter in ability.parameters:
            self.zones[parameter.slot] = self._zones_in(parameter.group)

    def _zones_in(self, expr: core.Expr) -> frozenset[str]:
        read = self.consumption.touching.reads(expr)
        return frozenset(n.removeprefix("zone ") for n in read if n.startswith("zone "))

    def always(self, unit: Unit, names: Names, depth: int) -> bool:
        """Tell whether every way through a unit spends something; names say what is what."""
        if depth > MAX_DEPTH:
            return False
        members = self.graph.members[unit]
        spending = {
            number
            for number in members
            if self._spends(self.graph.nodes[number], names, depth)
        }
        left = frozenset(members) - spending
        entry, end = self.graph.entries[unit], self.graph.exits[unit]
        return self.graph.path(entry, [end], left) is None

    def _spends(self, node: Node, names: Names, depth: int) -> bool:
        match node.statement:
            case core.Perform(procedure=name, arguments=arguments):
                slots = [param.slot for param in self.program.procedures[name].params]
                inner = self._bound(slots, arguments, names)
                return self.always(("procedure", name), inner, depth + 1)
            case core.Emit(event=name, arguments=arguments):
                slots = [param.slot for param in self.program.events[name].params]
                inner = self._bound(slots, arguments, names)
                return self.always(("event", name), inner, depth + 1)
            case core.Move(items=items, zone=zone):
                return self._leaves(substitute(items, names), zone.zone)
            case core.Eliminate(player=player):
                return key(substitute(player, names)) == ("local", ME)
            case core.Assign(target=target, value=value):
                return self._denies(substitute(target, names), substitute(value, names))
            case core.Adjust(target=target, amount=amount):
                return self._lowers(substitute(target, names), substitute(amount, names))
            case _:
                return False

    def _bound(
        self, slots: list[str], arguments: tuple[core.Expr, ...], names: Names
    ) -> dict[str, core.Expr]:
        values = [substitute(unfold(each, self.program), names) for each in arguments]
        return dict(zip(slots, values, strict=True))

    def _leaves(self, items: core.Expr, zone: str) -> bool:
        """Tell whether a component the action is about leaves where it is taken from."""
        if not isinstance(items, core.Local) or items.slot not in self.zones:
            return False
        taken = self.zones[items.slot]
        return bool(taken) and zone not in taken and not taken & self.given

    def _denies(self, target: core.Expr, value: core.Expr) -> bool:
        """Tell whether a state takes another value than the one that is required."""
        for condition in self.conditions:
            match condition:
                case core.Operation(op="=" | "≠" as op, operands=(left, right)):
                    thing, wanted = left, right
                    if key(right) == key(target):
                        thing, wanted = right, left
                case core.Operation(op="non", operands=(thing,)):
                    op, wanted = "=", core.Const(thing.span, core.BOOLEAN, 0, "faux")
                case _:
                    thing, op = condition, "="
                    wanted = core.Const(thing.span, core.BOOLEAN, 1, "vrai")
            if key(thing) == key(target) and self._differs(wanted, value, op):
                return all(
                    isinstance(each, core.Assign) and self._differs(wanted, each.value, op)
                    for each in self._changes_of(target)
                )
        return False

    def _differs(self, wanted: core.Expr, value: core.Expr, op: str) -> bool:
        """Tell whether a new value is certainly not (for ≠: is) the one that is wanted."""
        one, other = map(self.consumption.certain.value, (wanted, value))
        if op == "≠":
            return one is not None and one == other
        if one == -1 and not value.kind.optional:
            return True
        return one is not None and other is not None and one != other

    def _lowers(self, target: core.Expr, amount: core.Expr) -> bool:
        """Tell whether a number moves away from what is required of it."""
        for condition in self.conditions:
            match condition:
                case core.Operation(op=op, operands=(left, right)) if op in TURNED:
                    if key(right) == key(target):
                        op, left = TURNED[op], right
                case _:
                    continue
            if key(left) == key(target) and self._moves_away(op, amount):
                return all(
                    isinstance(each, core.Adjust) and self._moves_away(op, each.amount)
                    for each in self._changes_of(target)
                )
        return False

    def _moves_away(self, op: str, amount: core.Expr) -> bool:
        low, high = self.consumption.certain.bounds(unfold(amount, self.program))
        falls = op in ("≥", ">") and high is not None and high < 0
        return falls or (op in ("≤", "<") and low is not None and low > 0)

    def _changes_of(self, target: core.Expr) -> Iterator[core.Assign | core.Adjust]:
        """Yield all that the free actions do to a state."""
        assert isinstance(target, core.Global | core.Column)
        for each in self.changes:
            match each:
                case core.Assign() | core.Adjust() if each.target.state == target.state:
                    yield each
                case _:
                    pass
