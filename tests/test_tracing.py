"""Every move of a game is an edge of the timing graph (T30)."""

from __future__ import annotations

import random
from itertools import pairwise
from pathlib import Path

import pytest

from livret.dsl.loader import load, read
from livret.dsl.timing.builder import build_graph
from livret.dsl.timing.graph import Graph
from livret.dsl.timing.places import Kind
from livret.interpreter.examples import run_examples
from livret.interpreter.faults import GameError, rule_faults
from livret.interpreter.tracing import Tracer

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = sorted(
    path.parent
    for pattern in (
        "rulesets/*/livret.yaml",
        "tests/games/*/livret.yaml",
        "tests/language/*/livret.yaml",
    )
    for path in ROOT.glob(pattern)
)
GAMES, DECISIONS = 6, 400


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda path: path.name)
def test_every_move_is_an_edge(folder: Path) -> None:
    program, findings = load(folder)
    assert program is not None, findings
    tracer = Tracer(program)
    for players in range(program.players[0], program.players[1] + 1):
        rules = tracer.rules(players)
        for seed in range(GAMES):
            chance = random.Random(seed)
            try:
                with rule_faults(rules):
                    state = rules.begin(seed)
                    tracer.follow(state)
                    for _ in range(DECISIONS):
                        if state.result is not None:
                            break
                        rules.apply(state, chance.choice(state.options))
                        tracer.follow(state)
            except GameError:
                continue
    assert tracer.walked
    assert not tracer.strange, "\n".join(map(tracer.tell, tracer.strange))


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda path: path.name)
def test_every_outcome_stands_in_the_graph(folder: Path) -> None:
    program, _ = load(folder)
    assert program is not None
    graph = build_graph(program)
    ends = {node.name for node in graph.of_kind(Kind.END)}
    assert set(program.outcomes) <= ends


def test_a_move_that_is_no_edge_is_found() -> None:
    program, _ = load(ROOT / "rulesets/morpion")
    assert program is not None
    tracer = Tracer(program)
    state = tracer.rules(2).begin(1)
    assert state.trace is not None
    state.trace += [state.trace[-1], state.trace[0]]
    tracer.follow(state)
    assert tracer.strange


def test_an_example_with_a_move_that_is_no_edge_fails(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reading = read(ROOT / "rulesets/morpion")
    assert all(result.passed for result in run_examples(reading))
    monkeypatch.setattr(Graph, "is_move", lambda graph, source, target: False)
    results = list(run_examples(reading))
    assert {each.code for result in results for each in result.diagnostics} == {"T30"}


def test_a_chart_is_seen_in_games() -> None:
    program, _ = load(ROOT / "tests/language/chronology")
    assert program is not None
    tracer = Tracer(program)
    rules = tracer.rules(2)
    for seed in (1, 2):
        state = rules.begin(seed)
        while state.result is None:
            tracer.follow(state)
            rules.apply(state, state.options[-1])
        tracer.follow(state)
    (seen,) = tracer.charts
    assert [seen.visits[row] for row in range(4)] == [2, 2, 2, 2]
    assert [seen.open[row] for row in range(4)] == [0, 2, 0, 2]


def test_the_edges_of_a_move_lead_from_its_source_to_its_target() -> None:
    program, _ = load(ROOT / "rulesets/morpion")
    assert program is not None
    tracer = Tracer(program)
    rules = tracer.rules(2)
    state = rules.begin(1)
    while state.result is None:
        rules.apply(state, state.options[0])
        tracer.follow(state)
    for source, target in tracer.walked:
        edges = tracer.graph.edges_of(source, target)
        assert edges[0].source == source and edges[-1].target == target
        assert all(one.target == other.source for one, other in pairwise(edges))


@pytest.mark.parametrize("move", ["j choisit si reste", "cris augmente de 1"])
def test_the_turn_of_an_eliminated_player_is_passed_over(tmp_path: Path, move: str) -> None:
    rules = f"""\
joueurs 3
compteur cris
issue Fin
déroulement :
  à tour de rôle j depuis J1 horaire "Tour" :
    {move}
    si j = J1 :
      éliminer J2
  J1 choisit si finit
  finir Fin gagnants joueurs

exemple "J2 n'a pas de tour" :
  quand :
    hasard
  alors :
    issue Fin
"""
    (tmp_path / "regles.livret").write_text(rules, encoding="utf-8")
    (result,) = run_examples(read(tmp_path))
    assert result.passed, result.diagnostics
