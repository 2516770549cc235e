"""A valid text as logical lines of tokens, and its comments: what the printer prints."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from lark import Token

from .grammar import tables

_PIECES = re.compile(r'"[^"]*"|#.*')


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment: its line and column from 0, and whether it has its line for itself."""

    line: int
    column: int
    text: str
    is_alone: bool


@dataclass(frozen=True, slots=True)
class LogicalLine:
    """The tokens between two line ends that count.

    `first` and `last` are the lines where they stand, `margin` the column where they start,
    all from 0; `level` counts the blocks around them.
    """

    level: int
    first: int
    last: int
    margin: int
    tokens: tuple[Token, ...]


def logical_lines(lines: list[str]) -> Iterator[LogicalLine]:
    """Yield the logical lines of a text without mistakes."""
    state = tables().parse_interactive("\n" + "\n".join(lines) + "\n")
    level = 0
    tokens: list[Token] = []
    for token in state.iter_parse():
        if token.type == "_NL":
            if tokens:
                yield _logical_line(level, tokens)
            tokens = []
        elif token.type in ("_INDENT", "_DEDENT"):
            level += 1 if token.type == "_INDENT" else -1
        else:
            tokens.append(token)


def _logical_line(level: int, tokens: list[Token]) -> LogicalLine:
    """Return the logical line of some tokens of a text that has a line end put before."""
    first, last = (tokens[0].line or 2) - 2, (tokens[-1].end_line or 2) - 2
    return LogicalLine(level, first, last, (tokens[0].column or 1) - 1, tuple(tokens))


def comments(lines: Iterable[str]) -> Iterator[Comment]:
    """Yield the comments of a text."""
    for index, line in enumerate(lines):
        for match in _PIECES.finditer(line):
            if match[0].startswith("#"):
                is_alone = not line[: match.start()].strip()
                yield Comment(index, match.start(), match[0].rstrip(), is_alone)
