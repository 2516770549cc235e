"""`livret list`: the shipped games, from their manifests."""

from __future__ import annotations

from argparse import Namespace

from ...dsl.manifest import load_manifest
from ...rulesets import shipped
from ..arguments import Parser
from ..screen import Screen
from . import FINE

EXAMPLES = (
    ("livret list", "les jeux livrés", "the shipped games"),
    (
        "livret list --format json",
        "les mêmes, pour un programme",
        "the same, for a program",
    ),
)


def declare(parser: Parser) -> None:
    """Add the arguments of the verb."""
    parser.add_format()


def run(arguments: Namespace, screen: Screen) -> int:
    """Print a line per game."""
    games = [(slug, load_manifest(folder)[0]) for slug, folder in shipped().items()]
    if arguments.format == "json":
        screen.json(
            [
                {"slug": slug, "title": game.title, "edition": game.edition,
                 "description": game.description, "folder": str(shipped()[slug])}
                for slug, game in games
            ]
        )  # fmt: skip
        return FINE
    headers = (screen.pick("jeu", "game"), screen.pick("titre", "title"),
               screen.pick("édition", "edition"))  # fmt: skip
    screen.table(headers, [(slug, game.title, game.edition) for slug, game in games])
    return FINE
