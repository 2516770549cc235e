"""What comes in between where nothing should: T06, T12, T13."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from .. import core
from ..diagnostics import Diagnostic, Place
from ..messages_windows import why
from .answers import answers
from .findings import Check, Finding, Soundness, Verdict
from .graph import Graph
from .places import Batch, Edge, Kind, Link, Node, Stage
from .regions import between, covered, led_inside

#: Stages at which players may respond.
FREE = (Stage.BEFORE_FREE, Stage.AFTER_FREE)
_OPEN, _QUIET = "actions", "rien"


# T06 ---------------------------------------------------------------------


def closed_step(graph: Graph) -> Iterator[Finding]:
    """T06. Prove that nobody acts, or responds, inside a step that does not admit it.

    Everything a step runs is looked at. In a step that admits nothing responses are left
    out by the engine, up to a step inside it that admits them again.
    """
    for step, opening, inside in _steps(graph):
        if step.permission == _OPEN or opening not in graph.reachable:
            continue
        if step.permission == _QUIET:
            inside = covered(graph, _own(graph, opening), lambda edge: _asks(graph, edge))
            yield from _responses(graph, step, opening, inside)
        for node in graph.of_kind(Kind.WINDOW):
            if node.number in inside:
                trace = led_inside(graph, opening, node.number, inside)
                yield _interrupted(step, "window", node, trace)


def _steps(graph: Graph) -> Iterator[tuple[core.StepBlock, int, frozenset[int]]]:
    """Yield each step with the node that opens it and all that runs inside it."""
    for node in graph.nodes:
        if isinstance(node.statement, core.StepBlock):
            opening = next(graph.out(node.number)).target
            yield node.statement, opening, covered(graph, _own(graph, opening))


def _own(graph: Graph, opening: int) -> frozenset[int]:
    return between(graph, opening, graph.closings[opening])


def _asks(graph: Graph, edge: Edge) -> bool:
    """Tell whether an edge lets somebody respond."""
    return edge.kind is Link.TRIGGER and graph.nodes[edge.source].stage in FREE


def _responses(
    graph: Graph, step: core.StepBlock, opening: int, inside: frozenset[int]
) -> Iterator[Finding]:
    """Yield the responses that a step inside a silent one admits again."""
    for inner, first, area in _steps(graph):
        if first not in inside or inner is step or inner.permission == _QUIET:
            continue
        for node in responding(graph, area):
            to_inner = led_inside(graph, opening, first, inside)
            way = graph.path(first, [node.number], area) or [node]
            yield _interrupted(step, "response", node, (*to_inner, *way[1:]))


def responding(graph: Graph, numbers: frozenset[int]) -> Iterator[Node]:
    """Yield the stages among some nodes at which there is something to respond with."""
    for number in sorted(numbers):
        node = graph.nodes[number]
        if node.stage in FREE and any(answers(graph.program, node.name, node.stage)):
            yield node


def _interrupted(
    step: core.StepBlock, what: str, node: Node, trace: tuple[Node, ...]
) -> Finding:
    values = {"step": step.title, **why(f"T06 {what}", name=_title(node))}
    cause = next((n.span for n in reversed(trace[:-1]) if n.kind is Kind.CALL), node.span)
    places = (Place(cause, "opens"),)
    return Finding(
        Verdict.ALERT, Diagnostic("T06", step.span, values, places, step.cites), trace
    )


def _title(node: Node) -> str:
    """Return the title of a window or of the event of a stage."""
    return node.label if node.stage is None else node.label.rpartition(" : ")[0]


# T12 ---------------------------------------------------------------------


def missed_moment(graph: Graph) -> Iterator[Finding]:
    """T12. Prove that nothing else happens between an event and what answers it at once.

    What is part of the event itself, and what happens together with it, is no « else ».
    """
    for ability in graph.program.abilities.values():
        if not ability.immediate or ability.trigger is None:
            continue
        event = ability.trigger.event
        stage = Stage.AFTER_FORCED if ability.cls == "forcé" else Stage.AFTER_FREE
        check, end = graph.stage(event, Stage.CHECK), graph.stage(event, stage)
        if check.number not in graph.reachable:
            continue
        act = graph.stage(event, Stage.ACT)
        lead = graph.path(graph.start, [act.number]) or []
        entry = graph.nodes[graph.entries["ability", ability.name]]
        for other, way in _happening_before(graph, event, check, end):
            values = {
                "name": ability.title,
                "event": graph.program.events[event].title,
                "other": _title(other),
            }
            found = Diagnostic("T12", ability.span, values, cites=ability.cites)
            yield Finding(Verdict.ALERT, found, (*lead, *way, end, entry))


def _happening_before(
    graph: Graph, event: str, check: Node, end: Node
) -> Iterator[tuple[Node, list[Node]]]:
    """Yield what may happen after an event and before a stage of it, each once."""
    parts = {check.number: between(graph, check.number, end.number)}
    for batch in graph.batches:
        if event in batch.events:
            last = batch.forced if end.stage is Stage.AFTER_FORCED else batch.free
            for number in _happened(graph, event, batch):
                parts[number] = between(graph, number, last)
        if event in batch.events and end.stage is Stage.AFTER_FREE:
            stages = (graph.stage(each, Stage.AFTER_FORCED) for each in batch.events)
            parts |= {each.number: frozenset({each.number}) for each in stages}
    seen: set[int] = set()
    skipped = hubs(graph)
    for first, own in parts.items():
        inside = covered(graph, own, lambda edge: edge.source in skipped)
        for node in graph.of_kind(Kind.EVENT):
            is_new = node.number in inside and node.number not in seen
            if node.stage is Stage.ACT and is_new:
                seen.add(node.number)
                yield node, graph.path(first, [node.number], inside) or [node]


def _happened(graph: Graph, event: str, batch: Batch) -> Iterator[int]:
    """Yield the nodes of a batch from which on an event of it has happened."""
    if not batch.chained:
        yield batch.act
        return
    for number in between(graph, batch.start, batch.act):
        statement = graph.nodes[number].statement
        if isinstance(statement, core.Emit) and statement.event == event:
            yield number + 1


def hubs(graph: Graph) -> frozenset[int]:
    """Return the nodes that lead the events of a batch through their stages."""
    return frozenset(n for b in graph.batches for n in (b.act, b.forced, b.free))


# T13 ---------------------------------------------------------------------


def torn_batch(graph: Graph) -> Iterator[Finding]:
    """T13. Prove that what happens at once is not interrupted.

    From the block on, until all its events have happened: no window, no state check, and
    no event that is answered by itself. What comes before each event that is announced
    is not looked at: nothing has happened yet.
    """
    for batch in graph.batches:
        if batch.chained or batch.start not in graph.reachable:
            continue
        own = between(graph, batch.start, batch.act)
        # What the block itself emits is only announced.
        area = covered(graph, own, _emitting(own))
        yield from _torn(graph, batch, batch.start, area)
        for name in batch.events:
            first = graph.stage(name, Stage.ACT).number
            last = graph.stage(name, Stage.CHECK).number
            area = covered(graph, between(graph, first, last))
            yield from _torn(graph, batch, first, area)


def _emitting(numbers: frozenset[int]) -> Callable[[Edge], bool]:
    """Return a test of edges: do they emit an event from some nodes?"""
    return lambda edge: edge.kind is Link.EMIT and edge.source in numbers


def _torn(
    graph: Graph, batch: Batch, first: int, area: frozenset[int]
) -> Iterator[Finding]:
    """Yield the first interruption of a part of a batch."""
    block = graph.nodes[batch.start]
    for node in _interruptions(graph, area):
        lead = graph.path(graph.start, [batch.start]) or [block]
        on = graph.path(first, [node.number], area) or [node]
        if first == batch.start:
            on = on[1:]
        what = {Kind.WINDOW: "window", Kind.CONTROL: "control"}.get(node.kind, "response")
        values = why(f"T13 {what}", name=_title(node))
        found = Diagnostic(
            "T13", block.span, values, (Place(node.span, "here"),), block.cites
        )
        yield Finding(Verdict.ERROR, found, (*lead, *on))
        return


def _interruptions(graph: Graph, numbers: frozenset[int]) -> Iterator[Node]:
    """Yield windows, stages with responses, then state checks."""
    nodes = [graph.nodes[number] for number in sorted(numbers)]
    yield from (node for node in nodes if node.kind is Kind.WINDOW)
    yield from responding(graph, numbers)
    yield from (node for node in nodes if node.kind is Kind.CONTROL)


def _has_closed_step(graph: Graph) -> bool:
    return any(step.permission != _OPEN for step, _, _ in _steps(graph))


def _has_immediate_answer(graph: Graph) -> bool:
    return any(ability.immediate for ability in graph.program.abilities.values())


def _has_batch(graph: Graph) -> bool:
    return any(not batch.chained for batch in graph.batches)


CHECKS: tuple[Check, ...] = (
    Check("T06", Soundness.SAFE, closed_step, _has_closed_step),
    Check("T12", Soundness.SAFE, missed_moment, _has_immediate_answer),
    Check("T13", Soundness.DEFINITE, torn_batch, _has_batch),
)
