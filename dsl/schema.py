"""The JSON Schema of a ruleset's own component files, from what its rules declare.

The shipped `components` schema says what all rulesets share; here each declared type has
its own characteristics, chosen by the key `type`, and each plan those of the board that
uses it. `livret schema` prints the whole, an editor completes with it; `traits.py` checks
with the same parts (`traits_schema`), so that the two cannot disagree.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import deepcopy
from typing import Any

from ..schemas import load_schema
from .builtins import SEATS
from .core import PLAYER, Family, Kind
from .kinds import describe, item_of, maybe
from .program import Board, CharacteristicType, ComponentType, Program

#: Name of a kind (an enumeration, a cell, the players) -> its words, numbered.
Names = Mapping[str, Mapping[str, int]]


def value_schema(kind: Kind, names: Names) -> dict[str, Any]:
    """Return the schema of a characteristic's value."""
    if kind.family is Family.ANY:
        return {}
    if kind.many:
        item = value_schema(item_of(kind), names)
        return {"type": "array", "items": item, "uniqueItems": True}
    nothing = [None] if kind.optional else []
    if kind.family in (Family.NUMBER, Family.BOOLEAN):
        name = "integer" if kind.family is Family.NUMBER else "boolean"
        return {"type": [name, "null"] if kind.optional else name}
    return {"enum": [*words_of(kind, names), *nothing]}


def traits_schema(
    characteristics: Mapping[str, CharacteristicType],
    names: Names,
    others: Iterable[str] = (),
) -> dict[str, Any]:
    """Return the schema of a block of characteristics; `others` are keys left alone.

    What has a value by default, or may be `rien`, need not be written.
    """
    properties: dict[str, Any] = {}
    required: list[str] = []
    for name, characteristic in characteristics.items():
        properties[name] = value_schema(characteristic.kind, names) | _labels(
            characteristic, names
        )
        if characteristic.default is None and not characteristic.kind.optional:
            required.append(name)
    return {
        "type": "object",
        "properties": properties | {name: {} for name in others if name not in properties},
        "required": required,
        "additionalProperties": False,
    }


def generate_schema(program: Program) -> dict[str, Any]:
    """Return the schema of the component files of a program's ruleset."""
    names = names_of(program)
    return component_schema(
        program.manifest.title, program.types, program.boards.values(), names
    )


def names_of(program: Program) -> Names:
    """Return the words a characteristic of each kind may have."""
    names = {each.name: _numbered(each.values) for each in program.enumerations.values()}
    for board in program.boards.values():
        names[board.cell] = _numbered(cell.label for cell in board.cells)
    return names | seat_words(*program.players)


def seat_words(always: int, most: int) -> dict[str, Mapping[str, int]]:
    """Return the words of players: those of every game, or `rien` in smaller ones."""
    return {
        PLAYER.name: _numbered(SEATS[:always]),
        describe(maybe(PLAYER)): _numbered(SEATS[:most]),
    }


def words_of(kind: Kind, names: Names) -> Mapping[str, int]:
    """Return the words of a kind, with their numbers."""
    return names.get(describe(kind)) or names.get(kind.name, {})


def component_schema(
    title: str,
    types: Mapping[str, ComponentType],
    boards: Iterable[Board],
    names: Names,
) -> dict[str, Any]:
    """Return the shipped schema with these types and boards in it."""
    schema = deepcopy(load_schema("components"))
    del schema["$id"]
    schema["title"] = f"Composants : {title}"
    component = schema["$defs"]["component"]
    del component["additionalProperties"], component["propertyNames"]
    component["properties"]["type"] = {
        "enum": list(types),
        "description": component["properties"]["type"]["description"],
    }
    component["allOf"] = [_alternative(each, names) for each in types.values()]
    component["unevaluatedProperties"] = False
    plans = schema["properties"]["plateaux"]
    plans["properties"] = {
        board.plan: _plan(schema, board, names) for board in boards if board.plan
    }
    return schema


def _alternative(declared: ComponentType, names: Names) -> dict[str, Any]:
    """Return what a component of a type has besides the common keys."""
    then = traits_schema(declared.characteristics, names)
    del then["additionalProperties"], then["type"]
    return {
        "if": {"required": ["type"], "properties": {"type": {"const": declared.name}}},
        "then": {"title": declared.title or declared.name} | then,
    }


def _plan(schema: Mapping[str, Any], board: Board, names: Names) -> dict[str, Any]:
    """Return the schema of the plan a board uses."""
    form = "hexagons" if board.shape == "hexagones" else "graph"
    cells = "légende" if form == "hexagons" else "cases"
    parts = schema["$defs"][form]
    properties = {
        "forme": {"const": board.shape},
        "provenance": schema["$defs"]["plan"]["properties"]["provenance"],
        **parts["properties"],
    }
    properties[cells] = {
        **properties[cells],
        "additionalProperties": traits_schema(board.characteristics, names),
    }
    return {"title": board.title or board.name} | {
        "type": "object",
        "required": ["forme", "provenance", *parts["required"]],
        "properties": properties,
        "additionalProperties": False,
    }


def _numbered(words: Iterable[str]) -> dict[str, int]:
    return {word: number for number, word in enumerate(words)}


def _labels(characteristic: CharacteristicType, names: Names) -> dict[str, Any]:
    """Return what an editor shows of a characteristic, and completes it with."""
    kind = characteristic.kind
    hidden = ", caché" if characteristic.hidden else ""
    labels: dict[str, Any] = {
        "title": characteristic.title or characteristic.name,
        "description": f"{describe(kind)}{hidden}",
    }
    match characteristic.default:
        case None:
            return labels
        case tuple() as items:
            item = item_of(kind)
            return labels | {"default": [_written(each, item, names) for each in items]}
        case value:
            return labels | {"default": _written(value, kind, names)}


def _written(value: int, kind: Kind, names: Names) -> str | int | bool | None:
    """Return a value of the run time as an author writes it in YAML."""
    if kind.family is Family.NUMBER:
        return value
    if kind.family is Family.BOOLEAN:
        return bool(value)
    words = words_of(kind, names)
    return next((word for word, number in words.items() if number == value), None)
