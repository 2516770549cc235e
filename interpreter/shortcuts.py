"""Shorter Python for common shapes of expressions: the same values in fewer steps.

The emitter asks here first. Each function gives Python text, or None where the shape is
another and the plain way is right.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from ..dsl import core
from ..dsl.checks.walking import walk
from .unusual import set_apart

if TYPE_CHECKING:
    from .expressions import Emitter

#: Lines up to so many cells are taken apart into names.
LONGEST_LINE = 8
#: Definitions of up to so many parts are written where they are used.
SMALL = 24

#: Text that costs next to nothing to run twice: a name, a number, a table at a name.
_CHEAP = re.compile(r"-?(S\.)?\w+(\[(\d+ \+ )?\w+\])?")


def is_cheap(text: str) -> bool:
    """Tell whether Python text may be written twice."""
    return _CHEAP.fullmatch(text) is not None


def read_through(table: str, index: str, default: object) -> str:
    """Read a table at an index that may be rien."""
    if is_cheap(index):
        return f"({table}[{index}] if {index} >= 0 else {default!r})"
    return f"through({table}, {index}, {default!r})"


# Whole columns -----------------------------------------------------------


def column_fold(emitter: Emitter, expr: core.Fold) -> str | None:
    """Write « existe(K où .s = v) », « tous(K, .s ≠ v) », « nombre(K où .s = v) »."""
    group, slot, test = _candidates(expr)
    if not isinstance(group, core.All) or not isinstance(test, core.Operation):
        return None
    if (expr.op, test.op) not in (("existe", "="), ("nombre", "="), ("tous", "≠")):
        return None
    if isinstance(expr.group, core.Where) and set_apart(
        emitter.constants, expr.group, [test]
    ):
        return None
    for column, value in (test.operands, test.operands[::-1]):
        if _is_whole(emitter, column, group, slot) and not _reads(value, slot):
            assert isinstance(column, core.Column)
            if column.kind.many or value.kind.many:
                return None
            name = f"S.{emitter.constants.layout.states[column.state]}"
            text = emitter.write(value)
            if expr.op == "nombre":
                return f"{name}.count({text})"
            return f"({text} {'in' if expr.op == 'existe' else 'not in'} {name})"
    return None


def _candidates(expr: core.Fold) -> tuple[core.Expr, str, core.Expr | None]:
    """Return what an aggregate ranges over, the slot and what is asked there."""
    group = expr.group
    if expr.op in ("existe", "nombre") and isinstance(group, core.Where):
        return group.group, group.slot, group.condition
    return group, expr.slot, expr.item


def column_walk(
    emitter: Emitter, where: core.Where, index: str | None = None
) -> str | None:
    """Walk a whole column with its values: « i, v in enumerate(S.s) » of a loop.

    Binds the slot of the filter to `index`, or a fresh name, and the column there to `v`.
    """
    group, slot = where.group, where.slot
    if not isinstance(group, core.All):
        return None
    for part in _seen_parts(emitter, where.condition, slot):
        if _is_whole(emitter, part, group, slot):
            assert isinstance(part, core.Column)
            name, value = (
                index or emitter.constants.fresh("y"),
                emitter.constants.fresh("v"),
            )
            emitter.inner[slot] = name
            emitter.values[slot] = (part.state, value)
            column = emitter.constants.layout.states[part.state]
            return f"{name}, {value} in enumerate(S.{column})"
    return None


def _is_whole(emitter: Emitter, expr: core.Expr, group: core.All, slot: str) -> bool:
    """Tell whether an expression is a column at the slot, and the group all its owners."""
    if not isinstance(expr, core.Column) or not isinstance(expr.index, core.Local):
        return False
    if expr.index.slot != slot or expr.index.kind.optional:
        return False
    layout = emitter.constants.layout
    owner = layout.program.states[expr.state].owner
    if owner is None or (
        owner.family is core.Family.PLAYER and emitter.constants.eliminates
    ):
        return False
    everything = range(layout.size(owner))
    return owner.family is group.kind.family and (
        owner.family is core.Family.PLAYER
        or layout.everything(group.kind) == tuple(everything)
    )


# Places ------------------------------------------------------------------


def lies_there(emitter: Emitter, op: str, one: core.Expr, other: core.Expr) -> str | None:
    """Write « c dans zone » and « place(zone, c) ≠ rien »: where c lies is known."""
    match one, other:
        case core.Expr(), core.Contents(zone=zone, index=index):
            item, sign = one, "==" if op == "dans" else "!="
            if op not in ("dans", "hors") or (index is not None and index.kind.optional):
                return None
            where = emitter.zone_number(zone, index)
        case (
            core.Builtin(name="place", arguments=(core.Const(text=zone), item)),
            core.Const(value=-1),
        ):
            copies = emitter.constants.layout.zone_copies(zone)
            if op not in ("=", "≠") or len(copies) > 1:
                return None
            where, sign = str(copies.start), "==" if op == "≠" else "!="
        case _:
            return None
    if item.kind.family is not core.Family.COMPONENT or item.kind.optional:
        return None
    return f"(S.at[{emitter.write(item)}] {sign} {where})" if not item.kind.many else None


# Lines -------------------------------------------------------------------


def line_names(emitter: Emitter, group: core.Expr, slot: str) -> str | None:
    """Take the lines of a board apart: « a, b, c » bound to the cells of a line."""
    if not isinstance(group, core.Builtin) or group.name != "alignements":
        return None
    length = group.arguments[1]
    if not isinstance(length, core.Const) or not isinstance(length.value, int):
        return None
    if not 2 <= length.value <= LONGEST_LINE:
        return None
    names = tuple(emitter.constants.fresh("y") for _ in range(length.value))
    emitter.inner[slot] = f"({', '.join(names)})"
    emitter.lines[slot] = names
    return ", ".join(names)


def line_fold(emitter: Emitter, expr: core.Fold) -> str | None:
    """Write « tous », « existe » and « somme » over what was taken apart."""
    group, slot, test = _candidates(expr)
    if expr.op not in ("tous", "existe", "somme") or not isinstance(group, core.Local):
        return None
    names = emitter.lines.get(group.slot)
    if names is None:
        return None
    if test is None:
        return f"({' + '.join(names)})" if expr.op == "somme" else None
    tests = []
    for name in names:
        emitter.inner[slot] = name
        tests.append(emitter.write(test))
    sign = {"tous": " and ", "existe": " or ", "somme": " + "}[expr.op]
    return f"({sign.join(tests)})"


def same_single(emitter: Emitter, left: core.Expr, right: core.Expr) -> str | None:
    """Write « x = {v} » where x was taken apart into one name."""
    if not isinstance(left, core.Local) or not isinstance(right, core.SetOf):
        return None
    names = emitter.lines.get(left.slot, ())
    if len(names) != 1 or len(right.items) != 1:
        return None
    return f"({names[0]} == {emitter.write(right.items[0])})"


# Definitions -------------------------------------------------------------


def inlined(emitter: Emitter, expr: core.Call) -> str | None:
    """Write a small definition in the place of its call, if its arguments are cheap."""
    definition = emitter.constants.layout.program.definitions[expr.definition]
    parts = list(parts_of(definition.value))
    if len(parts) > SMALL or any(_is_called(emitter, part) for part in parts):
        return None
    arguments = [emitter.write(argument) for argument in expr.arguments]
    slots = [param.slot for param in definition.params]
    for slot, argument in zip(slots, arguments, strict=True):
        if not is_cheap(argument) and not _is_walked_once(definition.value, slot):
            return None
    inner, values, lines = emitter.inner, emitter.values, emitter.lines
    emitter.inner = dict(zip(slots, arguments, strict=True))
    emitter.values = {
        param: held
        for slot, held in values.items()
        for param, argument in zip(slots, arguments, strict=True)
        if inner.get(slot) == argument
    }
    emitter.lines = {}
    text = emitter.write(definition.value)
    emitter.inner, emitter.values, emitter.lines = inner, values, lines
    return text if is_cheap(text) else f"({text})"


def _is_called(emitter: Emitter, part: core.Expr) -> bool:
    """Tell whether a part of an expression is a call while playing, not a table."""
    if isinstance(part, core.Call):
        return emitter.constants.tabulated(part.definition) is None
    return isinstance(part, core.ValueOf)


def _is_walked_once(expr: core.Expr, slot: str) -> bool:
    """Tell whether a slot is read once only: as the group that everything is taken from."""
    group = expr
    while isinstance(group, core.Where | core.Fold):
        group = group.group
    uses = sum(isinstance(p, core.Local) and p.slot == slot for p in parts_of(expr))
    return isinstance(group, core.Local) and group.slot == slot and uses == 1


def _seen_parts(emitter: Emitter, expr: core.Expr, slot: str) -> Iterator[core.Expr]:
    """Yield the parts of an expression, and those of definitions it asks about the slot."""
    for part in parts_of(expr):
        yield part
        if not isinstance(part, core.Call):
            continue
        definition = emitter.constants.layout.program.definitions[part.definition]
        for param, argument in zip(definition.params, part.arguments, strict=True):
            if not isinstance(argument, core.Local) or argument.slot != slot:
                continue
            for inner in parts_of(definition.value):
                if isinstance(inner, core.Column) and _reads(inner.index, param.slot):
                    yield replace(inner, index=replace(argument, kind=inner.index.kind))


def parts_of(expr: core.Expr) -> Iterator[core.Expr]:
    """Yield an expression and all expressions inside it."""
    return (piece for piece in walk(expr) if isinstance(piece, core.Expr))


def _reads(expr: core.Expr, slot: str) -> bool:
    return any(isinstance(p, core.Local) and p.slot == slot for p in parts_of(expr))
