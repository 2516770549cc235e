"""Who may see what: from the visibility of zones, secret states, hidden characteristics.

A set of viewers is a bit mask of seats; `EVERYBODY` includes spectators.
"""

from __future__ import annotations

from ..dsl.core import Family
from ..dsl.program import ComponentType, StateVar
from .layout import Layout
from .runtime import State

EVERYBODY = -1
NOBODY = 0


class Sight:
    """Answers who sees the zones, states and components of one layout."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.program = layout.program
        self.zones = _zone_viewers(layout)
        self.owners = _zone_players(layout)
        self.hides = tuple(
            _hides(self.program.types[entity.card.type]) for entity in layout.entities
        )

    def zone_viewers(self, number: int) -> int:
        """Return who sees the items of a zone's copy; of the box (-1), nobody."""
        return self.zones[number] if number >= 0 else NOBODY

    def state_viewers(self, variable: StateVar, owner: int, state: State) -> int:
        """Return who sees a state's value for one owner (-1 without)."""
        if not variable.secret:
            if variable.owner is not None and variable.owner.family is Family.COMPONENT:
                return self.zone_viewers(state.at[owner])
            return EVERYBODY
        if variable.owner is None or owner < 0:
            return NOBODY
        if variable.owner.family is Family.PLAYER:
            return 1 << owner
        if variable.owner.family is Family.COMPONENT:
            return self.holder(owner, state)
        return NOBODY

    def holder(self, entity: int, state: State) -> int:
        """Return the player in whose zone a component lies, as viewers."""
        zone = state.at[entity]
        seat = self.owners[zone] if zone >= 0 else -1
        return 1 << seat if seat >= 0 else NOBODY

    def back_viewers(self, entity: int, state: State) -> int:
        """Return who sees what a component hides: whoever holds it in a secret zone."""
        zone = state.at[entity]
        viewers = self.zone_viewers(zone)
        if not self.hides[entity] or viewers != EVERYBODY:
            return viewers
        return NOBODY


def sees(viewers: int, player: int | None) -> bool:
    """Tell whether a player (None: a spectator) is among viewers."""
    if viewers == EVERYBODY:
        return True
    return player is not None and bool(viewers >> player & 1)


def _zone_viewers(layout: Layout) -> tuple[int, ...]:
    viewers = [NOBODY] * layout.zone_count
    for name, zone in layout.program.zones.items():
        for owner, number in enumerate(layout.zone_copies(name)):
            if zone.visibility == "visible":
                viewers[number] = EVERYBODY
            elif zone.visibility == "secrète" and zone.owner is not None:
                viewers[number] = 1 << owner if zone.owner.family is Family.PLAYER else 0
    return tuple(viewers)


def _zone_players(layout: Layout) -> tuple[int, ...]:
    """Return the player who owns each zone copy, -1 if none does."""
    owners = [-1] * layout.zone_count
    for name, zone in layout.program.zones.items():
        if zone.owner is not None and zone.owner.family is Family.PLAYER:
            for seat, number in enumerate(layout.zone_copies(name)):
                owners[number] = seat
    return tuple(owners)


def _hides(type_: ComponentType) -> bool:
    return any(c.hidden for c in type_.characteristics.values())
