"""How the wording of a code is written down: an error, a warning, information; twice."""

from __future__ import annotations

from collections.abc import Mapping

from .diagnostics import Message, Severity

#: The fault in one sentence, and the help: one template or several (see `Message`).
Texts = tuple[str, str | tuple[str, ...]]
#: Label of a second place by its key: French, English.
Labels = Mapping[str, tuple[str, str]]

_NONE: Labels = {}
#: The label of an earlier declaration.
FIRST: Labels = {"first": ("une première fois ici", "first time here")}


def error(
    french: Texts, english: Texts, explanation: str, labels: Labels = _NONE
) -> Message:
    """Return the message of an error: no Program is made."""
    return _message(Severity.ERROR, french, english, explanation, labels)


def warning(
    french: Texts, english: Texts, explanation: str, labels: Labels = _NONE
) -> Message:
    """Return the message of a warning: the game can be played, but something is odd."""
    return _message(Severity.WARNING, french, english, explanation, labels)


def info(
    french: Texts, english: Texts, explanation: str, labels: Labels = _NONE
) -> Message:
    """Return the message of information: nothing is wrong, but it is worth knowing."""
    return _message(Severity.INFO, french, english, explanation, labels)


def _message(
    severity: Severity, french: Texts, english: Texts, explanation: str, labels: Labels
) -> Message:
    return Message(
        severity,
        fault_fr=french[0],
        fault_en=english[0],
        help_fr=french[1],
        help_en=english[1],
        labels=labels,
        explanation=explanation,
    )
