"""Types, boards and components of a ruleset: declarations and YAML in, Program parts out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from . import nodes
from .boards import Geometry, build_board, build_grid, build_plan
from .collector import Collector
from .components import COMMON_KEYS, RawCard, RawPlan
from .core import Family
from .diagnostics import Diagnostic
from .environment import cites_of, title_of
from .expressions import resolve_as
from .folding import fold
from .program import Board, Card, CharacteristicType, ComponentType
from .schema import Names, seat_words
from .traits import Value, build_card


class Material:
    """Builds the material; `findings` are the mistakes met on the way."""

    def __init__(
        self, collector: Collector, plans: Mapping[str, RawPlan], raw: Sequence[RawCard]
    ) -> None:
        self.collector = collector
        self.plans = plans
        self.raw = raw
        self.findings: list[Diagnostic] = []

    def _names(self) -> Names:
        """Return the words of every kind a characteristic may have, with their numbers."""
        symbols = self.collector.symbols
        names = seat_words(*self.collector.env.seats)
        for name, kind in symbols.kinds.items():
            if kind.family is Family.ENUM:
                names[name] = {word: n for n, word in enumerate(symbols.groups[name])}
        return names

    def _characteristics(
        self, traits: tuple[nodes.Characteristic, ...], owner: str
    ) -> dict[str, CharacteristicType]:
        """Return the characteristics a type or a kind of cells declares itself."""
        env = self.collector.env
        table = self.collector.symbols.characteristics.get(owner, {})
        found: dict[str, CharacteristicType] = {}
        for trait in traits:
            name = trait.name.text
            if name not in table or name in found:
                continue
            kind = table[name].kind
            default: Value | None = None
            if trait.default is not None:
                default = fold(resolve_as(trait.default, kind, env), self.collector.symbols)
                if default is None:
                    env.report("D10", trait.default.span)
            title = title_of(trait.title, name)
            found[name] = CharacteristicType(
                name, kind, trait.hidden is not None, default, title
            )
        return found

    def types(self) -> dict[str, ComponentType]:
        """Return the component types, inherited characteristics first."""
        own: dict[str, dict[str, CharacteristicType]] = {}
        declared: dict[str, nodes.Component] = {}
        for node in self.collector.declarations:
            if isinstance(node, nodes.Component) and node.name.text not in declared:
                declared[node.name.text] = node
                self.findings += _common_keys(node)
                own[node.name.text] = self._characteristics(
                    node.characteristics, node.name.text
                )
        hierarchy = self.collector.symbols.hierarchy
        types: dict[str, ComponentType] = {}
        for name, node in declared.items():
            above = hierarchy.ancestors(name)
            merged: dict[str, CharacteristicType] = {}
            for each in reversed(above):
                merged.update(own[each])
            types[name] = ComponentType(
                name,
                title_of(node.title, name),
                cites_of(node.cites),
                node.span,
                above[1] if len(above) > 1 else None,
                MappingProxyType(merged),
            )
        return types

    def boards(self) -> dict[str, Board]:
        """Return the boards with their cells."""
        boards: dict[str, Board] = {}
        for node in self.collector.declarations:
            if isinstance(node, nodes.Board) and node.name.text not in boards:
                geometry = self._geometry(node)
                board, found = build_board(
                    geometry,
                    name=node.name.text,
                    title=title_of(node.title, node.name.text),
                    cites=cites_of(node.cites),
                    span=node.span,
                    cell=node.cell.text,
                    characteristics=self._characteristics(
                        node.characteristics, node.cell.text
                    ),
                    names=self._names(),
                )
                self.findings += found
                boards[board.name] = board
        return boards

    def _geometry(self, node: nodes.Board) -> Geometry:
        shape = node.shape
        if isinstance(shape, nodes.GridShape):
            geometry, found = build_grid(shape.columns.value, shape.rows.value, shape.span)
            self.findings += found
            return geometry
        plan = self.plans.get(shape.plan.text)
        if plan is None:
            self.collector.env.unknown("N02", shape.plan, self.plans, what="plan")
            return Geometry("", (), (), ())
        geometry, found = build_plan(plan)
        self.findings += found
        wanted = "hexagones" if isinstance(shape, nodes.HexShape) else "graphe"
        if geometry.shape != wanted:
            self.collector.env.report(
                "D19", shape.span, name=plan.name, found=geometry.shape, expected=wanted
            )
        return geometry

    def cards(self, types: Mapping[str, ComponentType]) -> dict[str, Card]:
        """Return the components with their values read."""
        names = dict(self._names())
        for owner, table in self.collector.symbols.groups.items():
            symbol = self.collector.symbols.expressions.get(owner)
            if symbol is not None and symbol.kind.family is Family.CELL:
                names[symbol.kind.name] = {word: n for n, word in enumerate(table)}
        cards: dict[str, Card] = {}
        for raw in self.raw:
            card, found = build_card(raw, types, names)
            self.findings += found
            if card is not None:
                cards[card.id] = card
        return cards


def _common_keys(node: nodes.Component) -> Iterator[Diagnostic]:
    """Yield characteristics whose name every component has as a key already."""
    for trait in node.characteristics:
        if trait.name.text in COMMON_KEYS:
            values = {"name": trait.name.text, "known": COMMON_KEYS}
            yield Diagnostic("Y50", trait.name.span, values)
