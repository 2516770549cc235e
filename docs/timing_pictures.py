"""The pictures of the page about timing, made by livret when the documentation is."""

from __future__ import annotations

from pathlib import Path

from livret.dsl.loader import load
from livret.dsl.timing.builder import build_graph
from livret.dsl.timing.picture import draw
from livret.dsl.timing.svg import to_svg

ROOT = Path(__file__).parent.parent
#: Each picture: its ruleset, and the parts to show from inside (none: as livret folds it).
PICTURES: dict[str, tuple[str, list[str] | None]] = {
    "garde": ("tests/games/garde", None),
    "alerte": ("tests/games/garde", ["Nuit", "Alerte"]),
    "attaque": ("rulesets/retour-du-roi", ["mener_l_attaque"]),
}


def write_pictures(folder: Path) -> None:
    """Write the pictures in a folder."""
    folder.mkdir(exist_ok=True)
    for name, (game, opened) in PICTURES.items():
        program, found = load(ROOT / game)
        if program is None:
            raise ValueError(f"{game}: {found}")
        text = to_svg(draw(build_graph(program), opened, "en"), "en")
        path = folder / f"{name}.svg"
        # An unchanged picture is not copied again.
        if not path.exists() or path.read_text("utf-8") != text:
            path.write_text(text, "utf-8")
