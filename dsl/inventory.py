"""The statements of a document: `enonces.yaml` of a ruleset, or an inventory of it.

Both have one shape (`schemas/statements.schema.json`). A ruleset keeps ids, kinds and
short titles of its own; an inventory, which stays outside, has summaries too.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from ..schemas import load_schema
from . import shapes, yaml_source
from .components import STATEMENTS
from .diagnostics import Diagnostic, Place
from .manifest import maps, refused, text
from .source import Span
from .yaml_source import LocatedList, LocatedMap, LocatedScalar

_CITATION = re.compile(r"\b[A-Z][A-Z0-9]*-[0-9]+[a-z]?\b")
_NUMBER = re.compile(r"(?<![\w.,])[0-9]{1,9}(?!\w)", re.ASCII)


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement of a document; `lines` are its first and last line, if known."""

    id: str
    kind: str
    is_executable: bool
    title: str
    section: str
    lines: tuple[int, int] | None
    summary: str
    ambiguity: str
    span: Span

    @property
    def numbers(self) -> frozenset[int]:
        """The numbers the summary gives in digits; none without a summary."""
        words = _NUMBER.findall(_CITATION.sub("", self.summary))
        return frozenset(int(word) for word in words)


Statements = Mapping[str, Statement]


def load_statements(folder: Path) -> tuple[Statements, list[Diagnostic]]:
    """Return the statements a ruleset keeps of its document; none without a file."""
    path = folder / STATEMENTS
    if not path.exists() and not path.is_symlink():
        return MappingProxyType({}), []
    refusal = refused(folder, STATEMENTS, Span(path, 1, 1, 1, 1))
    if refusal is not None:
        return MappingProxyType({}), [refusal]
    return load_inventory(path)


def load_inventory(path: Path) -> tuple[Statements, list[Diagnostic]]:
    """Return the statements of an inventory by id, in order, and what is wrong with it."""
    root, diagnostics = yaml_source.read(path)
    if root is None and not diagnostics:
        root = LocatedMap(Span(path, 1, 1, 1, 1), {})
    if root is not None:
        diagnostics += shapes.check(root, load_schema("statements"))
    found: dict[str, Statement] = {}
    for node in maps(root, "enonces") if isinstance(root, LocatedMap) else ():
        statement = _statement(node)
        first = found.setdefault(statement.id, statement)
        if first is not statement:
            values = {"id": statement.id, "line": first.span.line}
            places = (Place(first.span, "first"),)
            diagnostics.append(Diagnostic("Y45", statement.span, values, places))
    found.pop("", None)
    return MappingProxyType(found), sorted(diagnostics, key=lambda each: each.span)


def _statement(node: LocatedMap) -> Statement:
    return Statement(
        id=text(node, "id"),
        kind=text(node, "genre"),
        is_executable=text(node, "executable") == "oui",
        title=text(node, "titre"),
        section=text(node, "section"),
        lines=_lines(node),
        summary=text(node, "resume"),
        ambiguity=text(node, "ambiguite"),
        span=(node.get("id") or node).span,
    )


def _lines(node: LocatedMap) -> tuple[int, int] | None:
    """Return the first and the last line, or None if they are not two numbers."""
    pair = node.get("lignes")
    items = pair.items if isinstance(pair, LocatedList) else ()
    numbers = [
        item.value
        for item in items
        if isinstance(item, LocatedScalar) and type(item.value) is int
    ]
    return (numbers[0], numbers[1]) if len(numbers) == 2 else None
