"""Characters on a terminal: what can be shown, and how many columns it takes."""

from __future__ import annotations

import unicodedata


def legible(text: str) -> str:
    """Return the text with tabs as one space and control characters as �."""
    if text.isprintable():
        return text
    return "".join(map(_legible, text))


def _legible(character: str) -> str:
    """Return a character, or what stands for it."""
    if character == "\t":
        return " "
    return (
        "�"
        if unicodedata.category(character) in ("Cc", "Cf", "Cs", "Zl", "Zp")
        else character
    )


def width(text: str) -> int:
    """Return how many columns of a terminal the text takes."""
    return sum(map(_width, text))


def _width(character: str) -> int:
    """Return the columns of one character: 0 for combining marks, 2 for wide ones."""
    if unicodedata.combining(character) or unicodedata.category(character) == "Me":
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
