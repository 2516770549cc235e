"""The names bots go by, and what stands behind them."""

from __future__ import annotations

import re
from dataclasses import dataclass

#: The names of the bots, weakest first.
BOTS = ("random", "greedy", "mcts")


class UnknownBot(ValueError):
    """There is no bot of this name."""


@dataclass(frozen=True, slots=True)
class BotName:
    """A bot as it was asked for: how many iterations or seconds it thinks."""

    kind: str
    iterations: int | None
    seconds: float | None


def parse_bot(name: str) -> BotName:
    """Return what a name asks for: `random`, `greedy`, `mcts`, `mcts:2000`, `mcts:1.5s`."""
    match = re.fullmatch(r"(\w+)(?::(\d{1,7})|:(\d{1,4}(?:\.\d{1,3})?)s)?", name)
    kind, iterations, seconds = match.groups() if match else ("", None, None)
    is_plain = iterations is None and seconds is None
    if kind not in BOTS or not (is_plain or kind == "mcts"):
        raise UnknownBot(name)
    return BotName(
        kind,
        None if iterations is None else int(iterations),
        float(seconds) if seconds else None,
    )
