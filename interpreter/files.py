"""Files of the user, found under a folder."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path


def files_under(folder: Path, endings: tuple[str, ...]) -> Iterator[Path]:
    """Yield the files with one of these endings, by name, hidden folders left out."""
    for path in sorted(folder.iterdir()):
        if path.name.startswith("."):
            continue
        if path.is_dir() and not path.is_symlink():
            yield from files_under(path, endings)
        elif path.suffix in endings and path.is_file():
            yield path
