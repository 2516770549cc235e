"""The classics as rulesets and as hand-written classes: the same decisions, move by move.

Every game is played on both sides at once, without letting the engine take decisions that
have one option, so each ply of one is a ply of the other. Dice and deals are the same:
what the ruleset draws is handed to the class.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest

from livret.dsl.loader import load
from livret.interpreter.compiler import Rules, compile_program
from livret.interpreter.runtime import State
from livret.rulesets import shipped

ROOT = Path(__file__).parent.parent
SHARED = ROOT.parent / "shared" / "bench" / "reference.py"
GAMES = 30

NAMES = {
    "morpion": "TicTacToe",
    "puissance-4": "ConnectFour",
    "breakthrough": "Breakthrough",
    "cochon": "Pig",
    "dame-de-pique": "Hearts",
}


def module_at(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(
        f"yardstick_{path.parent.parent.name}", path
    )
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Scripted(Random):
    """Chance that first gives the whole numbers it was handed."""

    def __init__(self, numbers: list[int]) -> None:
        super().__init__(0)
        self.numbers = numbers

    def randint(self, low: int, high: int) -> int:
        return self.numbers.pop(0)

    def randrange(self, *_: Any) -> int:
        return self.numbers.pop(0)


def ours(module: ModuleType, name: str, numbers: list[int]) -> Any:
    return getattr(module, name)(Scripted(numbers))


def shared(module: ModuleType, name: str, numbers: list[int]) -> Any:
    """Make a game of the shared yardstick, whose chance is the module `random`."""
    module.random = Scripted(numbers)  # type: ignore[attr-defined]
    return getattr(module, name)()


YARDSTICKS: list[Any] = [
    pytest.param(ROOT / "bench" / "reference.py", ours, id="ours"),
    pytest.param(
        SHARED,
        shared,
        id="shared",
        marks=pytest.mark.skipif(not SHARED.exists(), reason="../shared is absent"),
    ),
]


@pytest.mark.parametrize(("path", "make"), YARDSTICKS)
@pytest.mark.parametrize("slug", NAMES)
def test_same_decisions_in_every_position(
    slug: str, path: Path, make: Callable[[ModuleType, str, list[int]], Any]
) -> None:
    module, rules = module_at(path), rules_of(slug, automatic=False)
    quick = rules_of(slug, automatic=True)
    for seed in range(GAMES):
        rng = Random(seed)
        numbers = [rng.randint(1, 6) for _ in range(2_000)]
        if slug == "dame-de-pique":
            numbers = [seed % 4]
        state, short = start(rules, seed, numbers), start(quick, seed, numbers)
        game = make(module, NAMES[slug], numbers)
        if slug == "dame-de-pique":
            deal(rules, state, game)
        while state.result is None:
            assert not game.is_terminal()
            moves = {move_of(slug, rules, each): each for each in state.options}
            assert len(moves) == len(state.options)
            assert sorted(moves) == sorted(game.legal_moves())
            move = rng.choice(sorted(moves))
            if len(moves) > 1:
                assert short.options == state.options
                quick.apply(short, moves[move])
            rules.apply(state, moves[move])
            game.apply(move)
        assert game.is_terminal()
        assert game.plies == state.plies == short.plies
        assert short.result == state.result
        assert winners_of(slug, game) == state.result[1]
        if slug == "dame-de-pique":
            assert rules.score is not None
            assert [-rules.score(state, seat) for seat in range(4)] == game.returns()


def rules_of(slug: str, automatic: bool) -> Rules:
    program, findings = load(shipped()[slug])
    assert program is not None, findings
    return compile_program(program, program.players[0], automatic=automatic)


def start(rules: Rules, seed: int, numbers: list[int]) -> State:
    """Begin a game whose dice fall as written."""
    state = rules.fresh(seed)
    state.script = list(numbers)
    state.stack = [rules.course.frame(), rules.setup.frame()]
    rules.run(state, rules.setup.block)
    return state


def card_of(rules: Rules, entity: int) -> tuple[str, int]:
    values = rules.layout.entities[entity].card.values
    return "CDSH"[values["couleur"]], values["force"]


def deal(rules: Rules, state: State, game: Any) -> None:
    """Give the class the hands that were dealt."""
    zones = rules.layout.zone_copies("main")
    game.hands = [[card_of(rules, entity) for entity in state.Z[zone]] for zone in zones]
    if game.phase == "play":
        game.player = next(s for s in range(4) if ("C", 2) in game.hands[s])


def move_of(slug: str, rules: Rules, option: Any) -> Any:
    """Return the class's move for an option."""
    match slug:
        case "morpion":
            return option
        case "puissance-4":
            return option % 7
        case "breakthrough":
            return tuple((cell % 8, cell // 8) for cell in option[2:])
        case "cochon":
            return "roll" if option else "hold"
        case _:
            return card_of(rules, option)


def winners_of(slug: str, game: Any) -> tuple[int, ...]:
    if slug == "dame-de-pique":
        points = game.returns()
        return tuple(seat for seat in range(4) if points[seat] == min(points))
    seats = {"X": 0, "O": 1}
    return () if game.winner is None else (seats.get(game.winner, game.winner),)
