"""How long commands take to start, as multiples of an interpreter that does nothing."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import perf_counter

RUNS = 7
GAME = "retour-du-roi"


@dataclass(frozen=True, slots=True)
class StartTime:
    """A command, its wall time, and how often `python -c pass` fits into it."""

    command: str
    milliseconds: float
    times_python: float
    bar: float | None


def start_times() -> list[StartTime]:
    """Measure the commands in turns with the empty interpreter; medians."""
    with tempfile.TemporaryDirectory() as folder:
        warm, cold = Path(folder) / "warm", Path(folder) / "cold"
        empty = [sys.executable, "-c", "pass"]
        livret = [sys.executable, "-m", "livret.interpreter"]
        wanted: list[tuple[str, Callable[[], float], float | None]] = [
            ("livret --help", lambda: wall(livret, "--help"), 4.0),
            (f"livret check {GAME}, cold", lambda: cold_check(livret, cold), None),
            (f"livret check {GAME}, warm", lambda: wall(livret, "check", GAME, cache=warm), 10.0),
            (f"livret play {GAME}, warm", lambda: first_prompt(livret, warm), None),
        ]  # fmt: skip
        results = []
        for name, run, bar in wanted:
            run()
            pairs = [(run(), wall(empty)) for _ in range(RUNS)]
            times = median(mine / nothing for mine, nothing in pairs)
            results.append(StartTime(name, 1000 * median(m for m, _ in pairs), times, bar))
        return results


def wall(command: list[str], *words: str, cache: Path | None = None) -> float:
    """Return the seconds a command takes from its start to its end."""
    start = perf_counter()
    subprocess.run(
        [*command, *words],
        stdout=subprocess.DEVNULL,
        check=True,
        env=environment(cache),
    )
    return perf_counter() - start


def environment(cache: Path | None) -> dict[str, str]:
    return {**os.environ, "LIVRET_CACHE": str(cache)} if cache else dict(os.environ)


def cold_check(livret: list[str], folder: Path) -> float:
    """Check a game with nothing in the cache."""
    with tempfile.TemporaryDirectory(prefix=str(folder)) as cache:
        return wall(livret, "check", GAME, cache=Path(cache))


def first_prompt(livret: list[str], cache: Path) -> float:
    """Start to play, and wait for the first thing the game says."""
    start = perf_counter()
    with subprocess.Popen(
        [*livret, "play", GAME, "--seed", "1"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment(cache),
    ) as process:
        assert process.stdout is not None
        process.stdout.read(1)
        spent = perf_counter() - start
        process.kill()
    return spent
