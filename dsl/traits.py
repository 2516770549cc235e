"""Characteristics as written in YAML to values of the run time, which are integers.

`names` maps the name of a kind (an enumeration, a cell, a type, the players) to its words
and their numbers; the resolver fills it with what the rules declare.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from .components import COMMON_KEYS, RawCard
from .core import Family, Kind
from .diagnostics import Diagnostic
from .program import Card, CharacteristicType, ComponentType
from .shapes import not_listed, shown, unknown_key
from .source import Span
from .suggestions import closest
from .yaml_source import Located, LocatedList, LocatedScalar

Value = int | tuple[int, ...]
Names = Mapping[str, Mapping[str, int]]

#: The run time's number for `rien`.
NOBODY = -1


def read_value(
    node: Located, kind: Kind, names: Names, key: str
) -> tuple[Value, list[Diagnostic]]:
    """Return the value of a characteristic of this kind, and what is wrong with it."""
    if not kind.many:
        return _read_item(node, kind, names, key)
    if not isinstance(node, LocatedList):
        return (), [Diagnostic("Y24", node.span, {"key": key, "found": shown(node)})]
    items: list[int] = []
    diagnostics: list[Diagnostic] = []
    for item in node.items:
        value, found = _read_item(item, kind, names, key)
        if not found and value in items:
            found = [Diagnostic("Y46", item.span, {"key": key, "found": shown(item)})]
        if not found:
            items.append(value)
        diagnostics += found
    return tuple(items), diagnostics


def _read_item(
    node: Located, kind: Kind, names: Names, key: str
) -> tuple[int, list[Diagnostic]]:
    value = node.value if isinstance(node, LocatedScalar) else ...
    if value is None and kind.optional and not kind.many:
        return NOBODY, []
    values = {"key": key, "found": shown(node)}
    if kind.family is Family.NUMBER:
        if type(value) is int:
            return value, []
        return 0, [Diagnostic("Y22", node.span, values)]
    if kind.family is Family.BOOLEAN:
        if type(value) is bool:
            return int(value), []
        return 0, [Diagnostic("Y23", node.span, values)]
    words = names.get(kind.name, {})
    if isinstance(value, str) and value in words:
        return words[value], []
    return NOBODY, [not_listed(node, words, key)]


def read_traits(
    values: Mapping[str, Located],
    keys: Mapping[str, LocatedScalar],
    characteristics: Mapping[str, CharacteristicType],
    names: Names,
    owner: str,
    place: Span,
    others: tuple[str, ...] = (),
) -> tuple[dict[str, Value], list[Diagnostic]]:
    """Return a value for every characteristic, and the unknown, wrong or missing ones.

    What is absent takes its default, or `rien` if its kind has it. `keys` are the keys
    of `values` with their places, `owner` and `place` tell whose they are, `others` are keys to
    suggest besides.
    """
    diagnostics = [
        unknown_key(keys[key], (*characteristics, *others), owner)
        for key in values
        if key not in characteristics
    ]
    read: dict[str, Value] = {}
    for name, characteristic in characteristics.items():
        node = values.get(name)
        if node is not None:
            read[name], found = read_value(node, characteristic.kind, names, name)
            diagnostics += found
        elif characteristic.default is not None:
            read[name] = characteristic.default
        elif characteristic.kind.optional:
            read[name] = NOBODY
        else:
            read[name] = () if characteristic.kind.many else 0
            diagnostics.append(Diagnostic("Y27", place, {"key": name, "owner": owner}))
    return read, diagnostics


def build_card(
    raw: RawCard, types: Mapping[str, ComponentType], names: Names
) -> tuple[Card | None, list[Diagnostic]]:
    """Return a component with its values read, or None if no such type is declared."""
    declared = types.get(raw.type)
    if declared is None:
        values = {
            "found": raw.type,
            "closest": closest(raw.type, types),
            "known": tuple(sorted(types)),
        }
        return None, [Diagnostic("Y43", raw.place("type"), values)]
    keys = {key: LocatedScalar(span, key, key) for key, span in raw.keys.items()}
    read, diagnostics = read_traits(
        raw.values, keys, declared.characteristics, names, raw.type, raw.span, COMMON_KEYS
    )
    card = Card(
        id=raw.id,
        type=raw.type,
        label=raw.label,
        copies=raw.copies,
        values=MappingProxyType(read),
        text=raw.text,
        provenance=raw.provenance.origin,
        cites=raw.cites,
        span=raw.span,
    )
    return card, diagnostics
