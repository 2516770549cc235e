"""The messages about component files (YAML)."""

from __future__ import annotations

from .diagnostics import Message

COMPONENTS: dict[str, Message] = {}
