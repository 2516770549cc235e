"""`livret deck`: decks checked against the rules of a game on how to build them."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from ...dsl.diagnostics import Diagnostic
from ...dsl.program import Construction, Program
from ...dsl.render import to_json
from ...dsl.suggestions import closest
from ..arguments import Parser
from ..decks import Deck, decks_of, find_construction, judge_file
from ..loading import (
    choices,
    declare_choices,
    declare_force,
    force,
    load_game,
    render_findings,
)
from ..misuse import Misuse
from ..screen import Screen
from . import FINE, FOUND

EXAMPLES = (
    ("livret deck check deck.yaml mon-jeu", "ce deck est-il permis ?", "is it allowed?"),
    ("livret deck check deck.txt mon-jeu", "une simple liste", "a plain list"),
    ("livret deck list mon-jeu", "les decks livrés avec un jeu", "the decks of a game"),
)


def declare(parser: Parser) -> None:
    """Add the arguments of the verb."""
    action = ("vérifier un deck, ou lister ceux du jeu", "check a deck, or list the game's")
    parser.add("action", choices=("check", "list"), text=action)
    paths = (
        "le fichier du deck (check), puis le jeu",
        "the deck file (check), then the game",
    )
    parser.add("paths", nargs="+", value="PATH", completes="game", text=paths)
    name = (
        "les règles de construction à suivre ; celles du deck, ou les premières, sinon",
        "the construction to follow; else that of the deck, or the first",
    )
    parser.add("--construction", value="NAME", default="", text=name)
    declare_choices(parser)
    declare_force(parser)
    parser.add_format()


def run(arguments: Namespace, screen: Screen) -> int:
    """Print what the game has against a deck, or the decks of a game; 1 if one is wrong."""
    *files, game = arguments.paths
    if len(files) != (arguments.action == "check"):
        raise Misuse(
            "écrire « livret deck check FICHIER JEU » ou « livret deck list JEU »",
            "write “livret deck check FILE GAME” or “livret deck list GAME”",
        )
    if files and not Path(files[0]).is_file():
        raise Misuse(f"aucun fichier « {files[0]} »", f"no file “{files[0]}”")
    loaded = load_game(game, screen, choices(arguments), force(arguments))
    if not loaded.program.constructions:
        raise Misuse(
            "ce jeu ne dit pas comment construire un deck",
            "this game does not say how a deck is built",
        )
    if files:
        return _check(Path(files[0]), arguments, loaded.program, screen)
    return _list(loaded.reading.folder, arguments, loaded.program, screen)


def _check(path: Path, arguments: Namespace, program: Program, screen: Screen) -> int:
    deck, found = judge_file(path, program, _construction(arguments.construction, program))
    if arguments.format == "json":
        screen.json(_plain(path, deck, found, screen))
    elif found:
        screen.write(render_findings(found, screen, screen.has_colour))
    else:
        valid = screen.pick("deck permis", "deck allowed")
        screen.prose(screen.pair(valid, f"{deck.name}, {deck.construction.title}"))
        for each in deck.construction.lists:
            screen.prose(f"{_total(deck, each.name):4} {each.title}", 2)
    return FOUND if found else FINE


def _list(folder: Path, arguments: Namespace, program: Program, screen: Screen) -> int:
    """Print the decks of a game, each with its size and whether it is allowed."""
    asked = _construction(arguments.construction, program)
    decks = [(path, *judge_file(path, program, asked)) for path in decks_of(folder)]
    if arguments.format == "json":
        screen.json([_plain(path, deck, found, screen) for path, deck, found in decks])
    elif not decks:
        screen.write(screen.pick("ce jeu n'a pas de deck", "this game has no deck"))
    else:
        headers = (
            screen.pick("fichier", "file"), screen.pick("nom", "name"), "construction",
            screen.pick("contenu", "content"), screen.pick("permis", "allowed"),
        )  # fmt: skip
        rows = [
            (
                path.name, deck.name, deck.construction.title, _content(deck),
                screen.pick("non", "no") if found else screen.pick("oui", "yes"),
            )
            for path, deck, found in decks
        ]  # fmt: skip
        screen.table(headers, rows)
    return FOUND if any(found for _, _, found in decks) else FINE


def _construction(name: str, program: Program) -> Construction | None:
    """Return the construction asked for, None if none is; refuse an unknown one."""
    found = find_construction(name, program)
    if found is not None or not name:
        return found
    meant, known = closest(name, program.constructions), ", ".join(program.constructions)
    raise Misuse(
        f"aucune construction « {name} » ; "
        + (f"est-ce {meant} ?" if meant else f"il y a : {known}"),
        f"no construction “{name}”; "
        + (f"is it {meant}?" if meant else f"there are: {known}"),
    )


def _total(deck: Deck, name: str) -> int:
    return sum(deck.lists[name].values())


def _content(deck: Deck) -> str:
    lists = deck.construction.lists
    return ", ".join(f"{_total(deck, each.name)} {each.title}" for each in lists)


def _plain(
    path: Path, deck: Deck, found: list[Diagnostic], screen: Screen
) -> dict[str, object]:
    """Return a deck as plain data."""
    return {
        "file": path.as_posix(),
        "name": deck.name,
        "construction": deck.construction.name,
        "allowed": not found,
        "lists": {name: dict(cards) for name, cards in deck.lists.items()},
        "diagnostics": to_json(found, screen.lang),
    }
