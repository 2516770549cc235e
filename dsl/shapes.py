"""A located tree against a JSON Schema: mistakes out, each at its place, in our words.

The shipped and generated schemas use a part of draft 2020-12; this module reads that
part. Alternatives are told apart by a key (`if` its constant, `then` the rest), so that
only the branch the author meant is spoken of. Tests compare the verdicts with those of
the jsonschema library; a keyword not known here is a programmer's mistake.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from .diagnostics import Diagnostic
from .source import Span
from .suggestions import closest
from .yaml_source import (
    MAX_MISTAKES,
    MAX_NAME,
    Located,
    LocatedList,
    LocatedMap,
    LocatedScalar,
)

Schema = Mapping[str, Any]

#: Most possible words named in a message.
MAX_LISTED = 20

#: One code per kind of value expected, as the sentence differs and nothing else.
_EXPECTED = {
    "string": "Y21",
    "integer": "Y22",
    "number": "Y22",
    "boolean": "Y23",
    "array": "Y24",
    "object": "Y25",
}
_KNOWN = frozenset(
    [
        "$ref",
        "$defs",
        "$schema",
        "$id",
        "title",
        "description",
        "type",
        "properties",
        "required",
        "enum",
        "const",
        "pattern",
        "additionalProperties",
        "unevaluatedProperties",
        "propertyNames",
        "allOf",
        "if",
        "then",
        "items",
        "minItems",
        "maxItems",
        "minLength",
        "maxLength",
        "minimum",
        "maximum",
        "maxProperties",
        "uniqueItems",
        "default",
        "examples",
    ]
)


def check(node: Located, schema: Schema, name: str = "") -> list[Diagnostic]:
    """Return what the tree has against the schema, in the file's order.

    `name` is what messages call the tree; otherwise it is the file's name.
    """
    checker = _Checker(schema)
    found = islice(checker.check(node, schema, name or node.span.path.name), MAX_MISTAKES)
    return sorted(found, key=lambda diagnostic: diagnostic.span)


class _Checker:
    def __init__(self, root: Schema) -> None:
        self.root = root

    def check(self, node: Located, schema: Schema, key: str) -> Iterator[Diagnostic]:
        """Yield the mistakes of a node; `key` is the name an author knows it by."""
        schema = self._resolved(schema)
        expected = schema.get("type")
        if expected is not None and not _is_any(node, expected):
            yield self._wrong(node, expected, key)
            return
        match node:
            case LocatedScalar():
                yield from self._scalar(node, schema, key)
            case LocatedList():
                yield from self._list(node, schema, key)
            case LocatedMap():
                yield from self._map(node, schema, key)

    def _resolved(self, schema: Schema) -> Schema:
        """Follow `$ref`; what stands beside it comes on top."""
        assert not set(schema) - _KNOWN, set(schema) - _KNOWN
        if "$ref" not in schema:
            return schema
        beside = {word: value for word, value in schema.items() if word != "$ref"}
        return {**self._resolved(self._target(schema["$ref"])), **beside}

    def _target(self, reference: str) -> Schema:
        schema: Any = self.root
        for part in reference.removeprefix("#/").split("/"):
            schema = schema[part]
        target: Schema = schema
        return target

    def _wrong(self, node: Located, expected: str | list[str], key: str) -> Diagnostic:
        names = [expected] if isinstance(expected, str) else expected
        return Diagnostic(
            _EXPECTED[names[0]], node.span, {"key": key, "found": shown(node)}
        )

    def _scalar(
        self, node: LocatedScalar, schema: Schema, key: str
    ) -> Iterator[Diagnostic]:
        value = node.value
        words = schema.get("enum", [schema["const"]] if "const" in schema else None)
        if words is not None and not any(
            value == word and type(value) is type(word) for word in words
        ):
            yield not_listed(node, words, key)
            return
        if isinstance(value, str):
            yield from _check_text(node, value, schema, key)
        elif isinstance(value, int | float) and not isinstance(value, bool):
            low, high = schema.get("minimum"), schema.get("maximum")
            if (low is not None and value < low) or (high is not None and value > high):
                values = {"key": key, "low": low, "high": high, "found": shown(node)}
                yield Diagnostic("Y28", node.span, values)

    def _list(self, node: LocatedList, schema: Schema, key: str) -> Iterator[Diagnostic]:
        if "enum" in schema:
            yield not_listed(node, schema["enum"], key)
            return
        low, high = schema.get("minItems", 0), schema.get("maxItems")
        if len(node.items) < low or (high is not None and len(node.items) > high):
            yield _wrong_count(node, key, low, high, len(node.items))
            return
        seen: set[object] = set()
        for item in node.items:
            mistakes = list(self.check(item, schema.get("items", {}), key))
            yield from mistakes
            if mistakes or not schema.get("uniqueItems"):
                continue
            if isinstance(item, LocatedScalar):
                value = (type(item.value), item.value)
                if value in seen:
                    values = {"key": key, "found": shown(item)}
                    yield Diagnostic("Y46", item.span, values)
                seen.add(value)

    def _map(self, node: LocatedMap, schema: Schema, key: str) -> Iterator[Diagnostic]:
        if "enum" in schema:
            yield not_listed(node, schema["enum"], key)
            return
        if len(node.entries) > schema.get("maxProperties", len(node.entries)):
            yield _wrong_count(node, key, 0, schema["maxProperties"], len(node.entries))
            return
        properties, required, is_decided = self._branches(node, schema)
        other = schema.get(
            "additionalProperties", schema.get("unevaluatedProperties", True)
        )
        for name, entry in node.entries.items():
            if name in properties:
                yield from self.check(entry.value, properties[name], name)
            elif other is False:
                if is_decided:
                    yield unknown_key(entry.key, properties, key)
            else:
                yield from self._name(entry.key, schema)
                if other is not True:
                    yield from self.check(entry.value, other, name)
        for name in required:
            if name not in node.entries:
                values = {"key": name, "owner": key}
                yield Diagnostic("Y27", _opening(node), values)

    def _name(self, key: LocatedScalar, schema: Schema) -> Iterator[Diagnostic]:
        if "propertyNames" in schema:
            names = self._resolved(schema["propertyNames"])
            yield from _check_text(key, key.text, names, key.text)

    def _branches(
        self, node: LocatedMap, schema: Schema
    ) -> tuple[dict[str, Schema], list[str], bool]:
        """Return the properties and required keys that hold for this very mapping.

        The last value is False when alternatives exist and none was chosen: which keys
        are known is then not known either, and the choosing key has its own mistake.
        """
        properties: dict[str, Schema] = dict(schema.get("properties", {}))
        required: list[str] = list(schema.get("required", ()))
        alternatives = schema.get("allOf", ())
        chosen = not alternatives
        for alternative in alternatives:
            if not self._holds(node, alternative["if"]):
                continue
            chosen = True
            then = self._resolved(alternative["then"])
            properties.update(then.get("properties", {}))
            required.extend(then.get("required", ()))
        return properties, required, chosen

    def _holds(self, node: LocatedMap, condition: Schema) -> bool:
        """Tell whether a mapping has the constants of an `if`."""
        for name, schema in condition["properties"].items():
            value = node.get(name)
            if not isinstance(value, LocatedScalar) or value.value != schema["const"]:
                return False
        return True


def _wrong_count(
    node: Located, key: str, low: int, high: int | None, found: int
) -> Diagnostic:
    exact = low if low == high else None
    values = {"key": key, "low": low, "high": high, "exact": exact, "found": found}
    return Diagnostic("Y29", node.span, values)


def _check_text(
    node: LocatedScalar, value: str, schema: Schema, key: str
) -> Iterator[Diagnostic]:
    length = len(value)
    low, high = schema.get("minLength", 0), schema.get("maxLength")
    if length < low or (high is not None and length > high):
        values = {"key": key, "low": low, "high": high, "found": length}
        yield Diagnostic("Y30", node.span, values)
        return
    pattern = schema.get("pattern")
    if pattern is not None and ("\n" in value or not re.search(pattern, value)):
        example = next(iter(schema.get("examples", ())), None)
        values = {"key": key, "found": shown(node), "example": example}
        yield Diagnostic("Y31", node.span, values)


def unknown_key(key: LocatedScalar, known: Iterable[str], owner: str) -> Diagnostic:
    """Return the mistake of a key that is none of the known ones."""
    names = list(known)
    values = {
        "key": key.text[:MAX_NAME],
        "owner": owner,
        "closest": closest(key.text[:MAX_NAME], names),
        "known": listed(names),
    }
    return Diagnostic("Y26", key.span, values)


def not_listed(node: Located, words: Iterable[object], key: str) -> Diagnostic:
    """Return the mistake of a value that is none of the listed words."""
    known = ["null" if word is None else str(word) for word in words]
    found = shown(node)
    values = {
        "key": key,
        "found": found,
        "closest": closest(found, known),
        "known": listed(known),
    }
    return Diagnostic("Y20", node.span, values)


def listed(words: Sequence[str]) -> tuple[str, ...]:
    """Return words as a message lists them: the first ones, if they are many."""
    return (*words[:MAX_LISTED], "…") if len(words) > MAX_LISTED else tuple(words)


def shown(node: Located) -> str:
    """Return a value as a message shows it: short, on one line."""
    match node:
        case LocatedScalar():
            text = node.text.split("\n", 1)[0]
            if node.value is None:
                return text or "null"
            return text if len(text) <= 40 else text[:39] + "…"
        case LocatedList():
            return "[…]"
        case _:
            return "{…}"


def _is_any(node: Located, expected: str | list[str]) -> bool:
    names = [expected] if isinstance(expected, str) else expected
    return any(_is(node, name) for name in names)


def _is(node: Located, name: str) -> bool:
    """Tell whether a node is of a JSON type."""
    if not isinstance(node, LocatedScalar):
        return isinstance(node, {"array": LocatedList, "object": LocatedMap}.get(name, ()))
    value = node.value
    match name:
        case "string":
            return isinstance(value, str)
        case "boolean":
            return isinstance(value, bool)
        case "integer":
            return isinstance(value, int) and not isinstance(value, bool)
        case "number":
            return isinstance(value, int | float) and not isinstance(value, bool)
        case "null":
            return value is None
        case _:
            return False


def _opening(node: LocatedMap) -> Span:
    """Return the place to say that a mapping lacks something: its first key."""
    for entry in node.entries.values():
        return entry.key.span
    return node.span
