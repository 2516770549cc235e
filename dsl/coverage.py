"""How much of a rulebook a ruleset covers: statements and citations in, figures out.

A statement is bound if a rule, an example or a component cites it, waived if the ruleset
says why it need not be, missing otherwise. It is exercised if an example cites it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from . import nodes
from .citations import Citation, Role, declarations
from .dependencies import Dependencies
from .inventory import Statement
from .loader import Reading

_LETTERS = re.compile(r"[^\W\d_]+")
#: Numbers that summaries write in letters; « un » is an article more often than a number.
_NUMBERS = {
    "deux": 2, "trois": 3, "quatre": 4, "cinq": 5, "six": 6, "sept": 7, "huit": 8,
    "neuf": 9, "dix": 10, "onze": 11, "douze": 12, "treize": 13, "quatorze": 14,
    "quinze": 15, "seize": 16, "vingt": 20, "trente": 30, "quarante": 40,
    "cinquante": 50, "soixante": 60, "cent": 100,
}  # fmt: skip


class Fate(StrEnum):
    """What became of a statement."""

    BOUND = "bound"
    WAIVED = "waived"
    MISSING = "missing"


@dataclass(frozen=True, slots=True)
class Covered:
    """A statement with everything that cites it.

    `absent` are the numbers of its summary that nothing which cites it contains.
    """

    statement: Statement
    fate: Fate
    citations: tuple[Citation, ...]
    is_exercised: bool
    absent: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Coverage:
    """Every statement with its fate, and the citations of ids that are no statement."""

    statements: tuple[Covered, ...]
    unknown: tuple[Citation, ...]

    def of(self, fate: Fate) -> list[Covered]:
        """Return the statements with a fate."""
        return [each for each in self.statements if each.fate is fate]

    def kinds(self) -> dict[str, list[Covered]]:
        """Return the statements by kind, in the order they appear."""
        found: dict[str, list[Covered]] = {}
        for each in self.statements:
            found.setdefault(each.statement.kind, []).append(each)
        return found


def cover(
    reading: Reading, statements: Iterable[Statement], exercised: Iterable[str] = ()
) -> Coverage:
    """Return the coverage of statements; `exercised` are ids known to have been played."""
    cited = reading.cited
    by_id: dict[str, list[Citation]] = {}
    for each in cited:
        by_id.setdefault(each.id, []).append(each)
    played = set(exercised) | {each.id for each in cited if each.role is Role.EXAMPLE}
    contents = _Contents(reading)
    covered = []
    known = set()
    for statement in statements:
        known.add(statement.id)
        places = tuple(by_id.get(statement.id, ()))
        absent = contents.absent(statement, places)
        is_played = statement.id in played
        covered.append(Covered(statement, _fate(places), places, is_played, absent))
    unknown = tuple(each for each in cited if each.id not in known)
    return Coverage(tuple(covered), unknown)


def numbers_of(statement: Statement) -> set[int]:
    """Return the numbers a summary tells, in digits or in letters."""
    words = (word.casefold() for word in _LETTERS.findall(statement.summary))
    return {*statement.numbers, *(_NUMBERS[word] for word in words if word in _NUMBERS)}


def _fate(places: Sequence[Citation]) -> Fate:
    if any(each.role is not Role.WAIVER for each in places):
        return Fate.BOUND
    return Fate.WAIVED if places else Fate.MISSING


class _Contents:
    """The numbers that rules, examples and components contain."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.dependencies = Dependencies(declarations(reading))

    def absent(self, statement: Statement, places: Sequence[Citation]) -> tuple[int, ...]:
        """Return the numbers of a statement that nothing citing it contains."""
        wanted = numbers_of(statement)
        bound = [each for each in places if each.role is not Role.WAIVER]
        if not wanted or not bound:
            return ()
        found = {number for each in bound for number in self._numbers(each)}
        return tuple(sorted(wanted - found))

    def _numbers(self, citation: Citation) -> Iterator[int]:
        """Yield the numbers of what carries a citation, and of the words it uses."""
        if citation.node is None:
            yield from self._component_numbers(citation.owner)
            return
        yield from _literals(citation.node)
        named = self.dependencies.reach(citation.node, _EXPANDED)
        for each in (citation.node, *named):
            if isinstance(each, _CONTENT):
                yield from _literals(each)
                yield from self._sizes(each)

    def _sizes(self, node: nodes.Node) -> Iterator[int]:
        """Yield how many things a declaration makes: copies of a type, cells, faces."""
        match node:
            case nodes.Component():
                cards = self.reading.components.cards.values()
                yield sum(card.copies for card in cards if card.type == node.name.text)
            case nodes.Enumeration():
                yield len(node.values.words)
            case nodes.Die(faces=nodes.FaceRange(low=low, high=high)):
                yield high.value - low.value + 1
            case nodes.Board(shape=nodes.GridShape(columns=columns, rows=rows)):
                yield columns.value * rows.value
            case _:
                pass

    def _component_numbers(self, owner: str) -> Iterator[int]:
        """Yield the numbers of a component and of those of its group."""
        cards = self.reading.components.cards
        if owner not in cards:
            return
        group = [c for c in cards.values() if c.provenance == cards[owner].provenance]
        yield sum(card.copies for card in group)
        for card in group:
            yield card.copies
            for entry in card.entries.entries.values():
                value = getattr(entry.value, "value", None)
                if isinstance(value, int):
                    yield value


#: What a rule is made of by naming it, and how far: a definition of a definition counts.
_EXPANDED = (nodes.Definition, nodes.Value)
_CONTENT = (
    *_EXPANDED, nodes.Counter, nodes.State, nodes.Track, nodes.Marker, nodes.Die,
    nodes.Component, nodes.Enumeration, nodes.Board,
)  # fmt: skip


def _literals(node: nodes.Node) -> Iterator[int]:
    """Yield the numbers written in a node."""
    for each in node.walk():
        if isinstance(each, nodes.Number | nodes.Integer):
            yield abs(each.value)
