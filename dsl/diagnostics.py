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


@dataclass(frozen=True, slots=True)
class Message:
    """The wording of one code. Texts are templates, `{name}` is filled from the values.

    A help may be several templates: the first whose blanks all have a value (not None,
    not empty) is shown, none if there is no such one. A value that is a tuple or a list
    is written as « a, b, c ». Names stand between « » in French, “ ” in English.

    `labels` gives the label of a second place, French and English, by its key.
    `explanation` is for the documentation (reStructuredText, English): what the code
    refuses, why, an example, what to write instead.
    """

    severity: Severity
    fault_fr: str
    fault_en: str
    help_fr: str | tuple[str, ...] = ""
    help_en: str | tuple[str, ...] = ""
    labels: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    explanation: str = ""
