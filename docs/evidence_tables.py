"""The tables of the page about evidence, made from the figures of its games."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from performance_tables import table

RESULTS = Path(__file__).parent.parent / "bench" / "evidence.json"


def write_evidence(folder: Path) -> None:
    """Write the tables in a folder."""
    folder.mkdir(exist_ok=True)
    figures = json.loads(RESULTS.read_text("utf-8"))
    for name, text in texts(figures).items():
        path = folder / f"evidence-{name}.inc"
        if not path.exists() or path.read_text("utf-8") != text:
            path.write_text(text, "utf-8")


def texts(figures: Mapping[str, Any]) -> dict[str, str]:
    """Return each table as text."""
    games = [
        [
            row["game"],
            row["value"].replace("_", " "),
            str(row["players"]),
            row["bot"],
            f"{row['games']:,}",
            str(sum(row["faults"].values()) + row["unfinished"]),
            share(row),
            f"{row['decisions']:,.0f}",
        ]
        for row in sorted(
            figures["rows"], key=lambda row: (row["game"], row["bot"] == "random")
        )
    ]
    heads = ("game", "setting", "players", "bots", "games", "errors", "won", "decisions")
    cards = [
        [each["game"], str(each["cards"]), ", ".join(each["never"]) or "none"]
        for each in figures["rulesets"]
    ]
    return {
        "games": table(heads, games),
        "cards": table(("game", "different cards", "never in play"), cards),
    }


def share(row: Mapping[str, Any]) -> str:
    """Return how often a game was won, with the interval."""
    low, high = row["interval"]
    return f"{row['wins'] / row['games']:.1%} ({low:.1%} to {high:.1%})"
