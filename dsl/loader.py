"""A ruleset's folder in, a Program out: the one conductor of the language's side.

`read` parses every file once; `build` makes a Program of what was read, for a choice of
variants, readings, options and errata. Examples build again from the same reading.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property, partial
from itertools import chain
from pathlib import Path
from types import MappingProxyType
from typing import Any

from . import manifest as manifests
from . import nodes
from .abilities import Bearer, parameter_kinds
from .amendments import Amended, amend
from .asked import ALL, DEFAULTS, Choices, Force
from .checks.registry import check_program, check_written
from .checks.subject import Subject, Written
from .citations import Citation, citations
from .collector import AnyAbility, Collector
from .components import (
    STATEMENTS,
    AbilityBlock,
    RawCard,
    RawComponents,
    component_files,
    load_components,
)
from .declarations import Declarations, Parts
from .default_windows import open_default_windows
from .diagnostics import Diagnostic, Severity
from .environment import Environment
from .examples import resolve_example
from .files import SUFFIX, read_source
from .inventory import Statements, load_statements
from .kept import digest_of
from .manifest import load_manifest
from .material import Material
from .parser import parse
from .picks import with_bearers, wrong_picks
from .program import Manifest, Program
from .remembered import Remembering, remembering
from .render import severity, sort
from .settings import resolve_settings
from .source import Source, Span
from .symbols import Category

MAX_FILES = 200


@dataclass(frozen=True)
class Reading:
    """Everything a ruleset's folder says, parsed; `texts` are its files by name."""

    folder: Path
    manifest: Manifest
    declarations: tuple[nodes.Declaration, ...]
    components: RawComponents
    #: The declarations of each card's ability block, by the card's id.
    blocks: Mapping[str, tuple[nodes.Declaration, ...]]
    texts: Mapping[str, str]
    statements: Statements
    findings: tuple[Diagnostic, ...]

    @cached_property
    def cited(self) -> list[Citation]:
        """Every citation; the same for each Program made of what was read."""
        return citations(self)

    @cached_property
    def walked(self) -> list[tuple[nodes.Declaration, tuple[nodes.Node, ...]]]:
        """Each declaration, those on components too, with all nodes in it."""
        blocks = chain.from_iterable(self.blocks.values())
        return [(each, tuple(each.walk())) for each in chain(self.declarations, blocks)]


def load(
    folder: Path,
    *,
    variants: Iterable[str] = (),
    readings: Mapping[str, str] | None = None,
    options: Mapping[str, str] | None = None,
    as_of: str | None = None,
    errata: bool = True,
) -> tuple[Program | None, list[Diagnostic]]:
    """Return the Program of a folder, or None and what is wrong with it."""
    choices = Choices(tuple(variants), readings or {}, options or {})
    return check(read(folder), choices, Force(as_of, errata))


def read(folder: Path) -> Reading:
    """Parse all files of a ruleset's folder, those that changed since the last time."""
    with remembering(folder) as remembered:
        return _read(folder, remembered)


def _read(folder: Path, remembered: Remembering) -> Reading:
    manifest, findings = load_manifest(folder)
    texts: dict[str, str] = {}
    declarations: list[nodes.Declaration] = []
    names = manifest.files or tuple(sorted(path.name for path in folder.glob(f"*{SUFFIX}")))
    if not names:
        place = Span(folder / f"regles{SUFFIX}", 1, 1, 1, 1)
        findings.append(Diagnostic("D17", place, {"folder": str(folder)}))
    for name in names[:MAX_FILES]:
        refusal = manifests.refused(folder, name, Span(folder / name, 1, 1, 1, 1))
        source = refusal or read_source(folder / name)
        if isinstance(source, Diagnostic):
            findings.append(source)
            continue
        texts[name] = source.text
        found, mistakes = remembered((name, source.text), partial(parse, source))
        declarations.extend(found)
        findings.extend(mistakes)
    files = [digest_of(folder / name) for name in component_files(folder, manifest)]
    components, mistakes = remembered(
        ("components", *files), partial(load_components, folder, manifest)
    )
    findings.extend(mistakes)
    blocks: dict[str, tuple[nodes.Declaration, ...]] = {}
    for card in components.cards.values():
        if card.abilities is not None:
            blocks[card.id], mistakes = remembered(
                card.abilities, partial(_parse_block, card.abilities)
            )
            findings.extend(mistakes)
    statements, mistakes = remembered(
        ("statements", digest_of(folder / STATEMENTS)), partial(load_statements, folder)
    )
    findings.extend(mistakes)
    return Reading(
        folder,
        manifest,
        tuple(declarations),
        components,
        blocks,
        texts,
        statements,
        tuple(findings),
    )


def _parse_block(
    block: AbilityBlock,
) -> tuple[tuple[nodes.Declaration, ...], list[Diagnostic]]:
    """Return the abilities of a card; anything else in its block is reported."""
    found, mistakes = parse(Source(block.path, block.text), (block.line, block.column))
    for node in found:
        if not isinstance(node, AnyAbility):
            mistakes.append(Diagnostic("D18", node.span))
    return tuple(node for node in found if isinstance(node, AnyAbility)), mistakes


