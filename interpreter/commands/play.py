"""`livret play`: a game in the terminal, alone, with others, with bots."""

from __future__ import annotations

import random
import sys
from argparse import Namespace
from pathlib import Path

from .. import saves
from ..api import Ruleset
from ..arguments import Parser
from ..bot_names import BOTS, UnknownBot, parse_bot
from ..game import Game
from ..games import find_ruleset
from ..guard import time_limit
from ..kept_rulesets import load_kept
from ..loading import choices, declare_choices, declare_force, declare_game, force
from ..misuse import Misuse
from ..screen import Screen
from ..session import HUMAN, PATIENCE, Session, kept_path
from . import FINE

EXAMPLES = (
    ("livret play morpion", "contre un robot", "against a bot"),
    (
        "livret play mon-jeu --players 4 --seat J1=human --seat J2=human",
        "deux humains, deux robots",
        "two humans, two bots",
    ),
    ("livret play puissance-4 --seat all=mcts", "regarder les robots", "watch the bots"),
    ("livret play morpion --resume partie.json", "reprendre une partie", "resume a game"),
    ("livret play morpion --json", "pour un programme", "for a program"),
)

ALL = ("all", "tous")


def declare(parser: Parser) -> None:
    """Add the arguments of the verb."""
    declare_game(parser)
    declare_choices(parser)
    declare_force(parser)
    players = ("nombre de joueurs", "number of players")
    parser.add("--players", type=int, value="NUMBER", text=players)
    names = ", ".join((HUMAN, *BOTS))
    seat = (
        f"qui joue un siège : J1=… ou tous=… ({names}) ; répétable",
        f"who plays a seat: J1=... or all=... ({names}); repeatable",
    )
    parser.add("--seat", value="NAME=CHOICE", action="append", default=[], text=seat)
    seed = ("graine du hasard", "seed of the chance")
    parser.add("--seed", type=int, value="NUMBER", text=seed)
    resume = ("reprend une partie enregistrée", "resume a saved game")
    parser.add("--resume", value="FILE", completes="file", text=resume)
    accept = (
        "reprend même si les règles ont changé, quand les choix restent possibles",
        "resume although the rules have changed, if the choices can still be made",
    )
    parser.add("--accept-changes", action="store_true", text=accept)
    save = ("fichier où garder la partie", "file to keep the game in")
    parser.add("--save", value="FILE", completes="file", text=save)
    windows = (
        "montre aussi les fenêtres où l'on ne peut que passer",
        "shows the windows too in which one can only pass",
    )
    parser.add("--every-window", action="store_true", text=windows)
    json = (
        "une décision par ligne, pour un programme",
        "one decision per line, for a program",
    )
    parser.add("--json", action="store_true", text=json)


def run(arguments: Namespace, screen: Screen) -> int:
    """Play a game to its end or until it is left."""
    with time_limit(PATIENCE):
        game, kept_seats = _game(arguments)
    given = arguments.seat or kept_seats is None
    seats = _seats(arguments, game) if given else _checked(kept_seats or [], game)
    if arguments.json:
        from ..protocol import serve

        serve(game, seats)
        if arguments.save:
            game.save(Path(arguments.save), seats)
        return FINE
    if HUMAN not in seats and not arguments.seat and not arguments.resume:
        screen.prose(
            screen.pick(
                "Pas de terminal : les robots jouent une partie de démonstration.",
                "No terminal: the bots play a demonstration game.",
            )
        )
    screen.heading(game.ruleset.title)
    human = screen.pick("humain", "human")
    names = (human if name == HUMAN else name for name in seats)
    screen.prose(", ".join(f"J{seat} {name}" for seat, name in enumerate(names, 1)))
    path = _path(arguments, game, seats)
    Session(game, seats, screen, path, arguments.every_window).run()
    return FINE


def _game(arguments: Namespace) -> tuple[Game, list[str] | None]:
    """Return a new or a resumed game, with the seats kept in a save."""
    folder = find_ruleset(arguments.game)
    if arguments.resume is None:
        ruleset = _load(folder, arguments)
        seed = (
            random.SystemRandom().randrange(2**32)
            if arguments.seed is None
            else arguments.seed
        )
        every_window = arguments.every_window or _may_tell(ruleset, arguments)
        return ruleset.new_game(arguments.players, seed, every_window=every_window), None
    path = Path(arguments.resume)
    if not path.is_file():
        raise Misuse(f"aucun fichier « {path} »", f"no file “{path}”")
    save = saves.read(path)
    if arguments.every_window and not save.every_window:
        raise Misuse(
            "cette partie a été commencée sans --every-window",
            "this game was begun without --every-window",
        )
    settings = save.settings
    ruleset = load_kept(
        folder, tuple(settings["variants"]), settings["readings"], settings["options"],
        settings["as_of"], settings["errata"],
    )  # fmt: skip
    game = saves.resume(ruleset, save, arguments.accept_changes)
    seats = save.seats
    return game, seats if isinstance(seats, list) else None


def _may_tell(ruleset: Ruleset, arguments: Namespace) -> bool:
    """Tell whether passing a window over may tell one human about another."""
    zones = ruleset.program.zones.values()
    is_alone = len(arguments.seat) == 0 or arguments.json
    return not is_alone and any(zone.visibility == "secrète" for zone in zones)


def _load(folder: Path, arguments: Namespace) -> Ruleset:
    asked, in_force = choices(arguments), force(arguments)
    return load_kept(
        folder, asked.variants, asked.readings, asked.options, in_force.as_of,
        in_force.errata,
    )  # fmt: skip


def _seats(arguments: Namespace, game: Game) -> list[str]:
    """Return who plays each seat: as asked, else one human if there is a terminal."""
    is_alone = not (sys.stdin.isatty() or arguments.json)
    seats = ["greedy"] * game.players
    if arguments.json:
        seats = [HUMAN] * game.players
    elif not is_alone and not arguments.seat:
        seats[0] = HUMAN
    for word in arguments.seat:
        name, _, player = word.partition("=")
        for seat in _numbers(name, game, word):
            seats[seat] = player
    return _checked(seats, game)


def _numbers(name: str, game: Game, word: str) -> list[int]:
    if name in ALL:
        return list(range(game.players))
    number = name.removeprefix("J")
    if number.isdecimal() and len(number) < 3 and 1 <= int(number) <= game.players:
        return [int(number) - 1]
    raise Misuse(
        f"--seat : écrire J1=… à J{game.players}=… ou tous=…, non « {word} »",
        f"--seat: write J1=... to J{game.players}=... or all=..., not “{word}”",
    )


def _checked(seats: list[str], game: Game) -> list[str]:
    """Return the seats, or refuse a player that does not exist."""
    if len(seats) != game.players or not all(isinstance(name, str) for name in seats):
        raise Misuse(
            "les sièges de cette partie sont illisibles",
            "the seats of this game are unreadable",
        )
    for name in seats:
        if name != HUMAN:
            try:
                parse_bot(name)
            except UnknownBot:
                known = ", ".join((HUMAN, *BOTS))
                raise Misuse(
                    f"aucun joueur « {name} » ; il y a {known}",
                    f"no player “{name}”; there are {known}",
                ) from None
    return seats


def _path(arguments: Namespace, game: Game, seats: list[str]) -> Path | None:
    """Return where the game is kept: as asked, in the file resumed, or in a new one."""
    if arguments.save or arguments.resume:
        return Path(arguments.save or arguments.resume)
    return kept_path(game.ruleset.slug) if HUMAN in seats else None
