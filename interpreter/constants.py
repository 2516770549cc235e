"""The constant tables of generated code: characteristics, lines, neighbours, places.

Goes in: a Layout. Comes out: names of module-level tables, each made once, and the
values behind them (`data`), which the compiler writes at the head of the module.
Definitions that read no state and range over small kinds become tables too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ..dsl import core
from ..dsl.source import Span
from . import geometry
from .evaluate import Evaluator, reads_state
from .layout import Layout, Value
from .runtime import RuleFault

if TYPE_CHECKING:
    from .keeping import Kept

TABLE_LIMIT = 20_000


@dataclass(slots=True)
class Constants:
    """Collects tables while code is written."""

    layout: Layout
    eliminates: bool
    data: dict[str, object] = field(default_factory=dict)
    code: dict[str, str] = field(default_factory=dict)
    places: list[Span] = field(default_factory=list)
    #: The filters kept up to date (see keeping.py).
    kept: list[Kept] = field(default_factory=list)
    #: The states of which the components that differ from the first value are listed.
    unusual: set[str] = field(default_factory=set)
    #: Whether the module is written: what is written afterwards, beside it, adds no list.
    is_written: bool = False
    #: Whether a table may become a function per entry: loops are better where a compiler
    #: follows the code while it runs, and would have to follow each function.
    unrolls: bool = True
    _names: dict[object, str] = field(default_factory=dict)
    _tabulated: dict[str, object] = field(default_factory=dict)
    _count: int = 0

    def fresh(self, prefix: str) -> str:
        """Give a name never given before."""
        self._count += 1
        return f"{prefix}{self._count}"

    def place(self, span: Span) -> int:
        """Number a place in the sources, for faults."""
        self.places.append(span)
        return len(self.places) - 1

    def _named(self, key: object, prefix: str, value: object) -> str:
        if key not in self._names:
            name = self.fresh(prefix)
            self._names[key] = name
            self.data[name] = value
        return self._names[key]

    def tuple_(self, value: tuple[int, ...]) -> str:
        """Name a constant tuple (short ones are written out)."""
        if len(value) <= 4:
            return repr(value)
        return self._named(("tuple", value), "K", value)

    def literal(self, value: object) -> str:
        """Write a constant of any size."""
        if isinstance(value, tuple) and all(isinstance(item, int) for item in value):
            return self.tuple_(value)
        if isinstance(value, int):
            return repr(int(value))
        return self._named(("literal", repr(value)), "K", value)

    def table(self, owner: str, name: str) -> str:
        """Name the table of a characteristic."""
        return self._named(("table", owner, name), "C", self.layout.tables[owner, name])

    def members(self, type_: str) -> str:
        """Name the set of all components of a type."""
        return self._named(("members", type_), "M", frozenset(self.layout.members[type_]))

    def lies_in(self, zones: Sequence[int], place: str) -> str:
        """Give Python text that says whether a place (-1: none) is one of some."""
        if len(zones) == 1:
            return f"{place} == {zones[0]}"
        table = tuple(zone in zones for zone in (*range(self.layout.zone_count), -1))
        return f"{self._named(('there', table), 'W', table)}[{place}]"

    def have_twins(self, kind: core.Kind) -> bool:
        """Tell whether two components of a type look the same."""
        looks = [self.layout.looks[member] for member in self.layout.members[kind.name]]
        return len(set(looks)) < len(looks)

    def copies(self) -> str:
        """Name the table component -> all copies of what it is one of."""
        copies = tuple(self.layout.copies[each.card.id] for each in self.layout.entities)
        return self._named(("copies",), "K", copies)

    def neighbours(self, kind: core.Kind) -> str:
        """Name the table cell -> neighbouring cells."""
        board = self.layout.cell_board[kind.name]
        return self._named(("neighbours", kind.name), "N", board.neighbours)

    def lines(self, board: str, length: int, by_cell: bool) -> str:
        """Name the lines of a board, or the table cell -> lines through it."""
        lines = geometry.lines(self.layout.program.boards[board], length)
        if not by_cell:
            return self._named(("lines", board, length), "L", lines)
        cells = range(len(self.layout.program.boards[board].cells))
        through = tuple(tuple(line for line in lines if cell in line) for cell in cells)
        return self._named(("through", board, length), "L", through)

    def offsets(self, kind: core.Kind) -> str:
        """Name the function (cell, columns, rows) -> cell or -1."""
        board = self.layout.cell_board[kind.name]
        index = self._named(("grid", kind.name), "G", geometry.index_of(board))
        columns = self.table(kind.name, "colonne")
        rows = self.table(kind.name, "rangée")
        name = f"off_{index}"
        self.code[name] = (
            f"def {name}(c, x, y):\n"
            f"    return {index}.get(({columns}[c] + x, {rows}[c] + y), -1) if c >= 0 else -1\n"
        )
        return name

    def shift(self, kind: core.Kind, columns: object, rows: object) -> str:
        """Name the table cell -> the cell so many columns and rows away, or -1."""
        assert isinstance(columns, int) and isinstance(rows, int)
        board = self.layout.cell_board[kind.name]
        index = geometry.index_of(board)
        table = tuple(
            index.get((cell.column + columns, cell.row + rows), -1) for cell in board.cells
        )
        return self._named(("shift", kind.name, columns, rows), "N", table)

    def distance_table(self, kind: core.Kind) -> str:
        """Name the table cell -> cell -> steps between them, or -1."""
        board = self.layout.cell_board[kind.name]
        return self._named(("distance", kind.name), "G", geometry.distances(board))

    def distances(self, kind: core.Kind) -> str:
        """Name the function (cell, cell) -> steps between them, or -1."""
        table = self.distance_table(kind)
        name = f"far_{table}"
        self.code[name] = (
            f"def {name}(a, b):\n    return {table}[a][b] if a >= 0 and b >= 0 else -1\n"
        )
        return name

    def definition_number(self, name: str) -> int:
        """Number a definition."""
        return list(self.layout.program.definitions).index(name)

    def value_number(self, name: str) -> int:
        """Number a modifiable value."""
        return list(self.layout.program.values).index(name)

    def turned(self, definition: str) -> str:
        """Name the table of the definition of a number, its two arguments the other way."""
        table: Any = self.data[f"D{definition}"]
        rows = tuple(zip(*table, strict=True))
        return self._named(("turned", definition), "K", rows)

    def tabulated(self, name: str) -> object | None:
        """Give the table of a definition that can be one (a bare value without params)."""
        if name not in self._tabulated:
            self._tabulated[name] = self._tabulate(name)
        return self._tabulated[name]

    def _tabulate(self, name: str) -> object | None:
        definition = self.layout.program.definitions[name]
        if reads_state(definition.value, self.layout.program, self.eliminates):
            return None
        sizes = [self.layout.size(param.kind) for param in definition.params]
        optional = any(
            param.kind.optional or param.kind.many for param in definition.params
        )
        total = 1
        for size in sizes:
            total *= size
        if optional or total == 0 or total > TABLE_LIMIT:
            return None
        evaluator = Evaluator(self.layout, None)
        slots = [param.slot for param in definition.params]

        def row(values: tuple[int, ...]) -> object:
            """The value for these arguments, or a row of values for each one more."""
            if len(values) < len(slots):
                return tuple(row((*values, n)) for n in range(sizes[len(values)]))
            known = dict(zip(slots, values, strict=True))
            return _frozen(evaluator.value(definition.value, known))

        try:
            table = row(())
        except RuleFault:
            return None  # a fault belongs to the game that asks for the value
        if slots:
            self.data[f"D{self.definition_number(name)}"] = table
        return table


def _frozen(value: object) -> Value:
    if isinstance(value, list | tuple | range):
        return tuple(value)
    assert isinstance(value, int)
    return int(value)
