"""What could have stood at a place, in words: Lark's terminal names in, text out."""

from __future__ import annotations

from functools import cache

from .grammar import accepted_after, keywords, signs

_KINDS = {
    "NAME": ("un nom", "a name"),
    "NUMBER": ("un nombre", "a number"),
    "STRING": ("un texte entre guillemets", "a quoted text"),
    "CITE": ("une référence", "a reference"),
    "DATE": ("une date", "a date"),
    "_NL": ("la fin de la ligne", "the end of the line"),
    "_INDENT": ("un bloc en retrait", "an indented block"),
    "_DEDENT": ("la fin du bloc", "the end of the block"),
    "$END": ("la fin du texte", "the end of the text"),
}
_EXPRESSION = ("une expression", "an expression")
_OPERATOR = ("un opérateur", "an operator")
#: More than this many and the list says nothing.
MOST = 6


@cache
def expression_start() -> frozenset[str]:
    """Return the terminals that can start an expression."""
    return accepted_after("score j =")


@cache
def operators() -> frozenset[str]:
    """Return the terminals that can follow an operand, line end apart."""
    return accepted_after("score j = x") - {"_NL"}


@cache
def reserved() -> frozenset[str]:
    """Return the keywords that cannot be names: expressions could not be read."""
    after = accepted_after("score j = si x") | accepted_after("score j = si x alors y")
    terminals = expression_start() | operators() | after
    return frozenset(keywords()[name] for name in terminals if name in keywords())


def in_words(terminals: frozenset[str], lang: int) -> str:
    """Return a list such as « un nom, « de » » (lang 0: French), empty if it is long."""
    left = set(terminals) - {"_DEDENT", "$END"}
    parts: list[str] = []
    for group, words in ((expression_start(), _EXPRESSION), (operators(), _OPERATOR)):
        if group <= left:
            left -= group
            parts.append(words[lang])
    if operators() - {"DOT", "LPAR"} <= left:
        left -= operators()
        parts.append(_OPERATOR[lang])
    parts.extend(words[lang] for name, words in _KINDS.items() if name in left)
    written = sorted((keywords() | signs())[name] for name in left if name not in _KINDS)
    parts.extend(f"« {text} »" if lang == 0 else f"“{text}”" for text in written)
    return ", ".join(parts) if len(parts) <= MOST else ""
