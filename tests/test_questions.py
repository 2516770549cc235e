"""Windows that look at cards, and state checks that stop at the first yes, answer as before."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from livret.dsl import core
from livret.dsl.loader import load
from livret.dsl.program import Program
from livret.interpreter import bearing, offers
from livret.interpreter.compiler import Rules, compile_program
from livret.interpreter.evaluate import Evaluator
from livret.interpreter.runtime import State
from livret.rulesets import shipped

HERE = Path(__file__).parent
FOLDERS = {
    "jce": shipped()["jce"],
    "retour-du-roi": shipped()["retour-du-roi"],
    "chaudron": HERE / "games" / "chaudron",
    "elimination": HERE / "language" / "exam" / "19-élimination",
    "checks": HERE / "language" / "exam" / "92-contrôles",
}
#: Rules with actions on cards; rules with state checks.
CARDS, CHECKED = ("jce", "retour-du-roi"), ("jce", "chaudron", "elimination", "checks")

COMPONENTS = """\
groupes:
  - provenance: {origine: reconstitué}
    composants:
      - {id: bille, type: Bille, poids: 2, exemplaires: 6}
      - {id: boule, type: Boule, poids: 5, exemplaires: 6}
"""
RULES = """\
joueurs 2
type Objet :
  poids : nombre
type Bille de Objet
type Boule de Objet
zone sac de Joueur : Objet visible
zone tas : Objet visible
compteur usure de Objet
compteur dette de Joueur
issue Fin

définition usés(limite : nombre) : ensemble de Objet = union(
  tas où .usure > limite, Boule où place(sac, lui) ≠ rien et .usure > limite
)
définition ruiné(j : Joueur) : booléen = j.dette > 40 ou nombre(j.sac où lui est Bille) = 0
définition lourds : ensemble de Objet = (tas où lui est Boule) où .usure + .poids > 20

mise en place :
  déplacer Bille vers sac(J1)
  déplacer premier(Bille où place(sac, lui) ≠ rien) vers sac(J2)
  déplacer Boule vers tas
  déplacer premier(Boule) vers sac(J2)

déroulement :
  boucle :
    J1 choisit c parmi Objet "Prendre"
    si c dans tas :
      déplacer c vers sac(J2)
    sinon si nombre(sac(J1)) > 2 :
      déplacer c vers tas
    si nombre(tas) = 0 :
      finir Fin

contrôle C "C" quand {condition} :
  finir Fin
"""
CONDITIONS = [
    "existe(usés(30))",
    "existe(usés(30) où .usure < 50)",
    "existe(joueurs où ruiné(lui))",
    "existe(lourds)",
    "existe(Objet où .usure > 55)",
    "existe(Objet où .usure = 31) ou existe(usés(40)) et existe(joueurs où .dette > 20)",
    "ruiné(J1) et non existe(usés(10))",
    "existe(joueurs où existe(usés(.dette)))",
]


def program_of(name: str) -> Program:
    return loaded(FOLDERS[name])


def loaded(folder: Path) -> Program:
    program, findings = load(folder)
    assert program is not None, findings
    return program


def positions(rules: Rules, games: int, steps: int) -> list[State]:
    """Play some random games; return a copy of each position."""
    found = []
    for seed in range(games):
        rng, state = Random(seed), rules.begin(seed)
        for _ in range(steps):
            found.append(state.clone())
            if state.result is not None:
                break
            rules.apply(state, rng.choice(state.options))
    return found


@pytest.mark.parametrize("name", CARDS)
def test_a_window_that_looks_at_the_cards_offers_the_same(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = program_of(name)
    players = program.players[-1]
    found = {}
    for many in (1, 10_000):
        monkeypatch.setattr(offers, "MANY", many)
        rules = compile_program(program, players)
        states = positions(rules, 3, 150)
        found[many] = [(s.who, s.ask, s.options) for s in states if s.result is None]
        assert ("o, found = " in rules.source) == (many == 1)
    assert found[1] == found[10_000]
    assert any(len(options) > 2 for _, _, options in found[1])


def test_looking_at_the_places_finds_the_same_answers_and_values(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    program = program_of("jce")
    players = program.players[-1]
    found = {}
    for many in (1, 10_000):
        monkeypatch.setattr(bearing, "MANY", many)
        rules = compile_program(program, players)
        assert ("Q[n](" in rules.source, "V0[n](" in rules.source) == (many == 1,) * 2
        states = positions(rules, 3, 150)
        found[many] = [
            (s.who, s.ask, s.options, s.plies, s.lasting)
            for s in states
            if s.result is None
        ]
    assert found[1] == found[10_000]
    asked = {rules.asks[ask].event for _, ask, *_ in found[1]}
    assert len(asked) > 1


@pytest.mark.parametrize("name", CHECKED)
def test_a_check_is_due_when_its_condition_holds(name: str) -> None:
    hold_against_evaluator(program_of(name))


@pytest.mark.parametrize("condition", CONDITIONS)
def test_shapes_of_conditions(tmp_path: Path, condition: str) -> None:
    (tmp_path / "composants.yaml").write_text(COMPONENTS, encoding="utf-8")
    text = RULES.replace("{condition}", condition)
    (tmp_path / "regles.livret").write_text(text, encoding="utf-8")
    hold_against_evaluator(loaded(tmp_path))


def hold_against_evaluator(program: Program) -> None:
    """Compare whether a check is due with what the patient evaluator says."""
    rules = compile_program(program, program.players[-1])
    rng, due = Random(0), rules.module["due"]
    answers = set()
    for state in positions(rules, 4, 120):
        disturb(state, rules, rng)
        evaluator = Evaluator(rules.layout, state)
        expected = any(evaluator.value(c.condition, {}) for c in program.controls)
        assert due(state) == expected
        answers.add(expected)
    assert answers == {True, False}


def disturb(state: State, rules: Rules, rng: Random) -> None:
    """Change a number here and there: at a decision, checks are seldom due."""
    for name, declared in rules.program.states.items():
        is_number = declared.kind.family is core.Family.NUMBER and not declared.kind.many
        if declared.owner is None or not is_number or rng.random() < 0.8:
            continue
        column = getattr(state, rules.layout.states[name])
        column[rng.randrange(len(column))] += rng.randrange(1, 60)
