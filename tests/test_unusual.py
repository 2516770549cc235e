"""Components whose state is not the usual one: the lists of them follow every change."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from livret.dsl.loader import load
from livret.interpreter.compiler import Rules, compile_program
from livret.interpreter.evaluate import Evaluator
from livret.interpreter.hiding import deal_anew
from livret.interpreter.playouts import compile_playout
from livret.interpreter.states import from_plain, to_plain
from livret.interpreter.visibility import Sight
from livret.rulesets import shipped

COMPONENTS = """\
groupes:
  - provenance: {origine: reconstitué}
    composants:
      - {id: bille, type: Bille, exemplaires: 40}
      - {id: boule, type: Boule, exemplaires: 26}
"""
RULES = """\
joueurs 2
énumération Teinte : gris, bleu, rouge
type Objet
type Bille de Objet
type Boule de Objet
zone sac de Joueur : Objet secrète
zone tas : Objet visible
état usure de Objet : nombre = 1
état tourné de Objet : booléen = faux
état teinte de Objet : Teinte = bleu
état lié de Objet : Objet ou rien = rien
état marques de Objet : ensemble de Joueur = {}
issue Fin

définition use(c : Objet) : booléen = c.usure ≠ 1 et c.teinte ≠ gris

mise en place :
  déplacer Objet vers tas
  mélanger tas

déroulement :
  répéter 40 fois :
    J1 choisit c parmi Objet "Changer"
    J2 choisit d parmi Objet "Ou bien"
    J1 choisit combien parmi {0, 1, 2, 5} "Combien"
    c.usure devient combien
    c.tourné devient combien > 1
    d.usure augmente de 1
    si combien = 0 :
      c.lié devient rien
      d.teinte devient rouge
      d.marques devient {}
    sinon :
      c.lié devient d
      c.teinte devient si combien = 1 alors gris sinon bleu
      c.marques devient {J1, J2}
    déplacer c vers sac(J2)
  finir Fin

évaluation j = {value}
"""
FILTERS = {
    "usure ≠ 1": "usure",
    "usure > 1": "usure",
    "usure ≥ 1": "",
    "usure < 1": "usure",
    "usure = 0": "usure",
    "usure = 1": "",
    "usure = nombre(tas)": "",
    "tourné": "tourné",
    "teinte = rouge": "teinte",
    "teinte ≠ bleu": "teinte",
    "lié = premier(tas)": "",
    "lié = premier(Bille)": "",
    "lié ≠ rien": "lié",
    "marques ≠ {}": "marques",
}


def compiled(folder: Path, value: str, rules: str = RULES) -> Rules:
    (folder / "composants.yaml").write_text(COMPONENTS, encoding="utf-8")
    text = rules.replace("{value}", value)
    (folder / "regles.livret").write_text(text, encoding="utf-8")
    program, findings = load(folder)
    assert program is not None, findings
    return compile_program(program, 2)


def listed(state: Any) -> dict[str, list[int]]:
    """The lists a state holds; they must be what the columns say."""
    held = {name: getattr(state, name) for name in state.UNUSUAL}
    for name, (column, usual) in state.UNUSUAL.items():
        values = getattr(state, column)
        assert held[name] == [n for n, value in enumerate(values) if value != usual]
    return held


def play_and_compare(rules: Rules) -> set[Any]:
    """Compare a value with the patient evaluator's, all through some games."""
    measure = rules.program.evaluation
    assert measure is not None and rules.evaluation is not None
    seen = set()
    for seed in range(3):
        rng, state = Random(seed), rules.begin(seed)
        while state.result is None:
            listed(state)
            value = rules.evaluation(state, 0)
            expected = Evaluator(rules.layout, state).value(
                measure.value, {measure.slot: 0}
            )
            assert value == expected
            seen.add(value)
            rules.apply(state, rng.choice(state.options))
    return seen


@pytest.mark.parametrize(("condition", "state"), FILTERS.items())
def test_a_filter_looks_at_the_unusual(tmp_path: Path, condition: str, state: str) -> None:
    rules = compiled(tmp_path, f"nombre(Objet où .{condition})")
    columns = {column for column, _ in rules.new_state().UNUSUAL.values()}
    assert columns == ({rules.layout.states[state]} if state else set())
    assert len(play_and_compare(rules)) > 3 or not state


@pytest.mark.parametrize(
    "value",
    [
        "nombre(Boule où .tourné)",
        "nombre(Objet où .usure ≥ 1 et .tourné et .teinte = bleu)",
        "nombre(Objet où use(lui))",
        "nombre(Objet où existe(tas comme autre où autre = .lié))",
        "somme(Bille où .lié ≠ rien, .usure)",
        "si existe(Objet où .teinte = rouge) alors nombre(Objet où existe(.marques)) sinon -1",
    ],
)
def test_shapes(tmp_path: Path, value: str) -> None:
    rules = compiled(tmp_path, value)
    assert rules.new_state().UNUSUAL
    assert len(play_and_compare(rules)) > 3


def test_random_games_keep_the_same_lists(tmp_path: Path) -> None:
    text = RULES.replace(
        "finir Fin",
        "finir Fin gagnants (si existe(Objet où use(lui)) alors {J1} sinon {J2})",
    )
    rules = compiled(tmp_path, "0", text)
    playout = compile_playout(rules)
    assert playout is not None
    for seed in range(5):
        drawn, chance, state = (
            playout.play(seed, Random(seed).random),
            Random(seed),
            rules.begin(seed),
        )
        while state.result is None:
            rules.apply(state, state.options[int(chance.random() * len(state.options))])
        assert listed(drawn) == listed(state) and any(listed(drawn).values())
        assert drawn.result == state.result


def test_copies_worlds_and_saves_have_their_own_lists() -> None:
    rules, other = (rules_of_jce(journal) for journal in (False, True))
    rng, state = Random(0), rules.begin(4)
    for _ in range(40):
        rules.apply(state, rng.choice(state.options))
    held = listed(state)
    assert any(held.values())
    copy = state.clone()
    assert listed(copy) == held
    assert all(getattr(copy, name) is not items for name, items in held.items())
    assert listed(other.adopt(state)) == held
    assert listed(from_plain(rules, json.loads(json.dumps(to_plain(rules, state))))) == held
    sight = Sight(rules.layout)
    world = deal_anew(rules, sight, state, 0, 1)
    assert world != state
    listed(world)


def rules_of_jce(journal: bool) -> Rules:
    program, findings = load(shipped()["jce"])
    assert program is not None, findings
    return compile_program(program, 2, journal)
