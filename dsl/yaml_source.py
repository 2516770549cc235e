"""YAML text in, a located tree out: every key and value with its place in the file.

Only plain data is read: no tags, no anchors, no aliases, one document, keys once. Size,
depth and count are bounded, accents are composed (columns count composed characters, as
excerpts and the parser do), and the tree is built from the parser's events with a stack
of its own, so that no text can exhaust the reader. What cannot be read is a diagnostic.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.events import (
    AliasEvent,
    DocumentEndEvent,
    DocumentStartEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
)

from .diagnostics import Diagnostic, Place
from .files import Refusals, read_text
from .source import Source, Span

MAX_BYTES = 2_000_000
MAX_DEPTH = 24
MAX_NODES = 100_000
MAX_DIGITS = 10
#: Longest word repeated in a message; most mistakes told of one file.
MAX_NAME = 120
MAX_MISTAKES = 100

_REFUSALS = Refusals("Y01", "Y07", "Y02")
_INTEGER = re.compile(r"[-+]?(?:0|[1-9][0-9]*)", re.ASCII)
_DECIMAL = re.compile(r"[-+]?[0-9]+\.[0-9]+(?:[eE][-+]?[0-9]{1,3})?", re.ASCII)
#: Characters no author types: controls, and line ends that editors do not count.
_FORBIDDEN = re.compile(
    "[\x00-\x08\x0b-\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff]"
)
_LONE_RETURN = re.compile("\r(?!\n)")


@dataclass(frozen=True, slots=True)
class Located:
    """Any node of the tree."""

    span: Span


@dataclass(frozen=True, slots=True)
class LocatedScalar(Located):
    """A single value; `text` is what stands in the file.

    `origin` is set for literal blocks (`|`) only: the line of the file where the text's
    first line stands, and the column where each of its lines starts.
    """

    value: str | int | float | bool | None
    text: str
    origin: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class LocatedList(Located):
    items: tuple[Located, ...]

    def __iter__(self) -> Iterator[Located]:
        return iter(self.items)


@dataclass(frozen=True, slots=True)
class Entry:
    """One line `key: value` of a mapping."""

    key: LocatedScalar
    value: Located


@dataclass(frozen=True, slots=True)
class LocatedMap(Located):
    """A mapping in the file's order; a key is its text, `0:` is "0"."""

    entries: Mapping[str, Entry]

    def get(self, key: str) -> Located | None:
        """Return the value of a key, or None."""
        entry = self.entries.get(key)
        return None if entry is None else entry.value


@dataclass(slots=True)
class _Open:
    """A collection being read; `key` waits for its value."""

    start: Any
    is_map: bool
    items: list[Located] = field(default_factory=list)
    entries: dict[str, Entry] = field(default_factory=dict)
    key: LocatedScalar | None = None


