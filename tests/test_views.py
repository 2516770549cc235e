"""What each player may see: views, journals, and worlds dealt anew."""

import json
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import livret
from livret.interpreter.api import Game
from livret.interpreter.views import View

RULESET = livret.load(Path(__file__).parent / "games" / "veillee")


def game_of(seed: int, plies: int, players: int = 3) -> Game:
    """Play so many choices at random, fewer if the game ends."""
    game = RULESET.new_game(players, seed)
    chance = Random(seed)
    while game.result is None and game.plies < plies:
        game.apply(chance.randrange(len(game.decision.choices)))
    if game.result is not None:
        game.undo()
    return game


def hand(view: View, seat: int) -> list[str] | None:
    """Return the labels of a hand, None where only the number is known."""
    (zone,) = [z for z in view.seats[seat].zones if z.name == "main"]
    return None if zone.items is None else [item.label for item in zone.items]


situations = given(st.integers(0, 10**6), st.integers(0, 60))


def test_a_hand_is_seen_by_its_player_only() -> None:
    game = game_of(1, 10)
    for player in range(3):
        view = game.view(player)
        for seat in range(3):
            (zone,) = [z for z in view.seats[seat].zones if z.name == "main"]
            assert zone.count == len(
                game.state.Z[game.rules.layout.zone_base["main"] + seat]
            )
            assert (zone.items is None) is (seat != player)
    assert all(hand(game.view(), seat) is None for seat in range(3))
    assert all(hand(game.view(referee=True), seat) for seat in range(3))


def test_a_hidden_pile_is_a_number() -> None:
    view = game_of(1, 10).view(0)
    piles = {zone.name: zone for zone in view.zones}
    assert piles["pioche"].items is None and piles["pioche"].count > 0
    assert piles["table"].items is not None


def test_secret_states_are_left_out() -> None:
    game = game_of(1, 10)
    for player in range(3):
        for seat in game.view(player).seats:
            (gage,) = [state for state in seat.states if state.name == "gage"]
            assert (gage.text is None) is (seat.player != player)
            (wood,) = [state for state in seat.states if state.name == "bois"]
            assert wood.text is not None and wood.value == int(wood.text)


def test_hidden_characteristics_are_left_out() -> None:
    game = game_of(1, 10)
    (pile,) = [zone for zone in game.view(0).zones if zone.name == "tas"]
    assert pile.items
    assert all("poids" not in item.values for item in pile.items)
    (pile,) = [zone for zone in game.view(referee=True).zones if zone.name == "tas"]
    assert all("poids" in item.values for item in pile.items)


def test_boards_are_cells_with_states() -> None:
    game = livret.load("morpion").new_game()
    game.apply(4)
    (board,) = game.view(1).boards
    assert (board.shape, len(board.cells)) == ("grille", 9)
    cell = board.cells[4]
    assert (cell.label, cell.column, cell.row) == ("b2", 2, 2)
    assert (cell.states[0].text, cell.states[0].value) == ("J1", "J1")
    assert (board.cells[0].states[0].text, board.cells[0].states[0].value) == ("rien", None)


def test_no_such_player_is_refused() -> None:
    game = game_of(1, 3)
    for player in (-1, 3, 10**30):
        for ask in (game.view, game.journal_for, lambda p: game.determinize(p, 0)):
            with pytest.raises(livret.GameError) as caught:
                ask(player)
            assert caught.value.diagnostic.code == "R08"


@settings(max_examples=25, deadline=None)
@situations
def test_views_are_plain_data(seed: int, plies: int) -> None:
    game = game_of(seed, plies)
    for player in (None, 0, 1, 2):
        plain = game.view(player).to_json()
        assert json.loads(json.dumps(plain))["player"] == player
    json.dumps(game.decision.to_json())


