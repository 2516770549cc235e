"""`livret play`: as a script sees it, as a program sees it, at a real terminal."""

from __future__ import annotations

import io
import json
import os
import signal
import sys
from pathlib import Path
from typing import Any

import pexpect
import pytest

import livret
from livret.interpreter.cli import main
from livret.interpreter.styled import plain
from livret.interpreter.table import Table


@pytest.fixture(autouse=True)
def at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep games in a folder of the test."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return tmp_path / "livret"


def play(monkeypatch: pytest.MonkeyPatch, lines: str, *words: str) -> int:
    monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
    return main(["play", *words])


def test_without_a_terminal_the_bots_play(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], at_home: Path
) -> None:
    assert play(monkeypatch, "", "morpion", "--seed", "1", "--lang", "fr") == 0
    out = capsys.readouterr().out
    assert "démonstration" in out and "gagnants" in out
    assert "\nJ1 greedy, J2 greedy\n" in out
    assert not at_home.exists()


def test_a_human_wins_by_words_and_numbers(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = "a1\n?\njournal\ntable\nrègle\n" + "1\n" * 20
    status = play(monkeypatch, lines, "morpion", "--seat", "J1=human", "--seed", "4")
    out = capsys.readouterr().out
    assert status == 0
    assert "J1 choisit a1" in out and "pourquoi pas NOM" in out
    assert "livret replay" in out


def test_questions_at_the_table(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = (
        "d1\npourquoi 1\npourquoi pas d1\npourquoi 99\nwhy not dragon\nnimporte\nquitter\n"
    )
    words = ("puissance-4", "--seat", "J1=human", "--seat", "J2=random", "--seed", "3")
    assert play(monkeypatch, lines, *words) == 0
    captured = capsys.readouterr()
    assert "d1.jeton" in captured.out
    assert "Donner le numéro" in captured.out
    assert "Rien ne s'appelle ainsi" in captured.out
    assert (
        "« dragon » n'est le nom ni d'une capacité ni d'une chose à choisir" in captured.out
    )
    assert "R06" not in captured.out + captured.err and "regles.livret:" not in captured.out


def test_quit_keeps_the_game_and_resume_goes_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], at_home: Path
) -> None:
    words = ("morpion", "--seat", "J1=human", "--seat", "J2=random", "--seed", "1")
    play(monkeypatch, "b2\nquit\n", *words)
    assert "--resume" in capsys.readouterr().out
    (kept,) = at_home.iterdir()
    data = json.loads(kept.read_text())
    assert data["seats"] == ["human", "random"] and len(data["choices"]) == 2
    play(monkeypatch, "quit\n", "morpion", "--resume", str(kept))
    assert "J1 choisit b2" in capsys.readouterr().out
    assert json.loads(kept.read_text())["choices"] == data["choices"]


def test_undo_goes_back_to_ones_own_choice(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], at_home: Path
) -> None:
    words = ("morpion", "--seat", "J1=human", "--seat", "J2=random", "--seed", "1")
    play(monkeypatch, "undo\nb2\nundo\nquit\n", *words)
    (kept,) = at_home.iterdir()
    assert json.loads(kept.read_text())["choices"] == []
    assert "rien à annuler" in capsys.readouterr().out


