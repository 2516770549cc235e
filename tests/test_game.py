"""Playing: choices, undo, copies, journal, comparison; the same for every game."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import livret
from livret.interpreter.api import Game, Ruleset
from livret.interpreter.options import list_options

VEILLEE = Path(__file__).parent / "games" / "veillee"
SOURCES = ["morpion", "puissance-4", "breakthrough", str(VEILLEE)]
RULESETS: dict[str, Ruleset] = {}


def ruleset_of(source: str) -> Ruleset:
    """Load a ruleset once for all tests."""
    if source not in RULESETS:
        RULESETS[source] = livret.load(source)
    return RULESETS[source]


def random_game(
    source: str, seed: int, plies: int = 10**6, players: int | None = None
) -> Game:
    """Play at random, at most so many choices."""
    game = ruleset_of(source).new_game(players, seed)
    chance = Random(seed)
    while game.result is None and game.plies < plies:
        game.apply(chance.randrange(len(game.decision.choices)))
    return game


def decisions(source: str, seed: int) -> Iterator[Game]:
    """Play a game at random and yield it at each decision."""
    game = ruleset_of(source).new_game(None, seed)
    chance = Random(seed)
    while game.result is None:
        yield game
        game.apply(chance.randrange(len(game.decision.choices)))


games = given(st.sampled_from(SOURCES), st.integers(0, 10**6))


@pytest.mark.parametrize("source", SOURCES)
def test_random_games_end(source: str) -> None:
    for seed in range(5):
        game = random_game(source, seed)
        assert game.decision is None
        assert game.result is not None and game.result.title


@settings(max_examples=20, deadline=None)
@games
def test_silent_and_noting_rules_agree(source: str, seed: int) -> None:
    game = random_game(source, seed)
    silent = game.ruleset.rules(game.players)
    state = silent.begin(seed)
    again = game.ruleset.new_game(game.players, seed)
    for option in game.choices:
        assert state.key() == again.state.key()
        assert state.options == again.state.options
        again.apply_option(option)
        silent.apply(state, option)
    assert state.key() == game.state.key()


@settings(max_examples=20, deadline=None)
@games
def test_a_state_passes_between_silent_and_noting_rules(source: str, seed: int) -> None:
    middle = random_game(source, seed, 12)
    if middle.result is not None:
        return
    silent = middle.ruleset.rules(middle.players)
    state = silent.adopt(middle.state)
    assert type(state) is silent.new_state().__class__
    game = random_game(source, seed)
    for option in game.choices[12:]:
        silent.apply(state, option)
    assert state.key() == game.state.key()
    assert middle.plies == 12 and middle.state.key() != state.key()


@settings(max_examples=15, deadline=None)
@games
def test_options_can_be_listed_again(source: str, seed: int) -> None:
    for game in decisions(source, seed):
        assert list_options(game.rules, game.state) == game.state.options


@settings(max_examples=15, deadline=None)
@games
def test_copies_are_independent(source: str, seed: int) -> None:
    for game in decisions(source, seed):
        copy = game.clone()
        key, lines = game.state.key(), len(game.journal)
        copy.apply(len(copy.decision.choices) - 1)
        copy.undo(copy.plies)
        assert game.state.key() == key and len(game.journal) == lines


@settings(max_examples=20, deadline=None)
@given(st.sampled_from(SOURCES), st.integers(0, 10**6), st.integers(0, 60))
def test_undo_goes_back_exactly(source: str, seed: int, count: int) -> None:
    game = random_game(source, seed)
    count = min(count, game.plies)
    before = random_game(source, seed, game.plies - count)
    back = game.clone()
    back.undo(count)
    assert back == before and hash(back) == hash(before)
    assert back.journal == before.journal
    assert back.choices == before.choices
    for option in game.choices[back.plies :]:
        back.apply_option(option)
    assert back == game and back.journal == game.journal


def test_undo_too_far_is_refused() -> None:
    game = random_game("morpion", 1, 3)
    for count in (4, -1):
        with pytest.raises(livret.GameError) as caught:
            game.undo(count)
        assert caught.value.diagnostic.code == "R05"
    assert game.plies == 3


def test_a_choice_is_given_in_three_ways() -> None:
    ruleset = ruleset_of("breakthrough")
    one, two, three = (ruleset.new_game() for _ in range(3))
    choice = one.decision.choices[4]
    one.apply(choice)
    two.apply(choice.index)
    three.apply(choice.option)
    assert one == two == three
    assert one.decision.choice_of((0, 0)) is None


@pytest.mark.parametrize(
    "choice", [-1, 9, 10**30, (0, -1, 0, 0), (), (-1,), "a1", None, 1.0, [0], True]
)
def test_what_is_not_offered_is_refused(choice: object) -> None:
    game = ruleset_of("morpion").new_game()
    key = game.state.key()
    try:
        game.apply(choice)  # type: ignore[arg-type]
    except livret.GameError as error:
        assert error.diagnostic.code == "R03"
        assert game.state.key() == key
    else:
        assert choice is True  # a whole number to Python: index 1
    with pytest.raises(livret.GameError):
        game.apply_option(True)


def test_after_the_end_nothing_is_chosen() -> None:
    game = random_game("morpion", 3)
    for ask in (lambda: game.apply(0), lambda: game.why(0), lambda: game.why_not("a1")):
        with pytest.raises(livret.GameError) as caught:
            ask()
        assert caught.value.diagnostic.code == "R04"


def test_decisions_say_who_what_and_how_many() -> None:
    decision = ruleset_of("morpion").new_game().decision
    assert (decision.player, decision.kind, decision.title) == (0, "un", "Marquer une case")
    assert [choice.label for choice in decision.choices][:3] == ["a1", "b1", "c1"]
    assert (decision.minimum, decision.maximum, decision.picked) == (1, 1, ())
    decision = ruleset_of("breakthrough").new_game().decision
    assert decision.kind == "fenêtre"
    choice = decision.choices[0]
    assert choice.label == "Avancer un pion (départ a2, arrivée a3)"
    assert choice.rule == "Avancer"


def test_every_kind_of_decision_is_met() -> None:
    met: dict[str, set[str]] = {}
    for seed in range(30):
        for game in decisions(str(VEILLEE), seed):
            decision = game.decision
            met.setdefault(decision.kind, set()).update(c.label for c in decision.choices)
            assert decision.minimum <= decision.maximum
            labels = [choice.label for choice in decision.choices]
            assert len(set(labels)) == len(labels)
    assert set(met) == {
        "un",
        "facultatif",
        "plusieurs",
        "oui_non",
        "fenêtre",
        "réponse",
        "ordre",
    }
    assert {"Oui", "Non"} <= met["oui_non"]
    assert "Terminer" in met["plusieurs"] and "Passer" in met["fenêtre"]
    assert "Ne rien choisir" in met["facultatif"]
    assert met["ordre"] == {"Lueur", "Fumée"}
    assert "Écran : Masquer la lueur" in met["réponse"]


def test_picks_are_told_one_by_one() -> None:
    game = ruleset_of(str(VEILLEE)).new_game(2, 1)
    while game.decision.title != "Garder sa main":
        game.apply(0)
    game.apply(1)
    assert (game.decision.kind, game.decision.minimum, game.decision.maximum) == (
        "plusieurs",
        0,
        2,
    )
    label = game.decision.choices[0].label
    game.apply(0)
    assert game.decision.picked == (label,)


def test_result_has_outcome_winners_and_scores() -> None:
    result = random_game(str(VEILLEE), 2).result
    assert (result.outcome, result.title, result.cites) == (
        "Aube",
        "Le jour se lève",
        ("VEI-13",),
    )
    assert len(result.scores) == 2 and result.winners
    game = ruleset_of("morpion").new_game()
    for label in ("a1", "a2", "b1", "b2", "c1"):
        game.apply(next(c for c in game.decision.choices if c.label == label))
    assert (game.result.outcome, game.result.winners, game.result.scores) == (
        "Alignement",
        (0,),
        (),
    )


@settings(max_examples=15, deadline=None)
@games
def test_every_line_of_the_journal_names_its_rule(source: str, seed: int) -> None:
    game = random_game(source, seed)
    plies = [entry.ply for entry in game.journal]
    assert plies == sorted(plies) and plies[-1] == game.plies
    for entry in game.journal:
        assert entry.rule and entry.text() and entry.text("en")
        assert entry.to_json()["fr"] == entry.fr


def test_journal_cites_the_rule_it_obeyed() -> None:
    for seed in range(20):
        game = random_game(str(VEILLEE), seed)
        for entry in game.journal:
            if entry.kind == "ability" and entry.rule == "Conter":
                assert entry.cites == ("VEI-4",)
                assert "Conter une histoire" in entry.fr
    assert any(entry.cites == ("VEI-2",) for entry in game.journal)


def test_journal_in_words() -> None:
    game = ruleset_of("morpion").new_game()
    game.apply(4)
    assert [entry.fr for entry in game.journal] == [
        "Tour de J1",
        "J1 choisit b2 (Marquer une case)",
        "marque (b2) : J1",
        "Tour de J2",
    ]
    assert game.journal[1].en == "J1 chooses b2 (Marquer une case)"
    assert [entry.who for entry in game.journal] == [0, 0, None, 1]


def test_difference_in_words() -> None:
    game = ruleset_of("morpion").new_game()
    after = game.clone()
    after.apply(4)
    assert game.diff(game.clone()) == []
    assert game.diff(after) == [
        "Décision : J1, Marquer une case → J2, Marquer une case",
        "marque (b2) : rien → J1",
    ]
    assert "marque (b2) : nothing → J1" in game.diff(after, "en")


@settings(max_examples=15, deadline=None)
@games
def test_only_equal_games_have_no_difference(source: str, seed: int) -> None:
    for game in decisions(source, seed):
        after = game.clone()
        after.apply(0)
        assert game != after and game.diff(after)
        assert not game.diff(game.clone())


def test_games_of_other_rules_are_not_compared() -> None:
    with pytest.raises(livret.GameError) as caught:
        ruleset_of("morpion").new_game().diff(ruleset_of("breakthrough").new_game())
    assert caught.value.diagnostic.code == "R07"
    assert ruleset_of("morpion").new_game() != ruleset_of("breakthrough").new_game()


def test_a_game_is_the_same_in_every_process() -> None:
    code = (
        "import livret, random, sys\n"
        "for source in sys.argv[1:]:\n"
        "    game, chance = livret.load(source).new_game(seed=5), random.Random(5)\n"
        "    while game.result is None:\n"
        "        game.apply(chance.randrange(len(game.decision.choices)))\n"
        "    print(game.save_data()['digest'], game.choices, game.ruleset.hashes)\n"
    )
    sources = [*livret.games(), str(VEILLEE)]
    told = {
        subprocess.run(
            [sys.executable, "-c", code, *sources],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "12345")
    }
    assert len(told) == 1 and told.pop().count(b"\n") == len(sources)


def test_same_seed_and_choices_give_the_same_game() -> None:
    one, two = (random_game(str(VEILLEE), 11) for _ in range(2))
    assert one == two and one.journal == two.journal
    other = random_game(str(VEILLEE), 12)
    assert one != other
