"""Where derived files are kept between runs: a cache directory private to the user."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path


def cache_dir() -> Path | None:
    """Return the cache directory, made if absent, or None if there can be no safe one.

    `$LIVRET_CACHE` if set, else `livret` in `$XDG_CACHE_HOME` or `~/.cache`. What stands in
    it is loaded as code, so a directory that others own or may write in is not used.
    """
    given = os.environ.get("LIVRET_CACHE")
    if given:
        directory = Path(given)
    else:
        parent = os.environ.get("XDG_CACHE_HOME", "")
        try:
            root = Path(parent) if os.path.isabs(parent) else Path.home() / ".cache"
        except RuntimeError:
            return None
        directory = root / "livret"
    try:
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        status = directory.stat()
    except OSError:
        return None
    return (
        directory if status.st_uid == os.getuid() and not status.st_mode & 0o022 else None
    )


def read_cached(name: str) -> bytes | None:
    """Return the bytes kept under a name, or None if absent, unreadable or not ours."""
    directory = cache_dir()
    if directory is None:
        return None
    try:
        with open(directory / name, "rb") as file:
            if os.fstat(file.fileno()).st_uid != os.getuid():
                return None
            return file.read()
    except OSError:
        return None


def write_cached(name: str, content: bytes) -> None:
    """Keep bytes under a name, whole or not at all; do nothing where that is impossible."""
    directory = cache_dir()
    if directory is None:
        return
    temporary = None
    try:
        handle, temporary = tempfile.mkstemp(dir=directory, prefix=".new-")
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        os.replace(temporary, directory / name)
    except OSError:
        if temporary is not None:
            with contextlib.suppress(OSError):
                os.unlink(temporary)
