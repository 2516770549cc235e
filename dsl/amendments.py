"""Errata and FAQ answers: declarations and components in, those in force out.

An amendment applies if its date has come, its edition and language are the ruleset's and
its condition holds; one whose source is on request, only if a date is asked for. They apply
in order of the rank of their source, then of their date. Two of one rank and date that touch
the same declaration, or the same ability or value of a component, are a conflict.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

from . import nodes
from .asked import Force
from .collector import Collector
from .components import RawCard
from .corrections import bears, correct
from .diagnostics import Place
from .environment import cites_of, title_of
from .expressions import resolve_condition
from .folding import fold
from .program import AmendmentNote, Manifest
from .source import Span
from .suggestions import closest

#: The word a declaration starts with, as `retire` writes it.
WORDS: dict[type[nodes.Declaration], str] = {
    nodes.Players: "joueurs",
    nodes.Enumeration: "énumération",
    nodes.Component: "type",
    nodes.State: "état",
    nodes.Counter: "compteur",
    nodes.Track: "piste",
    nodes.Marker: "marqueur",
    nodes.Zone: "zone",
    nodes.Board: "plateau",
    nodes.Die: "dé",
    nodes.Profile: "profil",
    nodes.Sheet: "fiche",
    nodes.Setup: "mise en place",
    nodes.Course: "déroulement",
    nodes.Action: "action",
    nodes.Response: "réponse",
    nodes.Forced: "forcé",
    nodes.Permanent: "permanent",
    nodes.Prohibition: "interdit",
    nodes.Replacement: "remplacement",
    nodes.Definition: "définition",
    nodes.Procedure: "procédure",
    nodes.Value: "valeur",
    nodes.Phase: "phase",
    nodes.Window: "fenêtre",
    nodes.Event: "événement",
    nodes.Control: "contrôle",
    nodes.Outcome: "issue",
    nodes.Invariant: "invariant",
    nodes.Score: "score",
    nodes.Evaluation: "évaluation",
    nodes.Chronology: "chronologie",
    nodes.Example: "exemple",
    nodes.Construction: "construction",
    nodes.Option: "option",
    nodes.Variant: "variante",
    nodes.Reading: "lecture",
    nodes.Amendment: "amendement",
    nodes.Waiver: "dispense",
    nodes.Exemption: "dispense",
}
#: The word a line about a component starts with.
COMPONENT = "composant"
_CHANGES = (nodes.Replace, nodes.Add, nodes.Remove, nodes.AmendmentComponent)
#: What no amendment changes: it is settled before amendments are, or is no rule.
_SETTLED = (
    nodes.Option, nodes.Variant, nodes.Reading, nodes.Amendment, nodes.Waiver,
    nodes.Exemption,
)  # fmt: skip

Key = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Amended:
    """What is in force: declarations, components and the abilities on them, by their id."""

    declarations: list[nodes.Declaration]
    cards: dict[str, RawCard]
    blocks: dict[str, list[nodes.Declaration]]
    notes: list[AmendmentNote] = field(default_factory=list)


@dataclass(slots=True)
class Layer:
    """One amendment with what decides whether and when it applies."""

    node: nodes.Amendment
    date: str = ""
    source: str = ""
    rank: int = 0
    edition: str = ""
    language: str = ""
    condition: nodes.Expr | None = None
    changes: list[nodes.Change | nodes.AmendmentComponent] = field(default_factory=list)

    def touched(self) -> Iterator[tuple[Key, Span]]:
        """Yield what it changes, and the place of each change."""
        for change in self.changes:
            if not isinstance(change, nodes.AmendmentComponent):
                yield _target(change), change.span
                continue
            owner = f"{COMPONENT} {change.name.text}"
            for each in change.changes:
                if isinstance(each, nodes.Correction):
                    yield (owner, each.key.text), each.span
                else:
                    word, name = _target(each)
                    yield (f"{owner} {word}", name), each.span


def amend(
    declarations: Sequence[nodes.Declaration],
    cards: Mapping[str, RawCard],
    blocks: Mapping[str, Sequence[nodes.Declaration]],
    manifest: Manifest,
    force: Force,
    collector: Collector,
) -> Amended:
    """Return what is in force, and every amendment with its fate.

    `blocks` are the abilities of components, by their id. `collector` knows the settings,
    which conditions may read.
    """
    layers = [
        _layer(node, manifest, collector)
        for node in declarations
        if isinstance(node, nodes.Amendment)
    ]
    layers.sort(key=lambda layer: (layer.rank, layer.date))
    current = Amended(
        [node for node in declarations if not isinstance(node, nodes.Amendment)],
        dict(cards),
        {card: list(block) for card, block in blocks.items()},
    )
    names = set(_names_of_the_game(declarations))
    touched: dict[Key, Layer] = {}
    for layer in layers:
        applies = _applies(layer, manifest, force, collector, names)
        if applies:
            _check_conflicts(layer, touched, collector)
            for change in layer.changes:
                if isinstance(change, nodes.AmendmentComponent):
                    _apply_to_component(change, current, collector)
                else:
                    _apply(change, current.declarations, collector)
        current.notes.append(_note(layer, applies))
    return current


def key_of(node: nodes.Declaration) -> Key:
    """Return the word and the name of a declaration."""
    if isinstance(node, nodes.Invariant | nodes.Example):
        return WORDS[type(node)], node.title.text
    name: nodes.Word | None = getattr(node, "name", None)
    return WORDS[type(node)], "" if name is None else name.text


def _target(change: nodes.Change) -> Key:
    if isinstance(change, nodes.Remove):
        return change.declared.text, change.name.text
    return key_of(change.declaration)


def _layer(node: nodes.Amendment, manifest: Manifest, collector: Collector) -> Layer:
    layer = Layer(node)
    ranks = {name: (rank, date) for name, _, rank, date in manifest.sources}
    for line in node.lines:
        match line:
            case nodes.AmendmentDate():
                layer.date = line.date.text
            case nodes.AmendmentSource():
                layer.source = line.name.text
                if layer.source not in ranks:
                    collector.env.unknown("A03", line.name, ranks)
            case nodes.AmendmentEdition():
                layer.edition = line.title.text
            case nodes.AmendmentLanguage():
                layer.language = line.title.text
            case nodes.AmendmentCondition():
                layer.condition = line.condition
            case nodes.Replace() | nodes.Add() if isinstance(line.declaration, _SETTLED):
                what = WORDS[type(line.declaration)]
                collector.env.report("A08", line.declaration.span, what=what)
            case _:
                layer.changes.append(line)
    rank, date = ranks.get(layer.source, (0, ""))
    layer.rank = rank
    layer.date = layer.date or date
    if not layer.date:
        collector.env.report("A04", node.name.span, name=node.name.text)
    if not any(isinstance(line, _CHANGES) for line in node.lines):
        collector.env.report("A05", node.name.span, name=node.name.text)
    return layer


def _names_of_the_game(declarations: Iterable[nodes.Declaration]) -> Iterator[str]:
    """Yield the names of what has a value in a game only."""
    settled = (nodes.Variant, nodes.Option, nodes.Reading, nodes.Enumeration)
    for node in declarations:
        name = getattr(node, "name", None)
        if isinstance(name, nodes.Word) and not isinstance(node, settled):
            yield name.text


def _applies(
    layer: Layer,
    manifest: Manifest,
    force: Force,
    collector: Collector,
    names: AbstractSet[str],
) -> bool:
    """Tell whether an amendment is in force; `names` are those its condition cannot read."""
    condition = True
    if layer.condition is not None:
        words = [each for each in layer.condition.walk() if isinstance(each, nodes.Word)]
        unknown = [word for word in words if word.text in names]
        value = None
        if not unknown:
            read = resolve_condition(layer.condition, collector.env)
            value = fold(read, collector.symbols)
        if value is None:
            place = unknown[0] if unknown else layer.condition
            collector.env.report("D10", place.span)
        condition = bool(value)
    return (
        force.errata
        and condition
        and _has_come(layer, manifest, force.as_of)
        and layer.edition in ("", manifest.edition)
        and layer.language in ("", manifest.language)
    )


def _has_come(layer: Layer, manifest: Manifest, as_of: str | None) -> bool:
    """Tell whether the date of an amendment has come, by default or as of a day."""
    if as_of is None:
        return layer.source not in manifest.on_request
    return layer.date <= as_of


def _check_conflicts(layer: Layer, touched: dict[Key, Layer], collector: Collector) -> None:
    """Report two amendments of one rank and date on one declaration."""
    for key, _ in layer.touched():
        other = touched.get(key)
        if other is not None and (other.rank, other.date) == (layer.rank, layer.date):
            collector.env.report(
                "A02",
                layer.node.name.span,
                (Place(other.node.name.span, "other"),),
                name=layer.node.name.text,
                other=other.node.name.text,
                target=" ".join(key).strip(),
            )
        touched[key] = layer


def _apply(
    change: nodes.Change,
    current: list[nodes.Declaration],
    collector: Collector,
) -> None:
    """Change a list of declarations in force: the rules, or the abilities of a component."""
    if isinstance(change, nodes.Add):
        current.append(change.declaration)
        return
    key = _target(change)
    index = _find(current, lambda node: key_of(node) == key)
    if index is None:
        known = [name for word, name in map(key_of, current) if word == key[0]]
        span = (
            change.name.span
            if isinstance(change, nodes.Remove)
            else change.declaration.span
        )
        collector.env.report(
            "A01", span, what=key[0], name=key[1], closest=closest(key[1], known)
        )
    elif isinstance(change, nodes.Remove):
        del current[index]
    else:
        current[index] = change.declaration


def _apply_to_component(
    node: nodes.AmendmentComponent, current: Amended, collector: Collector
) -> None:
    """Change a component in force: its printed values and the abilities on it."""
    card = current.cards.get(node.name.text)
    if card is None:
        collector.env.unknown("A01", node.name, current.cards, what=COMPONENT)
        return
    block = current.blocks.setdefault(card.id, [])
    for change in node.changes:
        match change:
            case nodes.Correction():
                card = correct(card, change, collector.env)
            case nodes.Remove():
                _apply(change, block, collector)
            case _ if bears(change.declaration, collector.env):
                _apply(change, block, collector)
            case _:
                pass
    current.cards[card.id] = card


def _find(
    current: list[nodes.Declaration], matches: Callable[[nodes.Declaration], bool]
) -> int | None:
    return next((n for n, node in enumerate(current) if matches(node)), None)


def _note(layer: Layer, applies: bool) -> AmendmentNote:
    node = layer.node
    touched = list(layer.touched())
    return AmendmentNote(
        name=node.name.text,
        title=title_of(node.title, node.name.text),
        cites=cites_of(node.cites),
        span=node.span,
        date=layer.date,
        source=layer.source,
        in_force=applies,
        targets=tuple(" ".join(key).strip() for key, _ in touched),
        changes=tuple(span for _, span in touched),
    )
