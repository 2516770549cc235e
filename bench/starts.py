"""How long commands take to start, as multiples of an interpreter that does nothing.

Processor time is counted: on an idle machine that is the time one waits, on a busy one it
stays the same.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from .scale import time_used

RUNS = 7
GAME, LARGE = "retour-du-roi", "jce"


@dataclass(frozen=True, slots=True)
class StartTime:
    """A command, its processor time, and how often `python -c pass` fits into it."""

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
            ("livret --help", lambda: cost_of(livret, "--help"), 4.0),
            (f"livret check {GAME}, cold", lambda: cold_check(livret, cold, GAME), None),
            (f"livret check {GAME}, warm", lambda: check(livret, warm, GAME), 10.0),
            (f"livret play {GAME}, warm", lambda: first_prompt(livret, warm, GAME), None),
            (f"livret check {LARGE}, cold", lambda: cold_check(livret, cold, LARGE), None),
            (f"livret check {LARGE}, warm", lambda: check(livret, warm, LARGE), None),
            (f"livret simulate {LARGE} -n 1, warm", lambda: one_game(livret, warm), None),
            (f"livret play {LARGE}, warm", lambda: first_prompt(livret, warm, LARGE), None),
        ]  # fmt: skip
        results = []
        for name, run, bar in wanted:
            run()
            pairs = [(run(), cost_of(empty)) for _ in range(RUNS)]
            times = median(mine / nothing for mine, nothing in pairs)
            results.append(StartTime(name, 1000 * median(m for m, _ in pairs), times, bar))
        return results


def cost_of(command: list[str], *words: str, cache: Path | None = None) -> float:
    """Return the processor seconds of a command from its start to its end."""
    start = children_time()
    subprocess.run(
        [*command, *words],
        stdout=subprocess.DEVNULL,
        check=True,
        env=environment(cache),
    )
    return children_time() - start


def children_time() -> float:
    return time_used(resource.RUSAGE_CHILDREN)


def environment(cache: Path | None) -> dict[str, str]:
    if cache is None:
        return dict(os.environ)
    return {**os.environ, "LIVRET_CACHE": str(cache), "XDG_STATE_HOME": f"{cache}-state"}


def cold_check(livret: list[str], folder: Path, game: str) -> float:
    """Check a game with nothing in the cache."""
    with tempfile.TemporaryDirectory(prefix=str(folder)) as cache:
        return check(livret, Path(cache), game)


def check(livret: list[str], cache: Path, game: str) -> float:
    return cost_of(livret, "check", game, cache=cache)


def one_game(livret: list[str], cache: Path) -> float:
    return cost_of(livret, "simulate", LARGE, "-n", "1", cache=cache)


def first_prompt(livret: list[str], cache: Path, game: str) -> float:
    """Start to play, and wait for the first question."""
    start = children_time()
    with subprocess.Popen(
        [*livret, "play", game, "--seed", "1", "--seat", "J1=human"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment(cache),
    ) as process:
        assert process.stdout is not None
        while process.stdout.readline(2) not in (b"> ", b""):
            pass
        process.kill()
    return children_time() - start