def test_save_under_a_name(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    target = tmp_path / "partie.json"
    play(monkeypatch, f"b2\nsave {target}\nquit\n", "morpion", "--seat", "all=human")
    assert len(json.loads(target.read_text())["choices"]) == 1
    assert main(["replay", str(target)]) == 0


@pytest.mark.parametrize(
    "words",
    [
        ("morpion", "--seat", "J9=human"),
        ("morpion", "--seat", "J1=dragon"),
        ("morpion", "--seat", "human"),
        ("morpion", "--players", "7"),
        ("morpion", "--resume", "nulle-part.json"),
        ("morpoin",),
        ("morpion", "--variant", "inconnue"),
    ],
)
def test_wrong_usage_is_said(
    words: tuple[str, ...],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert play(monkeypatch, "", *words) in (1, 2)
    assert "Traceback" not in capsys.readouterr().err


def exchange(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    answers: list[object],
    *words: str,
) -> list[dict[str, Any]]:
    lines = "".join(
        (answer if isinstance(answer, str) else json.dumps(answer)) + "\n"
        for answer in answers
    )
    assert play(monkeypatch, lines, *words, "--json") == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_a_program_plays_a_whole_game(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    told = exchange(monkeypatch, capsys, [{"choice": 0}] * 9, "morpion", "--seed", "1")
    assert [line["type"] for line in told[:-1]] == ["decision"] * (len(told) - 1)
    assert told[0]["player"] == 0 and len(told[0]["choices"]) == 9
    assert told[0]["view"]["boards"][0]["shape"] == "grille"
    assert told[-1]["type"] == "result" and told[-1]["outcome"] == "Alignement"


@pytest.mark.parametrize(
    "answer",
    [
        "",
        "nonsense",
        "[]",
        {"choice": 99},
        {"choice": "a1"},
        {"undo": 5},
        {"undo": -1},
        {},
        "[" * 50000,
    ],
)
def test_a_wrong_answer_is_refused_and_asked_again(
    answer: object, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    told = exchange(monkeypatch, capsys, [answer, {"choice": 4}, {"quit": True}], "morpion")
    assert [line["type"] for line in told] == ["decision", "error", "decision"]
    assert told[1]["code"].startswith("R") and told[1]["fr"] and told[1]["en"]


def test_the_table_never_shows_what_is_secret() -> None:
    game = livret.load("retour-du-roi").new_game(seed=5)
    program = game.rules.program
    for player in (0, 1, None):
        text = plain(Table(program, 100, "fr").draw(game.view(player)))
        hands = text.count("▒")
        assert hands >= game.players - (player is not None)


def spawn(tmp_path: Path, *words: str) -> pexpect.spawn[str]:
    environment = {
        **os.environ,
        "XDG_STATE_HOME": str(tmp_path),
        "TERM": "xterm",
        "PROMPT_TOOLKIT_NO_CPR": "1",
        "LANG": "fr_FR",
    }
    command = [sys.executable, "-m", "livret.interpreter", "play", *words]
    child = pexpect.spawn(
        command[0],
        command[1:],
        env=environment,
        encoding="utf-8",
        timeout=60,
        dimensions=(50, 100),
    )
    child.expect("Marquer une case")
    child.expect(r"\x1b\[0m>")
    return child


def test_at_a_terminal_ctrl_c_keeps_the_game(tmp_path: Path, at_home: Path) -> None:
    child = spawn(tmp_path, "morpion", "--seat", "J1=human", "--seat", "J2=random")
    child.sendline("b2")
    child.expect("Marquer une case")
    child.expect(r"\x1b\[0m>")
    child.sendintr()
    child.expect(pexpect.EOF)
    (kept,) = at_home.iterdir()
    assert len(json.loads(kept.read_text())["choices"]) == 2


def test_a_killed_terminal_loses_nothing(tmp_path: Path, at_home: Path) -> None:
    child = spawn(tmp_path, "morpion", "--seat", "J1=human", "--seat", "J2=random")
    child.sendline("5")
    child.expect("Marquer une case")
    child.expect(r"\x1b\[0m>")
    child.kill(signal.SIGKILL)
    child.close()
    (kept,) = at_home.iterdir()
    assert len(json.loads(kept.read_text())["choices"]) == 2


SHARED = """\
joueurs 1
type Perle
zone coffre : Perle visible
piste Route "La route" : 0 à 5
marqueur renard sur Route = 2 "Renard"
marqueur lièvre sur Route = 2 "Lièvre"
marqueur tortue sur Route = 4 "Tortue"
énumération Sac : rouge, vert
zone sac de Sac : Perle visible
issue Fin
mise en place :
  déplacer Perle vers coffre
  piocher 2 de coffre vers sac(vert)
déroulement :
  J1 choisit de 2 à 3 prises parmi coffre "Prendre des perles"
  déplacer prises vers sac(rouge)
  J1 choisit choisi parmi Sac "Garder un sac"
  renard augmente de nombre(sac(choisi))
  finir Fin gagnants joueurs
"""
PEARLS = """\
groupes:
  - provenance: {origine: reconstitué, note: inventé}
    composants:
      - {id: ambre, type: Perle, nom: Ambre}
      - {id: jais, type: Perle, nom: Jais}
      - {id: jade, type: Perle, nom: Jade}
      - {id: nacre, type: Perle, nom: Nacre, exemplaires: 2}
"""


@pytest.fixture
def pearls(tmp_path: Path) -> Path:
    folder = tmp_path / "perles"
    folder.mkdir()
    (folder / "regles.livret").write_text(SHARED, encoding="utf-8")
    (folder / "perles.yaml").write_text(PEARLS, encoding="utf-8")
    return folder


def test_markers_that_share_a_space_are_all_drawn(pearls: Path) -> None:
    game = livret.load(pearls).new_game()
    lines = plain(Table(game.rules.program, 80, "fr").draw(game.view(0))).splitlines()
    track = lines.index("La route")
    assert lines[track + 1].startswith("   0 ··R·T· 5")
    assert lines[track + 2] == "       L"


def test_cells_of_a_hexagon_board_are_not_cut_at_80_columns() -> None:
    game = livret.load("retour-du-roi").new_game(seed=5)
    text = plain(Table(game.rules.program, 80, "fr").draw(game.view(0)))
    board = text.split("\n\n")[0]
    assert "…" not in board and "tirith" in board
    assert max(len(line) for line in board.splitlines()) <= 80


def test_the_table_is_not_drawn_between_two_picks_and_options_tell_what_they_hold(
    pearls: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = (str(pearls), "--seat", "J1=human")
    assert play(monkeypatch, "Ambre\nJais\nfini\nquitter\n", *words) == 0
    told = capsys.readouterr().out
    assert told.count("La route") == 2
    assert "  1. rouge : Ambre, Jais\n  2. vert : 2× Nacre\n" in told
