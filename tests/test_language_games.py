"""Every topic of the language can be played at random, and every situation of it kept.

At each decision: the rules list the same options again, a state read back from its plain
data is the same state, a copy goes the same way, and what is offered is explained as
possible. Decisions with one option are also made to stop.
"""

import json
import random
from pathlib import Path

import pytest

from livret.dsl.loader import load
from livret.interpreter.compiler import Rules, compile_program
from livret.interpreter.faults import rule_faults
from livret.interpreter.invariants import check_invariants
from livret.interpreter.names import Names
from livret.interpreter.options import list_options
from livret.interpreter.reasons import Asker
from livret.interpreter.runtime import State
from livret.interpreter.states import from_plain, to_plain

TOPICS = sorted(
    path.parent for path in (Path(__file__).parent / "language").glob("**/livret.yaml")
)
DECISIONS, SHOWN = 40, 8


@pytest.mark.parametrize("automatic", [True, False], ids=["automatic", "stopping"])
@pytest.mark.parametrize("folder", TOPICS, ids=lambda path: path.name)
def test_situations_of_a_random_game(folder: Path, automatic: bool) -> None:
    program, _ = load(folder)
    assert program is not None
    rules = compile_program(program, program.players[1], journal=True, automatic=automatic)
    chance = random.Random(folder.name)
    with rule_faults(rules):
        state = rules.begin(seed=1)
        for _ in range(DECISIONS):
            check_invariants(rules, state)
            if state.result is not None:
                return
            check_situation(rules, state)
            option, copy = chance.choice(state.options), state.clone()
            rules.apply(state, option)
            rules.apply(copy, option)
            assert copy == state


def check_situation(rules: Rules, state: State) -> None:
    assert list_options(rules, state) == state.options
    plain = json.loads(json.dumps(to_plain(rules, state)))
    assert from_plain(rules, plain) == state
    asker = Asker(rules, Names(rules.layout), state)
    for option in state.options[:SHOWN]:
        explanation = asker.explain(option)
        assert explanation.verdict, explanation.text("en")
