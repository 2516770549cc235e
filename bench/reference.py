"""The yardstick: classic games as clear hand-written Python classes."""

from __future__ import annotations

from random import Random
from typing import Any, Protocol


class Classic(Protocol):
    """What a hand-written game offers."""

    def legal_moves(self) -> list[Any]: ...
    def apply(self, move: Any) -> None: ...
    def is_terminal(self) -> bool: ...


class TicTacToe:
    """Three in a row on nine squares."""

    LINES = (
        (0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6),
        (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6),
    )  # fmt: skip

    def __init__(self) -> None:
        self.board: list[str | None] = [None] * 9
        self.player = "X"
        self.winner: str | None = None

    def legal_moves(self) -> list[int]:
        return [i for i, content in enumerate(self.board) if content is None]

    def apply(self, move: int) -> None:
        if self.board[move] is not None:
            raise ValueError("illegal move")
        self.board[move] = self.player
        if self._wins(self.player):
            self.winner = self.player
        self.player = "O" if self.player == "X" else "X"

    def _wins(self, player: str) -> bool:
        return any(all(self.board[i] == player for i in line) for line in self.LINES)

    def is_terminal(self) -> bool:
        return self.winner is not None or all(c is not None for c in self.board)


class ConnectFour:
    """Four in a row, discs fall."""

    WIDTH, HEIGHT = 7, 6

    def __init__(self) -> None:
        self.columns: list[list[int]] = [[] for _ in range(self.WIDTH)]
        self.player = 0
        self.winner: int | None = None
        self.plies = 0

    def legal_moves(self) -> list[int]:
        return [c for c in range(self.WIDTH) if len(self.columns[c]) < self.HEIGHT]

    def at(self, x: int, y: int) -> int | None:
        if 0 <= x < self.WIDTH and 0 <= y < len(self.columns[x]):
            return self.columns[x][y]
        return None

    def apply(self, move: int) -> None:
        if len(self.columns[move]) >= self.HEIGHT:
            raise ValueError("illegal move")
        self.columns[move].append(self.player)
        self.plies += 1
        if self._wins(move, len(self.columns[move]) - 1):
            self.winner = self.player
        self.player = 1 - self.player

    def _wins(self, x: int, y: int) -> bool:
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
            count = 1
            for sign in (1, -1):
                cx, cy = x + sign * dx, y + sign * dy
                while self.at(cx, cy) == self.player:
                    count += 1
                    cx += sign * dx
                    cy += sign * dy
            if count >= 4:
                return True
        return False

    def is_terminal(self) -> bool:
        return self.winner is not None or self.plies == self.WIDTH * self.HEIGHT


class Breakthrough:
    """Sixteen pawns each; the first on the last row wins."""

    SIZE = 8

    def __init__(self) -> None:
        size = self.SIZE
        rows = {0: 0, 1: 0, size - 2: 1, size - 1: 1}
        self.board = {(x, y): owner for x in range(size) for y, owner in rows.items()}
        self.player = 0
        self.winner: int | None = None

    def legal_moves(self) -> list[tuple[tuple[int, int], tuple[int, int]]]:
        forward = 1 if self.player == 0 else -1
        moves = []
        for (x, y), owner in self.board.items():
            if owner != self.player:
                continue
            ny = y + forward
            for nx in (x - 1, x, x + 1):
                if not (0 <= nx < self.SIZE and 0 <= ny < self.SIZE):
                    continue
                target = self.board.get((nx, ny))
                if target is None or (nx != x and target != self.player):
                    moves.append(((x, y), (nx, ny)))
        return moves

    def apply(self, move: tuple[tuple[int, int], tuple[int, int]]) -> None:
        source, target = move
        if self.board.get(source) != self.player:
            raise ValueError("illegal move")
        del self.board[source]
        self.board[target] = self.player
        goal = self.SIZE - 1 if self.player == 0 else 0
        if target[1] == goal or all(o == self.player for o in self.board.values()):
            self.winner = self.player
        self.player = 1 - self.player

    def is_terminal(self) -> bool:
        return self.winner is not None


#: The slug of a transcribed game -> the class of the same game.
CLASSICS: dict[str, type[Classic]] = {
    "morpion": TicTacToe,
    "puissance-4": ConnectFour,
    "breakthrough": Breakthrough,
}


def playout(game: Classic, rng: Random) -> None:
    """Play a game to its end at random."""
    while not game.is_terminal():
        game.apply(rng.choice(game.legal_moves()))
