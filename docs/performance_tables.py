"""The tables and the plot of the page about speed, made from the figures of a bench run."""

from __future__ import annotations

import json
from collections.abc import Sequence
from html import escape
from math import log
from pathlib import Path
from typing import Any

RESULTS = Path(__file__).parent.parent / "bench" / "results.json"

COLOURS = {"cpython": "#31689a", "pypy": "#b8860b"}
#: Sizes of the plot: a row, a bar, the names, the bars, room for numbers.
ROW, THICK, NAMES, WIDE, NUMBERS = 22, 14, 150, 460, 50


def write_performance(folder: Path) -> None:
    """Write the plot and the tables in a folder."""
    folder.mkdir(exist_ok=True)
    figures = json.loads(RESULTS.read_text("utf-8"))
    texts = {"performance.svg": plot(figures["games"])}
    for name, (heads, rows) in tables(figures).items():
        texts[f"performance-{name}.inc"] = table(heads, rows)
    for name, text in texts.items():
        path = folder / name
        # An unchanged picture is not copied again.
        if not path.exists() or path.read_text("utf-8") != text:
            path.write_text(text, "utf-8")


def tables(figures: dict[str, Any]) -> dict[str, tuple[Sequence[str], list[list[str]]]]:
    """Return each table: its heads and its rows."""
    return {
        "games": (
            ("game", "engine", "livret", "yardstick", "ratio", "bar", "spread", "plies"),
            [
                [
                    each["game"],
                    each["engine"],
                    f"{each['ours']:,.0f}",
                    f"{each['yardstick']:,.0f}",
                    f"{each['ratio']:.2f}",
                    f"≥ {each['bar']:g}" if each["bar"] else "",
                    f"± {50 * each['spread']:.0f} %",
                    f"{each['our_plies']:.1f} / {each['yardstick_plies']:.1f}",
                ]
                for each in figures["games"]
            ],
        ),
        "rates": (
            ("game", "decisions", "clones", "MCTS iterations"),
            [
                [
                    slug,
                    *(
                        f"{rates[name]['median']:,.0f}" if rates[name] else ""
                        for name in ("decisions", "clones", "iterations")
                    ),
                ]
                for slug, rates in figures["rates"].items()
            ],
        ),
        "growth": (
            ("game", "from ply", "µs per decision", "µs per clone", "numbers held"),
            [
                [
                    slug,
                    f"{part['ply']:.0f}",
                    f"{part['decision']:.1f}",
                    f"{part['clone']:.1f}",
                    f"{part['numbers']:.0f}",
                ]
                for slug, parts in figures["growth"].items()
                for part in parts
            ],
        ),
        "pool": (
            (
                "cards",
                "abilities",
                "µs per decision",
                "µs per empty window",
                "µs per clone",
            ),
            [
                [
                    f"{each['cards']:,}",
                    f"{each['abilities']:,}",
                    f"{each['decision']:.1f}",
                    f"{each['window']:.1f}",
                    f"{each['clone']:.1f}",
                ]
                for each in figures["pool"]
            ],
        ),
        "profile": (
            ("what is done", "part of the time"),
            [[each["work"], f"{100 * each['part']:.0f} %"] for each in figures["profile"]],
        ),
        "starts": (
            ("command", "milliseconds", "× python -c pass", "bar"),
            [
                [
                    f"``{each['command']}``",
                    f"{each['milliseconds']:.0f}",
                    f"{each['times_python']:.1f}",
                    f"≤ {each['bar']:g}" if each["bar"] else "",
                ]
                for each in figures["starts"]
            ],
        ),
        "peers": (
            ("system", "game", "games per second"),
            [
                [
                    each["system"],
                    each["game"],
                    f"{each['rate']:,.0f}" if each["rate"] else f"({each['note']})",
                ]
                for each in figures["peers"]
            ],
        ),
    }


def table(heads: Sequence[str], rows: list[list[str]]) -> str:
    """Return a table in reStructuredText."""
    lines = [".. list-table::", "   :header-rows: 1", ""]
    for row in (heads, *rows):
        lines += [
            f"   {'* -' if first else '  -'} {cell}".rstrip()
            for first, cell in zip([True] + [False] * (len(row) - 1), row, strict=True)
        ]
    return "\n".join(lines) + "\n"


def plot(games: list[dict[str, Any]]) -> str:
    """Return the ratios as bars on a logarithmic scale, with what each should reach."""
    least, most = 0.1, max(each["ratio"] for each in games) * 1.1

    def across(ratio: float) -> float:
        return NAMES + WIDE * log(max(ratio, least) / least) / log(most / least)

    height = ROW * (len(games) + 2)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{NAMES + WIDE + NUMBERS}" '
        f'height="{height}" font-family="sans-serif" font-size="12">',
        "<title>Random games per second, as multiples of hand-written Python</title>",
    ]
    for mark in (0.1, 0.3, 1, 3, 10, 30):
        if mark <= most:
            x = across(mark)
            parts.append(
                f'<line x1="{x:.0f}" x2="{x:.0f}" y1="0" y2="{height - ROW}" stroke="#ddd"/>'
                f'<text x="{x:.0f}" y="{height - 6}" text-anchor="middle">{mark:g}×</text>'
            )
    for number, each in enumerate(games):
        y = ROW * number + 6
        start, end = NAMES, across(each["ratio"])
        parts.append(
            f'<text x="{NAMES - 6}" y="{y + THICK - 3}" text-anchor="end">'
            f"{escape(each['game'])}, {escape(each['engine'])}</text>"
            f'<rect x="{start}" y="{y}" width="{end - start:.0f}" height="{THICK}" '
            f'fill="{COLOURS[each["engine"]]}"/>'
            f'<text x="{end + 4:.0f}" y="{y + THICK - 3}">{each["ratio"]:.1f}</text>'
        )
        if each["bar"]:
            x = across(each["bar"])
            parts.append(
                f'<line x1="{x:.0f}" x2="{x:.0f}" y1="{y - 3}" y2="{y + THICK + 3}" '
                'stroke="#c00" stroke-width="2"/>'
            )
    return "\n".join([*parts, "</svg>"]) + "\n"
