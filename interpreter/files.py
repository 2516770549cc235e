"""Files of the user: found under a folder, replaced whole or not at all."""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
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


def replace_file(path: Path, content: bytes) -> None:
    """Write a file: all of the new content takes its place, or nothing happens.

    Permissions are kept, and a link stays a link.
    """
    target = path.resolve()
    handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=".livret-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            shutil.copymode(target, temporary)
        os.replace(temporary, target)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise
