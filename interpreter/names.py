"""Values as words: what people read, and the stable codes that saved games keep.

At run time a value is a number whose meaning follows from its kind. A *label* is for
people (« a1 », « J2 », a card's name); a *code* is plain data that keeps its meaning when
the numbering of a ruleset changes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from ..dsl.core import Family, Kind
from ..dsl.suggestions import folded
from ..dsl.terms import Lang
from .layout import Layout

#: Words of the engine itself, French and English.
WORDS: dict[str, tuple[str, str]] = {
    "nothing": ("rien", "nothing"),
    "none": ("aucun", "none"),
    "true": ("vrai", "true"),
    "false": ("faux", "false"),
    "of": ("de", "of"),
}

Code = int | str | bool | None | list[Any]


def word(key: str, lang: Lang) -> str:
    """Return a word of the engine in a language."""
    return WORDS[key][0 if lang == "fr" else 1]


def spaced(name: str) -> str:
    """Return a name of the rules as people read it."""
    return name.replace("_", " ")


class Names:
    """Words for the values of one layout."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.program = layout.program
        self._codes: dict[tuple[Family, str], tuple[Code, ...]] = {}
        self._numbers: dict[tuple[Family, str], dict[Code, int]] = {}

    # For people ----------------------------------------------------------

    def label(self, value: Any, kind: Kind, lang: Lang = "fr") -> str:
        """Return what people read for a value of a kind."""
        if isinstance(value, tuple | list | range | frozenset):
            inner = [self.label(item, kind, lang) for item in value]
            if kind.lines:
                inner = [f"{{{text}}}" for text in inner]
            elif kind.family is Family.COMPONENT:
                inner = [
                    f"{n} × {text}" if n > 1 else text for text, n in Counter(inner).items()
                ]
            return ", ".join(inner) or word("none", lang)
        if kind.family is Family.BOOLEAN:
            return word("true" if value else "false", lang)
        if kind.family in (Family.NUMBER, Family.ANY):
            return str(value)
        number: int = -1 if value is None else value
        if number < 0:
            return word("nothing", lang)
        match kind.family:
            case Family.PLAYER:
                return f"J{number + 1}"
            case Family.COMPONENT:
                return self.layout.entities[number].card.label
            case Family.CELL:
                return self.layout.cell_board[kind.name].cells[number].label
            case Family.ENUM:
                return spaced(self._members(kind)[number])
            case _:
                return word("nothing", lang)

    def zone_label(self, number: int, lang: Lang = "fr") -> str:
        """Return the title of a zone's copy, with its owner."""
        name, owner = self.zone_of(number)
        zone = self.program.zones[name]
        if zone.owner is None:
            return zone.title
        return f"{zone.title} {word('of', lang)} {self.label(owner, zone.owner, lang)}"

    def zone_of(self, number: int) -> tuple[str, int]:
        """Return the zone a copy belongs to, and its owner (-1 without)."""
        for name, zone in self.program.zones.items():
            copies = self.layout.zone_copies(name)
            if number in copies:
                return name, number - copies.start if zone.owner is not None else -1
        raise AssertionError(f"no zone has the number {number}")

    def find(self, text: str, kind: Kind) -> list[int]:
        """Return the values of a kind that a person may mean by a text."""
        if kind.family in (Family.NUMBER, Family.ANY):
            short = text.lstrip("-").isdecimal() and len(text) < 15
            return [int(text)] if short else []
        wanted = folded(text.strip())
        if kind.family is Family.BOOLEAN:
            return (
                [1]
                if wanted in ("vrai", "oui")
                else [0]
                if wanted in ("faux", "non")
                else []
            )
        found = [
            value
            for value in self.everything(kind)
            if wanted
            in (folded(self.label(value, kind)), folded(str(self.code(value, kind))))
        ]
        if not found and kind.optional and wanted in ("rien", "nothing"):
            return [-1]
        return found

    def everything(self, kind: Kind) -> Sequence[int]:
        """Return all values of a finite kind."""
        if kind.family is Family.PLAYER:
            return range(self.layout.players)
        return self.layout.everything(kind)

    # For files -----------------------------------------------------------

    def code(self, value: Any, kind: Kind) -> Code:
        """Return the code of a value of a kind."""
        if isinstance(value, tuple | list | range):
            return [self.code(item, kind) for item in value]
        if kind.family is Family.BOOLEAN:
            return bool(value)
        if kind.family in (Family.NUMBER, Family.ANY, Family.NOTHING):
            return int(value)
        number: int = value
        return None if number < 0 else self._all_codes(kind)[number]

    def value(self, code: object, kind: Kind) -> int | None:
        """Return the value (not a set) that has a code, None if there is no such one."""
        if kind.family is Family.BOOLEAN:
            return int(code) if isinstance(code, bool) else None
        if kind.family in (Family.NUMBER, Family.ANY, Family.NOTHING):
            return code if isinstance(code, int) and not isinstance(code, bool) else None
        if code is None:
            return -1
        if not isinstance(code, str):
            return None
        key = (kind.family, "" if kind.family is Family.COMPONENT else kind.name)
        if key not in self._numbers:
            codes = self._all_codes(kind)
            self._numbers[key] = {text: number for number, text in enumerate(codes)}
        return self._numbers[key].get(code)

    def zone_code(self, number: int) -> str:
        """Return the code of a zone's copy."""
        name, owner = self.zone_of(number)
        kind = self.program.zones[name].owner
        return name if kind is None else f"{name}({self.code(owner, kind)})"

    def _all_codes(self, kind: Kind) -> tuple[Code, ...]:
        key = (kind.family, "" if kind.family is Family.COMPONENT else kind.name)
        if key not in self._codes:
            self._codes[key] = self._make_codes(kind)
        return self._codes[key]

    def _make_codes(self, kind: Kind) -> tuple[Code, ...]:
        match kind.family:
            case Family.PLAYER:
                return tuple(f"J{seat + 1}" for seat in range(self.layout.players))
            case Family.COMPONENT:
                return tuple(
                    f"{entity.card.id}#{entity.copy + 1}" if entity.copy else entity.card.id
                    for entity in self.layout.entities
                )
            case Family.CELL:
                labels = [cell.label for cell in self.layout.cell_board[kind.name].cells]
                unique = len(set(labels)) == len(labels)
                return tuple(t if unique else f"{t}#{n}" for n, t in enumerate(labels))
            case Family.ENUM:
                return self._members(kind)
            case _:
                raise AssertionError(f"{kind} has no codes")

    def _members(self, kind: Kind) -> tuple[str, ...]:
        """Return the words of an enumeration, or of a reading's alternatives."""
        if kind.name in self.program.enumerations:
            return self.program.enumerations[kind.name].values
        return tuple(name for name, _ in self.program.settings[kind.name].choices)
