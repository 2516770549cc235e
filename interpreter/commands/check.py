"""`livret check`: everything that is wrong with rulesets, before anything runs."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterable, Iterator
from pathlib import Path

from ...dsl import nodes
from ...dsl.asked import ALL, Choices, Force
from ...dsl.diagnostics import Diagnostic, Severity
from ...dsl.loader import SUFFIX, Reading, build, check, read
from ...dsl.parser import parse, read_source
from ...dsl.program import Program
from ...dsl.render import severity, to_json
from ...rulesets import is_ruleset, shipped
from ..arguments import Parser
from ..games import find_ruleset, near
from ..loading import choices, declare_choices, declare_force, force, render_findings
from ..misuse import Misuse
from ..screen import Screen
from . import FINE, FOUND

EXAMPLES = (
    ("livret check mon-jeu", "vérifie un dossier", "check a folder"),
    ("livret check", "le dossier courant, ou les jeux livrés", "this folder, or all games"),
    ("livret check mon-jeu/tour.livret", "les fautes d'un fichier", "those of one file"),
    ("livret check . --format json", "pour un éditeur", "for an editor"),
)


def declare(parser: Parser) -> None:
    """Add the arguments of the verb."""
    parser.add(
        "games",
        nargs="*",
        value="GAME",
        completes="game",
        text=(
            "jeux livrés, dossiers ou fichiers ; par défaut le dossier courant s'il est "
            "un jeu, sinon tous les jeux livrés",
            "shipped games, folders or files; by default the current folder if it is "
            "a game, else all shipped games",
        ),
    )
    declare_choices(parser)
    declare_force(parser)
    parser.add_format()


def run(arguments: Namespace, screen: Screen) -> int:
    """Print the findings and their count; 1 if there is an error among them."""
    found: list[Diagnostic] = []
    for folder, only in targets(arguments.games).items():
        reading = read(folder)
        diagnostics = findings(reading, choices(arguments), force(arguments))
        found += _about(diagnostics, only) if only else diagnostics
        found += _strangers(only - {folder / name for name in reading.texts})
    if arguments.format == "json":
        screen.json(to_json(found, screen.lang))
    else:
        screen.write(render_findings(found, screen, screen.has_colour))
        if any(each.code[0] == "T" for each in found):
            see = ("« livret timing » montre les chemins", "“livret timing” shows the ways")
            screen.write(screen.pick(*see))
    return FOUND if any(severity(each) is Severity.ERROR for each in found) else FINE


def findings(reading: Reading, asked: Choices, wanted: Force) -> list[Diagnostic]:
    """Return what is wrong with the rules in force, and the errors of the other layers.

    An amendment hides what it replaces: the rules are also read without any, and as of
    the date of each.
    """
    program, found = check(reading, asked, wanted)
    if program is not None:
        found = [*found, *_timing_errors(program, found)]
    if wanted != ALL:
        return found
    seen = {(each.code, each.span) for each in found}
    for layer in layers(reading):
        for each in build(reading, asked, layer)[1]:
            is_new = (each.code, each.span) not in seen
            if is_new and severity(each) is Severity.ERROR:
                seen.add((each.code, each.span))
                found.append(each)
    return found


def _timing_errors(program: Program, found: list[Diagnostic]) -> Iterator[Diagnostic]:
    """Yield the definite errors of time, but for what is told already as never used."""
    # Only here: a ruleset with mistakes, or another verb, does without the graph.
    from ...dsl.timing.builder import build_graph
    from ...dsl.timing.checks import DEFINITE
    from ...dsl.timing.findings import Verdict, run_checks

    told = [each.span for each in found if each.code[0] in "UP"]
    told += [place.span for each in found if each.code[0] in "UP" for place in each.places]
    for finding in run_checks(build_graph(program), DEFINITE):
        span = finding.diagnostic.span
        is_told = any(
            each.path == span.path and span.line <= each.line <= span.end_line
            for each in told
        )
        if finding.verdict is Verdict.ERROR and not is_told:
            yield finding.diagnostic


def layers(reading: Reading) -> list[Force]:
    """Return the earlier states of the rules, oldest first; none without amendments."""
    amendments = [
        each for each in reading.declarations if isinstance(each, nodes.Amendment)
    ]
    if not amendments:
        return []
    dates = {date for _, _, _, date in reading.manifest.sources if date}
    for amendment in amendments:
        lines = (each for each in amendment.lines if isinstance(each, nodes.AmendmentDate))
        dates.update(line.date.text for line in lines)
    return [Force(errata=False), *(Force(as_of=date) for date in sorted(dates)[:-1])]


def targets(games: list[str]) -> dict[Path, set[Path]]:
    """Return the folders to check, each with the files wanted of it (none: all)."""
    if not games:
        here = Path()
        return (
            {here: set()}
            if is_ruleset(here)
            else {near(p): set() for p in shipped().values()}
        )
    folders: dict[Path, set[Path]] = {}
    for game in games:
        path = Path(game)
        if game not in shipped() and path.is_file():
            if path.suffix not in (SUFFIX, ".yaml"):
                raise Misuse(
                    f"« {game} » n'est ni un {SUFFIX} ni un .yaml",
                    f"“{game}” is neither a {SUFFIX} nor a .yaml file",
                )
            wanted = folders.setdefault(path.parent, {path})
            if wanted:
                wanted.add(path)
        else:
            folders[find_ruleset(game)] = set()
    return folders


def _about(diagnostics: Iterable[Diagnostic], files: set[Path]) -> Iterator[Diagnostic]:
    """Yield the findings that have a place in one of these files."""
    for found in diagnostics:
        places = (found.span, *(place.span for place in found.places))
        if any(span.path in files for span in places):
            yield found


def _strangers(files: set[Path]) -> Iterator[Diagnostic]:
    """Yield the syntax mistakes of files of rules that no ruleset reads."""
    for path in sorted(files):
        if path.suffix == SUFFIX:
            source = read_source(path)
            yield from [source] if isinstance(source, Diagnostic) else parse(source)[1]
