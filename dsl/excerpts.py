"""The lines of a source with marks under them, aligned whatever the characters."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from .characters import legible, width
from .source import Source, Span

#: Columns of source shown; a longer line is cut around its mark.
WIDTH = 100
_BEFORE = 40


@dataclass(frozen=True, slots=True)
class Mark:
    """A span to underline, with the label written after the underline."""

    span: Span
    label: str
    is_main: bool = False


@dataclass(frozen=True, slots=True)
class Paint:
    """Colours of a terminal, or none: `code` is the ANSI number of the strong colour."""

    code: str

    def bold(self, text: str) -> str:
        """Return the text in bold."""
        return f"\033[1m{text}\033[0m" if self.code else text

    def strong(self, text: str) -> str:
        """Return the text in the colour of its severity."""
        return f"\033[1;{self.code}m{text}\033[0m" if self.code else text

    def faint(self, text: str) -> str:
        """Return the text in a colour that stands back."""
        return f"\033[34m{text}\033[0m" if self.code else text


def excerpt(
    marks: list[Mark], sources: Mapping[Path, Source], paint: Paint
) -> tuple[list[str], int]:
    """Return the excerpt's lines and the width of its line numbers.

    Marks of the first mark's file come in the order of the text, then each other file
    after a line that names it. A mark whose source is not at hand, or that is a whole
    file, is named only.
    """
    gutter = max(len(str(mark.span.line)) for mark in marks)
    main = marks[0].span.path
    lines = _marked(
        [mark for mark in marks if mark.span.path == main], sources, gutter, paint
    )
    for mark in marks:
        if mark.span.path == main:
            continue
        lines.append(f"{' ' * gutter}{paint.faint('-->')} {mark.span}")
        shown = _marked([mark], sources, gutter, paint)[1:]
        lines.extend(shown or [f"{' ' * (gutter + 4)}{mark.label}".rstrip()])
    return lines, gutter


def _marked(
    marks: list[Mark], sources: Mapping[Path, Source], gutter: int, paint: Paint
) -> list[str]:
    """Return the lines for the marks of one file, an empty one first."""
    source = sources.get(marks[0].span.path)
    if source is None or _is_whole_file(marks[0].span):
        return []
    texts = unicodedata.normalize("NFC", source.text.removeprefix("\ufeff")).split("\n")
    bar = paint.faint("|")
    lines = [f"{' ' * gutter} {bar}"]
    previous = None
    for mark in sorted(marks, key=lambda mark: (mark.span.line, mark.span.column)):
        line = mark.span.line
        if not 1 <= line <= len(texts):
            continue
        if previous is None and len(marks) == 1 and line > 1 and texts[line - 2].strip():
            lines.append(
                _numbered(line - 1, gutter, paint, legible(texts[line - 2])[:WIDTH])
            )
        elif previous is not None and line > previous + 1:
            lines.append(f"{' ' * (gutter - 1)}…")
        text, under = _underlined(texts[line - 1].removesuffix("\r"), mark, paint)
        if line != previous:
            lines.append(_numbered(line, gutter, paint, text))
        lines.append(f"{' ' * gutter} {bar} {under}".rstrip())
        previous = line
    return lines if len(lines) > 1 else []


def _is_whole_file(span: Span) -> bool:
    """Tell whether a span stands for its file: one refused unread shows nothing of it."""
    return (span.line, span.column, span.end_line, span.end_column) == (1, 1, 1, 1)


def _numbered(line: int, gutter: int, paint: Paint, text: str) -> str:
    """Return one line of source with its number."""
    return f"{paint.faint(f'{line:>{gutter}} |')} {text}".rstrip()


def _underlined(text: str, mark: Mark, paint: Paint) -> tuple[str, str]:
    """Return a line of source, cut if long, and what stands under it."""
    start = min(mark.span.column - 1, len(text))
    end = mark.span.end_column - 1 if mark.span.end_line == mark.span.line else len(text)
    end = min(max(end, start + 1), max(len(text), start + 1))
    cut = max(0, start - _BEFORE) if len(text) > WIDTH else 0
    shown = legible(text[cut : cut + WIDTH])
    lead = "…" if cut else ""
    tail = "…" if len(text) > cut + WIDTH else ""
    offset = len(lead) + width(legible(text[cut:start]))
    length = max(1, width(legible(text[start : min(end, cut + WIDTH)])))
    sign = paint.strong("^" * length) if mark.is_main else paint.faint("-" * length)
    return f"{lead}{shown}{tail}", f"{' ' * offset}{sign} {mark.label}".rstrip()
