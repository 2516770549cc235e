"""Numbers for everything a ruleset declares, for one number of players.

Goes in: a Program and how many play. Comes out: a Layout: entities with their constant
characteristics, boards' tables, zones' copies, states' columns, chance streams. The
compiler names nothing after the author's words, only after these numbers.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ..dsl import core
from ..dsl.program import Board, Card, Program

Value = int | tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Entity:
    """One physical component."""

    number: int
    card: Card
    copy: int


@dataclass(slots=True)
class Layout:
    """The numbering; read-only once made."""

    program: Program
    players: int
    entities: list[Entity] = field(default_factory=list)
    card_index: dict[str, int] = field(default_factory=dict)
    copies: dict[str, tuple[int, ...]] = field(default_factory=dict)
    members: dict[str, tuple[int, ...]] = field(default_factory=dict)
    tables: dict[tuple[str, str], tuple[Value, ...]] = field(default_factory=dict)
    looks: list[int] = field(default_factory=list)
    zone_base: dict[str, int] = field(default_factory=dict)
    zone_count: int = 0
    states: dict[str, str] = field(default_factory=dict)
    streams: dict[str, int] = field(default_factory=dict)
    cell_board: dict[str, Board] = field(default_factory=dict)
    #: Lines, offsets and distances of boards, once they have been asked for.
    shapes: dict[tuple[object, ...], Any] = field(default_factory=dict)

    def size(self, kind: core.Kind) -> int:
        """How many values a finite kind has (0 for numbers)."""
        match kind.family:
            case core.Family.PLAYER:
                return self.players
            case core.Family.ENUM:
                return len(self.program.enumerations[kind.name].values)
            case core.Family.COMPONENT:
                return len(self.entities)
            case core.Family.CELL:
                return len(self.cell_board[kind.name].cells)
            case core.Family.BOOLEAN:
                return 2
            case _:
                return 0

    def everything(self, kind: core.Kind) -> tuple[int, ...]:
        """All values of a kind, players excepted (they may be eliminated)."""
        if kind.family is core.Family.COMPONENT:
            return self.members[kind.name]
        return tuple(range(self.size(kind)))

    def constant(self, expr: core.Const) -> Any:
        """The value of a constant; a player who does not play this game is `rien`."""
        return self.seated(expr.value, expr.kind)

    def seated(self, value: Any, kind: core.Kind) -> Any:
        """A value, `rien` if it is a player who does not play this game."""
        is_absent = kind.family is core.Family.PLAYER and isinstance(value, int)
        return -1 if is_absent and value >= self.players else value

    def subtypes(self, name: str) -> frozenset[str]:
        """A component type and everything below it."""
        found = {name}
        changed = True
        while changed:
            below = {t.name for t in self.program.types.values() if t.supertype in found}
            changed = not below <= found
            found |= below
        return frozenset(found)

    def copies_of(self, entity: int) -> tuple[int, ...]:
        """All copies of what a component is one of; none of `rien`."""
        return self.copies[self.entities[entity].card.id] if entity >= 0 else ()

    def zone_copies(self, name: str) -> range:
        """The zone numbers of a zone's copies."""
        zone = self.program.zones[name]
        base = self.zone_base[name]
        return range(base, base + (self.size(zone.owner) if zone.owner else 1))

    def stream(self, name: str) -> int:
        """The number of a named chance stream."""
        return self.streams.setdefault(name, len(self.streams))


def lay_out(program: Program, players: int) -> Layout:
    """Number everything of a program for a number of players."""
    layout = Layout(program, players)
    for board in program.boards.values():
        layout.cell_board[board.cell] = board
    _number_entities(layout)
    _tabulate(layout)
    for name, zone in program.zones.items():
        layout.zone_base[name] = layout.zone_count
        layout.zone_count += layout.size(zone.owner) if zone.owner else 1
    for number, name in enumerate(program.states):
        layout.states[name] = f"s{number}"
    for die in program.dice:
        layout.stream(f"dé:{die}")
    for zone_name in program.zones:
        layout.stream(f"zone:{zone_name}")
    return layout


def _number_entities(layout: Layout) -> None:
    program = layout.program
    for index, card in enumerate(program.cards.values()):
        layout.card_index[card.id] = index
        first = len(layout.entities)
        for copy in range(card.copies):
            layout.entities.append(Entity(first + copy, card, copy))
        layout.copies[card.id] = tuple(range(first, first + card.copies))
    for name in program.types:
        below = layout.subtypes(name)
        layout.members[name] = tuple(
            entity.number for entity in layout.entities if entity.card.type in below
        )
    seen: dict[tuple[object, ...], int] = {}
    for entity in layout.entities:
        type_ = program.types[entity.card.type]
        shown = tuple(
            entity.card.values.get(name)
            for name, characteristic in type_.characteristics.items()
            if not characteristic.hidden
        )
        hides = any(c.hidden for c in type_.characteristics.values())
        look = (entity.card.type, shown, entity.card.label if hides else entity.card.id)
        layout.looks.append(seen.setdefault(look, len(seen)))


def _tabulate(layout: Layout) -> None:
    """Make one tuple per characteristic, indexed by entity or by cell."""
    program = layout.program
    for type_ in program.types.values():
        for name, characteristic in type_.characteristics.items():
            if ("", name) in layout.tables:
                continue
            nothing = default_of(characteristic.kind)
            layout.tables["", name] = tuple(
                layout.seated(
                    _value_of(layout, entity.card, name, nothing), characteristic.kind
                )
                for entity in layout.entities
            )
    for board in program.boards.values():
        layout.tables[board.cell, "colonne"] = tuple(cell.column for cell in board.cells)
        layout.tables[board.cell, "rangée"] = tuple(cell.row for cell in board.cells)
        for name, values in board.tables.items():
            kind = board.characteristics[name].kind
            layout.tables[board.cell, name] = tuple(layout.seated(v, kind) for v in values)


def _value_of(layout: Layout, card: Card, name: str, nothing: Value) -> Value:
    """Give a component's characteristic; `nothing` if its type does not have it."""
    if name in card.values:
        return card.values[name]
    characteristic = layout.program.types[card.type].characteristics.get(name)
    if characteristic is None or characteristic.default is None:
        return nothing
    return characteristic.default


def default_of(kind: core.Kind) -> Value:
    """What reading through `rien` gives: 0, faux, the empty set or rien."""
    if kind.many or kind.lines:
        return ()
    if kind.family in (core.Family.NUMBER, core.Family.BOOLEAN):
        return 0
    return -1
