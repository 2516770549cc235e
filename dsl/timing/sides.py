"""What must come before an event, and comes after it: T11."""

from __future__ import annotations

from collections.abc import Iterator

from .. import core
from ..diagnostics import Diagnostic
from ..messages_windows import why
from ..program import Ability
from .answers import ANSWERS, cancels, has_answers
from .findings import Check, Finding, Soundness, Verdict
from .graph import Graph
from .places import Kind, Node, Stage
from .regions import between, covered

#: The scope of an event that is being answered.
_EVENT = "événement"


def wrong_side(graph: Graph) -> Iterator[Finding]:
    """T11. Prove that what cancels, replaces or changes an event comes before it happens.

    What cancels or replaces is reached from the announcement without passing the event
    itself. What modifies a value or forbids something for as long as an event lasts finds
    somebody who still reads it: if only what lies before does, it comes too late.
    """
    for ability in graph.program.abilities.values():
        stage = _stage(ability)
        if stage is None or ability.trigger is None:
            continue
        node = graph.stage(ability.trigger.event, stage)
        if node.number not in graph.reachable:
            continue
        if ability.cls == "remplacement" or cancels(ability):
            yield from _after_the_fact(graph, ability, node)
        if stage in (Stage.AFTER_FORCED, Stage.AFTER_FREE):
            yield from _too_late(graph, ability, node)


def _stage(ability: Ability) -> Stage | None:
    """Return the stage at which an ability answers, None if it answers nothing."""
    moment = None if ability.trigger is None else (ability.cls, ability.trigger.moment)
    return next((stage for stage, wanted in ANSWERS.items() if wanted == moment), None)


def _after_the_fact(graph: Graph, ability: Ability, node: Node) -> Iterator[Finding]:
    """Yield an ability that could only prevent what has happened already."""
    start = graph.stage(node.name, Stage.PROPOSE)
    act = graph.stage(node.name, Stage.ACT)
    inside = frozenset(graph.members[node.unit])
    is_before = graph.path(start.number, [node.number], inside - {act.number})
    if is_before is None:
        way = graph.path(act.number, [node.number], inside) or [node]
        yield _finding(graph, "T11 cancel", ability, "", way)


def _too_late(graph: Graph, ability: Ability, node: Node) -> Iterator[Finding]:
    """Yield what an answer changes for an event that nothing reads any more."""
    unit = ("ability", ability.name)
    for number in graph.members[unit]:
        deed = graph.nodes[number]
        match deed.statement:
            case core.Lasting(value=target, scope=scope) if scope == _EVENT:
                case = "T11 modify"
            case core.Forbid(target=target, scope=scope) if scope == _EVENT:
                case = "T11 forbid"
            case _:
                continue
        after = _from(graph, deed, node)
        before = covered(
            graph, between(graph, graph.entries[node.unit], node.number)
        ) - set(graph.members[unit])
        if _readers(graph, deed, after) or not _readers(graph, deed, before):
            continue
        act = graph.stage(node.name, Stage.ACT)
        inside = frozenset(graph.members[node.unit])
        way = graph.path(act.number, [node.number], inside) or [node]
        way += [graph.nodes[graph.entries[unit]], deed]
        yield _finding(graph, case, ability, target, way)


def _from(graph: Graph, deed: Node, node: Node) -> frozenset[int]:
    """Return what may still run from a node of an answer on, until the event is over."""
    own = between(graph, deed.number, graph.exits[deed.unit]) - {deed.number}
    numbers = own | between(graph, node.number, graph.exits[node.unit])
    for batch in graph.batches:
        if node.name in batch.events:
            stages = (Stage.AFTER_FORCED, Stage.AFTER_FREE)
            numbers |= {graph.stage(e, s).number for e in batch.events for s in stages}
    return covered(graph, numbers) - {deed.number}


def _readers(graph: Graph, deed: Node, numbers: frozenset[int]) -> bool:
    """Tell whether some nodes read what is modified, or come to what is forbidden."""
    nodes = (graph.nodes[number] for number in numbers)
    match deed.statement:
        case core.Lasting(value=value):
            return any(f"valeur {value}" in node.reads for node in nodes)
        case core.Forbid(target=target):
            return any(
                node.name == target
                and (node.stage is Stage.FORBID or node.kind is Kind.ABILITY)
                for node in nodes
            )
        case _:
            return True


def _finding(
    graph: Graph, case: str, ability: Ability, target: str, way: list[Node]
) -> Finding:
    assert ability.trigger is not None
    event = graph.program.events[ability.trigger.event].title
    values = why(case, name=ability.title, event=event, target=target)
    found = Diagnostic("T11", way[-1].span, values, cites=ability.cites)
    lead = graph.path(graph.start, [way[0].number]) or [way[0]]
    return Finding(Verdict.ERROR, found, (*lead, *way[1:]))


CHECKS: tuple[Check, ...] = (Check("T11", Soundness.DEFINITE, wrong_side, has_answers),)
