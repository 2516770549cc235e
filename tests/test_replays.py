"""Games found for what the timing checks report: alerts become errors, commands work."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from livret.dsl.loader import load
from livret.dsl.timing.builder import build_graph
from livret.dsl.timing.checks import CHECKS
from livret.dsl.timing.findings import Finding, Verdict, run_checks
from livret.interpreter.aims import aim_of
from livret.interpreter.reaching import Aim, Found, Reacher

Command = Callable[..., Any]

MUSEUM = Path(__file__).parent / "museum"
#: Those of time; the first line says which check finds the bug.
BUGS = sorted(
    path.parent.parent
    for path in MUSEUM.glob("*/faulty/regles.livret")
    if path.read_text(encoding="utf-8").startswith("# T")
)
#: Alerts that a game shows, by their room in the museum.
SHOWN = {
    "03-action-in-a-reaction-step": "T06",
    "08-trigger-leaks-into-next-step": "T26",
    "10-save-after-other-interrupts": "T08",
    "16-win-checked-too-late": "T21",
    "22-a-way-without-end": "T20",
    "26-check-before-modifiers-end": "T27",
    "40-free-step-for-ever": "T15",
    "42-first-player-is-gone": "T10",
    "44-limit-leaks-between-phases": "T15",
    "45-inner-step-lets-players-respond": "T06",
    "54-nobody-can-pay": "T22",
    "55-eliminated-hobbit-decides": "T23",
}


def alert(folder: Path, code: str) -> tuple[Reacher, Finding]:
    program, diagnostics = load(folder)
    assert program is not None, diagnostics
    graph = build_graph(program)
    findings = run_checks(graph, CHECKS)
    found = [e for e in findings if e.code == code and e.verdict is Verdict.ALERT]
    return Reacher(graph), found[0]


def sought(folder: Path, code: str, moves: int = 10_000) -> Found | None:
    reacher, finding = alert(folder, code)
    return reacher.reach(aim_of(reacher.graph, finding), moves)


def rules_with(folder: Path, text: str) -> Path:
    (folder / "livret.yaml").write_text("titre: Essai\n", encoding="utf-8")
    (folder / "regles.livret").write_text(text, encoding="utf-8")
    return folder


# Walking -----------------------------------------------------------------


def test_a_walk_goes_by_its_points_in_order() -> None:
    aim = Aim((1, 2, 3))
    assert aim.walk(0, [1, 9, 2]) == (2, False)
    assert aim.walk(2, [9, 3]) == (0, True)
    assert aim.walk(0, [3, 2, 1]) == (1, False)


def test_what_is_avoided_sets_a_walk_back_to_its_anchor() -> None:
    aim = Aim((1, 2, 3), anchor=1, avoided=frozenset({7}))
    assert aim.walk(0, [1, 7, 2, 3]) == (1, True)
    assert aim.walk(0, [1, 2, 7, 3]) == (1, False)
    again = Aim((1, 2), avoided=frozenset({1}))
    assert again.walk(0, [1, 1, 2]) == (0, True)


# Proofs ------------------------------------------------------------------


@pytest.mark.parametrize(("bug", "code"), SHOWN.items(), ids=lambda word: word[:3])
def test_an_alert_that_a_game_shows_is_an_error(
    bug: str, code: str, command: Command, tmp_path: Path
) -> None:
    folder = MUSEUM / bug / "faulty"
    alert(folder, code)
    done = command("timing", folder, "--games", "0", "--save", tmp_path, "--format", "json")
    assert done.status == 1, done.err
    findings = json.loads(done.out)["findings"]
    (found, *_) = (e for e in findings if e["code"] == code and e["verdict"] == "ERREUR")
    replay = found["replay"]
    assert replay["reached"] == "montré"
    assert Path(replay["file"]).parent == tmp_path
    words = shlex.split(replay["command"])
    told = command(*words[1:], "--format", "json")
    assert told.status == 0, told.err
    assert json.loads(told.out)["choices"] == replay["choices"]


@pytest.mark.parametrize("bug", BUGS, ids=lambda path: path.name)
def test_every_error_and_alert_has_a_command_that_works(
    bug: Path, command: Command
) -> None:
    folder = bug / "faulty"
    done = command("timing", folder, "--games", "0", "--format", "json")
    searches: set[str] = set()
    for found in json.loads(done.out)["findings"]:
        if found["verdict"] not in ("ERREUR", "ALERTE") or not found["way"]:
            continue
        replay = found["replay"]
        assert replay["command"] or replay["further"], found["message"]
        searches |= {replay["further"]} - {None}
        if replay["command"]:
            words = shlex.split(replay["command"])
            assert command(*words[1:]).status == (0 if replay["file"] else 1)
    for search in sorted(searches)[:1]:
        words = shlex.split(search)
        words[words.index("--moves") + 1] = "50"
        again = command(*words[1:], "--games", "0", "--format", "json")
        verdicts = {each["verdict"] for each in json.loads(again.out)["findings"]}
        assert again.status == ("ERREUR" in verdicts)


def test_a_walk_that_proves_nothing_leaves_an_alert() -> None:
    # The counter grows with each use: no situation comes again.
    found = sought(MUSEUM / "13b-unlimited-use/faulty", "T15")
    assert found is not None and not found.shown
    # Both abilities fire; that their order matters is not shown by that.
    reacher, finding = alert(MUSEUM / "46-two-replacements-nobody-decides/faulty", "T09")
    assert not aim_of(reacher.graph, finding).can_show


def test_the_way_that_no_game_can_walk_stays_an_alert(
    command: Command, tmp_path: Path
) -> None:
    text = """joueurs 2
