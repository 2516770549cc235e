"""The patient evaluator: the same expressions, walked one by one.

Used where a value must be explained, where a definition becomes a table, and by
examples. It gives what generated code gives: a property test compares them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ..dsl import core
from ..dsl.kinds import may_be_nothing
from ..dsl.program import Ability, Board, Modifier, Program
from . import geometry
from .layout import Layout, default_of
from .runtime import RuleFault, State, best, distinct, item_at, place_of, some, value_at

Slots = Mapping[str, Any]


class Evaluator:
    """Evaluates expressions of a layout on a state (None: constants only)."""

    def __init__(self, layout: Layout, state: State | None) -> None:
        self.layout = layout
        self.state = state
        self.program = layout.program

    def value(self, expr: core.Expr, slots: Slots) -> Any:
        """Give the value of an expression with these slots bound."""
        match expr:
            case core.Const():
                return self.layout.constant(expr)
            case core.Local():
                return slots[expr.slot]
            case core.Global():
                return getattr(self._state(), self.layout.states[expr.state])
            case core.Column():
                column = getattr(self._state(), self.layout.states[expr.state])
                return self._read(column, self.value(expr.index, slots), expr.kind)
            case core.Characteristic():
                owner = expr.owner.name if expr.owner.family is core.Family.CELL else ""
                table = self.layout.tables[owner, expr.table]
                return self._read(table, self.value(expr.index, slots), expr.kind)
            case core.Contents():
                number = self.zone_number(expr.zone, expr.index, slots)
                return tuple(self._state().Z[number]) if number >= 0 else ()
            case core.All():
                return self._everything(expr.kind)
            case core.Seats():
                return tuple(range(self.layout.players))
            case core.Copies():
                return self.layout.copies[expr.card]
            case core.Operation():
                return self._operation(expr, slots)
            case core.IfElse():
                chosen = expr.then if self.value(expr.condition, slots) else expr.otherwise
                return self.value(chosen, slots)
            case core.SetOf():
                return distinct(self.value(item, slots) for item in expr.items)
            case core.Where():
                group = self.value(expr.group, slots)
                inner = dict(slots)
                return tuple(
                    i for i in group if self._holds(expr.condition, inner, expr.slot, i)
                )
            case core.Fold():
                return self._fold(expr, slots)
            case core.Builtin():
                return self._builtin(expr, slots)
            case core.Call():
                definition = self.program.definitions[expr.definition]
                values = [self.value(argument, slots) for argument in expr.arguments]
                names = [param.slot for param in definition.params]
                return self.value(definition.value, dict(zip(names, values, strict=True)))
            case core.ValueOf():
                values = [self.value(argument, slots) for argument in expr.arguments]
                return self.total(expr.value, values)
            case _:
                raise AssertionError(f"unknown expression {expr!r}")

    def zone_number(self, zone: str, index: core.Expr | None, slots: Slots) -> int:
        """Give the number of a zone's copy, -1 for the zone of nobody."""
        base = self.layout.zone_base[zone]
        if index is None:
            return base
        owner: int = self.value(index, slots)
        return base + owner if owner >= 0 else -1

    def total(self, name: str, values: list[Any]) -> int:
        """Give a modifiable value: base, modifiers in force, clamp."""
        definition = self.program.values[name]
        slots = dict(zip([p.slot for p in definition.params], values, strict=True))
        total: int = self.value(definition.base, slots)
        for _, _, amount in self.modifiers(name, values):
            total += amount
        total += self.lasting(name, values)
        if definition.floor is not None:
            total = max(total, definition.floor)
        return total

    def modifiers(
        self, name: str, values: list[Any]
    ) -> Iterable[tuple[Ability, Modifier, int]]:
        """Yield the permanents that modify a value now, with their amounts."""
        for ability in self.program.abilities.values():
            for modifier in ability.modifiers:
                if modifier.value != name:
                    continue
                for bearer in self.bearers(ability):
                    amount = self._amount(ability, modifier, bearer, values)
                    if amount:
                        yield ability, modifier, amount

    def lasting(self, name: str, values: list[Any]) -> int:
        """Give what effects with a duration add to a value now."""
        number = list(self.program.values).index(name)
        entries = self._state().lasting
        return sum(e[2] for e in entries if e[1] == number and list(e[3:]) == values)

    def bearers(self, ability: Ability) -> Iterable[int]:
        """Give the copies of an ability's card that lie where it works (-1: no card)."""
        if ability.card is None:
            return (-1,)
        state = self._state()
        zones = {n for zone in ability.zones for n in self.layout.zone_copies(zone)}
        return [e for e in self.layout.copies[ability.card] if state.at[e] in zones]

    def _amount(
        self, ability: Ability, modifier: Modifier, bearer: int, values: list[Any]
    ) -> int:
        slots = dict(zip(modifier.slots, values, strict=True)) | {"soi": bearer}
        if bearer >= 0:
            slots["moi"] = self.player_of(bearer)
        for condition in modifier.filters:
            if not self.value(condition, slots):
                return 0
        for requirement in ability.requirements:
            if not self.value(requirement.condition, slots):
                return 0
        amount: int = self.value(modifier.amount, slots)
        return amount

    def player_of(self, entity: int) -> int:
        """Give who a card's ability belongs to: its controller, or who orders, or rien."""
        owner = self.controller(entity)
        if owner >= 0 or self.program.order is None:
            return owner
        player: int = self.value(self.program.order, {})
        return player

    def controller(self, entity: int) -> int:
        """Give the player in whose zone a component lies, or rien."""
        number = self._state().at[entity]
        for name, zone in self.program.zones.items():
            copies = self.layout.zone_copies(name)
            owner = zone.owner
            if (
                number in copies
                and owner is not None
                and owner.family is core.Family.PLAYER
            ):
                return number - copies.start
        return -1

    def _state(self) -> State:
        assert self.state is not None, "this expression needs a game"
        return self.state

    def _read(self, table: Any, index: int, kind: core.Kind) -> Any:
        return table[index] if index >= 0 else default_of(kind)

    def _everything(self, kind: core.Kind) -> tuple[int, ...]:
        if kind.family is not core.Family.PLAYER:
            return self.layout.everything(kind)
        if self.state is None:
            return tuple(range(self.layout.players))
        return self.state.seated

    def _holds(
        self, condition: core.Expr, inner: dict[str, Any], slot: str, item: Any
    ) -> bool:
        inner[slot] = item
        return bool(self.value(condition, inner))

    def _operation(self, expr: core.Operation, slots: Slots) -> Any:
        op = expr.op
        left = self.value(expr.operands[0], slots)
        if op == "et":
            return bool(left) and bool(self.value(expr.operands[1], slots))
        if op == "ou":
            return bool(left) or bool(self.value(expr.operands[1], slots))
        if op == "non":
            return not left
        if op == "négatif":
            return -left
        if op == "est":
            type_ = expr.operands[1]
            assert isinstance(type_, core.Const)
            return left in self.layout.members[type_.text]
        right = self.value(expr.operands[1], slots)
        are_sets = expr.operands[0].kind.many or expr.operands[1].kind.many
        if are_sets and op in ("=", "≠"):
            left, right = set(left), set(right)
        match op:
            case "=":
                return left == right
            case "≠":
                return left != right
            case "<":
                return left < right
            case "≤":
                return left <= right
            case ">":
                return left > right
            case "≥":
                return left >= right
            case "+":
                return left + right
            case "-":
                return left - right
            case "*":
                return left * right
            case "dans":
                return left in right
            case "hors":
                return left not in right
            case "/" | "modulo":
                if right == 0:
                    raise RuleFault("division", -1)
                return left // right if op == "/" else left % right
            case _:
                raise AssertionError(f"unknown operation {op}")

    def _fold(self, expr: core.Fold, slots: Slots) -> Any:
        group = self.value(expr.group, slots)
        if expr.op == "nombre":
            return len(group)
        if expr.op == "existe":
            return bool(group)
        inner = dict(slots)

        def item_of(item: Any) -> Any:
            if expr.item is None:
                return item
            inner[expr.slot] = item
            return self.value(expr.item, inner)

        match expr.op:
            case "somme":
                return sum(item_of(item) for item in group)
            case "max":
                return max((item_of(item) for item in group), default=0)
            case "min":
                return min((item_of(item) for item in group), default=0)
            case "tous":
                return all(item_of(item) for item in group)
            case "valeurs":
                return distinct(item_of(item) for item in group)
            case "meilleurs":
                return best(group, item_of, 1)
            case "moindres":
                return best(group, item_of, -1)
            case _:
                raise AssertionError(f"unknown aggregate {expr.op}")

    def _builtin(self, expr: core.Builtin, slots: Slots) -> Any:
        name = expr.name
        if name == "alignements":
            return self._lines(expr, slots)
        if name == "place":
            zone = expr.arguments[0]
            assert isinstance(zone, core.Const)
            copies = self.layout.zone_copies(zone.text)
            item = self.value(expr.arguments[1], slots)
            return place_of(self._state(), item, copies.start, copies.stop)
        values = [self.value(argument, slots) for argument in expr.arguments]
        match name:
            case "premier" | "dessous" | "dernier" | "dessus":
                end = 0 if name in ("premier", "dessous") else -1
                if not may_be_nothing(expr.kind):
                    return value_at(values[0], end, -1)
                return item_at(values[0], end, () if expr.kind.many else -1)
            case "union":
                return distinct([*values[0], *values[1]])
            case "commun":
                return tuple(item for item in values[0] if item in values[1])
            case "sauf":
                return tuple(item for item in values[0] if item not in values[1])
            case "intervalle":
                if values[1] - values[0] > 100_000:
                    raise RuleFault("range", -1, low=values[0], high=values[1])
                return tuple(range(values[0], values[1] + 1))
            case "max":
                return max(values)
            case "min":
                return min(values)
            case "absolu":
                return abs(values[0])
            case "présent":
                return some(values[0], -1)
            case "autour":
                return self._around(values[0])
            case "exemplaires":
                return self.layout.copies_of(values[0])
            case "suivant" | "gauche" | "précédent" | "droite":
                step = 1 if name in ("suivant", "gauche") else -1
                if self.state is None:
                    return (values[0] + step) % self.layout.players
                return self.state.after(values[0], step)
            case _:
                return self._geometry(expr, values)

    def _around(self, seat: int) -> tuple[int, ...]:
        """Give the players in the game from a seat on, clockwise."""
        if self.state is not None:
            return self.state.seats_from(seat, 1)
        count = self.layout.players
        return tuple((seat + offset) % count for offset in range(count))

    def _geometry(self, expr: core.Builtin, values: list[Any]) -> Any:
        board = self.layout.cell_board[expr.arguments[0].kind.name]
        cell = values[0]
        if expr.name == "voisines":
            return board.neighbours[cell] if cell >= 0 else ()
        if cell < 0:
            return -1
        if expr.name == "décalage":
            here = board.cells[cell]
            target = (here.column + values[1], here.row + values[2])
            return self._shape(geometry.index_of, board).get(target, -1)
        if expr.name == "distance":
            steps = self._shape(geometry.distances, board)
            return steps[cell][values[1]] if values[1] >= 0 else -1
        raise AssertionError(f"unknown built-in {expr.name}")

    def _shape(self, make: Callable[..., Any], board: Board, *more: int) -> Any:
        """Give what a function of geometry makes of a board, made once."""
        key = (make.__name__, board.name, *more)
        if key not in self.layout.shapes:
            self.layout.shapes[key] = make(board, *more)
        return self.layout.shapes[key]

    def _lines(self, expr: core.Builtin, slots: Slots) -> tuple[tuple[int, ...], ...]:
        board = expr.arguments[0]
        assert isinstance(board, core.Const)
        length = self.value(expr.arguments[1], slots)
        lines: tuple[tuple[int, ...], ...] = self._shape(
            geometry.lines, self.program.boards[board.text], length
        )
        if len(expr.arguments) == 2:
            return lines
        cell = self.value(expr.arguments[2], slots)
        return tuple(line for line in lines if cell in line)


