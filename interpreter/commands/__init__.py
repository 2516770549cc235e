"""The verbs of the command line. A new verb is one module here and one line in `VERBS`.

The module has the verb's name and three things: `EXAMPLES` for its help (a command, what
it does in French, in English), `declare(parser)` which adds its arguments, and
`run(arguments, screen)` which calls what does the work, prints, and returns the exit
status: 0 if all is well, 1 if there is something to correct. Only the module of the verb
that is asked for is imported.
"""

from __future__ import annotations

from argparse import Namespace
from importlib import import_module
from typing import Protocol, cast

from ..arguments import Parser
from ..language import Text
from ..screen import Screen

#: Exit statuses: all is well; something to correct; not done (wrong usage, no such file).
FINE, FOUND, MISUSED = 0, 1, 2

#: Every verb and what it does, in the order of the help.
VERBS: dict[str, Text] = {
    "list": ("liste les jeux livrés", "list the games that are shipped"),
    "info": ("montre la fiche d'un jeu", "show the card of a game"),
    "play": ("joue une partie", "play a game"),
    "replay": ("rejoue et vérifie une partie", "replay and verify a saved game"),
    "simulate": ("fait jouer des robots", "let bots play many games"),
    "new": ("crée un petit jeu pour commencer", "make a small game to start from"),
    "check": ("cherche les fautes d'un jeu", "look for the mistakes of a game"),
    "timing": ("prouve le temps des règles", "prove the timing of the rules"),
    "fmt": ("met en forme les fichiers de règles", "lay out the files of rules"),
    "test": ("joue les exemples d'un jeu", "play the examples of a game"),
    "mutate": ("met des fautes d'essai dans les règles", "try faults in the rules"),
    "explain": ("explique une règle, une carte", "explain a rule, a card"),
    "coverage": ("compare un jeu à son livret", "compare a game with its rulebook"),
    "schema": ("montre un schéma JSON", "show a JSON Schema"),
    "deck": ("vérifie un deck, liste ceux d'un jeu", "check a deck, list those of a game"),
    "bench": ("mesure la vitesse d'un jeu", "measure the speed of a game"),
    "perft": ("compte les parties et positions", "count games and positions"),
    "completion": ("complète les commandes du shell", "complete commands in a shell"),
}


class Command(Protocol):
    """What the module of a verb has."""

    EXAMPLES: tuple[tuple[str, str, str], ...]

    def declare(self, parser: Parser) -> None: ...
    def run(self, arguments: Namespace, screen: Screen) -> int: ...


def load_command(verb: str) -> Command:
    """Import the module of a verb."""
    return cast(Command, import_module(f".{verb}", __package__))
