"""Le Retour du Roi under every reading: it loads, plays to an end, keeps its invariants."""

from random import Random

import pytest

from livret.dsl.asked import Choices
from livret.dsl.loader import build, read
from livret.dsl.program import Program
from livret.interpreter.compiler import compile_program
from livret.interpreter.evaluate import Evaluator
from livret.rulesets import shipped

READING = read(shipped()["retour-du-roi"])


def loaded(readings: dict[str, str], variants: tuple[str, ...] = ()) -> Program:
    program, findings = build(READING, Choices(variants, readings))
    assert program is not None and not findings
    return program


def alternatives() -> list[tuple[str, str]]:
    """Every choice of every reading that is not its default."""
    return [
        (setting.name, name)
        for setting in loaded({}).settings.values()
        if setting.cls == "lecture"
        for number, (name, _) in enumerate(setting.choices)
        if number != setting.default
    ]


def play(program: Program, players: int, seed: int) -> None:
    """Play a random game to its end, the invariants checked now and then."""
    rules = compile_program(program, players)
    state, rng = rules.begin(seed), Random(seed)
    while state.result is None:
        assert state.plies < 20_000
        rules.apply(state, rng.choice(state.options))
        if state.plies % 100 == 0:
            evaluator = Evaluator(rules.layout, state)
            for invariant in program.invariants:
                assert evaluator.value(invariant.condition, {}), invariant.title
    outcome, winners = state.result
    assert bool(winners) == (list(program.outcomes)[outcome] != "GollumTriomphe")


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("variants", [(), ("gollum_modéré",)])
def test_a_game_ends(players: int, variants: tuple[str, ...]) -> None:
    program = loaded({}, variants)
    for seed in range(3):
        play(program, players, seed)


@pytest.mark.parametrize(("reading", "choice"), alternatives())
def test_a_game_ends_under_every_reading(reading: str, choice: str) -> None:
    play(loaded({reading: choice}), 3, 1)


def test_every_ambiguity_is_a_reading() -> None:
    """The inventory marks nineteen statements as ambiguous."""
    numbers = "4 14 28 32 37 43 46 49 53 57 59 65 71 80 82 83 108 115 116"
    settings = loaded({}).settings.values()
    cited = {cite for s in settings if s.cls == "lecture" for cite in s.cites}
    assert {f"RDR-{int(number):03}" for number in numbers.split()} <= cited
