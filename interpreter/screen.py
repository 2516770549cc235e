"""Where a command writes: a terminal with its width and colours, or a plain stream."""

from __future__ import annotations

import json
import os
import shutil
import sys
import textwrap
from collections.abc import Iterable, Sequence
from typing import TextIO

from ..dsl.characters import legible, width
from ..dsl.terms import Lang


class Screen:
    """Writes to standard output in one language; `is_plain` if that is no terminal."""

    __slots__ = ("lang",)

    def __init__(self, lang: Lang) -> None:
        self.lang = lang

    @property
    def is_plain(self) -> bool:
        return not sys.stdout.isatty()

    @property
    def has_colour(self) -> bool:
        return wants_colour(sys.stdout)

    def pick(self, french: str, english: str) -> str:
        """Return the text in the language of this screen."""
        return french if self.lang == "fr" else english

    def count(self, number: int, french: str, english: str) -> str:
        """Return a number with its word: « 3 règles », “3 rules”, “3 abilities”."""
        word = self.pick(french, english)
        if number == 1 or (number == 0 and self.lang == "fr"):
            return f"{number} {word}"
        if self.lang == "en" and word.endswith("y"):
            return f"{number} {word[:-1]}ies"
        return f"{number} {word}s"

    def pair(self, name: str, text: str) -> str:
        """Return a name and what it stands for: « nom : texte », “name: text”."""
        return f"{name} : {text}" if self.lang == "fr" else f"{name}: {text}"

    def write(self, text: str = "") -> None:
        """Write lines as they are."""
        sys.stdout.write(f"{text}\n")

    def complain(self, text: str) -> None:
        """Write lines for the user only, on standard error."""
        sys.stdout.flush()
        sys.stderr.write(f"{text}\n")

    def json(self, data: object) -> None:
        """Write plain data for programs."""
        self.write(json.dumps(data, ensure_ascii=False, indent=2))

    def heading(self, text: str, is_first: bool = False) -> None:
        """Write the title of what follows, after an empty line unless it is the first."""
        start, end = ("\033[1m", "\033[0m") if self.has_colour else ("", "")
        if not is_first:
            self.write()
        self.write(f"{start}{legible(text)}{end}")

    def prose(self, text: str, indent: int = 0, hang: int = 0) -> None:
        """Write a paragraph, broken to the width of the terminal.

        Lines after a break stand `hang` columns further right.
        """
        margin = " " * indent
        for line in text.splitlines() or [""]:
            clean = legible(line)
            if self.is_plain or width(clean) + indent <= columns():
                self.write(f"{margin}{clean}".rstrip())
                continue
            size = max(columns() - indent, 20)
            for part in textwrap.wrap(clean, size, subsequent_indent=" " * hang):
                self.write(f"{margin}{part}")

    def table(
        self,
        headers: Sequence[str],
        rows: Iterable[Sequence[object]],
        numbers: Sequence[int] = (),
    ) -> None:
        """Write a table; `numbers` are the columns to align on the right.

        A terminal gets cells broken to its width, a plain stream one line per row.
        """
        texts = [[legible(str(cell)) for cell in row] for row in rows]
        if self.is_plain:
            self._aligned(headers, texts, numbers)
            return
        # Only where it is used: rich takes longer to load than most verbs need.
        from rich.console import Console
        from rich.table import Table
        from rich.text import Text

        style = "bold" if self.has_colour else ""
        table = Table(box=None, pad_edge=False, header_style=style, padding=(0, 2, 0, 0))
        for index, header in enumerate(headers):
            table.add_column(header, justify="right" if index in numbers else "left")
        for row in texts:
            table.add_row(*map(Text, row))
        # Given in full, the size is taken as it is; else a dumb terminal has 80 columns.
        wide, high = shutil.get_terminal_size()
        plain = not self.has_colour
        Console(highlight=False, no_color=plain, width=wide, height=high).print(table)

    def _aligned(
        self, headers: Sequence[str], rows: list[list[str]], numbers: Sequence[int]
    ) -> None:
        """Write the lines of a table, columns aligned by spaces."""
        lines = [list(headers), *rows]
        widths = [max(map(width, column)) for column in zip(*lines, strict=True)]
        for line in lines:
            cells = []
            for index, (cell, size) in enumerate(zip(line, widths, strict=True)):
                space = " " * (size - width(cell))
                cells.append(space + cell if index in numbers else cell + space)
            self.write("  ".join(cells).rstrip())


def columns() -> int:
    """Return how wide the terminal is."""
    return shutil.get_terminal_size().columns


def wants_colour(stream: TextIO) -> bool:
    """Tell whether a stream is a terminal whose user has not refused colours."""
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return stream.isatty() and not plain
