"""What a game must do to show that something goes on for ever."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from ..dsl.timing.findings import Finding
from ..dsl.timing.graph import Graph
from ..dsl.timing.places import Node
from .faults import CODES
from .reaching import Aim, Failure

#: Times a chain goes around before the interpreter gives up, at least.
LAPS = 3
_ENDLESS = frozenset({CODES["endless"], CODES["nesting"]})


def landmarks_of(graph: Graph, nodes: Iterable[Node]) -> tuple[int, ...]:
    """Return the numbers of those nodes that a game takes note of."""
    known = frozenset(graph.landmarks.values())
    return tuple(node.number for node in nodes if node.number in known)


def chain(graph: Graph, finding: Finding, walk: Aim) -> Aim:
    """T18, T19. The interpreter gives up, having gone around several times."""
    return replace(walk, fails=_going_around(graph, finding))


def circle(graph: Graph, finding: Finding, walk: Aim) -> Aim:
    """T15, T20. The game is twice in the same situation, chance apart, once around; or it
    goes around by itself until the interpreter gives up."""
    around = finding.trace[-1:] if finding.code == "T20" else finding.cycle
    numbers = frozenset(landmarks_of(graph, around))
    return replace(walk, around=numbers, fails=_going_around(graph, finding))


def _going_around(graph: Graph, finding: Finding) -> Callable[[Failure], bool]:
    """Return a test of failures: did the game go around and around?"""
    laps = landmarks_of(graph, finding.cycle) * LAPS

    def fails(failure: Failure) -> bool:
        _, is_done = Aim(laps, len(laps) - 1).walk(0, failure.passed)
        return bool(laps) and failure.fault.code in _ENDLESS and is_done

    return fails
