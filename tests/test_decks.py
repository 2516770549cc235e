"""Decks: how files are read, what the rules refuse, what the command answers."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from livret.dsl.loader import load
from livret.dsl.program import Program
from livret.interpreter.decks import exercised, find_construction, judge_file

GAME = Path(__file__).parent / "language" / "constructions"
Command = Callable[..., Any]
LOADED = load(GAME)[0]


def codes(path: Path, text: str, construction: str = "") -> list[tuple[str, Any]]:
    """Return the codes and citations of what is wrong with a deck."""
    assert isinstance(LOADED, Program)
    path.write_text(text, encoding="utf-8")
    return [
        (each.code, each.cites)
        for each in judge_file(path, LOADED, find_construction(construction, LOADED))[1]
    ]


FINE = "Capitaine vert\n3 gabier\n3 voile\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (FINE, []),
        ("3 gabier\n3 voile\n", [("B04", ("CST-2",))]),
        ("capitaine_vert\n3 gabier\n2 voile\n", [("B04", ("CST-3",))]),
        (FINE + "amirale\n", [("B04", ("CST-4",))]),
        (FINE + "gabier\n", [("B05", ("CST-5",))]),
        (FINE + "équipage :\ncapitaine bleu\n", [("B05", ("CST-6",))]),
        (FINE + "2 capitaine_bleu\n", [("B04", ("CST-2",)), ("B04", ("CST-4",))]),
    ],
)
def test_each_rule_refuses_by_itself(
    tmp_path: Path, text: str, expected: list[tuple[str, Any]]
) -> None:
    assert codes(tmp_path / "deck.txt", text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("capitaine vert\nmousse_vert\n", []),
        ("capitaine vert\nmousse_bleu\n", [("B05", ("CST-8",))]),
        ("capitaine vert\ncapitaine bleu\nmousse_bleu\nbaril\n", [("B05", ("CST-7",))]),
    ],
)
def test_another_construction_has_its_own_rules(
    tmp_path: Path, text: str, expected: list[tuple[str, Any]]
) -> None:
    assert codes(tmp_path / "deck.txt", text, "tournoi") == expected


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.txt", "CAPITAINE VERT\n2 Gabier # et un autre\nGabier\nvoile d’orage x 3\n"),
        ("b.txt", "capitaine-vert\r\n3× gabier\r\n3x Voile d'orage\r\n"),
        ("c.txt", "Capitaines:\n1 capitaine_vert\n\nÉQUIPAGE :\n3 gabier\n3 voile\n"),
        ("d.yaml", "capitaines: capitaine_vert\nequipage: {gabier: 3, voile: 3}\n"),
        ("e.yml", "nom: E\ncapitaines: [capitaine vert]\néquipage: [3 gabier, voile: 3]\n"),
    ],
)
def test_a_deck_may_be_written_in_many_ways(tmp_path: Path, name: str, text: str) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    assert LOADED is not None
    deck, found = judge_file(path, LOADED)
    assert found == []
    assert {name: dict(cards) for name, cards in deck.lists.items()} == {
        "capitaines": {"capitaine_vert": 1},
        "équipage": {"gabier": 3, "voile": 3},
    }


def test_a_name_of_several_is_told_apart_by_its_id_only(tmp_path: Path) -> None:
    assert codes(tmp_path / "deck.txt", FINE + "Mousse\n") == [("B06", ())]
    assert codes(tmp_path / "deck.txt", FINE + "mousse_bleu\n") == []


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=60), st.sampled_from(["deck.txt", "deck.yaml"]))
def test_no_text_breaks_the_reader(
    tmp_path_factory: pytest.TempPathFactory, text: str, name: str
) -> None:
    path = tmp_path_factory.mktemp("deck") / name
    path.write_bytes(text.encode("utf-8", "replace"))
    assert LOADED is not None
    assert all(each.code for each in judge_file(path, LOADED)[1])


def test_exit_statuses(command: Command, tmp_path: Path) -> None:
    deck = tmp_path / "deck.txt"
    deck.write_text(FINE, encoding="utf-8")
    assert command("deck", "check", deck, GAME).status == 0
    refused = command("deck", "check", deck, GAME, "--variant", "grand_équipage")
    assert refused.status == 1 and "nombre(équipage) = 6, taille = 9" in refused.out
    for words in (
        ("check", tmp_path / "rien.txt", GAME),
        ("check", deck, "morpion"),
        ("check", deck),
        ("list", deck, GAME),
        ("check", deck, GAME, "--construction", "Regate-2000"),
        ("check", tmp_path, GAME),
    ):
        outcome = command("deck", *words)
        assert outcome.status == 2 and outcome.err.startswith("livret : ")


def test_plain_data(command: Command, tmp_path: Path) -> None:
    deck = tmp_path / "deck.txt"
    deck.write_text(FINE + "gabier\n", encoding="utf-8")
    data = json.loads(command("deck", "check", deck, GAME, "--format", "json").out)
    assert data["allowed"] is False and data["lists"]["équipage"]["gabier"] == 4
    assert data["diagnostics"][0]["cites"] == ["CST-5"]
    listed = json.loads(command("deck", "list", GAME, "--format", "json").out)
    assert [each["allowed"] for each in listed] == [True, True]


def test_an_amendment_changes_how_decks_are_built(tmp_path: Path) -> None:
    for path in GAME.glob("*.*"):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    (tmp_path / "errata.livret").write_text(
        "amendement Moins :\n  date 2001-01-01\n  remplace construction Régate :\n"
        "    liste capitaines : Capitaine\n    liste équipage : Élément\n",
        encoding="utf-8",
    )
    deck = tmp_path / "deck.txt"
    deck.write_text("9 gabier\n", encoding="utf-8")
    for errata in (False, True):
        program, found = load(tmp_path, errata=errata)
        assert program is not None, found
        assert bool(judge_file(deck, program)[1]) is not errata


def test_the_decks_of_a_game_exercise_the_rules_they_are_held_against() -> None:
    assert LOADED is not None
    ids = {f"CST-{n}" for n in range(1, 7)}
    assert exercised(GAME, LOADED) == ids
    assert exercised(GAME / "decks", LOADED) == set()
