"""Other systems that play the same classics, measured where they are installed.

`pip install pettingzoo pygame`, `pip install open_spiel`, and, with node, `npm install
boardgame.io` in the folder the bench is run from.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from livret.interpreter.measuring import SLICES
from livret.interpreter.slices import time_slices


@dataclass(frozen=True, slots=True)
class Peer:
    """Random games per second of another system; `note` says why there is no rate."""

    system: str
    game: str
    rate: float | None
    note: str = ""


def measure_peers(seconds: float) -> list[Peer]:
    """Measure every peer that is installed."""
    wanted: list[tuple[str, str, Callable[[float], float]]] = [
        ("PettingZoo", "morpion", lambda s: petting_zoo("tictactoe_v3", s)),
        ("PettingZoo", "puissance-4", lambda s: petting_zoo("connect_four_v3", s)),
        ("OpenSpiel, Python", "morpion", lambda s: open_spiel("python_tic_tac_toe", s)),
        ("OpenSpiel, C++", "morpion", lambda s: open_spiel("tic_tac_toe", s)),
        ("boardgame.io", "morpion", boardgame_io),
    ]
    peers = []
    for system, game, run in wanted:
        try:
            peers.append(Peer(system, game, run(seconds)))
        except (ImportError, OSError, subprocess.SubprocessError) as error:
            note = str(error).splitlines()[0] if str(error) else type(error).__name__
            peers.append(Peer(system, game, None, note))
    return peers


def petting_zoo(name: str, seconds: float) -> float:
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    from pettingzoo import classic  # type: ignore[import-not-found]

    environment: Any = getattr(classic, name).raw_env()

    def play() -> int:
        environment.reset()
        while True:
            seen, _, ended, cut, _ = environment.last()
            if ended or cut:
                return 1
            environment.step(random.choice(seen["action_mask"].nonzero()[0].tolist()))

    return games_per_second(play, seconds)


def open_spiel(name: str, seconds: float) -> float:
    import pyspiel  # type: ignore[import-not-found]

    if name.startswith("python_"):
        from open_spiel.python.games import tic_tac_toe  # type: ignore  # noqa: F401

    game: Any = pyspiel.load_game(name)

    def play() -> int:
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
        return 1

    return games_per_second(play, seconds)


def games_per_second(play: Callable[[], int], seconds: float) -> float:
    slices = time_slices(play, seconds, SLICES, seconds / 5)
    return median(calls / spent for calls, _, spent in slices)


def boardgame_io(seconds: float) -> float:
    """Run `boardgame_io.js` in the current folder, where npm has installed the library."""
    node = shutil.which("node")
    if node is None:
        raise FileNotFoundError("node is not installed")
    script = (Path(__file__).parent / "boardgame_io.js").read_text(encoding="utf-8")
    done = subprocess.run(
        [node, "-", str(seconds)],
        input=script,
        capture_output=True,
        text=True,
        env={**os.environ, "NODE_ENV": "production"},
        check=False,
    )
    if done.returncode != 0:
        raise ImportError("npm has not installed boardgame.io here")
    result = json.loads(done.stdout)
    return float(result["games"] / result["seconds"])
