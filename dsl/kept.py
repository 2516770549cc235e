"""What was found out about a ruleset that has not changed since, kept between runs.

What is kept tells every file it depends on, with a digest of its content, and which code
found it. A file changed, added or gone, other code, another question: it is stale, and
the ruleset is checked anew.
"""

from __future__ import annotations

import hashlib
import json
import os
import stat
import sys
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from .. import __version__
from .asked import Choices, Force
from .cache import read_cached, write_cached
from .diagnostics import Diagnostic, Place
from .source import Span

#: The files of a folder that make a ruleset, by how their names end.
_ENDINGS = (".livret", ".yaml")
#: The folders of the code that finds mistakes, seen from this one, and what it builds on.
_CODE = (".", "checks", "timing", "../schemas", "../interpreter")
_LIBRARIES = ("lark", "ruamel.yaml", "networkx")
#: A file changed less than so many seconds ago may change again unseen.
_SETTLED = 2.0
_MOST_BYTES = 20_000_000


@dataclass(frozen=True, slots=True)
class Checked:
    """What a check found, and the files of rules it read, by name."""

    findings: list[Diagnostic]
    texts: frozenset[str]


def recall(folder: Path, asked: Choices, force: Force) -> Checked | None:
    """Return what the last check of this folder found, if nothing has changed since."""
    content = read_cached(name_of("findings", folder, asked, force))
    if content is None:
        return None
    try:
        kept = json.loads(content)
        if not is_current(folder, kept["stamp"]):
            return None
        findings = [_diagnostic(each) for each in kept["findings"]]
        return Checked(findings, frozenset(kept["texts"]))
    except (KeyError, TypeError, ValueError, AttributeError):
        # Written by a livret that kept something else.
        return None


def keep(
    folder: Path, asked: Choices, force: Force, named: Iterable[str], checked: Checked
) -> None:
    """Keep what a check found; `named` are the files that the manifest lists."""
    stamp = stamp_of(folder, (*named, *checked.texts))
    if stamp is None:
        return
    try:
        findings = [_plain_diagnostic(each) for each in checked.findings]
    except TypeError:
        return
    kept = {"stamp": stamp, "texts": sorted(checked.texts), "findings": findings}
    content = json.dumps(kept, ensure_ascii=False, separators=(",", ":")).encode()
    write_cached(name_of("findings", folder, asked, force), content)


def stamp_of(folder: Path, named: Iterable[str]) -> dict[str, Any] | None:
    """Return what tells whether a folder's files, and others named there, are what they are.

    None if a file has just been written, or has gone: then it is not sure that what was
    read is what stands there now.
    """
    found = _found(folder)
    names = sorted({*found, *named})
    if not all(_is_settled(folder / name) for name in names):
        return None
    files = {name: digest_of(folder / name) for name in names}
    return {"code": code_stamp(), "found": found, "files": files}


def is_current(folder: Path, stamp: Mapping[str, Any]) -> bool:
    """Tell whether the files and the code are what they were."""
    return (
        stamp["code"] == code_stamp()
        and stamp["found"] == _found(folder)
        and all(digest_of(folder / name) == told for name, told in stamp["files"].items())
    )


def name_of(what: str, folder: Path, asked: Choices, force: Force) -> str:
    """Return the name under which something is kept for a folder and a question.

    The folder counts as it was written too: so it stands in the findings.
    """
    question = (
        str(folder),
        os.path.realpath(folder),
        asked.variants,
        sorted(asked.readings.items()),
        sorted(asked.options.items()),
        force.as_of,
        force.errata,
    )
    return f"{what}-{hashlib.sha256(repr(question).encode()).hexdigest()}"


# What it depends on ---------------------------------------------------------


def _found(folder: Path) -> list[str]:
    """Return the names of a folder that count, whatever stands under them."""
    try:
        return sorted(name for name in os.listdir(folder) if name.endswith(_ENDINGS))
    except OSError:
        return []


def _is_settled(path: Path) -> bool:
    """Tell whether a file is a regular one of usual size that nobody is writing."""
    try:
        status = os.stat(path)
    except OSError:
        return False
    is_usual = stat.S_ISREG(status.st_mode) and status.st_size <= _MOST_BYTES
    return is_usual and time.time() - status.st_mtime > _SETTLED


def digest_of(path: Path) -> str:
    """Return what tells the content of a file, and where it really stands."""
    try:
        # A pipe would make wait for ever.
        if not stat.S_ISREG(os.stat(path).st_mode):
            return ""
        with open(path, "rb") as file:
            content = file.read(_MOST_BYTES + 1)
    except OSError:
        return ""
    digest = hashlib.sha256(content)
    digest.update(os.path.realpath(path).encode("utf-8", "surrogateescape"))
    return digest.hexdigest()


@cache
def code_stamp() -> str:
    """Return what tells this code from any other: its files, Python, the libraries.

    The files count as they are when this module is loaded: what a process keeps after they
    have changed is of the code that runs, not of the code that stands there now.
    """
    here = os.path.dirname(__file__)
    files: list[tuple[str, int, int]] = []
    for folder in _CODE:
        with os.scandir(os.path.join(here, folder)) as entries:
            for entry in entries:
                if entry.is_file():
                    status = entry.stat()
                    files.append(
                        (f"{folder}/{entry.name}", status.st_size, status.st_mtime_ns)
                    )
    for library in _LIBRARIES:
        spec = find_spec(library)
        if spec is not None and spec.origin is not None:
            status = os.stat(spec.origin)
            files.append((spec.origin, status.st_size, status.st_mtime_ns))
    stamp = (__version__, sys.version, sorted(files))
    return hashlib.sha256(repr(stamp).encode()).hexdigest()


code_stamp()


# Diagnostics as plain data --------------------------------------------------


def _plain_diagnostic(found: Diagnostic) -> list[Any]:
    return [
        found.code,
        _plain_span(found.span),
        {name: _plain(value) for name, value in found.values.items()},
        [[_plain_span(place.span), place.label] for place in found.places],
        list(found.cites),
    ]


def _plain_span(span: Span) -> list[Any]:
    return [str(span.path), span.line, span.column, span.end_line, span.end_column]


def _plain(value: object) -> object:
    """Return a value of a message as JSON writes it; TypeError if it could change it."""
    if isinstance(value, str):
        return str(value)
    if value is None or isinstance(value, int):
        return value
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    raise TypeError(type(value))


def _diagnostic(plain: list[Any]) -> Diagnostic:
    code, span, values, places, cites = plain
    others = tuple(Place(_span(other), label) for other, label in places)
    return Diagnostic(code, _span(span), values, others, tuple(cites))


def _span(plain: list[Any]) -> Span:
    path, *numbers = plain
    return Span(Path(path), *numbers)
