"""Decks judged by the rules of a game: a deck as written in, its lists and faults out.

The rules of a construction are evaluated on a box that holds the components of the deck,
as many copies as it has, and nothing else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType

from ..dsl import core
from ..dsl.diagnostics import Diagnostic, Place
from ..dsl.program import Card, Construction, DeckList, DeckRule, Program
from ..dsl.source import Span
from ..dsl.suggestions import closest, folded
from .deck_files import MAX_COMPONENTS, YAML, Entry, Written, read_deck
from .evaluate import Evaluator, Slots
from .layout import Layout, lay_out
from .names import Names
from .phrases import phrase
from .runtime import RuleFault

#: The folder of a ruleset that holds its decks, and how their names end.
FOLDER, SUFFIXES = "decks", (*YAML, ".txt")
#: What the rules of a construction say of a deck that could be read.
_BY_RULES = ("B04", "B05")


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck of a game: for each list, the copies of each component, by their ids."""

    name: str
    construction: Construction
    lists: Mapping[str, Mapping[str, int]]


def decks_of(folder: Path) -> list[Path]:
    """Return the deck files of a ruleset's folder."""
    return sorted(p for p in (folder / FOLDER).glob("*") if p.suffix in SUFFIXES)


def exercised(folder: Path, program: Program) -> set[str]:
    """Return the statements whose rules the decks of a ruleset were held against."""
    found: set[str] = set()
    for path in decks_of(folder) if program.constructions else ():
        deck, faults = judge_file(path, program)
        if all(fault.code in _BY_RULES for fault in faults):
            construction = deck.construction
            found.update(construction.cites)
            found.update(cite for each in construction.lists for cite in each.cites)
            found.update(cite for rule in construction.rules for cite in rule.cites)
    return found


def judge_file(
    path: Path, program: Program, asked: Construction | None = None
) -> tuple[Deck, list[Diagnostic]]:
    """Return a deck file read and judged, by the construction asked for or by its own."""
    written, mistakes = read_deck(path)
    construction = asked or find_construction(written.construction, program)
    if construction is None:
        construction = next(iter(program.constructions.values()))
        if written.construction:
            near = closest(written.construction, program.constructions)
            values = {
                "name": written.construction,
                "closest": near,
                "known": list(program.constructions),
            }
            mistakes.append(Diagnostic("B09", written.place, values))
    deck, found = judge(written, construction, program)
    # What could not be read would be missed by the rules too.
    return deck, [*mistakes, *(f for f in found if not mistakes or f.code not in _BY_RULES)]


def find_construction(name: str, program: Program) -> Construction | None:
    """Return the construction of this name or title, if there is one."""
    for each in program.constructions.values():
        if _key(name) in (_key(each.name), _key(each.title)):
            return each
    return None


def judge(
    written: Written, construction: Construction, program: Program
) -> tuple[Deck, list[Diagnostic]]:
    """Return the deck and what the game has against it.

    The rules are asked only about a deck all of whose components are known.
    """
    lists = {each.name: Counter[str]() for each in construction.lists}
    found = list(_unknown_lists(written, construction))
    reader = _Reader(construction, program)
    for entry in written.entries:
        meant = reader.find(entry)
        if isinstance(meant, Diagnostic):
            found.append(meant)
        elif meant is not None:
            card, home = meant
            lists[home.name][card.id] += entry.copies
    deck = Deck(written.name, construction, lists)
    start = Span(written.path, 1, 1, 1, 1)
    if sum(count.total() for count in lists.values()) > MAX_COMPONENTS:
        found.append(Diagnostic("B08", start, {"limit": MAX_COMPONENTS}))
    return deck, found or list(_Judge(deck, program, start).faults())


def _unknown_lists(written: Written, construction: Construction) -> list[Diagnostic]:
    known = [each.name for each in construction.lists]
    return [
        Diagnostic(
            "B07",
            span,
            {
                "name": name,
                "owner": construction.name,
                "closest": closest(name, known),
                "known": known,
            },
        )
        for name, span in written.sections.items()
        if name and _list_named(name, construction) is None
    ]


def _list_named(name: str, construction: Construction) -> DeckList | None:
    wanted = _key(name)
    for each in construction.lists:
        if wanted in (_key(each.name), _key(each.title)):
            return each
    return None


def _key(name: str) -> str:
    """Return a name as decks are compared with the game."""
    plain = folded(name).replace("’", "'").replace("_", " ").replace("-", " ")
    return " ".join(plain.split())


