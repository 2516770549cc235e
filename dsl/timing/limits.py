"""Limits and the scopes they count in: T15."""

from __future__ import annotations

from collections.abc import Iterator

import networkx as nx

from ..diagnostics import Diagnostic
from ..messages_windows import why
from ..program import Ability, Limit
from .answers import ANSWERS
from .certain import Certain
from .consuming import Consumption
from .findings import Check, Finding, Soundness, Verdict
from .graph import ENTERS, Graph
from .places import Kind, Node, Stage, Unit
from .regions import between, entered_from
from .ways import Ways, led_to

_GAME, _WINDOW, _EVENT = "partie", "fenêtre", "événement"
#: Windows that one action closes.
_ONE_ACTION = ("unique", "obligatoire")


def limits(graph: Graph) -> Iterator[Finding]:
    """T15. Prove that every limit counts in its scope and starts there from zero, and that
    no action can be used for ever without cost.

    A limit that nothing can reach is told.
    """
    known: dict[str, Ways] = {}
    for ability in graph.program.abilities.values():
        uses = [node for node in uses_of(graph, ability) if node.number in graph.reachable]
        for limit in ability.limits if uses else ():
            if limit.scope == _GAME:
                continue
            if not any(_is_inside(graph, node, limit.scope) for node in uses):
                yield _outside(graph, ability, limit, uses[0])
            else:
                yield from _leaking(graph, ability, limit, uses, known)
                yield from _useless(graph, ability, limit, uses)
    yield from _endless(graph)


def uses_of(graph: Graph, ability: Ability) -> list[Node]:
    """Return the nodes that offer an ability: windows, or a stage of an event."""
    if ability.cls == "action":
        return [graph.nodes[graph.entries["window", name]] for name in ability.windows]
    if ability.trigger is None or ability.trigger.event not in graph.program.events:
        return []
    moment = (ability.cls, ability.trigger.moment)
    event = ability.trigger.event
    return [graph.stage(event, stage) for stage, each in ANSWERS.items() if each == moment]


# Scopes ------------------------------------------------------------------


def has_scope(node: Node, scope: str) -> bool:
    """Tell whether a scope is open at a node, in its own unit."""
    family, name = node.unit
    opened = {"window": _WINDOW, "event": _EVENT}.get(family)
    if opened is not None and scope in (opened, name):
        return True
    return any(scope in each for each in node.scopes)


def _is_inside(graph: Graph, node: Node, scope: str) -> bool:
    """Tell whether a scope may be open at a node, its own or around it."""
    if has_scope(node, scope):
        return True
    around = (each.number for each in graph.nodes if has_scope(each, scope))
    return node.unit in entered_from(graph, around)


def _openings(graph: Graph, scope: str) -> frozenset[int]:
    """Return the nodes at which a scope opens and its counts start from zero."""
    found = {
        node.number
        for node in graph.of_kind(Kind.OPEN)
        if node.scopes and scope in node.scopes[-1]
    }
    found |= {n for (f, name), n in graph.entries.items() if _opens(f, name, scope)}
    return frozenset(found)


def _opens(family: str, name: str, scope: str) -> bool:
    opened = {"window": _WINDOW, "event": _EVENT}.get(family)
    return opened is not None and scope in (opened, name)


def _closings(graph: Graph, scope: str) -> frozenset[int]:
    found = {
        graph.closings[node.number]
        for node in graph.of_kind(Kind.OPEN)
        if node.scopes and scope in node.scopes[-1]
    }
    found |= {n for (f, name), n in graph.exits.items() if _opens(f, name, scope)}
    return frozenset(found & graph.reachable)


# Findings ----------------------------------------------------------------


def _outside(graph: Graph, ability: Ability, limit: Limit, use: Node) -> Finding:
    """Tell of a limit whose scope is never open when the ability is used."""
    way = graph.path(graph.start, [use.number]) or [use]
    values = why("T15 outside", name=ability.title, scope=limit.scope)
    found = Diagnostic("T15", limit.span, values, cites=limit.cites or ability.cites)
    entry = graph.nodes[graph.entries["ability", ability.name]]
    return Finding(Verdict.ERROR, found, (*way, entry))