class _Refused(Exception):
    """Reading ends here, with this diagnostic; never leaves the module."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.code)
        self.diagnostic = diagnostic


def read(path: Path) -> tuple[Located | None, list[Diagnostic]]:
    """Return the tree of a YAML file (None if empty or unreadable) and its mistakes."""
    source = read_text(path, MAX_BYTES, _REFUSALS)
    return (None, [source]) if isinstance(source, Diagnostic) else compose(source)


def compose(source: Source) -> tuple[Located | None, list[Diagnostic]]:
    """Return the tree of a YAML text (None if empty or unreadable) and its mistakes."""
    if len(source.text) > MAX_BYTES:
        return None, [Diagnostic("Y07", _point(source.path, 1, 1), {"limit": MAX_BYTES})]
    source = Source(source.path, unicodedata.normalize("NFC", source.text))
    found = _FORBIDDEN.search(source.text) or _LONE_RETURN.search(source.text)
    if found is not None:
        line = source.text.count("\n", 0, found.start()) + 1
        column = found.start() - source.text.rfind("\n", 0, found.start())
        character = f"U+{ord(found[0]):04X}"
        place = _point(source.path, line, column)
        return None, [Diagnostic("Y03", place, {"character": character})]
    builder = _Builder(source)
    try:
        return builder.build(), builder.diagnostics
    except _Refused as refusal:
        return None, [*builder.diagnostics, refusal.diagnostic]
    except MarkedYAMLError as error:
        return None, [*builder.diagnostics, _syntax(source, error)]
    except (YAMLError, ValueError, OverflowError):
        # The scanner lets a few oddities through as bare errors (numbers of directives).
        return None, [*builder.diagnostics, Diagnostic("Y04", _point(source.path, 1, 1))]


class _Builder:
    """Builds the tree of one text from the parser's events."""

    def __init__(self, source: Source) -> None:
        self.path = source.path
        self.lines = source.text.split("\n")
        self.text = source.text
        self.diagnostics: list[Diagnostic] = []
        self.stack: list[_Open] = []
        self.root: Located | None = None
        self.documents = 0
        self.nodes = 0

    def build(self) -> Located | None:
        """Read all events and return the root."""
        for event in YAML(typ="safe", pure=True).parse(self.text):
            match event:
                case DocumentStartEvent():
                    self.documents += 1
                    if self.documents > 1:
                        raise self._refuse("Y09", event)
                case AliasEvent():
                    raise self._refuse("Y06", event)
                case ScalarEvent():
                    self._check(event)
                    self._add(self._scalar(event))
                case MappingStartEvent() | SequenceStartEvent():
                    self._check(event)
                    self._open(event)
                case MappingEndEvent() | SequenceEndEvent():
                    self._close(event)
                case DocumentEndEvent():
                    pass
        return self.root

    def _refuse(self, code: str, event: Any, **values: object) -> _Refused:
        mark = event.start_mark
        end = event.end_mark
        last = end.column if end.line == mark.line else mark.column
        span = Span(
            self.path,
            mark.line + 1,
            mark.column + 1,
            mark.line + 1,
            max(last, mark.column + 1) + 1,
        )
        return _Refused(Diagnostic(code, span, values))

    def _check(self, event: Any) -> None:
        """Refuse what is not plain data, and more than the reader holds."""
        self.nodes += 1
        if self.nodes > MAX_NODES:
            raise self._refuse("Y08", event, limit=MAX_NODES)
        if event.anchor is not None:
            raise self._refuse("Y06", event)
        if event.tag is not None:
            raise self._refuse("Y10", event, tag=str(event.tag)[:MAX_NAME])

    def _open(self, event: Any) -> None:
        if len(self.stack) >= MAX_DEPTH:
            raise self._refuse("Y11", event, limit=MAX_DEPTH)
        top = self.stack[-1] if self.stack else None
        if top is not None and top.is_map and top.key is None:
            raise self._refuse("Y12", event)
        self.stack.append(_Open(event, isinstance(event, MappingStartEvent)))

    def _close(self, event: Any) -> None:
        done = self.stack.pop()
        children = [entry.value for entry in done.entries.values()] or done.items
        start = done.start.start_mark
        if children and not done.start.flow_style:
            last = max((child.span.end_line, child.span.end_column) for child in children)
        else:
            last = (event.end_mark.line + 1, event.end_mark.column + 1)
        span = Span(self.path, start.line + 1, start.column + 1, *last)
        if done.is_map:
            self._add(LocatedMap(span, MappingProxyType(done.entries)))
        else:
            self._add(LocatedList(span, tuple(done.items)))

    def _add(self, node: Located) -> None:
        """Put a finished node where it belongs: root, list, key or value."""
        if not self.stack:
            self.root = node
            return
        top = self.stack[-1]
        if not top.is_map:
            top.items.append(node)
        elif top.key is None:
            assert isinstance(node, LocatedScalar)
            top.key = node
        else:
            key, top.key = top.key, None
            first = top.entries.get(key.text)
            if first is None:
                top.entries[key.text] = Entry(key, node)
                return
            values = {"key": key.text[:MAX_NAME], "line": first.key.span.line}
            places = (Place(first.key.span, "first"),)
            self._tell(Diagnostic("Y05", key.span, values, places))

    def _tell(self, diagnostic: Diagnostic) -> None:
        if len(self.diagnostics) < MAX_MISTAKES:
            self.diagnostics.append(diagnostic)

    def _scalar(self, event: Any) -> LocatedScalar:
        """Return a value: whole and decimal numbers, true, false and null if unquoted."""
        start, end = event.start_mark, event.end_mark
        if event.style == "|":
            return self._literal(event)
        end_line, end_column = end.line + 1, end.column + 1
        if event.style == ">":
            end_line, end_column = start.line + 1, start.column + 2
        span = Span(self.path, start.line + 1, start.column + 1, end_line, end_column)
        text: str = event.value
        found = _FORBIDDEN.search(text)
        if found is not None:
            raise self._refuse("Y03", event, character=f"U+{ord(found[0]):04X}")
        if event.style is not None:
            return LocatedScalar(span, text, text)
        return LocatedScalar(span, self._plain(text, span), text)

    def _plain(self, text: str, span: Span) -> str | int | float | bool | None:
        if text in ("", "~", "null"):
            return None
        if text in ("true", "false"):
            return text == "true"
        if len(text) > MAX_NAME:
            if text.lstrip("+-").isdecimal():
                self._tell(Diagnostic("Y13", span, {"limit": MAX_DIGITS}))
                return 0
            return text
        if _INTEGER.fullmatch(text):
            if len(text.lstrip("+-")) > MAX_DIGITS:
                self._tell(Diagnostic("Y13", span, {"limit": MAX_DIGITS}))
                return 0
            return int(text)
        return float(text) if _DECIMAL.fullmatch(text) else text

    def _literal(self, event: Any) -> LocatedScalar:
        """Return a block after `|`, with the place of its first line."""
        start = event.start_mark
        lines: list[str] = event.value.split("\n")
        column = 1
        for offset, line in enumerate(lines):
            raw = self.lines[start.line + 1 + offset] if line.strip() else ""
            if raw:
                column = _margin(raw) - _margin(line) + 1
                break
        span = Span(
            self.path, start.line + 1, start.column + 1, start.line + 1, start.column + 2
        )
        return LocatedScalar(span, event.value, event.value, (start.line + 2, column))


def _margin(line: str) -> int:
    """Return how many spaces a line starts with."""
    return len(line) - len(line.lstrip(" "))


def _point(path: Path, line: int, column: int) -> Span:
    return Span(path, line, column, line, column + 1)


def _syntax(source: Source, error: MarkedYAMLError) -> Diagnostic:
    """Return the diagnostic of a text that is not YAML, where the scanner stopped."""
    mark = error.problem_mark or error.context_mark
    lines = source.text.split("\n")
    if mark is None:
        return Diagnostic("Y04", _point(source.path, 1, 1))
    line = min(mark.line, len(lines) - 1)
    column = mark.column if line == mark.line else len(lines[line])
    place = _point(source.path, line + 1, column + 1)
    opening = lines[line][: column + 1]
    if opening.endswith("\t") and not opening.strip():
        return Diagnostic("Y14", place)
    return Diagnostic("Y04", place)
