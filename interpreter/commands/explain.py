"""`livret explain`: a rule as written, what it cites, what bears on it, when it is used."""

from __future__ import annotations

import re
import textwrap
from argparse import Namespace

from ...dsl.citations import Citation
from ...dsl.inventory import Statement, Statements
from ..arguments import Parser
from ..glosses import Gloss, Glossary
from ..inventories import find_inventory, load_statements
from ..loading import (
    choices,
    declare_choices,
    declare_force,
    declare_game,
    force,
    load_game,
)
from ..misuse import Misuse
from ..screen import Screen
from . import FINE

EXAMPLES = (
    ("livret explain mon-jeu Avancer", "une règle par son nom", "a rule by its name"),
    ("livret explain mon-jeu ABC-012", "un énoncé et ce qui le cite", "a statement"),
    ('livret explain mon-jeu "La Reine"', "un composant par son titre", "a component"),
)

_STATEMENT = re.compile(r"[A-Za-z][A-Za-z0-9]*-[0-9]+[a-z]?")
_MOMENTS = {
    "pendant": ("pendant la fenêtre", "during the window"),
    "avant": ("avant l'événement", "before the event"),
    "après": ("après l'événement", "after the event"),
    "interdit": ("interdit", "forbids"),
    "remplacement": ("au lieu de l'événement", "instead of the event"),
}


def declare(parser: Parser) -> None:
    """Add the arguments of the verb."""
    declare_game(parser)
    declare_choices(parser)
    declare_force(parser)
    what = (
        "énoncé (ABC-012), règle, carte ou lieu du jeu, par son nom ou son titre",
        "statement (ABC-012), rule, card or place of the game, by its name or title",
    )
    parser.add("what", nargs="+", value="WHAT", text=what)
    inventory = ("fichier d'énoncés, pour leurs résumés", "file of statements")
    parser.add("--inventory", value="PATH", completes="file", text=inventory)
    parser.add_format()


def run(arguments: Namespace, screen: Screen) -> int:
    """Print everything known under a name."""
    loaded = load_game(arguments.game, screen, choices(arguments), force(arguments))
    path = find_inventory(loaded.reading, arguments.inventory)
    statements = load_statements(path, screen)
    glossary = Glossary(loaded)
    what = " ".join(arguments.what)
    asked = _asked_statement(what, statements, glossary)
    if asked is not None:
        statement, citing = statements.get(asked), glossary.citing(asked)
        if arguments.format == "json":
            screen.json(_statement_json(asked, statement, citing, glossary))
        else:
            _show_statement(asked, statement, citing, glossary, screen)
        return FINE
    found = glossary.find(what)
    if not found:
        raise _unknown(what, glossary.meant(what, statements))
    if arguments.format == "json":
        screen.json([_rule_json(each, statements) for each in found])
    else:
        for each in found:
            _show_rule(each, statements, screen)
    return FINE


def _asked_statement(what: str, statements: Statements, glossary: Glossary) -> str | None:
    """Return the id of the statement that was asked for, or None if it is no statement."""
    if not _STATEMENT.fullmatch(what):
        return None
    stem, _, number = what.rpartition("-")
    asked = f"{stem.upper()}-{number}"
    return asked if asked in statements or glossary.citing(asked) else None


def _unknown(what: str, meant: str | None) -> Misuse:
    return Misuse(
        f"rien ne s'appelle « {what} » dans ce jeu"
        + (f" ; est-ce « {meant} » ?" if meant else ""),
        f"nothing is called “{what}” in this game"
        + (f"; is it “{meant}”?" if meant else ""),
    )


def _show_statement(
    name: str,
    statement: Statement | None,
    citing: list[Citation],
    glossary: Glossary,
    screen: Screen,
) -> None:
    """Write a statement, then the rules, examples and components that cite it."""
    head = name if statement is None else f"{name} ({statement.kind})"
    screen.heading(head, is_first=True)
    if statement is not None:
        screen.prose(statement.summary or statement.title)
        place = [statement.section]
        if statement.lines is not None:
            first, last = statement.lines
            lines = f"{first}" if first == last else f"{first}-{last}"
            place.append(screen.pick(f"lignes {lines}", f"lines {lines}"))
        if any(place):
            screen.prose(", ".join(filter(None, place)))
        if statement.ambiguity:
            screen.prose(
                screen.pair(screen.pick("ambigu", "ambiguous"), statement.ambiguity)
            )
    if not citing:
        screen.prose(screen.pick("Rien ne le cite.", "Nothing cites it."))
    for citation in citing:
        owner = citation.owner
        if citation.declaration is not None:
            owner = glossary.label(citation.declaration)
        screen.heading(screen.pair(str(citation.span), owner))
        if citation.node is not None:
            _show_text(glossary.text(citation.node.span), screen)


