"""What can go on for ever: T18, T19 and T20."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise

import networkx as nx

from .. import core
from ..diagnostics import Diagnostic, Place
from ..source import NOWHERE
from .findings import Check, Finding, Soundness, Verdict
from .graph import ENTERS, Graph
from .places import Edge, Kind, Link, Node, Unit
from .rounds import Rounds

#: Names of a circle told at most.
MAX_NAMES = 8


def deep_nesting(graph: Graph) -> Iterator[Finding]:
    """T18. Prove that no procedure, phase or event calls itself deeper and deeper.

    Each call that leads to itself needs something that runs out: cards of a zone that is
    only emptied, a counter that only moves towards its bound, a number handed on that is
    less each time.
    """
    rounds = graph.known(Rounds)

    def is_cut(edge: Edge) -> bool:
        return edge.kind in (Link.TRIGGER, Link.OFFER, Link.JUMP) or _is_control(
            graph, edge
        )

    entries = [
        n for unit, n in graph.entries.items() if unit[0] not in ("ability", "control")
    ]
    for circle in _circles(graph, rounds, entries, frozenset(), is_cut, _is_jump):
        yield _circle(graph, "T18", Verdict.ALERT, circle)


def mandatory_loop(graph: Graph) -> Iterator[Finding]:
    """T19. Prove that no chain of forced abilities and state checks feeds itself for ever.

    Left out are chains in which somebody decides or something is drawn, and what runs
    out: limits, states that are set and not set back, counters, zones. A chain that needs
    somebody's will is only told.
    """
    rounds = graph.known(Rounds)
    decided = {node.number for node in graph.of_kind(Kind.CHOICE, Kind.CHANCE)}

    def is_cut_freely(edge: Edge) -> bool:
        # What a replacement does is not replaced by it again.
        is_once = _class_at(graph, edge) == "remplacement"
        return is_once or edge.kind is Link.JUMP or edge in rounds.contradicted

    def is_free(edge: Edge) -> bool:
        return edge.kind is Link.JUMP or _class_at(graph, edge) in ("action", "réponse")

    def is_cut(edge: Edge) -> bool:
        return is_free(edge) or is_cut_freely(edge)

    forced = [*_entries(graph, "forcé"), *_controls(graph)]
    told: set[Unit] = set()
    for circle in _circles(graph, rounds, forced, frozenset(decided), is_cut, is_free):
        told.update(node.unit for node in circle)
        yield _circle(graph, "T19", Verdict.ALERT, circle)
    free = [
        n for n in _entries(graph, "réponse", "action") if graph.nodes[n].unit not in told
    ]
    for circle in _circles(graph, rounds, free, frozenset(), is_cut_freely, _is_jump):
        yield _circle(graph, "T19", Verdict.INFO, circle)


def endless_rounds(graph: Graph) -> Iterator[Finding]:
    """T20. Prove that rounds cannot go on for ever: each uses up something bounded.

    Every way from the start of a round to the next goes by a test that can only be passed
    so often, because what it needs is used up each time and never given back, or because
    a die decides it. A loop left and begun anew is a matter of the loop around it.
    """
    rounds = graph.known(Rounds)
    for node in graph.nodes:
        if not isinstance(node.statement, core.Endless):
            continue
        if node.number not in rounds.conditions.reached:
            continue
        circle = rounds.lasting(node.number, frozenset(), _leaves(graph, node))
        if circle is not None:
            values = {"name": node.label}
            found = Diagnostic("T20", node.span, values, (), node.cites)
            lead = graph.path(graph.start, [node.number]) or [node]
            yield Finding(Verdict.ALERT, found, tuple(lead), tuple(circle[:-1]))


def _leaves(graph: Graph, loop: Node) -> Callable[[Edge], bool]:
    """Return what tells whether an edge leads out of a loop: a jump, nothing else does."""
    (opening,) = (edge.target for edge in graph.out(loop.number))
    scopes = graph.nodes[opening].scopes
    body = {graph.closings[opening]}
    for node in graph.nodes[opening:]:
        if node.unit == loop.unit and node.scopes[: len(scopes)] != scopes:
            break
        body.add(node.number)
    called = {
        graph.nodes[edge.target].unit
        for number in body
        for edge in graph.out(number)
        if edge.kind in ENTERS
    }
    for unit in tuple(called):
        called |= nx.descendants(graph.calls, unit)
    inside = body | {n.number for n in graph.nodes if n.unit in called}

    def leaves(edge: Edge) -> bool:
        return edge.kind is Link.JUMP and edge.target not in inside

    return leaves


def has_rounds(graph: Graph) -> bool:
    """Tell whether the rules have rounds without an end of their own."""
    return any(isinstance(node.statement, core.Endless) for node in graph.nodes)


# Circles -----------------------------------------------------------------


def _circles(
    graph: Graph,
    rounds: Rounds,
    entries: list[int],
    closed: frozenset[int],
    is_cut: Callable[[Edge], bool],
    meanwhile: Callable[[Edge], bool],
) -> Iterator[list[Node]]:
    """Yield ways that go deeper and deeper through one of some entries, each unit once."""
    told: set[int] = set()
    units = set(graph.entries.values())

    def is_shut(edge: Edge) -> bool:
        # Going deeper is entering a unit, not coming back to its beginning.
        again = edge.target in units and edge.kind not in ENTERS
        return again or is_cut(edge)

    for entry in entries:
        if entry in told or entry not in graph.reachable:
            continue
        circle = rounds.lasting(entry, closed, is_shut, meanwhile)
        if circle is not None:
            told.update(node.number for node in circle)
            yield circle


def _circle(graph: Graph, code: str, verdict: Verdict, circle: list[Node]) -> Finding:
    """Say that a circle of units goes on: the way to it, and once around."""
    units = [
        after
        for before, after in pairwise(circle)
        if before.unit != after.unit and _enters(graph, before, after)
    ]
    first = circle[0]
    names = [node.name for node in (first, *units)]
    if len(names) > MAX_NAMES:
        names[MAX_NAMES - 2 : -1] = ["…"]
    others = [node for node in units if node.unit != first.unit and node.span != NOWHERE]
    places = tuple(Place(node.span, "next") for node in others[:MAX_NAMES])
    is_free = verdict is Verdict.INFO
    values: dict[str, object] = {
        "name": first.name,
        "chain": " → ".join(names),
        "why_fr": "peut se répéter tant qu'on le veut"
        if is_free
        else "se nourrit d'elle-même",
        "why_en": "may be repeated as one likes" if is_free else "feeds itself",
        "forced": None if is_free else "dans cette chaîne",
        "forced_en": None if is_free else "in this chain",
    }
    lead = graph.path(graph.start, [first.number]) or [first]
    found = Diagnostic(code, first.span, values, places, first.cites)
    return Finding(verdict, found, tuple(lead), tuple(circle[:-1]))


def _enters(graph: Graph, before: Node, after: Node) -> bool:
    return any(
        e.target == after.number and e.kind in ENTERS for e in graph.out(before.number)
    )


def _entries(graph: Graph, *classes: str) -> list[int]:
    """Return where the abilities of some classes begin."""
    return [
        graph.entries["ability", name]
        for name, ability in graph.program.abilities.items()
        if ability.cls in classes
    ]


def _controls(graph: Graph) -> list[int]:
    return [graph.entries["control", each.name] for each in graph.program.controls]


def _is_jump(edge: Edge) -> bool:
    return edge.kind is Link.JUMP


def _is_control(graph: Graph, edge: Edge) -> bool:
    return graph.nodes[edge.source].kind is Kind.CONTROL and edge.kind is Link.CALL


def _class_at(graph: Graph, edge: Edge) -> str:
    """Return the class of the ability an edge leads to, if it leads to one."""
    if edge.kind not in (Link.OFFER, Link.TRIGGER):
        return ""
    return graph.program.abilities[graph.nodes[edge.target].name].cls


CHECKS: tuple[Check, ...] = (
    Check("T18", Soundness.SAFE, deep_nesting),
    Check("T19", Soundness.SAFE, mandatory_loop),
    Check("T20", Soundness.SAFE, endless_rounds, has_rounds),
)
