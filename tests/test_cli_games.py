"""Verbs that play: test runs examples, replay verifies a saved game."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import livret
from livret.schemas import load_schema

Command = Callable[..., Any]

GOOD = """\
exemple "Une marque prend une case" :
  quand :
    J1 : a1
  alors :
    a1.marque = J1
"""
BAD = """\
exemple "Une marque en prend deux" :
  quand :
    J1 : a1
  alors :
    a1.marque = J1
    b1.marque = J1
"""


# test ----------------------------------------------------------------------


def test_the_examples_of_a_game_are_played(command: Command) -> None:
    outcome = command("test", "morpion")
    assert outcome.status == 0
    assert "ok     Trois marques sur une rangée gagnent\n" in outcome.out
    assert outcome.out.endswith(", 0 échec\n")


def test_examples_of_other_files_are_played(command: Command, tmp_path: Path) -> None:
    good, bad = tmp_path / "bon.livret", tmp_path / "faux.livret"
    good.write_text(GOOD, encoding="utf-8")
    bad.write_text(BAD, encoding="utf-8")
    assert command("test", "morpion", "--examples", good).out.endswith(
        "1 exemple, 0 échec\n"
    )
    outcome = command("test", "morpion", "--examples", good, bad)
    assert outcome.status == 1
    assert "ÉCHEC  Une marque en prend deux" in outcome.out
    assert f"{bad}:6:5: E" in outcome.out and "b1.marque = J1" in outcome.out
    assert outcome.out.endswith("2 exemples, 1 échec\n")


def test_examples_can_be_picked_by_a_word(command: Command) -> None:
    outcome = command("test", "morpion", "-k", "RANGEE")
    assert outcome.out.endswith("1 exemple, 0 échec\n")


def test_a_word_that_no_example_has_is_refused(command: Command) -> None:
    outcome = command("test", "morpion", "-k", "rangge")
    assert (outcome.status, outcome.out) == (2, "")
    assert "« rangge »" in outcome.err and "est-ce « rangée »" in outcome.err


def test_results_as_json(command: Command, tmp_path: Path) -> None:
    bad = tmp_path / "faux.livret"
    bad.write_text(BAD, encoding="utf-8")
    words = ("test", "morpion", "--examples", bad, "--format", "json", "--lang", "en")
    outcome = command(*words)
    (result,) = json.loads(outcome.out)
    assert outcome.status == 1
    assert (result["title"], result["passed"]) == ("Une marque en prend deux", False)
    Draft202012Validator(load_schema("diagnostics")).validate(result["diagnostics"])


def test_files_that_hold_no_examples_are_refused(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "autre.livret"
    assert command("test", "morpion", "--examples", path).status == 2
    path.write_text("issue Fin\n", encoding="utf-8")
    outcome = command("test", "morpion", "--examples", path)
    assert outcome.status == 2 and f"{path}:1:1" in outcome.err
    path.write_text("exemple Rien :\n", encoding="utf-8")
    outcome = command("test", "morpion", "--examples", path)
    assert outcome.status == 1 and "Traceback" not in outcome.err


def test_a_game_with_errors_has_no_results(command: Command, tmp_path: Path) -> None:
    (tmp_path / "regles.livret").write_text("joueurs 2\nisue Fin\n", encoding="utf-8")
    outcome = command("test", tmp_path)
    assert (outcome.status, outcome.out) == (1, "")
    assert "S06" in outcome.err


def test_the_examples_of_a_new_game_hold(command: Command, tmp_path: Path) -> None:
    command("new", tmp_path / "jeu")
    outcome = command("test", tmp_path / "jeu")
    assert outcome.status == 0 and "ok     " in outcome.out


def test_a_new_game_plays_to_its_end(command: Command, tmp_path: Path) -> None:
    command("new", tmp_path / "jeu")
    game = livret.load(tmp_path / "jeu").new_game(seed=4)
    while game.decision is not None:
        game.apply(game.decision.choices[-1])
    assert game.result is not None and len(game.result.winners) == 1


# replay --------------------------------------------------------------------


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    game = livret.load("morpion").new_game(seed=1)
    for _ in range(4):
        game.apply(0)
    path = tmp_path / "partie.json"
    game.save(path)
    return path


def test_a_saved_game_is_told(command: Command, saved: Path) -> None:
    outcome = command("replay", saved)
    assert outcome.status == 0
    assert "J1 choisit a1 (Marquer une case)" in outcome.out
    assert outcome.out.endswith("Partie en cours, vérifiée : 4 choix.\n")
    assert "J1 chooses a1" in command("replay", saved, "--lang", "en").out


def test_a_saved_game_as_json(command: Command, saved: Path) -> None:
    data = json.loads(command("replay", saved, "--format", "json", "--player", "J2").out)
    Draft202012Validator(load_schema("journal")).validate(data)
    assert (data["choices"], data["result"]) == (4, None)


def test_a_game_that_does_not_verify_is_told(command: Command, saved: Path) -> None:
    text = saved.read_text(encoding="utf-8").replace('"b1"', '"a1"')
    saved.write_text(text, encoding="utf-8")
    outcome = command("replay", saved)
    assert (outcome.status, outcome.out) == (1, "")
    assert "choix 2" in outcome.err


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", "\x00", "[" * 100_000])
def test_what_is_no_saved_game_is_told(command: Command, tmp_path: Path, text: str) -> None:
    path = tmp_path / "partie.json"
    path.write_text(text, encoding="utf-8")
    outcome = command("replay", path)
    assert (outcome.status, outcome.out) == (1, "")
    assert "Traceback" not in outcome.err and "failli" not in outcome.err


def test_a_game_of_an_unknown_ruleset_asks_for_its_folder(
    command: Command, saved: Path, tmp_path: Path
) -> None:
    text = saved.read_text(encoding="utf-8").replace('"morpion"', '"mon-jeu"')
    saved.write_text(text, encoding="utf-8")
    outcome = command("replay", saved)
    assert outcome.status == 2 and "--game" in outcome.err
    assert command("replay", saved, "--game", "morpion").status == 1


def test_wrong_usage_of_replay(command: Command, saved: Path) -> None:
    assert command("replay", saved.parent / "absent.json").status == 2
    outcome = command("replay", saved, "--player", "J3")
    assert outcome.status == 2 and "J1, J2" in outcome.err


ENDLESS = """\
joueurs 2
compteur or de Joueur = 0
issue Fin
fenêtre Achat :
  clôture obligatoire
action Acheter :
  pendant Achat
  exige moi.or > 0
  effet :
    moi.or diminue de 1
    finir Fin gagnants {moi}
déroulement :
  tant que tous(joueurs, .or < 9) :
    à tour de rôle j depuis J1 horaire :
      ouvrir Achat pour j
    J1.or diminue de 1
exemple "Personne ne peut rien acheter" :
  alors :
    J1.or = 0
"""


def test_rules_that_run_on_have_a_place(command: Command, tmp_path: Path) -> None:
    (tmp_path / "regles.livret").write_text(ENDLESS, encoding="utf-8")
    outcome = command("test", tmp_path)
    assert outcome.status == 1
    assert "regles.livret:" in outcome.out and "R15" in outcome.out