# Worlds dealt anew -------------------------------------------------------


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6), st.integers(0, 60), st.integers(0, 2), st.integers(0, 10**6))
def test_a_dealt_world_looks_the_same(
    seed: int, plies: int, player: int, deal: int
) -> None:
    game = game_of(seed, plies)
    key = game.state.key()
    world = game.determinize(player, deal)
    assert game.state.key() == key
    assert world.view(player) == game.view(player)
    assert world.view() == game.view()
    if game.decision.player == player:
        assert world.decision == game.decision
    assert world.state.stack == game.state.stack
    components = sorted(entity for zone in world.state.Z for entity in zone)
    assert components == sorted(entity for zone in game.state.Z for entity in zone)
    for zone, items in enumerate(world.state.Z):
        assert all(world.state.at[entity] == zone for entity in items)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6), st.integers(0, 60), st.integers(0, 10**6))
def test_a_dealt_world_can_be_played_to_its_end(seed: int, plies: int, deal: int) -> None:
    game = game_of(seed, plies)
    world = game.determinize(game.decision.player, deal)
    chance = Random(deal)
    while world.result is None:
        world.apply(chance.randrange(len(world.decision.choices)))
    assert world.result.outcome == "Aube"


@pytest.mark.parametrize("slug", livret.games())
def test_dealt_worlds_of_every_shipped_game_look_the_same(slug: str) -> None:
    game = livret.load(slug).new_game(seed=3)
    chance = Random(3)
    while game.result is None and game.plies < 300:
        if game.plies % 20 == 0:
            for player in range(game.players):
                world = game.determinize(player, game.plies)
                assert world.view(player) == game.view(player)
                for _ in range(10):
                    if world.result is None:
                        world.apply(chance.randrange(len(world.decision.choices)))
        game.apply(chance.randrange(len(game.decision.choices)))


def test_worlds_differ_in_everything_hidden() -> None:
    game = game_of(4, 12)
    player = game.decision.player
    worlds = [game.determinize(player, deal) for deal in range(30)]
    base = game.rules.layout.zone_base
    for seat in range(3):
        hands = {tuple(world.state.Z[base["main"] + seat]) for world in worlds}
        assert (len(hands) == 1) is (seat == player)
    assert len({tuple(world.state.Z[base["pioche"]]) for world in worlds}) > 20
    assert len({tuple(world.state.Z[base["tas"]]) for world in worlds}) > 20, (
        "backs are dealt"
    )
    assert len({tuple(world.state.rng) for world in worlds}) == 30
    column = game.rules.layout.states["gage"]
    assert len({tuple(getattr(world.state, column)) for world in worlds}) == 4
    assert len({getattr(world.state, column)[player] for world in worlds}) == 1


def test_a_deal_depends_on_its_seed_only() -> None:
    game = game_of(4, 12)
    assert game.determinize(0, 7) == game.determinize(0, 7)
    assert game.determinize(0, 7) != game.determinize(0, 8)


def test_a_spectator_sees_no_hand() -> None:
    game = game_of(4, 12)
    worlds = [game.determinize(None, deal) for deal in range(10)]
    assert all(world.view() == game.view() for world in worlds)


def test_classics_have_nothing_to_deal() -> None:
    game = livret.load("breakthrough").new_game()
    world = game.determinize(0, 3)
    assert world.state.key(chance=False) == game.state.key(chance=False)
    assert not world.is_whole


# Journals ----------------------------------------------------------------


@settings(max_examples=25, deadline=None)
@situations
def test_a_journal_never_tells_a_card_its_reader_did_not_see(seed: int, plies: int) -> None:
    """Whoever replaces every card unseen by a player reads the same journal as that player."""
    game = game_of(seed, plies, 2)
    for entry, full in zip(game.journal_for(1), game.journal, strict=True):
        assert (entry.kind, entry.rule, entry.ply) == (full.kind, full.rule, full.ply)
        if full.kind == "draw" and "Main de J1" in full.fr:
            assert "non vu" in entry.fr
        if full.kind == "draw" and "Main de J2" in full.fr:
            assert entry == full
        if full.kind == "set" and full.fr.startswith("Gage (J1)"):
            assert entry.fr == "Gage (J1) : …"
        if full.kind == "choose" and full.who == 0 and "(Gage)" in full.fr:
            assert entry.fr == "J1 choisit … (Gage)"


def test_the_referee_reads_everything() -> None:
    game = game_of(2, 20)
    assert not any("non vu" in entry.fr or "…" in entry.fr for entry in game.journal)
    assert any("unseen" in entry.en for entry in game.journal_for(None))
