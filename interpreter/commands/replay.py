"""`livret replay`: plays a saved game again, verifies it and prints its journal."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from ...dsl.builtins import SEATS
from ...dsl.diagnostics import Diagnostic
from ...rulesets import shipped
from .. import saves
from ..api import load
from ..arguments import Parser
from ..game import Game
from ..games import find_ruleset
from ..journal import Entry
from ..loading import render_findings
from ..misuse import Misuse
from ..screen import Screen
from . import FINE

EXAMPLES = (
    (
        "livret replay partie.json",
        "vérifie et raconte la partie",
        "verify and tell the game",
    ),
    ("livret replay partie.json --game mon-jeu", "avec ce dossier", "with this folder"),
    ("livret replay partie.json --player J2", "ce que J2 en a vu", "what J2 saw of it"),
)


def declare(parser: Parser) -> None:
    """Add the arguments of the verb."""
    file = ("partie enregistrée", "saved game")
    parser.add("file", value="FILE", completes="file", text=file)
    game = (
        "jeu ou dossier des règles ; par défaut le jeu livré que la partie nomme",
        "game or folder of the rules; by default the shipped game the save names",
    )
    parser.add("--game", value="GAME", completes="game", text=game)
    player = ("ce qu'un joueur a vu (J1, J2…)", "what a player saw (J1, J2...)")
    parser.add("--player", value="NAME", text=player)
    accept = (
        "rejoue même si les règles ont changé, quand les choix restent possibles",
        "replay although the rules have changed, if the choices can still be made",
    )
    parser.add("--accept-changes", action="store_true", text=accept)
    parser.add_format()


def run(arguments: Namespace, screen: Screen) -> int:
    """Print the journal of a game that was verified."""
    path = Path(arguments.file)
    if not path.is_file():
        raise Misuse(f"aucun fichier « {path} »", f"no file “{path}”")
    save = saves.read(path)
    folder = _folder(arguments.game, save.slug)
    ruleset = load(folder, **save.settings)
    game = saves.resume(ruleset, save, arguments.accept_changes)
    entries = _entries(game, arguments.player)
    if arguments.format == "json":
        screen.json(_plain(game, entries))
        return FINE
    _show(game, entries, screen)
    _show_remarks(list(game.remarks), screen)
    return FINE


def _folder(given: str | None, slug: str) -> Path:
    """Return the folder of the rules of a saved game."""
    if given is None and slug not in shipped():
        raise Misuse(
            f"aucun jeu livré ne s'appelle « {slug} » ; donner son dossier avec --game",
            f"no shipped game is called “{slug}”; give its folder with --game",
        )
    return find_ruleset(slug if given is None else given)


def _entries(game: Game, player: str | None) -> tuple[Entry, ...]:
    """Return the journal as the referee or a player reads it."""
    if player is None:
        return game.journal
    seats = SEATS[: game.players]
    if player not in seats:
        known = ", ".join(seats)
        raise Misuse(
            f"aucun joueur « {player} » ; il y a {known}",
            f"no player “{player}”; there are {known}",
        )
    return game.journal_for(seats.index(player))


def _show(game: Game, entries: tuple[Entry, ...], screen: Screen) -> None:
    screen.heading(game.ruleset.title, is_first=True)
    for entry in entries:
        cites = f" [{', '.join(entry.cites)}]" if entry.cites else ""
        screen.prose(f"{entry.ply:5}  {entry.text(screen.lang)}{cites}", hang=7)
    screen.write()
    choices = screen.pick("choix", "choice" if game.plies == 1 else "choices")
    state = ("en cours", "in progress") if game.result is None else ("finie", "over")
    screen.write(
        screen.pick(
            f"Partie {state[0]}, vérifiée : {game.plies} {choices}.",
            f"Game {state[1]}, verified: {game.plies} {choices}.",
        )
    )


def _show_remarks(remarks: list[Diagnostic], screen: Screen) -> None:
    if remarks:
        screen.complain(render_findings(remarks, screen, False))


def _plain(game: Game, entries: tuple[Entry, ...]) -> dict[str, object]:
    """Return a game as plain data."""
    result = game.result
    return {
        "game": game.ruleset.slug,
        "players": game.players,
        "seed": game.seed,
        "choices": game.plies,
        "result": None
        if result is None
        else {
            "outcome": result.outcome,
            "winners": [SEATS[seat] for seat in result.winners],
            "scores": list(result.scores),
        },
        "journal": [entry.to_json() for entry in entries],
    }
