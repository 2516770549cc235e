"""What a game must do to show that a finding is right: findings in, aims out.

To walk the trace is never enough by itself where another reading of the same walk is
possible: each check has its own proof; where there is none, a game only illustrates.
"""

from __future__ import annotations

from collections.abc import Callable

from ..dsl.timing.findings import Finding, Verdict
from ..dsl.timing.graph import Graph
from . import circling, showing
from .circling import landmarks_of
from .reaching import Aim

_PROOFS: dict[str, Callable[[Graph, Finding, Aim], Aim]] = {
    "T06": showing.interrupted,
    "T08": showing.cancelled_late,
    "T10": showing.absent_order,
    "T12": showing.missed_moment,
    "T15": showing.leaking_limit,
    "T16": showing.orphan_duration,
    "T17": showing.left_set,
    "T18": circling.chain,
    "T19": circling.chain,
    "T20": circling.circle,
    "T21": showing.late_end,
    "T22": showing.empty_choice,
    "T23": showing.nobody_asked,
    "T26": showing.pending_answers,
    "T27": showing.stale_check,
}


def aim_of(graph: Graph, finding: Finding) -> Aim:
    """Return what a game must do to walk the trace of a finding, and to prove an alert."""
    walk = _walk(graph, finding)
    proof = _PROOFS.get(finding.code) if finding.verdict is Verdict.ALERT else None
    if proof is None or not walk.points:
        return walk
    return proof(graph, finding, walk)


def _walk(graph: Graph, finding: Finding) -> Aim:
    """Return the landmarks of a trace in order, then those of its cycle."""
    lead, cycle = landmarks_of(graph, finding.trace), landmarks_of(graph, finding.cycle)
    if not cycle:
        return Aim(lead, max(len(lead) - 2, 0))
    lead = lead[:-1] if lead[-1:] == cycle[:1] else lead
    return Aim(lead + cycle, len(lead))
