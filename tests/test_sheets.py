"""What sheets put on the table, and what the journal leaves out."""

from pathlib import Path

import livret
from livret.interpreter.api import Game
from livret.interpreter.styled import plain
from livret.interpreter.table import Table
from livret.interpreter.views import ItemView

SHEETS = livret.load(Path(__file__).parent / "language" / "sheets")


def drawn(game: Game, player: int | None, width: int = 80) -> list[str]:
    table = Table(game.rules.program, width, "fr")
    return plain(table.draw(game.view(player))).splitlines()


def choose(game: Game, label: str) -> None:
    assert game.decision is not None
    (choice,) = [each for each in game.decision.choices if each.label == label]
    game.apply(choice)


def item(game: Game, label: str) -> ItemView:
    (found,) = [
        each
        for seat in game.view(0).seats
        for zone in seat.zones
        for each in zone.items or ()
        if each.label == label
    ]
    return found


def test_a_sheet_gives_values_of_the_moment_and_the_text() -> None:
    game = SHEETS.new_game()
    lines = drawn(game, 0)
    assert lines[0] == "Cartes en jeu 4"
    assert "J1  (vous)  Gloire 0" in lines
    at = lines.index("    L'ours  Force 4")
    assert lines[at + 1] == "      Il dort tout l'hiver."
    assert "    2× Le loup  Force 2" in lines


def test_a_hand_is_shown_by_its_own_sheet_to_its_player() -> None:
    game = SHEETS.new_game()
    assert "    L'épée  Prix 3  Bonus 2" in drawn(game, 0)
    assert "  Main : 1 ▒" in drawn(game, 1)
    # What is in play stands above what is not.
    lines = drawn(game, 0)
    assert lines.index("  Arène :") < lines.index("  Main :")


def test_a_component_is_shown_under_its_bearer_alone() -> None:
    game = SHEETS.new_game()
    choose(game, "Donner une arme (L'épée, Monstre L'ours)")
    lines = drawn(game, 1)
    at = lines.index("    L'ours  Force 6")
    assert lines[at + 2] == "      L'épée"
    assert len([line for line in lines if "L'épée" in line]) == 1
    assert item(game, "L'épée").is_borne
    (borne,) = item(game, "L'ours").borne
    assert borne.label == "L'épée"


def test_look_alikes_that_differ_carry_the_number_of_the_choices() -> None:
    game = SHEETS.new_game()
    choose(game, "Frapper (Le loup [2])")
    lines = drawn(game, 0)
    assert "    Le loup [2]  couché  Force 2  Blessures 1" in lines
    assert "    Le loup [3]  Force 2" in lines


def test_long_lines_hang_under_their_beginning() -> None:
    game = SHEETS.new_game()
    lines = drawn(game, 0, width=40)
    assert all(len(line) <= 40 for line in lines)


def test_a_discreet_state_is_told_to_the_referee_only() -> None:
    game = SHEETS.new_game()
    choose(game, "Donner une arme (L'épée, Monstre L'ours)")
    told = [entry.fr for entry in game.journal_for(0)]
    whole = [entry.fr for entry in game.journal]
    assert "Dernier maître (L'épée) : J1" in whole
    assert "Dernier maître (L'épée) : J1" not in told
    assert "Porté par (L'épée) : L'ours" in told


def test_a_state_that_stays_what_it_is_is_not_told() -> None:
    game = SHEETS.new_game()
    choose(game, "Frapper (Le loup [2])")
    choose(game, "Passer")
    choose(game, "Frapper (Le loup [2])")
    told = [entry.fr for entry in game.journal]
    assert told.count("Couché (Le loup) : vrai") == 1
    assert "Blessures (Le loup) : 0 → 1" in told and "Blessures (Le loup) : 1 → 2" in told
