"""What the cards that lie somewhere bear: a table says which abilities a component has.

Where many cards bear an ability for the same moment (a window, an event, a value), the places
where they work are looked at, and not the cards one by one: most lie in a deck or in the box,
and what a moment costs does not follow the number of cards there are.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..dsl.program import Ability
from .constants import Constants

#: From so many copies of cards on, the places are looked at.
MANY = 24

#: An ability, its number, and Python text for each place where its cards work.
Bearing = tuple[Ability, int, tuple[str, ...]]


def bearing(
    constants: Constants, abilities: Iterable[tuple[Ability, int]]
) -> list[Bearing]:
    """Give abilities of cards with their numbers, and the places where they work."""
    layout = constants.layout
    return [
        (
            ability,
            number,
            tuple(f"S.Z[{n}]" for zone in ability.zones for n in layout.zone_copies(zone)),
        )
        for ability, number in abilities
    ]


def are_many(constants: Constants, abilities: Iterable[Ability]) -> bool:
    """Tell whether so many cards bear abilities that the places are looked at."""
    copies = constants.layout.copies
    return sum(len(copies[a.card]) for a in abilities if a.card is not None) >= MANY


def by_places(constants: Constants, found: Iterable[Bearing]) -> list[tuple[str, str]]:
    """Give Python text for the places that are looked at together, and for the table of the
    numbers that a component bears there."""
    layout = constants.layout
    borne: dict[tuple[str, ...], dict[int, tuple[int, ...]]] = {}
    for ability, number, places in found:
        assert ability.card is not None
        held = borne.setdefault(places, {})
        for copy in layout.copies[ability.card]:
            held[copy] = (*held.get(copy, ()), number)
    count = range(len(layout.entities))
    return [
        (joined_places(places), constants.literal(tuple(held.get(c, ()) for c in count)))
        for places, held in borne.items()
    ]


def joined_places(places: Sequence[str]) -> str:
    """Give Python text for all that lies in some places, one after another."""
    return places[0] if len(places) == 1 else f"({''.join(f'*{p}, ' for p in places)})"
