"""`livret new`: a small ruleset to start from, that checks, tests and plays."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from ...dsl.scaffold import make_ruleset
from ...rulesets import shipped
from ..arguments import Parser
from ..misuse import Misuse
from ..screen import Screen
from . import FINE

EXAMPLES = (
    ("livret new mon-jeu", "un dossier prêt à jouer", "a folder that is ready to play"),
    ('livret new mon-jeu --title "Mon jeu"', "avec son titre", "with its title"),
)

MAX_TITLE = 200


def declare(parser: Parser) -> None:
    """Add the arguments of the verb."""
    folder = ("dossier à créer", "folder to make")
    parser.add("folder", value="FOLDER", completes="file", text=folder)
    title = ("titre du jeu, pour les joueurs", "title of the game, for players")
    parser.add("--title", value="TITLE", default="", text=title)


def run(arguments: Namespace, screen: Screen) -> int:
    """Make the folder and say what to do next."""
    folder = Path(arguments.folder)
    title = arguments.title.strip()
    if len(title) > MAX_TITLE or not title.isprintable():
        raise Misuse(
            f"le titre doit tenir en une ligne de {MAX_TITLE} caractères",
            f"the title must be one line of {MAX_TITLE} characters",
        )
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise Misuse(
            f"« {folder} » existe déjà et n'est pas vide ; rien n'est écrit",
            f"“{folder}” exists already and is not empty; nothing is written",
        )
    for path in make_ruleset(folder, title):
        screen.write(str(path))
    game = folder if str(folder) not in shipped() else f"./{folder}"
    follow = screen.pick("Pour continuer :", "To go on:")
    screen.complain(f"\n{follow}\n  livret check {game}\n  livret play {game}")
    return FINE
