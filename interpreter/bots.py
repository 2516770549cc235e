"""Players that are programs: random, greedy, and by their names all bots there are.

A bot is made for compiled Rules and gives one of the options of a waiting State. It never
uses what its player cannot know: it looks ahead in worlds where hidden things and the
chance to come are dealt anew.
"""

from __future__ import annotations

from random import Random
from typing import Protocol

from .bot_names import parse_bot
from .compiler import Rules
from .mcts import ITERATIONS, MctsBot
from .rewards import Judge
from .runtime import Option, State
from .worlds import Worlds

#: Worlds the greedy bot looks at, at most, where chance or hidden things matter.
WORLDS = 5
#: More than any evaluation: the numbers of a game stay far below.
DECISIVE = 10**18


class Bot(Protocol):
    """Chooses one of the options of a waiting state."""

    def choose(self, state: State, rng: Random) -> Option: ...


def make_bot(name: str, rules: Rules) -> Bot:
    """Return the bot of a name: `random`, `greedy`, `mcts`.

    `mcts:2000` thinks for so many iterations, `mcts:1.5s` for so many seconds; with a
    time its choices are not the same twice.
    """
    asked = parse_bot(name)
    match asked.kind:
        case "mcts":
            count = ITERATIONS if asked.iterations is None else asked.iterations
            return MctsBot(rules, max(count, 1), asked.seconds)
        case "greedy":
            return GreedyBot(rules)
        case _:
            return RandomBot()


class RandomBot:
    """Takes any option, all with the same chance."""

    def choose(self, state: State, rng: Random) -> Option:
        """Return an option."""
        options = state.options
        return options[int(rng.random() * len(options))]


class GreedyBot:
    """Takes the option after which its player stands best, by the ruleset's measure.

    The measure is `évaluation`, else `score`, own less the best opponent's. The end of
    the game counts more than any measure. Equal options have the same chance. What an
    option still makes its player choose, a card to pay with say, is part of it: it is
    worth its best completion.
    """

    def __init__(self, rules: Rules) -> None:
        self.apply = rules.apply
        self.asks = rules.asks
        self.judge = Judge(rules)
        self.worlds = Worlds(rules)
        self.count = WORLDS if self.worlds.differ else 1

    def choose(self, state: State, rng: Random) -> Option:
        """Return an option."""
        if len(state.options) == 1:
            return state.options[0]
        values = self._values(state, rng)
        top = max(values)
        best = [o for o, value in zip(state.options, values, strict=True) if value == top]
        return best[int(rng.random() * len(best))]

    def _values(self, state: State, rng: Random) -> list[float]:
        """Return what each option is worth, over worlds as long as they disagree."""
        totals = [0.0] * len(state.options)
        before: list[float] | None = None
        for _ in range(self.count):
            world = self.worlds.imagine(state, state.who, rng)
            values = [self._after(world, option, state.who) for option in world.options]
            totals = [total + value for total, value in zip(totals, values, strict=True)]
            gains = [value - values[0] for value in values]
            if gains == before:
                break
            before = gains
        return totals

    def _after(self, world: State, option: Option, player: int) -> float:
        after = world.clone()
        self.apply(after, option)
        if not self._is_unfinished(world, after, player):
            return self._worth(after, player)
        values = []
        for each in after.options:
            finished = after.clone()
            self.apply(finished, each)
            values.append(self._worth(finished, player))
        return max(values)

    def _is_unfinished(self, before: State, after: State, player: int) -> bool:
        """Tell whether what was chosen asks the same player for one thing more."""
        return (
            after.result is None
            and after.who == player
            and len(after.stack) > len(before.stack)
            and self.asks[after.ask].mode == "one"
        )

    def _worth(self, state: State, player: int) -> float:
        if state.result is None:
            return self.judge.margins(state)[player]
        return (2 * self.judge.rewards(state)[player] - 1) * DECISIVE
