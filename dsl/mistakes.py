"""Name the author's mistake behind a syntax error: Lark's error in, a `Finding` out."""

from __future__ import annotations

from lark import Token
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from .grammar import UnevenDedent
from .limits import Finding


def explain(error: UnexpectedInput | UnevenDedent, lines: list[str]) -> Finding:
    """Return the finding for an error met in a text that is a line end and these lines."""
    if isinstance(error, UnevenDedent):
        line = (error.token.end_line or 2) - 2
        return Finding("S05", line, (error.token.end_column or 1), len(lines[line]) + 1)
    if isinstance(error, UnexpectedCharacters):
        line = error.line - 2
        values = {"found": lines[line][error.column - 1 : error.column]}
        return Finding("S01", line, error.column, error.column + 1, values)
    assert isinstance(error, UnexpectedToken)
    token: Token = error.token
    line = min(max((token.line or 2) - 2, 0), len(lines) - 1)
    column = token.column or 1
    values = {"found": str(token)}
    return Finding("S01", line, column, column + max(1, len(token)), values)
