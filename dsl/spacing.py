"""Tokens of one logical line to text: spaces between them, breaks inside brackets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from lark import Token

from .conversion import COMPARATORS
from .expected import expression_start
from .grammar import accepted_after, keywords

WIDTH = 92
CONTINUATION = 4

_OPENERS = ("LPAR", "LBRACE", "LSQB")
_CLOSERS = ("RPAR", "RBRACE", "RSQB")


@dataclass(frozen=True, slots=True)
class Piece:
    """A token's text, the space before it, and how deep in brackets a break may stand there.

    `depth` is 0 where the line cannot be broken before the piece.
    """

    text: str
    space: str
    depth: int


@cache
def _operand_words() -> frozenset[str]:
    """Return the terminals of keywords that are operands by themselves."""
    words = (name for name in expression_start() if name in keywords())
    return frozenset(
        name for name in words if "PLUS" in accepted_after(f"score j = {keywords()[name]}")
    )


def ends_operand(token: Token) -> bool:
    """Tell whether an operand may end with this token."""
    return (
        token.type in ("NAME", "NUMBER", "RPAR", "RBRACE") or token.type in _operand_words()
    )


def lay_out(tokens: Sequence[Token]) -> list[Piece]:
    """Return the tokens of a logical line as pieces of text."""
    pieces: list[Piece] = []
    brackets: list[str] = []
    for index, token in enumerate(tokens):
        if token.type in _CLOSERS:
            brackets.pop()
        space = " " if index and _is_spaced(tokens, index) else ""
        depth = len(brackets) if _is_breakable(tokens, index, brackets) else 0
        pieces.append(Piece(_written(token), space, depth))
        if token.type in _OPENERS:
            brackets.append(token.type)
    return pieces


def break_line(pieces: list[Piece], margin: int) -> list[str]:
    """Return the lines of a logical line: one, or several if it is long and can be."""
    lines: list[str] = []
    indent, start = margin, 0
    while True:
        at = _break_at(pieces, start, WIDTH - indent)
        text = "".join(piece.space + piece.text for piece in pieces[start:at])
        lines.append(" " * indent + text.lstrip())
        if at == len(pieces):
            return lines
        indent, start = margin + CONTINUATION, at


def _break_at(pieces: list[Piece], start: int, room: int) -> int:
    """Return the index of the piece that starts the next line, the end if all fit.

    Among the breaks that fit, the outermost and then the last one; if none fits, the
    first there is.
    """
    length, best = -len(pieces[start].space), 0
    for index in range(start, len(pieces)):
        piece = pieces[index]
        if index > start and piece.depth and (length <= room or not best):
            best = index if not best or piece.depth <= pieces[best].depth else best
        length += len(piece.space) + len(piece.text)
        if length > room and best:
            return best
    return len(pieces)


def _is_breakable(tokens: Sequence[Token], index: int, brackets: list[str]) -> bool:
    """Tell whether a line may be broken before a token: after a comma, before a keyword."""
    if not brackets or "LSQB" in brackets or not index:
        return False
    after_comma = tokens[index - 1].type == "COMMA"
    return after_comma or (
        tokens[index].type in keywords() and ends_operand(tokens[index - 1])
    )


def _is_spaced(tokens: Sequence[Token], index: int) -> bool:
    """Tell whether a space stands before a token that is not the first."""
    before, token = tokens[index - 1], tokens[index]
    if (
        before.type in _OPENERS
        or token.type in (*_CLOSERS, "COMMA")
        or before.type == "DOT"
    ):
        return False
    if before.type == "MINUS" and (index < 2 or not ends_operand(tokens[index - 2])):
        return False
    if token.type == "DOT":
        return not ends_operand(before)
    if token.type == "LPAR":
        return before.type != "NAME"
    return True


def _written(token: Token) -> str:
    """Return the canonical text of a token."""
    if token.type == "NUMBER":
        return str(int(token))
    return COMPARATORS.get(str(token), str(token))
