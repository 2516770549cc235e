"""What is certain of an expression before play: its value, its bounds, its size, its truth.

Settings, components and boards are known; states have their bounds, zones can hold
anything. At the very start of a game (`start`) states have their first values and zones
are empty. What cannot be told is None: never guessed.
"""

from __future__ import annotations

from collections.abc import Mapping

from .. import core
from ..core import Family
from ..folding import MAX_ITEMS, Value
from ..program import Program
from .bounds import (
    ORDER,
    UNKNOWN,
    Bound,
    Bounds,
    agreed,
    combined,
    extreme,
    hull,
    joined,
    minus,
    most,
    ordered,
)
from .rewriting import HOLE, denied, split

Names = Mapping[str, int]

_NO_NAMES: Names = {}


class Certain:
    """Judges expressions of one Program whose definitions are unfolded."""

    def __init__(self, program: Program, *, eliminates: bool, start: bool = False) -> None:
        self.program = program
        self.eliminates = eliminates
        self.start = start
        self.boards = {board.cell: board for board in program.boards.values()}

    # Truth ---------------------------------------------------------------

    def truth(self, expr: core.Expr, names: Names = _NO_NAMES) -> bool | None:
        """Return whether a condition holds, None if only a game can tell."""
        match expr:
            case core.Operation(op="non", operands=(operand,)):
                found = self.truth(operand, names)
                return None if found is None else not found
            case core.Operation(op="et" | "ou" as op, operands=sides):
                return joined([self.truth(side, names) for side in sides], op == "et")
            case core.Operation(op=op, operands=(left, right)) if op in ORDER:
                return ordered(op, self.bounds(left, names), self.bounds(right, names))
            case core.Operation(op="=" | "≠" as op, operands=(left, right)):
                same = self._same(left, right, names)
                return None if same is None else same == (op == "=")
            case core.Operation(op="dans" | "hors" as op, operands=(item, group)):
                inside = self._inside(item, group, names)
                return None if inside is None else inside == (op == "dans")
            case core.Fold(op="existe", group=group):
                low, high = self.size(group, names)
                return True if low else (False if high == 0 else None)
            case core.Fold(op="tous"):
                found = self.truth(denied(expr), names)
                return None if found is None else not found
            case core.IfElse():
                return agreed(
                    [self.truth(each, names) for each in self._branches(expr, names)]
                )
            case core.Operation() | core.Fold() | core.Builtin():
                return None
            case _:
                value = self.value(expr, names)
                return None if value is None else bool(value)

    def _same(self, left: core.Expr, right: core.Expr, names: Names) -> bool | None:
        one, other = self.value(left, names), self.value(right, names)
        if one is not None and other is not None:
            return one == other
        if left.kind.family is Family.NUMBER and not left.kind.many:
            low, high = self.bounds(left, names), self.bounds(right, names)
            apart = ordered("<", low, high) or ordered(">", low, high)
            return False if apart else None
        # What is never `rien` differs from it.
        for value, side in ((one, right), (other, left)):
            if value == -1 and not side.kind.optional:
                return False
        return None

    def _inside(self, item: core.Expr, group: core.Expr, names: Names) -> bool | None:
        value, members = self.value(item, names), self.value(group, names)
        if isinstance(members, tuple) and isinstance(value, int):
            return value in members
        return False if self.size(group, names)[1] == 0 else None

    def _branches(self, expr: core.IfElse, names: Names) -> tuple[core.Expr, ...]:
        condition = self.truth(expr.condition, names)
        if condition is None:
            return expr.then, expr.otherwise
        return (expr.then if condition else expr.otherwise,)

    # Values --------------------------------------------------------------

    def value(self, expr: core.Expr, names: Names = _NO_NAMES) -> Value | None:
        """Return the value of an expression, None if only a game can tell."""
        match expr:
            case core.Const():
                return expr.value
            case core.Local():
                return names.get(expr.slot)
            case core.SetOf():
                items = [self.value(item, names) for item in expr.items]
                return tuple(items) if None not in items else None  # type: ignore[arg-type]
            case core.Characteristic(index=index, owner=owner):
                cell = self.value(index, names)
                if isinstance(cell, int) and cell >= 0 and owner.family is Family.CELL:
                    return self._of_cell(owner.name, expr.table, cell)
                return None
            case core.Global() | core.Column() if self.start:
                return self._first_value(expr, names)
            case core.IfElse():
                return agreed(
                    [self.value(each, names) for each in self._branches(expr, names)]
                )
            case core.Operation(kind=core.BOOLEAN) | core.Fold(kind=core.BOOLEAN):
                held = self.truth(expr, names)
                return None if held is None else int(held)
            case core.Operation() | core.Builtin() | core.Fold():
                low, high = self.bounds(expr, names)
                return low if low == high else None
            case core.All() | core.Where():
                return self.members(expr, names)
            case _:
                return None

    def _of_cell(self, kind: str, table: str, cell: int) -> Value | None:
        board = self.boards[kind]
        if table in board.tables:
            return board.tables[table][cell]
        return {"colonne": board.cells[cell].column, "rangée": board.cells[cell].row}.get(
            table
        )

    def _first_value(self, expr: core.Global | core.Column, names: Names) -> Value | None:
        initial = self.program.states[expr.state].initial
        if isinstance(expr, core.Global):
            return self.value(initial)
        owner = self.value(expr.index, names)
        if isinstance(owner, int):
            return self.value(initial, {"lui": owner}) if owner >= 0 else None
        return self.value(initial)

    # Numbers -------------------------------------------------------------

    def bounds(self, expr: core.Expr, names: Names = _NO_NAMES) -> Bounds:
        """Return the least and the greatest a number can be, each None if unknown."""
        match expr:
            case core.Const(value=int() as value):
                return value, value
            case core.Local() if expr.slot in names:
                return names[expr.slot], names[expr.slot]
            case core.Operation(op="négatif", operands=(operand,)):
                low, high = self.bounds(operand, names)
                return minus(high), minus(low)
            case core.Operation(op="+" | "-" | "*" as op, operands=(left, right)):
                return combined(op, self.bounds(left, names), self.bounds(right, names))
            case core.Fold(op="nombre", group=group):
                return self.size(group, names)
            case core.Fold(op="somme", group=core.Const(value=tuple() as parts), item=None):
                return sum(parts), sum(parts)
            case core.Fold(op="somme", item=core.Expr() as item):
                low = self.bounds(item, names)[0]
                return (0 if low is not None and low >= 0 else None), None
            case core.Builtin(name="absolu" | "distance"):
                return 0, None
            case core.Builtin(name="min" | "max" as name, arguments=numbers):
                return extreme(name, [self.bounds(each, names) for each in numbers])
            case core.IfElse():
                return hull(
                    [self.bounds(each, names) for each in self._branches(expr, names)]
                )
            case core.ValueOf(value=name):
                return self.program.values[name].floor, None
            case core.Characteristic():
                return self._characteristic(expr, names)
            case core.Global() | core.Column():
                first = self._first_value(expr, names) if self.start else None
                if isinstance(first, int):
                    return first, first
                state = self.program.states[expr.state]
                return state.low, state.high
            case _:
                return UNKNOWN

    def _characteristic(self, expr: core.Characteristic, names: Names) -> Bounds:
        value = self.value(expr, names)
        if isinstance(value, int):
            return value, value
        if expr.index.kind.optional:
            return UNKNOWN
        if expr.owner.family is Family.CELL:
            cells = range(len(self.boards[expr.owner.name].cells))
            found = [self._of_cell(expr.owner.name, expr.table, cell) for cell in cells]
        else:
            found = [card.values.get(expr.table, 0) for card in self.program.cards.values()]
        numbers = [each for each in found if isinstance(each, int)]
        return (min(numbers), max(numbers)) if numbers else UNKNOWN

    # Sets ----------------------------------------------------------------

    def size(self, group: core.Expr, names: Names = _NO_NAMES) -> tuple[int, Bound]:
        """Return how few and how many items a set can have."""
        match group:
            case core.SetOf(items=items):
                sure = any(not each.kind.optional or each.kind.many for each in items)
                return int(sure), len(items)
            case core.All():
                return self._all(group.kind)
            case core.Copies():
                copies = self.program.cards[group.card].copies
                return copies, copies
            case core.Contents() if self.start:
                return 0, 0
            case core.Where():
                return self._where(group, names)
            case core.Fold(op="meilleurs" | "moindres" | "valeurs", group=inner):
                low, high = self.size(inner, names)
                return min(low, 1), high
            case core.Builtin():
                return self._built(group, names)
            case core.IfElse():
                sizes = [self.size(each, names) for each in self._branches(group, names)]
                highs = [high for _, high in sizes]
                return min(low for low, _ in sizes), most(highs)
            case core.Const(value=tuple() as items):
                return len(items), len(items)
            case _:
                return 0, None

    def _all(self, kind: core.Kind) -> tuple[int, Bound]:
        match kind.family:
            case Family.PLAYER:
                least, most = self.program.players
                return (0 if self.eliminates and not self.start else least), most
            case Family.COMPONENT:
                below = self.program.symbols.hierarchy.is_below
                cards = self.program.cards.values()
                copies = sum(card.copies for card in cards if below(card.type, kind.name))
                return copies, copies
            case Family.CELL:
                cells = len(self.boards[kind.name].cells)
                return cells, cells
            case Family.ENUM:
                values = len(self.program.enumerations[kind.name].values)
                return values, values
            case _:
                return 0, None

    def _where(self, group: core.Where, names: Names) -> tuple[int, Bound]:
        members = self.members(group.group, names)
        if members is not None:
            return self._counted(group, members, names)
        around = self._around(group.group)
        if around:
            sizes = [self._counted(group, members, names) for members in around]
            return min(low for low, _ in sizes), max(high for _, high in sizes)
        base, conditions = split(group)
        low, high = self.size(base, names)
        open_ones = [each for each in conditions if self.truth(each, names) is not True]
        # Each « ≠ x » leaves out one item at most, of a set without doubles.
        if isinstance(base, core.All) and all(_leaves_one_out(each) for each in open_ones):
            return max(low - len(open_ones), 0), high
        return (low if not open_ones else 0), high

    def _counted(
        self, group: core.Where, members: tuple[int, ...], names: Names
    ) -> tuple[int, int]:
        """Return how few and how many of some items meet the condition of a filter."""
        held = [self.truth(group.condition, {**names, group.slot: m}) for m in members]
        return held.count(True), len(held) - held.count(False)

    def _around(self, group: core.Expr) -> tuple[tuple[int, ...], ...]:
        """Return the neighbours of each cell, if a set is those of one of them."""
        match group:
            case core.Builtin(name="voisines", arguments=(cell,)) if not cell.kind.optional:
                return self.boards[cell.kind.name].neighbours
            case _:
                return ()

    def members(self, group: core.Expr, names: Names = _NO_NAMES) -> tuple[int, ...] | None:
        """Return the items of a set that are known one by one."""
        match group:
            case core.All(kind=core.Kind(family=Family.CELL | Family.ENUM)):
                return tuple(range(self._all(group.kind)[0]))
            case core.SetOf() | core.Const(value=tuple()):
                held = self.value(group, names)
                return held if isinstance(held, tuple) else None
            case core.Where():
                inside = self.members(group.group, names)
                if inside is None or len(inside) > MAX_ITEMS:
                    return None
                told = [
                    self.truth(group.condition, {**names, group.slot: m}) for m in inside
                ]
                if None in told:
                    return None
                return tuple(m for m, holds in zip(inside, told, strict=True) if holds)
            case _:
                return None

    def _built(self, group: core.Builtin, names: Names) -> tuple[int, Bound]:
        name, arguments = group.name, group.arguments
        if name == "intervalle":
            first, last = self.bounds(arguments[0], names), self.bounds(arguments[1], names)
            if last[0] is None or first[1] is None:
                return 0, None
            return max(last[0] - first[1] + 1, 0), None
        if name == "voisines":
            sizes = [len(cells) for cells in self._around(group)]
            return min(sizes, default=0), max(sizes, default=None)
        if name not in ("union", "commun", "sauf"):
            return 0, None
        (low, high), (other_low, other_high) = (
            self.size(each, names) for each in arguments
        )
        if name == "union":
            both = None if high is None or other_high is None else high + other_high
            return max(low, other_low), both
        return 0, high


def _leaves_one_out(condition: core.Expr) -> bool:
    """Tell whether a condition is « lui ≠ x »."""
    if not isinstance(condition, core.Operation) or condition.op != "≠":
        return False
    return any(isinstance(e, core.Local) and e.slot == HOLE for e in condition.operands)
