"""Errata of components: what is in force when, and what a saved game says of it."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import livret
from livret.dsl.loader import load
from livret.dsl.render import fault

GAME = Path(__file__).parent / "language" / "amendments"
Command = Callable[..., Any]


@pytest.mark.parametrize(
    ("as_of", "errata", "wear", "label", "abilities"),
    [
        (None, True, 1, "Râteau", {"serpe.Couper"}),
        (None, False, 2, "Râteau", {"serpe.Couper"}),
        ("2002-04-30", True, 2, "Râteau", {"serpe.Couper"}),
        ("2010-05-31", True, 1, "Râteau", {"serpe.Couper"}),
        ("2010-06-01", True, 1, "Grand râteau", {"râteau.Ratisser"}),
        ("2010-06-01", False, 2, "Râteau", {"serpe.Couper"}),
    ],
)
def test_a_component_is_what_amendments_in_force_make_it(
    as_of: str | None, errata: bool, wear: int, label: str, abilities: set[str]
) -> None:
    program, found = load(GAME, as_of=as_of, errata=errata)
    assert program is not None, found
    assert program.cards["serpe"].values["usure"] == wear
    assert program.cards["râteau"].label == label
    assert {name for name, a in program.abilities.items() if a.card} == abilities


def test_the_text_shown_is_that_of_the_erratum() -> None:
    texts = []
    for errata in (False, True):
        program, _ = load(GAME, errata=errata)
        assert program is not None
        texts.append(program.cards["serpe"].text)
    assert texts == [
        "Une gerbe de plus, une fois par tour.",
        "Une gerbe de plus contre une graine.",
    ]


def test_a_save_of_another_card_text_says_which_card(tmp_path: Path) -> None:
    data = livret.load(GAME).new_game().save_data()
    folder = tmp_path / "amendments"
    shutil.copytree(GAME, folder)
    errata = folder / "errata.livret"
    text = errata.read_text("utf-8")
    errata.write_text(text.replace("usure devient 1", "usure devient 3"), "utf-8")
    with pytest.raises(livret.GameError) as caught:
        livret.load(folder).resume(data)
    assert caught.value.diagnostic.code == "R39"
    assert "serpe" in fault(caught.value.diagnostic, "en")


def test_explain_shows_the_printed_card_and_its_errata(command: Command) -> None:
    done = command("explain", GAME, "serpe", "--lang", "en")
    out = done.out
    assert done.status == 0
    assert "usure: 2" in out and "usure devient 1 [AME-15]" in out
    assert "in force" in out and "2010-06-01, not in force" in out


def test_info_tells_which_source_is_on_request(command: Command) -> None:
    out = command("info", GAME, "--lang", "en").out
    assert "La réédition, 2010-06-01, with --as-of only" in out
    assert "composant serpe action Couper" in out


def test_check_looks_at_amendments_on_request(command: Command, tmp_path: Path) -> None:
    folder = tmp_path / "amendments"
    shutil.copytree(GAME, folder)
    errata = folder / "errata.livret"
    text = errata.read_text("utf-8")
    last = text.rindex("moi.graines augmente")
    errata.write_text(text[:last] + text[last:].replace("graines", "graine", 1), "utf-8")
    outcome = command("check", folder, "--lang", "en")
    assert outcome.status == 1 and "N09" in outcome.out
    assert command("test", folder).status == 0
