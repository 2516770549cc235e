"""The report of `livret timing`: findings on the screen, and what followed games add."""

from __future__ import annotations

from ..dsl.timing.findings import Finding, Verdict
from ..dsl.timing.report import render_report
from .edge_coverage import EdgeCoverage
from .loading import Loaded, sources_of
from .screen import Screen


def followed(coverage: EdgeCoverage) -> list[Finding]:
    """Return the verdict of T30, if games that were followed left the graph.

    That they did not is no proof: it is told as a figure.
    """
    return [Finding(Verdict.ERROR, fault) for fault in coverage.faults]


def show_report(loaded: Loaded, findings: list[Finding], screen: Screen) -> None:
    """Print the findings."""
    title = loaded.program.manifest.title
    head = screen.pair(title, screen.pick("le temps des règles", "the timing of the rules"))
    screen.heading(head, is_first=True)
    screen.write()
    sources = sources_of(finding.diagnostic for finding in findings)
    text = render_report(findings, sources, screen.lang, screen.has_colour)
    screen.write(text.rstrip("\n"))
