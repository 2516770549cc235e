"""The statements of a ruleset's document: given, found beside the checkout, or its own."""

from __future__ import annotations

import sys
from pathlib import Path

from ..dsl.components import STATEMENTS
from ..dsl.inventory import Statements, load_inventory
from ..dsl.loader import Reading
from ..rulesets import root
from .games import near
from .loading import render_findings
from .misuse import Misuse, Unsound
from .screen import Screen, wants_colour

#: Where inventories stand, seen from a checkout.
_BESIDE = Path("..", "shared", "inventory")


def find_inventory(reading: Reading, given: str | None = None) -> Path | None:
    """Return the file of statements to use, or None if the ruleset has none.

    `given` may be a file, or a folder of inventories.
    """
    name = f"{reading.manifest.inventory}.yaml"
    if given is not None:
        path = Path(given)
        path = path / name if path.is_dir() else path
        if not path.is_file():
            raise Misuse(f"aucun inventaire « {path} »", f"no inventory “{path}”")
        return path
    for path in (root().parent / _BESIDE / name, reading.folder / STATEMENTS):
        if path.is_file():
            return near(path.resolve())
    return None


def load_statements(path: Path | None, screen: Screen) -> Statements:
    """Return the statements of a file, none without one; raise Unsound if it is wrong."""
    if path is None:
        return {}
    statements, diagnostics = load_inventory(path)
    if diagnostics:
        text = render_findings(diagnostics, screen, wants_colour(sys.stderr))
        raise Unsound(text, is_misuse=False)
    return statements
