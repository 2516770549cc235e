"""`livret coverage`: how much of the rulebook a ruleset covers, statement by statement."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterable
from pathlib import Path

from ...dsl import nodes
from ...dsl.components import STATEMENTS
from ...dsl.coverage import Coverage, Covered, Fate, cover
from ..arguments import Parser
from ..decks import exercised
from ..examples import run_examples
from ..inventories import find_inventory, load_statements
from ..loading import Loaded, declare_game, load_game
from ..screen import Screen
from . import FINE, FOUND

EXAMPLES = (
    (
        "livret coverage mon-jeu",
        "ce qui est lié, dispensé, oublié",
        "bound, waived, missing",
    ),
    (
        "livret coverage mon-jeu --inventory enonces.yaml",
        "avec ce fichier",
        "with this file",
    ),
    ("livret coverage mon-jeu --format json", "pour un programme", "for a program"),
)


def declare(parser: Parser) -> None:
    """Add the arguments of the verb."""
    declare_game(parser)
    parser.add(
        "--inventory",
        value="PATH",
        completes="file",
        text=(
            "fichier d'énoncés, ou dossier qui les contient ; par défaut "
            "../shared/inventory à côté des sources, sinon enonces.yaml du jeu",
            "file of statements, or folder that holds it; by default "
            "../shared/inventory beside the checkout, else enonces.yaml of the game",
        ),
    )
    play = (
        "joue les exemples : compte aussi les énoncés des règles qu'ils appliquent",
        "play the examples: count the statements of the rules they apply too",
    )
    parser.add("--run", action="store_true", text=play)
    parser.add_format()


def run(arguments: Namespace, screen: Screen) -> int:
    """Print the coverage; 1 if a statement is missing or a citation leads nowhere."""
    loaded = load_game(arguments.game, screen)
    path = find_inventory(loaded.reading, arguments.inventory)
    statements = load_statements(path, screen)
    results = run_examples(loaded.reading) if arguments.run else ()
    played = {cite for result in results for cite in result.played}
    if arguments.run:
        played |= exercised(loaded.reading.folder, loaded.program)
    coverage = cover(loaded.reading, statements.values(), played)
    if arguments.format == "json":
        screen.json(to_json(coverage, loaded, path))
    elif path is None and not coverage.unknown:
        screen.write(
            screen.pick(
                "Ce jeu n'a pas d'inventaire d'énoncés et n'en cite aucun.",
                "This game has no inventory of statements and cites none.",
            )
        )
    elif path is None:
        count = len({cite.id for cite in coverage.unknown})
        screen.prose(
            screen.pick(
                f"Ce jeu cite {count} énoncés et n'en a pas la liste : écrire {STATEMENTS}, "
                "ou donner --inventory.",
                f"This game cites {count} statements and has no list of them: write "
                f"{STATEMENTS}, or give --inventory.",
            )
        )
    else:
        _show(coverage, loaded, path, screen)
    return FOUND if coverage.of(Fate.MISSING) or coverage.unknown else FINE


def to_json(coverage: Coverage, loaded: Loaded, path: Path | None) -> dict[str, object]:
    """Return a coverage as plain data."""
    return {
        "game": loaded.program.manifest.slug,
        "inventory": None if path is None else str(path),
        "total": _figures(coverage.statements),
        "kinds": {kind: _figures(each) for kind, each in coverage.kinds().items()},
        "statements": [
            {
                "id": each.statement.id,
                "kind": each.statement.kind,
                "executable": each.statement.is_executable,
                "fate": str(each.fate),
                "reason": _reason(each),
                "exercised": each.is_exercised,
                "absent_numbers": list(each.absent),
                "citations": [
                    {"role": str(cite.role), "owner": cite.owner,
                     "path": cite.span.path.as_posix(), "line": cite.span.line}
                    for cite in each.citations
                ],
            }
            for each in coverage.statements
        ],
        "unknown": [
            {"id": cite.id, "owner": cite.owner, "path": cite.span.path.as_posix(),
             "line": cite.span.line}
            for cite in coverage.unknown
        ],
    }  # fmt: skip


def _figures(statements: Iterable[Covered]) -> dict[str, int]:
    """Return how many statements there are, of each fate, executable and exercised."""
    all_of_them = list(statements)
    executable = [each for each in all_of_them if each.statement.is_executable]
    return {
        "statements": len(all_of_them),
        **{str(fate): sum(each.fate is fate for each in all_of_them) for fate in Fate},
        "executable": len(executable),
        "executable_bound": sum(each.fate is Fate.BOUND for each in executable),
        "exercised": sum(each.is_exercised for each in executable),
    }


def _reason(covered: Covered) -> str:
    """Return why a statement is waived."""
    if covered.fate is not Fate.WAIVED:
        return ""
    waivers = (cite.node for cite in covered.citations)
    return " ".join(node.reason.text for node in waivers if isinstance(node, nodes.Waiver))


def _show(coverage: Coverage, loaded: Loaded, path: Path | None, screen: Screen) -> None:
    title = loaded.program.manifest.title
    head = screen.pair(title, screen.pick("les énoncés", "the statements"))
    screen.heading(head, is_first=True)
    if path is not None:
        screen.prose(str(path))
    screen.write()
    _show_figures(coverage, screen)
    missing = ((each, _text(each)) for each in coverage.of(Fate.MISSING))
    _show_list(screen.pick("Manquants", "Missing"), missing, screen)
    waived = ((each, _reason(each)) for each in coverage.of(Fate.WAIVED))
    _show_list(screen.pick("Dispensés", "Waived"), waived, screen)
    idle = [
        each.statement.id
        for each in coverage.statements
        if each.statement.is_executable and not each.is_exercised
    ]
    if idle:
        screen.heading(
            screen.pick(
                "Exécutables mais dans aucun exemple", "Executable but in no example"
            )
        )
        screen.prose(", ".join(runs(idle)), 2)
    absent = (
        (each, f"{', '.join(map(str, each.absent))} | {_text(each)}")
        for each in coverage.statements
        if each.absent
    )
    numbers = screen.pick(
        "Nombres de l'énoncé absents de ce qui le cite",
        "Numbers of the statement absent from what cites it",
    )
    _show_list(numbers, absent, screen)
    if coverage.unknown:
        screen.heading(screen.pick("Cités mais inconnus", "Cited but unknown"))
        for cite in coverage.unknown:
            screen.prose(f"{cite.span} {cite.id}", 2)


def _show_figures(coverage: Coverage, screen: Screen) -> None:
    """Write the table of figures per kind, the total last."""
    headers = (
        screen.pick("genre", "kind"), screen.pick("énoncés", "statements"),
        screen.pick("liés", "bound"), screen.pick("dispensés", "waived"),
        screen.pick("manquants", "missing"), screen.pick("exécutables", "executable"),
        screen.pick("dont liés", "bound ones"), screen.pick("joués", "exercised"),
    )  # fmt: skip
    figures = {kind: _figures(each) for kind, each in sorted(coverage.kinds().items())}
    figures["total"] = _figures(coverage.statements)
    rows = [(kind, *each.values()) for kind, each in figures.items()]
    screen.table(headers, rows, numbers=range(1, len(headers)))


def runs(ids: Iterable[str]) -> list[str]:
    """Return ids with those that follow each other as one: « RDR-004…006 »."""
    found: list[list[str]] = []
    for each in ids:
        stem, _, number = each.rpartition("-")
        before = found[-1][-1].rpartition("-") if found else ("", "", "")
        follows = number.isdecimal() and before[2].isdecimal()
        if follows and before[0] == stem and int(number) == int(before[2]) + 1:
            found[-1].append(each)
        else:
            found.append([each])
    return [
        run[0] if len(run) == 1 else f"{run[0]}…{run[-1].rpartition('-')[2]}"
        for run in found
    ]


def _text(covered: Covered) -> str:
    statement = covered.statement
    return statement.summary or statement.title or statement.section


def _show_list(head: str, items: Iterable[tuple[Covered, str]], screen: Screen) -> None:
    """Write statements under a heading, if there are any."""
    lines = [f"{each.statement.id}  {text}" for each, text in items]
    if lines:
        screen.heading(head)
        for line in lines:
            screen.prose(line, 2, hang=9)
