"""Expressions rewritten so that they can be compared: names put in, definitions unfolded.

Two expressions with the same `key` have the same value in the same state, whatever their
bound names and the order of what may be turned around. Nothing here knows a state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, replace
from itertools import count

from .. import core
from ..builtins import PRESENT
from ..program import Program

#: The candidate of a filter that has been taken apart.
HOLE = "•"
#: Pieces of an expression beyond which definitions stay folded.
MAX_PIECES = 2_000

#: What a comparison becomes when it is denied.
DENIED: Mapping[str, str] = {
    "=": "≠", "≠": "=", "<": "≥", "≥": "<", ">": "≤", "≤": ">", "dans": "hors", "hors": "dans",
}  # fmt: skip
#: Comparisons written from the other side.
TURNED: Mapping[str, str] = {">": "<", "≥": "≤", "<": ">", "≤": "≥", "=": "=", "≠": "≠"}

Key = tuple[object, ...]
_fresh = count()
_held: dict[type[core.Expr], tuple[str, ...]] = {}


def substitute(expr: core.Expr, values: Mapping[str, core.Expr]) -> core.Expr:
    """Return an expression with values for some of its free names."""
    if not values:
        return expr
    match expr:
        case core.Local():
            return values.get(expr.slot, expr)
        case core.Where():
            slot, inner = _rebound(expr.slot, expr.group, values)
            group = substitute(expr.group, values)
            return replace(
                expr, group=group, slot=slot, condition=substitute(expr.condition, inner)
            )
        case core.Fold():
            slot, inner = _rebound(expr.slot, expr.group, values)
            item = None if expr.item is None else substitute(expr.item, inner)
            return replace(expr, group=substitute(expr.group, values), slot=slot, item=item)
        case _:
            return _mapped(expr, values)


def _rebound(
    slot: str, group: core.Expr, values: Mapping[str, core.Expr]
) -> tuple[str, dict[str, core.Expr]]:
    """Give a bound name that no value can contain."""
    new = f"{slot}·{next(_fresh)}"
    kind = replace(group.kind, many=False)
    return new, {**values, slot: core.Local(group.span, kind, new)}


def _mapped(expr: core.Expr, values: Mapping[str, core.Expr]) -> core.Expr:
    return _remade(expr, lambda piece: substitute(piece, values))


def _remade(expr: core.Expr, make: Callable[[core.Expr], core.Expr]) -> core.Expr:
    """Return an expression with each piece made anew; itself, if none is another."""
    changes: dict[str, object] = {}
    for name in _names(type(expr)):
        held = getattr(expr, name)
        if isinstance(held, core.Expr):
            piece = make(held)
            if piece is not held:
                changes[name] = piece
        elif isinstance(held, tuple) and held and isinstance(held[0], core.Expr):
            parts = tuple(map(make, held))
            if any(part is not old for part, old in zip(parts, held, strict=True)):
                changes[name] = parts
    return replace(expr, **changes) if changes else expr  # type: ignore[arg-type]


def _names(shape: type[core.Expr]) -> tuple[str, ...]:
    """Return the names of what an expression of a class may hold."""
    if shape not in _held:
        _held[shape] = tuple(
            each.name for each in fields(shape) if each.name not in ("span", "kind")
        )
    return _held[shape]


def unfold(expr: core.Expr, program: Program) -> core.Expr:
    """Return an expression with its definitions written out, as far as it stays small."""
    budget = [MAX_PIECES]
    return _unfolded(expr, program, budget)


def _unfolded(expr: core.Expr, program: Program, budget: list[int]) -> core.Expr:
    budget[0] -= 1
    if isinstance(expr, core.Builtin) and expr.name == PRESENT:
        return _unfolded(expr.arguments[0], program, budget)
    whole = _remade(expr, lambda piece: _unfolded(piece, program, budget))
    if not isinstance(whole, core.Call) or budget[0] < 0:
        return whole
    definition = program.definitions[whole.definition]
    slots = (param.slot for param in definition.params)
    values = dict(zip(slots, whole.arguments, strict=True))
    return _unfolded(substitute(definition.value, values), program, budget)


def conjuncts(expr: core.Expr, holds: bool = True) -> Iterator[core.Expr]:
    """Yield conditions that hold together exactly when one does (or does not)."""
    match expr:
        case core.Operation(op="non", operands=(operand,)):
            yield from conjuncts(operand, not holds)
        case core.Operation(op="et", operands=sides) if holds:
            for side in sides:
                yield from conjuncts(side)
        case core.Operation(op="ou", operands=sides) if not holds:
            for side in sides:
                yield from conjuncts(side, False)
        case _:
            yield expr if holds else denied(expr)


def denied(expr: core.Expr) -> core.Expr:
    """Return the contrary of a condition."""
    match expr:
        case core.Operation(op="non", operands=(operand,)):
            return operand
        case core.Operation(op=op) if op in DENIED:
            return replace(expr, op=DENIED[op])
        case core.Operation(op="et" | "ou" as op, operands=sides):
            turned = "ou" if op == "et" else "et"
            return replace(expr, op=turned, operands=tuple(map(denied, sides)))
        case core.Fold(op="tous", group=group, slot=slot, item=core.Expr() as item):
            others = core.Where(group.span, group.kind, group, slot, denied(item))
            return core.Fold(expr.span, expr.kind, "existe", others, "", None)
        case core.Const(kind=core.BOOLEAN, value=int() as value):
            return replace(expr, value=1 - value, text="faux" if value else "vrai")
        case _:
            return core.Operation(expr.span, core.BOOLEAN, "non", (expr,))


def split(group: core.Expr) -> tuple[core.Expr, list[core.Expr]]:
    """Return the set under all filters, and the conditions on its candidate (`HOLE`)."""
    if not isinstance(group, core.Where):
        return group, []
    base, conditions = split(group.group)
    hole = core.Local(group.span, replace(group.kind, many=False), HOLE)
    inside = substitute(group.condition, {group.slot: hole})
    return base, [*conditions, *conjuncts(inside)]


def free_names(expr: core.Expr) -> frozenset[str]:
    """Return the names an expression leaves to its surroundings."""
    match expr:
        case core.Local():
            return frozenset({expr.slot})
        case core.Where():
            return free_names(expr.group) | (free_names(expr.condition) - {expr.slot})
        case core.Fold():
            item = frozenset() if expr.item is None else free_names(expr.item)
            return free_names(expr.group) | (item - {expr.slot})
        case _:
            return frozenset(name for each in pieces(expr) for name in free_names(each))


def pieces(expr: core.Expr) -> Iterator[core.Expr]:
    """Yield the expressions directly inside one."""
    for name in _names(type(expr)):
        held = getattr(expr, name)
        if isinstance(held, core.Expr):
            yield held
        elif isinstance(held, tuple):
            yield from (each for each in held if isinstance(each, core.Expr))


def key(expr: core.Expr, bound: tuple[str, ...] = ()) -> Key:
    """Return what makes two expressions the same."""
    match expr:
        case core.Const():
            return "const", expr.value, expr.text
        case core.Local():
            if expr.slot in bound:
                return "bound", len(bound) - 1 - _last(bound, expr.slot)
            return "local", expr.slot
        case core.Where():
            inner = key(expr.condition, (*bound, expr.slot))
            return "où", key(expr.group, bound), inner
        case core.Fold():
            item = None if expr.item is None else key(expr.item, (*bound, expr.slot))
            return expr.op, key(expr.group, bound), item
        case core.Operation():
            return _operation_key(expr, bound)
        case _:
            names = tuple(
                held
                for name in _names(type(expr))
                if isinstance(held := getattr(expr, name), str)
            )
            kind = expr.kind.name if isinstance(expr, core.All) else ""
            inside = tuple(key(each, bound) for each in pieces(expr))
            return type(expr).__name__, kind, names, inside


def _operation_key(expr: core.Operation, bound: tuple[str, ...]) -> Key:
    sides = [key(each, bound) for each in expr.operands]
    match expr.op:
        case ">" | "≥":
            return TURNED[expr.op], tuple(reversed(sides))
        case "=" | "≠" | "+" | "*":
            return expr.op, tuple(sorted(sides, key=repr))
        case "et" | "ou":
            flat = {part for side in sides for part in _parts(side, expr.op)}
            return expr.op, tuple(sorted(flat, key=repr))
        case "est":
            return "est", sides[0], getattr(expr.operands[1], "text", "")
        case _:
            return expr.op, tuple(sides)


def _parts(side: Key, op: str) -> tuple[Key, ...]:
    """Return the sides of a condition of the same kind inside one."""
    return side[1] if side[0] == op else (side,)  # type: ignore[return-value]


def _last(names: tuple[str, ...], name: str) -> int:
    return len(names) - 1 - names[::-1].index(name)
