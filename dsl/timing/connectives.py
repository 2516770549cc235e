"""One part of an effect, then the next: T14."""

from __future__ import annotations

from collections.abc import Iterator

from .. import core
from ..diagnostics import Diagnostic, Place
from ..messages_windows import why
from .answers import answers
from .effects import Effects
from .findings import Check, Finding, Soundness, Verdict
from .graph import Graph
from .labels import label_of
from .places import Batch, Node, Stage, Unit
from .regions import between, entered_from
from .ways import led_to


def sequence_honoured(graph: Graph) -> Iterator[Finding]:
    """T14. Prove that players respond to a part of an effect when the profile says.

    With `suite fermée` no response comes between two parts of an effect; with `suite
    ouverte` responses to one part do not wait for the next. Parts are what the effect of
    an ability, or a procedure it calls, changes or emits. Without such a line there is
    nothing to compare. That nothing comes between parts that happen at once is T13.
    """
    parts = _Parts(graph)
    if graph.program.sequence == "fermée":
        for unit in parts.units:
            yield from _answered_too_soon(parts, unit)
    elif graph.program.sequence == "ouverte":
        for batch in graph.batches:
            if batch.chained and graph.nodes[batch.start].unit in parts.units:
                yield from _answered_too_late(parts, batch)


class _Parts:
    """The effects of a graph and what each of their statements does."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.writes = graph.known(Effects).writes
        self.units = _effects(graph)
        #: Nodes whose answers wait, or that happen at once.
        self.waiting = frozenset(
            number
            for batch in graph.batches
            for number in between(graph, batch.start, batch.act)
        )
        self.procedures = self._answered_procedures()

    def _answered_procedures(self) -> dict[str, str]:
        """Return the procedures that emit something players respond to, with the event."""
        found: dict[str, str] = {}
        waiting = [unit for unit in self.units if unit[0] == "procedure"]
        changed = True
        while changed:
            changed = False
            for unit in waiting:
                events = [self.answered(node, found) for node in self._own(unit)]
                event = next(filter(None, events), "")
                if event and unit[1] not in found:
                    found[unit[1]] = event
                    changed = True
        return found

    def _own(self, unit: Unit) -> list[Node]:
        numbers = self.graph.members[unit]
        return [self.graph.nodes[n] for n in numbers if n not in self.waiting]

    def answered(self, node: Node, procedures: dict[str, str]) -> str:
        """Return an event that a node emits, itself or by a procedure, and that players
        respond to."""
        match node.statement:
            case core.Emit(event=name):
                found = answers(self.graph.program, name, Stage.AFTER_FREE)
                return name if any(found) else ""
            case core.Perform(procedure=name):
                return procedures.get(name, "")
            case _:
                return ""

    def later(self, number: int, end: int) -> Node | None:
        """Return a part of an effect that comes after a call, before a node."""
        following = sorted(between(self.graph, number + 1, end))
        nodes = (self.graph.nodes[each] for each in following)
        return next(filter(self._is_part, nodes), None)

    def _is_part(self, node: Node) -> bool:
        match node.statement:
            case core.Perform(procedure=name):
                return bool(self.writes["procedure", name])
            case core.Emit():
                return True
            case _:
                return bool(node.writes)


def _effects(graph: Graph) -> list[Unit]:
    """Return the abilities and the procedures they run."""
    abilities: list[Unit] = [unit for unit in graph.entries if unit[0] == "ability"]
    numbers = [number for unit in abilities for number in graph.members[unit]]
    called = entered_from(graph, numbers)
    return [*abilities, *(u for u in graph.entries if u[0] == "procedure" and u in called)]


def _answered_too_soon(parts: _Parts, unit: Unit) -> Iterator[Finding]:
    """Yield the parts of an effect after which players respond before the next."""
    graph = parts.graph
    for number in graph.members[unit]:
        node = graph.nodes[number]
        event = parts.answered(node, parts.procedures)
        if not event or number in parts.waiting or number not in graph.reachable:
            continue
        then = parts.later(number, graph.exits[unit])
        if then is not None:
            answer = graph.stage(event, Stage.AFTER_FREE)
            way = graph.path(number, [answer.number]) or [node]
            yield _finding(graph, "T14 open", event, (*way, then), then)


def _answered_too_late(parts: _Parts, batch: Batch) -> Iterator[Finding]:
    """Yield the first event of a chained block whose responses wait for another part."""
    graph = parts.graph
    inside = between(graph, batch.start, batch.act)
    for number in sorted(inside):
        node = graph.nodes[number]
        if not isinstance(node.statement, core.Emit):
            continue
        event = node.statement.event
        then = parts.later(number, batch.act)
        if then is not None and any(answers(graph.program, event, Stage.AFTER_FREE)):
            answer = graph.stage(event, Stage.AFTER_FREE)
            way = (
                node,
                graph.stage(event, Stage.ACT),
                then,
                graph.nodes[batch.free],
                answer,
            )
            yield _finding(graph, "T14 closed", event, way, then)
            return


def _finding(
    graph: Graph, case: str, event: str, way: tuple[Node, ...], then: Node
) -> Finding:
    title = graph.program.events[event].title
    values = why(case, first=title, second=_title(graph, then))
    places = (Place(then.span, "then"),)
    found = Diagnostic("T14", way[0].span, values, places, way[0].cites)
    return Finding(Verdict.ERROR, found, led_to(graph, list(way)))


def _title(graph: Graph, node: Node) -> str:
    """Return what a part of an effect is called."""
    match node.statement:
        case core.Emit(event=name):
            return graph.program.events[name].title
        case core.Perform(procedure=name):
            return graph.program.procedures[name].title
        case core.Statement() as statement:
            return label_of(statement)
        case _:
            return node.label


def _has_sequence(graph: Graph) -> bool:
    return bool(graph.program.sequence)


CHECKS: tuple[Check, ...] = (
    Check("T14", Soundness.DEFINITE, sequence_honoured, _has_sequence),
)
