"""Keeping a game: saved and resumed anywhere, never misplayed, whatever the file says."""

import copy
import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import livret
from livret.dsl.render import fault
from livret.interpreter import saves
from livret.interpreter.api import Game, Ruleset

VEILLEE = Path(__file__).parent / "games" / "veillee"
SOURCES = ["morpion", "breakthrough", str(VEILLEE)]
RULESETS: dict[str, Ruleset] = {}


def ruleset_of(source: str) -> Ruleset:
    """Load a ruleset once for all tests."""
    if source not in RULESETS:
        RULESETS[source] = livret.load(source)
    return RULESETS[source]


def play(ruleset: Ruleset, seed: int, plies: int) -> Game:
    """Play so many choices at random, fewer if the game ends."""
    game = ruleset.new_game(seed=seed)
    chance = Random(seed)
    while game.result is None and game.plies < plies:
        game.apply(chance.randrange(len(game.decision.choices)))
    return game


def through_text(data: dict[str, Any]) -> dict[str, Any]:
    """Write data as JSON and read it again."""
    read: dict[str, Any] = json.loads(json.dumps(data, ensure_ascii=False))
    return read


def code_of(call: Callable[[], object]) -> str:
    """Return the code of the GameError a call ends in."""
    with pytest.raises(livret.GameError) as caught:
        call()
    assert fault(caught.value.diagnostic, "fr") and fault(caught.value.diagnostic, "en")
    return caught.value.diagnostic.code


situations = given(st.sampled_from(SOURCES), st.integers(0, 10**6), st.integers(0, 80))


# States ------------------------------------------------------------------


@settings(max_examples=40, deadline=None)
@situations
def test_a_state_survives_the_middle_of_any_decision(
    source: str, seed: int, plies: int
) -> None:
    game = play(ruleset_of(source), seed, plies)
    again = ruleset_of(source).from_json(through_text(game.to_json()))
    assert again == game and hash(again) == hash(game)
    assert again.state.options == game.state.options or game.result is not None
    chance = Random(seed)
    for _ in range(5):
        if game.result is not None:
            break
        index = chance.randrange(len(game.decision.choices))
        game.apply(index)
        again.apply(index)
        assert again == game


def test_a_state_of_other_rules_is_refused() -> None:
    data = play(ruleset_of("morpion"), 1, 3).to_json()
    assert code_of(lambda: ruleset_of("breakthrough").from_json(data)) == "R42"
    assert code_of(lambda: ruleset_of("morpion").from_json(data | {"version": 9})) == "R33"
    assert code_of(lambda: ruleset_of("morpion").from_json(data | {"players": 3})) == "R02"


def test_options_the_rules_do_not_offer_are_refused() -> None:
    data = play(ruleset_of("morpion"), 1, 3).to_json()
    taken = next(n for n in range(9) if n not in data["options"])
    data["options"].append(taken)
    assert code_of(lambda: ruleset_of("morpion").from_json(data)) == "R32"


def damage(data: Any, chance: Random) -> Any:
    """Change one random part of plain data."""
    data = copy.deepcopy(data)
    parent, key, part = None, None, data
    while isinstance(part, dict | list) and part and chance.random() < 0.85:
        key = chance.choice(list(part) if isinstance(part, dict) else range(len(part)))
        parent, part = part, part[key]
    strange = [None, -1, 0, 1, 2, 7, 10**9, -(10**9), 2**70, True, 1.5, "", "a1", [], {}, [[]],
               [1, 2, 3], {"a": 1}, "x" * 300, float("nan")]  # fmt: skip
    if parent is None:
        return chance.choice(strange)
    action = chance.random()
    if action < 0.7:
        parent[key] = chance.choice(strange)
    elif action < 0.85:
        del parent[key]
    elif isinstance(parent, list):
        parent.insert(key, chance.choice([part, *strange]))
    else:
        parent[str(chance.choice(strange))] = part
    return data


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(SOURCES), st.integers(0, 10**9))
def test_damaged_states_never_crash(source: str, seed: int) -> None:
    chance = Random(seed)
    data = play(ruleset_of(source), seed % 7, chance.randrange(50)).to_json()
    for _ in range(chance.randint(1, 3)):
        data = damage(data, chance)
    try:
        game = ruleset_of(source).from_json(data)
        for _ in range(30):
            if game.result is not None:
                break
            game.apply(chance.randrange(len(game.decision.choices)))
    except livret.GameError as error:
        assert fault(error.diagnostic)


# Saved games -------------------------------------------------------------


@settings(max_examples=40, deadline=None)
@situations
def test_a_saved_game_is_resumed(source: str, seed: int, plies: int) -> None:
    game = play(ruleset_of(source), seed, plies)
    again = ruleset_of(source).resume(through_text(game.save_data()))
    assert again == game and again.choices == game.choices
    assert again.journal == game.journal and again.remarks == ()


