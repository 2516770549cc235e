"""The greedy player: takes the option after which its side stands best.

What an option still makes its player choose is part of it. Against others it is judged as
it stands then. For a team it is judged where the next real choice waits, not in the middle
of what it sets off, and nobody uses a window, or answers, before: so acting and passing are
compared at the same moment.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from .compiler import Rules
from .rewards import Judge
from .runtime import DONE, PASS, Option, State
from .worlds import Worlds

#: Worlds it looks at, at most, where chance or hidden things matter.
WORLDS = 5
#: More than any evaluation: the numbers of a game stay far below.
DECISIVE = 10**12
#: Picks that are looked at together, at most.
PICKS = 30
#: Positions it remembers having acted in.
MEMORY = 30
#: Decisions in a row that nobody makes use of, at most, before a position is judged.
QUIET = 100


class GreedyBot:
    """Takes the option after which its player stands best, by the ruleset's measure.

    The measure is `évaluation`, else `score`, own less the best opponent's. The end of
    the game counts more than any measure. Equal options have the same chance, but what
    need not be done, a use of a window or one pick more, is not done for nothing.
    """

    def __init__(self, rules: Rules) -> None:
        self.apply = rules.apply
        self.modes = tuple(ask.mode for ask in rules.asks)
        self.judge = Judge(rules)
        self.worlds = Worlds(rules)
        self.count = WORLDS if self.worlds.differ else 1
        #: Positions in which it used a window, and when; none of a game that is over.
        self.acted: dict[int, int] = {}

    def choose(self, state: State, rng: Random) -> Option:
        """Return an option."""
        if len(state.options) == 1:
            return state.options[0]
        values = self._values(state, rng)
        best = [state.options[place] for place in _highest(values)]
        for idle in (PASS, DONE):
            if idle in best:
                return idle
        if PASS in state.options and self._has_acted(state):
            return PASS
        return best[int(rng.random() * len(best))]

    def _has_acted(self, state: State) -> bool:
        """Tell whether it acted in this very position before: it would go in circles."""
        self.acted = {key: ply for key, ply in self.acted.items() if ply < state.plies}
        key = hash(state.key(chance=False))
        if key in self.acted:
            return True
        self.acted = dict(list(self.acted.items())[-MEMORY:]) | {key: state.plies}
        return False

    def _values(self, state: State, rng: Random) -> list[float]:
        """Return what each option is worth, over worlds until two in a row agree.

        To a team an action must be worth it in the first world already: most never are.
        A player against others stops early only where there is nothing to choose between.
        """
        options = state.options
        totals = [0.0] * len(options)
        is_team = self.judge.is_shared
        before: set[int] = {options.index(PASS)} if is_team and PASS in options else set()
        for _ in range(self.count):
            world = self.worlds.imagine(state, state.who, rng)
            values = [self._after(world, option) for option in world.options]
            totals = [total + value for total, value in zip(totals, values, strict=True)]
            best = set(_highest(values))
            if best & before and (is_team or len(best) == len(options)):
                break
            before = best
        return totals

    def _after(self, world: State, option: Option) -> float:
        """Return what an option is worth, with the best that completes it."""
        player, depth = world.who, len(world.stack)
        after = world.clone()
        self.apply(after, option)
        if self._is_unfinished(after, player, depth, "one"):
            ends = [self._then(after, each) for each in after.options]
        elif option != DONE and after.ask == world.ask and DONE in after.options:
            # A pick among several is worth what it is alone, or with all that can follow.
            ends = [self._then(after, DONE), self._with_all(after)]
        else:
            ends = [after]
        return max(self._worth(end, player, depth) for end in ends)

    def _then(self, state: State, option: Option) -> State:
        after = state.clone()
        self.apply(after, option)
        return after

    def _with_all(self, state: State) -> State:
        """Return the state once everything was picked that can be."""
        ask, after = state.ask, state.clone()
        for _ in range(PICKS):
            if after.result is not None or after.ask != ask or after.options[0] == DONE:
                break
            self.apply(after, after.options[0])
        return after

    def _worth(self, state: State, player: int, depth: int) -> float:
        """Return what a position is worth: to a team, once what was begun has all it asks
        for and nobody uses a window; to a player against others, as it stands."""
        if not self.judge.is_shared:
            return self._standing(state, player)
        while self._is_unfinished(state, player, depth, "one", "many"):
            self.apply(state, state.options[0])
        return self._quiet_worth(state, player)

    def _is_unfinished(self, state: State, player: int, depth: int, *modes: str) -> bool:
        """Tell whether a player's side must choose one thing more for what was begun."""
        return (
            state.result is None
            and (state.who == player or self.judge.is_shared)
            and self.modes[state.ask] in modes
            and len(state.stack) > depth
        )

    def _quiet_worth(self, state: State, player: int) -> float:
        """Return what a position is worth to a player once its side uses no window."""
        state.idle = -1
        for _ in range(QUIET):
            if state.result is not None:
                break
            if len(state.options) == 1:
                self.apply(state, state.options[0])
            elif PASS in state.options:
                self.apply(state, PASS)
            else:
                break
        return self._standing(state, player)

    def _standing(self, state: State, player: int) -> float:
        """Return what a position is worth to a player by the measure, or its end."""
        margin = self.judge.margin(state, player)
        if state.result is None:
            return margin
        return (2 * self.judge.rewards(state)[player] - 1) * DECISIVE + margin


def _highest(values: Sequence[float]) -> list[int]:
    """Return the places of the highest values."""
    top = max(values)
    return [place for place, value in enumerate(values) if value == top]
