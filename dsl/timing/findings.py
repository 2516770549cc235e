"""What a timing check says: a verdict, a diagnostic, and the way that shows it.

Two verdicts only are certain. « PROUVÉ »: there is no path to what must not happen.
« ERREUR »: the declarations cannot be right. A path that the graph has is possible, not
certain: « ALERTE », with its trace, until a game has walked it. « INFO » is no judgement.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from .. import nodes
from ..diagnostics import Diagnostic
from ..source import Span
from .graph import Graph
from .places import Kind, Node


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


class Reached(StrEnum):
    """What a game that was looked for did with a trace."""

    #: It walks the trace and does what is wrong: this is certain.
    SHOWN = "montré"
    #: It walks the trace, which alone proves nothing.
    WALKED = "parcouru"
    #: There is none yet.
    SOUGHT = "cherché"


@dataclass(frozen=True, slots=True)
class Replay:
    """The game of a trace: its `file`, how many `choices` lead there, how to play it again.

    `further` looks for a game, or for a better one; `moves` were looked at. `fault` is the
    code a rule fails with if one then chooses what `then` says, in French and English; at
    the set-up, without any choice.
    """

    reached: Reached
    command: str = ""
    further: str = ""
    file: str = ""
    choices: int = 0
    moves: int = 0
    then: tuple[str, str] = ("", "")
    fault: str = ""


@dataclass(frozen=True, slots=True)
class Finding:
    """One answer of a check. `trace` leads to it, `cycle` (if any) goes on for ever.

    `replay` is a game that was looked for: if it shows an alert, that becomes an error.
    `reason` is why the author keeps it: it no longer counts.
    """

    verdict: Verdict
    diagnostic: Diagnostic
    trace: tuple[Node, ...] = ()
    cycle: tuple[Node, ...] = ()
    replay: Replay | None = None
    reason: str = ""

    @property
    def is_fault(self) -> bool:
        """Tell whether something is wrong, or may be, that nobody has explained."""
        return self.verdict in (Verdict.ERROR, Verdict.ALERT) and not self.reason

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
    return _explained(graph, findings, {check.code for check in checks})


def _explained(graph: Graph, findings: list[Finding], codes: set[str]) -> list[Finding]:
    """Give findings the reasons the rules have for them; tell reasons without findings.

    An error is no matter of opinion: there is no reason for it.
    """
    explained = list(findings)
    named = [_names(graph, each) for each in findings]
    for exemption in graph.program.exemptions:
        code = exemption.code.text
        about = {
            number
            for number, each in enumerate(findings)
            if each.code == code and each.verdict in (Verdict.ALERT, Verdict.INFO)
        }
        for span, subject in _subjects(exemption):
            kept = [n for n in about if subject is None or subject in named[n]]
            for number in kept:
                explained[number] = replace(findings[number], reason=exemption.reason.text)
            if not kept and code in codes:
                found = Diagnostic("C06", span, {"code": code})
                explained.append(Finding(Verdict.INFO, found))
    return explained


def _subjects(exemption: nodes.Exemption) -> Iterator[tuple[Span, str | None]]:
    """Yield what an exemption is about, None for all, and where it says so."""
    if exemption.subjects is None:
        yield exemption.span, None
    else:
        yield from ((word.span, word.text) for word in exemption.subjects.words)


def _names(graph: Graph, finding: Finding) -> set[str]:
    """Return by what names a finding can be called: what it is about, where it stands, the
    card an ability is on, where its way ends."""
    diagnostic = finding.diagnostic
    here = [node for node in graph.nodes if node.span == diagnostic.span]
    # A state check stands everywhere.
    units = [node.unit[1] for node in here if node.kind is not Kind.CONTROL]
    names = {node.name for node in (*here, *finding.trace[-1:])}
    names |= {name for unit in units for name in (unit, *unit.split("."))}
    return {*names, str(diagnostic.values.get("name", ""))}
