"""Classic games as clear hand-written Python, for where the shared yardstick is absent.

The way most people write a game: a class with its state in plain attributes, a list of
legal moves, a method that plays one. Chance comes from the `Random` given.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Protocol


class Game(Protocol):
    """What a hand-written game offers; `plies` counts the moves played."""

    plies: int

    def legal_moves(self) -> list[Any]: ...
    def apply(self, move: Any) -> None: ...
    def is_terminal(self) -> bool: ...


class TicTacToe:
    """Three in a row on nine squares."""

    LINES = (
        (0, 1, 2), (3, 4, 5), (6, 7, 8),
        (0, 3, 6), (1, 4, 7), (2, 5, 8),
        (0, 4, 8), (2, 4, 6),
    )  # fmt: skip

    def __init__(self, rng: Random) -> None:
        self.squares: list[int | None] = [None] * 9
        self.player = 0
        self.winner: int | None = None
        self.plies = 0

    def legal_moves(self) -> list[int]:
        return [square for square, mark in enumerate(self.squares) if mark is None]

    def apply(self, square: int) -> None:
        if self.squares[square] is not None:
            raise ValueError("this square is taken")
        self.squares[square] = self.player
        self.plies += 1
        if any(all(self.squares[s] == self.player for s in line) for line in self.LINES):
            self.winner = self.player
        self.player = 1 - self.player

    def is_terminal(self) -> bool:
        return self.winner is not None or None not in self.squares


class ConnectFour:
    """Four in a row; discs fall to the lowest free place of their column."""

    WIDTH, HEIGHT = 7, 6
    DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))

    def __init__(self, rng: Random) -> None:
        self.columns: list[list[int]] = [[] for _ in range(self.WIDTH)]
        self.player = 0
        self.winner: int | None = None
        self.plies = 0

    def legal_moves(self) -> list[int]:
        return [x for x, discs in enumerate(self.columns) if len(discs) < self.HEIGHT]

    def apply(self, column: int) -> None:
        discs = self.columns[column]
        if len(discs) == self.HEIGHT:
            raise ValueError("this column is full")
        discs.append(self.player)
        self.plies += 1
        if self._completes_four(column, len(discs) - 1):
            self.winner = self.player
        self.player = 1 - self.player

    def _completes_four(self, x: int, y: int) -> bool:
        return any(
            self._run(x, y, dx, dy) + self._run(x, y, -dx, -dy) >= 3
            for dx, dy in self.DIRECTIONS
        )

    def _run(self, x: int, y: int, dx: int, dy: int) -> int:
        """Count the player's discs in a row beside a place, in one direction."""
        length = 0
        x, y = x + dx, y + dy
        while self._disc(x, y) == self.player:
            length += 1
            x, y = x + dx, y + dy
        return length

    def _disc(self, x: int, y: int) -> int | None:
        if 0 <= x < self.WIDTH and 0 <= y < len(self.columns[x]):
            return self.columns[x][y]
        return None

    def is_terminal(self) -> bool:
        return self.winner is not None or self.plies == self.WIDTH * self.HEIGHT


class Breakthrough:
    """Two rows of pawns each; the first pawn on the last row wins."""

    SIZE = 8

    def __init__(self, rng: Random) -> None:
        last = self.SIZE - 1
        self.pawns: dict[tuple[int, int], int] = {}
        for x in range(self.SIZE):
            self.pawns |= {(x, 0): 0, (x, 1): 0, (x, last - 1): 1, (x, last): 1}
        self.player = 0
        self.winner: int | None = None
        self.plies = 0

    def legal_moves(self) -> list[tuple[tuple[int, int], tuple[int, int]]]:
        forward = 1 if self.player == 0 else -1
        moves = []
        for (x, y), owner in self.pawns.items():
            if owner != self.player:
                continue
            for side in (-1, 0, 1):
                target = (x + side, y + forward)
                if not (0 <= target[0] < self.SIZE and 0 <= target[1] < self.SIZE):
                    continue
                met = self.pawns.get(target)
                if met is None or (side != 0 and met != self.player):
                    moves.append(((x, y), target))
        return moves

    def apply(self, move: tuple[tuple[int, int], tuple[int, int]]) -> None:
        start, target = move
        if self.pawns.get(start) != self.player:
            raise ValueError("this pawn is not yours")
        del self.pawns[start]
        self.pawns[target] = self.player
        self.plies += 1
        goal = self.SIZE - 1 if self.player == 0 else 0
        if target[1] == goal or 1 - self.player not in self.pawns.values():
            self.winner = self.player
        self.player = 1 - self.player

    def is_terminal(self) -> bool:
        return self.winner is not None


