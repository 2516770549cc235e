"""Who learns what when a player who can only pass is not asked.

Not being asked tells the others that there was nothing to do. That is news if a card they
do not see could have been used: then even an empty window is to be shown.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from ..dsl.core import Family
from .compiler import Rules
from .runtime import PASS, RuleFault, State
from .visibility import Sight, sees


def can_only_pass(rules: Rules, state: State) -> bool:
    """Tell whether somebody is asked who has nothing to choose but to pass."""
    is_asked = state.result is None and state.ask >= 0
    return is_asked and rules.asks[state.ask].mode == "window" and state.options == [PASS]


def tells(rules: Rules, sight: Sight, state: State, others: Collection[int]) -> bool:
    """Tell whether the others would learn something if the player were passed over.

    A card in a place they do not see is exchanged for each other one of the same player
    that they do not see either: could the player then do more than pass? A secret state
    may always matter.
    """
    me, program = state.who, rules.program
    if not others:
        return False
    if any(
        variable.secret
        and variable.owner is not None
        and variable.owner.family is Family.PLAYER
        for variable in program.states.values()
    ):
        return True
    for other in others:
        unseen = _unseen_zones(sight, me, other)
        held = [zone for zone in unseen if state.Z[zone] and sees(sight.zones[zone], me)]
        for zone in held:
            if any(
                _options(rules, world) != [PASS]
                for world in _exchanged(rules, state, zone, unseen)
            ):
                return True
    return False


def _unseen_zones(sight: Sight, me: int, other: int) -> list[int]:
    """Return the places of a player into which another does not see."""
    return [
        zone
        for zone, owner in enumerate(sight.owners)
        if owner == me and not sees(sight.zones[zone], other)
    ]


def _exchanged(
    rules: Rules, state: State, zone: int, unseen: Collection[int]
) -> Iterator[State]:
    """Yield states in which the first card of a place is another one the others do not see."""
    mine = state.Z[zone][0]
    looks = {rules.layout.looks[card] for card in state.Z[zone]}
    for place in unseen:
        for position, card in enumerate(state.Z[place]):
            if place != zone and rules.layout.looks[card] not in looks:
                looks.add(rules.layout.looks[card])
                world = state.clone()
                world.Z[zone][0], world.Z[place][position] = card, mine
                world.at[card], world.at[mine] = zone, place
                yield world


def _options(rules: Rules, world: State) -> list[object]:
    """Ask again in a changed state."""
    try:
        rules.run(world, rules.asks[world.ask].head)
    except RuleFault:
        return [PASS]
    return list(world.options)
