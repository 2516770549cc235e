"""Why a condition holds or fails: the part that decides, and the values it read.

The same expressions as the compiled rules, walked by the patient evaluator.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ..dsl import core
from ..dsl.core import Family, Kind
from ..dsl.terms import Lang
from .evaluate import Evaluator, Slots
from .names import Names
from .phrases import phrase

#: Definitions opened inside one another, and items of a set shown.
DEPTH, SHOWN = 6, 6


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence of an explanation, indented under the one it supports."""

    fr: str
    en: str
    cites: tuple[str, ...] = ()
    depth: int = 0

    def text(self, lang: Lang = "fr") -> str:
        """Return the sentence in a language, with its citations."""
        text = self.fr if lang == "fr" else self.en
        cites = f" [{', '.join(self.cites)}]" if self.cites else ""
        return f"{'  ' * self.depth}{text}{cites}"


class Prover:
    """Proves conditions on one state."""

    def __init__(self, evaluator: Evaluator, names: Names) -> None:
        self.evaluator = evaluator
        self.names = names
        self.program = evaluator.program

    def condition(self, expr: core.Expr, slots: Slots, depth: int = 0) -> Iterator[Line]:
        """Yield why a condition has the truth it has."""
        if depth >= DEPTH:
            return
        holds = bool(self.evaluator.value(expr, slots))
        match expr:
            case core.Operation(op="et") | core.Operation(op="ou"):
                # The first part that decides; all of them where each must agree.
                deciding = expr.op == "et"
                for operand in expr.operands:
                    agrees = bool(self.evaluator.value(operand, slots)) is deciding
                    if agrees is (holds is deciding):
                        yield from self.condition(operand, slots, depth)
                        if holds is not deciding:
                            return
            case core.Operation(op="non"):
                yield from self.condition(expr.operands[0], slots, depth)
            case core.Operation():
                yield self._comparison(expr, slots, depth, holds)
                for operand in expr.operands:
                    yield from self._modified(operand, slots, depth + 1)
            case core.Call():
                yield from self._definition(expr, slots, depth, holds)
            case core.Fold(op="tous", item=core.Expr()):
                yield from self._all(expr, slots, depth, holds)
            case core.Fold(op="existe"):
                yield self._exists(expr, slots, depth, holds)
            case core.IfElse():
                yield from self.condition(expr.condition, slots, depth)
                branch = self.evaluator.value(expr.condition, slots)
                yield from self.condition(
                    expr.then if branch else expr.otherwise, slots, depth
                )
            case _:
                yield self._truth(expr, slots, depth, holds)

    def membership(
        self, group: core.Expr, item: int, kind: Kind, slots: Slots, depth: int = 0
    ) -> Iterator[Line]:
        """Yield why an item is or is not in a set."""
        label = self.names.label(item, kind)
        is_in = item in self.evaluator.value(group, slots)
        text = phrase(group, self.names, slots)
        if is_in:
            yield Line(
                f"{label} est parmi « {text} »", f"{label} is among “{text}”", (), depth
            )
            return
        if isinstance(group, core.Where) and depth < DEPTH:
            inner = dict(slots) | {group.slot: item}
            if item in self.evaluator.value(group.group, slots):
                yield from self.condition(group.condition, inner, depth)
            else:
                yield from self.membership(group.group, item, kind, slots, depth)
            return
        if isinstance(group, core.Call) and depth < DEPTH:
            definition = self.program.definitions[group.definition]
            values = [self.evaluator.value(a, slots) for a in group.arguments]
            inner = dict(zip([p.slot for p in definition.params], values, strict=True))
            yield Line(
                f"{label} n'est pas parmi « {text} »",
                f"{label} is not among “{text}”",
                definition.cites,
                depth,
            )
            yield from self.membership(definition.value, item, kind, inner, depth + 1)
            return
        members = self._shown(self.evaluator.value(group, slots), kind)
        yield Line(
            f"{label} n'est pas parmi « {text} » : {members[0]}",
            f"{label} is not among “{text}”: {members[1]}",
            (),
            depth,
        )

    # Parts ---------------------------------------------------------------

    def _label(self, expr: core.Expr, slots: Slots) -> tuple[str, str]:
        value = self.evaluator.value(expr, slots)
        if expr.kind.many or expr.kind.lines:
            return self._shown(value, expr.kind)
        return self.names.label(value, expr.kind), self.names.label(value, expr.kind, "en")

    def _shown(self, value: Sequence[Any], kind: Kind) -> tuple[str, str]:
        items = tuple(value)[:SHOWN]
        more = ", …" if len(value) > SHOWN else ""
        return (
            self.names.label(items, kind) + more,
            self.names.label(items, kind, "en") + more,
        )

    def _comparison(
        self, expr: core.Operation, slots: Slots, depth: int, holds: bool
    ) -> Line:
        """Return the condition and what its sides are worth."""
        french, english = [], []
        for operand in expr.operands:
            if isinstance(operand, core.Const) or operand.kind.family is Family.NOTHING:
                continue
            text = phrase(operand, self.names, slots)
            value = self._label(operand, slots)
            if text != value[0]:
                french.append(f"{text} vaut {value[0]}")
                english.append(f"{text} is {value[1]}")
        condition = phrase(expr, self.names, slots)
        fr = f"« {condition} » est {'vrai' if holds else 'faux'}"
        en = f"“{condition}” is {'true' if holds else 'false'}"
        if french:
            fr, en = f"{fr} : {', '.join(french)}", f"{en}: {', '.join(english)}"
        return Line(fr, en, (), depth)

    def _modified(self, expr: core.Expr, slots: Slots, depth: int) -> Iterator[Line]:
        """Yield what makes up a modifiable value, if anything modifies it."""
        if not isinstance(expr, core.ValueOf):
            return
        values = [self.evaluator.value(argument, slots) for argument in expr.arguments]
        definition = self.program.values[expr.value]
        inner = dict(zip([p.slot for p in definition.params], values, strict=True))
        base = self.evaluator.value(definition.base, inner)
        title = definition.title
        parts = list(self.evaluator.modifiers(expr.value, values))
        lasting = self.evaluator.lasting(expr.value, values)
        if not parts and not lasting:
            return
        yield Line(
            f"{title} : base {base}", f"{title}: base {base}", definition.cites, depth
        )
        for ability, modifier, amount in parts:
            text = f"{amount:+d} : {ability.title}"
            yield Line(text, text, modifier.cites or ability.cites, depth)
        if lasting:
            yield Line(f"{lasting:+d} pour un temps", f"{lasting:+d} for a time", (), depth)

    def _definition(
        self, expr: core.Call, slots: Slots, depth: int, holds: bool
    ) -> Iterator[Line]:
        definition = self.program.definitions[expr.definition]
        values = [self.evaluator.value(argument, slots) for argument in expr.arguments]
        inner = dict(zip([p.slot for p in definition.params], values, strict=True))
        text = phrase(expr, self.names, slots)
        yield Line(
            f"« {text} » est {'vrai' if holds else 'faux'}",
            f"“{text}” is {'true' if holds else 'false'}",
            definition.cites,
            depth,
        )
        yield from self.condition(definition.value, inner, depth + 1)

    def _all(
        self, expr: core.Fold, slots: Slots, depth: int, holds: bool
    ) -> Iterator[Line]:
        """Yield that all items meet a condition, or the first that does not."""
        assert expr.item is not None
        group = self.evaluator.value(expr.group, slots)
        text = phrase(expr, self.names, slots)
        if holds:
            count = len(group)
            yield Line(
                f"« {text} » est vrai des {count} examinés",
                f"“{text}” is true of the {count} examined",
                (),
                depth,
            )
            return
        yield Line(f"« {text} » est faux", f"“{text}” is false", (), depth)
        for item in group:
            inner = dict(slots) | {expr.slot: item}
            if not self.evaluator.value(expr.item, inner):
                yield from self.condition(expr.item, inner, depth + 1)
                return

    def _exists(self, expr: core.Fold, slots: Slots, depth: int, holds: bool) -> Line:
        """Return the first item there is, or how many were examined in vain."""
        text = phrase(expr, self.names, slots)
        group = tuple(self.evaluator.value(expr.group, slots))
        if holds:
            kind = expr.group.kind
            item = self._shown(group[:1], kind)
            return Line(
                f"« {text} » est vrai : {item[0]}",
                f"“{text}” is true: {item[1]}",
                (),
                depth,
            )
        examined = ()
        if isinstance(expr.group, core.Where):
            examined = tuple(self.evaluator.value(expr.group.group, slots))
        return Line(
            f"« {text} » est faux : aucun parmi {len(examined)}",
            f"“{text}” is false: none among {len(examined)}",
            (),
            depth,
        )

    def _truth(self, expr: core.Expr, slots: Slots, depth: int, holds: bool) -> Line:
        text = phrase(expr, self.names, slots)
        return Line(
            f"« {text} » est {'vrai' if holds else 'faux'}",
            f"“{text}” is {'true' if holds else 'false'}",
            (),
            depth,
        )
