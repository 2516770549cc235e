"""The options a ruleset offers, read without the rest of its rules: a folder in, settings out.

A command line needs their names before anything is loaded, to tell a flag from a value.
"""

from __future__ import annotations

from pathlib import Path

from . import nodes
from .asked import DEFAULTS
from .collector import Collector
from .files import SUFFIX, read_source
from .manifest import load_manifest, refused
from .outline import first_word, margin
from .parser import parse, split, text_lines
from .program import Setting
from .settings import resolve_settings
from .source import Source, Span

#: What an option is written with: declarations that start with these words.
_WORDS = ("option", "énumération")


def offered_options(folder: Path) -> dict[str, Setting]:
    """Return the options of a ruleset by name; mistakes are left for who loads it."""
    manifest, _ = load_manifest(folder)
    names = manifest.files or tuple(sorted(path.name for path in folder.glob(f"*{SUFFIX}")))
    declarations: list[nodes.Declaration] = []
    for name in names:
        path = folder / name
        if refused(folder, name, Span(path, 1, 1, 1, 1)) is None:
            source = read_source(path)
            if isinstance(source, Source):
                declarations += _declarations(source)
    collector = Collector(declarations)
    collector.kinds()
    settings = (
        setting for setting, _ in resolve_settings(declarations, DEFAULTS, collector)
    )
    return {setting.name: setting for setting in settings if setting.cls == "option"}


def _declarations(source: Source) -> list[nodes.Declaration]:
    """Return the declarations options are made of."""
    found: list[nodes.Declaration] = []
    for chunk in split(text_lines(source.text)):
        if any(margin(line) == 0 and first_word(line) in _WORDS for line in chunk.lines):
            found += parse(Source(source.path, "\n".join(chunk.lines)))[0]
    return found
