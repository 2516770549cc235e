"""Resolved expressions as their author would write them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ..dsl import core
from ..dsl.builtins import CANDIDATE
from .names import Names

#: How tightly an operation binds; atoms and calls bind tightest.
_LEVELS = {
    "ou": 1, "et": 2, "non": 3,
    "=": 4, "≠": 4, "<": 4, "≤": 4, ">": 4, "≥": 4, "dans": 4, "hors": 4, "est": 4,
    "+": 5, "-": 5, "*": 6, "/": 6, "modulo": 6, "négatif": 7,
}  # fmt: skip
_ATOM = 9
#: The slots of the candidates of filters inside one another.
_CANDIDATES = re.compile(rf"{CANDIDATE}(_\d+)?")


def phrase(
    expr: core.Expr, names: Names | None = None, slots: Mapping[str, Any] | None = None
) -> str:
    """Return the text of an expression; bound slots are replaced by their values."""
    return _Writer(names, slots or {}).write(expr, 0)


class _Writer:
    def __init__(self, names: Names | None, slots: Mapping[str, Any]) -> None:
        self.names = names
        self.slots = slots

    def write(self, expr: core.Expr, level: int) -> str:
        """Return the text, between parentheses if it binds less than `level`."""
        text, own = self._text(expr)
        return f"({text})" if own < level else text

    def _text(self, expr: core.Expr) -> tuple[str, int]:
        match expr:
            case core.Const():
                return expr.text or str(expr.value), _ATOM
            case core.Local():
                return self._local(expr), _ATOM
            case core.Global():
                return expr.state, _ATOM
            case core.Column():
                return self._of(expr.index, expr.state), _ATOM
            case core.Characteristic():
                return self._of(expr.index, expr.table), _ATOM
            case core.Contents():
                return expr.zone if expr.index is None else (
                    self._of(expr.index, expr.zone)
                ), _ATOM
            case core.All():
                is_player = expr.kind.family is core.Family.PLAYER
                return "joueurs" if is_player else expr.kind.name, _ATOM
            case core.Seats():
                return expr.kind.name, _ATOM
            case core.Copies():
                return expr.card, _ATOM
            case core.Operation():
                return self._operation(expr)
            case core.IfElse():
                parts = (expr.condition, expr.then, expr.otherwise)
                test, then, otherwise = (self.write(part, 1) for part in parts)
                return f"si {test} alors {then} sinon {otherwise}", 0
            case core.SetOf():
                return f"{{{self._list(expr.items)}}}", _ATOM
            case core.Where():
                condition = self.write(expr.condition, 0)
                return f"{self.write(expr.group, 1)} où {condition}", 0
            case core.Fold():
                inner = (expr.group,) if expr.item is None else (expr.group, expr.item)
                return f"{expr.op}({self._list(inner)})", _ATOM
            case core.Builtin():
                return f"{expr.name}({self._list(expr.arguments)})", _ATOM
            case core.Call():
                inner_text = self._list(expr.arguments)
                return f"{expr.definition}({inner_text})" if inner_text else (
                    expr.definition
                ), _ATOM
            case core.ValueOf():
                return f"{expr.value}({self._list(expr.arguments)})", _ATOM
            case _:
                raise AssertionError(f"unknown expression {expr!r}")

    def _list(self, parts: tuple[core.Expr, ...]) -> str:
        return ", ".join(self.write(part, 0) for part in parts)

    def _local(self, expr: core.Local) -> str:
        if self.names is not None and self.slots.get(expr.slot) is not None:
            return self.names.label(self.slots[expr.slot], expr.kind)
        return CANDIDATE if _CANDIDATES.fullmatch(expr.slot) else expr.slot

    def _of(self, owner: core.Expr, name: str) -> str:
        """Return « owner.name », or « .name » for the candidate of a filter."""
        text = self.write(owner, _ATOM)
        return f".{name}" if text == CANDIDATE else f"{text}.{name}"

    def _operation(self, expr: core.Operation) -> tuple[str, int]:
        level = _LEVELS[expr.op]
        if expr.op == "non":
            return f"non {self.write(expr.operands[0], level)}", level
        if expr.op == "négatif":
            return f"-{self.write(expr.operands[0], level)}", level
        # Comparisons do not chain; the others group to the left.
        left_level = level + 1 if level == 4 else level
        left = self.write(expr.operands[0], left_level)
        right = self.write(expr.operands[1], level + 1)
        return f"{left} {expr.op} {right}", level
