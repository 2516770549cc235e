"""The value of an expression that is known before the game, if it is."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping

from . import core
from .core import Family
from .symbols import Symbols

Value = int | tuple[int, ...]

#: Largest set that is counted out before a game.
MAX_ITEMS = 10_000

_OPERATIONS: Mapping[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "=": operator.eq,
    "≠": operator.ne,
    "<": operator.lt,
    "≤": operator.le,
    ">": operator.gt,
    "≥": operator.ge,
    "et": lambda left, right: left and right,
    "ou": lambda left, right: left or right,
}


def fold(expr: core.Expr, symbols: Symbols) -> Value | None:
    """Return the value of a constant expression, or None if only a game can tell."""
    match expr:
        case core.Const():
            return expr.value
        case core.SetOf():
            return _items(expr, symbols)
        case core.All(kind=core.Kind(family=Family.ENUM, name=name)):
            return tuple(range(len(symbols.groups[name])))
        case core.Builtin(name="intervalle", arguments=(low, high)):
            first, last = fold(low, symbols), fold(high, symbols)
            if not isinstance(first, int) or not isinstance(last, int):
                return None
            return tuple(range(first, last + 1)) if last - first < MAX_ITEMS else None
        case core.Operation(op="non", operands=(operand,)):
            value = fold(operand, symbols)
            return None if value is None else int(not value)
        case core.Operation(op=op, operands=(left, right)) if op in _OPERATIONS:
            one, other = fold(left, symbols), fold(right, symbols)
            if not isinstance(one, int) or not isinstance(other, int):
                return None
            return int(_OPERATIONS[op](one, other))
        case core.IfElse():
            condition = fold(expr.condition, symbols)
            if condition is None:
                return None
            return fold(expr.then if condition else expr.otherwise, symbols)
        case _:
            return None


def _items(expr: core.SetOf, symbols: Symbols) -> tuple[int, ...] | None:
    items = [fold(item, symbols) for item in expr.items]
    if not all(isinstance(item, int) for item in items):
        return None
    return tuple(dict.fromkeys(item for item in items if isinstance(item, int)))
