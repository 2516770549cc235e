"""Deck files: YAML or a plain text in, what they name with its place out.

YAML has `nom`, `construction` and a key for each list: names with their copies, or a list
of lines as in a text. A text has one component a line, `3 Name`, `Name x3` or `Name`; a line
that is the name of a list starts it; `#` starts a comment.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from ..dsl.diagnostics import Diagnostic
from ..dsl.files import read_source
from ..dsl.parser import text_lines
from ..dsl.source import NOWHERE, Span
from ..dsl.yaml_source import Located, LocatedList, LocatedMap, LocatedScalar, read

#: How the names of deck files that are YAML end.
YAML = (".yaml", ".yml")
#: Most copies of one component, and most components of a deck.
MAX_COPIES, MAX_COMPONENTS = 100, 500

_LINE = re.compile(r"(?:(\d+)\s*[x×]?\s+)?(.+?)(?:\s+[x×]\s*(\d+))?")


@dataclass(frozen=True, slots=True)
class Entry:
    """A component as a deck names it; `section` is its list as written, or nothing."""

    name: str
    copies: int
    section: str
    span: Span


@dataclass(frozen=True, slots=True)
class Written:
    """A deck as written. `sections` are the lists it names, with their places."""

    path: Path
    name: str
    #: Its construction as written, and where.
    construction: str = ""
    place: Span = NOWHERE
    entries: list[Entry] = field(default_factory=list)
    sections: dict[str, Span] = field(default_factory=dict)


def read_deck(path: Path) -> tuple[Written, list[Diagnostic]]:
    """Return a deck file and what is wrong with its form."""
    if path.suffix.lower() not in YAML:
        return _read_text(path)
    root, found = read(path)
    if not isinstance(root, LocatedMap):
        where = Span(path, 1, 1, 1, 1) if root is None else root.span
        values = {"key": path.name, "found": "…"}
        return Written(path, path.stem), found or [Diagnostic("Y25", where, values)]
    own = root.get("construction") or root
    name, construction = _text(root, "nom"), _text(root, "construction")
    deck = Written(path, name or path.stem, construction, own.span)
    for key, entry in root.entries.items():
        if key not in ("nom", "construction"):
            deck.sections[key] = entry.key.span
            deck.entries.extend(_entries(entry.value, key, found))
    return deck, found


def _read_text(path: Path) -> tuple[Written, list[Diagnostic]]:
    source = read_source(path)
    deck, found = Written(path, path.stem), list[Diagnostic]()
    if isinstance(source, Diagnostic):
        return deck, [source]
    section = ""
    for number, line in enumerate(text_lines(source.text), 1):
        text = line.partition("#")[0].rstrip()
        start = len(text) - len(text.lstrip()) + 1
        span = Span(path, number, start, number, max(len(text), start) + 1)
        text = text.strip()
        if text.endswith(":"):
            section = text.rstrip(" :")
            deck.sections.setdefault(section, span)
        elif text:
            deck.entries.extend(_line(text, section, span, found))
    return deck, found


def _entries(node: Located, section: str, found: list[Diagnostic]) -> Iterator[Entry]:
    """Yield the components of a list in YAML: `name: copies`, or lines of a text."""
    match node:
        case LocatedMap():
            for name, entry in node.entries.items():
                value = entry.value
                copies = value.value if isinstance(value, LocatedScalar) else None
                if isinstance(copies, int) and 0 < copies <= MAX_COPIES:
                    yield Entry(name, int(copies), section, entry.key.span)
                else:
                    shown = value.text if isinstance(value, LocatedScalar) else "…"
                    found.append(_wrong_copies(shown, value.span))
        case LocatedList():
            for item in node:
                if isinstance(item, LocatedScalar):
                    yield from _line(item.text, section, item.span, found)
                else:
                    yield from _entries(item, section, found)
        case LocatedScalar(value=None):
            pass
        case LocatedScalar():
            yield from _line(node.text, section, node.span, found)


def _line(text: str, section: str, span: Span, found: list[Diagnostic]) -> Iterator[Entry]:
    """Yield the component of a line, or report its number of copies."""
    match = _LINE.fullmatch(text)
    assert match is not None
    digits = match[1] or match[3] or "1"
    if len(digits) > 6 or not 0 < int(digits) <= MAX_COPIES:
        found.append(_wrong_copies(digits[:12], span))
    else:
        yield Entry(match[2], int(digits), section, span)


def _wrong_copies(text: str, span: Span) -> Diagnostic:
    return Diagnostic("B03", span, {"found": text, "limit": MAX_COPIES})


def _text(root: LocatedMap, key: str) -> str:
    node = root.get(key)
    return node.text if isinstance(node, LocatedScalar) and node.value is not None else ""
