"""What a text must be before it is parsed: bounded, readable, brackets closed.

Each function takes lines and returns findings as positions in those lines, so that no
text, however broken, reaches the parser in a form that could exhaust it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

MAX_BYTES = 1_000_000
MAX_LINE = 2_000
MAX_DEPTH = 60
MAX_DIGITS = 10

_DIGITS = re.compile(rf"\d{{{MAX_DIGITS + 1},}}")
_PIECES = re.compile(r'"[^"]*"|#.*|["()\[\]{}]')
_CLOSERS = {"(": ")", "[": "]", "{": "}"}


@dataclass(frozen=True, slots=True)
class Finding:
    """A mistake at a place of some lines: line index from 0, columns from 1."""

    code: str
    line: int
    column: int
    end_column: int
    values: Mapping[str, object] = field(default_factory=dict)
    #: A second place, as (line index, column, end column, label).
    place: tuple[int, int, int, str] | None = None
    #: The line as it was probably meant, to look for further mistakes.
    repair: str | None = None


def is_control(character: str) -> bool:
    """Tell whether a character is invisible and has no business in a text of rules."""
    return unicodedata.category(character) in ("Cc", "Zl", "Zp", "Cs", "Cf")


def check_characters(lines: list[str]) -> Iterator[Finding]:
    """Yield what makes a line unreadable: length, tabs, control characters, numbers."""
    for index, line in enumerate(lines):
        if len(line) > MAX_LINE:
            length = {"length": len(line), "limit": MAX_LINE}
            yield Finding("S21", index, MAX_LINE + 1, MAX_LINE + 2, length)
            continue
        if line.isascii() and line.isprintable() and not _DIGITS.search(line):
            continue
        indent = line[: len(line) - len(line.lstrip())]
        if "\t" in indent:
            column = indent.index("\t") + 1
            yield Finding("S23", index, column, column + 1)
            continue
        for column, character in enumerate(line, 1):
            if is_control(character) and character != "\t":
                code = {"character": f"U+{ord(character):04X}"}
                yield Finding("S25", index, column, column + 1, code)
                break
        for match in _DIGITS.finditer(_without_texts(line)):
            limit = {"limit": MAX_DIGITS}
            yield Finding("S26", index, match.start() + 1, match.end() + 1, limit)
            break


def _without_texts(line: str) -> str:
    """Return the line with quoted texts and comments blanked."""

    def blank(match: re.Match[str]) -> str:
        piece = match[0]
        return " " * len(piece) if piece[0] in '"#' and piece != '"' else piece

    return _PIECES.sub(blank, line)


def check_brackets(lines: list[str]) -> Iterator[Finding]:
    """Yield unclosed quotes, brackets that do not match, and nesting beyond the limit."""
    open_brackets: list[tuple[str, int, int]] = []
    for index, line in enumerate(lines):
        for match in _PIECES.finditer(line):
            sign, column = match[0], match.start() + 1
            if sign == '"':
                end = len(line.rstrip().removesuffix(":").rstrip())
                repair = f'{line[:end]}"{line[end:]}'
                yield Finding("S08", index, column, len(line) + 1, repair=repair)
                return
            if sign in _CLOSERS:
                open_brackets.append((sign, index, column))
                if len(open_brackets) > MAX_DEPTH:
                    yield Finding("S22", index, column, column + 1, {"limit": MAX_DEPTH})
                    return
            elif len(sign) == 1 and sign in ")]}":
                if open_brackets and _CLOSERS[open_brackets[-1][0]] == sign:
                    open_brackets.pop()
                    continue
                yield _wrong_closer(open_brackets, line, index, column)
                return
    if open_brackets:
        sign, index, column = open_brackets[-1]
        values = {"sign": sign, "closer": _CLOSERS[sign]}
        line = lines[index]
        end = len(line[: code_length(line)].removesuffix(":").rstrip())
        repair = line[:end] + _CLOSERS[sign] + line[end:]
        yield Finding("S07", index, column, column + 1, values, repair=repair)


def _wrong_closer(
    open_brackets: list[tuple[str, int, int]], text: str, index: int, column: int
) -> Finding:
    """Return the finding for a closing bracket that closes nothing, or something else."""
    sign, before, after = text[column - 1], text[: column - 1], text[column:]
    if not open_brackets:
        values = {"sign": sign}
        return Finding("S17", index, column, column + 1, values, repair=before + after)
    opener, line, start = open_brackets[-1]
    values = {"sign": opener, "closer": _CLOSERS[opener], "found": sign}
    place = (line, start, start + 1, "opened")
    repair = before + _CLOSERS[opener] + after
    return Finding("S18", index, column, column + 1, values, place, repair)


def check_indentation(lines: list[str]) -> Iterator[Finding]:
    """Yield the line where blocks nest beyond the limit."""
    levels = [0]
    for index, line in enumerate(lines):
        content = line.lstrip()
        if not content or content.startswith("#"):
            continue
        indent = len(line) - len(content)
        while indent < levels[-1]:
            levels.pop()
        if indent > levels[-1]:
            levels.append(indent)
        if len(levels) > MAX_DEPTH:
            yield Finding("S22", index, indent + 1, len(line) + 1, {"limit": MAX_DEPTH})
            return


def code_length(line: str) -> int:
    """Return how many characters of a line come before its comment and final space."""
    for match in _PIECES.finditer(line):
        if match[0].startswith("#"):
            return len(line[: match.start()].rstrip())
    return len(line.rstrip())


def bracket_depth(line: str, depth: int) -> int:
    """Return how many brackets are open after a line, given how many were before."""
    for match in _PIECES.finditer(line):
        if match[0] in _CLOSERS:
            depth += 1
        elif match[0] in (")", "]", "}"):
            depth = max(0, depth - 1)
    return depth
