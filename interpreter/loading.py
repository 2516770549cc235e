"""The ruleset a command is about: arguments in, what was read and the Program out."""

from __future__ import annotations

import datetime
import sys
from argparse import Namespace
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from ..dsl.asked import ALL, DEFAULTS, Choices, Force
from ..dsl.diagnostics import Diagnostic, Severity
from ..dsl.source import NOWHERE, Source
from .arguments import Parser
from .games import find_ruleset
from .misuse import Misuse, Unsound
from .screen import Screen, wants_colour

# What parses and resolves rules is imported where it is used: a command that finds its
# answer in the cache does without.
if TYPE_CHECKING:
    from ..dsl.loader import Reading
    from ..dsl.program import Program

#: Mistakes in what was asked for, not in the rules: a variant, a reading, an option.
_ASKED = ("L03", "L04", "L07")


@dataclass(frozen=True, slots=True)
class Loaded:
    """A ruleset: its files as they were read, and the Program in force."""

    reading: Reading
    program: Program


def declare_game(parser: Parser) -> None:
    """Add the game."""
    game = ("nom d'un jeu livré, ou dossier", "name of a shipped game, or a folder")
    parser.add("game", value="GAME", completes="game", text=game)


def declare_choices(parser: Parser) -> None:
    """Add the variants, readings and options that can be chosen."""
    variant = ("joue avec une variante (répétable)", "play with a variant (repeatable)")
    parser.add("--variant", value="NAME", action="append", default=[], text=variant)
    reading = ("choisit une lecture (répétable)", "choose a reading (repeatable)")
    parser.add("--reading", value="NAME=CHOICE", action="append", default=[], text=reading)
    option = ("choisit une option (répétable)", "choose an option (repeatable)")
    parser.add("--option", value="NAME=VALUE", action="append", default=[], text=option)


def declare_force(parser: Parser) -> None:
    """Add which amendments are in force."""
    as_of = ("règles en vigueur à cette date", "rules in force on this date")
    parser.add("--as-of", value="DATE", text=as_of)
    errata = ("sans aucun amendement", "without any amendment")
    parser.add("--no-errata", action="store_true", text=errata)


def load_game(
    game: str, screen: Screen, asked: Choices = DEFAULTS, force: Force = ALL
) -> Loaded:
    """Load the game of this slug or folder; raise Unsound if its rules have errors."""
    from ..dsl.loader import build, read

    reading = read(find_ruleset(game))
    program, diagnostics = build(reading, asked, force)
    if program is not None:
        return Loaded(reading, program)
    text = render_findings(diagnostics, screen, wants_colour(sys.stderr))
    raise Unsound(text, is_misuse(diagnostics))


def is_misuse(diagnostics: Iterable[Diagnostic]) -> bool:
    """Tell whether only what was asked for is wrong, not the rules."""
    from ..dsl.render import severity

    errors = (found for found in diagnostics if severity(found) is Severity.ERROR)
    return all(found.code in _ASKED for found in errors)


def choices(arguments: Namespace) -> Choices:
    """Return the variants, readings and options that were asked for."""
    return Choices(
        tuple(dict.fromkeys(arguments.variant)),
        _pairs("--reading", arguments.reading),
        _pairs("--option", arguments.option),
    )


def force(arguments: Namespace) -> Force:
    """Return which amendments were asked for."""
    as_of = arguments.as_of
    if as_of is not None:
        as_of = as_date("--as-of", as_of)
    return Force(as_of, not arguments.no_errata)


def as_date(option: str, word: str) -> str:
    """Return a date as it was written; refuse what is none."""
    try:
        datetime.date.fromisoformat(word)
    except ValueError:
        raise Misuse(
            f"{option} : « {word} » n'est pas une date comme 2014-05-31",
            f"{option}: “{word}” is not a date like 2014-05-31",
        ) from None
    return word


def _pairs(option: str, words: Iterable[str]) -> dict[str, str]:
    """Return the pairs of a repeatable `name=value`."""
    pairs = {}
    for word in words:
        name, sign, value = word.partition("=")
        if not sign or not name or not value:
            raise Misuse(
                f"{option} : écrire nom=choix, non « {word} »",
                f"{option}: write name=choice, not “{word}”",
            )
        pairs[name] = value
    return pairs


def render_findings(diagnostics: list[Diagnostic], screen: Screen, colour: bool) -> str:
    """Return diagnostics as text, with excerpts of the files they are about."""
    from ..dsl.render import render_all

    return render_all(diagnostics, sources_of(diagnostics), screen.lang, colour).rstrip(
        "\n"
    )


def sources_of(diagnostics: Iterable[Diagnostic]) -> dict[Path, Source]:
    """Read the files that diagnostics are about; one that cannot be read is left out."""
    from ..dsl.files import read_source

    spans = [found.span for found in diagnostics]
    spans += [place.span for found in diagnostics for place in found.places]
    paths = {span.path for span in spans if span != NOWHERE}
    read_ones = ((path, read_source(path)) for path in paths)
    return {path: source for path, source in read_ones if isinstance(source, Source)}
