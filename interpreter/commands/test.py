"""`livret test`: plays the examples of a ruleset, or of files outside it."""

from __future__ import annotations

import re
import sys
from argparse import Namespace
from collections.abc import Iterable
from pathlib import Path

from ...dsl import nodes
from ...dsl.diagnostics import Diagnostic
from ...dsl.files import read_source
from ...dsl.parser import parse
from ...dsl.render import to_json
from ...dsl.suggestions import closest, folded
from ..arguments import Parser
from ..examples import Result, own_examples, run_example
from ..loading import declare_force, declare_game, force, load_game, render_findings
from ..misuse import Misuse, Unsound
from ..screen import Screen, wants_colour
from ..workbench import Workbench
from . import FINE, FOUND

EXAMPLES = (
    ("livret test mon-jeu", "joue tous ses exemples", "play all its examples"),
    (
        "livret test mon-jeu -k reine",
        "ceux dont le titre dit « reine »",
        "those about “reine”",
    ),
    ("livret test mon-jeu --examples a.livret", "ceux d'autres fichiers", "of other files"),
)

_WORD = re.compile(r"\w+")


def declare(parser: Parser) -> None:
    """Add the arguments of the verb."""
    declare_game(parser)
    files = (
        "joue les exemples de ces fichiers au lieu de ceux du jeu",
        "play the examples of these files instead of the game's",
    )
    parser.add(
        "--examples", nargs="+", value="FILE", completes="file", default=[], text=files
    )
    word = (
        "seulement les titres qui contiennent ce mot",
        "only titles that have this word",
    )
    parser.add("-k", dest="word", value="WORD", default="", text=word)
    declare_force(parser)
    parser.add_format()


def run(arguments: Namespace, screen: Screen) -> int:
    """Print a line per example, the failures, the count; 1 if one failed."""
    reading = load_game(arguments.game, screen, force=force(arguments)).reading
    bench = Workbench(reading, force(arguments))
    examples: Iterable[nodes.Example] = own_examples(bench)
    if arguments.examples:
        examples = read_examples(arguments.examples, screen)
    wanted = _about(list(examples), arguments.word)
    results = []
    for result in (run_example(bench, node) for node in wanted):
        results.append(result)
        if arguments.format == "text":
            _show(result, screen)
    failed = [result for result in results if not result.passed]
    if arguments.format == "json":
        screen.json([_plain(result, screen) for result in results])
    else:
        _show_failures(failed, screen)
        _show_count(results, failed, screen)
    return FOUND if failed else FINE


def _about(examples: list[nodes.Example], word: str) -> list[nodes.Example]:
    """Return the examples whose title has a word; refuse one that no title has."""
    found = [node for node in examples if folded(word) in folded(node.title.text)]
    if found or not word:
        return found
    words = {each for node in examples for each in _WORD.findall(node.title.text)}
    near = closest(word, words)
    raise Misuse(
        f"aucun exemple ne dit « {word} »" + (f" ; est-ce « {near} » ?" if near else ""),
        f"no example says “{word}”" + (f"; is “{near}” meant?" if near else ""),
    )


def read_examples(files: Iterable[str], screen: Screen) -> list[nodes.Example]:
    """Return the examples of files; raise Unsound if one has mistakes."""
    found: list[nodes.Example] = []
    mistakes: list[Diagnostic] = []
    for name in files:
        path = Path(name)
        if not path.is_file():
            raise Misuse(f"aucun fichier « {name} »", f"no file “{name}”")
        source = read_source(path)
        if isinstance(source, Diagnostic):
            mistakes.append(source)
            continue
        declarations, diagnostics = parse(source)
        mistakes += diagnostics
        for node in declarations:
            if not isinstance(node, nodes.Example):
                raise Misuse(
                    f"{node.span} : ce fichier ne peut contenir que des exemples",
                    f"{node.span}: this file can hold examples only",
                )
            found.append(node)
    if mistakes:
        colour = wants_colour(sys.stderr)
        raise Unsound(render_findings(mistakes, screen, colour), is_misuse=False)
    return found


def _show(result: Result, screen: Screen) -> None:
    mark = "ok" if result.passed else screen.pick("ÉCHEC", "FAILED")
    cites = f" [{', '.join(result.cites)}]" if result.cites else ""
    screen.prose(f"{mark:7}{result.title}{cites}")
    sys.stdout.flush()


def _show_failures(failed: list[Result], screen: Screen) -> None:
    for result in failed:
        screen.heading(screen.pick(f"« {result.title} »", f"“{result.title}”"))
        screen.write(render_findings(list(result.diagnostics), screen, screen.has_colour))


def _show_count(results: list[Result], failed: list[Result], screen: Screen) -> None:
    """Write the last line: « 12 exemples, 1 échec »."""
    count = screen.count(len(results), "exemple", "example")
    failures = screen.count(len(failed), "échec", "failure")
    screen.write()
    screen.write(f"{count}, {failures}")


def _plain(result: Result, screen: Screen) -> dict[str, object]:
    return {
        "title": result.title,
        "cites": list(result.cites),
        "path": result.span.path.as_posix(),
        "line": result.span.line,
        "passed": result.passed,
        "diagnostics": to_json(result.diagnostics, screen.lang),
    }
