"""« existe(alignements(B, n, c) où tous(lui, .s = v)) »: is a line full through a cell?

One function per cell, in which the lines through it are a tree of questions: no cell is
asked about twice, and one that differs rules out every line it stands in.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..dsl import core
from . import geometry

if TYPE_CHECKING:
    from .expressions import Emitter

Line = frozenset[int]

#: Boards where more cells than this stand in lines, each counted per line, are searched.
LARGEST = 2_000


def line_search(emitter: Emitter, where: core.Where) -> str | None:
    """Write whether a filter keeps a line; None where it is about something else."""
    from .shortcuts import is_cheap

    group, full = where.group, where.condition
    if not isinstance(group, core.Builtin) or group.name != "alignements":
        return None
    if len(group.arguments) != 3 or group.arguments[2].kind.optional:
        return None
    shape = _column_and_value(full, where.slot)
    length = group.arguments[1]
    if shape is None or not isinstance(length, core.Const):
        return None
    assert isinstance(group.arguments[0], core.Const) and isinstance(length.value, int)
    column, value = shape
    wanted, cell = emitter.write(value), emitter.write(group.arguments[2])
    trees = trees_of(emitter, group.arguments[0].text, length.value)
    if trees is None or not is_cheap(wanted):
        return None
    return f"{trees}[{cell}](S.{emitter.constants.layout.states[column.state]}, {wanted})"


def _column_and_value(full: core.Expr, line: str) -> tuple[core.Column, core.Expr] | None:
    """Take « tous(lui, .s = v) » apart, v being the same for all."""
    from .slots import slots_in

    if not isinstance(full, core.Fold) or full.op != "tous":
        return None
    if not isinstance(full.group, core.Local) or full.group.slot != line:
        return None
    if not isinstance(full.item, core.Operation) or full.item.op != "=":
        return None
    for column, value in (full.item.operands, full.item.operands[::-1]):
        if not isinstance(column, core.Column) or column.kind.many or value.kind.many:
            continue
        if isinstance(column.index, core.Local) and column.index.slot == full.slot:
            return None if {full.slot, line} & set(slots_in(value)) else (column, value)
    return None


def trees_of(emitter: Emitter, board: str, length: int) -> str | None:
    """Name the functions (column, value) -> is a line full, one per cell of a board."""
    constants = emitter.constants
    if not constants.unrolls:
        return None
    lines = [
        frozenset(line)
        for line in geometry.lines(constants.layout.program.boards[board], length)
    ]
    if not lines or len(lines) * length > LARGEST:
        return None
    name = f"T_{constants.lines(board, length, by_cell=True)}"
    if name not in constants.code:
        cells = range(len(constants.layout.program.boards[board].cells))
        trees = [tree([line for line in lines if cell in line]) for cell in cells]
        functions = "".join(f"    lambda s, v: {text},\n" for text in trees)
        constants.code[name] = f"{name} = (\n{functions})\n"
    return name


def tree(lines: list[Line]) -> str:
    """Write whether all cells of a line hold `v`, for one of the lines at least."""
    if not all(lines):
        return "True"
    if not lines:
        return "False"
    groups = _apart(lines)
    if len(groups) > 1:
        return f"({' or '.join(tree(group) for group in groups)})"
    cells = sorted({cell for line in lines for cell in line})
    first = max(cells, key=lambda cell: sum(cell in line for line in lines))
    held = tree([line - {first} for line in lines])
    other = tree([line for line in lines if first not in line])
    if held == "True":
        return f"(s[{first}] == v or {other})" if other != "False" else f"s[{first}] == v"
    if other == "False":
        return f"(s[{first}] == v and {held})"
    return f"({held} if s[{first}] == v else {other})"


def _apart(lines: list[Line]) -> list[list[Line]]:
    """Part lines into groups that have no cell in common."""
    groups: list[list[Line]] = []
    for line in lines:
        near = [group for group in groups if any(line & other for other in group)]
        groups = [group for group in groups if group not in near]
        groups.append([line, *(other for group in near for other in group)])
    return groups
