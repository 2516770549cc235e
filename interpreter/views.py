"""The table as one player, a spectator or the referee sees it: plain data.

Hidden zones give their number of items only, secret states nothing, hidden characteristics
are left out. `referee` sees everything.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from ..dsl.core import Family, Kind
from ..dsl.program import Board, StateVar
from .compiler import Rules
from .names import Code, Names
from .runtime import State
from .sheets import FactView, Sheets
from .visibility import Sight, sees


@dataclass(frozen=True, slots=True)
class ValueView:
    """A state's value: what people read, and its code; both None if it is secret."""

    name: str
    title: str
    owner: str | None
    text: str | None
    value: Code


@dataclass(frozen=True, slots=True)
class ItemView:
    """A component that can be seen; `values` are its characteristics in words.

    `copy` tells it from its look-alikes, 0 where something of it is hidden. `zones` are
    those on it that hold something. Its sheet gives `facts` and `text`; `borne` are the
    components shown under it, which lie where they lie (`is_borne`).
    """

    label: str
    copy: int
    type: str
    values: Mapping[str, str]
    states: tuple[ValueView, ...]
    zones: tuple[ZoneView, ...]
    facts: tuple[FactView, ...]
    text: str
    borne: tuple[ItemView, ...]
    is_borne: bool


@dataclass(frozen=True, slots=True)
class ZoneView:
    """A zone's copy, bottom to top; `items` is None where only their number is known."""

    name: str
    title: str
    owner: str | None
    visibility: str
    count: int
    items: tuple[ItemView, ...] | None


@dataclass(frozen=True, slots=True)
class CellView:
    """A cell with its states, its characteristics and the zones on it."""

    label: str
    column: int
    row: int
    values: Mapping[str, str]
    states: tuple[ValueView, ...]
    zones: tuple[ZoneView, ...]


@dataclass(frozen=True, slots=True)
class BoardView:
    """A board; `shape` is grille, hexagones or graphe; links are pairs of cell labels."""

    name: str
    title: str
    shape: str
    cells: tuple[CellView, ...]
    links: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class SeatView:
    """A player: in the game or not, asked to decide or not, and what belongs to them.

    `facts` is what their sheet shows, None without a sheet.
    """

    player: int
    label: str
    is_in_game: bool
    decides: bool
    states: tuple[ValueView, ...]
    zones: tuple[ZoneView, ...]
    facts: tuple[FactView, ...] | None


@dataclass(frozen=True, slots=True)
class View:
    """Everything `player` may see (None: a spectator).

    `facts` is what the sheet of nobody shows, None without one.
    """

    player: int | None
    seats: tuple[SeatView, ...]
    boards: tuple[BoardView, ...]
    states: tuple[ValueView, ...]
    zones: tuple[ZoneView, ...]
    deciding: int | None
    asked: str | None
    facts: tuple[FactView, ...] | None

    def to_json(self) -> dict[str, Any]:
        """Return the view as plain data, ready for `json.dumps`."""
        return asdict(self)


def view_of(
    rules: Rules, names: Names, sight: Sight, state: State, player: int | None,
    referee: bool = False,
) -> View:  # fmt: skip
    """Return the view of a player, a spectator (None) or, if asked, the referee."""
    return _Looker(rules, names, sight, state, player, referee).view()


