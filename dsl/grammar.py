"""The compiled grammar: `grammar.lark` in, Lark's tables out, kept on disk between runs."""

from __future__ import annotations

import hashlib
import io
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import lark
from lark import Lark, Token, Tree
from lark.indenter import Indenter

from .cache import read_cached, write_cached

GRAMMAR_PATH = Path(__file__).with_name("grammar.lark")

_LAYOUT = ("_NL", "_INDENT", "_DEDENT")


class UnevenDedent(Exception):
    """A line whose indentation matches none of the open blocks."""

    def __init__(self, token: Token) -> None:
        super().__init__(token)
        self.token = token


class Indentation(Indenter):
    """Turn indentation into tokens; line ends inside brackets do not count."""

    NL_type = "_NL"
    OPEN_PAREN_types = ["LPAR", "LSQB", "LBRACE"]  # noqa: RUF012 (Lark's own attribute)
    CLOSE_PAREN_types = ["RPAR", "RSQB", "RBRACE"]  # noqa: RUF012
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 8
    #: NAME everywhere makes Lark match keywords as whole words only.
    always_accept = ("_NL", "NAME")

    def handle_NL(self, token: Token) -> Iterator[Token]:
        """Yield the line end and the blocks it opens or closes."""
        if self.paren_level > 0:
            return
        yield token
        indent = len(token.rsplit("\n", 1)[1])
        if indent > self.indent_level[-1]:
            self.indent_level.append(indent)
            yield Token.new_borrow_pos(self.INDENT_type, "", token)
            return
        while indent < self.indent_level[-1]:
            self.indent_level.pop()
            yield Token.new_borrow_pos(self.DEDENT_type, "", token)
        if indent != self.indent_level[-1]:
            raise UnevenDedent(token)


def _has_position(item: Tree[Token] | Token) -> bool:
    """Tell whether a parsed item counts for the span of its parent."""
    return not (isinstance(item, Token) and item.type in _LAYOUT)


@cache
def tables() -> Lark:
    """Return the parser's tables, from the cache on disk if it holds them."""
    grammar = GRAMMAR_PATH.read_text(encoding="utf-8")
    stamp = f"{lark.__version__} {sys.version} {grammar}"
    name = f"grammar-{hashlib.sha256(stamp.encode()).hexdigest()[:32]}.tables"
    kept = read_cached(name)
    if kept is not None:
        try:
            # `load` takes no options in Lark's type hints, `_load` does the same with them.
            instance: Lark = Lark.__new__(Lark)
            return instance._load(
                io.BytesIO(kept),
                postlex=Indentation(),
                propagate_positions=_has_position,
            )
        except Exception:
            # A damaged pickle may raise anything; the tables are built anew below.
            pass
    built = Lark(
        grammar,
        parser="lalr",
        postlex=Indentation(),
        propagate_positions=_has_position,
        maybe_placeholders=True,
    )
    content = io.BytesIO()
    built.save(content, exclude_options=("postlex", "propagate_positions"))
    write_cached(name, content.getvalue())
    return built


@cache
def keywords() -> dict[str, str]:
    """Return the language's keywords: written form by terminal name."""
    return {
        terminal.name: terminal.pattern.value
        for terminal in tables().terminals
        if terminal.pattern.type == "str" and terminal.pattern.value.isalpha()
    }


@cache
def signs() -> dict[str, str]:
    """Return the language's punctuation and operators: written form by terminal name."""
    return {
        terminal.name: terminal.pattern.value
        for terminal in tables().terminals
        if terminal.pattern.type == "str" and not terminal.pattern.value.isalpha()
    }


@cache
def declaration_keywords() -> frozenset[str]:
    """Return the words that can start a declaration."""
    accepted: set[str] = tables().parse_interactive("").accepts()  # type: ignore[no-untyped-call]
    return frozenset(keywords()[name] for name in accepted if name in keywords())


def accepted_after(text: str) -> frozenset[str]:
    """Return the terminals that the grammar accepts after the start of a declaration."""
    state = tables().parse_interactive(text)
    for _ in state.iter_parse():
        pass
    return frozenset(state.accepts())  # type: ignore[no-untyped-call]
