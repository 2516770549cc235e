"""One table of everything: `python -m bench`, or `make bench`."""

from __future__ import annotations

import argparse
import json
import os
import platform
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from livret.interpreter.elsewhere import find_pypy

from .games import BARS, Comparison, compare_all, speeds
from .growth import costs_by_part
from .peers import Peer, measure_peers
from .pool import PoolCost, pool_costs
from .scale import Scale, measure_scale
from .starts import StartTime, start_times
from .timing import CheckTime, check_times
from .yardstick import load_yardsticks

RESULTS = Path(__file__).parent / "results.json"
SECTIONS = ("games", "rates", "growth", "pool", "scale", "timing", "starts", "peers")
LONG_GAMES = ("cochon", "retour-du-roi", "jce")


def main() -> None:
    """Measure, print the tables, write the figures."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--seconds", type=float, default=5.0, help="per game and side")
    parser.add_argument("--only", choices=SECTIONS, action="append", help="repeatable")
    parser.add_argument("--game", choices=BARS, action="append", help="repeatable")
    parser.add_argument("--out", type=Path, default=RESULTS, help="the JSON file")
    arguments = parser.parse_args()
    wanted, seconds = arguments.only or SECTIONS, arguments.seconds
    figures = earlier(arguments.out) if arguments.only or arguments.game else {}
    figures |= {
        "machine": platform.machine(),
        "python": platform.python_version(),
        "pypy": find_pypy() is not None,
        "cores": os.cpu_count(),
        "load": os.getloadavg()[0],
        "seconds": seconds,
    }
    if "games" in wanted:
        source, yardsticks = load_yardsticks()
        print(f"random games per second, one thread; the yardstick is {source}\n")
        figures["yardstick"] = source
        slugs = arguments.game or BARS
        others = [each for each in figures.get("games", ()) if each["game"] not in slugs]
        figures["games"] = others + print_games(
            [
                each
                for slug in slugs
                for each in compare_all(slug, yardsticks[slug], find_pypy(), seconds)
            ]
        )
    if "rates" in wanted:
        figures["rates"] = print_rates(seconds / 5)
    if "growth" in wanted:
        figures["growth"] = {slug: print_growth(slug, seconds / 2) for slug in LONG_GAMES}
    if "pool" in wanted:
        figures["pool"] = print_pool(pool_costs(seconds))
    if "scale" in wanted:
        figures["scale"] = print_scale(measure_scale("breakthrough", 2 * seconds))
    if "timing" in wanted:
        figures["timing"] = print_timing(check_times())
    if "starts" in wanted:
        figures["starts"] = print_starts(start_times())
    if "peers" in wanted:
        figures["peers"] = print_peers(measure_peers(seconds / 5))
    text = json.dumps(figures, ensure_ascii=False, indent=1)
    arguments.out.write_text(text + "\n", encoding="utf-8")
    print(f"\nwritten: {arguments.out}")


def earlier(path: Path) -> dict[str, Any]:
    """Return the figures of an earlier run; a run of some sections replaces only those."""
    try:
        figures: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return figures


def print_games(comparisons: list[Comparison]) -> list[dict[str, Any]]:
    rows = [
        (
            each.game,
            each.engine,
            f"{each.ours:,.0f}",
            f"{each.yardstick:,.0f}",
            f"{each.ratio:.2f}",
            f"≥ {each.bar:g}" if each.bar else "",
            ("yes" if each.is_reached else "no") if each.bar else "",
            f"± {50 * each.spread:.0f} %",
            f"{each.our_plies:.1f}",
            f"{each.yardstick_plies:.1f}",
        )
        for each in comparisons
    ]
    heads = ("game", "engine", "livret", "yardstick", "ratio", "bar", "met", "spread")
    print_table((*heads, "plies", "yardstick's"), rows)
    return [asdict(each) for each in comparisons]


def print_rates(seconds: float) -> dict[str, Any]:
    found = speeds(seconds)
    rows = [
        (
            slug,
            f"{speed.decisions.median:,.0f}",
            f"{speed.clones.median:,.0f}",
            f"{speed.iterations.median:,.0f}" if speed.iterations else "",
        )
        for slug, speed in found.items()
    ]
    print_table(("per second", "decisions", "clones", "MCTS iterations"), rows)
    return {slug: speed.to_json() for slug, speed in found.items()}


def print_growth(slug: str, seconds: float) -> list[dict[str, float]]:
    parts = costs_by_part(slug, seconds)
    heads = (f"{slug}: quarter of the game", *(f"{part['part']:.0f}" for part in parts))
    rows = [
        (title, *(f"{part[name]:.1f}" for part in parts))
        for title, name in (
            ("starts at ply", "ply"),
            ("microseconds per decision", "decision"),
            ("microseconds per clone", "clone"),
            ("numbers in the position", "numbers"),
        )
    ]
    print_table(heads, rows)
    return parts


def print_pool(costs: list[PoolCost]) -> list[dict[str, Any]]:
    rows = [
        (
            f"{each.cards}",
            f"{each.abilities}",
            f"{each.plies:,}",
            f"{each.decision:.1f}",
            f"{each.window:.1f}",
            f"{each.clone:.1f}",
        )
        for each in costs
    ]
    print("the same games of the living card game, more cards in the box; microseconds\n")
    heads = ("cards", "abilities", "plies", "per decision", "per empty window", "per clone")
    print_table(heads, rows)
    return [asdict(each) for each in costs]


def print_scale(scale: Scale) -> dict[str, Any]:
    row = (
        f"{scale.game}, {scale.games:,} games",
        str(scale.jobs),
        f"{scale.gain:.2f}",
        f"{scale.possible:.2f}",
        f"≥ {scale.bar:g}",
        f"{scale.load:.1f}",
    )
    heads = ("simulate", "jobs", "gain", "on idle cores", "bar", "load meanwhile")
    print_table(heads, [row])
    return asdict(scale)


def print_timing(times: list[CheckTime]) -> list[dict[str, Any]]:
    rows = [
        (
            each.rules,
            str(each.cards),
            str(each.nodes),
            str(each.edges),
            f"{each.reading:.2f} s",
            f"{each.building:.2f} s",
            f"{each.checking:.2f} s",
            each.slowest,
        )
        for each in times
    ]
    print("\nthe checks of time, in processor seconds\n")
    heads = ("rules", "cards", "nodes", "edges", "reading", "graph", "checks", "slowest")
    print_table(heads, rows)
    return [asdict(each) for each in times]


def print_starts(starts: list[StartTime]) -> list[dict[str, Any]]:
    rows = [
        (
            each.command,
            f"{each.milliseconds:.0f}",
            f"{each.times_python:.1f}",
            f"≤ {each.bar:g}" if each.bar else "",
        )
        for each in starts
    ]
    print_table(("start", "milliseconds", "× python -c pass", "bar"), rows)
    return [asdict(each) for each in starts]


def print_peers(peers: list[Peer]) -> list[dict[str, Any]]:
    rows = [
        (each.system, each.game, f"{each.rate:,.0f}" if each.rate else f"({each.note})")
        for each in peers
    ]
    print_table(("peer", "game", "games per second"), rows)
    return [asdict(each) for each in peers]


def print_table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print columns of text, numbers on the right."""
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    for row in (heads, *rows):
        cells = [
            f"{cell:>{width}}" for cell, width in zip(row[1:], widths[1:], strict=True)
        ]
        print("  ".join([f"{row[0]:{widths[0]}}", *cells]))
    print()


if __name__ == "__main__":
    main()
