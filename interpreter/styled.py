"""Text with styles, for a terminal: pieces that know how wide they are.

A style is words: bold, dim, italic, underline, and a colour. Small on purpose: it is loaded
before the first question of every game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from ..dsl.characters import width

_CODES = {
    "bold": "1", "dim": "2", "italic": "3", "underline": "4", "red": "31", "green": "32",
    "yellow": "33", "blue": "34", "magenta": "35", "cyan": "36", "white": "37",
    "bright_cyan": "96",
}  # fmt: skip


@dataclass(slots=True)
class Text:
    """A line of text in pieces, each with its style."""

    pieces: list[tuple[str, str]] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.pieces)

    @property
    def plain(self) -> str:
        """The text without its styles."""
        return "".join(text for text, _ in self.pieces)

    @property
    def columns(self) -> int:
        """How many columns the text takes."""
        return sum(width(text) for text, _ in self.pieces)

    def add(self, text: str, style: str = "") -> Text:
        """Add a text at the end; return the whole."""
        if text:
            self.pieces.append((text, style))
        return self

    def extend(self, other: Text) -> Text:
        """Add another text at the end; return the whole."""
        self.pieces += other.pieces
        return self

    def in_colours(self) -> str:
        """Return the text as a terminal shows it."""
        shown = []
        for text, style in self.pieces:
            codes = ";".join(_CODES[word] for word in style.split())
            shown.append(f"\033[{codes}m{text}\033[0m" if codes else text)
        return "".join(shown)

    def words(self) -> Iterator[Text]:
        """Yield the words, as spaces part them."""
        word = Text()
        for text, style in self.pieces:
            first, *others = text.split(" ")
            word.add(first, style)
            for other in others:
                yield word
                word = styled(other, style)
        yield word

    def cut(self, size: int) -> Iterator[Text]:
        """Yield pieces of at most so many columns."""
        part = Text()
        for text, style in self.pieces:
            for letter in text:
                if part.columns + width(letter) > size and part.pieces:
                    yield part
                    part = Text()
                part.add(letter, style)
        yield part

    def fitted(self, size: int) -> Text:
        """Return the text cut or padded to a number of columns."""
        if self.columns > size:
            start = next(self.cut(size - 1)) if size > 1 else Text()
            return start.add("…").fitted(size)
        return Text([*self.pieces]).add(" " * (size - self.columns))

    def trimmed(self) -> Text:
        """Return the text without spaces at its end."""
        pieces = [*self.pieces]
        while pieces and not pieces[-1][0].rstrip():
            pieces.pop()
        if pieces:
            pieces[-1] = (pieces[-1][0].rstrip(), pieces[-1][1])
        return Text(pieces)


def styled(text: str, style: str = "") -> Text:
    """Return a text in one style."""
    return Text().add(text, style)


def joined(texts: Iterable[Text], space: str) -> Text:
    """Return texts one after another."""
    whole = Text()
    for number, text in enumerate(texts):
        whole.add(space if number else "").extend(text)
    return whole


def plain(lines: Iterable[Text]) -> str:
    """Return lines without their styles."""
    return "\n".join(line.plain.rstrip() for line in lines)
