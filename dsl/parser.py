"""Text to declarations, with every syntax mistake that can be told from the others.

Declarations start at the left margin. Each is parsed by itself, so that a mistake in one
does not hide those of the others; within one, the line at fault is repaired or left out
and the rest is read again.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from lark import Token, Tree
from lark.exceptions import UnexpectedInput

from . import limits, nodes
from .conversion import Frame, convert
from .diagnostics import Diagnostic, Place
from .expected import reserved
from .grammar import UnevenDedent, declaration_keywords, tables
from .limits import Finding
from .mistakes import explain
from .outline import code_above, code_below, first_word, margin
from .source import Source, Span
from .wrong_words import ELSE

#: Readings of one declaration in search of further mistakes.
MAX_ATTEMPTS = 12
#: A declaration longer than this many characters is read once only.
MAX_RETRIED = 20_000
#: Mistakes told of one text; reading stops there.
MAX_MISTAKES = 50
#: Deepest tree accepted: chains like a + a + a nest too, and later passes recurse.
MAX_TREE_DEPTH = 150


@dataclass(frozen=True, slots=True)
class Chunk:
    """The lines of one declaration and where they start, counted from 0."""

    start: int
    lines: list[str]


def parse(
    source: Source, origin: tuple[int, int] = (1, 1)
) -> tuple[tuple[nodes.Declaration, ...], list[Diagnostic]]:
    """Return the declarations of a text and its syntax mistakes, in source order.

    `origin` is the line and column, from 1, where the text starts in the file of
    `source.path`; every line of the text is taken to start at that column. With
    mistakes, the declarations are what could be read: good for further checks only.
    """
    if len(source.text) > limits.MAX_BYTES:
        place = Span(source.path, *origin, *origin)
        return (), [Diagnostic("S20", place, {"limit": limits.MAX_BYTES})]
    declarations: list[nodes.Declaration] = []
    diagnostics: list[Diagnostic] = []
    for chunk in split(text_lines(source.text)):
        frame = Frame(source.path, chunk.start + origin[0] - 1, origin[1] - 1)
        found, findings = _read(chunk.lines, frame)
        declarations.extend(found)
        diagnostics.extend(_diagnostic(finding, frame) for finding in findings)
        if len(diagnostics) > MAX_MISTAKES:
            place = diagnostics[MAX_MISTAKES].span
            stop = Diagnostic("S31", place, {"limit": MAX_MISTAKES})
            return tuple(declarations), [*diagnostics[:MAX_MISTAKES], stop]
    return tuple(declarations), diagnostics


def text_lines(text: str) -> list[str]:
    """Return the lines of a text, accents composed, line ends removed."""
    normal = unicodedata.normalize("NFC", text.removeprefix("\ufeff"))
    return [line.removesuffix("\r") for line in normal.split("\n")]


def split(lines: list[str]) -> Iterator[Chunk]:
    """Yield the chunks of a text: a line at the left margin starts a new one.

    Inside brackets only a line that starts a declaration does.
    """
    start, depth = 0, 0
    for index, line in enumerate(lines):
        if line and not line[0].isspace() and line[0] != "#":
            word = line.split(maxsplit=1)[0]
            if depth == 0 or word in declaration_keywords():
                if index > start:
                    yield Chunk(start, lines[start:index])
                start, depth = index, 0
        depth = limits.bracket_depth(line, depth)
    yield Chunk(start, lines[start:])


def _read(
    lines: list[str], frame: Frame
) -> tuple[tuple[nodes.Declaration, ...], list[Finding]]:
    """Return the declarations and mistakes of one chunk."""
    findings = list(islice(limits.check_characters(lines), MAX_MISTAKES + 1))
    findings = findings or list(limits.check_indentation(lines))
    if findings:
        return (), findings
    repaired: set[int] = set()
    attempts = MAX_ATTEMPTS if sum(map(len, lines)) <= MAX_RETRIED else 1
    for _ in range(attempts):
        outcome = _attempt(lines)
        if isinstance(outcome, Tree):
            findings.extend(_reserved_names(outcome))
            findings.sort(key=lambda finding: (finding.line, finding.column))
            return convert(outcome, _lowered(frame)), findings
        if outcome.line not in repaired:
            findings.append(outcome)
        lines = _amended(lines, outcome, repaired)
        if not any(line.strip() for line in lines):
            break
    return (), findings


def _attempt(lines: list[str]) -> Tree[Token] | Finding:
    """Return Lark's tree of some lines, or the first mistake in them."""
    for finding in limits.check_brackets(lines):
        return finding
    try:
        tree = tables().parse("\n" + "\n".join(lines) + "\n")
    except (UnexpectedInput, UnevenDedent) as error:
        return explain(error, lines)
    if _is_deeper(tree, MAX_TREE_DEPTH):
        line = next(index for index, line in enumerate(lines) if line.strip())
        return Finding("S22", line, 1, len(lines[line]) + 1, {"limit": limits.MAX_DEPTH})
    return tree


def _reserved_names(tree: Tree[Token]) -> Iterator[Finding]:
    """Yield the names that are words of expressions."""
    names = tree.scan_values(lambda item: isinstance(item, Token) and item.type == "NAME")
    for token in names:
        if token in reserved():
            column = token.column or 1
            end, values = column + len(token), {"found": str(token)}
            yield Finding("S16", (token.line or 2) - 2, column, end, values)


def _lowered(frame: Frame) -> Frame:
    """Return the frame of a text that has one line end put before it."""
    return Frame(frame.path, frame.line - 1, frame.column)


def _amended(lines: list[str], finding: Finding, repaired: set[int]) -> list[str]:
    """Return the lines with the one at fault repaired or, with its block, left out."""
    amended = list(lines)
    if finding.repair is not None and finding.line not in repaired:
        repaired.add(finding.line)
        amended[finding.line] = finding.repair
        return amended
    repaired.add(finding.line)
    _leave_out(amended, finding.line)
    return amended


def _leave_out(lines: list[str], index: int) -> None:
    """Blank a line and the block below it, and each header above left without a block."""
    left = margin(lines[index])
    after = code_below(lines, index)
    while after < len(lines) and margin(lines[after]) > left:
        after = code_below(lines, after)
    lines[index:after] = [""] * (after - index)
    if after < len(lines) and first_word(lines[after]) == ELSE:
        _leave_out(lines, after)
        return
    above = code_above(lines, index)
    if above < 0 or margin(lines[above]) >= left:
        return
    if after >= len(lines) or margin(lines[after]) <= margin(lines[above]):
        _leave_out(lines, above)


def _is_deeper(tree: Tree[Token], limit: int) -> bool:
    """Tell whether a tree has more levels than the limit, without recursion."""
    level = [tree]
    for _ in range(limit):
        level = [
            child
            for parent in level
            for child in parent.children
            if isinstance(child, Tree)
        ]
        if not level:
            return False
    return True


def _diagnostic(finding: Finding, frame: Frame) -> Diagnostic:
    """Return a finding of a chunk as a diagnostic of its file."""
    places: tuple[Place, ...] = ()
    if finding.place is not None:
        line, column, end, label = finding.place
        places = (Place(_span(frame, line, column, end), label),)
    span = _span(frame, finding.line, finding.column, finding.end_column)
    return Diagnostic(finding.code, span, finding.values, places)


def _span(frame: Frame, line: int, column: int, end: int) -> Span:
    """Return the span of a stretch of one line of a chunk."""
    row = frame.line + line + 1
    return Span(frame.path, row, column + frame.column, row, end + frame.column)