def check(
    reading: Reading, choices: Choices = DEFAULTS, force: Force = ALL
) -> tuple[Program | None, list[Diagnostic]]:
    """Return the Program of what was read, its examples checked too, but not run."""
    program, findings = build(reading, choices, force)
    if program is None:
        return None, findings
    mistakes: list[Diagnostic] = []
    for node in program.examples:
        env = Environment(program.symbols, mistakes, set(), seats=program.players)
        case = resolve_example(node, env)
        if case.request.choices == DEFAULTS:
            mistakes += wrong_picks(program, case)
    findings = sort([*findings, *with_bearers(program, mistakes)])
    return None if _has_error(findings) else program, findings


def build(
    reading: Reading,
    choices: Choices = DEFAULTS,
    force: Force = ALL,
    extra: Sequence[RawCard] = (),
) -> tuple[Program | None, list[Diagnostic]]:
    """Return the Program of what was read; `extra` are an example's own components."""
    before = Collector(reading.declarations)
    before.kinds()
    settings = resolve_settings(reading.declarations, choices, before)
    before.settings(settings)
    amended = amend(
        reading.declarations,
        reading.components.cards,
        reading.blocks,
        reading.manifest,
        force,
        before,
    )

    collector = Collector(amended.declarations)
    collector.kinds()
    collector.settings(settings)
    collector.characteristics()
    material = Material(
        collector, reading.components.plans, (*amended.cards.values(), *extra)
    )
    types, boards = material.types(), material.boards()
    collector.boards(boards)
    collector.cards(material.raw)
    cards = material.cards(types)
    collector.things()
    parts = _resolve(amended, collector)
    written = Written(
        reading.declarations,
        tuple(amended.declarations),
        tuple(node for block in amended.blocks.values() for node in block),
        reading.cited,
        reading.walked,
        {name: date for name, _, _, date in reading.manifest.sources},
        reading.statements,
        is_whole=not _has_error(reading.findings),
    )
    findings = [
        *reading.findings,
        *before.findings,
        *collector.findings,
        *material.findings,
        *check_written(written),
    ]
    findings = sort({_identity(finding): finding for finding in findings}.values())
    if _has_error(findings):
        return None, findings
    families = {each.name: getattr(parts, each.name) for each in fields(Parts)}
    for name in ("variables", "places", "default_windows"):
        del families[name]
    families["players"] = parts.players or (1, 1)
    program = Program(
        manifest=reading.manifest,
        fingerprint=_fingerprint(reading, choices, force),
        types=types,
        cards=cards,
        boards=boards,
        settings={setting.name: setting for setting, _ in settings},
        amendments=tuple(amended.notes),
        symbols=collector.symbols,
        **{name: _frozen(value) for name, value in families.items()},
    )
    used = frozenset(before.env.used | collector.env.used)
    subject = Subject(program, written, tuple(parts.variables), used)
    findings = sort([*findings, *check_program(subject)])
    return None if _has_error(findings) else program, findings


def _has_error(findings: Iterable[Diagnostic]) -> bool:
    return any(severity(finding) is Severity.ERROR for finding in findings)


def _frozen(value: Any) -> Any:
    """Return a family of parts so that nobody changes it by accident."""
    match value:
        case dict():
            return MappingProxyType(value)
        case list():
            return tuple(value)
        case _:
            return value


def _identity(finding: Diagnostic) -> tuple[str, Span]:
    """Return what makes two findings the same: names are collected twice."""
    return finding.code, finding.span


def _resolve(amended: Amended, collector: Collector) -> Parts:
    """Resolve every declaration, then the abilities on cards."""
    abilities = collector.symbols.of(Category.ABILITY)
    for node in amended.declarations:
        if isinstance(node, nodes.Action) and node.name.text in abilities:
            kinds = parameter_kinds(node, collector.symbols)
            abilities[node.name.text] = replace(abilities[node.name.text], params=kinds)
    has_order = any(
        isinstance(line, nodes.ProfileOrder)
        for node in amended.declarations
        if isinstance(node, nodes.Profile)
        for line in node.lines
    )
    resolver = Declarations(collector.env, has_order)
    for node in sorted(
        amended.declarations, key=lambda node: not isinstance(node, nodes.Track)
    ):
        resolver.resolve(node)
    for card, block in amended.blocks.items():
        type_ = amended.cards[card].type
        if type_ in collector.symbols.hierarchy.above:
            bearer = Bearer(card, type_, resolver.parts.in_play)
            for node in block:
                assert isinstance(node, AnyAbility)
                resolver.card_ability(node, bearer)
    open_default_windows(resolver.parts)
    return resolver.parts


def _fingerprint(reading: Reading, choices: Choices, force: Force) -> str:
    """Return what tells one set of rules in force from another."""
    digest = hashlib.sha256()
    files = dict(reading.texts)
    for name in component_files(reading.folder, reading.manifest):
        files[name] = hashlib.sha256((reading.folder / name).read_bytes()).hexdigest()
    for name in sorted(files):
        digest.update(f"{name}\0{files[name]}\0".encode())
    manifest = reading.manifest
    digest.update(repr((manifest.sources, manifest.on_request)).encode())
    digest.update(
        repr((sorted(choices.variants), sorted(choices.readings.items()))).encode()
    )
    digest.update(
        repr((sorted(choices.options.items()), force.as_of, force.errata)).encode()
    )
    return digest.hexdigest()
