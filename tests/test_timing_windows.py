"""Windows, priority, order, batches, limits: what the timing checks T06 to T15 prove.

The automaton of a window is compared with windows that are played; what the engine makes
impossible is proved of real rulesets, and found in a graph that has been tampered with.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from livret.dsl.loader import load
from livret.dsl.timing.builder import build_graph
from livret.dsl.timing.checks import CHECKS
from livret.dsl.timing.findings import Finding, Verdict, run_checks
from livret.dsl.timing.graph import Graph
from livret.dsl.timing.passing import Passing
from livret.dsl.timing.places import Edge, Link, Stage
from livret.interpreter.compiler import compile_program
from livret.interpreter.runtime import PASS

ROOT = Path(__file__).resolve().parent.parent
CODES = tuple(f"T{number:02}" for number in range(6, 16))
SHIPPED = sorted(path.parent for path in ROOT.glob("rulesets/*/livret.yaml"))
Write = Callable[[str], Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Return a function that writes rules to a folder."""

    def to_folder(text: str) -> Path:
        (tmp_path / "livret.yaml").write_text("titre: Essai\nlangue: fr\n", "utf-8")
        (tmp_path / "regles.livret").write_text(text, "utf-8")
        return tmp_path

    return to_folder


def graph_of(folder: Path) -> Graph:
    program, diagnostics = load(folder)
    assert program is not None, diagnostics
    return build_graph(program)


def judged(graph: Graph, *codes: str) -> list[Finding]:
    """Return what some checks find, but for their proofs."""
    checks = tuple(check for check in CHECKS if check.code in codes)
    assert len(checks) == len(codes)
    return [
        each for each in run_checks(graph, checks) if each.verdict is not Verdict.PROVED
    ]


# Real rules --------------------------------------------------------------


@pytest.mark.parametrize("folder", SHIPPED, ids=lambda path: path.name)
def test_shipped_rules_have_no_fault_of_windows_and_limits(folder: Path) -> None:
    assert not [each for each in judged(graph_of(folder), *CODES) if each.is_fault]


def test_every_alert_has_its_way() -> None:
    for folder in (ROOT / "tests/games").iterdir():
        for finding in judged(graph_of(folder), *CODES):
            assert finding.trace or finding.verdict is Verdict.INFO


# T07: the automaton and the engine ---------------------------------------

WINDOW = """
joueurs {players}
issue Fin
fenêtre Table :
  clôture {closure}
  reprise {resume}
action Agir :
  pendant Table
  effet :
    ne rien faire
action Chasser :
  pendant Table
  avec qui parmi joueurs
  effet :
    éliminer qui
déroulement :
  ouvrir Table pour joueurs depuis J1 horaire
  finir Fin
"""


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("resume", ["même", "suivant"])
@pytest.mark.parametrize("closure", ["unanime", "passe", "unique", "obligatoire"])
def test_window_plays_as_its_automaton_says(
    closure: str, resume: str, players: int, write: Write
) -> None:
    text = WINDOW.format(players=players, closure=closure, resume=resume)
    program, diagnostics = load(write(text))
    assert program is not None, diagnostics
    rules = compile_program(program, players, journal=False)
    automaton = Passing(closure, resume, players, must=True, eliminates=True)
    known = automaton.states()
    for seed in range(40):
        chance = random.Random(seed)
        game, state = rules.begin(seed), automaton.start()
        while game.result is None:
            assert state is not None, "the automaton is closed, the window is not"
            assert game.who == state[0][0]
            option = chance.choice([*game.options, PASS, PASS])
            if option not in game.options:
                continue
            assert isinstance(option, tuple)
            before = set(known[state])
            if option == PASS:
                state = automaton.passed(state)
            else:
                state = automaton.acted(state, option[2] if len(option) == 3 else None)
            assert state in before
            rules.apply(game, option)
        assert state is None, "the window is closed, the automaton is not"


RESPONSES = """
joueurs {players}
issue Fin
événement Signal()
réponse Agir après Signal :
  effet :
    ne rien faire
réponse Chasser après Signal :
  avec qui parmi joueurs
  effet :
    éliminer qui
déroulement :
  émettre Signal()
  finir Fin
"""


