"""What a finished game is worth to each player: between 0, the worst, and 1, the best.

Where players compete, winners share 1, losers get nothing, and an end without winners
gives everybody half of an even share: better than losing, worse than an open game. Where
all players only ever win or lose together, they get 1 or 0. Where the rules name no
winners at all, the highest score wins; alone, the score itself counts.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

from ..dsl import core
from ..dsl.program import Program
from .compiler import Rules, program_bodies
from .runtime import State
from .units import statements_in

Rewards = tuple[float, ...]
Measure = Callable[[State, int], int]

#: A lone player's score of so much is half way from nothing to the best there is.
SCALE = 10


class Stakes(Enum):
    """What is played for."""

    CONTEST = "contest"
    TOGETHER = "together"
    SCORE = "score"


def stakes_of(program: Program) -> Stakes:
    """Tell from the ends that the rules can come to what is played for."""
    ends = [
        statement
        for body in program_bodies(program)
        for statement in statements_in(body)
        if isinstance(statement, core.Finish) and statement.winners is not None
    ]
    if not ends:
        return Stakes.SCORE
    if all(isinstance(end.winners, core.All | core.Seats) for end in ends):
        return Stakes.TOGETHER
    return Stakes.CONTEST


class Judge:
    """Gives rewards and compares positions, for one compilation of a ruleset."""

    def __init__(self, rules: Rules) -> None:
        self.players = rules.layout.players
        self.stakes = stakes_of(rules.program)
        #: Whether nobody plays against anybody.
        self.is_shared = self.stakes is Stakes.TOGETHER or self.players == 1
        self.score = rules.score
        self.measure: Measure | None = rules.evaluation or rules.score

    def rewards(self, state: State) -> Rewards:
        """Return what the end of a game is worth to each player."""
        assert state.result is not None
        winners = state.result[1]
        if self.stakes is Stakes.SCORE:
            if self.players == 1:
                return (squash(self.score(state, 0) if self.score else 0, SCALE),)
            winners = self._leaders(state)
        elif self.is_shared:
            return (1.0 if winners else 0.0,) * self.players
        if not winners:
            return (0.5 / self.players,) * self.players
        return tuple(float(seat in winners) / len(winners) for seat in range(self.players))

    def margins(self, state: State) -> tuple[int, ...]:
        """Return how far each player is ahead of the best other, by the rules' measure.

        All zero if the rules have none; together or alone, a player's own measure.
        """
        if self.measure is None:
            return (0,) * self.players
        values = [self.measure(state, seat) for seat in range(self.players)]
        if self.is_shared:
            return tuple(values)
        first, second = sorted(values, reverse=True)[:2]
        return tuple(value - (second if value == first else first) for value in values)

    def margin(self, state: State, player: int) -> int:
        """Return the margin of one player; together or alone, nobody else is measured."""
        if self.measure is not None and self.is_shared:
            return self.measure(state, player)
        return self.margins(state)[player]

    def _leaders(self, state: State) -> tuple[int, ...]:
        if self.score is None:
            return ()
        scores = [self.score(state, seat) for seat in range(self.players)]
        return tuple(s for s, score in enumerate(scores) if score == max(scores))


def squash(margin: float, scale: float) -> float:
    """Return a margin as a reward: 1/2 for none, 3/4 for `scale`, never quite 1."""
    return 0.5 + margin / (2 * (abs(margin) + scale))
