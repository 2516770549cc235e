"""Where the card of an ability is when it answers: T25."""

from __future__ import annotations

from collections.abc import Iterator

from .. import core
from ..builtins import SELF
from ..diagnostics import Diagnostic, Place
from ..program import Ability
from .findings import Check, Finding, Soundness, Verdict
from .graph import Graph
from .places import Node, Stage, Unit
from .rewriting import conjuncts, key, unfold
from .ways import Ways, led_to

#: Calls followed from an event into what it runs.
MAX_DEPTH = 4


def gone_card(graph: Graph) -> Iterator[Finding]:
    """T25. Prove that no ability answers for a card that the event has taken away.

    An ability that answers after an event about its own card works from some zones; if
    the event moves the card elsewhere, it must remember where it was (`mémoire`).
    """
    for ability in graph.program.abilities.values():
        trigger = ability.trigger
        if ability.card is None or trigger is None or trigger.moment != "après":
            continue
        act = graph.stages.get((trigger.event, Stage.ACT))
        if ability.last_known or act is None or act not in graph.reachable:
            continue
        for slot in _its_card(graph, ability):
            moves = list(_moves(graph, ("event", trigger.event), slot, MAX_DEPTH))
            away = [node for node in moves if _zone(node) not in ability.zones]
            if away:
                yield _gone(graph, ability, act, moves, away)


def _its_card(graph: Graph, ability: Ability) -> Iterator[str]:
    """Yield the parameters of the event that an ability requires to be its own card."""
    assert ability.trigger is not None
    params = graph.program.events[ability.trigger.event].params
    named = dict(zip(ability.trigger.slots, params, strict=False))
    for requirement in ability.requirements:
        for condition in conjuncts(unfold(requirement.condition, graph.program)):
            match condition:
                case core.Operation(op="=", operands=(left, right)):
                    for one, other in ((left, right), (right, left)):
                        slot = getattr(other, "slot", "")
                        if key(one) == ("local", SELF) and slot in named:
                            yield named[slot].slot
                case _:
                    pass


def _moves(graph: Graph, unit: Unit, slot: str, depth: int) -> Iterator[Node]:
    """Yield the nodes that move what a name of a unit stands for."""
    program = graph.program
    for node in graph.nodes:
        if node.unit != unit or depth == 0:
            continue
        match node.statement:
            case core.Move(items=core.Local(slot=moved)) if moved == slot:
                yield node
            case core.Perform(procedure=name, arguments=arguments):
                params = program.procedures[name].params
                for param, given in zip(params, arguments, strict=True):
                    if key(given) == ("local", slot):
                        yield from _moves(graph, ("procedure", name), param.slot, depth - 1)
            case _:
                pass


def _zone(node: Node) -> str:
    assert isinstance(node.statement, core.Move)
    return node.statement.zone.zone


def _gone(
    graph: Graph, ability: Ability, act: int, moves: list[Node], away: list[Node]
) -> Finding:
    """Say that a card may be gone; for sure, if no way keeps it where it works."""
    assert ability.trigger is not None
    after = graph.stage(ability.trigger.event, Stage.CHECK).number
    closed = {node.number for node in away}
    kept = Ways(graph, closed=closed).find([act], {after}, entered=True)
    is_dead = kept is None and len(away) == len(moves)
    way = Ways(graph).find([act], closed, entered=True) or [away[0]]
    values = {
        "name": ability.title,
        "event": ability.trigger.event,
        "zones": ability.zones,
        "to": graph.program.zones[_zone(away[0])].title,
    }
    places = (Place(away[0].span, "moved"),)
    found = Diagnostic("T25", ability.span, values, places, ability.cites)
    return Finding(Verdict.ERROR if is_dead else Verdict.ALERT, found, led_to(graph, way))


CHECKS: tuple[Check, ...] = (Check("T25", Soundness.DEFINITE, gone_card),)
