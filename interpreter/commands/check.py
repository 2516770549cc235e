"""`livret check`: everything that is wrong with rulesets, before anything runs."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterable, Iterator
from pathlib import Path

from ...dsl.asked import Choices, Force
from ...dsl.diagnostics import Diagnostic, Severity
from ...dsl.files import SUFFIX, read_source
from ...dsl.kept import Checked, recall
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
        checked = _check(folder, choices(arguments), force(arguments))
        found += _about(checked.findings, only) if only else checked.findings
        told = {each.span.path for each in found}
        found += _strangers(only - told - {folder / name for name in checked.texts})
    if arguments.format == "json":
        screen.json(to_json(found, screen.lang))
    else:
        screen.write(render_findings(found, screen, screen.has_colour))
        if any(each.code[0] == "T" for each in found):
            see = ("« livret timing » montre les chemins", "“livret timing” shows the ways")
            screen.write(screen.pick(*see))
    return FOUND if any(severity(each) is Severity.ERROR for each in found) else FINE


def _check(folder: Path, asked: Choices, wanted: Force) -> Checked:
    """Return what an earlier run found if nothing has changed, else check the folder."""
    known = recall(folder, asked, wanted)
    if known is not None:
        return known
    # Only here: what parses and checks rules takes longer to load than to recall.
    from ..checking import check_folder

    return check_folder(folder, asked, wanted)


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
    if not files:
        return
    from ...dsl.parser import parse

    for path in sorted(files):
        if path.suffix == SUFFIX:
            source = read_source(path)
            yield from [source] if isinstance(source, Diagnostic) else parse(source)[1]
