"""Plain data checked part by part: a file may come from anywhere.

Each function returns the value it was given, or raises a GameError that names the part
by its path (`stack[2][1]`) and says what should stand there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from ..dsl.source import NOWHERE, Span
from .faults import GameError, game_error

T = TypeVar("T")

#: Numbers beyond are never needed, lists longer neither.
NUMBER_LIMIT = 1 << 64
LENGTH_LIMIT = 100_000


class Checker:
    """Checks the parts of one document; `span` is where it stands."""

    def __init__(self, span: Span = NOWHERE) -> None:
        self.span = span

    def fail(self, path: str, french: str, english: str) -> GameError:
        """Return the error that a part is not what it should be."""
        values = {"path": path, "expected_fr": french, "expected_en": english}
        return game_error("R32", self.span, **values)

    def mapping(self, value: object, path: str) -> Mapping[str, Any]:
        """Check an object whose keys are texts."""
        if not isinstance(value, Mapping) or not all(isinstance(k, str) for k in value):
            raise self.fail(path, "un objet", "an object")
        return value

    def sequence(self, value: object, path: str, length: int | None = None) -> list[Any]:
        """Check a list, of a certain length if one is given."""
        if not isinstance(value, list) or len(value) > LENGTH_LIMIT:
            raise self.fail(path, "une liste", "a list")
        if length is not None and len(value) != length:
            french, english = f"une liste de {length}", f"a list of {length}"
            raise self.fail(path, french, english)
        return value

    def integer(
        self, value: object, path: str, low: int = -NUMBER_LIMIT, high: int = NUMBER_LIMIT
    ) -> int:
        """Check a whole number from `low` to `high`."""
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.fail(path, "un nombre entier", "a whole number")
        if not low <= value <= high:
            raise self.fail(path, f"de {low} à {high}", f"from {low} to {high}")
        return value

    def text(self, value: object, path: str) -> str:
        """Check a text."""
        if not isinstance(value, str):
            raise self.fail(path, "un texte", "a text")
        return value

    def boolean(self, value: object, path: str) -> bool:
        """Check a truth value."""
        if not isinstance(value, bool):
            raise self.fail(path, "vrai ou faux", "true or false")
        return value

    def part(self, data: Mapping[str, Any], key: str) -> Any:
        """Return a part that must be there."""
        if key not in data:
            raise self.fail(key, "présent", "present")
        return data[key]

    def each(self, value: object, path: str, check: Callable[[object, str], T]) -> list[T]:
        """Check a list and all of its items."""
        items = self.sequence(value, path)
        return [check(item, f"{path}[{n}]") for n, item in enumerate(items)]
