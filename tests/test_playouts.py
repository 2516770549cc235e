"""Games with drawn decisions are the games that blocks play."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from livret.dsl.loader import load
from livret.interpreter.alignments import tree
from livret.interpreter.compiler import compile_program, program_bodies, share
from livret.interpreter.evaluate import Evaluator
from livret.interpreter.faults import GameError, rule_faults
from livret.interpreter.keeping import keep_filters
from livret.interpreter.playouts import compile_playout
from livret.interpreter.runtime import State

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = sorted(
    path.parent
    for pattern in ("rulesets", "tests/games", "tests/language", "tests/language/exam")
    for path in (ROOT / pattern).glob("*/livret.yaml")
)
GAMES, DECISIONS = 8, 3000


def situation(state: State) -> list[object]:
    names = (*state.SCALARS, *state.COLUMNS, "Z", "at", "alive", "rng", "result", "plies")
    return [getattr(state, name) for name in names]


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda path: path.name)
def test_drawn_games_are_the_same(folder: Path) -> None:
    program, _ = load(folder)
    assert program is not None
    rules = compile_program(program, program.players[0])
    playout = compile_playout(rules)
    if playout is None:
        pytest.skip("this ruleset has decisions that cannot be drawn")
    for seed in range(GAMES):
        expected: State | None = None
        chance = random.Random(seed).random
        try:
            with rule_faults(rules):
                expected = rules.begin(seed)
                for _ in range(DECISIONS):
                    if expected.result is not None:
                        break
                    options = expected.options
                    rules.apply(expected, options[int(chance() * len(options))])
        except GameError:
            with pytest.raises(GameError), rule_faults(rules):
                playout.play(seed, random.Random(seed).random)
            continue
        if expected.result is None:
            return  # a game that random players do not end
        drawn = playout.play(seed, random.Random(seed).random)
        assert situation(drawn) == situation(expected)


def test_simulated_games_are_the_same_drawn_or_step_by_step(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from livret.interpreter import simulation

    for slug in ("breakthrough", "retour-du-roi"):
        program, _ = load(ROOT / "rulesets" / slug)
        assert program is not None
        players = program.players[0]
        plan = simulation.Plan(players, ("random",) * players, seed=5)
        drawn = simulation.Table(plan, compile_program(program, players))
        assert drawn.playout is not None
        stepped = simulation.Table(plan, compile_program(program, players))
        stepped.playout = None
        for number in range(5):
            assert drawn.play(number) == stepped.play(number)


@given(
    st.lists(st.frozensets(st.integers(0, 9), min_size=1, max_size=4), max_size=6),
    st.lists(st.integers(0, 1), min_size=10, max_size=10),
)
def test_a_tree_of_lines_finds_what_a_search_finds(
    lines: list[frozenset[int]], column: list[int]
) -> None:
    found = eval(tree(lines), {"s": column, "v": 1})
    assert found == any(all(column[cell] == 1 for cell in line) for line in lines)


def test_filters_are_kept_up_to_date() -> None:
    program, _ = load(ROOT / "rulesets" / "puissance-4")
    assert program is not None
    rules = compile_program(program, program.players[0])
    shared = share(program, rules.layout, False, True)
    keep_filters(shared.constants, program_bodies(program))
    (kept,) = shared.constants.kept
    playout = compile_playout(rules)
    assert playout is not None
    for seed in range(GAMES):
        state = playout.play(seed, random.Random(seed).random)
        value = Evaluator(rules.layout, state).value(kept.where, {})
        assert getattr(state, kept.name) == list(value)


JUMPS = """
joueurs 3
état pas : nombre = 0
état rangs de Joueur : nombre = 0
issue Assez
contrôle Beaucoup quand pas ≥ 60 :
  finir Assez

déroulement :
  boucle Jeu :
    phase Marche
    pas augmente de 1
    si pas ≥ 50 :
      quitter Jeu
  pas augmente de 1000
  finir Assez gagnants {J1}

phase Marche :
  à tour de rôle j depuis J1 horaire :
    j choisit si saute
    si saute :
      si pas modulo 3 = 0 :
        quitter tour
      j choisit si fuit
      si fuit :
        quitter manche
      rangs(j) augmente de 1
    boucle :
      pas augmente de 1
      j choisit si encore
      si non encore :
        quitter tour
      pour chaque k dans joueurs :
        rangs(k) augmente de 1
        k choisit si part
        si part :
          quitter tour
        si pas ≥ 40 :
          quitter Marche
    rangs(j) augmente de 100
"""


def test_jumps_lead_to_the_same_places(tmp_path: Path) -> None:
    (tmp_path / "livret.yaml").write_text("titre: Sauts\n", encoding="utf-8")
    (tmp_path / "regles.livret").write_text(JUMPS, encoding="utf-8")
    program, findings = load(tmp_path)
    assert program is not None, findings
    rules = compile_program(program, 3)
    playout = compile_playout(rules)
    assert playout is not None and "break" in playout.source
    for seed in range(100):
        chance = random.Random(seed).random
        expected = rules.begin(seed)
        while expected.result is None:
            options = expected.options
            rules.apply(expected, options[int(chance() * len(options))])
        drawn = playout.play(seed, random.Random(seed).random)
        assert situation(drawn) == situation(expected)
