"""Games with drawn decisions are the games that blocks play."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from livret.dsl.loader import load
from livret.interpreter.compiler import compile_program
from livret.interpreter.faults import GameError, rule_faults
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
