"""Players that are programs, by their names: random, greedy, mcts.

A bot is made for compiled Rules and gives one of the options of a waiting State. It never
uses what its player cannot know: it looks ahead in worlds where hidden things and the
chance to come are dealt anew.
"""

from __future__ import annotations

from random import Random
from typing import Protocol

from .bot_names import parse_bot
from .compiler import Rules
from .greedy import GreedyBot
from .mcts import ITERATIONS, MctsBot
from .runtime import Option, State


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
