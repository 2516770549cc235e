"""A command that cannot be carried out as it was given: the user's mistake, not ours."""

from __future__ import annotations


class Misuse(Exception):
    """Ends a command with exit status 2; says why in both languages, then what to do."""

    def __init__(self, french: str, english: str) -> None:
        super().__init__(english)
        self.text = (french, english)
