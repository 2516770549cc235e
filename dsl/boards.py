"""Boards: cells, their labels and neighbours, from a size or from a plan.

A grid's cells are `a1`, `b1` … row by row, columns and rows counted from 1. A hexagon is
`h1_3`: the row as numbered in the plan, the column counted from 0. A graph's cells have
the names the plan gives them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from .components import RawGraph, RawHexagons, RawPlan
from .diagnostics import Diagnostic
from .program import Board, Cell, CharacteristicType, Provenance
from .schema import Names
from .shapes import not_listed, shown
from .source import Span
from .traits import Value, read_traits
from .yaml_source import LocatedMap, LocatedScalar

MAX_CELLS = 10_000

#: The sign of a plan that stands for no cell.
OUTSIDE = "X"

GRID, HEXAGONS, GRAPH = "grille", "hexagones", "graphe"

_ORTHOGONAL = ((0, -1), (-1, 0), (1, 0), (0, 1))
_DIAGONAL = ((-1, -1), (1, -1), (-1, 1), (1, 1))

Neighbours = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Geometry:
    """The cells of a board; `traits` is what the plan says of each, as written.

    `idle` is what it says of signs that no cell has; it must be right all the same. `plan`
    is the plan's name and `provenance` where it comes from; a grid has none.
    """

    shape: str
    cells: tuple[Cell, ...]
    neighbours: Neighbours
    traits: tuple[LocatedMap | None, ...]
    idle: tuple[LocatedMap, ...] = ()
    plan: str = ""
    provenance: Provenance | None = None


def build_grid(columns: int, rows: int, span: Span) -> tuple[Geometry, list[Diagnostic]]:
    """Return a grid; neighbours share a side (`diagonals` gives the other ones)."""
    if columns < 1 or rows < 1 or columns * rows > MAX_CELLS:
        values = {"limit": MAX_CELLS, "found": columns * rows}
        return _empty(GRID), [Diagnostic("Y47", span, values)]
    cells = tuple(
        Cell(f"{column_letters(column)}{row}", column, row)
        for row in range(1, rows + 1)
        for column in range(1, columns + 1)
    )
    neighbours = _offsets(cells, _ORTHOGONAL)
    return Geometry(GRID, cells, neighbours, (None,) * len(cells)), []


def column_letters(column: int) -> str:
    """Return the letters of a column counted from 1: a … z, aa, ab …"""
    letters = ""
    while column > 0:
        column, letter = divmod(column - 1, 26)
        letters = chr(ord("a") + letter) + letters
    return letters


def diagonals(cells: tuple[Cell, ...]) -> Neighbours:
    """Return the cells that touch each cell of a grid by a corner only."""
    return _offsets(cells, _DIAGONAL)


def _offsets(cells: tuple[Cell, ...], steps: tuple[tuple[int, int], ...]) -> Neighbours:
    index = {(cell.column, cell.row): number for number, cell in enumerate(cells)}
    return tuple(
        tuple(
            index[place]
            for dx, dy in steps
            if (place := (cell.column + dx, cell.row + dy)) in index
        )
        for cell in cells
    )


def build_plan(raw: RawPlan) -> tuple[Geometry, list[Diagnostic]]:
    """Return the cells of a plan, and its mistakes."""
    match raw.plan:
        case RawHexagons():
            geometry, diagnostics = _build_hexagons(raw.plan, raw.span)
        case RawGraph():
            geometry, diagnostics = _build_graph(raw.plan, raw.span)
    return replace(geometry, plan=raw.name, provenance=raw.provenance), diagnostics


def _build_hexagons(raw: RawHexagons, span: Span) -> tuple[Geometry, list[Diagnostic]]:
    diagnostics: list[Diagnostic] = []
    cells: list[Cell] = []
    traits: list[LocatedMap | None] = []
    if OUTSIDE in raw.legend:
        span_of_sign = raw.legend[OUTSIDE].span
        diagnostics.append(Diagnostic("Y48", span_of_sign, {"sign": OUTSIDE}))
    if sum(map(len, raw.rows.values())) > MAX_CELLS:
        values = {"limit": MAX_CELLS, "found": sum(map(len, raw.rows.values()))}
        return _empty(HEXAGONS), [Diagnostic("Y47", span, values)]
    for row, signs in sorted(raw.rows.items()):
        for column, sign in enumerate(signs):
            if sign.text == OUTSIDE:
                continue
            if sign.text not in raw.legend:
                diagnostics.append(not_listed(sign, (*raw.legend, OUTSIDE), "légende"))
                continue
            cells.append(Cell(f"h{row}_{column}", column, row))
            traits.append(raw.legend[sign.text])
    if not cells and not diagnostics:
        diagnostics.append(Diagnostic("Y47", span, {"limit": MAX_CELLS, "found": 0}))
    neighbours = _hexagon_neighbours(tuple(cells), raw.shifts_even)
    used = {sign.text for signs in raw.rows.values() for sign in signs}
    idle = tuple(block for sign, block in raw.legend.items() if sign not in used)
    return Geometry(HEXAGONS, tuple(cells), neighbours, tuple(traits), idle), diagnostics


def _hexagon_neighbours(cells: tuple[Cell, ...], shifts_even: bool) -> Neighbours:
    """Return up to six neighbours: a shifted row touches c and c+1 of those beside."""
    index = {(cell.column, cell.row): number for number, cell in enumerate(cells)}
    neighbours = []
    for cell in cells:
        is_shifted = (cell.row % 2 == 0) == shifts_even
        left = cell.column if is_shifted else cell.column - 1
        places = (
            (left, cell.row - 1),
            (left + 1, cell.row - 1),
            (cell.column - 1, cell.row),
            (cell.column + 1, cell.row),
            (left, cell.row + 1),
            (left + 1, cell.row + 1),
        )
        neighbours.append(tuple(index[place] for place in places if place in index))
    return tuple(neighbours)


def _build_graph(raw: RawGraph, span: Span) -> tuple[Geometry, list[Diagnostic]]:
    if not 0 < len(raw.cells) <= MAX_CELLS:
        values = {"limit": MAX_CELLS, "found": len(raw.cells)}
        return _empty(GRAPH), [Diagnostic("Y47", span, values)]
    cells = tuple(Cell(name, number, 0) for number, name in enumerate(raw.cells))
    index = {cell.label: number for number, cell in enumerate(cells)}
    links: list[set[int]] = [set() for _ in cells]
    diagnostics: list[Diagnostic] = []
    for pair in raw.links:
        unknown = [end for end in pair if end.text not in index]
        diagnostics += [not_listed(end, index, "liens") for end in unknown]
        if unknown:
            continue
        first, second = (index[end.text] for end in pair)
        if first == second or second in links[first]:
            diagnostics.append(_useless_link(pair))
        links[first].add(second)
        links[second].add(first)
    neighbours = tuple(tuple(sorted(each)) for each in links)
    traits = tuple(raw.cells.values())
    return Geometry(GRAPH, cells, neighbours, traits), diagnostics


def _useless_link(pair: tuple[LocatedScalar, LocatedScalar]) -> Diagnostic:
    """Return the mistake of a link from a cell to itself, or given twice."""
    first, second = pair
    span = Span(
        first.span.path,
        first.span.line,
        first.span.column,
        second.span.end_line,
        second.span.end_column,
    )
    return Diagnostic("Y49", span, {"first": shown(first), "second": shown(second)})


def _empty(shape: str) -> Geometry:
    return Geometry(shape, (), (), ())


def build_board(
    geometry: Geometry,
    *,
    name: str,
    title: str,
    cites: tuple[str, ...],
    span: Span,
    cell: str,
    characteristics: Mapping[str, CharacteristicType],
    names: Names,
) -> tuple[Board, list[Diagnostic]]:
    """Return the board with a table per characteristic, and what is wrong in the plan.

    `cell` is the name of the kind of its cells; it is added to `names`, so that a
    characteristic may refer to other cells of the board.
    """
    labels = {each.label: number for number, each in enumerate(geometry.cells)}
    known = {**names, cell: labels}
    diagnostics: list[Diagnostic] = []
    read: dict[int, dict[str, Value]] = {}
    for traits in (*geometry.traits, *geometry.idle):
        if id(traits) in read:
            continue
        block = LocatedMap(span, {}) if traits is None else traits
        read[id(traits)], found = read_traits(block, characteristics, known, cell)
        diagnostics += found
    tables = {
        key: tuple(read[id(traits)][key] for traits in geometry.traits)
        for key in characteristics
    }
    board = Board(
        name=name,
        title=title,
        cites=tuple(dict.fromkeys((*cites, *_cites(geometry.provenance)))),
        span=span,
        cell=cell,
        shape=geometry.shape,
        cells=geometry.cells,
        neighbours=geometry.neighbours,
        characteristics=characteristics,
        tables=MappingProxyType(tables),
        plan=geometry.plan,
        provenance=geometry.provenance,
    )
    return board, diagnostics


def _cites(provenance: Provenance | None) -> tuple[str, ...]:
    return () if provenance is None else provenance.cites