@pytest.mark.parametrize("players", [2, 3, 4])
def test_responses_play_as_a_window(players: int, write: Write) -> None:
    program, diagnostics = load(write(RESPONSES.format(players=players)))
    assert program is not None, diagnostics
    rules = compile_program(program, players, journal=False)
    automaton = Passing("unanime", "suivant", players, eliminates=True)
    for seed in range(40):
        chance = random.Random(seed)
        game, state = rules.begin(seed), automaton.start()
        used: dict[int, int] = dict.fromkeys(range(players), 0)
        while game.result is None:
            assert state is not None and game.who == state[0][0]
            option = chance.choice(game.options)
            rules.apply(game, option)
            if option == PASS:
                state = automaton.passed(state)
            else:
                used[state[0][0]] += 1
                gone = None
                if option == (1, -1):
                    gone = chance.choice(sorted(state[2]))
                    if game.result is None and isinstance(game.options[0], int):
                        rules.apply(game, gone)
                state = automaton.acted(state, gone)
            # Who has used both responses passes without being asked.
            while state is not None and used[state[0][0]] == 2:
                state = automaton.passed(state)
        assert state is None


def test_automaton_that_cannot_be_left() -> None:
    stuck = Passing("obligatoire", "suivant", 2, acts=False, must=True)
    assert not stuck.closes()
    assert replace(stuck, acts=True).closes()
    assert replace(stuck, must=False).closes()
    for closure in ("unanime", "passe", "unique", "obligatoire"):
        for seats in range(1, 9):
            window = Passing(closure, "suivant", seats, eliminates=seats < 6)
            assert window.closes() and window.passes() == seats
            assert not window.asks_missing()


def test_action_that_ends_the_game_leaves_its_window(write: Write) -> None:
    text = """
joueurs 2
issue Fin
fenêtre Table :
  clôture obligatoire
action Finir :
  pendant Table
  effet :
    finir Fin
déroulement :
  ouvrir Table pour J1
  finir Fin
"""
    assert judged(graph_of(write(text)), "T07") == []


# T08 and T11: excluded by the language -----------------------------------

EVENT = """
joueurs 2
compteur vie de Joueur = 9
compteur cris de Joueur
issue Fin
profil :
  ordre J1
événement Coup(qui : Joueur) :
  qui.vie diminue de 1
forcé Saigner après Coup(qui) :
  effet :
    qui.vie diminue de 1
réponse Crier {moment} Coup(qui) :
  exige moi = qui
  effet :
    {effect}
déroulement :
  boucle :
    à tour de rôle j depuis J1 horaire :
      émettre Coup(j)
      si j.vie + j.cris < 4 :
        finir Fin
"""
CRY = EVENT.format(moment="après", effect="moi.cris augmente de 1")


def test_no_rule_can_put_responses_before_what_is_forced(write: Write) -> None:
    assert judged(graph_of(write(CRY)), "T08", "T11") == []


def test_responses_before_what_is_forced_would_be_found(write: Write) -> None:
    graph = graph_of(write(CRY))
    check, forced, free, done = (
        graph.stage("Coup", stage).number
        for stage in (Stage.CHECK, Stage.AFTER_FORCED, Stage.AFTER_FREE, Stage.DONE)
    )
    swapped = {(check, forced): free, (forced, free): done, (free, done): forced}
    graph.edges[:] = [
        replace(edge, target=swapped.get((edge.source, edge.target), edge.target))
        if edge.kind is Link.NEXT
        else edge
        for edge in graph.edges
    ]
    found = judged(graph, "T08")
    assert [each.verdict for each in found] == [Verdict.ERROR] * len(found) != []
    assert all(each.trace for each in found)


def test_coming_back_to_what_is_forced_would_be_found(write: Write) -> None:
    graph = graph_of(write(CRY))
    forced = graph.stage("Coup", Stage.AFTER_FORCED).number
    free = graph.stage("Coup", Stage.AFTER_FREE).number
    graph.edges.append(Edge(free, forced, Link.NEXT))
    assert [each.code for each in judged(graph, "T08")] == ["T08"]


def test_cancelling_what_has_happened_is_refused(write: Write) -> None:
    text = EVENT.format(moment="après", effect="annuler événement")
    program, diagnostics = load(write(text))
    assert program is None
    assert [each.code for each in diagnostics] == ["D09"]


def test_cancelling_reached_only_after_the_event_would_be_found(write: Write) -> None:
    folder = write(EVENT.format(moment="avant", effect="annuler événement"))
    assert judged(graph_of(folder), "T11") == []
    graph = graph_of(folder)
    forced, free, act, check = (
        graph.stage("Coup", stage).number
        for stage in (
            Stage.BEFORE_FORCED, Stage.BEFORE_FREE, Stage.ACT, Stage.CHECK
        )
    )  # fmt: skip
    moved = {(forced, free): act, (free, act): check}
    graph.edges[:] = [
        replace(edge, target=moved.get((edge.source, edge.target), edge.target))
        for edge in graph.edges
    ]
    graph.edges.append(Edge(act, free, Link.NEXT))
    assert [each.verdict for each in judged(graph, "T11")] == [Verdict.ERROR]


# T09, T10, T15: what is not told ------------------------------------------


