"""The whole expressions of a line, and the parentheses in it that separate nothing."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields

from lark import Token

from . import nodes
from .grammar import keywords
from .spacing import ends_operand

#: Fields where the grammar takes only some expressions without parentheses.
_NARROW = frozenset({"chooser", "minimum", "maximum", "times", "count", "target", "player"})
_BEFORE_ARGUMENT = ("LPAR", "LBRACE", "COMMA")
_AFTER_ARGUMENT = ("RPAR", "RBRACE", "COMMA")

#: A line and a column, from 1.
Position = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Phrase:
    """Tokens of a logical line, and the first and last index of its whole expressions."""

    tokens: tuple[Token, ...]
    expressions: tuple[tuple[int, int], ...]


def whole_expressions(items: Iterable[object]) -> Iterator[tuple[Position, Position]]:
    """Yield the start and end of the expressions that are part of no other one."""
    for item in items:
        if isinstance(item, nodes.Expr):
            span = item.span
            yield (span.line, span.column), (span.end_line, span.end_column)
        elif isinstance(item, nodes.Node):
            wide = (field.name for field in fields(item) if field.name not in _NARROW)
            yield from whole_expressions(getattr(item, name) for name in wide)
        elif isinstance(item, tuple):
            yield from whole_expressions(item)


def phrase(tokens: tuple[Token, ...], ends: Mapping[Position, Position]) -> Phrase:
    """Return the tokens of a line with its expressions, whose ends are given by start.

    The text of the tokens has one line end more at its start than that of the positions.
    """
    last = {
        ((token.end_line or 1) - 1, token.end_column or 1): index
        for index, token in enumerate(tokens)
    }
    starts = [((token.line or 1) - 1, token.column or 1) for token in tokens]
    found = (
        (index, last[ends[start]]) for index, start in enumerate(starts) if start in ends
    )
    return Phrase(tokens, tuple(found))


def without_needless(line: Phrase) -> Phrase:
    """Return a line without parentheses around one word, one argument or a whole.

    Parentheses next to an operator stay, even where precedence makes them idle: they
    tell the reader how mixed operators group. The caller checks that the tree is the same.
    """
    kept = list(range(len(line.tokens)))
    open_brackets: list[int] = []
    at = 0
    while at < len(kept):
        if line.tokens[kept[at]].type == "LPAR":
            open_brackets.append(at)
        elif line.tokens[kept[at]].type == "RPAR":
            start = open_brackets.pop()
            if _is_needless(line, kept, start, at):
                del kept[at], kept[start]
                at -= 2
        at += 1
    tokens = tuple(line.tokens[index] for index in kept)
    # An expression may have lost its outer tokens: it starts after them, or ends before.
    moved = (
        _with_parentheses(tokens, bisect_left(kept, first), bisect_right(kept, last) - 1)
        for first, last in line.expressions
    )
    return Phrase(tokens, tuple(moved))


def _with_parentheses(tokens: tuple[Token, ...], first: int, last: int) -> tuple[int, int]:
    """Return the ends of an expression with the parentheses it keeps around it."""
    types = [token.type for token in tokens]
    if types[first - 1 : first] == ["LPAR"] and types[last + 1 : last + 2] == ["RPAR"]:
        is_call = types[first - 2 : first - 1] == ["NAME"]
        return (first, last) if is_call else (first - 1, last + 1)
    return first, last


def _is_needless(line: Phrase, kept: list[int], start: int, end: int) -> bool:
    """Tell whether a pair groups nothing: its ends are indexes of what is kept so far."""
    before = line.tokens[kept[start - 1]].type if start else "_NL"
    after = line.tokens[kept[end + 1]].type if end + 1 < len(kept) else "_NL"
    inside = line.tokens[kept[start + 1]]
    is_call = before == "NAME"
    if is_call or _is_ambiguous(inside):
        return False
    is_word = end == start + 2 and ends_operand(inside)
    is_argument = before in _BEFORE_ARGUMENT and after in _AFTER_ARGUMENT
    is_whole = any(
        kept[start] < first <= kept[start + 1] and kept[end - 1] <= last < kept[end]
        for first, last in line.expressions
    )
    return is_word or is_argument or is_whole


def _is_ambiguous(word: Token) -> bool:
    """Tell whether a name is spelt like a keyword, which it could become."""
    return word.type == "NAME" and str(word) in keywords().values()
