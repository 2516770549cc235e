"""`livret info`: what a ruleset is, where its data come from, what can be chosen in it."""

from __future__ import annotations

from argparse import Namespace
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass

from ...dsl.program import AmendmentNote, Program, Provenance, Setting
from ..arguments import Parser
from ..language import Text
from ..loading import (
    Loaded,
    choices,
    declare_choices,
    declare_force,
    declare_game,
    force,
    load_game,
)
from ..screen import Screen
from . import FINE

EXAMPLES = (
    ("livret info mon-jeu", "la fiche d'un jeu", "the card of a game"),
    ("livret info mon-jeu --as-of 2014-01-01", "à une date", "as of a date"),
    ("livret info mon-jeu --format json", "pour un programme", "for a program"),
)

ORIGINS = ("livret", "public", "reconstitué")
_ORIGINS_EN = {"livret": "rulebook", "public": "public", "reconstitué": "reconstructed"}


@dataclass(frozen=True, slots=True)
class Material:
    """The components of one type, or the cells of one board, and where they come from.

    `partly` counts those with some values of another origin than the group's.
    """

    name: str
    title: str
    definitions: int
    copies: int
    origins: dict[str, int]
    partly: dict[str, int]


def declare(parser: Parser) -> None:
    """Add the arguments of the verb."""
    declare_game(parser)
    declare_choices(parser)
    declare_force(parser)
    parser.add_format()


def run(arguments: Namespace, screen: Screen) -> int:
    """Print the card of a game."""
    loaded = load_game(arguments.game, screen, choices(arguments), force(arguments))
    if arguments.format == "json":
        screen.json(to_json(loaded))
        return FINE
    _show_manifest(loaded, screen)
    _show_material(loaded.program, screen)
    _show_settings(loaded.program, screen)
    _show_amendments(loaded.program, screen)
    _show_rules(loaded.program, screen)
    return FINE


def material(program: Program) -> Iterator[Material]:
    """Yield the component types that have components, then the boards."""
    for name, type_ in program.types.items():
        cards = [card for card in program.cards.values() if card.type == name]
        if not cards:
            continue
        origins: Counter[str] = Counter()
        partly: Counter[str] = Counter()
        for card in cards:
            origins[card.provenance.origin] += 1
            partly.update({each.origin for _, each in card.provenance.exceptions})
        copies = sum(card.copies for card in cards)
        yield Material(name, type_.title, len(cards), copies, dict(origins), dict(partly))
    for board in program.boards.values():
        plan = board.provenance
        known = {} if plan is None else {plan.origin: 1}
        others = {} if plan is None else {each.origin: 1 for _, each in plan.exceptions}
        yield Material(board.name, board.title, 1, len(board.cells), known, others)


def to_json(loaded: Loaded) -> dict[str, object]:
    """Return the card of a game as plain data."""
    program, manifest = loaded.program, loaded.program.manifest
    documents = dict(manifest.documents)
    return {
        "slug": manifest.slug,
        "title": manifest.title,
        "edition": manifest.edition,
        "language": manifest.language,
        "date": manifest.date,
        "description": manifest.description,
        "authors": list(manifest.authors),
        "folder": str(loaded.reading.folder),
        "fingerprint": program.fingerprint,
        "players": list(program.players),
        "sources": [
            {"id": name, "title": title, "rank": rank, "date": date,
             "document": documents.get(name, ""),
             "on_request": name in manifest.on_request}
            for name, title, rank, date in manifest.sources
        ],
        "material": [asdict(each) for each in material(program)],
        "settings": [_setting(each) for each in program.settings.values()],
        "amendments": [_amendment(each) for each in program.amendments],
        "rules": {name: count for name, (_, count) in _counts(program).items()},
    }  # fmt: skip


def _setting(setting: Setting) -> dict[str, object]:
    return {
        "class": {"variante": "variant", "lecture": "reading"}.get(setting.cls, "option"),
        "name": setting.name,
        "title": setting.title,
        "choices": [{"name": name, "title": title} for name, title in setting.choices],
        "values": list(setting.values),
        "default": setting.default,
        "chosen": setting.chosen,
        "reason": setting.reason,
        "cites": list(setting.cites),
    }


def _amendment(note: AmendmentNote) -> dict[str, object]:
    return {
        "name": note.name,
        "title": note.title,
        "date": note.date,
        "source": note.source,
        "in_force": note.in_force,
        "targets": list(note.targets),
        "cites": list(note.cites),
    }


def _show_manifest(loaded: Loaded, screen: Screen) -> None:
    manifest = loaded.program.manifest
    screen.heading(manifest.title, is_first=True)
    if manifest.description:
        screen.prose(manifest.description)
    low, high = loaded.program.players
    seats = f"{low}" if low == high else screen.pick(f"{low} à {high}", f"{low} to {high}")
    lines = [
        (screen.pick("nom", "name"), manifest.slug),
        (screen.pick("joueurs", "players"), seats),
        (screen.pick("édition", "edition"), manifest.edition),
        (screen.pick("auteurs", "authors"), ", ".join(manifest.authors)),
        (screen.pick("dossier", "folder"), str(loaded.reading.folder)),
        (screen.pick("empreinte", "fingerprint"), loaded.program.fingerprint[:12]),
    ]
    screen.write()
    for label, value in lines:
        if value:
            screen.prose(f"{label:12}{value}", 2, hang=12)
    if manifest.sources:
        screen.heading("Sources")
        documents = dict(manifest.documents)
        for name, title, _, date in sorted(manifest.sources, key=lambda each: each[2]):
            asked = screen.pick("seulement avec --as-of", "with --as-of only")
            asked = asked if name in manifest.on_request else ""
            parts = (title, date, documents.get(name, ""), asked)
            details = ", ".join(filter(None, parts))
            screen.prose(screen.pair(name, details), 2)


