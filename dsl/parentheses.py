"""Leave out the parentheses that separate nothing: around one word, around a whole."""

from __future__ import annotations

from dataclasses import replace

from lark import Token

from .expected import operators, reserved
from .grammar import keywords
from .spacing import ends_operand
from .tokens import LogicalLine
from .wrong_words import IF

_OPENS_WHOLE = ("LPAR", "LBRACE", "COMMA")
_CLOSES_WHOLE = ("RPAR", "RBRACE", "COMMA")
_ENDS_WHOLE = ("COLON", "LSQB", "STRING")


def without_needless(line: LogicalLine) -> LogicalLine:
    """Return a line without its needless parentheses.

    Parentheses next to an operator stay, even where precedence makes them idle: they
    tell the reader how mixed operators group. The caller checks that the tree is the same.
    """
    return replace(line, tokens=tuple(_reduced(line.tokens)))


def _reduced(tokens: tuple[Token, ...]) -> list[Token]:
    """Return the tokens of a line without its needless pairs, the inner ones first."""
    kept = list(tokens)
    open_brackets: list[int] = []
    index = 0
    while index < len(kept):
        if kept[index].type == "LPAR":
            open_brackets.append(index)
        elif kept[index].type == "RPAR":
            start = open_brackets.pop()
            if _is_needless(kept, start, index):
                del kept[index], kept[start]
                index -= 2
        index += 1
    return kept


def _is_needless(tokens: list[Token], start: int, end: int) -> bool:
    """Tell whether the pair at start and end groups nothing that needs it."""
    before = tokens[start - 1] if start else None
    after = tokens[end + 1] if end + 1 < len(tokens) else None
    if before is not None and before.type == "NAME":
        return False
    if end == start + 2:
        word = tokens[start + 1]
        return ends_operand(word) and not (word.type == "NAME" and _is_keyword(word))
    if before is None:
        return False
    if before.type in _OPENS_WHOLE:
        return after is not None and after.type in _CLOSES_WHOLE
    if before.type not in keywords() or before.type in operators() or before in reserved():
        return str(before) == IF and after is not None and after.type == "COLON"
    return after is None or after.type in _ENDS_WHOLE


def _is_keyword(word: Token) -> bool:
    """Tell whether a name is spelt like a keyword, which it could become."""
    return str(word) in keywords().values()
