"""The messages about loading and running."""

from __future__ import annotations

from .diagnostics import Message

RUNTIME: dict[str, Message] = {}