def _leaking(
    graph: Graph, ability: Ability, limit: Limit, uses: list[Node], known: dict[str, Ways]
) -> Iterator[Finding]:
    """Yield a way from the end of a scope to a use without the scope opening again.

    If there can be one, a use in the scope comes first: both are counted together. The
    ways of a scope are `known` once one of its limits has been looked at.
    """
    ways = known.setdefault(limit.scope, Ways(graph, closed=_openings(graph, limit.scope)))
    targets = {node.number for node in uses}
    way = ways.find(_closings(graph, limit.scope), targets)
    if way is not None:
        values = why("T15 leak", name=ability.title, scope=limit.scope)
        found = Diagnostic("T15", limit.span, values, cites=limit.cites or ability.cites)
        entry = graph.nodes[graph.entries["ability", ability.name]]
        used = Ways(graph).find([entry.number], {way[0].number})
        both = led_to(graph, way) if used is None else (*led_to(graph, used), *way[1:])
        yield Finding(Verdict.ALERT, found, (*both, entry))


def _useless(
    graph: Graph, ability: Ability, limit: Limit, uses: list[Node]
) -> Iterator[Finding]:
    """Yield a limit that is as high as the number of uses its scope has room for."""
    low, _ = Certain(graph.program, eliminates=True).bounds(limit.count)
    if limit.amount is not None or limit.shared or low is None:
        return
    most = sum(_visits(graph, node, limit.scope) or len(graph.nodes) for node in uses)
    if low >= most:
        values = why("T15 useless", name=ability.title, scope=limit.scope, count=low)
        found = Diagnostic("T15", limit.span, values, cites=limit.cites or ability.cites)
        yield Finding(Verdict.INFO, found)


def _visits(graph: Graph, use: Node, scope: str) -> int:
    """Return how often a scope lets an ability be used there, 0 if that is not known.

    Each answers an event once; one action closes some windows. Those opened once in the
    block of the scope itself, outside any loop, are visited once.
    """
    if use.kind is Kind.WINDOW:
        if graph.program.windows[use.name].closure not in _ONE_ACTION:
            return 0
    elif use.stage in (Stage.REPLACE, None):
        return 0
    if has_scope(use, scope):
        return 1
    blocks = [
        between(graph, opening, closing)
        for opening, closing in graph.closings.items()
        if scope in graph.nodes[opening].scopes[-1]
    ]
    return int(_is_entered_once(graph, use.unit, blocks, ()))


def _is_entered_once(
    graph: Graph, unit: Unit, blocks: list[frozenset[int]], within: tuple[Unit, ...]
) -> bool:
    """Tell whether a unit is entered at one place, once for each run of some block."""
    entry = graph.entries[unit]
    sources = {
        edge.source for edge in graph.edges if edge.target == entry and edge.kind in ENTERS
    }
    if len(sources) != 1 or unit in within:
        return False
    source = sources.pop()
    home = graph.nodes[source].unit
    block = next((each for each in blocks if source in each), None)
    part = graph.control.subgraph(graph.members[home] if block is None else block)
    if any(source in nx.descendants(part, n) | {n} for n in part.successors(source)):
        return False
    return block is not None or _is_entered_once(graph, home, blocks, (*within, unit))


def _endless(graph: Graph) -> Iterator[Finding]:
    """Yield actions that a window offers again and again for nothing, each once."""
    consumption = Consumption(graph)
    told: set[str] = set()
    for window in graph.program.windows.values():
        node = graph.nodes[graph.entries["window", window.name]]
        if window.closure in _ONE_ACTION or node.number not in graph.reachable:
            continue
        free = consumption.free_actions(window.name)
        for ability in free:
            if ability.name in told or consumption.uses_itself_up(ability, free):
                continue
            told.add(ability.name)
            values = why("T15 endless", name=ability.title)
            found = Diagnostic("T15", ability.span, values, cites=ability.cites)
            way = graph.path(graph.start, [node.number]) or [node]
            entry = graph.nodes[graph.entries["ability", ability.name]]
            yield Finding(Verdict.ALERT, found, tuple(way), (node, entry))


def _has_uses(graph: Graph) -> bool:
    abilities = graph.program.abilities.values()
    return any(each.limits or each.cls == "action" for each in abilities)


CHECKS: tuple[Check, ...] = (Check("T15", Soundness.DEFINITE, limits, _has_uses),)
