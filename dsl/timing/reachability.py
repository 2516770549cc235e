"""What a game can come to at all: T01 to T05.

« No path » is a proof here: each of these reports is a real defect of the declarations.
"""

from __future__ import annotations

from collections.abc import Iterator

import networkx as nx

from ..diagnostics import Diagnostic, Place
from ..program import Ability
from ..source import NOWHERE
from .findings import Check, Finding, Soundness, Verdict
from .graph import Graph
from .places import Kind, Node, Stage

#: What an author writes to happen; the rest only marks where something begins or ends.
_HAPPENS = (
    Kind.STEP, Kind.WINDOW, Kind.CHOICE, Kind.CHANCE, Kind.TEST, Kind.EVENT, Kind.CALL,
)  # fmt: skip


def unreachable(graph: Graph) -> Iterator[Finding]:
    """T01. Prove that a game can come to every step, window, choice and event.

    Of what cannot be reached, only where it begins is told; abilities are T03's.
    """
    lost = graph.control.subgraph(set(graph.control) - graph.reachable)
    groups = nx.condensation(lost)
    for group in sorted(groups, key=lambda group: min(groups.nodes[group]["members"])):
        if groups.in_degree(group):
            continue
        first = min(groups.nodes[group]["members"])
        node = None if _is_ability(graph, first) else _happening(graph, lost, first)
        if node is not None:
            yield _unreachable(graph, node)


def _is_ability(graph: Graph, number: int) -> bool:
    return graph.nodes[number].unit[0] == "ability"


def _happening(graph: Graph, lost: nx.DiGraph[int], first: int) -> Node | None:
    """Return the first node from one on, among the lost, that an author wrote."""
    for number in (first, *(target for _, target in nx.bfs_edges(lost, first))):
        node = graph.nodes[number]
        if node.kind in _HAPPENS and node.span != NOWHERE:
            return node
    return None


def _unreachable(graph: Graph, node: Node) -> Finding:
    before = _last_before(graph, node)
    places = () if before is None else (Place(before.span, "ends"),)
    trace = None if before is None else graph.path(graph.start, [before.number])
    name = node.name if node.kind is Kind.EVENT else node.label
    diagnostic = Diagnostic("T01", node.span, {"name": name}, places, node.cites)
    return Finding(Verdict.ERROR, diagnostic, tuple(trace or ()))


def _last_before(graph: Graph, node: Node) -> Node | None:
    """Return the last node a game comes to that is written before one, in its unit."""
    reached = [
        each
        for each in graph.nodes
        if each.unit == node.unit
        and each.statement is not None
        and each.number in graph.reachable
        and each.span < node.span
    ]
    return max(reached, key=lambda each: each.span, default=None)


def endless(graph: Graph) -> Iterator[Finding]:
    """T02. Prove that every outcome can come, and that an end can come from everywhere.

    A call may come back to whoever makes it, so that silence is a proof only of a way
    that the graph has; a report is one of a way that it lacks.
    """
    for name, outcome in graph.program.outcomes.items():
        if graph.ends.get(name) not in graph.reachable:
            why = {
                "why_fr": f"l'issue « {name} » n'arrive jamais",
                "why_en": f"outcome “{name}” never comes",
            }
            found = Diagnostic("T02", outcome.span, why, cites=outcome.cites)
            yield Finding(Verdict.ERROR, found)
    ways = _ways(graph)
    ends = {node.number for node in graph.of_kind(Kind.END)} & set(ways)
    free = ends.union(*(nx.ancestors(ways, end) for end in ends))
    trapped = ways.subgraph(set(ways) - free)
    for trap in nx.strongly_connected_components(trapped):
        if all(following in trap for each in trap for following in ways.successors(each)):
            yield _trap(graph, ways.subgraph(trap))


def _ways(graph: Graph) -> nx.DiGraph[int]:
    """Return the control graph of what is reachable, with the ways back from calls."""
    ways: nx.DiGraph[int] = nx.DiGraph()
    ways.add_nodes_from(graph.reachable)
    ways.add_edges_from(
        (edge.source, edge.target)
        for edge in graph.edges
        if edge.source in graph.reachable and edge.target in graph.reachable
    )
    return ways


def _trap(graph: Graph, trap: nx.DiGraph[int]) -> Finding:
    """Say that a part of the rules is never left: the way in, and once around."""
    way = graph.path(graph.start, trap) or [graph.nodes[min(trap)]]
    entry = way[-1]
    rounds = [
        nx.shortest_path(trap, entry.number, before)
        for before in sorted(trap.predecessors(entry.number))
    ]
    around = tuple(graph.nodes[number] for number in min(rounds, key=len, default=[]))
    named = next((each for each in (entry, *around) if each.span != NOWHERE), entry)
    why = {
        "why_fr": "à partir d'ici, la partie ne peut plus finir",
        "why_en": "from here on, the game cannot end",
    }
    diagnostic = Diagnostic("T02", named.span, why, cites=named.cites)
    return Finding(Verdict.ERROR, diagnostic, tuple(way), around)


def dead_ability(graph: Graph) -> Iterator[Finding]:
    """T03. Prove that each ability can be used, fires or forbids something, once at least."""
    for ability in graph.program.abilities.values():
        missing = _missing(graph, ability)
        if missing:
            values = {"name": ability.name, "what": ability.cls, "missing": missing}
            found = Diagnostic("T03", ability.span, values, cites=ability.cites)
            yield Finding(Verdict.ERROR, found)


def _missing(graph: Graph, ability: Ability) -> tuple[str, ...]:
    """Return what an ability waits for in vain; nothing if a game can come to it."""
    program = graph.program
    if ability.cls == "action":
        openings = [graph.entries["window", name] for name in ability.windows]
        alive = any(number in graph.reachable for number in openings)
        return () if alive else ability.windows
    if ability.trigger is None:
        return ()
    name = ability.trigger.event
    if name in program.events:
        number = graph.stage(name, Stage.PROPOSE).number
    else:
        number = graph.entries["ability", name]
    return () if number in graph.reachable else (name,)


def empty_window(graph: Graph) -> Iterator[Finding]:
    """T05. Tell which windows offer nothing to anybody: all can be passed by themselves."""
    offered = {name for each in graph.program.abilities.values() for name in each.windows}
    for name, window in graph.program.windows.items():
        if name not in offered and graph.entries["window", name] in graph.reachable:
            found = Diagnostic("T05", window.span, {"name": name}, cites=window.cites)
            way = graph.path(graph.start, [graph.entries["window", name]]) or ()
            yield Finding(Verdict.INFO, found, tuple(way))


CHECKS: tuple[Check, ...] = (
    Check("T01", Soundness.DEFINITE, unreachable),
    Check("T02", Soundness.DEFINITE, endless),
    Check("T03", Soundness.DEFINITE, dead_ability),
    Check("T05", Soundness.INFORMATION, empty_window),
)
