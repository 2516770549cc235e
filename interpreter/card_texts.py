"""A component as it is printed: its type, its characteristics in words, its text."""

from __future__ import annotations

from collections.abc import Iterator

from ..dsl.characters import legible
from ..dsl.core import Family
from ..dsl.program import Card
from ..dsl.suggestions import folded
from .item_lines import fact_texts, packed
from .names import Names
from .sheets import FactView
from .styled import Text, styled

#: Components shown at once, at most.
SHOWN = 6


def cards_named(text: str, names: Names) -> list[Card]:
    """Return the components of this name, or else those whose name has all its words."""
    cards = list(names.program.cards.values())
    wanted = folded(text.strip())
    same = [card for card in cards if wanted in (folded(card.label), folded(card.id))]
    words = wanted.split()
    return same or [
        card
        for card in cards
        if words and all(word in folded(card.label) for word in words)
    ]


def card_lines(card: Card, names: Names, width: int) -> Iterator[Text]:
    """Yield the lines that show a component."""
    type_ = names.program.types[card.type]
    parts = [styled(legible(card.label), "bold"), styled(legible(type_.title), "dim")]
    yield from packed([*parts, *fact_texts(_values(card, names))], width, 2, 6)
    words = [styled(word, "italic") for word in legible(card.text).split()]
    if words:
        yield from packed(words, width, 4, 4, " ")


def _values(card: Card, names: Names) -> Iterator[FactView]:
    """Yield the characteristics of a component that say something."""
    entity = names.layout.copies[card.id][0]
    for name, characteristic in names.program.types[card.type].characteristics.items():
        kind, title = characteristic.kind, characteristic.title or name
        value = names.layout.tables["", name][entity]
        if kind.family is Family.BOOLEAN:
            if value:
                yield FactView(title, "")
        elif kind.family is Family.NUMBER or (value != () and value != -1):
            yield FactView(title, names.label(value, kind))
