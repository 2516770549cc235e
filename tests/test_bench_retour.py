"""The hand-written Retour du Roi of `bench/` decides and ends exactly like the ruleset.

Whole random games are played on both sides at once: dice are scripted, and decks are
shuffled by the class with the numbers of the ruleset's own chance.
"""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any
from zlib import crc32

import pytest

from livret.dsl.loader import load
from livret.interpreter.chance import spread
from livret.interpreter.compiler import Rules, compile_program
from livret.interpreter.runtime import State
from livret.rulesets import shipped

ROOT = Path(__file__).parent.parent
SLUG = "retour-du-roi"
GAMES = 8


def reference() -> ModuleType:
    path = ROOT / "bench" / "retour_du_roi.py"
    spec = importlib.util.spec_from_file_location("bench_retour_du_roi", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


class SameChance(Random):
    """Throws the dice it was handed; shuffles like the ruleset's zones do."""

    def __init__(self, seed: int, dice: list[int], card: type) -> None:
        super().__init__(0)
        self.dice, self.card = dice, card
        self.stream = State()
        zones = ("zone:réserve", "zone:talon")
        self.stream.rng = [spread(seed, crc32(zone.encode())) for zone in zones]

    def randint(self, low: int, high: int) -> int:
        return self.dice.pop(0)

    def shuffle(self, items: list[Any], *_: Any) -> None:  # type: ignore[override]
        self.stream.Z = [items]
        self.stream.shuffle(int(bool(items) and isinstance(items[0], self.card)), 0)


@pytest.mark.parametrize("players", [3, 4])
def test_same_decisions_to_the_same_end(players: int) -> None:
    module = reference()
    program, findings = load(shipped()[SLUG])
    assert program is not None, findings
    rules = compile_program(program, players, automatic=False)
    outcomes = set()
    for seed in range(GAMES):
        rng = Random(seed)
        dice = [rng.randint(1 + seed % 2 * 3, 6) for _ in range(20_000)]
        state = rules.fresh(seed)
        state.script = list(dice)
        state.stack = [rules.course.frame(), rules.setup.frame()]
        rules.run(state, rules.setup.block)
        game = module.RetourDuRoi(SameChance(seed, dice, module.Card), players)
        names = Names(rules, module)
        while state.result is None:
            assert not game.is_terminal()
            assert state.who == game.player
            known = {names.move(state, option): option for option in state.options}
            assert len(known) == len(state.options)
            moves = game.legal_moves()
            assert sorted(known, key=repr) == sorted(moves, key=repr)
            move = choose(game, moves, seed, rng)
            rules.apply(state, known[move])
            game.apply(move)
        outcomes.add(game.outcome)
        assert game.plies == state.plies
        assert (game.outcome, game.winners) == names.result(state)
        assert rules.score is not None
        if game.outcome != "GollumTriomphe":
            points = [game.points(seat) for seat in range(players)]
            assert points == [rules.score(state, seat) for seat in range(players)]
    assert outcomes == set(program.outcomes)


def choose(game: Any, moves: list[Any], seed: int, rng: Random) -> Any:
    """Choose at random, or in every other game save cards, then walk to the Gate.

    Those games have good dice too, else the Gate would stand for ever.
    """
    if seed % 2 == 0 or rng.random() < 0.05:
        return rng.choice(moves)
    if (
        game.stage == "turn"
        and len(game.hands[game.player]) < 14
        and game.pawns[game.player] < 9
    ):
        return "pass"
    if "gate" in moves or "troll" in moves:
        return "gate" if "gate" in moves else "troll"
    ahead = [move for move in moves if isinstance(move, tuple)]
    if ahead:
        return max(ahead, key=lambda move: (move[1] // 9, move[0] != "attack"))
    more = [move for move in moves if not isinstance(move, str)]
    return rng.choice(more or moves)


class Names:
    """What the class calls the options of the ruleset."""

    def __init__(self, rules: Rules, module: ModuleType) -> None:
        self.rules, self.module = rules, module
        self.cards = {card.name: card for card in module.CARDS}
        self.abilities = list(rules.program.abilities)
        self.outcomes = list(rules.program.outcomes)

    def result(self, state: State) -> tuple[str, tuple[int, ...]]:
        assert state.result is not None
        outcome, winners = state.result
        return self.outcomes[outcome], winners

    def card(self, entity: int) -> Any:
        return self.cards[self.rules.layout.entities[entity].card.id]

    def move(self, state: State, option: Any) -> Any:
        if not isinstance(option, tuple):
            return self._choice(state, option)
        if option[0] < 0:
            return self.module.PASS
        match self.abilities[option[0]], option[2:]:
            case "Attaquer", (cell, _):
                return ("attack", cell)
            case "AttaquerLaPorte", _:
                return "gate"
            case "AttaquerUnTroll", _:
                return "troll"
            case "SeDéplacer", (cell,):
                return ("walk", cell)
            case "MarcheDAragorn", (cell,):
                return ("walk free", cell)
            case "renforts.Appeler", _:
                return "reinforce"
            case "marche_forcee.Marcher", _:
                return "march"
            case "Relancer", (card,):
                return self.card(card)
            case _:
                return self.card(option[1])

    def _choice(self, state: State, option: int) -> Any:
        if option < 0:
            return self.module.DONE if option == -2 else self.module.PASS
        kind = self.rules.asks[state.ask].kind
        assert kind is not None
        return self.card(option) if kind.family.name == "COMPONENT" else option
