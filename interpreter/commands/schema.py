"""`livret schema`: the JSON Schemas of livret's files, and of a game's own components."""

from __future__ import annotations

from argparse import Namespace

from ...dsl.schema import generate_schema
from ...schemas import NAMES, load_schema
from ..arguments import Parser
from ..loading import load_game
from ..screen import Screen
from . import FINE

EXAMPLES = (
    ("livret schema", "les schémas qui existent", "the schemas there are"),
    (
        "livret schema manifest > manifest.schema.json",
        "celui de livret.yaml",
        "of livret.yaml",
    ),
    ("livret schema mon-jeu", "celui des composants d'un jeu", "of a game's components"),
)


def declare(parser: Parser) -> None:
    """Add the arguments of the verb."""
    names = ", ".join(NAMES)
    what = (
        f"{names}, ou un jeu : le schéma de ses composants",
        f"{names}, or a game: the schema of its components",
    )
    parser.add("game", nargs="?", value="WHAT", completes="schema", text=what)


def run(arguments: Namespace, screen: Screen) -> int:
    """Print a schema, or what there is."""
    if arguments.game is None:
        titles = [(name, load_schema(name)["title"]) for name in NAMES]
        screen.table((screen.pick("nom", "name"), screen.pick("décrit", "of")), titles)
    elif arguments.game in NAMES:
        screen.json(load_schema(arguments.game))
    else:
        screen.json(generate_schema(load_game(arguments.game, screen).program))
    return FINE