compteur force = 0 borné 0 à 9
issue Fin "La fin"
fenêtre Actions "Agir"
action Agir "Agir" :
  pendant Actions
  exige force > 20
  limite 3 par phase
  effet :
    force augmente de 1
phase Marche "La marche" :
  ouvrir Actions pour joueurs depuis J1 horaire
déroulement :
  phase Marche
  ouvrir Actions pour joueurs depuis J1 horaire
  finir Fin
"""
    folder = rules_with(tmp_path, text)
    assert sought(folder, "T15") is None
    done = command("timing", folder, "--games", "0")
    assert "ALERTE T15" in done.out and done.status == 0
    assert "aucune partie trouvée en 10000 pas de recherche" in done.out
    further = f"livret timing {folder} --search T15 --moves 200000"
    assert f"chercher encore : {further}" in done.out


def test_a_chain_without_end_is_shown_by_the_choice_before_it(
    command: Command, tmp_path: Path
) -> None:
    text = """joueurs 2
compteur fatigue de Joueur
compteur espoir de Joueur
issue Fin "La fin"
événement Peine(j : Joueur) "Une peine" :
  j.fatigue augmente de 1
événement Réconfort(j : Joueur) "Un réconfort" :
  j.espoir augmente de 1
forcé Consoler "Consoler" après Peine(j) :
  effet :
    émettre Réconfort(j)
forcé Jalouser "Jalouser" après Réconfort(j) :
  exige j.espoir > 0
  effet :
    émettre Peine(suivant(j))
déroulement :
  J1 choisit si peiner "Peiner ?"
  si peiner :
    émettre Peine(J1)
  finir Fin gagnants meilleurs(joueurs, .espoir - .fatigue)
"""
    folder = rules_with(tmp_path, text)
    found = sought(folder, "T19")
    assert found is not None and found.shown
    assert (found.choices, found.option) == ((), 1)
    assert found.fault is not None and found.fault.code == "R14"
    done = command("timing", folder, "--games", "0")
    assert done.status == 1
    assert "montré par une partie, au premier choix, « Oui » : R14" in done.out, done.out


def test_a_mandatory_choice_without_options_is_shown(tmp_path: Path) -> None:
    text = """joueurs 2
type Carte
zone main de Joueur : Carte cachée
issue Fin "La fin"
déroulement :
  J1 choisit si piocher "Piocher ?"
  si piocher :
    J1 choisit carte parmi main(J1) "Défausser"
  finir Fin
"""
    found = sought(rules_with(tmp_path, text), "T22")
    assert found is not None and found.shown
    assert found.option == 1 and found.fault is not None and found.fault.code == "R10"


#: Golden rulesets of the diagnostics whose alert a game shows.
@pytest.mark.parametrize("name", ["T16", "T17-état", "T19", "T20", "T21", "T23", "T26"])
def test_alerts_of_the_golden_rules_are_shown(name: str, tmp_path: Path) -> None:
    text = (MUSEUM.parent / "diagnostics" / f"{name}.livret").read_text(encoding="utf-8")
    found = sought(rules_with(tmp_path, text), name[:3])
    assert found is not None and found.shown


def test_a_rule_that_calls_itself_for_ever_is_shown(tmp_path: Path) -> None:
    text = """joueurs 2