def _show_material(program: Program, screen: Screen) -> None:
    rows = list(material(program))
    if not rows:
        return
    screen.heading(screen.pick("Matériel", "Material"))
    headers = [
        "type", screen.pick("titre", "title"), screen.pick("modèles", "models"),
        screen.pick("exemplaires", "copies"), "provenance",
    ]  # fmt: skip
    cells = [
        (each.name, each.title, each.definitions, each.copies, _provenance(each, screen))
        for each in rows
    ]
    screen.table(headers, cells, numbers=(2, 3))
    models = sum(each.definitions for each in rows if each.origins)
    for origin in ORIGINS[2:]:
        whole = sum(each.origins.get(origin, 0) for each in rows)
        partly = sum(each.partly.get(origin, 0) for each in rows)
        if whole or partly:
            french = f"{whole} modèles sur {models} sont reconstitués, {partly} en partie :"
            english = f"{whole} models of {models} are reconstructed, {partly} in part:"
            screen.write()
            screen.prose(screen.pick(french, english))
            for note in _notes(program, origin):
                screen.prose(f"- {note}", 2, hang=2)


def _provenance(row: Material, screen: Screen) -> str:
    """Return « 12 reconstitué, 3 livret (en partie 2 public) »."""

    def listed(counts: dict[str, int]) -> str:
        words = (word for word in ORIGINS if counts.get(word))
        return ", ".join(
            f"{counts[word]} {screen.pick(word, _ORIGINS_EN[word])}" for word in words
        )

    partly = listed(row.partly)
    among = screen.pick("en partie", "in part")
    return listed(row.origins) + (f" ({screen.pair(among, partly)})" if partly else "")


def _notes(program: Program, origin: str) -> list[str]:
    """Return what the groups and plans of an origin say about it, each once."""
    found: dict[str, None] = {}
    groups = [card.provenance for card in program.cards.values()]
    groups += [board.provenance for board in program.boards.values() if board.provenance]
    for group in groups:
        parts: list[Provenance] = [group, *(each for _, each in group.exceptions)]
        for part in parts:
            if part.origin == origin and part.note:
                found[" ".join(part.note.split())] = None
    return list(found)


def _show_settings(program: Program, screen: Screen) -> None:
    titles = {
        "lecture": screen.pick("Lectures", "Readings"),
        "variante": screen.pick("Variantes", "Variants"),
        "option": "Options",
    }
    for cls, title in titles.items():
        settings = [each for each in program.settings.values() if each.cls == cls]
        if not settings:
            continue
        screen.heading(title)
        for setting in settings:
            cites = f" [{', '.join(setting.cites)}]" if setting.cites else ""
            screen.prose(screen.pair(setting.name, setting.title) + cites, 2)
            if cls == "variante":
                if setting.chosen:
                    screen.prose(screen.pick("en jeu", "in play"), 4)
                continue
            _show_choices(setting, screen)


def _show_choices(setting: Setting, screen: Screen) -> None:
    """Write the choices of a reading or option; `*` marks the one in force."""
    for value, (name, title) in zip(setting.values, setting.choices, strict=True):
        mark = "*" if value == setting.chosen else "-"
        shown = name if title == name else screen.pair(name, title)
        default = screen.pick(" (défaut)", " (default)") if value == setting.default else ""
        screen.prose(f"{mark} {shown}{default}", 4, hang=2)
    if not setting.choices:
        screen.prose(f"* {setting.chosen}", 4)
    if setting.reason:
        screen.prose(f"= {setting.reason}", 4, hang=2)


def _show_amendments(program: Program, screen: Screen) -> None:
    if not program.amendments:
        return
    screen.heading(screen.pick("Amendements", "Amendments"))
    headers = (
        "",
        "date",
        "source",
        screen.pick("nom", "name"),
        screen.pick("cible", "target"),
    )
    rows = [
        (
            screen.pick("en vigueur", "in force") if note.in_force else "-",
            note.date, note.source, note.title, ", ".join(note.targets),
        )
        for note in program.amendments
    ]  # fmt: skip
    screen.table(headers, rows)


def _counts(program: Program) -> dict[str, tuple[Text, int]]:
    """Return how many declarations of each family there are, with the word for one."""
    return {
        "phases": (("phase", "phase"), len(program.phases)),
        "windows": (("fenêtre", "window"), len(program.windows)),
        "events": (("événement", "event"), len(program.events)),
        "abilities": (("capacité", "ability"), len(program.abilities)),
        "definitions": (("définition", "definition"), len(program.definitions)),
        "procedures": (("procédure", "procedure"), len(program.procedures)),
        "constructions": (("construction", "construction"), len(program.constructions)),
        "outcomes": (("issue", "outcome"), len(program.outcomes)),
        "invariants": (("invariant", "invariant"), len(program.invariants)),
        "examples": (("exemple", "example"), len(program.examples)),
    }


def _show_rules(program: Program, screen: Screen) -> None:
    screen.heading(screen.pick("Règles", "Rules"))
    counts = _counts(program).values()
    screen.prose(", ".join(screen.count(n, *text) for text, n in counts if n), 2)