def _show_rule(rule: Gloss, statements: Statements, screen: Screen) -> None:
    """Write a rule or component with all that bears on it."""
    screen.heading(screen.pair(rule.name, rule.title) if rule.title else rule.name)
    screen.prose(str(rule.span))
    screen.write()
    _show_text(rule.text, screen)
    if rule.provenance:
        screen.write()
        screen.prose(f"provenance : {rule.provenance}")
    if rule.cites:
        screen.heading(screen.pick("Énoncés", "Statements"))
        for cite in rule.cites:
            statement = statements.get(cite)
            summary = statement.summary or statement.title if statement else ""
            screen.prose(screen.pair(cite, summary) if summary else cite, 2)
    if rule.uses:
        screen.heading(screen.pick("Quand", "When"))
        for use in rule.uses:
            moment = screen.pick(*_MOMENTS[use.moment])
            by = f" ({', '.join(use.opened_by)})" if use.opened_by else ""
            screen.prose(f"{use.ability} {moment} {use.target}{by}", 2)
    if rule.settings:
        screen.heading(screen.pick("Dépend de", "Depends on"))
        for setting in rule.settings:
            name = f"{setting.cls} {setting.name}"
            screen.prose(screen.pair(name, f"{setting.title} = {setting.chosen_title}"), 2)
    if rule.amendments:
        screen.heading(screen.pick("Amendements", "Amendments"))
        for note in rule.amendments:
            force = screen.pick("en vigueur", "in force")
            absent = screen.pick("pas en vigueur", "not in force")
            state = force if note.in_force else absent
            screen.prose(screen.pair(note.name, f"{note.title}, {note.date}, {state}"), 2)
            for text in (text for name, text in rule.changes if name == note.name):
                _show_text(textwrap.indent(text, "  "), screen)
    if rule.named_in:
        screen.heading(screen.pick("Nommé dans", "Named in"))
        screen.prose(", ".join(rule.named_in), 2)


def _show_text(text: str, screen: Screen) -> None:
    for line in text.splitlines():
        screen.write(f"  {line}".rstrip())


def _statement_json(
    name: str, statement: Statement | None, citing: list[Citation], glossary: Glossary
) -> dict[str, object]:
    return {
        "id": name,
        "kind": statement.kind if statement else "",
        "summary": statement.summary if statement else "",
        "title": statement.title if statement else "",
        "section": statement.section if statement else "",
        "lines": list(statement.lines) if statement and statement.lines else None,
        "ambiguity": statement.ambiguity if statement else "",
        "citations": [
            {
                "role": str(each.role),
                "owner": each.owner,
                "path": each.span.path.as_posix(),
                "line": each.span.line,
                "text": glossary.text(each.node.span) if each.node else "",
            }
            for each in citing
        ],
    }


def _rule_json(rule: Gloss, statements: Statements) -> dict[str, object]:
    return {
        "name": rule.name,
        "title": rule.title,
        "path": rule.span.path.as_posix(),
        "line": rule.span.line,
        "text": rule.text,
        "provenance": rule.provenance,
        "cites": [
            {"id": cite, "summary": statements[cite].summary if cite in statements else ""}
            for cite in rule.cites
        ],
        "uses": [
            {
                "ability": use.ability,
                "moment": use.moment,
                "target": use.target,
                "opened_by": list(use.opened_by),
            }
            for use in rule.uses
        ],
        "settings": [{"name": each.name, "chosen": each.chosen} for each in rule.settings],
        "amendments": [
            {
                "name": note.name,
                "date": note.date,
                "in_force": note.in_force,
                "changes": [text for name, text in rule.changes if name == note.name],
            }
            for note in rule.amendments
        ],
        "named_in": list(rule.named_in),
    }
