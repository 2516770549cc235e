"""Where derived files are kept between runs: a cache directory private to the user.

A kept file starts with a digest of the rest. One that was cut, damaged or written by
something else is as good as absent: what it held is made anew, never trusted.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
from pathlib import Path

from .writing import replace_file

_DIGEST = 32
#: From so many files on, those not used for longest are removed until half are left.
MOST = 500


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
    """Return what is kept under a name; None if absent, damaged or not ours."""
    directory = cache_dir()
    if directory is None:
        return None
    try:
        with open(directory / name, "rb") as file:
            if os.fstat(file.fileno()).st_uid != os.getuid():
                return None
            kept = file.read()
    except OSError:
        return None
    content = kept[_DIGEST:]
    return content if hashlib.sha256(content).digest() == kept[:_DIGEST] else None


def write_cached(name: str, content: bytes) -> None:
    """Keep bytes under a name, whole or not at all; do nothing where that is impossible."""
    directory = cache_dir()
    if directory is None:
        return
    kept = hashlib.sha256(content).digest() + content
    with contextlib.suppress(OSError):
        replace_file(directory / name, kept, is_lasting=False)
        _make_room(directory)


def _make_room(directory: Path) -> None:
    """Remove the files not used for longest, if there are too many."""
    with os.scandir(directory) as entries:
        files = list(entries)
    if len(files) <= MOST:
        return
    files.sort(key=_last_use)
    for file in files[: len(files) - MOST // 2]:
        with contextlib.suppress(OSError):
            os.unlink(file)


def _last_use(file: os.DirEntry[str]) -> float:
    """Return when a file was last read or written; what just went away comes first."""
    try:
        status = file.stat()
    except OSError:
        return 0.0
    return max(status.st_atime, status.st_mtime)