def test_order_of_changes_in_one_direction_does_not_matter(write: Write) -> None:
    text = CRY.replace("profil :\n  ordre J1\n", "").replace(
        "déroulement :", "forcé Pâlir après Coup(qui) :\n  effet :\n"
        "    qui.vie diminue de 2\ndéroulement :"
    )  # fmt: skip
    assert judged(graph_of(write(text)), "T09") == []
    other = text.replace("qui.vie diminue de 2", "qui.vie augmente de 2")
    assert [each.code for each in judged(graph_of(write(other)), "T09")] == ["T09"]


def test_forced_that_give_the_same_in_any_order_need_nobody(write: Write) -> None:
    text = """
joueurs 2
compteur a
compteur b
issue Fin
événement Coup() :
  a augmente de 1
forcé Un après Coup :
  effet :
    a augmente de 1
forcé Deux après Coup :
  effet :
    b augmente de {amount}
déroulement :
  émettre Coup()
  finir Fin gagnants si a > b alors joueurs sinon {{}}
"""
    assert judged(graph_of(write(text.format(amount="1"))), "T10") == []
    (found,) = judged(graph_of(write(text.format(amount="a"))), "T10")
    assert found.verdict is Verdict.ERROR


def test_event_inside_itself_is_no_disorder(write: Write) -> None:
    text = """
joueurs 2
compteur a = 0 borné 0 à 9
issue Fin
événement Coup() :
  a augmente de 1
  si a < 9 :
    émettre Coup()
forcé Un après Coup :
  effet :
    a augmente de 1
réponse Deux après Coup :
  exige moi = J1
  effet :
    a augmente de 1
déroulement :
  émettre Coup()
  finir Fin gagnants joueurs
"""
    assert judged(graph_of(write(text)), "T08") == []


def test_order_that_changes_nothing_is_told(write: Write) -> None:
    text = CRY.replace(
        "déroulement :", "forcé Pâlir après Coup(qui) :\n  effet :\n"
        "    qui.vie diminue de 2\ndéroulement :"
    )  # fmt: skip
    assert [each.verdict for each in judged(graph_of(write(text)), "T09")] == [Verdict.INFO]


def test_abilities_that_exclude_each_other_need_no_order(write: Write) -> None:
    text = """
joueurs 2
compteur vie de Joueur = 9
issue Fin
événement Coup(qui : Joueur) :
  qui.vie diminue de 1
forcé Soigner après Coup(qui) :
  exige qui.vie > 3
  effet :
    qui.vie augmente de 1
forcé Finir après Coup(blessé) :
  exige {condition}
  effet :
    finir Fin
déroulement :
  boucle :
    émettre Coup(J1)
"""
    apart = text.format(condition="blessé.vie ≤ 3")
    assert judged(graph_of(write(apart)), "T09", "T10") == []
    both = text.format(condition="blessé.vie ≤ 5")
    codes = {each.code for each in judged(graph_of(write(both)), "T09", "T10")}
    assert codes == {"T09", "T10"}


ACTION = """
joueurs 2
type Jeton
zone sac : Jeton visible
zone rebut : Jeton visible
compteur or de Joueur = 3
compteur points de Joueur
état ouvert : booléen = vrai
issue Fin
fenêtre Table
action Jouer :
  pendant Table
{clauses}
  effet :
    moi.points augmente de 1
{effect}
déroulement :
  ouvrir Table pour joueurs depuis J1 horaire
  finir Fin gagnants meilleurs(joueurs, .points)
"""


@pytest.mark.parametrize(
    ("clauses", "effect", "runs_out"),
    [
        ("", "    ne rien faire", False),
        ("  exige moi.or > 0", "    moi.or diminue de 1", True),
        ("  exige moi.or > 0", "    moi.or augmente de 1", False),
        ("  exige moi.or > 0", "    si moi.points > 2 :\n      moi.or diminue de 1", False),
        ("  exige ouvert", "    ouvert devient faux", True),
        ("  exige ouvert", "    ouvert devient vrai", False),
        ("  exige non ouvert", "    ouvert devient vrai", True),
        ("  avec j parmi sac", "    déplacer j vers rebut", True),
        (
            "  avec j parmi sac",
            "    déplacer j vers rebut\n    déplacer rebut vers sac",
            False,
        ),
        ("  limite 2 par fenêtre", "    ne rien faire", True),
        ("  exige moi.or > 0", "    éliminer moi", True),
    ],
)
def test_free_action_goes_on_for_ever_unless_something_runs_out(
    clauses: str, effect: str, runs_out: bool, write: Write
) -> None:
    graph = graph_of(write(ACTION.format(clauses=clauses, effect=effect)))
    found = [each for each in judged(graph, "T15") if each.verdict is Verdict.ALERT]
    assert (found == []) is runs_out
    assert all(each.cycle for each in found)
