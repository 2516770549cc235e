"""A new ruleset: a folder's name in, a small game that checks, tests and plays out.

The files stand in `template/`, as any ruleset does.
"""

from __future__ import annotations

import json
from importlib import resources
from pathlib import Path

from . import manifest as manifests

_TITLE = "Nouveau jeu"


def make_ruleset(folder: Path, title: str = "") -> list[Path]:
    """Write the files of the template in a folder, made if absent; return their paths.

    No file is ever overwritten: FileExistsError tells of one that is already there.
    """
    texts = {
        file.name: file.read_text("utf-8")
        for file in resources.files(__package__).joinpath("template").iterdir()
    }
    if title:
        card = texts[manifests.NAME]
        # A JSON text is a YAML text too.
        quoted = json.dumps(title, ensure_ascii=False)
        texts[manifests.NAME] = card.replace(f"titre: {_TITLE}\n", f"titre: {quoted}\n")
    paths = [folder / name for name in sorted(texts)]
    for path in paths:
        if path.exists() or path.is_symlink():
            raise FileExistsError(path)
    folder.mkdir(parents=True, exist_ok=True)
    for path in paths:
        with open(path, "x", encoding="utf-8") as file:
            file.write(texts[path.name])
    return paths
