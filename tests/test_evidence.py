"""The evidence: what is counted of very many games, and the page that shows it."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from bench.evidence import OPTIONS, Setting, Tally, play, summary, table_of
from livret.interpreter import simulation
from livret.interpreter.faults import game_error
from livret.rulesets import shipped

ROOT = Path(__file__).resolve().parent.parent
FIGURES = json.loads((ROOT / "bench" / "evidence.json").read_text("utf-8"))
SETTING = Setting("jce", "forêt_noire", 1, "random")


@pytest.fixture(scope="module")
def tally() -> Tally:
    return play(SETTING, range(2))


def test_games_are_counted_with_the_cards_in_play(tally: Tally) -> None:
    assert (tally.games, sum(tally.outcomes.values())) == (2, 2)
    assert not tally.faults and not tally.unfinished
    # Heroes and the first stage begin in play; another scenario and deck never come.
    assert {"aragorn", "mouches_et_araignées"} <= tally.seen
    assert not {"éowyn", "vers_le_fleuve"} & tally.seen
    never = summary("jce", [tally.to_json(SETTING)])["never"]
    assert "éowyn" in never and not tally.seen & set(never)


def test_a_run_goes_on_where_it_was(tally: Tally) -> None:
    assert Tally.of_row(json.loads(json.dumps(tally.to_json(SETTING)))) == tally


def test_a_broken_invariant_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(*_: object) -> None:
        raise game_error("R07")

    table_of(SETTING)
    monkeypatch.setattr(simulation, "check_invariants", breaks)
    found = play(SETTING, range(3, 4))
    assert dict(found.faults) == {"R07 (3)": 1}
    assert found.to_json(SETTING)["wins"] == 0


def page() -> Any:
    sys.path.append(str(ROOT / "docs"))
    path = ROOT / "docs" / "evidence_tables.py"
    spec = importlib.util.spec_from_file_location("evidence_tables", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_row_is_on_the_page(tmp_path: Path) -> None:
    page().write_evidence(tmp_path)
    games = (tmp_path / "evidence-games.inc").read_text("utf-8")
    assert games.count("* - ") == len(FIGURES["rows"]) + 1
    cards = (tmp_path / "evidence-cards.inc").read_text("utf-8")
    for each in FIGURES["rulesets"]:
        assert all(card in cards for card in each["never"] or ["none"])
    text = (ROOT / "docs" / "evidence.rst").read_text("utf-8")
    for file in tmp_path.iterdir():
        assert f"pictures/{file.name}" in text


def test_the_evidence_is_without_errors() -> None:
    assert {each["game"] for each in FIGURES["rulesets"]} == set(OPTIONS) <= set(shipped())
    for row in FIGURES["rows"]:
        assert not row["faults"] and not row["unfinished"], row
