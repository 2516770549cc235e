"""Where things stand: source texts, spans in them, and citations of statements."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Source:
    """One text an author wrote: a rule file, a YAML file, or a block inside one."""

    path: Path
    text: str

    @property
    def lines(self) -> list[str]:
        """The lines of the text, without their line ends."""
        return self.text.splitlines()


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A stretch of a source: lines and columns count from 1, the end column is exclusive."""

    path: Path
    line: int
    column: int
    end_line: int
    end_column: int

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}"


#: For what no author wrote: built-in names, what a command line asks for.
NOWHERE = Span(Path("<livret>"), 0, 0, 0, 0)
