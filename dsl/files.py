"""A file an author wrote, as text: regular, bounded, UTF-8; or the diagnostic why not."""

from __future__ import annotations

import errno
import os
import stat
from dataclasses import dataclass
from pathlib import Path

from .diagnostics import Diagnostic
from .limits import MAX_BYTES
from .source import Source, Span

#: How the names of files of rules end.
SUFFIX = ".livret"


@dataclass(frozen=True, slots=True)
class Refusals:
    """The codes of a family: a file that cannot be read, is too large, is not UTF-8."""

    unreadable: str
    too_large: str
    not_utf8: str


_IRREGULAR = ("ce n'est pas un fichier ordinaire", "it is not a regular file")
_REASONS = {
    errno.ENOENT: ("il n'existe pas", "it does not exist"),
    errno.ENOTDIR: ("son dossier n'existe pas", "its folder does not exist"),
    errno.EISDIR: ("c'est un dossier", "it is a folder"),
    errno.EACCES: ("l'accès est refusé", "permission denied"),
    errno.ELOOP: ("c'est un lien vers lui-même", "it is a link to itself"),
}


_RULES = Refusals("S27", "S20", "S24")


def read_source(path: Path) -> Source | Diagnostic:
    """Read a file of rules, or return the diagnostic that says why it cannot be."""
    return read_text(path, MAX_BYTES, _RULES)


def read_text(path: Path, limit: int, refusals: Refusals) -> Source | Diagnostic:
    """Read a file of at most `limit` bytes; a pipe or a device, which could make wait for
    ever, is never opened."""
    nowhere = Span(path, 1, 1, 1, 1)
    try:
        mode = os.stat(path).st_mode
        if not stat.S_ISREG(mode):
            reasons = _REASONS[errno.EISDIR] if stat.S_ISDIR(mode) else _IRREGULAR
            return _unreadable(refusals, nowhere, reasons)
        with open(path, "rb") as file:
            content = file.read(limit + 1)
    except OSError as error:
        reasons = _REASONS.get(error.errno or 0, (str(error.strerror),) * 2)
        return _unreadable(refusals, nowhere, reasons)
    except ValueError:  # A name with a zero byte.
        return _unreadable(refusals, nowhere, _REASONS[errno.ENOENT])
    if len(content) > limit:
        return Diagnostic(refusals.too_large, nowhere, {"limit": limit})
    try:
        return Source(path, content.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        before = content[: error.start]
        line = before.count(b"\n") + 1
        column = len(before[before.rfind(b"\n") + 1 :].decode("utf-8", "replace")) + 1
        place = Span(path, line, column, line, column + 1)
        byte = f"0x{content[error.start]:02X}"
        return Diagnostic(refusals.not_utf8, place, {"byte": byte})


def _unreadable(refusals: Refusals, place: Span, reasons: tuple[str, str]) -> Diagnostic:
    values = {"reason_fr": reasons[0], "reason_en": reasons[1]}
    return Diagnostic(refusals.unreadable, place, values)
