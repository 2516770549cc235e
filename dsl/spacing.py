"""Tokens of one logical line to pieces of text: what is written, and the space before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from lark import Token

from .conversion import COMPARATORS
from .expected import expression_start
from .grammar import accepted_after, keywords

OPENERS = ("LPAR", "LBRACE", "LSQB")
CLOSERS = ("RPAR", "RBRACE", "RSQB")


@dataclass(frozen=True, slots=True)
class Piece:
    """A token's canonical text, its type (`SIGN` for a minus of one operand), the space before."""

    text: str
    type: str
    space: str

    @property
    def flat(self) -> str:
        """The text with its space."""
        return self.space + self.text


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
    for index, token in enumerate(tokens):
        space = " " if _is_spaced(tokens, index) else ""
        kind = "SIGN" if _is_sign(tokens, index) else token.type
        pieces.append(Piece(_written(token), kind, space))
    return pieces


def _is_sign(tokens: Sequence[Token], index: int) -> bool:
    """Tell whether a token is a minus with nothing to subtract from."""
    is_first = not index or not ends_operand(tokens[index - 1])
    return tokens[index].type == "MINUS" and is_first


def _is_spaced(tokens: Sequence[Token], index: int) -> bool:
    """Tell whether a space stands before a token."""
    if not index:
        return False
    before, token = tokens[index - 1], tokens[index]
    if (
        before.type in (*OPENERS, "DOT")
        or token.type in (*CLOSERS, "COMMA")
        or _is_sign(tokens, index - 1)
    ):
        return False
    if token.type == "DOT":
        return not ends_operand(before)
    return token.type != "LPAR" or before.type != "NAME"


def _written(token: Token) -> str:
    """Return the canonical text of a token."""
    if token.type == "NUMBER":
        return str(int(token))
    return COMPARATORS.get(str(token), str(token))
