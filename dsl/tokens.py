"""A valid text as logical lines of tokens with their comments: what the printer prints."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from lark import Token

from .grammar import tables

_PIECES = re.compile(r'"[^"]*"|#.*')


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment: its line from 0, its column from 0, its text, what stands before it."""

    line: int
    column: int
    text: str
    is_alone: bool


@dataclass(slots=True)
class LogicalLine:
    """The tokens between two line ends that count, their block level and margin."""

    level: int
    tokens: list[Token] = field(default_factory=list)

    @property
    def first(self) -> int:
        """The index of its first line in the text."""
        return (self.tokens[0].line or 2) - 2

    @property
    def last(self) -> int:
        """The index of its last line in the text."""
        return (self.tokens[-1].end_line or 2) - 2

    @property
    def margin(self) -> int:
        """The column, from 0, where it starts."""
        return (self.tokens[0].column or 1) - 1


def logical_lines(lines: list[str]) -> list[LogicalLine]:
    """Return the logical lines of a text without mistakes."""
    state = tables().parse_interactive("\n" + "\n".join(lines) + "\n")
    level = 0
    found: list[LogicalLine] = [LogicalLine(0)]
    for token in state.iter_parse():
        if token.type == "_NL":
            found.append(LogicalLine(level))
        elif token.type in ("_INDENT", "_DEDENT"):
            level += 1 if token.type == "_INDENT" else -1
            found[-1].level = level
        else:
            found[-1].tokens.append(token)
    return [line for line in found if line.tokens]


def comments(lines: Iterable[str]) -> Iterator[Comment]:
    """Yield the comments of a text."""
    for index, line in enumerate(lines):
        for match in _PIECES.finditer(line):
            if match[0].startswith("#"):
                is_alone = not line[: match.start()].strip()
                yield Comment(index, match.start(), match[0].rstrip(), is_alone)