#: Functions that depend on who is still in the game.
_AROUND_THE_TABLE = ("suivant", "précédent", "gauche", "droite", "autour")


def reads_state(expr: core.Expr, program: Program, eliminates: bool) -> bool:
    """Say whether an expression depends on the game (else it is a constant)."""
    match expr:
        case core.Global() | core.Column() | core.Contents() | core.ValueOf():
            return True
        case core.All():
            return eliminates and expr.kind.family is core.Family.PLAYER
        case core.Builtin() if expr.name == "place":
            return True
        case core.Builtin() if expr.name in _AROUND_THE_TABLE:
            return eliminates or any(
                reads_state(a, program, eliminates) for a in expr.arguments
            )
        case core.Call():
            body = program.definitions[expr.definition].value
            parts: tuple[core.Expr, ...] = (*expr.arguments, body)
        case core.Builtin():
            parts = expr.arguments
        case core.Characteristic():
            parts = (expr.index,)
        case core.Operation():
            parts = expr.operands
        case core.IfElse():
            parts = (expr.condition, expr.then, expr.otherwise)
        case core.SetOf():
            parts = expr.items
        case core.Where():
            parts = (expr.group, expr.condition)
        case core.Fold():
            parts = (expr.group,) if expr.item is None else (expr.group, expr.item)
        case _:
            return False
    return any(reads_state(part, program, eliminates) for part in parts)