class _Looker:
    """One pair of eyes on one state."""

    def __init__(
        self, rules: Rules, names: Names, sight: Sight, state: State, player: int | None,
        referee: bool,
    ) -> None:  # fmt: skip
        self.rules = rules
        self.layout = rules.layout
        self.program = rules.program
        self.names = names
        self.sight = sight
        self.state = state
        self.player = player
        self.referee = referee
        self.sheets = Sheets(self.layout, names, state)
        self.borne = self._all_borne() if self.program.sheets else {}

    def view(self) -> View:
        is_open = self.state.result is None and self.state.ask >= 0
        return View(
            self.player,
            tuple(self._seat(seat) for seat in range(self.layout.players)),
            tuple(self._board(board) for board in self.program.boards.values()),
            self._common_states(),
            self._common_zones(),
            self.state.who if is_open else None,
            self.rules.asks[self.state.ask].title if is_open else None,
            self.sheets.facts(None),
        )

    def _sees(self, viewers: int) -> bool:
        return self.referee or sees(viewers, self.player)

    def _seat(self, seat: int) -> SeatView:
        decides = self.state.result is None and self.state.who == seat
        return SeatView(
            seat,
            f"J{seat + 1}",
            bool(self.state.alive[seat]),
            decides,
            self._states_of(Kind(Family.PLAYER, "Joueur"), seat),
            self._zones_of(Kind(Family.PLAYER, "Joueur"), seat),
            self.sheets.facts(seat),
        )

    def _board(self, board: Board) -> BoardView:
        kind = Kind(Family.CELL, board.cell)
        cells = []
        for number, cell in enumerate(board.cells):
            values = {
                name: self.names.label(board.tables[name][number], characteristic.kind)
                for name, characteristic in board.characteristics.items()
                if name in board.tables
            }
            cells.append(
                CellView(
                    cell.label, cell.column, cell.row, values,
                    self._states_of(kind, number), self._zones_of(kind, number),
                )
            )  # fmt: skip
        return BoardView(board.name, board.title, board.shape, tuple(cells), _links(board))

    def _common_states(self) -> tuple[ValueView, ...]:
        """Return the states of nobody, and of each value of an enumeration."""
        found = list(self._states_of(None, -1))
        for enumeration in self.program.enumerations.values():
            kind = Kind(Family.ENUM, enumeration.name)
            for number in range(len(enumeration.values)):
                found += self._states_of(kind, number)
        return tuple(found)

    def _common_zones(self) -> tuple[ZoneView, ...]:
        """Return the zones of nobody, and of each value of an enumeration."""
        found = list(self._zones_of(None, -1))
        for enumeration in self.program.enumerations.values():
            kind = Kind(Family.ENUM, enumeration.name)
            for number in range(len(enumeration.values)):
                found += self._zones_of(kind, number)
        return tuple(found)

    def _states_of(self, owner: Kind | None, number: int) -> tuple[ValueView, ...]:
        return tuple(
            self._value(variable, number)
            for variable in self.program.states.values()
            if _is_owner(variable.owner, owner)
        )

    def _value(self, variable: StateVar, owner: int) -> ValueView:
        held: Any = getattr(self.state, self.layout.states[variable.name])
        label = None
        if variable.owner is not None:
            held = held[owner]
            label = self.names.label(owner, variable.owner)
        viewers = self.sight.state_viewers(variable, owner, self.state)
        if not self._sees(viewers):
            return ValueView(variable.name, variable.title, label, None, None)
        text = self.names.label(held, variable.kind)
        code = self.names.code(held, variable.kind)
        return ValueView(variable.name, variable.title, label, text, code)

    def _zones_of(self, owner: Kind | None, number: int) -> tuple[ZoneView, ...]:
        found = []
        for name, zone in self.program.zones.items():
            if not _is_owner(zone.owner, owner):
                continue
            copy = self.layout.zone_base[name] + max(number, 0)
            items = self.state.Z[copy]
            label = None if zone.owner is None else self.names.label(number, zone.owner)
            shown = None
            if self._sees(self.sight.zone_viewers(copy)):
                shown = tuple(self._item(entity) for entity in items)
            found.append(
                ZoneView(name, zone.title, label, zone.visibility, len(items), shown)
            )
        return tuple(found)

    def _item(self, entity: int) -> ItemView:
        card = self.layout.entities[entity].card
        type_ = self.program.types[card.type]
        sees_back = self._sees(self.sight.back_viewers(entity, self.state))
        values = {
            name: self.names.label(
                self.layout.tables["", name][entity], characteristic.kind
            )
            for name, characteristic in type_.characteristics.items()
            if sees_back or not characteristic.hidden
        }
        owners = [
            Kind(Family.COMPONENT, name)
            for name in self.program.types
            if entity in self.layout.members[name]
        ]
        states = [view for kind in owners for view in self._states_of(kind, entity)]
        zones = [
            zone for kind in owners for zone in self._zones_of(kind, entity) if zone.count
        ]
        copy = self.layout.entities[entity].copy + 1 if sees_back else 0
        return ItemView(
            card.label, copy, card.type, values,
            tuple(states), tuple(zones), self.sheets.facts_of(entity),
            self.sheets.text_of(entity),
            tuple(self._item(other) for other in self.borne.get(entity, ())),
            any(entity in others for others in self.borne.values()),
        )  # fmt: skip

    def _all_borne(self) -> dict[int, list[int]]:
        """Return the components that are shown under others, by what bears them.

        Nothing is borne in a circle, nor by what the player does not see.
        """
        bearers = {}
        for entity, zone in enumerate(self.state.at):
            if zone >= 0 and self._sees(self.sight.zone_viewers(zone)):
                bearer = self.sheets.bearer_of(entity)
                if bearer >= 0 and self._sees(
                    self.sight.zone_viewers(self.state.at[bearer])
                ):
                    bearers[entity] = bearer
        borne: dict[int, list[int]] = {}
        for entity, bearer in bearers.items():
            above = bearer
            for _ in bearers:
                above = bearers.get(above, above)
            if above not in bearers:
                borne.setdefault(bearer, []).append(entity)
        return borne


def _is_owner(kind: Kind | None, wanted: Kind | None) -> bool:
    """Tell whether what has this owner belongs to that kind of owner."""
    if kind is None or wanted is None:
        return kind is wanted
    return (kind.family, kind.name) == (wanted.family, wanted.name)


def _links(board: Board) -> tuple[tuple[str, str], ...]:
    """Return each pair of neighbouring cells of a graph once; other shapes show theirs."""
    if board.shape != "graphe":
        return ()
    pairs = {
        (min(cell, other), max(cell, other))
        for cell, others in enumerate(board.neighbours)
        for other in others
    }
    return tuple((board.cells[a].label, board.cells[b].label) for a, b in sorted(pairs))
