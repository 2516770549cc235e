"""From Lark's tree to the nodes of `nodes.py`, by name: rule `turn_loop`, class `TurnLoop`.

A rule's children become the fields of its class in order. An optional part that is absent
stays None; repeated children are collected in the class's last field, a tuple.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path

from lark import Token, Tree

from . import nodes
from .source import Span

#: Rules whose class would be a Python keyword or builtin constant.
_RENAMED = {
    "true": "True_",
    "false": "False_",
    "and_": "And_",
    "or_": "Or_",
    "not_": "Not_",
}

#: Rules that are a plain tuple in their parent's field.
SEQUENCES = frozenset({"arguments", "params", "pattern_names", "clauses", "settings"})

COMPARATORS = {"!=": "≠", "<=": "≤", ">=": "≥"}

Converted = nodes.Node | tuple[nodes.Node, ...] | None


@dataclass(frozen=True, slots=True)
class Frame:
    """Where the parsed text stands in its file: path, lines and columns to add."""

    path: Path
    line: int
    column: int

    def span(self, item: Tree[Token] | Token) -> Span:
        """Return the span of a token or of a tree that is not empty."""
        at = item if isinstance(item, Token) else item.meta
        return Span(
            self.path,
            (at.line or 1) + self.line,
            (at.column or 1) + self.column,
            (at.end_line or 1) + self.line,
            (at.end_column or 1) + self.column,
        )


def class_name(rule: str) -> str:
    """Return the name of the class of `nodes.py` that a grammar rule becomes."""
    return _RENAMED.get(rule) or "".join(part.capitalize() for part in rule.split("_"))


def convert(tree: Tree[Token], place: Frame) -> tuple[nodes.Declaration, ...]:
    """Return the declarations of a parsed text (the tree of rule `start`)."""
    converted = (_convert(child, place) for child in tree.children)
    return tuple(node for node in converted if isinstance(node, nodes.Declaration))


def _convert(item: Tree[Token] | Token | None, place: Frame) -> Converted:
    """Return the node, tuple or None for one item of Lark's tree."""
    if item is None:
        return None
    if isinstance(item, Token):
        return _leaf(item, place)
    rule = str(item.data)
    if rule == "number":
        return nodes.Number(place.span(item), int(str(item.children[0])))
    if rule == "positive":
        return nodes.Integer(place.span(item), int(str(item.children[0])))
    if rule == "negated":
        return nodes.Integer(place.span(item), -int(str(item.children[0])))
    children = [_convert(child, place) for child in item.children]
    if rule in SEQUENCES:
        return tuple(child for child in children if isinstance(child, nodes.Node))
    shape = _shape(rule)
    if shape is None:
        return children[0]
    return shape.build(place.span(item), children)


def _leaf(token: Token, place: Frame) -> nodes.Node:
    """Return the leaf for one token."""
    text, span = str(token), place.span(token)
    match token.type:
        case "STRING":
            return nodes.Title(span, text[1:-1])
        case "NUMBER":
            return nodes.Integer(span, int(text))
        case "DATE":
            return nodes.Date(span, text)
        case _:
            return nodes.Word(span, COMPARATORS.get(text, text))


@dataclass(frozen=True, slots=True)
class _Shape:
    """How the children of a rule fill the fields of its class."""

    cls: type[nodes.Node]
    count: int
    #: Indexes of the tuple fields that cannot be None.
    tuples: frozenset[int]

    def build(self, span: Span, children: list[Converted]) -> nodes.Node:
        """Return the node made of these children."""
        last = self.count - 1
        values: list[Converted] = children[: self.count]
        if last in self.tuples:
            rest = children[last:]
            if not (len(rest) == 1 and isinstance(rest[0], tuple)):
                collected = (child for child in rest if isinstance(child, nodes.Node))
                values[last:] = [tuple(collected)]
        values.extend([None] * (self.count - len(values)))
        filled = (
            () if value is None and index in self.tuples else value
            for index, value in enumerate(values)
        )
        return self.cls(span, *filled)


@cache
def _shape(rule: str) -> _Shape | None:
    """Return the shape of a rule's class, or None for a rule that is only its child."""
    cls = getattr(nodes, class_name(rule), None)
    if cls is None or cls is nodes.Title:
        return None
    own = [field for field in fields(cls) if field.name != "span"]
    tuples = (
        index
        for index, field in enumerate(own)
        if str(field.type).startswith("tuple[") and not str(field.type).endswith("| None")
    )
    return _Shape(cls, len(own), frozenset(tuples))
