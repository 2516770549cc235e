"""Everything that is wrong with a ruleset: a folder in, its findings out."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ..dsl import nodes
from ..dsl.asked import ALL, Choices, Force
from ..dsl.diagnostics import Diagnostic, Severity
from ..dsl.kept import Checked, keep
from ..dsl.loader import Reading, build, check, read
from ..dsl.program import Program
from ..dsl.render import severity


def check_folder(folder: Path, asked: Choices, wanted: Force) -> Checked:
    """Check a folder; keep what was found, unless files could not be read at all."""
    reading = read(folder)
    checked = Checked(findings(reading, asked, wanted), frozenset(reading.texts))
    if not reading.findings:
        named = (*reading.manifest.files, *reading.manifest.components)
        keep(folder, asked, wanted, named, checked)
    return checked


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
    """Yield the definite errors of time, but for what is told already as never used.

    What explains a finding must have one: those checks are run for it, too.
    """
    # Only here: a ruleset with mistakes, or another verb, does without the graph.
    from ..dsl.timing.builder import build_graph
    from ..dsl.timing.checks import CHECKS, DEFINITE
    from ..dsl.timing.findings import Verdict, run_checks

    told = [each.span for each in found if each.code[0] in "UP"]
    told += [place.span for each in found if each.code[0] in "UP" for place in each.places]
    explained = {each.code.text for each in program.exemptions}
    checks = [each for each in CHECKS if each in DEFINITE or each.code in explained]
    for finding in run_checks(build_graph(program), tuple(checks)):
        span = finding.diagnostic.span
        is_told = any(
            each.path == span.path and span.line <= each.line <= span.end_line
            for each in told
        )
        is_wrong = finding.verdict is Verdict.ERROR or finding.code == "C06"
        if is_wrong and not is_told:
            yield finding.diagnostic


def layers(reading: Reading) -> list[Force]:
    """Return the other states of the rules, oldest first; none without amendments."""
    amendments = [
        each for each in reading.declarations if isinstance(each, nodes.Amendment)
    ]
    if not amendments:
        return []
    dates = {date for _, _, _, date in reading.manifest.sources if date}
    for amendment in amendments:
        lines = (each for each in amendment.lines if isinstance(each, nodes.AmendmentDate))
        dates.update(line.date.text for line in lines)
    # The last day is the state by default, unless a source holds on request only.
    days = sorted(dates) if reading.manifest.on_request else sorted(dates)[:-1]
    return [Force(errata=False), *(Force(as_of=day) for day in days)]