compteur force de Joueur
issue Fin "La fin"
procédure creuser() "Creuser" :
  si existe(joueurs où .force > 0) :
    creuser()
déroulement :
  J1 choisit j parmi joueurs "Qui creuse"
  j.force augmente de 1
  creuser()
  finir Fin gagnants meilleurs(joueurs, .force)
"""
    found = sought(rules_with(tmp_path, text), "T18")
    assert found is not None and found.shown and found.fault is not None


IMMEDIATE = """joueurs 2
compteur cartes
compteur peurs
compteur courage de Joueur
issue Fin "La fin"
profil :
  ordre J1
événement Révélation() "Une révélation" :
  cartes augmente de 1
événement Frayeur() "Une frayeur" :
  peurs augmente de 1
forcé Trembler "Trembler" après Révélation :
  exige cartes > {least}
  effet :
    émettre Frayeur()
réponse Sursaut "Un sursaut" après Révélation :
  aussitôt
  effet :
    moi.courage augmente de 1
déroulement :
  répéter 3 fois :
    émettre Révélation()
  si peurs > 1 :
    finir Fin
  finir Fin gagnants meilleurs(joueurs, .courage)
"""


def test_what_comes_before_an_immediate_answer_is_shown(tmp_path: Path) -> None:
    found = sought(rules_with(tmp_path, IMMEDIATE.format(least=1)), "T12")
    assert found is not None and found.shown


def test_a_guard_that_never_holds_leaves_the_alert(tmp_path: Path) -> None:
    assert sought(rules_with(tmp_path, IMMEDIATE.format(least=5)), "T12") is None


# The search --------------------------------------------------------------


def test_the_same_search_finds_the_same_game() -> None:
    folder = MUSEUM / "26-check-before-modifiers-end/faulty"
    assert sought(folder, "T27") == sought(folder, "T27")


def test_a_search_is_bounded_in_moves() -> None:
    folder = MUSEUM / "26-check-before-modifiers-end/faulty"
    found = sought(folder, "T27", moves=30)
    assert found is None or not found.shown


def test_no_search_is_made_without_moves_or_for_other_checks(command: Command) -> None:
    folder = MUSEUM / "03-action-in-a-reaction-step/faulty"
    for words in (("--moves", "0"), ("--search", "T09")):
        done = command("timing", folder, "--games", "0", *words)
        assert done.status == 0
        assert "ALERTE T06" in done.out and "chercher encore :" in done.out
        assert "aucune partie trouvée" not in done.out


def test_what_cannot_be_searched_is_refused(command: Command, tmp_path: Path) -> None:
    assert "aucun contrôle « T99 »" in command("timing", "morpion", "--search", "T99").err
    missing = tmp_path / "nowhere"
    assert "aucun dossier" in command("timing", "morpion", "--save", missing).err
    assert command("timing", "morpion", "--moves", "-1").status == 2


def test_commands_choose_the_same_rules_again(command: Command) -> None:
    folder = MUSEUM.parent / "language" / "settings"
    chosen = ("--variant", "sans_seau", "--reading", "dernière_goutte=à_personne")
    chosen += ("--option", "profondeur=5", "--no-errata")
    done = command("timing", folder, "--games", "0", *chosen, "--format", "json")
    (replay,) = (e["replay"] for e in json.loads(done.out)["findings"] if e.get("replay"))
    further = shlex.split(replay["further"])
    assert further[2:] == [str(folder), *chosen, "--search", "T20", "--moves", "200000"]
    again = command(*shlex.split(replay["command"])[1:])
    assert again.status == 0, again.err


def test_alerts_that_are_explained_are_not_searched(command: Command) -> None:
    done = command("timing", "cochon", "--games", "0", "--format", "json")
    explained = [e for e in json.loads(done.out)["findings"] if e.get("reason")]
    assert done.status == 0 and explained
    assert all(found["replay"] is None for found in explained)
