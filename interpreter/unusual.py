"""Filters over states that few components have: only those are looked at.

« Carte où .porteur = c » concerns the few cards that are attached to something. The others
still have the first value of the state; those that do not are listed, in the order of their
numbers, and each change of the state brings the list up to date (`noted` in runtime.py). So
what a filter costs does not follow the number of cards that lie in the box.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ..dsl import core
from .constants import Constants
from .slots import slots_in
from .whereabouts import parameter_of

#: The first value of a state: a number, or no items.
Usual = int | tuple[()]
#: Comparisons, and when they are wrong.
WRONG: Mapping[str, Callable[[Any, Any], bool]] = {
    "=": operator.ne, "≠": operator.eq, "<": operator.ge, "≤": operator.gt,
    ">": operator.le, "≥": operator.lt,
}  # fmt: skip
#: Fewer candidates are asked one by one.
FEWEST = 24


@dataclass(frozen=True, slots=True)
class Unusual(core.Expr):
    """The components whose state is not its first value, in the order of their numbers."""

    state: str


def set_apart(
    constants: Constants, where: core.Where, parts: list[core.Expr]
) -> Unusual | None:
    """Give the components to look at for a filter; None if its conditions do not say which,
    or its candidates are few."""
    group = where.group
    if not isinstance(group, core.All) or group.kind.family is not core.Family.COMPONENT:
        return None
    candidates = constants.layout.everything(group.kind)
    if len(candidates) < FEWEST or list(candidates) != sorted(candidates):
        return None
    for part in parts:
        state = _state(constants, part, where.slot)
        if state in constants.unusual or (state and not constants.is_written):
            constants.unusual.add(state)
            return Unusual(group.span, group.kind, state)
    return None


def unusual_name(constants: Constants, state: str) -> str:
    """Give the Python name of the list of those whose state is not its first value."""
    return constants.layout.states[state].replace("s", "u")


def usual_value(constants: Constants, state: str) -> Usual | None:
    """Give the first value of a component's state, if all have the same."""
    declared = constants.layout.program.states[state]
    if declared.owner is None or declared.owner.family is not core.Family.COMPONENT:
        return None
    match declared.initial:
        case core.Const() if not declared.kind.many:
            value = constants.layout.constant(declared.initial)
            return value if isinstance(value, int) else None
        case core.SetOf(items=()):
            return ()
        case _:
            return None


# Changes ------------------------------------------------------------------

_CHANGE = re.compile(r"^( *)#changed (\w+) (.+)\n?", re.MULTILINE)


def change_line(constants: Constants, state: str, place: str) -> str:
    """Note in generated code that a column changed at a place (see `with_changes`)."""
    return f"#changed {constants.layout.states[state]} {place}"


def with_changes(constants: Constants, code: str) -> str:
    """Let code bring lists up to date where columns changed of which one is kept."""
    if "#changed" not in code:
        return code
    layout = constants.layout
    names = {layout.states[state]: state for state in constants.unusual}

    def update(found: re.Match[str]) -> str:
        margin, column, place = found.groups()
        if column not in names:
            return ""
        usual, listed = (
            usual_value(constants, names[column]),
            unusual_name(constants, names[column]),
        )
        return f"{margin}noted(S.{listed}, {place}, S.{column}[{place}] != {usual})\n"

    return _CHANGE.sub(update, code)


# Conditions ---------------------------------------------------------------


def _state(constants: Constants, condition: core.Expr, slot: str) -> str:
    """Name a state that is not its first value where a condition holds; nothing if none is."""
    match condition:
        case core.Column() if usual_value(constants, condition.state) == 0:
            return _read_at(condition, slot)
        case core.Fold(op="existe", group=core.Column() as column):
            return (
                _read_at(column, slot) if usual_value(constants, column.state) == () else ""
            )
        case core.Fold(op="existe", group=core.Where(condition=inner)):
            return _state(constants, inner, slot)
        case core.Operation(op="et", operands=(left, right)):
            return _state(constants, left, slot) or _state(constants, right, slot)
        case core.Operation(op=op, operands=(one, other)):
            for read, against in ((one, other), (other, one)):
                if not isinstance(read, core.Column) or (read is other and op not in "=≠"):
                    continue
                if _differs(constants, op, read, against, slot):
                    return read.state
            return ""
        case core.Call():
            param = parameter_of(constants, condition, slot)
            value = constants.layout.program.definitions[condition.definition].value
            return _state(constants, value, param) if param else ""
        case _:
            return ""


def _read_at(column: core.Column, slot: str) -> str:
    """Name the state of a column, if it is read at a slot."""
    index = column.index
    is_there = isinstance(index, core.Local) and index.slot == slot
    return column.state if is_there and not index.kind.optional else ""


def _differs(
    constants: Constants, op: str, column: core.Column, other: core.Expr, slot: str
) -> bool:
    """Tell whether a comparison is wrong for the first value of a column at a slot."""
    usual = usual_value(constants, column.state)
    if usual is None or not _read_at(column, slot) or slot in slots_in(other):
        return False
    if isinstance(other, core.SetOf) and not other.items:
        return op == "≠" and usual == ()
    if usual == () or other.kind.many:
        return False
    if not isinstance(other, core.Const):
        is_some = not other.kind.optional and other.kind.family is not core.Family.ANY
        return op == "=" and usual == -1 and is_some
    value = constants.layout.constant(other)
    if not isinstance(value, int):
        return False
    return op in WRONG and WRONG[op](usual, value)