class _Reader:
    """Finds the components that a deck names."""

    def __init__(self, construction: Construction, program: Program) -> None:
        self.construction = construction
        self.program = program
        self.cards: dict[str, list[Card]] = {}
        for card in program.cards.values():
            for key in {_key(card.id), _key(card.label)}:
                self.cards.setdefault(key, []).append(card)

    def find(self, entry: Entry) -> tuple[Card, DeckList] | Diagnostic | None:
        """Return the component and its list, or why not; None if its list is unknown."""
        named = self.program.cards.get(entry.name)
        cards = [named] if named else self.cards.get(_key(entry.name), [])
        values: dict[str, object] = {"name": entry.name}
        if not cards:
            known = [name for c in self.program.cards.values() for name in (c.label, c.id)]
            values["closest"] = closest(entry.name, known)
            return Diagnostic("B01", entry.span, values)
        lists = self.construction.lists
        if entry.section:
            home = _list_named(entry.section, self.construction)
            if home is None:
                return None
            lists = (home,)
        fits = [(card, each) for each in lists for card in cards if self._takes(each, card)]
        if not fits:
            other = next(
                (e.name for e in self.construction.lists if self._takes(e, cards[0])), None
            )
            values |= {"list": lists[0].name, "type": lists[0].holds, "closest": other}
            return Diagnostic("B02", entry.span, values)
        ids = list(dict.fromkeys(card.id for card, _ in fits))
        if len(ids) > 1:
            return Diagnostic("B06", entry.span, values | {"known": ids})
        return fits[0]

    def _takes(self, deck_list: DeckList, card: Card) -> bool:
        hierarchy = self.program.symbols.hierarchy
        return deck_list.holds in hierarchy.ancestors(card.type)


class _Judge:
    """Evaluates the rules of a construction on one deck."""

    def __init__(self, deck: Deck, program: Program, start: Span) -> None:
        self.deck = deck
        self.start = start
        copies: Counter[str] = Counter()
        for counted in deck.lists.values():
            copies.update(counted)
        box = {
            name: replace(card, copies=copies[name]) for name, card in program.cards.items()
        }
        self.program = replace(program, cards=MappingProxyType(box))
        self.layout = lay_out(self.program, program.players[0])
        self.evaluator = Evaluator(self.layout, None)
        self.names = Names(self.layout)
        self.slots = _slots(deck, self.layout)

    def faults(self) -> list[Diagnostic]:
        """Return the rules that do not hold, in their order."""
        found = (self._fault(rule) for rule in self.deck.construction.rules)
        return [fault for fault in found if fault is not None]

    def _fault(self, rule: DeckRule) -> Diagnostic | None:
        title = rule.title or phrase(rule.expr)
        places = (Place(rule.span, "rule"),)
        try:
            value = self.evaluator.value(rule.expr, self.slots)
            if bool(value) is not rule.refuses:
                return None
            if rule.refuses:
                counted = Counter(self.layout.entities[item].card.label for item in value)
                cards = [f"{n} × {name}" if n > 1 else name for name, n in counted.items()]
                values: dict[str, object] = {"title": title, "cards": cards}
                return Diagnostic("B05", self.start, values, places, rule.cites)
            told = tuple(self._told(rule.expr))
        except (RuleFault, ZeroDivisionError):
            told = ()
        values = {"title": title, "found": told}
        return Diagnostic("B04", self.start, values, places, rule.cites)

    def _told(self, expr: core.Expr) -> Iterator[str]:
        """Yield what a condition that fails compares: « nombre(cartes) = 42 »."""
        if not isinstance(expr, core.Operation):
            return
        for operand in expr.operands:
            if expr.op in ("et", "ou"):
                if not self.evaluator.value(operand, self.slots):
                    yield from self._told(operand)
            elif not isinstance(operand, core.Const):
                value = self.evaluator.value(operand, self.slots)
                yield f"{phrase(operand)} = {self.names.label(value, operand.kind)}"


def _slots(deck: Deck, layout: Layout) -> Slots:
    """Return the components of each list: each copy in the box is in one list."""
    taken: Counter[str] = Counter()
    slots: dict[str, tuple[int, ...]] = {}
    for each in deck.construction.lists:
        items: list[int] = []
        for card, count in deck.lists[each.name].items():
            items += layout.copies[card][taken[card] : taken[card] + count]
            taken[card] += count
        slots[each.slot] = tuple(sorted(items))
    return slots
