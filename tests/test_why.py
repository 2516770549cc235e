"""Why and why not: never against what is offered, with the condition and its values."""

import itertools
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import livret
from livret.dsl.core import Family, Kind
from livret.interpreter.api import Game, Ruleset
from livret.interpreter.runtime import PASS, Option

VEILLEE = Path(__file__).parent / "games" / "veillee"
SOURCES = ["morpion", "puissance-4", "breakthrough", str(VEILLEE)]
RULESETS: dict[str, Ruleset] = {}


def game_of(source: str, seed: int, plies: int) -> Game:
    """Play so many choices at random, fewer if the game ends."""
    if source not in RULESETS:
        RULESETS[source] = livret.load(source)
    game = RULESETS[source].new_game(seed=seed)
    chance = Random(seed)
    while game.result is None and game.plies < plies:
        game.apply(chance.randrange(len(game.decision.choices)))
    if game.result is not None:
        game.undo()
    return game


def conceivable(game: Game) -> Iterator[Option]:
    """Yield every option of the right shape: all abilities with all values, or all items."""
    names, layout = game.ruleset.names(game.players), game.rules.layout
    ask = game.rules.asks[game.state.ask]
    if ask.kind is not None:
        yield from names.everything(ask.kind)
        if ask.mode == "many":
            yield -2
        if ask.mode == "optional":
            yield -1
        return
    if ask.mode == "whether":
        yield from (0, 1)
        return
    if ask.mode == "window":
        yield PASS
    for number, ability in enumerate(game.rules.program.abilities.values()):
        if ability.cls not in ("action", "réponse", "forcé"):
            continue
        cards = [-1] if ability.card is None else layout.copies[ability.card]
        parameters = () if ability.trigger is not None else ability.parameters
        groups = [names.everything(parameter.kind) for parameter in parameters]
        for card in cards:
            for values in itertools.product(*groups):
                yield (number, card, *values)


def is_offered(game: Game, option: Option) -> bool:
    """Tell whether an option, or one that looks the same, is among those offered."""
    looks, at = game.rules.layout.looks, game.state.at
    ask = game.rules.asks[game.state.ask]

    def look(value: int, kind: Kind) -> object:
        return (looks[value], at[value]) if kind.family == "type" and value >= 0 else value

    def face(option: Option) -> object:
        if isinstance(option, tuple):
            if option == PASS:
                return option
            ability = list(game.rules.program.abilities.values())[option[0]]
            kinds = [Kind(Family.COMPONENT, ""), *(p.kind for p in ability.parameters)]
            return (
                option[0],
                *(look(v, k) for v, k in zip(option[1:], kinds, strict=False)),
            )
        return option if ask.kind is None else look(option, ask.kind)

    if option in game.state.options:
        return True
    if ask.mode == "many" and isinstance(option, int):
        picked = game.state.stack[-1][ask.slots[ask.target]]
        if option in (picked or ()):
            return False
    return face(option) in [face(offered) for offered in game.state.options]


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(SOURCES), st.integers(0, 10**6), st.integers(0, 60))
def test_why_not_never_contradicts_what_is_offered(
    source: str, seed: int, plies: int
) -> None:
    game = game_of(source, seed, plies)
    options = list(conceivable(game))
    if len(options) > 200:
        options = [*Random(seed).sample(options, 200), *game.state.options[:40]]
    for option in options:
        explanation = game.why_not(option)
        assert explanation.verdict is is_offered(game, option), str(explanation)
        assert explanation.text("fr") and explanation.text("en")


@pytest.mark.parametrize("source", [slug for slug in livret.games() if slug not in SOURCES])
def test_why_not_agrees_in_every_shipped_game(source: str) -> None:
    game = game_of(source, 1, 0)
    chance = Random(1)
    while game.result is None and game.plies < 400:
        if game.plies % 10 == 0:
            options = list(conceivable(game))
            for option in chance.sample(options, min(30, len(options))):
                explanation = game.why_not(option)
                assert explanation.verdict is is_offered(game, option), str(explanation)
        game.apply(chance.randrange(len(game.decision.choices)))


@settings(max_examples=30, deadline=None)
@given(st.sampled_from(SOURCES), st.integers(0, 10**6), st.integers(0, 60))
def test_everything_offered_has_a_reason(source: str, seed: int, plies: int) -> None:
    game = game_of(source, seed, plies)
    for choice in game.decision.choices:
        explanation = game.why(choice)
        assert explanation.verdict and explanation.lines
        assert game.why(choice.index).lines == explanation.lines


