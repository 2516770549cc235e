"""A command that cannot be carried out: the user's mistake or the rules', never ours."""

from __future__ import annotations


class Misuse(Exception):
    """Ends a command with exit status 2; says why in both languages, then what to do."""

    def __init__(self, french: str, english: str) -> None:
        super().__init__(english)
        self.text = (french, english)


class Unsound(Exception):
    """Ends a command whose game has errors; `text` tells them all.

    The exit status is 1, or 2 if only what was asked for is wrong, not the rules.
    """

    def __init__(self, text: str, is_misuse: bool) -> None:
        super().__init__(text)
        self.text = text
        self.is_misuse = is_misuse
