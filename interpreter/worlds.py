"""What a player who looks ahead may imagine: worlds like the one that is seen.

A world is a copy of a state in which everything the player cannot know, hidden things and
the chance to come, is dealt anew: also the backs of the very things that are offered or in
use, which keep their place and their look. Bots think in worlds only: they cannot cheat.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Mapping
from random import Random
from typing import Any

from ..dsl.core import Family, Kind
from .compiler import Rules
from .hiding import component_columns, deal_anew, exchange_places
from .runtime import Option, State
from .visibility import Sight, sees


class Worlds:
    """Makes worlds for one compilation of a ruleset."""

    def __init__(self, rules: Rules) -> None:
        program, layout = rules.program, rules.layout
        self.rules = rules
        self.sight = Sight(layout)
        secret = any(variable.secret for variable in program.states.values())
        #: Whether a player can be in the dark: there are dice, zones or secret states.
        self.differ = bool(layout.streams) or secret
        self.backs = [entity for entity, hides in enumerate(self.sight.hides) if hides]
        self.owned = component_columns(rules)
        self.referring = tuple(
            layout.states[name]
            for name, variable in program.states.items()
            if is_component(variable.kind)
        )
        #: Where components stand in the options of each ability, and whether an ask is of them.
        self.positions = tuple(
            (1, *(n + 2 for n, p in enumerate(ability.parameters) if is_component(p.kind)))
            for ability in program.abilities.values()
        )
        self.asked = tuple(
            ask.kind is not None and is_component(ask.kind) for ask in rules.asks
        )

    def imagine(self, state: State, player: int, rng: Random) -> State:
        """Return a world the player may be in; its options stand in the state's order."""
        if not self.differ:
            return state.clone()
        world = deal_anew(self.rules, self.sight, state, player, rng.getrandbits(53))
        if self.backs:
            self._turn_over(world, player, rng)
        return world

    def name(self, world: State, option: Option) -> Hashable:
        """Return an option as every world knows it: by look and place where a back is hidden."""
        if not self.backs:
            return option
        looks, at = self.rules.layout.looks, world.at
        name: Hashable = self._renamed(world, option, lambda e: (looks[e], at[e]))
        return name

    def _turn_over(self, world: State, player: int, rng: Random) -> None:
        """Exchange the backs the player does not see among components of the same look."""
        stuck = {key[2] for key in world.uses}
        stuck.update(n for entry in (*world.lasting, *world.forbidden) for n in entry[2:])
        pools: dict[int, list[int]] = defaultdict(list)
        for entity in self.backs:
            if world.at[entity] < 0 or entity in stuck:
                continue
            if not sees(self.sight.back_viewers(entity, world), player):
                pools[self.rules.layout.looks[entity]].append(entity)
        now: dict[int, int] = {}
        for pool in pools.values():
            placed = pool[:]
            rng.shuffle(placed)
            exchange_places(world, self.owned, pool, placed)
            now.update(zip(pool, placed, strict=True))
        self._refer(world, now)

    def _refer(self, world: State, now: Mapping[int, int]) -> None:
        """Let options, states and running rules mean what lies in the same place now."""

        def renamed(entity: int) -> int:
            return now.get(entity, entity)

        world.options = [self._renamed(world, option, renamed) for option in world.options]
        for name in self.referring:
            setattr(world, name, _replaced(getattr(world, name), now))
        world.settle()
        for frame in world.stack:
            shape = self.rules.frames[frame[0]]
            for slot, position in shape.slots.items():
                kind = shape.kinds.get(slot)
                if kind is not None and is_component(kind):
                    frame[position] = _replaced(frame[position], now)

    def _renamed(self, world: State, option: Option, rename: Callable[[int], Any]) -> Any:
        """Return an option with other names for its components of hidden back."""
        hides = self.sight.hides
        if not isinstance(option, tuple):
            is_hidden = self.asked[world.ask] and option >= 0 and hides[option]
            return rename(option) if is_hidden else option
        if option[0] < 0:
            return option
        positions = self.positions[option[0]]
        return tuple(
            rename(value) if place in positions and value >= 0 and hides[value] else value
            for place, value in enumerate(option)
        )


def is_component(kind: Kind) -> bool:
    """Tell whether values of a kind are components."""
    return kind.family is Family.COMPONENT


def _replaced(value: Any, now: Mapping[int, int]) -> Any:
    """Return a component, or any collection of them, with what is in its place now."""
    if isinstance(value, tuple | list):
        return type(value)(_replaced(item, now) for item in value)
    return now.get(value, value)
