"""Rulesets that have not changed since they were last played, kept between runs.

What is kept is a Program without its examples: all that a game needs, nothing of the text.
It is as good as absent once a file of the ruleset or our code is not what it was.
"""

from __future__ import annotations

import gc
import json
import pickle
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from ..dsl.asked import Choices, Force
from ..dsl.cache import read_cached, write_cached
from ..dsl.kept import is_current, name_of, stamp_of
from ..dsl.packing import pack, unpack
from .api import Asked, Ruleset, load


def load_kept(
    folder: Path, variants: tuple[str, ...], readings: Mapping[str, str],
    options: Mapping[str, str], as_of: str | None, errata: bool,
) -> Ruleset:  # fmt: skip
    """Return a ruleset as `load` does, from what is kept of it if that still holds."""
    choices, force = Choices(variants, readings, options), Force(as_of, errata)
    name = name_of("program", folder, choices, force)
    found = _recalled(name, folder)
    if found is None:
        found = load(
            folder, variants=variants, readings=readings, options=options, as_of=as_of,
            errata=errata,
        )  # fmt: skip
        _keep(name, folder, found)
    return found


def _recalled(name: str, folder: Path) -> Ruleset | None:
    content = read_cached(name)
    if content is None:
        return None
    head, _, packed = content.partition(b"\n")
    try:
        if not is_current(folder, json.loads(head)):
            return None
        parts: tuple[Any, ...] = _unpacked(packed)
        program, asked, findings, hashes = parts
    except (pickle.UnpicklingError, AttributeError, ImportError, EOFError, IndexError,
            KeyError, TypeError, ValueError):  # fmt: skip
        # Written by a livret that kept something else.
        return None
    return Ruleset(program, asked, findings, hashes)


def _unpacked(packed: bytes) -> Any:
    """Return what was packed; nothing of it is garbage, so nobody looks for any."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        return unpack(packed)
    finally:
        if was_enabled:
            gc.enable()


def _keep(name: str, folder: Path, ruleset: Ruleset) -> None:
    manifest = ruleset.program.manifest
    stamp = stamp_of(folder, (*manifest.files, *manifest.components))
    if stamp is None:
        return
    program = replace(ruleset.program, examples=(), exemptions=(), chronologies=())
    asked: Asked = ruleset.asked
    parts = (program, asked, ruleset.diagnostics, dict(ruleset.hashes))
    write_cached(name, json.dumps(stamp).encode() + b"\n" + pack(parts))
