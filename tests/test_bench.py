"""`livret bench`: what it reports. How fast anything is, no test asks."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Command = Callable[..., Any]

VEILLEE = Path(__file__).parent / "games" / "veillee"


@pytest.mark.parametrize("game", ["cochon", str(VEILLEE)])
def test_rates_of_one_game(command: Command, game: str) -> None:
    done = command("bench", game, "--seconds", "0.05", "--json")
    assert (done.status, done.err) == (0, "")
    report = json.loads(done.out)
    assert report["engine"] == "cpython"
    for name in ("playouts", "decisions", "clones", "iterations"):
        assert report[name]["median"] > 0
        assert report[name]["spread"] >= 0
    assert report["decisions"]["median"] > report["playouts"]["median"]


def test_a_table_in_both_languages(command: Command) -> None:
    french = command("bench", "morpion", "--seconds", "0.05")
    assert [line.split("  ")[0] for line in french.out.splitlines()[1:]] == [
        "parties au hasard",
        "décisions",
        "copies d'une position",
        "itérations de recherche",
    ]
    english = command("bench", "morpion", "--seconds", "0.05", "--lang", "en")
    assert "per second" in english.out


@pytest.mark.parametrize("seconds", ["0", "-1", "nan", "1e9", "vite"])
def test_seconds_that_measure_nothing_are_refused(command: Command, seconds: str) -> None:
    done = command("bench", "morpion", f"--seconds={seconds}")
    assert done.status == 2
    assert done.err.startswith("livret : --seconds : ")
    assert done.out == ""


def test_a_game_that_decides_nothing(command: Command, tmp_path: Path) -> None:
    (tmp_path / "regles.livret").write_text(
        "joueurs 2\n\nissue Fin\n\ndéroulement :\n  finir Fin\n", encoding="utf-8"
    )
    done = command("bench", tmp_path, "--seconds", "0.05", "--json")
    assert done.status == 0, done.err
    report = json.loads(done.out)
    assert report["iterations"] is None
    assert report["decisions"]["median"] == 0
