"""`livret.yaml`: a ruleset's title, sources and files; a folder in, a Manifest out."""

from __future__ import annotations

import datetime
import os
import re
import stat
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from ..rulesets import MANIFEST
from ..schemas import load_schema
from . import shapes, yaml_source
from .diagnostics import Diagnostic, Place
from .program import Manifest
from .source import Span
from .yaml_source import Located, LocatedList, LocatedMap, LocatedScalar

NAME = MANIFEST
DEFAULT_LANGUAGE = "fr"
#: The key of a source whose amendments hold only if a date is asked for.
ON_REQUEST = "sur_demande"

_NOT_SLUG = re.compile(r"[^a-z0-9]+")


def load_manifest(folder: Path) -> tuple[Manifest, list[Diagnostic]]:
    """Return what `livret.yaml` says, or what the folder's name says without one."""
    path = folder / NAME
    if not path.exists() and not path.is_symlink():
        return _manifest(folder, LocatedMap(_start(path), {})), []
    refusal = refused(folder, NAME, _start(path))
    if refusal is not None:
        return _manifest(folder, LocatedMap(_start(path), {})), [refusal]
    root, diagnostics = yaml_source.read(path)
    if root is None and not diagnostics:
        root = LocatedMap(_start(path), {})
    if root is not None:
        diagnostics += shapes.check(root, load_schema("manifest"))
    if not isinstance(root, LocatedMap):
        return _manifest(folder, LocatedMap(_start(path), {})), diagnostics
    diagnostics += _paths(folder, root, "fichiers")
    diagnostics += _paths(folder, root, "composants")
    diagnostics += _sources(root)
    diagnostics += _dates(root)
    return _manifest(folder, root), sorted(diagnostics, key=lambda found: found.span)


def _manifest(folder: Path, root: LocatedMap) -> Manifest:
    """Return the manifest, with defaults for what is absent or not of its shape."""
    slug = text(root, "slug") or _slug(folder)
    sources = []
    documents = []
    on_request = []
    for source in maps(root, "sources"):
        rank = integer(source, "rang", 0)
        name = text(source, "id")
        sources.append((name, text(source, "titre"), rank, text(source, "date")))
        if text(source, "document"):
            documents.append((name, text(source, "document")))
        if flag(source, ON_REQUEST):
            on_request.append(name)
    return Manifest(
        slug=slug,
        title=text(root, "titre") or slug,
        edition=text(root, "édition"),
        language=text(root, "langue") or DEFAULT_LANGUAGE,
        description=text(root, "description").strip(),
        inventory=text(root, "inventaire") or slug,
        sources=tuple(sources),
        authors=texts(root, "auteurs"),
        date=text(root, "date"),
        documents=tuple(documents),
        on_request=tuple(on_request),
        files=_files(folder, root, "fichiers"),
        components=_files(folder, root, "composants"),
    )


def _slug(folder: Path) -> str:
    name = _NOT_SLUG.sub("-", folder.resolve().name.casefold()).strip("-")
    return name or "livret"


def _files(folder: Path, root: LocatedMap, key: str) -> tuple[str, ...]:
    """Return the listed files that may be read, each once."""
    names = [
        node.text
        for node in _scalars(root, key)
        if refused(folder, node.text, node.span) is None
    ]
    return tuple(dict.fromkeys(names))


def _paths(folder: Path, root: LocatedMap, key: str) -> Iterator[Diagnostic]:
    """Yield the listed files that may not be read, or are listed twice."""
    seen: set[str] = set()
    for node in _scalars(root, key):
        refusal = refused(folder, node.text, node.span)
        if refusal is not None:
            yield refusal
        elif node.text in seen:
            yield Diagnostic("Y33", node.span, {"name": node.text})
        seen.add(node.text)


def refused(folder: Path, name: str, span: Span) -> Diagnostic | None:
    """Return why a file named in a ruleset may not be read, or None if it may.

    It must be a regular file of the folder: no absolute path, no `..`, no link that
    leaves the folder, no device or pipe (reading one could wait for ever).
    """
    values = {"name": shapes.shown(LocatedScalar(span, name, name))}
    pure = PurePosixPath(name)
    if pure.is_absolute() or ".." in pure.parts or "\\" in name or "\0" in name:
        return Diagnostic("Y32", span, values)
    try:
        root = folder.resolve()
        target = (root / name).resolve()
        if not target.is_relative_to(root):
            return Diagnostic("Y32", span, values)
        mode = os.stat(target).st_mode
    except (OSError, RuntimeError, ValueError):
        return Diagnostic("Y34", span, values)
    return None if stat.S_ISREG(mode) else Diagnostic("Y34", span, values)


def _sources(root: LocatedMap) -> Iterator[Diagnostic]:
    """Yield sources with an id already taken."""
    seen: dict[str, Span] = {}
    for source in maps(root, "sources"):
        node = source.get("id")
        if not isinstance(node, LocatedScalar):
            continue
        if node.text in seen:
            values = {"key": node.text, "line": seen[node.text].line}
            places = (Place(seen[node.text], "first"),)
            yield Diagnostic("Y35", node.span, values, places)
        seen.setdefault(node.text, node.span)


def _dates(root: LocatedMap) -> Iterator[Diagnostic]:
    """Yield days no calendar has; what does not look like a date has its own mistake."""
    pattern = load_schema("manifest")["$defs"]["date"]["pattern"]
    for owner in (root, *maps(root, "sources")):
        node = owner.get("date")
        if isinstance(node, LocatedScalar) and re.fullmatch(pattern, node.text):
            try:
                datetime.date.fromisoformat(node.text)
            except ValueError:
                yield Diagnostic("Y36", node.span, {"found": node.text})


def text(owner: LocatedMap, key: str) -> str:
    """Return the text of a key, or nothing if absent or not a single value."""
    node = owner.get(key)
    return node.text if isinstance(node, LocatedScalar) and node.value is not None else ""


def texts(owner: LocatedMap, key: str) -> tuple[str, ...]:
    """Return the texts of a key that holds a list."""
    return tuple(node.text for node in _scalars(owner, key))


def integer(owner: LocatedMap, key: str, default: int) -> int:
    """Return the whole number of a key, or the default."""
    node = owner.get(key)
    if isinstance(node, LocatedScalar) and type(node.value) is int:
        return node.value
    return default


def flag(owner: LocatedMap, key: str) -> bool:
    """Tell whether a key is true."""
    node = owner.get(key)
    return isinstance(node, LocatedScalar) and node.value is True


def maps(owner: LocatedMap, key: str) -> tuple[LocatedMap, ...]:
    """Return the mappings of a key that holds a list of them."""
    return tuple(node for node in _items(owner, key) if isinstance(node, LocatedMap))


def _scalars(owner: LocatedMap, key: str) -> tuple[LocatedScalar, ...]:
    return tuple(
        node
        for node in _items(owner, key)
        if isinstance(node, LocatedScalar) and isinstance(node.value, str)
    )


def _items(owner: LocatedMap, key: str) -> tuple[Located, ...]:
    node = owner.get(key)
    return node.items if isinstance(node, LocatedList) else ()


def _start(path: Path) -> Span:
    return Span(path, 1, 1, 1, 1)
