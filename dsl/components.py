"""Component files: cards, tiles and board plans as written, before names are resolved.

A file has `groupes`, a list of `{provenance, composants}`, and `plateaux`, a mapping of
names to plans. A component has `type`, `id`, `nom`, `exemplaires`, `texte`, `citations`,
`capacités` (a literal block of the rule language) and the characteristics of its type,
which the resolver knows. The shape stands in `schemas/components.schema.json`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from ..schemas import load_schema
from . import manifest as manifests
from . import shapes, yaml_source
from .diagnostics import Diagnostic, Place
from .manifest import integer, maps, text, texts
from .program import Manifest, Provenance
from .source import Span
from .yaml_source import Located, LocatedList, LocatedMap, LocatedScalar

MAX_COPIES = 20_000
STATEMENTS = "enonces.yaml"
#: Why some faults in the rules would go unnoticed: no component file either.
SURVIVORS = "survivants.yaml"

#: Keys of a component that are not characteristics of its type.
COMMON_KEYS = ("type", "id", "nom", "exemplaires", "texte", "citations", "capacités")


@dataclass(frozen=True, slots=True)
class AbilityBlock:
    """The text of `capacités: |`, and where its first line and column stand.

    `parser.parse(Source(path, text), (line, column))` reads it with the right places.
    """

    path: Path
    text: str
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class RawCard:
    """A component as written; `entries` are all its keys, the common ones included."""

    id: str
    type: str
    label: str
    copies: int
    entries: LocatedMap
    abilities: AbilityBlock | None
    text: str
    provenance: Provenance
    cites: tuple[str, ...]
    span: Span

    def place(self, key: str) -> Span:
        """Return where a key of this component stands, or else the component."""
        entry = self.entries.entries.get(key)
        return self.span if entry is None else entry.value.span


@dataclass(frozen=True, slots=True)
class RawHexagons:
    """Rows of legend signs. `shifts_even`: even rows stand half a cell to the right."""

    shifts_even: bool
    rows: Mapping[int, tuple[LocatedScalar, ...]]
    legend: Mapping[str, LocatedMap]


@dataclass(frozen=True, slots=True)
class RawGraph:
    cells: Mapping[str, LocatedMap]
    links: tuple[tuple[LocatedScalar, LocatedScalar], ...]


@dataclass(frozen=True, slots=True)
class RawPlan:
    """A board's plan as written; `boards.py` makes cells and neighbours of it."""

    name: str
    plan: RawHexagons | RawGraph
    provenance: Provenance
    span: Span


@dataclass(frozen=True, slots=True)
class RawComponents:
    """All component files of a ruleset, in order."""

    cards: Mapping[str, RawCard]
    plans: Mapping[str, RawPlan]


def component_files(folder: Path, manifest: Manifest) -> tuple[str, ...]:
    """Return the component files: as listed, or every other YAML file by name."""
    if manifest.components:
        return manifest.components
    reserved = (manifests.NAME, STATEMENTS, SURVIVORS)
    names = (path.name for path in folder.glob("*.yaml"))
    return tuple(sorted(name for name in names if name not in reserved))


def load_components(
    folder: Path, manifest: Manifest
) -> tuple[RawComponents, list[Diagnostic]]:
    """Return the components of a ruleset's folder and what is wrong with them."""
    collector = _Collector()
    size = 0
    for name in component_files(folder, manifest):
        path = folder / name
        span = Span(path, 1, 1, 1, 1)
        refusal = manifests.refused(folder, name, span)
        if refusal is not None:
            collector.diagnostics.append(refusal)
            continue
        size += path.stat().st_size
        if size > yaml_source.MAX_BYTES:
            values = {"limit": yaml_source.MAX_BYTES}
            collector.diagnostics.append(Diagnostic("Y44", span, values))
            break
        root, diagnostics = yaml_source.read(path)
        if root is not None:
            diagnostics += shapes.check(root, load_schema("components"))
        if isinstance(root, LocatedMap):
            collector.add_file(root)
        collector.diagnostics += diagnostics
    cards = MappingProxyType(collector.cards)
    plans = MappingProxyType(collector.plans)
    found = sorted(collector.diagnostics, key=lambda diagnostic: diagnostic.span)
    return RawComponents(cards, plans), found


