"""One table of everything: `python -m bench`, or `make bench`."""

from __future__ import annotations

import argparse
import json
import os
import platform
from collections.abc import Callable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from livret.interpreter.elsewhere import find_pypy

from .games import BARS, compare_all, rules_of, speeds
from .growth import costs_by_part
from .peers import measure_peers
from .pool import GAME, pool_costs
from .profile import shares
from .scale import measure_scale
from .starts import start_times
from .timing import check_times
from .yardstick import load_yardsticks

RESULTS = Path(__file__).parent / "results.json"
LONG_GAMES = ("cochon", "retour-du-roi", "jce")
HEADS = ("", "ours", "yardstick", "ratio", "bar", "met", "spread")
WIDTHS = (56, 11, 11, 7, 6, 4, 7)

Figures = dict[str, Any]


def main() -> None:
    """Measure, print the table, write the figures."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--seconds", type=float, default=5.0, help="per game and side")
    parser.add_argument("--only", choices=SECTIONS, action="append", help="repeatable")
    parser.add_argument("--game", choices=BARS, action="append", help="repeatable")
    parser.add_argument("--out", type=Path, default=RESULTS, help="the JSON file")
    arguments = parser.parse_args()
    figures = earlier(arguments.out) if arguments.only or arguments.game else {}
    figures |= {
        "machine": platform.machine(),
        "python": platform.python_version(),
        "pypy": find_pypy() is not None,
        "cores": os.cpu_count(),
        "load": os.getloadavg()[0],
        "seconds": arguments.seconds,
    }
    print_line(HEADS)
    for name in arguments.only or SECTIONS:
        SECTIONS[name](figures, arguments.seconds, arguments.game or list(BARS))
    text = json.dumps(figures, ensure_ascii=False, indent=1)
    arguments.out.write_text(text + "\n", encoding="utf-8")
    print(f"\nwritten: {arguments.out}")


def earlier(path: Path) -> Figures:
    """Return the figures of an earlier run; a run of some sections replaces only those."""
    try:
        figures: Figures = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return figures


# The table ------------------------------------------------------------------


def row(
    what: str, ours: float | None = None, yardstick: float | str | None = None,
    ratio: float | None = None, bar: float | None = None, spread: float | None = None,
    most: bool = False,
) -> None:  # fmt: skip
    """Print one figure; `most`: the bar is not to be exceeded."""
    is_met = bar is None or ratio is None or (ratio <= bar if most else ratio >= bar)
    print_line(
        (
            what,
            number(ours),
            yardstick if isinstance(yardstick, str) else number(yardstick),
            "" if ratio is None else f"{ratio:.2f}",
            "" if bar is None else f"{'≤' if most else '≥'} {bar:g}",
            "" if bar is None else "yes" if is_met else "NO",
            "" if spread is None else f"± {50 * spread:.0f} %",
        )
    )


def number(value: float | None) -> str:
    """Return a figure with as many digits as mean something."""
    if value is None:
        return ""
    return f"{value:,.0f}" if value >= 100 else f"{value:.2f}"


def print_line(cells: tuple[str, ...]) -> None:
    first, *rest = cells
    aligned = (f"{cell:>{width}}" for cell, width in zip(rest, WIDTHS[1:], strict=True))
    print("  ".join((f"{first:{WIDTHS[0]}}", *aligned)).rstrip(), flush=True)


# The sections ---------------------------------------------------------------


def games(figures: Figures, seconds: float, slugs: list[str]) -> None:
    """Random games against the same games as clear hand-written Python."""
    figures["yardstick"], yardsticks = load_yardsticks()
    known = [each for each in figures.get("games", ()) if each["game"] not in slugs]
    for slug in slugs:
        for each in compare_all(slug, yardsticks[slug], find_pypy(), seconds):
            row(f"{slug}, {each.engine}: games/s", each.ours, each.yardstick, each.ratio,
                each.bar, each.spread)  # fmt: skip
            known.append(asdict(each))
    order = list(BARS)
    figures["games"] = sorted(known, key=lambda each: order.index(each["game"]))


def peers(figures: Figures, seconds: float, _: list[str]) -> None:
    """Other systems that play the same games, beside ours."""
    ours = {each["game"]: each["ours"] for each in figures.get("games", ())
            if each["engine"] == "cpython"}  # fmt: skip
    found = measure_peers(seconds / 5)
    for each in found:
        what, rate = f"{each.game}, beside {each.system}: games/s", ours.get(each.game)
        if each.rate is None:
            row(what, rate, "absent")
        else:
            row(what, rate, each.rate, rate and rate / each.rate)
    figures["peers"] = [asdict(each) for each in found]


def rates(figures: Figures, seconds: float, _: list[str]) -> None:
    """Decisions, copies of positions and iterations of tree search, for every ruleset."""
    found = speeds(seconds / 5)
    for slug, speed in found.items():
        row(f"{slug}: decisions/s", speed.decisions.median, spread=speed.decisions.spread)
        row(f"{slug}: copies/s", speed.clones.median, spread=speed.clones.spread)
        if speed.iterations:
            row(f"{slug}: MCTS iterations/s", speed.iterations.median,
                spread=speed.iterations.spread)  # fmt: skip
    figures["rates"] = {slug: speed.to_json() for slug, speed in found.items()}


def growth(figures: Figures, seconds: float, _: list[str]) -> None:
    """What decisions and copies cost late in a game, beside its beginning."""
    figures["growth"] = {}
    for slug in LONG_GAMES:
        parts = figures["growth"][slug] = costs_by_part(slug, seconds / 2)
        for name in ("decision", "clone"):
            last, first = parts[-1][name], parts[0][name]
            row(f"{slug}: µs per {name}, last and first quarter", last, first, last / first)


def pool(figures: Figures, seconds: float, _: list[str]) -> None:
    """The same games with more cards in the box, beside the game as it is."""
    found = pool_costs(seconds)
    for each in found:
        for name in ("decision", "window", "clone"):
            ours, first = getattr(each, name), getattr(found[0], name)
            what = f"{GAME}, {each.cards} cards, {each.abilities} abilities: µs per {name}"
            row(what, ours, first, ours / first)
    figures["pool"] = [asdict(each) for each in found]


def profile(figures: Figures, seconds: float, _: list[str]) -> None:
    """Where the time of random games goes."""
    found = shares(rules_of(GAME), seconds)
    for each in found:
        row(f"{GAME}: {each.work}, part of the time", each.part)
    figures["profile"] = [asdict(each) for each in found]


def scale(figures: Figures, seconds: float, _: list[str]) -> None:
    """Two processes against one; `possible` is what they would gain on idle cores."""
    found = measure_scale("breakthrough", 2 * seconds)
    row(f"{found.game}: --jobs {found.jobs} (load {found.load:.1f})", ratio=found.gain,
        bar=found.bar)  # fmt: skip
    row(f"{found.game}: --jobs {found.jobs}, on idle cores", ratio=found.possible)
    figures["scale"] = asdict(found)


def timing(figures: Figures, _: float, __: list[str]) -> None:
    """What the checks of time cost."""
    found = check_times()
    for each in found:
        row(f"{each.rules}, {each.cards} cards: checks of time, s", each.checking)
    figures["timing"] = [asdict(each) for each in found]


def starts(figures: Figures, _: float, __: list[str]) -> None:
    """What commands cost to start, beside an interpreter that does nothing."""
    found = start_times()
    for each in found:
        nothing = each.milliseconds / each.times_python
        row(f"{each.command}: ms", each.milliseconds, nothing, each.times_python, each.bar,
            most=True)  # fmt: skip
    figures["starts"] = [asdict(each) for each in found]


SECTIONS: Mapping[str, Callable[[Figures, float, list[str]], None]] = {
    "games": games, "peers": peers, "rates": rates, "growth": growth, "pool": pool,
    "profile": profile, "scale": scale, "timing": timing, "starts": starts,
}  # fmt: skip


if __name__ == "__main__":
    main()
