"""What a player who looks ahead may imagine: worlds like the one that is seen.

A world is a copy of a state in which everything the player cannot know, hidden things and
the chance to come, is dealt anew. Bots think in worlds only, so they cannot cheat.
"""

from __future__ import annotations

from random import Random

from .compiler import Rules
from .hiding import deal_anew
from .runtime import State
from .visibility import Sight


class Worlds:
    """Makes worlds for one compilation of a ruleset."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.sight = Sight(rules.layout)
        secret = any(variable.secret for variable in rules.program.states.values())
        #: Whether a player can be in the dark: there are dice, zones or secret states.
        self.differ = bool(rules.layout.streams) or secret

    def imagine(self, state: State, player: int, rng: Random) -> State:
        """Return a world the player may be in; its options stand in the state's order."""
        if not self.differ:
            return state.clone()
        return deal_anew(self.rules, self.sight, state, player, rng.getrandbits(53))
