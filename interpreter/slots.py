"""The slots an expression reads."""

from __future__ import annotations

from collections.abc import Iterator

from ..dsl import core


def slots_in(expr: core.Expr) -> Iterator[str]:
    """Yield the slots an expression reads, those it binds itself left out."""
    match expr:
        case core.Local():
            yield expr.slot
        case core.Column() | core.Characteristic():
            yield from slots_in(expr.index)
        case core.Contents():
            if expr.index is not None:
                yield from slots_in(expr.index)
        case core.Operation():
            for operand in expr.operands:
                yield from slots_in(operand)
        case core.IfElse():
            for part in (expr.condition, expr.then, expr.otherwise):
                yield from slots_in(part)
        case core.SetOf():
            for item in expr.items:
                yield from slots_in(item)
        case core.Where():
            yield from slots_in(expr.group)
            yield from (slot for slot in slots_in(expr.condition) if slot != expr.slot)
        case core.Fold():
            yield from slots_in(expr.group)
            if expr.item is not None:
                yield from (slot for slot in slots_in(expr.item) if slot != expr.slot)
        case core.Builtin() | core.Call() | core.ValueOf():
            for argument in expr.arguments:
                yield from slots_in(argument)
        case _:
            pass
