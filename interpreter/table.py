"""The table in a terminal: a View in, lines of styled text out.

Boards are drawn by their shape; what stands on a cell is what its states and zones hold,
and the players' markers that name it. Everything comes from the View: what a player may
not see cannot be drawn.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from ..dsl.characters import legible
from ..dsl.program import Program
from ..dsl.terms import Lang
from .item_lines import ItemLines, fact_texts, is_listed, packed
from .names import Code, spaced
from .styled import Text, joined, styled
from .views import BoardView, CellView, SeatView, ValueView, View, ZoneView

#: One colour per seat.
COLOURS = ("cyan", "magenta", "yellow", "green", "blue", "red", "white", "bright_cyan")
EMPTY, HIDDEN = "·", "▒"
MARGIN = 5
WIDEST_CELL, TALLEST_CELL = 12, 4
#: Items named in one line of a zone; the others are counted.
SHOWN = 24

_PLAYER = re.compile(r"J[0-9]{1,2}")
_NOTHING: tuple[Code, ...] = (None, False, 0, [])


class Table:
    """Draws views of one game's tables, for a terminal of some width."""

    def __init__(self, program: Program, width: int, lang: Lang) -> None:
        self.program = program
        self.width = max(width, 40)
        self.lang = lang

    def draw(self, view: View) -> list[Text]:
        """Return the lines of a view: boards, tracks, what is common, then each player."""
        self.items = ItemLines(view, self.width)
        lines: list[Text] = []
        for board in view.boards:
            lines += [_heading(board.title), *self._board(board, view), Text()]
        lines += self._tracks(view)
        lines += self._common(view)
        for seat in view.seats:
            lines += self._seat(seat, view)
        return lines

    # Boards --------------------------------------------------------------

    def _board(self, board: BoardView, view: View) -> Iterator[Text]:
        contents = {cell.label: self._content(cell, view) for cell in board.cells}
        match board.shape:
            case "grille":
                return self._grid(board, contents)
            case "hexagones":
                return self._hexagons(board, contents)
            case _:
                return self._graph(board, contents)

    def _content(self, cell: CellView, view: View) -> Text:
        """Return what stands on a cell, in a few signs."""
        parts = [_seat_text(state.text) for state in cell.states if _is_worth(state)]
        for zone in cell.zones:
            if zone.items is None:
                parts += [styled(HIDDEN * min(zone.count, 3))] if zone.count else []
            else:
                parts += [styled(legible(item.label)) for item in zone.items]
        for seat in view.seats:
            if any(state.value == cell.label for state in seat.states):
                parts.append(_seat_text(seat.label))
        return joined(parts, " ")

    def _grid(self, board: BoardView, contents: dict[str, Text]) -> Iterator[Text]:
        columns = sorted({cell.column for cell in board.cells})
        rows = sorted({cell.row for cell in board.cells}, reverse=True)
        room = (self.width - MARGIN) // max(len(columns), 1) - 1
        widest = max((text.columns for text in contents.values()), default=1)
        size = max(2, min(widest, room, WIDEST_CELL))
        cells = {(cell.column, cell.row): cell.label for cell in board.cells}
        for row in rows:
            line = styled(f"{row:>{MARGIN - 2}}  ", "dim")
            for column in columns:
                text = (
                    contents[cells[column, row]] if (column, row) in cells else styled(" ")
                )
                line.extend((text or styled(EMPTY, "dim")).fitted(size))
                line.add(" ")
            yield line.trimmed()
        names = [cells[column, rows[-1]].rstrip("0123456789") for column in columns]
        yield styled(" " * MARGIN + " ".join(f"{name:<{size}}" for name in names), "dim")

    def _hexagons(self, board: BoardView, contents: dict[str, Text]) -> Iterator[Text]:
        """Draw each row of cells: their names, below them what stands there, folded."""
        columns = max(cell.column for cell in board.cells) + 1
        size = max(5, min(WIDEST_CELL, (self.width - 2) * 2 // (2 * columns + 1)))
        rows = sorted({cell.row for cell in board.cells}, reverse=True)
        shifted = self._shifted_rows(board.name)
        for row in rows:
            by_column: dict[int, list[Text]] = {}
            for cell in (cell for cell in board.cells if cell.row == row):
                shown = contents[cell.label] or styled(_ground(cell), "dim italic")
                name = styled(cell.label, "dim")
                by_column[cell.column] = [name, *_folded(shown, size - 1)]
            for number in range(max(map(len, by_column.values()))):
                line = styled(" " * (size // 2) if row in shifted else "")
                for column in range(columns):
                    lines = by_column.get(column, [])
                    text = lines[number] if number < len(lines) else Text()
                    line.extend(text.fitted(size - 1)).add(" ")
                yield line.trimmed()

    def _shifted_rows(self, name: str) -> set[int]:
        """Return the rows that stand half a cell to the right of their neighbours."""
        board = self.program.boards[name]
        shifted = set()
        for cell, others in zip(board.cells, board.neighbours, strict=True):
            for other in (board.cells[number] for number in others):
                if other.row != cell.row and other.column > cell.column:
                    shifted.add(cell.row)
        return shifted

    def _graph(self, board: BoardView, contents: dict[str, Text]) -> Iterator[Text]:
        near: dict[str, list[str]] = {cell.label: [] for cell in board.cells}
        for one, other in board.links:
            near[one].append(other)
            near[other].append(one)
        size = max(len(label) for label in near)
        for label, text in contents.items():
            line = styled(f"  {label:<{size}}  ").extend(text if text else styled(EMPTY))
            yield line.add(f"  → {', '.join(near[label])}", "dim")

    # Tracks, zones, players ----------------------------------------------

    def _tracks(self, view: View) -> Iterator[Text]:
        """Draw each track as a line of signs, its markers by their titles."""
        held = {state.name: state for state in view.states}
        for track in self.program.tracks.values():
            states = self.program.states.values()
            markers = [s for s in states if s.track == track.name and s.name in held]
            if not markers or track.high - track.low > self.width - 10:
                continue
            places = [
                [m.title[0] for m in markers if held[m.name].value == place]
                for place in range(track.low, track.high + 1)
            ]
            line = styled(f"{track.low:>4} ", "dim")
            for here in places:
                line.add(here[0] if here else EMPTY, "bold" if here else "dim")
            line.add(f" {track.high}", "dim")
            for marker in markers:
                line.add(f"   {marker.title} {held[marker.name].text}")
            yield _heading(track.title)
            yield line
            # Markers that share a space stand one below the other.
            for depth in range(1, max(map(len, places))):
                signs = "".join(
                    each[depth] if depth < len(each) else " " for each in places
                )
                yield styled(" " * MARGIN + signs.rstrip(), "bold")
            yield Text()

    def _common(self, view: View) -> Iterator[Text]:
        on_tracks = {s.name for s in self.program.states.values() if s.track is not None}
        states = [s for s in view.states if s.name not in on_tracks and _is_worth(s)]
        zones = view.zones
        parts = [_value_text(state) for state in states]
        if view.facts is not None:
            parts = list(fact_texts(view.facts))
        if parts:
            yield from packed(parts, self.width, 0, 2)
        yield from self._zones(zones)
        if parts or any(zone.count for zone in zones):
            yield Text()

    def _seat(self, seat: SeatView, view: View) -> Iterator[Text]:
        parts = [_seat_text(seat.label)]
        if seat.player == view.player:
            parts.append(styled("(vous)" if self.lang == "fr" else "(you)", "dim"))
        if not seat.is_in_game:
            parts.append(styled("hors jeu" if self.lang == "fr" else "out", "dim"))
        if seat.facts is None:
            parts += (_value_text(s) for s in seat.states if _is_worth(s))
        else:
            parts += fact_texts(seat.facts)
        yield from packed(parts, self.width, 0, 4)
        yield from self._zones(seat.zones)

    def _zones(self, zones: Sequence[ZoneView]) -> Iterator[Text]:
        """Draw what lies somewhere: first what is in play, and the piles on one line."""
        in_play = self.program.in_play
        filled = [zone for zone in zones if zone.count]
        piles = [zone for zone in filled if zone.items is None]
        if in_play and piles:
            parts = [_head(zone).add(f" {zone_text(zone)}", "dim") for zone in piles]
            yield from packed(parts, self.width, 2, 4)
            filled = [zone for zone in filled if zone.items is not None]
        for zone in sorted(filled, key=lambda zone: in_play and zone.name not in in_play):
            yield from self._zone(zone)

    def _zone(self, zone: ZoneView) -> Iterator[Text]:
        if is_listed(zone):
            lines = list(self.items.draw(zone.items or ()))
            yield from (styled("  ").extend(_head(zone)), *lines) if lines else ()
            return
        style = "dim" if zone.items is None else ""
        words = [styled(name, style) for name in zone_names(zone)]
        words = [word.add(",", style) for word in words[:-1]] + words[-1:]
        yield from packed([_head(zone), *words], self.width, 2, 4, " ")


def zone_text(zone: ZoneView) -> str:
    """Return what a player sees in a zone: the names of the components, or their number."""
    return ", ".join(zone_names(zone))


def zone_names(zone: ZoneView) -> list[str]:
    """Return the names in a zone, those alike counted; where they are hidden, how many."""
    if zone.items is None:
        return [f"{zone.count} {HIDDEN}"]
    counted = Counter(legible(item.label) for item in zone.items)
    names = [
        f"{count}× {label}" if count > 1 else label for label, count in counted.items()
    ]
    more = [f"… (+{len(names) - SHOWN})"] if len(names) > SHOWN else []
    return names[:SHOWN] + more


def _head(zone: ZoneView) -> Text:
    """Return the title of a zone; a player's zones stand under the player."""
    is_anybodys = zone.owner is None or _PLAYER.fullmatch(zone.owner)
    title = zone.title if is_anybodys else f"{zone.title} ({zone.owner})"
    return styled(f"{legible(title)} :", "bold")


def _heading(title: str) -> Text:
    return styled(legible(title), "bold underline")


def _seat_text(text: str | None) -> Text:
    """Return a text, coloured if it is a player's."""
    shown = legible(text or "")
    if _PLAYER.fullmatch(shown):
        return styled(shown, COLOURS[(int(shown[1:]) - 1) % len(COLOURS)])
    return styled(shown)


def _value_text(state: ValueView) -> Text:
    owner = (
        "" if state.owner is None or state.owner.startswith("J") else f" ({state.owner})"
    )
    line = styled(f"{legible(state.title)}{owner} ", "dim")
    return line.extend(_seat_text(state.text))


def _is_worth(state: ValueView) -> bool:
    """Tell whether a state says something: it is seen and not empty."""
    return state.text is not None and state.value not in _NOTHING


def _ground(cell: CellView) -> str:
    """Return the characteristics of a cell where nothing stands."""
    return " ".join(legible(spaced(value)) for value in cell.values.values())


def _folded(text: Text, size: int) -> list[Text]:
    """Return a text on a few lines of at most so many columns; the last may be cut."""
    lines: list[Text] = []
    for word in text.words():
        if lines and lines[-1].columns + 1 + word.columns <= size:
            lines[-1].add(" ").extend(word)
        else:
            lines += word.cut(size)
    if len(lines) > TALLEST_CELL:
        return [*lines[: TALLEST_CELL - 1], joined(lines[TALLEST_CELL - 1 :], " ")]
    return lines
