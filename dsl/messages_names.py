"""The messages about names, kinds and the other checks of meaning."""

from __future__ import annotations

from .diagnostics import Message

NAMES: dict[str, Message] = {}