class _Collector:
    """Gathers components over all files; shapes are checked elsewhere."""

    def __init__(self) -> None:
        self.cards: dict[str, RawCard] = {}
        self.plans: dict[str, RawPlan] = {}
        self.diagnostics: list[Diagnostic] = []
        self.copies = 0

    def add_file(self, root: LocatedMap) -> None:
        """Gather one file."""
        for group in maps(root, "groupes"):
            provenance = _provenance(group)
            entries = maps(group, "composants")
            for entry in entries:
                self._add_card(entry, provenance)
            known = {key for entry in entries for key in entry.entries}
            self.diagnostics += _unknown_exceptions(group, known)
        plans = root.get("plateaux")
        if isinstance(plans, LocatedMap):
            for name, plan in plans.entries.items():
                if isinstance(plan.value, LocatedMap):
                    self._add_plan(name, plan.key.span, plan.value)

    def _add_card(self, entry: LocatedMap, provenance: Provenance) -> None:
        card = self._card(entry, provenance)
        if not card.id or not card.type:
            return
        first = self.cards.get(card.id)
        if first is not None:
            values = {"id": card.id, "line": first.place("id").line}
            places = (Place(first.place("id"), "first"),)
            self.diagnostics.append(Diagnostic("Y40", card.place("id"), values, places))
            return
        self.cards[card.id] = card
        was_within = self.copies <= MAX_COPIES
        self.copies += card.copies
        if was_within and self.copies > MAX_COPIES:
            values = {"limit": MAX_COPIES}
            self.diagnostics.append(Diagnostic("Y41", card.place("exemplaires"), values))

    def _card(self, entry: LocatedMap, provenance: Provenance) -> RawCard:
        name = entry.get("id") or entry
        return RawCard(
            id=text(entry, "id"),
            type=text(entry, "type"),
            label=text(entry, "nom") or text(entry, "id"),
            copies=min(max(integer(entry, "exemplaires", 1), 0), MAX_COPIES),
            entries=entry,
            abilities=self._abilities(entry),
            text=text(entry, "texte").strip(),
            provenance=provenance,
            cites=tuple(dict.fromkeys((*texts(entry, "citations"), *provenance.cites))),
            span=name.span,
        )

    def _abilities(self, entry: LocatedMap) -> AbilityBlock | None:
        node = entry.get("capacités")
        if not isinstance(node, LocatedScalar) or not isinstance(node.value, str):
            return None
        if node.origin is None:
            self.diagnostics.append(Diagnostic("Y42", node.span))
            return None
        return AbilityBlock(node.span.path, node.value, *node.origin)

    def _add_plan(self, name: str, span: Span, node: LocatedMap) -> None:
        if name in self.plans:
            first = self.plans[name].span
            values = {"id": name, "line": first.line}
            places = (Place(first, "first"),)
            self.diagnostics.append(Diagnostic("Y40", span, values, places))
            return
        shape = text(node, "forme")
        if shape == "hexagones":
            plan: RawHexagons | RawGraph = _hexagons(node)
        elif shape == "graphe":
            plan = _graph(node)
        else:
            return
        self.diagnostics += _unknown_exceptions(node, set(node.entries))
        self.plans[name] = RawPlan(name, plan, _provenance(node), span)


def _provenance(owner: LocatedMap) -> Provenance:
    node = owner.get("provenance")
    if not isinstance(node, LocatedMap):
        return Provenance("", "", "", "", ())
    exceptions = tuple(
        (texts(each, "clés"), _origin(each, ())) for each in maps(node, "sauf")
    )
    return _origin(node, exceptions)


def _origin(
    node: LocatedMap, exceptions: tuple[tuple[tuple[str, ...], Provenance], ...]
) -> Provenance:
    return Provenance(
        text(node, "origine"),
        text(node, "note").strip(),
        text(node, "lignes"),
        text(node, "adresse"),
        texts(node, "citations"),
        exceptions,
    )


def _unknown_exceptions(owner: LocatedMap, known: set[str]) -> Iterator[Diagnostic]:
    """Yield keys a provenance makes an exception of, and that nothing there has."""
    node = owner.get("provenance")
    for each in maps(node, "sauf") if isinstance(node, LocatedMap) else ():
        keys = each.get("clés")
        for key in keys.items if isinstance(keys, LocatedList) else ():
            if isinstance(key, LocatedScalar) and key.text not in known:
                yield shapes.not_listed(key, sorted(known), "clés")


def _hexagons(node: LocatedMap) -> RawHexagons:
    rows: dict[int, tuple[LocatedScalar, ...]] = {}
    for key, value in _entries(node, "rangées"):
        if isinstance(value, LocatedList) and key.isascii() and key.isdecimal():
            if len(key) > 4:
                continue
            rows[int(key)] = tuple(
                item for item in value.items if isinstance(item, LocatedScalar)
            )
    return RawHexagons(
        text(node, "repère") == "paires",
        MappingProxyType(rows),
        MappingProxyType(_maps(node, "légende")),
    )


def _graph(node: LocatedMap) -> RawGraph:
    links = []
    pairs = node.get("liens")
    for pair in pairs.items if isinstance(pairs, LocatedList) else ():
        if isinstance(pair, LocatedList) and len(pair.items) == 2:
            first, second = pair.items
            if isinstance(first, LocatedScalar) and isinstance(second, LocatedScalar):
                links.append((first, second))
    return RawGraph(MappingProxyType(_maps(node, "cases")), tuple(links))


def _maps(node: LocatedMap, key: str) -> dict[str, LocatedMap]:
    return {k: value for k, value in _entries(node, key) if isinstance(value, LocatedMap)}


def _entries(node: LocatedMap, key: str) -> list[tuple[str, Located]]:
    value = node.get(key)
    if not isinstance(value, LocatedMap):
        return []
    return [(name, entry.value) for name, entry in value.entries.items()]
