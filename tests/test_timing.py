"""`livret timing` and what it tells; timing errors in `livret check`."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from livret.dsl.loader import load
from livret.dsl.messages_proofs import CLAIMS
from livret.dsl.timing.builder import build_graph
from livret.dsl.timing.checks import CHECKS, DEFINITE
from livret.dsl.timing.findings import Verdict, run_checks
from livret.dsl.timing.uses import Uses

Command = Callable[..., Any]
ROOT = Path(__file__).resolve().parent.parent
MUSEUM = ROOT / "tests" / "museum"
SHIPPED = sorted(path.parent for path in ROOT.glob("rulesets/*/livret.yaml"))


# The checks ------------------------------------------------------------------


def test_checks_stand_in_order_and_say_what_they_prove() -> None:
    codes = [check.code for check in CHECKS]
    assert codes == sorted(codes) and len(codes) == len(set(codes))
    assert set(codes) <= set(CLAIMS)
    assert set(DEFINITE) <= set(CHECKS)


@pytest.mark.parametrize("folder", SHIPPED, ids=lambda path: path.name)
def test_shipped_rules_are_clean(folder: Path) -> None:
    program, _ = load(folder)
    assert program is not None
    findings = run_checks(build_graph(program), CHECKS)
    assert not [each for each in findings if each.is_fault or each.code == "C06"]
    assert any(each.verdict is Verdict.PROVED for each in findings)


def test_nothing_is_proved_of_what_is_not_there() -> None:
    program, _ = load(ROOT / "rulesets/morpion")
    assert program is not None
    proved = {each.code for each in run_checks(build_graph(program), CHECKS)}
    assert "T01" in proved
    assert not {"T04", "T27", "T29"} & proved


def test_alerts_have_their_way() -> None:
    for folder in sorted(MUSEUM.glob("*/faulty")):
        program, _ = load(folder)
        if program is None:
            continue  # No matter of time: refused when it is read.
        for each in run_checks(build_graph(program), CHECKS):
            if each.verdict is Verdict.ALERT:
                assert each.trace or each.cycle, (folder, each)


def test_uses_know_their_scopes_and_turns() -> None:
    program, _ = load(MUSEUM / "23-shadow-instead-of-maneuver/faulty")
    assert program is not None
    uses = Uses(build_graph(program)).of(program.abilities["Guetter"])
    assert [(use.moment, use.parts) for use in uses] == [
        ("Ombre", frozenset({"leur"})),
        ("Manœuvre", frozenset({"son", "leur"})),
    ]


# The report ------------------------------------------------------------------


def test_report_of_clean_rules(command: Command) -> None:
    done = command("timing", "morpion")
    assert done.status == 0
    assert re.search(r"^PROUVÉ T01 ", done.out, re.MULTILINE)
    assert "ERREUR" not in done.out
    assert re.search(r"T30 : 5 parties, \d+ pas, tous dans le graphe ; \d+ arcs", done.out)


def test_report_of_a_fault_has_the_rule_the_way_and_the_edit(command: Command) -> None:
    done = command("timing", MUSEUM / "01a-erratum-in-a-wrong-phase/faulty")
    assert done.status == 1
    assert "ERREUR T04 « Rallier » s'utilise hors de « Manœuvre »" in done.out
    assert "= [MUS-1]" in done.out
    assert re.search(r"4\. phase « L'ombre »", done.out)
    assert "= aide : restreindre ses moments" in done.out
    assert "1 erreur, " in done.out


def test_report_in_english(command: Command) -> None:
    done = command("timing", MUSEUM / "22-a-way-without-end/faulty", "--lang", "en")
    assert done.status == 1
    assert "ERROR T02 from here on, the game cannot end" in done.out
    assert "= way:" in done.out and "= then for ever:" in done.out
    assert "PROVED T03 every ability" in done.out


def test_report_as_data(command: Command) -> None:
    done = command(
        "timing", MUSEUM / "01a-erratum-in-a-wrong-phase/faulty", "--format", "json"
    )
    data = json.loads(done.out)
    (fault,) = [each for each in data["findings"] if each["verdict"] == "ERREUR"]
    assert fault["code"] == "T04" and fault["way"] and fault["nodes"]
    assert data["coverage"]["games"] == 5
    assert done.status == 1


def test_chart_is_compared_three_ways(command: Command) -> None:
    done = command("timing", MUSEUM / "24-chart-and-text-disagree/faulty", "--games", "3")
    assert done.status == 1
    assert re.search(r"Engager +rouge +Actions +ouverte 3 fois sur 3", done.out)
    assert re.search(r"Révéler +rouge +aucune fenêtre +ouverte 0 fois sur 3", done.out)


def test_games_that_are_not_played_tell_nothing(command: Command) -> None:
    done = command("timing", MUSEUM / "24-chart-and-text-disagree/mended", "--games", "0")
    assert done.status == 0
    assert re.search(r"Engager +verte +Actions +jamais atteinte", done.out)


# Findings that stay ----------------------------------------------------------


def test_explained_finding_is_shown_and_does_not_count(command: Command) -> None:
    done = command("timing", "cochon", "--games", "0")
    assert done.status == 0
    assert "ALERTE T20" in done.out and "= expliqué : Qui n'empoche jamais" in done.out
    assert re.search(r"^\d+ preuves, 1 expliqué$", done.out, re.MULTILINE)
    data = json.loads(command("timing", "cochon", "--games", "0", "--format", "json").out)
    (kept,) = [each for each in data["findings"] if each["code"] == "T20"]
    assert kept["reason"].startswith("Qui n'empoche jamais rien")


def explaining(folder: Path, rules: Path, line: str) -> Path:
    """Write rules with one more line into a folder."""
    (folder / "regles.livret").write_text(
        f"{rules.read_text('utf-8')}\n{line}\n", encoding="utf-8"
    )
    return folder


@pytest.mark.parametrize(
    ("line", "is_kept"),
    [
        ('dispense T20 "On peut."', True),
        ('dispense T20 Manche "On peut."', True),
        ('dispense T20 Tour "On peut."', False),
        ('dispense T20 Manche, Tour "On peut."', False),
        ('dispense T19 "On peut."', False),
    ],
)
def test_reason_is_for_what_it_names(
    command: Command, tmp_path: Path, line: str, is_kept: bool
) -> None:
    folder = explaining(tmp_path, ROOT / "tests/diagnostics/T20.livret", line)
    done = command("timing", folder, "--games", "0")
    assert ("expliqué : On peut." in done.out) == ("Manche" in line or is_kept)
    assert ("INFO C06" in done.out) != is_kept
    checked = command("check", folder)
    assert checked.status == 0 and ("C06" in checked.out) != is_kept


def test_error_cannot_be_explained(command: Command, tmp_path: Path) -> None:
    rules = MUSEUM / "51-scenario-cut-short/faulty/regles.livret"
    folder = explaining(tmp_path, rules, 'dispense T17 "Tant pis."')
    done = command("timing", folder, "--games", "0")
    assert done.status == 1
    assert "ERREUR T17" in done.out and "INFO C06" in done.out


# Coverage --------------------------------------------------------------------


def test_coverage_by_unit_and_the_edges_nobody_walked(command: Command) -> None:
    done = command("timing", "puissance-4", "--coverage", "--games", "2")
    assert done.status == 0
    assert re.search(r"T30 : 2 parties, \d+ exemples, \d+ pas", done.out)
    assert re.search(r"déroulement +\d+ +\d+ +\d+ %", done.out)
    assert "sans visite" in done.out and "chemin : " in done.out


def test_more_games_walk_no_fewer_edges(command: Command) -> None:
    walked = []
    for games in ("1", "12"):
        done = command("timing", "morpion", "--games", games, "--format", "json")
        walked.append(json.loads(done.out)["coverage"]["walked"])
    assert 0 < walked[0] <= walked[1]


def test_coverage_names_the_way_to_each_missing_edge(command: Command) -> None:
    done = command("timing", "puissance-4", "--games", "1", "--format", "json")
    coverage = json.loads(done.out)["coverage"]
    assert coverage["walked"] + len(coverage["missing"]) == coverage["edges"]
    for edge in coverage["missing"]:
        assert edge["way"][0] == 0 and edge["way"][-2:] == [edge["source"], edge["target"]]
    assert sum(unit["edges"] for unit in coverage["units"]) == coverage["edges"]


# Pictures --------------------------------------------------------------------


def test_pictures_are_written(command: Command, tmp_path: Path) -> None:
    paths = {kind: tmp_path / f"tour.{kind}" for kind in ("svg", "dot", "mermaid", "json")}
    words = [word for kind, path in paths.items() for word in (f"--{kind}", path)]
    done = command("timing", "retour-du-roi", *words)
    assert done.status == 0 and done.out.count("écrit :") == 4
    assert ElementTree.parse(paths["svg"]).getroot().tag.endswith("svg")
    assert paths["dot"].read_text("utf-8").startswith("digraph")
    assert paths["mermaid"].read_text("utf-8").startswith("flowchart")
    data = json.loads(paths["json"].read_text("utf-8"))
    assert data["game"] == "retour-du-roi" and data["nodes"] and data["findings"]


def test_picture_on_standard_output(command: Command) -> None:
    done = command("timing", "morpion", "--svg", "-")
    assert done.out.startswith("<svg ") and "Marquer une case" in done.out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--open", "Tour"], "--open va avec --svg"),
        (["--svg", "-", "--open", "Mouvment"], "est-ce « Mouvement »"),
        (["--svg", "nulle/part/tour.svg"], "nulle/part"),
        (["--ability", "SeDeplacé"], "est-ce « SeDéplacer »"),
        (["--diff", "2004-13-01", "2005-01-01"], "n'est pas une date"),
        (["--diff", "victoire=nulle", "victoire=collective"], "nulle"),
        (["--diff", "nulle-part", "victoire=collective"], "nulle-part"),
        (["--games", "-1"], "au moins 0"),
    ],
)
def test_misuse_is_told(command: Command, words: list[str], message: str) -> None:
    done = command("timing", "retour-du-roi", *words)
    assert done.status == 2
    assert message in done.err and "Traceback" not in done.err


# One ability, two versions ---------------------------------------------------


def test_ability_where_for_whom_and_why_not_elsewhere(command: Command) -> None:
    done = command(
        "timing", "retour-du-roi", "--ability", "se deplacer d'une case contre une carte"
    )
    assert done.status == 0
    assert re.search(r"Tour +Mouvement, Round +le joueur dont c'est le tour", done.out)
    assert "Un pas coûte une carte [RDR-045]" in done.out
    assert "AprèsLesDés : la règle ne dit pas « pendant AprèsLesDés »" in done.out


def test_ability_that_answers_an_event(command: Command) -> None:
    folder = MUSEUM / "17-your-turn-each-turn/mended"
    done = command("timing", folder, "--ability", "Encaisser", "--lang", "en")
    assert re.search(r"FinDeTour +the player in turn", done.out)
    assert "answers “FinDeTour” only" in done.out


def test_ability_as_data(command: Command) -> None:
    done = command("timing", "retour-du-roi", "--ability", "SeDéplacer", "--format", "json")
    (use,) = json.loads(done.out)["uses"]
    assert use["moment"] == "Tour" and use["turn"] == ["son"]


def test_two_dates_are_compared(command: Command) -> None:
    folder = ROOT / "tests/diagnostics/T28"
    done = command("timing", folder, "--diff", "2011-01-01", "2013-01-01")
    assert done.status == 0
    assert "« Veillée » s'ouvre désormais" in done.out
    assert "« Feinter » ne s'utilise plus dans « Ombre »" in done.out
    back = command("timing", folder, "--diff", "2013-01-01", "2011-01-01")
    assert "« Veillée » ne s'ouvre plus" in back.out
    assert "« Feinter » s'utilise désormais dans « Ombre »" in back.out


def test_two_folders_are_compared(command: Command) -> None:
    bug = MUSEUM / "01b-erratum-in-no-phase"
    done = command("timing", bug / "faulty", "--diff", bug / "faulty", bug / "mended")
    assert "« Rallier » peut servir désormais" in done.out


def test_a_version_compared_with_itself_says_so(command: Command) -> None:
    folder = ROOT / "tests/diagnostics/T28"
    done = command("timing", folder, "--diff", "2013-01-01", "2014-01-01")
    assert "(+0, −0)" in done.out and "aucune fenêtre ni capacité" in done.out
    data = json.loads(
        command(
            "timing", folder, "--diff", "2011-01-01", "2013-01-01", "--format", "json"
        ).out
    )
    assert len(data["changes"]) == 4 and data["came"][0] == 2


def test_two_readings_are_compared(command: Command) -> None:
    done = command(
        "timing", "retour-du-roi", "--diff", "victoire=individuelle", "victoire=collective"
    )
    assert done.status == 0 and "victoire=individuelle → victoire=collective" in done.out


# Among the other checks ------------------------------------------------------


def test_check_tells_definite_errors_of_time(command: Command) -> None:
    done = command("check", MUSEUM / "24-chart-and-text-disagree/faulty")
    assert done.status == 1
    assert "T29" in done.out and "« livret timing » montre les chemins" in done.out
    assert command("check", MUSEUM / "24-chart-and-text-disagree/mended").status == 0


def test_check_does_not_tell_twice_what_is_never_used(command: Command) -> None:
    done = command("check", MUSEUM / "21-event-nobody-emits/faulty")
    assert "U14" in done.out and "T01" not in done.out and "T03" not in done.out
    assert done.status == 0


def test_check_leaves_alerts_and_information_out(command: Command) -> None:
    done = command("check", MUSEUM / "26-check-before-modifiers-end/faulty")
    assert done.status == 0 and "T27" not in done.out
