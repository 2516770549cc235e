"""What a timing check says: a verdict, a diagnostic, and the way that shows it.

Two verdicts only are certain. « PROUVÉ »: there is no path to what must not happen.
« ERREUR »: the declarations cannot be right. A path that the graph has is possible, not
certain: « ALERTE », with its trace, until a game has walked it. « INFO » is no judgement.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from ..diagnostics import Diagnostic
from .graph import Graph
from .places import Node


class Verdict(StrEnum):
    """How certain a finding is."""

    PROVED = "PROUVÉ"
    ERROR = "ERREUR"
    ALERT = "ALERTE"
    INFO = "INFO"


class Soundness(StrEnum):
    """What a report, or its absence, is worth."""

    #: A report is a real defect of the declarations.
    DEFINITE = "D"
    #: Silence is a proof; a report may be spurious.
    SAFE = "S"
    #: Information.
    INFORMATION = "I"


@dataclass(frozen=True, slots=True)
class Finding:
    """One answer of a check. `trace` leads to it, `cycle` (if any) goes on for ever.

    `replay` is a saved game that walks the trace: what was possible is then certain.
    """

    verdict: Verdict
    diagnostic: Diagnostic
    trace: tuple[Node, ...] = ()
    cycle: tuple[Node, ...] = ()
    replay: str = ""

    @property
    def code(self) -> str:
        return self.diagnostic.code


def always(graph: Graph) -> bool:
    """Apply to every graph."""
    return True


@dataclass(frozen=True, slots=True)
class Check:
    """A named check: what it is worth, what it proves when it is silent, how it looks."""

    code: str
    soundness: Soundness
    run: Callable[[Graph], Iterator[Finding]]
    #: Whether there is anything to look at: nothing is proved of what is not there.
    applies: Callable[[Graph], bool] = always


def run_checks(graph: Graph, checks: tuple[Check, ...]) -> list[Finding]:
    """Run checks; one that finds nothing and whose silence is a proof says so."""
    findings: list[Finding] = []
    for check in checks:
        found = list(check.run(graph))
        findings += found
        is_silent = all(each.verdict is Verdict.INFO for each in found)
        is_proof = is_silent and check.applies(graph)
        if is_proof and check.soundness is not Soundness.INFORMATION:
            place = graph.nodes[graph.start].span
            findings.append(Finding(Verdict.PROVED, Diagnostic(check.code, place)))
    return findings
