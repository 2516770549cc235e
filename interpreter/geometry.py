"""Shapes on boards: straight lines, offsets, distances. Constant for a board."""

from __future__ import annotations

from collections import deque

from ..dsl.program import Board


def index_of(board: Board) -> dict[tuple[int, int], int]:
    """Map (column, row) to the number of the cell there."""
    return {(cell.column, cell.row): number for number, cell in enumerate(board.cells)}


def lines(board: Board, length: int) -> tuple[tuple[int, ...], ...]:
    """Give every straight line of `length` cells: rows, columns and both diagonals."""
    index = index_of(board)
    found = []
    for column, row in index:
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
            line = [index.get((column + dx * i, row + dy * i)) for i in range(length)]
            if None not in line:
                found.append(tuple(cell for cell in line if cell is not None))
    return tuple(found)


def distances(board: Board) -> tuple[tuple[int, ...], ...]:
    """Give the number of steps between each two cells, -1 where there is no way."""
    return tuple(_steps_from(board, start) for start in range(len(board.cells)))


def _steps_from(board: Board, start: int) -> tuple[int, ...]:
    steps = [-1] * len(board.cells)
    steps[start] = 0
    waiting = deque([start])
    while waiting:
        cell = waiting.popleft()
        for neighbour in board.neighbours[cell]:
            if steps[neighbour] < 0:
                steps[neighbour] = steps[cell] + 1
                waiting.append(neighbour)
    return tuple(steps)