def test_a_file_keeps_the_game_and_its_seats(tmp_path: Path) -> None:
    game = play(ruleset_of("morpion"), 4, 5)
    path = tmp_path / "partie é.json"
    game.save(path, seats={"J1": "human"})
    again = livret.resume(path)
    assert again == game
    assert saves.read(path).seats == {"J1": "human"}
    game.undo(2)
    game.save(str(path))
    assert ruleset_of("morpion").resume(str(path)) == game
    assert [file.name for file in tmp_path.iterdir()] == [path.name]


def test_a_save_that_fails_leaves_the_file_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = play(ruleset_of("morpion"), 4, 3)
    path = tmp_path / "partie.json"
    game.save(path)
    before = path.read_bytes()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    game.apply(0)
    assert code_of(lambda: game.save(path)) == "R41"
    monkeypatch.undo()
    assert path.read_bytes() == before and len(list(tmp_path.iterdir())) == 1
    assert code_of(lambda: game.save(tmp_path / "absent" / "partie.json")) == "R41"


def test_choices_are_kept_by_names() -> None:
    game = ruleset_of("breakthrough").new_game()
    game.apply(0)
    assert game.save_data()["choices"] == [[0, ["Avancer", None, "a2", "a3"]]]
    game = ruleset_of("morpion").new_game()
    game.apply(4)
    assert game.save_data()["choices"] == [[0, "b2"]]


def test_a_game_without_its_beginning_is_not_saved() -> None:
    game = play(ruleset_of("morpion"), 1, 3)
    assert code_of(game.determinize(0, 1).save_data) == "R43"
    assert code_of(ruleset_of("morpion").from_json(game.to_json()).save_data) == "R43"


def test_a_changed_choice_is_found() -> None:
    data = play(ruleset_of("morpion"), 4, 5).save_data()
    data["choices"][2][1] = data["choices"][1][1]
    assert code_of(lambda: ruleset_of("morpion").resume(data)) == "R37"
    data["choices"][2][1] = "z9"
    assert code_of(lambda: ruleset_of("morpion").resume(data)) == "R37"
    data["choices"][2] = [0, "a1"]
    data["choices"][3][0] = 0
    assert code_of(lambda: ruleset_of("morpion").resume(data)) == "R37"


def test_a_changed_situation_is_found() -> None:
    ruleset = ruleset_of(str(VEILLEE))
    data = play(ruleset, 4, 2).save_data()
    assert code_of(lambda: ruleset.resume(data | {"seed": 5})) == "R38"
    assert code_of(lambda: ruleset.resume(data | {"digest": ""})) == "R38"
    shorter = data | {"choices": data["choices"][:-1]}
    assert code_of(lambda: ruleset.resume(shorter)) == "R38"


def test_another_game_or_version_is_refused() -> None:
    data = play(ruleset_of("morpion"), 4, 5).save_data()
    assert code_of(lambda: ruleset_of("breakthrough").resume(data)) == "R34"
    assert code_of(lambda: ruleset_of("morpion").resume(data | {"version": 2})) == "R33"
    assert code_of(lambda: ruleset_of("morpion").resume(data | {"format": "x"})) == "R32"


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "R31"),
        (b"{", "R31"),
        (b"\xff\xfe", "R31"),
        (b"[" * 100_000, "R31"),
        (b'{"a":' * 50_000, "R31"),
        (b"[]", "R32"),
        (b"3", "R32"),
        (b'{"format": "livret-save", "version": 1e999}', "R32"),
        (b'{"format": "livret-save", "version": ' + b"9" * 6000 + b"}", "R31"),
    ],
)
def test_a_file_that_is_no_save_is_refused(
    tmp_path: Path, content: bytes, code: str
) -> None:
    path = tmp_path / "partie.json"
    path.write_bytes(content)
    assert code_of(lambda: ruleset_of("morpion").resume(path)) == code
    assert code_of(lambda: livret.resume(path)) == code


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    assert code_of(lambda: livret.resume(tmp_path / "absent.json")) == "R30"
    assert code_of(lambda: livret.resume(tmp_path)) == "R30"
    assert code_of(lambda: livret.resume("a\0b")) == "R30"
    os.mkfifo(tmp_path / "pipe")
    assert code_of(lambda: livret.resume(tmp_path / "pipe")) == "R30"


