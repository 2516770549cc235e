"""The transcribed rulebooks, one folder per game."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

#: The file of a ruleset that says its title, its sources, its files.
MANIFEST = "livret.yaml"
#: The files of rules of a folder.
RULES = "*.livret"


def root() -> Path:
    """Return the folder that holds the rulesets."""
    return Path(__file__).parent


@cache
def shipped() -> dict[str, Path]:
    """Return the folders of the games that come with livret, by slug, in order."""
    folders = sorted(path for path in root().iterdir() if is_ruleset(path))
    return {folder.name: folder for folder in folders}


def is_ruleset(folder: Path) -> bool:
    """Tell whether a folder has a manifest or at least one file of rules."""
    if not os.path.isdir(folder):  # unlike Path's, no name whatever makes it raise
        return False
    return (folder / MANIFEST).is_file() or any(folder.glob(RULES))
