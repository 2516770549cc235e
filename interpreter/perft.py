"""Count what can happen in a game: sequences of decisions, positions, complete games.

Goes in: Rules compiled with `automatic=False`, so that every decision is counted. Comes
out: one `Ply` per number of decisions taken. Sequences that lead to the same position are
followed once, with their number. Chance is not counted: dice and shuffles fall as the
seed says, and two positions whose chance to come differs are two positions.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from .compiler import Rules
from .runtime import State

#: Positions followed before a count without end gives up.
LIMIT = 250_000


@dataclass(frozen=True, slots=True)
class Ply:
    """What there is after `depth` decisions.

    `sequences` of decisions, those that ended the game (`games`) included; different
    `positions`, of which `new` are met at no smaller depth. A game is complete if it is
    over: later plies no longer count it.
    """

    depth: int
    sequences: int
    positions: int
    games: int
    new: int

    @property
    def is_last(self) -> bool:
        """Whether no sequence goes on from here."""
        return self.games == self.sequences


def count(
    rules: Rules, depth: int | None = None, seed: int = 0, limit: int = LIMIT
) -> Iterator[Ply]:
    """Yield the plies from 0 to `depth`, or to the end of the longest game.

    Stops before a ply once `limit` positions have been followed.
    """
    start = rules.begin(seed)
    ended = start.result is not None
    yield Ply(0, 1, 1, int(ended), 1)
    level: Level = [] if ended else [(start, 1)]
    seen = {start.key()}
    followed = 0
    number = 0
    while level and number != depth and followed + len(level) <= limit:
        followed += len(level)
        number += 1
        ply, level = _follow(rules, level, seen, number, number == depth)
        yield ply


Key = tuple[Any, ...]
Level = list[tuple[State, int]]


@dataclass(slots=True)
class _Position:
    """A position met at a ply: in how many ways, and the state to go on from, if any."""

    ways: int
    state: State | None


def _follow(
    rules: Rules, level: Level, seen: set[Key], number: int, is_last: bool
) -> tuple[Ply, Level]:
    """Take every option of every position of a level; give what was met, the next level."""
    met: dict[Key, _Position] = {}
    apply = rules.apply
    games = 0
    for state, ways in level:
        for option in state.options:
            after = state.clone()
            apply(after, option)
            is_over = after.result is not None
            if is_over:
                games += ways
            key = after.key()
            position = met.get(key)
            if position is None:
                met[key] = _Position(ways, None if is_over or is_last else after)
            else:
                position.ways += ways
    before = len(seen)
    seen.update(met)
    sequences = sum(position.ways for position in met.values())
    ply = Ply(number, sequences, len(met), games, len(seen) - before)
    following = [(p.state, p.ways) for p in met.values() if p.state is not None]
    return ply, following
