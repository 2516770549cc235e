"""What a jump leaves set: states that ordinary ways always set back before a scope ends."""

from __future__ import annotations

from collections.abc import Iterator

from .. import core
from ..diagnostics import Diagnostic, Place
from .certain import Certain
from .findings import Finding, Verdict
from .graph import Graph
from .places import Edge, Link, Node
from .rewriting import unfold
from .ways import Ways, led_to


def left_set(graph: Graph, jump: Node, closing: int) -> Iterator[Finding]:
    """Yield the states a jump to the end of a scope leaves as they are.

    Each is set on a way to the jump, and every way without jumps from there to the end of
    the scope sets it back to its first value.
    """
    every, ordinary = Ways(graph), Ways(graph, cut=_is_jump)
    for state in graph.program.states.values():
        resets, sets = _writers(graph, state.name)
        if not resets or not sets:
            continue
        unset, unset_to_end = every.closing(resets), ordinary.closing(resets)
        for number in sets:
            if not ordinary.ahead(number) >> closing & 1:
                continue
            if unset_to_end.find([number], {closing}) is not None:
                continue
            way = unset.find([number], {jump.number})
            if way:
                values = {
                    "scope": _scope_of(jump),
                    "why_fr": f"peut laisser « {state.title} » comme il est",
                    "why_en": f"may leave “{state.title}” as it is",
                }
                places = (Place(graph.nodes[min(resets)].span, "reset"),)
                found = Diagnostic("T17", jump.span, values, places, jump.cites)
                trace = led_to(graph, [*way, graph.nodes[closing]])
                yield Finding(Verdict.ALERT, found, trace)
                break


def _scope_of(jump: Node) -> str:
    assert isinstance(jump.statement, core.Leave)
    return jump.statement.scope


def _is_jump(edge: Edge) -> bool:
    return edge.kind is Link.JUMP


def _writers(graph: Graph, state: str) -> tuple[frozenset[int], list[int]]:
    """Return the nodes that give a state its first value, and those that change it."""
    certain = Certain(graph.program, eliminates=True)
    first = certain.value(unfold(graph.program.states[state].initial, graph.program))
    resets: list[int] = []
    sets: list[int] = []
    for node in graph.nodes:
        if node.number not in graph.reachable:
            continue
        match node.statement:
            case core.Assign(target=target, value=value) if target.state == state:
                is_reset = certain.value(unfold(value, graph.program)) == first is not None
                (resets if is_reset else sets).append(node.number)
            case core.Adjust(target=target) if target.state == state:
                sets.append(node.number)
            case _:
                pass
    return frozenset(resets), sets
