"""Errata of components: a component as written and a change in, the component in force out.

The component file is never edited. A printed value takes the place of the one in the file
and is checked like it, at its place in the amendment. Abilities change as declarations
do (`amendments.py`).
"""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from ..schemas import load_schema
from . import nodes, shapes
from .collector import AnyAbility
from .components import COMMON_KEYS, RawCard
from .diagnostics import Diagnostic
from .environment import Environment
from .yaml_source import Entry, Located, LocatedList, LocatedMap, LocatedScalar

#: Keys all components have that an erratum may change.
CORRECTED = ("nom", "exemplaires", "texte")


def correct(card: RawCard, change: nodes.Correction, env: Environment) -> RawCard:
    """Return a component with another printed value; a wrong one is reported."""
    key = change.key
    if key.text in COMMON_KEYS and key.text not in CORRECTED:
        env.report("A09", key.span, name=key.text, known=CORRECTED)
        return card
    value = _written(change.value)
    if value is None:
        env.report("D10", change.value.span)
        return card
    if key.text in CORRECTED:
        mistakes = _mistakes(key.text, value)
        env.findings.extend(mistakes)
        if mistakes:
            return card
    entry = Entry(LocatedScalar(key.span, key.text, key.text), value)
    entries = MappingProxyType({**card.entries.entries, key.text: entry})
    card = replace(card, entries=LocatedMap(card.entries.span, entries))
    match key.text, value:
        case "nom", LocatedScalar(text=text):
            return replace(card, label=text)
        case "texte", LocatedScalar(text=text):
            return replace(card, text=text.strip())
        case "exemplaires", LocatedScalar(value=int(copies)):
            return replace(card, copies=copies)
        case _:
            return card


def bears(node: nodes.Declaration, env: Environment) -> bool:
    """Tell whether a component can bear a declaration; report what is no ability."""
    if not isinstance(node, AnyAbility):
        env.report("D18", node.span)
    return isinstance(node, AnyAbility)


def _mistakes(key: str, value: Located) -> list[Diagnostic]:
    """Return what the value of a key of all components has against its schema."""
    schema = load_schema("components")
    wanted = schema["$defs"]["component"]["properties"][key]
    return shapes.check(value, {**wanted, "$defs": schema["$defs"]}, key)


def _written(node: nodes.Node) -> Located | None:
    """Return a value as a component file would have it, or None for no plain value."""
    span = node.span
    match node:
        case nodes.Number(value=number):
            return LocatedScalar(span, number, str(number))
        case nodes.Negative(operand=nodes.Number(value=number)):
            return LocatedScalar(span, -number, f"-{number}")
        case nodes.Title(text=text):
            return LocatedScalar(span, text, text)
        case nodes.Name(name=nodes.Word(text=word)):
            return LocatedScalar(span, word, word)
        case nodes.True_():
            return LocatedScalar(span, True, "vrai")
        case nodes.False_():
            return LocatedScalar(span, False, "faux")
        case nodes.Nobody():
            return LocatedScalar(span, None, "rien")
        case nodes.SetLiteral(items=items):
            read = [_written(item) for item in items or ()]
            values = tuple(item for item in read if item is not None)
            return LocatedList(span, values) if len(values) == len(read) else None
        case _:
            return None
