"""The hand-written games that rulesets are compared with, ready to be timed.

The classics come from `../shared/bench/reference.py` where that folder is there, so that
ratios can be compared with everybody else's; else from our own `reference.py`, which plays
the same games (`tests/test_classics.py` plays all three side by side).
"""

from __future__ import annotations

import importlib.util
from pathlib import Path
from random import Random
from typing import Any

from livret.interpreter.slices import Work

from . import reference
from .retour_du_roi import RetourDuRoi

SHARED = Path(__file__).parent.parent.parent / "shared" / "bench" / "reference.py"

#: Slugs and what the shared yardstick calls them.
NAMES = {
    "morpion": "ttt",
    "puissance-4": "c4",
    "breakthrough": "bt",
    "cochon": "pig",
    "dame-de-pique": "hearts",
}


def load_yardsticks() -> tuple[str, dict[str, Work]]:
    """Return where the classics come from, and what plays one random game of each slug."""
    games: dict[str, Work] = {"retour-du-roi": by_hand()}
    if not SHARED.is_file():
        ours = {slug: classic(slug) for slug in reference.CLASSICS}
        return "bench/reference.py", {**ours, **games}
    spec = importlib.util.spec_from_file_location("shared_reference", SHARED)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    shared = {slug: shared_classic(module, name) for slug, name in NAMES.items()}
    return "../shared/bench/reference.py", {**shared, **games}


def shared_classic(module: Any, name: str) -> Work:
    playout, game = module.playout, module.GAMES[name]

    def play() -> int:
        plies: int = playout(game)
        return plies

    return play


def classic(slug: str) -> Work:
    rng, make = Random(0), reference.CLASSICS[slug]
    return lambda: reference.playout(make(rng), rng)


def by_hand() -> Work:
    rng = Random(0)
    return lambda: reference.playout(RetourDuRoi(rng), rng)
