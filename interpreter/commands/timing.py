"""`livret timing`: what is proved before play, and pictures of a turn."""

from __future__ import annotations

import json
from argparse import Namespace
from pathlib import Path

from ...dsl.suggestions import closest
from ...dsl.timing.boxes import Box
from ...dsl.timing.builder import build_graph
from ...dsl.timing.checks import CHECKS
from ...dsl.timing.findings import Finding, Verdict, run_checks
from ...dsl.timing.graph import Graph
from ...dsl.timing.notations import to_data, to_dot, to_mermaid
from ...dsl.timing.picture import OPENABLE, draw
from ...dsl.timing.report import to_json
from ...dsl.timing.svg import to_svg
from ...dsl.writing import replace_file
from ..ability_times import show_ability
from ..arguments import Parser
from ..edge_coverage import EdgeCoverage, play_examples, play_random
from ..edge_figures import coverage_data, show_charts, show_coverage, show_figure
from ..loading import (
    Loaded,
    choices,
    declare_choices,
    declare_force,
    declare_game,
    force,
    load_game,
)
from ..misuse import Misuse
from ..numbers import check_number, declare_number, declare_seed, seed_of
from ..replays import MANY as FAR
from ..replays import SOME, Seeking, replayed
from ..screen import Screen
from ..timing_report import followed, show_report
from ..version_differences import show_differences
from . import FINE, FOUND

EXAMPLES = (
    ("livret timing mon-jeu", "ce qui est prouvé, et ce qui ne va pas", "what is proved"),
    ("livret timing mon-jeu --svg tour.svg", "l'image d'un tour", "a picture of a turn"),
    (
        "livret timing mon-jeu --svg combat.svg --open Combat",
        "une phase vue de l'intérieur",
        "a phase from inside",
    ),
    ("livret timing mon-jeu --ability Charge", "quand elle sert", "when it is of use"),
    (
        "livret timing mon-jeu --diff 2004-01-01 2005-01-01",
        "ce qu'un erratum a déplacé",
        "what an erratum has moved",
    ),
    (
        "livret timing mon-jeu --search T08",
        "chercher plus loin une partie qui montre la faute",
        "search further for a game that shows the fault",
    ),
    ("livret timing mon-jeu --coverage", "les arcs parcourus", "the edges games walk"),
)
#: Random games played beside a report, and for a measure of coverage.
FEW, MANY = 5, 30
#: Each kind of picture and how it is written.
PICTURES = ("svg", "dot", "mermaid", "json")


def declare(parser: Parser) -> None:
    """Add the arguments of the verb."""
    declare_game(parser)
    for kind in PICTURES:
        text = (f"écrit l'image d'un tour ({kind})", f"write a picture of a turn ({kind})")
        if kind == "json":
            text = ("écrit le graphe et les constats", "write the graph and the findings")
        parser.add(f"--{kind}", value="FILE", completes="file", text=text)
    opened = (
        "montre une phase, procédure, capacité ou événement de l'intérieur (répétable)",
        "show a phase, procedure, ability or event from inside (repeatable)",
    )
    parser.add("--open", value="NAME", action="append", default=[], text=opened)
    ability = (
        "dit quand une capacité s'utilise, par qui, et pourquoi pas ailleurs",
        "tell when an ability can be used, by whom, and why not elsewhere",
    )
    parser.add("--ability", value="NAME", text=ability)
    diff = (
        "compare deux versions : dates, lectures nom=choix, ou dossiers",
        "compare two versions: dates, readings name=choice, or folders",
    )
    parser.add("--diff", nargs=2, value="WHAT", text=diff)
    coverage = (
        "joue les exemples et des parties au hasard : arcs parcourus, arcs oubliés",
        "play the examples and random games: edges walked, edges forgotten",
    )
    parser.add("--coverage", action="store_true", text=coverage)
    games = (
        f"parties au hasard à suivre ; {FEW} par défaut, {MANY} avec --coverage",
        f"random games to follow; {FEW} by default, {MANY} with --coverage",
    )
    declare_number(parser, "--games", text=games)
    search = (
        "cherche des parties pour ces contrôles seulement, et plus loin (répétable)",
        "look for games for these checks only, and further (repeatable)",
    )
    parser.add("--search", value="CODE", action="append", default=[], text=search)
    moves = (
        f"pas de recherche pour chaque constat ; {SOME} par défaut, {FAR} avec --search, "
        "0 : aucune recherche",
        f"moves of search for each finding; {SOME} by default, {FAR} with --search, "
        "0: no search",
    )
    declare_number(parser, "--moves", text=moves)
    folder = (
        "dossier où enregistrer les parties trouvées ; par défaut celui de l'utilisateur",
        "folder for the games that are found; by default the user's own",
    )
    parser.add("--save", value="FOLDER", completes="file", text=folder)
    declare_seed(parser)
    declare_choices(parser)
    declare_force(parser)
    parser.add_format()


