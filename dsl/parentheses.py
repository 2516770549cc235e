"""The whole expressions of a line, and the parentheses in it that separate nothing."""

from __future__ import annotations

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
    whole = set(line.expressions)
    kept = list(range(len(line.tokens)))
    open_brackets: list[int] = []
    at = 0
    while at < len(kept):
        if line.tokens[kept[at]].type == "LPAR":
            open_brackets.append(at)
        elif line.tokens[kept[at]].type == "RPAR":
            start = open_brackets.pop()
            inside = (kept[start + 1], kept[at - 1])
            pair = [line.tokens[index] for index in kept[max(start - 1, 0) : at + 2]]
            if not start:
                pair.insert(0, Token("_NL", ""))
            if _is_needless(pair, is_last=at + 1 == len(kept), is_whole=inside in whole):
                del kept[at], kept[start]
                at -= 2
        at += 1
    tokens = tuple(line.tokens[index] for index in kept)
    place = {index: at for at, index in enumerate(kept)}
    return Phrase(tokens, tuple((place[first], place[end]) for first, end in whole))


def _is_needless(around: list[Token], is_last: bool, is_whole: bool) -> bool:
    """Tell whether a pair groups nothing: the token before, the pair, the one after."""
    before, after = around[0], Token("_NL", "") if is_last else around[-1]
    inside = around[2:-1] if is_last else around[2:-2]
    is_call = before.type == "NAME"
    if is_call or not inside or _is_ambiguous(inside[0]):
        return False
    if is_whole or (len(inside) == 1 and ends_operand(inside[0])):
        return True
    return before.type in _BEFORE_ARGUMENT and after.type in _AFTER_ARGUMENT


def _is_ambiguous(word: Token) -> bool:
    """Tell whether a name is spelt like a keyword, which it could become."""
    return word.type == "NAME" and str(word) in keywords().values()
