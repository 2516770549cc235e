"""Options of a ruleset as flags of the command line."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Command = Callable[..., Any]

RULES = """\
joueurs 1
énumération Lieu : clairière, forêt_noire
énumération Deck : vide, épées, arcs
option scénario "Où l'on va" : Lieu = clairière
option longue_partie "Partie longue" : booléen = faux
option départ "Départ" : nombre = 3
option deck_1 "Deck du premier" : Deck = vide
option deck_2 "Deck du deuxième" : Deck = vide
option deck_3 "Deck du troisième" : Deck = vide
compteur total
issue Fin
déroulement :
  si scénario = forêt_noire et longue_partie :
    total augmente de départ
  si deck_1 = épées et deck_2 = arcs et deck_3 = vide :
    total augmente de 1
  J1 choisit n parmi {1, 2}
  si n + total > 1 :
    finir Fin
  finir Fin
exemple "Le lieu" :
  option scénario = forêt_noire
  alors :
    total = 0
"""


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "jeu"
    folder.mkdir()
    (folder / "regles.livret").write_text(RULES, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return folder


def chosen(command: Command, *words: str | Path) -> dict[str, Any]:
    """Return the options `livret info` says are in force."""
    outcome = command("info", *words, "--format", "json")
    assert outcome.status == 0, outcome.err
    settings = json.loads(outcome.out)["settings"]
    names = {
        each["name"]: dict(
            zip(each["values"], [c["name"] for c in each["choices"]], strict=True)
        )
        for each in settings
    }
    return {e["name"]: names[e["name"]].get(e["chosen"], e["chosen"]) for e in settings}


@pytest.mark.parametrize(
    "words",
    [
        ("--scénario", "forêt_noire"),
        ("--scenario", "foret-noire"),
        ("--SCENARIO=Foret_Noire",),
        ("--option", "scenario=foret-noire"),
        ("--option=scénario=forêt_noire",),
    ],
)
@pytest.mark.parametrize("is_before", [False, True])
def test_an_option_is_a_flag(
    command: Command, game: Path, words: tuple[str, ...], is_before: bool
) -> None:
    line = (*words, game) if is_before else (game, *words)
    assert chosen(command, *line)["scénario"] == "forêt_noire"


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("--longue-partie",), "vrai"),
        (("--longue_partie", "non"), "faux"),
        (("--longue-partie=OUI",), "vrai"),
    ],
)
def test_a_truth_value_needs_no_value(
    command: Command, game: Path, words: tuple[str, ...], expected: str
) -> None:
    assert chosen(command, *words, game)["longue_partie"] == expected


def test_a_number_may_be_negative(command: Command, game: Path) -> None:
    assert chosen(command, game, "--depart", "-2")["départ"] == -2


def test_numbered_options_are_one_flag_repeated(command: Command, game: Path) -> None:
    found = chosen(command, game, "--deck", "epees", "--deck", "arcs")
    assert [found[f"deck_{n}"] for n in (1, 2, 3)] == ["épées", "arcs", "vide"]
    found = chosen(command, game, "--deck-1", "arcs", "--deck", "epees")
    assert [found[f"deck_{n}"] for n in (1, 2, 3)] == ["arcs", "épées", "vide"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--scenari", "forêt_noire"), "est-ce --scénario ?"),
        (("--zut",), "options du jeu : --deck, --scénario"),
        (("--scénario",), "--scénario attend une valeur"),
        (("--scénario", "--no-errata"), "--scénario attend une valeur"),
        (("--scénario", "forêt_noire", "--scenario=clairière"), "une seule fois"),
        (("--deck", "arcs") * 4, "3 fois au plus"),
        (("--scénario", "plage"), "clairière, forêt_noire"),
        (("--as-off", "2001-01-01"), "est-ce --as-of ?"),
    ],
)
@pytest.mark.parametrize("verb", ["info", "play", "check", "simulate", "timing"])
def test_a_wrong_flag_is_told(
    command: Command, game: Path, verb: str, words: tuple[str, ...], told: str
) -> None:
    outcome = command(verb, game, *words)
    assert outcome.status in ((1, 2) if verb == "check" else (2,))
    assert told in outcome.err + outcome.out
    assert "Traceback" not in outcome.err


def test_a_flag_of_no_game_is_unknown(command: Command, game: Path) -> None:
    assert command("info", "nulle-part", "--scenario", "x").status == 2
    assert command("test", game, "--scenario", "x").status == 2


def test_help_tells_the_options_of_the_game(command: Command, game: Path) -> None:
    out = command("play", game, "--help").out
    assert "--scénario {clairière,forêt_noire}" in out
    assert "--deck {vide,épées,arcs}" in out and "(répétable)" in out
    assert "--deck-1" not in out


def test_flags_and_their_values_are_completed(command: Command, game: Path) -> None:
    flags = command("completion", "words", "--", "play", game, "--s").out.split()
    assert "--scénario" in flags and "--seed" in flags
    line = ("completion", "words", "--", "play", game, "--scénario", "f")
    assert command(*line).out.split() == ["forêt_noire"]