def test_a_save_of_no_shipped_game_needs_its_ruleset(tmp_path: Path) -> None:
    path = tmp_path / "partie.json"
    game = play(ruleset_of(str(VEILLEE)), 1, 5)
    game.save(path)
    assert code_of(lambda: livret.resume(path)) == "R01"
    assert ruleset_of(str(VEILLEE)).resume(path) == game


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(SOURCES), st.integers(0, 10**9))
def test_damaged_saves_are_refused_or_the_same(source: str, seed: int) -> None:
    chance = Random(seed)
    game = play(ruleset_of(source), seed % 7, chance.randrange(50))
    data = game.save_data()
    for _ in range(chance.randint(1, 3)):
        data = damage(data, chance)
    try:
        again = ruleset_of(source).resume(data)
    except livret.GameError as error:
        assert fault(error.diagnostic)
    else:
        assert again == game


# Rules that changed ------------------------------------------------------


def edited(folder: Path, *changes: tuple[str, str, str]) -> Ruleset:
    """Return the test game with parts of its files replaced."""
    target = folder / "veillee"
    shutil.copytree(VEILLEE, target, dirs_exist_ok=True)
    for file, before, after in changes:
        text = (target / file).read_text(encoding="utf-8")
        assert before in text
        (target / file).write_text(text.replace(before, after), encoding="utf-8")
    return livret.load(target)


def test_comments_and_titles_do_not_count(tmp_path: Path) -> None:
    game = play(ruleset_of(str(VEILLEE)), 3, 30)
    same = edited(
        tmp_path,
        ("regles.livret", "# La veillée", "# Autre chose\n# La veillée"),
        ("regles.livret", '"Un éclat"', '"Un grand éclat"'),
        ("composants.yaml", "nom: Braise", "nom: Petite braise"),
    )
    assert same.program.fingerprint != game.ruleset.program.fingerprint
    again = same.resume(through_text(game.save_data()))
    assert again.plies == game.plies and again.remarks == ()


def test_a_changed_rule_is_named(tmp_path: Path) -> None:
    game = play(ruleset_of(str(VEILLEE)), 3, 30)
    data = through_text(game.save_data())
    other = edited(tmp_path, ("regles.livret", "exige n ≥ 3", "exige n ≥ 9"))
    with pytest.raises(livret.GameError) as caught:
        other.resume(data)
    diagnostic = caught.value.diagnostic
    assert diagnostic.code in ("R36", "R39")
    assert "« forcé Lueur »" in fault(diagnostic) and "« forcé Fumée »" not in fault(
        diagnostic
    )


def test_a_new_declaration_does_not_change_the_meaning_of_choices(tmp_path: Path) -> None:
    line = 'énumération Teinte "Teinte" : rouge, grise\n'
    action = (
        "action Attendre :\n  pendant Récit\n  exige faux\n  effet :\n    ne rien faire\n"
    )
    new = f"zone neuve : Bûche visible\n{action}{line}"
    other = edited(tmp_path, ("regles.livret", line, new))
    game = play(ruleset_of(str(VEILLEE)), 3, 30)
    data = through_text(game.save_data())
    with pytest.raises(livret.GameError) as caught:
        other.resume(data)
    assert caught.value.diagnostic.code == "R39"
    assert "« action Attendre », « zone neuve »" in fault(caught.value.diagnostic)
    again = other.resume(data, accept_changes=True)
    assert [remark.code for remark in again.remarks] == ["R40"]
    assert [choice.label for choice in again.decision.choices] == [
        choice.label for choice in game.decision.choices
    ]


def test_choices_that_no_longer_exist_are_counted(tmp_path: Path) -> None:
    other = edited(
        tmp_path, ("regles.livret", 'j choisit g parmi Teinte "Gage"', "soit g = rouge")
    )
    data = through_text(play(ruleset_of(str(VEILLEE)), 3, 30).save_data())
    for accept in (False, True):
        with pytest.raises(livret.GameError) as caught:
            other.resume(data, accept_changes=accept)
        assert caught.value.diagnostic.code == "R36"
        assert caught.value.diagnostic.values["number"] == 1
        assert "mise en place" in fault(caught.value.diagnostic)


def test_other_settings_are_refused(tmp_path: Path) -> None:
    (tmp_path / "regles.livret").write_text(
        "joueurs 2\nvariante Longue\nissue Fin\ndéroulement :\n"
        "  J1 choisit n parmi {1, 2}\n  si Longue :\n    J2 choisit m parmi {1, 2}\n"
        "    si n + m > 5 :\n      finir Fin\n  finir Fin\n",
        encoding="utf-8",
    )
    data = livret.load(tmp_path, variants=["Longue"]).new_game().save_data()
    assert code_of(lambda: livret.load(tmp_path).resume(data)) == "R35"
    assert livret.load(tmp_path, variants=["Longue"]).resume(data).plies == 0


def test_hashes_do_not_depend_on_the_process() -> None:
    hashes = ruleset_of("breakthrough").hashes
    assert {"action Avancer", "état pion", "fenêtre Coup", "déroulement"} <= set(hashes)
    assert saves.rule_hashes(livret.load("breakthrough").program) == dict(hashes)
