"""The game a user names: the slug of a shipped one, or a folder anywhere."""

from __future__ import annotations

import os
from pathlib import Path

from ..dsl.suggestions import closest
from ..rulesets import MANIFEST, is_ruleset, shipped
from .misuse import Misuse


def find_ruleset(game: str) -> Path:
    """Return the folder of a game; a slug goes before a folder of the same name."""
    if game in shipped():
        return near(shipped()[game])
    folder = Path(game)
    if is_ruleset(folder):
        return folder
    if os.path.isdir(folder):
        raise Misuse(
            f"« {game} » n'est pas un jeu : ni {MANIFEST} ni fichier .livret ici",
            f"“{game}” is not a game: neither {MANIFEST} nor a .livret file there",
        )
    if os.path.exists(folder):
        raise Misuse(
            f"« {game} » est un fichier ; donner le dossier du jeu",
            f"“{game}” is a file; give the folder of the game",
        )
    meant = closest(game, shipped())
    raise Misuse(
        f"aucun jeu « {game} » ; "
        + (f"est-ce {meant} ?" if meant else "« livret list » montre les jeux livrés"),
        f"no game “{game}”; "
        + (f"is it {meant}?" if meant else "“livret list” shows the games"),
    )


def near(path: Path) -> Path:
    """Return a path as seen from the current folder, if it is inside."""
    here = Path.cwd()
    return path.relative_to(here) if path.is_relative_to(here) else path
