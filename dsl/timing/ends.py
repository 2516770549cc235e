"""Where the end of the game is checked: T21."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import networkx as nx

from .. import core
from ..checks.walking import walk
from ..diagnostics import Diagnostic, Place
from ..source import Span
from .answers import answers
from .builder import COURSE
from .certain import Certain
from .findings import Check, Finding, Soundness, Verdict
from .graph import Graph
from .measures import with_state
from .places import Edge, Kind, Link, Node, Stage, Unit
from .rewriting import TURNED, key, unfold
from .taken import Taken
from .touching import Touching
from .ways import Ways, led_to

#: Units that are carried out in one go.
_RESOLVED = ("ability", "event", "procedure", "control")


@dataclass(frozen=True, slots=True)
class EndCheck:
    """A condition that ends the game or somebody's part in it, and where it is looked at.

    `unit`: the rule it stands in, if it is a test there and not a state check.
    """

    name: str
    span: Span
    condition: core.Expr
    nodes: frozenset[int]
    unit: Unit | None


def late_check(graph: Graph) -> Iterator[Finding]:
    """T21. Prove that the end of the game is looked at before anybody decides again.

    From every change that can bring an end about, no window, choice or response is
    reached without passing the check. A test inside an ability, an event or a procedure is
    held to this for the changes of that rule: elsewhere it may stand for the end of a turn.
    """
    certain = Certain(graph.program, eliminates=True)
    decisions = frozenset(_decisions(graph))
    changes = list(_changes(graph))
    taken = graph.known(Taken)
    for check in _checks(graph):
        reads = Touching(graph.program).reads(check.condition)
        ways = Ways(graph, closed=check.nodes, cut=lambda edge: _waits(graph, edge))
        told: set[Unit] = set()
        for node in changes:
            if node.unit in told or not node.writes & reads:
                continue
            if check.unit not in (None, node.unit) or not _can_meet(node, check, certain):
                continue
            way = ways.find([node.number], decisions)
            if way is not None and taken.touched(node) & reads:
                told.add(node.unit)
                yield _late(graph, check, node, way)


def _changes(graph: Graph) -> Iterator[Node]:
    """Yield the nodes that change something once the game has begun."""
    begun = {COURSE, *nx.descendants(graph.calls, COURSE)}
    for node in graph.nodes:
        if node.writes and node.unit in begun and node.number in graph.reachable:
            yield node


def _late(graph: Graph, check: EndCheck, node: Node, way: list[Node]) -> Finding:
    values = {"name": check.name, "decision": way[-1].label}
    places = (Place(check.span, "check"),)
    found = Diagnostic("T21", node.span, values, places, node.cites)
    return Finding(Verdict.ALERT, found, led_to(graph, way))


def _checks(graph: Graph) -> Iterator[EndCheck]:
    """Yield the state checks and the tests that end the game."""
    program = graph.program
    ending = _ending_units(graph)
    for control in program.controls:
        if ("control", control.name) in ending:
            nodes = frozenset(
                n.number for n in graph.of_kind(Kind.CONTROL) if n.name == control.name
            )
            condition = unfold(control.condition, program)
            yield EndCheck(control.title, control.span, condition, nodes, None)
    tests: dict[tuple[Unit, object], list[Node]] = {}
    for node in graph.of_kind(Kind.TEST):
        statement = node.statement
        if node.unit[0] not in _RESOLVED or not isinstance(statement, core.If):
            continue
        if isinstance(statement.then[-1], core.Finish):
            condition = unfold(statement.condition, program)
            tests.setdefault((node.unit, key(condition)), []).append(node)
    for (unit, _), found in tests.items():
        statement = found[0].statement
        assert isinstance(statement, core.If)
        finish = statement.then[-1]
        assert isinstance(finish, core.Finish)
        name = program.outcomes[finish.outcome].title
        numbers = frozenset(node.number for node in found)
        condition = unfold(statement.condition, program)
        yield EndCheck(name, statement.condition.span, condition, numbers, unit)


def _ending_units(graph: Graph) -> frozenset[Unit]:
    """Return the units that may end the game, or somebody's part in it."""
    ending = {
        node.unit
        for node in graph.nodes
        if isinstance(node.statement, core.Finish | core.Eliminate)
    }
    changed = True
    while changed:
        changed = False
        for unit, other in graph.calls.edges:
            if other in ending and unit not in ending:
                ending.add(unit)
                changed = True
    return frozenset(ending)


def _decisions(graph: Graph) -> Iterator[int]:
    """Yield where somebody may be asked: choices, windows, stages with responses."""
    yield from (node.number for node in graph.of_kind(Kind.CHOICE, Kind.WINDOW))
    for node in graph.of_kind(Kind.EVENT):
        is_asked = node.stage in (Stage.BEFORE_FREE, Stage.AFTER_FREE)
        if is_asked and node.stage and any(answers(graph.program, node.name, node.stage)):
            yield node.number


def _waits(graph: Graph, edge: Edge) -> bool:
    """Tell whether an event of a batch stops there until the others have come so far."""
    source, target = graph.nodes[edge.source], graph.nodes[edge.target]
    is_event = source.kind is Kind.EVENT and source.stage is not Stage.AFTER_FREE
    return is_event and target.stage is Stage.DONE and edge.kind is Link.NEXT


def _can_meet(node: Node, check: EndCheck, certain: Certain) -> bool:
    """Tell whether a change can make a condition true that was not."""
    match node.statement:
        case core.Assign(target=target, value=value):
            given = certain.value(unfold(value, certain.program))
            if given is None or _times_read(check.condition, target.state) > 1:
                return True
            whole = core.Const(value.span, value.kind, given, str(given))
            changed = with_state(check.condition, target.state, whole)
            return certain.truth(changed) is not False
        case core.Adjust(target=target, amount=amount):
            low, high = certain.bounds(unfold(amount, certain.program))
            ways = _directions(check.condition, target.state)
            rises = high is None or high > 0
            falls = low is None or low < 0
            return (rises and "+" in ways) or (falls and "-" in ways)
        case _:
            return True


def _times_read(condition: core.Expr, state: str) -> int:
    states = (p for p in walk(condition) if isinstance(p, core.Global | core.Column))
    return sum(each.state == state for each in states)


def _directions(condition: core.Expr, state: str) -> str:
    """Return how a number must move for a condition to become true: up, down or both."""
    found = ""
    for piece in walk(condition):
        match piece:
            case core.Operation(op=op, operands=(left, right)) if op in TURNED:
                for side, turned in ((left, op), (right, TURNED[op])):
                    if isinstance(side, core.Global | core.Column) and side.state == state:
                        found += {"<": "-", "≤": "-", ">": "+", "≥": "+"}.get(turned, "+-")
            case core.Operation(op="non") | core.Fold(op="tous"):
                return "+-"
            case _:
                pass
    return found or "+-"


CHECKS: tuple[Check, ...] = (Check("T21", Soundness.SAFE, late_check),)