class Pig:
    """Roll or hold; a 1 loses what the turn brought; 100 points win."""

    GOAL = 100

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.scores = [0, 0]
        self.turn_total = 0
        self.player = 0
        self.winner: int | None = None
        self.plies = 0

    def legal_moves(self) -> list[str]:
        return ["roll", "hold"]

    def apply(self, move: str) -> None:
        self.plies += 1
        if move == "roll":
            face = self.rng.randint(1, 6)
            if face > 1:
                self.turn_total += face
            else:
                self._end_turn()
        elif move == "hold":
            self.scores[self.player] += self.turn_total
            if self.scores[self.player] >= self.GOAL:
                self.winner = self.player
            self._end_turn()
        else:
            raise ValueError("roll or hold")

    def _end_turn(self) -> None:
        self.turn_total = 0
        self.player = 1 - self.player

    def is_terminal(self) -> bool:
        return self.winner is not None


Card = tuple[str, int]


class Hearts:
    """One deal: three cards passed in a random direction, thirteen tricks, few points."""

    SUITS = "CDSH"
    OPENING, QUEEN = ("C", 2), ("S", 12)

    def __init__(self, rng: Random) -> None:
        deck = [(suit, rank) for suit in self.SUITS for rank in range(2, 15)]
        rng.shuffle(deck)
        self.hands = [deck[13 * seat : 13 * seat + 13] for seat in range(4)]
        self.direction = rng.randrange(4)
        self.passed: list[list[Card]] = [[] for _ in range(4)]
        self.trick: list[tuple[int, Card]] = []
        self.tricks = 0
        self.broken = False
        self.points = [0] * 4
        self.player = 0
        self.plies = 0
        self.phase = "pass"
        if self.direction == 0:
            self._start_play()

    def _start_play(self) -> None:
        self.phase = "play"
        self.player = next(s for s in range(4) if self.OPENING in self.hands[s])

    @classmethod
    def value(cls, card: Card) -> int:
        if card == cls.QUEEN:
            return 13
        return 1 if card[0] == "H" else 0

    def legal_moves(self) -> list[Card]:
        hand = self.hands[self.player]
        if self.phase == "pass":
            return list(hand)
        if not self.trick:
            if self.tricks == 0:
                return [self.OPENING]
            plain = [] if self.broken else [card for card in hand if card[0] != "H"]
            return plain or list(hand)
        suit = self.trick[0][1][0]
        following = [card for card in hand if card[0] == suit]
        if following:
            return following
        if self.tricks == 0:
            harmless = [card for card in hand if self.value(card) == 0]
            return harmless or list(hand)
        return list(hand)

    def apply(self, card: Card) -> None:
        self.plies += 1
        self.hands[self.player].remove(card)
        if self.phase == "pass":
            self._pass_on(card)
        else:
            self._play(card)

    def _pass_on(self, card: Card) -> None:
        self.passed[self.player].append(card)
        if len(self.passed[self.player]) < 3:
            return
        self.player += 1
        if self.player == 4:
            for seat, cards in enumerate(self.passed):
                self.hands[(seat + self.direction) % 4] += cards
            self._start_play()

    def _play(self, card: Card) -> None:
        self.trick.append((self.player, card))
        if self.value(card) > 0:
            self.broken = True
        if len(self.trick) < 4:
            self.player = (self.player + 1) % 4
            return
        suit = self.trick[0][1][0]
        _, winner = max((c[1], seat) for seat, c in self.trick if c[0] == suit)
        self.points[winner] += sum(self.value(c) for _, c in self.trick)
        self.player = winner
        self.trick = []
        self.tricks += 1

    def is_terminal(self) -> bool:
        return self.tricks == 13

    def returns(self) -> list[int]:
        """Return the points of each; who took all gives 26 to the others."""
        if 26 in self.points:
            return [26 - points for points in self.points]
        return self.points


#: The slug of a transcribed game -> the class of the same game.
CLASSICS: dict[str, Callable[[Random], Game]] = {
    "morpion": TicTacToe,
    "puissance-4": ConnectFour,
    "breakthrough": Breakthrough,
    "cochon": Pig,
    "dame-de-pique": Hearts,
}


def playout(game: Game, rng: Random) -> int:
    """Play a game to its end at random; return how many moves that took."""
    while not game.is_terminal():
        game.apply(rng.choice(game.legal_moves()))
    return game.plies
