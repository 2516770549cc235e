"""The decks of the living card game: its own are allowed; each rule refuses by itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from livret.dsl.loader import load
from livret.dsl.program import Program
from livret.interpreter.decks import decks_of, judge_file

GAME = Path(__file__).resolve().parent.parent / "rulesets" / "jce"
FIFTY = "\n".join(f"3 {card}" for card in (
    "garde_de_la_citadelle", "éclaireur_du_snowbourn", "vétéran_à_la_hache",
    "lancier_gondorien", "maîtrise_des_armes", "guide_de_la_lórien", "tenir_et_combattre",
    "fille_de_la_nimrodel", "savoir_d_imladris", "gandalf", "faramir", "fils_de_l_arnor",
    "coup_rapide", "feinte", "traqueur_du_nord", "gléowine",
)) + "\n2 attaque_furtive\n"  # fmt: skip


@pytest.fixture(scope="module")
def program() -> Program:
    loaded = load(GAME)[0]
    assert loaded is not None
    return loaded


def test_the_decks_of_the_ruleset_are_allowed(program: Program) -> None:
    decks = decks_of(GAME)
    assert len(decks) == 2
    assert [judge_file(path, program)[1] for path in decks] == [[], []]


@pytest.mark.parametrize(
    ("heroes", "cards", "refused"),
    [
        ("aragorn", FIFTY, []),
        ("aragorn\ngimli\néowyn", FIFTY, []),
        ("", FIFTY, [("B04", "JCE-086")]),
        ("aragorn\ngimli\néowyn\nglóin", FIFTY, [("B04", "JCE-086")]),
        ("2 aragorn", FIFTY, [("B05", "JCE-088")]),
        ("aragorn", FIFTY.replace("2 attaque", "1 attaque"), [("B04", "JCE-112")]),
        ("aragorn", FIFTY + "2 attaque_furtive\n", [("B05", "JCE-110")]),
        ("aragorn", FIFTY + "glóin\n", [("B05", "JCE-109")]),
        ("aragorn", FIFTY + "roi_araignée\n", [("B02", None)]),
    ],
)
def test_each_rule_refuses_by_itself(
    program: Program, tmp_path: Path, heroes: str, cards: str, refused: list[object]
) -> None:
    path = tmp_path / "deck.txt"
    path.write_text(f"Héros :\n{heroes}\n\nCartes :\n{cards}", encoding="utf-8")
    found = judge_file(path, program)[1]
    assert [(each.code, next(iter(each.cites), None)) for each in found] == refused


def test_a_reading_wants_exactly_fifty_cards(tmp_path: Path) -> None:
    program = load(GAME, readings={"taille_du_deck": "exacte"})[0]
    assert program is not None
    path = tmp_path / "deck.txt"
    path.write_text(f"aragorn\n{FIFTY}", encoding="utf-8")
    assert judge_file(path, program)[1] == []
    path.write_text(f"aragorn\n{FIFTY}3 pour_le_gondor\n", encoding="utf-8")
    assert [each.cites for each in judge_file(path, program)[1]] == [("JCE-112",)]
