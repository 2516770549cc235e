"""Characteristics as written in YAML to values of the run time, which are integers.

They are checked against the schema generated from the rules (`schema.py`), the one that
`livret schema` prints, then read. The type of a component is looked at first: the other
keys have a meaning only with it.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from . import shapes
from .components import COMMON_KEYS, RawCard
from .core import Kind
from .diagnostics import Diagnostic
from .program import Card, CharacteristicType, ComponentType
from .schema import Names, traits_schema, words_of
from .suggestions import closest
from .yaml_source import Located, LocatedList, LocatedMap, LocatedScalar

Value = int | tuple[int, ...]

#: The run time's number for `rien`.
NOBODY = -1


def read_traits(
    node: LocatedMap,
    characteristics: Mapping[str, CharacteristicType],
    names: Names,
    owner: str,
    others: tuple[str, ...] = (),
) -> tuple[dict[str, Value], list[Diagnostic]]:
    """Return a value for every characteristic, and the unknown, wrong or missing ones.

    What is absent takes its default, or `rien` if its kind has it. `owner` tells whose
    they are, `others` are keys of the block that are not characteristics.
    """
    schema = traits_schema(characteristics, names, others)
    diagnostics = shapes.check(node, schema, owner)
    read = {
        name: _absent(characteristic)
        if value is None
        else _read(value, characteristic, names)
        for name, characteristic in characteristics.items()
        for value in (node.get(name),)
    }
    return read, diagnostics


def _absent(characteristic: CharacteristicType) -> Value:
    if characteristic.default is not None:
        return characteristic.default
    return () if characteristic.kind.many else NOBODY


def _read(node: Located, characteristic: CharacteristicType, names: Names) -> Value:
    """Return the value of a node; a wrong one has its diagnostic and counts as absent."""
    kind = characteristic.kind
    if not kind.many:
        return _read_item(node, kind, names)
    items = node.items if isinstance(node, LocatedList) else ()
    return tuple(dict.fromkeys(_read_item(item, kind, names) for item in items))


def _read_item(node: Located, kind: Kind, names: Names) -> int:
    value = node.value if isinstance(node, LocatedScalar) else None
    if isinstance(value, str):
        return words_of(kind, names).get(value, NOBODY)
    return int(value) if isinstance(value, int) else NOBODY


def build_card(
    raw: RawCard, types: Mapping[str, ComponentType], names: Names
) -> tuple[Card | None, list[Diagnostic]]:
    """Return a component with its values read, or None if no such type is declared."""
    declared = types.get(raw.type)
    if declared is None:
        values = {
            "found": raw.type,
            "closest": closest(raw.type, types),
            "known": shapes.listed(sorted(types)),
        }
        return None, [Diagnostic("Y43", raw.place("type"), values)]
    read, diagnostics = read_traits(
        raw.entries, declared.characteristics, names, raw.type, COMMON_KEYS
    )
    card = Card(
        id=raw.id,
        type=raw.type,
        label=raw.label,
        copies=raw.copies,
        values=MappingProxyType(read),
        text=raw.text,
        provenance=raw.provenance,
        cites=raw.cites,
        span=raw.span,
    )
    return card, diagnostics