def test_the_failing_condition_and_its_value_are_told() -> None:
    game = game_of("morpion", 0, 0)
    game.apply(4)
    explanation = game.why_not("b2")
    assert not explanation.verdict
    text = explanation.text()
    assert "« b2.marque = rien » est faux : b2.marque vaut J1" in text
    assert "Offerts : a1, b1, c1, a2, c2, …" in text
    assert "b2.marque is J1" in explanation.text("en")


def test_a_definition_is_opened() -> None:
    game = game_of("puissance-4", 0, 0)
    text = game.why_not("a3").text()
    assert "« libre(a3) » est faux" in text
    assert "décalage(a3, 0, -1).jeton vaut rien" in text


def test_the_nearest_legal_use_is_named() -> None:
    game = game_of("breakthrough", 0, 0)
    text = game.why_not("Avancer", "b2", "b4").text()
    assert "Choix de « arrivée »" in text
    assert "Possible : Avancer un pion (départ b2, arrivée " in text


def test_an_ability_is_named_by_name_or_title() -> None:
    game = game_of("breakthrough", 0, 0)
    assert game.why_not("avancer", "B2", "b3").verdict
    assert game.why_not("Avancer un pion", "b2", "b3").verdict
    assert game.why_not("Avancer").verdict
    assert not game.why_not("Avancer", "b7").verdict
    assert not game.why_not("passer").verdict


@pytest.mark.parametrize(
    "words",
    ["Avancer(b2, b3)", "avancer ( B2,b3 )", "Avancer un pion (départ b2, arrivée b3)"],
)
def test_a_use_is_asked_about_as_it_is_written_or_shown(words: str) -> None:
    game = game_of("breakthrough", 0, 0)
    assert game.why_not(words).verdict
    refused = game.why_not(words.replace("b3", "b4").replace("B3", "b4"))
    assert not refused.verdict and "Choix de « arrivée »" in refused.text()


def test_an_item_alone_is_looked_for_among_the_parameters() -> None:
    game = game_of("breakthrough", 0, 0)
    assert game.why_not("b3").verdict
    refused = game.why_not("b7")
    assert not refused.verdict
    assert "n’est pas possible" in refused.text()


def test_requirements_are_proved_with_their_citations() -> None:
    for seed, plies in itertools.product(range(30), (20, 30, 40)):
        game = game_of(str(VEILLEE), seed, plies)
        for option in conceivable(game):
            explanation = game.why_not(option)
            if not explanation.verdict and "VEI-6" in explanation.cites:
                text = explanation.text()
                assert "Exigence non remplie : Il fait assez chaud [VEI-6]" in text
                assert "base" in text and "À l'abri [VEI-3]" in text
                return
    pytest.fail("never too cold to tell a story")


def test_limits_costs_and_prohibitions_are_told() -> None:
    told: set[str] = set()
    for seed in range(60):
        for plies in (20, 30, 40):
            game = game_of(str(VEILLEE), seed, plies)
            for option in conceivable(game):
                explanation = game.why_not(option)
                if not explanation.verdict:
                    told.update(line.fr.split(" :")[0] for line in explanation.lines)
    assert {"Limite", "Coût", "Interdit", "Exigence non remplie"} <= told


def test_another_time_is_told() -> None:
    game = game_of(str(VEILLEE), 1, 0)
    assert game.decision.title == "Gage"
    explanation = game.why_not("Attiser")
    assert not explanation.verdict
    assert "« Attiser » s'utilise pendant : Le récit ; ici : Gage" in explanation.text()
    assert "avant : Un éclat" in game.why_not("Masquer la lueur").text()


@pytest.mark.parametrize(
    "what",
    [
        "zz9",
        "zz9(b2)",
        "Avancer(zz9)",
        "()",
        "",
        "x" * 10_000,
        (99, -1),
        (0,),
        (0, 99, 1),
        ("a", "b"),
        10**30,
        (0, -1, 5, 5, 5),
    ],
)
def test_what_means_nothing_is_refused(what: object) -> None:
    for source in ("morpion", "breakthrough"):
        with pytest.raises(livret.GameError) as caught:
            game_of(source, 0, 0).why_not(what)  # type: ignore[arg-type]
        assert caught.value.diagnostic.code == "R06"
