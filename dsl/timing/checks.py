"""Every check of the timing graph, by number; each theme has its module."""

from __future__ import annotations

from . import (
    announcements,
    bearers,
    choices,
    conflicts,
    connectives,
    documents,
    ends,
    interruptions,
    limits,
    loops,
    modifiers,
    passing,
    priority,
    reachability,
    scopes,
    secrets,
    sides,
)
from .findings import Check, Soundness

_THEMES: tuple[tuple[Check, ...], ...] = (
    reachability.CHECKS,
    announcements.CHECKS,
    interruptions.CHECKS,
    passing.CHECKS,
    priority.CHECKS,
    conflicts.CHECKS,
    sides.CHECKS,
    connectives.CHECKS,
    limits.CHECKS,
    scopes.CHECKS,
    loops.CHECKS,
    ends.CHECKS,
    choices.CHECKS,
    secrets.CHECKS,
    bearers.CHECKS,
    modifiers.CHECKS,
    documents.CHECKS,
)

CHECKS: tuple[Check, ...] = tuple(
    sorted((check for theme in _THEMES for check in theme), key=lambda check: check.code)
)

#: Those whose reports are real defects: `livret check` runs them.
DEFINITE: tuple[Check, ...] = tuple(
    check for check in CHECKS if check.soundness is Soundness.DEFINITE
)
