"""What sheets show: a component, a player or nobody in, titled facts out.

The values are those of the moment, modifiers included. Without a sheet there are no facts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ..dsl import core
from ..dsl.builtins import CANDIDATE
from ..dsl.core import Family
from ..dsl.program import Program, Sheet, Shown
from .evaluate import Evaluator
from .layout import Layout
from .names import Names
from .runtime import State


@dataclass(frozen=True, slots=True)
class FactView:
    """Something to know: a title and a text, or the title alone if it says all."""

    title: str
    text: str


class Sheets:
    """The sheets of one game, read on one state."""

    def __init__(self, layout: Layout, names: Names, state: State) -> None:
        self.layout = layout
        self.program = layout.program
        self.names = names
        self.state = state
        self.evaluator = Evaluator(layout, state)

    def facts(self, owner: int | None) -> tuple[FactView, ...] | None:
        """Return what there is to know of a player, or of what belongs to nobody (None)."""
        family = None if owner is None else Family.PLAYER
        sheets = [
            sheet
            for sheet in self.program.sheets
            if (None if sheet.kind is None else sheet.kind.family) is family
        ]
        if not sheets:
            return None
        return tuple(fact for sheet in sheets for fact in self._facts(sheet, owner))

    def facts_of(self, entity: int) -> tuple[FactView, ...]:
        """Return what there is to know of a component where it lies."""
        sheets = self._sheets_of(entity)
        return tuple(fact for sheet in sheets for fact in self._facts(sheet, entity))

    def text_of(self, entity: int) -> str:
        """Return the text of a component, if its sheet shows it where it lies."""
        is_shown = any(
            line.value is None and self._holds(line, entity)
            for sheet in self._sheets_of(entity)
            for line in sheet.lines
        )
        return self.layout.entities[entity].card.text if is_shown else ""

    def bearer_of(self, entity: int) -> int:
        """Return the component under which one is shown, -1 if there is none."""
        for sheet in self._sheets_of(entity):
            if sheet.under is not None:
                bearer: int = self.evaluator.value(sheet.under, {CANDIDATE: entity})
                if bearer >= 0:
                    return bearer
        return -1

    def _sheets_of(self, entity: int) -> Iterator[Sheet]:
        zone = self.state.at[entity]
        for sheet in self.program.sheets:
            kind = sheet.kind
            if kind is None or kind.family is not Family.COMPONENT:
                continue
            names = sheet.zones or self.program.in_play or tuple(self.program.zones)
            lies_there = any(zone in self.layout.zone_copies(name) for name in names)
            if lies_there and entity in self.layout.members[kind.name]:
                yield sheet

    def _facts(self, sheet: Sheet, owner: int | None) -> Iterator[FactView]:
        for line in sheet.lines:
            if line.value is not None and self._holds(line, owner):
                value = self.evaluator.value(line.value, {CANDIDATE: owner})
                yield from self._fact(line.value, line.title, value)

    def _holds(self, line: Shown, owner: int | None) -> bool:
        if line.condition is None:
            return True
        return bool(self.evaluator.value(line.condition, {CANDIDATE: owner}))

    def _fact(self, expr: core.Expr, title: str | None, value: Any) -> Iterator[FactView]:
        """Yield a value in words; false, nothing and empty sets are not worth a word."""
        kind = expr.kind
        title = title_of(self.program, expr) if title is None else title
        if kind.many or kind.lines:
            if value:
                yield FactView(title, self.names.label(value, kind))
        elif kind.family is Family.BOOLEAN:
            if value:
                yield FactView(title, "")
        elif kind.family is Family.NUMBER or value >= 0:
            yield FactView(title, self.names.label(value, kind))


def title_of(program: Program, expr: core.Expr) -> str:
    """Return the title of what an expression reads, nothing if it is more than that."""
    match expr:
        case core.Global(state=name) | core.Column(state=name):
            return program.states[name].title
        case core.Call(definition=name):
            return program.definitions[name].title
        case core.ValueOf(value=name):
            return program.values[name].title
        case core.Characteristic(owner=owner, table=name) if (
            owner.family is Family.COMPONENT
        ):
            found = program.types[owner.name].characteristics.get(name)
            return "" if found is None else found.title
        case _:
            return ""
