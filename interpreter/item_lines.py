"""Components drawn one under the other: their facts, their text, and what they bear.

Components of which a sheet says the same are one line; those that share a name but not
their facts carry the number of their copy, as choices do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from ..dsl.characters import legible
from .sheets import FactView
from .styled import Text, styled
from .views import ItemView, View, ZoneView

MARGIN, DEEPER = 4, 2


def is_listed(zone: ZoneView) -> bool:
    """Tell whether there is more to say of a zone's components than their names."""
    items = zone.items or ()
    return any(item.facts or item.text or item.borne or item.is_borne for item in items)


class ItemLines:
    """Draws the components of one view, for a terminal of some width."""

    def __init__(self, view: View, width: int) -> None:
        self.width = width
        kinds = {_look(item) for item in _all_items(view)}
        self.shared = Counter(label for label, *_ in kinds)

    def draw(self, items: Sequence[ItemView], margin: int = MARGIN) -> Iterator[Text]:
        """Yield the lines of components, alike ones together, with what they bear."""
        groups: dict[object, list[ItemView]] = {}
        for item in items:
            if not item.is_borne or margin > MARGIN:
                groups.setdefault(_look(item), []).append(item)
        for alike in groups.values():
            yield from self._item(alike, margin)

    def _item(self, alike: list[ItemView], margin: int) -> Iterator[Text]:
        item = alike[0]
        parts = [styled(self._name(alike), "bold"), *fact_texts(item.facts)]
        yield from packed(parts, self.width, margin, margin + 2 * DEEPER)
        if item.text:
            words = [styled(word, "dim italic") for word in legible(item.text).split()]
            yield from packed(words, self.width, margin + DEEPER, margin + DEEPER, " ")
        yield from self.draw(item.borne, margin + DEEPER)

    def _name(self, alike: list[ItemView]) -> str:
        label = legible(alike[0].label)
        count = f"{len(alike)}× " if len(alike) > 1 else ""
        copies = [str(item.copy) for item in alike if item.copy]
        if self.shared[alike[0].label] < 2 or not copies:
            return count + label
        return f"{count}{label} [{', '.join(copies)}]"


def _all_items(view: View) -> Iterator[ItemView]:
    """Yield the components that are drawn one under the other."""
    seats = (zone for seat in view.seats for zone in seat.zones)
    for zone in (*view.zones, *seats):
        if is_listed(zone):
            yield from zone.items or ()


def _look(item: ItemView) -> tuple[object, ...]:
    """Return what tells a component from another one on the table."""
    return item.label, item.facts, item.text, tuple(_look(each) for each in item.borne)


def fact_texts(facts: Iterable[FactView]) -> Iterator[Text]:
    """Yield facts, their titles dim; a title that stands alone is what matters."""
    for fact in facts:
        if not fact.text:
            yield styled(legible(fact.title), "bold yellow")
        elif not fact.title:
            yield styled(legible(fact.text))
        else:
            yield styled(f"{legible(fact.title)} ", "dim").add(legible(fact.text))


def packed(
    parts: Iterable[Text], width: int, margin: int, hang: int, space: str = "  "
) -> Iterator[Text]:
    """Yield lines filled with parts that stay whole; all but the first stand at `hang`."""
    line, is_empty = styled(" " * margin), True
    for part in parts:
        if not is_empty and line.columns + len(space) + part.columns > width:
            yield line
            line, is_empty = styled(" " * hang), True
        line.add("" if is_empty else space).extend(part)
        is_empty = False
    yield line