def run(arguments: Namespace, screen: Screen) -> int:
    """Do what was asked for, by default print the report; 1 if there is an error in it."""
    loaded = load_game(arguments.game, screen, choices(arguments), force(arguments))
    if arguments.diff is not None:
        asked = (arguments.game, choices(arguments), force(arguments))
        show_differences(asked, arguments.diff, screen, arguments.format == "json")
        return FINE
    graph = build_graph(loaded.program)
    if arguments.ability is not None:
        show_ability(graph, arguments.ability, screen, arguments.format == "json")
        return FINE
    wanted = {kind: getattr(arguments, kind) for kind in PICTURES}
    pictures = {kind: path for kind, path in wanted.items() if path is not None}
    if pictures:
        for kind, path in pictures.items():
            _write(path, _picture(kind, graph, arguments.open, screen), screen)
        return FINE
    if arguments.open:
        raise Misuse(
            "--open va avec --svg, --dot ou --mermaid",
            "--open goes with --svg, --dot or --mermaid",
        )
    return _report(loaded, graph, arguments, screen)


def _report(loaded: Loaded, graph: Graph, arguments: Namespace, screen: Screen) -> int:
    """Print the findings, with what the followed games are worth; 1 if one is an error."""
    seeking = _seeking(arguments)
    findings = run_checks(graph, CHECKS)
    coverage = _measure(loaded, graph, arguments)
    if not arguments.coverage:
        findings = replayed(loaded.program, graph, findings, seeking)
    findings += followed(coverage)
    if arguments.format == "json":
        data = {
            "findings": to_json(findings, screen.lang),
            "coverage": coverage_data(coverage),
        }
        screen.json(data)
    else:
        if arguments.coverage:
            show_coverage(coverage, screen)
        else:
            show_report(loaded, findings, screen)
            show_figure(coverage, screen)
        show_charts(coverage, screen)
    return FOUND if any(_is_error(finding) for finding in findings) else FINE


def _seeking(arguments: Namespace) -> Seeking:
    """Return what games to look for; refuse codes that are none, and no folder."""
    codes = tuple(arguments.search)
    known = [check.code for check in CHECKS]
    for code in codes:
        if code not in known:
            raise Misuse(
                f"--search : aucun contrôle « {code} » ; de {known[0]} à {known[-1]}",
                f"--search: no check “{code}”; from {known[0]} to {known[-1]}",
            )
    moves = arguments.moves
    if moves is None:
        moves = FAR if codes else SOME
    check_number("--moves", moves, 0, 100_000_000)
    folder = None if arguments.save is None else Path(arguments.save)
    if folder is not None and not folder.is_dir():
        raise Misuse(
            f"--save : aucun dossier « {folder} »", f"--save: no folder “{folder}”"
        )
    seed = seed_of(arguments)
    asked, wanted = choices(arguments), force(arguments)
    return Seeking(arguments.game, asked, wanted, seed, moves, codes, folder)


def _measure(loaded: Loaded, graph: Graph, arguments: Namespace) -> EdgeCoverage:
    default = MANY if arguments.coverage else FEW
    games = default if arguments.games is None else arguments.games
    check_number("--games", games, 0, 100_000)
    coverage = play_random(loaded.program, graph, games, seed_of(arguments))
    if arguments.coverage:
        play_examples(loaded.reading, coverage)
    return coverage


def _is_error(finding: Finding) -> bool:
    return finding.verdict is Verdict.ERROR


def _picture(kind: str, graph: Graph, opened: list[str], screen: Screen) -> str:
    """Return the text of a picture, or of the graph with its findings."""
    if kind == "json":
        findings = to_json(run_checks(graph, CHECKS), screen.lang)
        data = {
            "game": graph.program.manifest.slug,
            "fingerprint": graph.program.fingerprint,
            **to_data(graph),
            "findings": findings,
        }
        return json.dumps(data, ensure_ascii=False, indent=1) + "\n"
    picture = draw(graph, _opened(graph, opened), screen.lang)
    return _drawn(kind, picture, screen)


def _drawn(kind: str, picture: Box, screen: Screen) -> str:
    if kind == "svg":
        return to_svg(picture, screen.lang)
    return to_dot(picture) if kind == "dot" else to_mermaid(picture)


def _opened(graph: Graph, names: list[str]) -> list[str] | None:
    """Return the parts to open, None to let the picture decide; refuse unknown names."""
    if not names:
        return None
    known = [name for family, name in graph.entries if family in OPENABLE]
    for name in names:
        if name not in known:
            meant = closest(name, known)
            raise Misuse(
                f"--open : aucune phase, procédure, capacité ni événement « {name} »"
                + (f" ; est-ce « {meant} » ?" if meant else ""),
                f"--open: no phase, procedure, ability or event “{name}”"
                + (f"; is it “{meant}”?" if meant else ""),
            )
    return names


def _write(path: str, text: str, screen: Screen) -> None:
    """Write a file, or standard output for « - »."""
    if path == "-":
        screen.write(text.rstrip("\n"))
        return
    replace_file(Path(path), text.encode())
    screen.write(screen.pick(f"écrit : {path}", f"written: {path}"))
