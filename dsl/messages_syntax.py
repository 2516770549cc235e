"""The messages about the form of a text: what the parser and its limits refuse."""

from __future__ import annotations

from .diagnostics import Message

SYNTAX: dict[str, Message] = {}
