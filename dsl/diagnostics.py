"""An author's mistake as a value: a code, a place, what it is about, and its texts.

Checks yield `Diagnostic`; the wording in French and English stands in `messages.py`,
one entry per code. Rendering to text and JSON is `render.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from .source import Span


class Severity(StrEnum):
    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


@dataclass(frozen=True, slots=True)
class Place:
    """A second place that matters, with the key of its label in the message entry."""

    span: Span
    label: str = ""


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding. `values` fills the named blanks of the code's message."""

    code: str
    span: Span
    values: Mapping[str, object] = field(default_factory=dict)
    places: tuple[Place, ...] = ()
    cites: tuple[str, ...] = ()
