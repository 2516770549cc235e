"""What a game must do, besides walking a trace, to show what a check reports.

Each proof is read off the state of the game at a decision, or off what it passes inside
one event. Where the same walk could be read in another way there is no proof.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

import networkx as nx

from ..dsl import core
from ..dsl.program import Control
from ..dsl.timing.answers import ANSWERS
from ..dsl.timing.findings import Finding
from ..dsl.timing.graph import Graph
from ..dsl.timing.places import Kind, Node, Stage
from ..dsl.timing.regions import between, covered
from .circling import circle
from .compiler import Rules
from .evaluate import Evaluator
from .faults import CODES
from .reaching import Aim, Failure, Moment
from .runtime import RuleFault, State

# What is open, what holds ------------------------------------------------


def _is_open(rules: Rules, state: State, scope: str) -> bool:
    """Tell whether a scope of this kind or name is open."""
    scopes = rules.module["SCOPES"]
    return any(scope in scopes[number][:2] for number, _, _ in state.scopes)


def _is_torn(graph: Graph, scope: str) -> bool:
    """Tell whether a scope may be an event of a batch: it is closed between its stages."""
    names = {name for batch in graph.batches for name in batch.events}
    return bool(names) and scope in (names | {"événement"})


def _is_met(rules: Rules, state: State, condition: core.Expr) -> bool:
    try:
        return bool(Evaluator(rules.layout, state).value(condition, {}))
    except RuleFault:
        return False


def _is_asked(moment: Moment) -> bool:
    return moment.state.result is None and moment.state.ask >= 0


def _is_recursive(graph: Graph, event: str) -> bool:
    """Tell whether an event may happen inside itself: a walk may mix up the two."""
    unit = ("event", event)
    return any(
        unit == other or unit in nx.descendants(graph.calls, other)
        for other in graph.calls.successors(unit)
    )


# Each check --------------------------------------------------------------


def interrupted(graph: Graph, finding: Finding, walk: Aim) -> Aim:
    """T06. Somebody is asked in that window, or to respond, while the step is open."""
    span, last = finding.diagnostic.span, finding.trace[-1]
    step = next(n for n in finding.trace if n.span == span and n.statement is not None)
    assert isinstance(step.statement, core.StepBlock)
    name = step.statement.name

    def shows(moment: Moment) -> bool:
        if not _is_asked(moment):
            return False
        ask = moment.rules.asks[moment.state.ask]
        asked = ask.window if last.kind is Kind.WINDOW else ask.event
        is_free = ask.mode == "window" and asked == last.name
        return is_free and _is_open(moment.rules, moment.state, name)

    return replace(walk, shows=shows)


def cancelled_late(graph: Graph, finding: Finding, walk: Aim) -> Aim:
    """T08. In one event, something answers it and then something else cancels it."""
    other, _, ability, done = finding.trace[-4:]
    event = done.name
    cancels = [
        node.number
        for node in graph.nodes
        if node.unit == ability.unit and isinstance(node.statement, core.Cancel)
    ]
    if done.stage is not Stage.DONE or not cancels or _is_recursive(graph, event):
        return walk
    propose = graph.stage(event, Stage.PROPOSE).number
    points = (propose, other.number, ability.number, cancels[0])
    avoided = {propose, graph.stage(event, Stage.ACT).number}
    return Aim(points, 0, frozenset(avoided), shows=lambda moment: True)


def absent_order(graph: Graph, finding: Finding, walk: Aim) -> Aim:
    """T10. The answers to an event are ordered by somebody who has left the game."""
    order, stage = graph.program.order, finding.trace[-1]
    if order is None or finding.diagnostic.span != order.span or stage.stage is None:
        return walk
    asked = "order" if ANSWERS[stage.stage][0] != "réponse" else "window"

    def shows(moment: Moment) -> bool:
        if not _is_asked(moment):
            return False
        ask = moment.rules.asks[moment.state.ask]
        if ask.event != stage.name or ask.mode != asked:
            return False
        seat = Evaluator(moment.rules.layout, moment.state).value(order, {})
        return seat >= 0 and not moment.state.alive[seat]

    return replace(walk, shows=shows)


def missed_moment(graph: Graph, finding: Finding, walk: Aim) -> Aim:
    """T12. After an event and before its answer another one happens, outside of it."""
    ability = graph.program.abilities[finding.trace[-1].name]
    assert ability.trigger is not None
    event = ability.trigger.event
    acts = [node for node in finding.trace if node.stage is Stage.ACT]
    act, check = (graph.stage(event, stage) for stage in (Stage.ACT, Stage.CHECK))
    part = covered(graph, between(graph, act.number, check.number))
    together = any(
        {event, acts[-1].name} <= set(batch.events) and not batch.chained
        for batch in graph.batches
    )
    if acts[-1].number in part or together or _is_recursive(graph, event):
        return walk
    points = (act.number, acts[-1].number, finding.trace[-1].number)
    avoided = frozenset({graph.stage(event, Stage.PROPOSE).number, act.number})
    return Aim(points, 0, avoided, shows=lambda moment: True)


def leaking_limit(graph: Graph, finding: Finding, walk: Aim) -> Aim:
    """T15. An action is used while the scope of its limit is not open, after it was; or a
    free action leads back to the very same situation."""
    if finding.cycle:
        return circle(graph, finding, walk)
    entry = finding.trace[-1]
    ability = graph.program.abilities[entry.name]
    span = finding.diagnostic.span
    scope = next(limit.scope for limit in ability.limits if limit.span == span)

    def shows(moment: Moment) -> bool:
        before = moment.before
        is_used = bool(moment.passed) and moment.passed[0] == entry.number
        return is_used and before is not None and not _is_open(moment.rules, before, scope)

    is_plain = ability.cls == "action" and not _is_torn(graph, scope)
    return replace(walk, shows=shows) if is_plain else walk


def orphan_duration(graph: Graph, finding: Finding, walk: Aim) -> Aim:
    """T16. At a decision, something lasts although none of its scopes is open."""
    lasting = finding.trace[-1].statement
    assert isinstance(lasting, core.Lasting | core.Forbid)
    if _is_torn(graph, lasting.scope):
        return walk

    def shows(moment: Moment) -> bool:
        scopes = moment.rules.module["SCOPES"]
        ending = frozenset().union(*(scope[2] for scope in scopes))
        state = moment.state
        ended = frozenset().union(*(scopes[number][2] for number, _, _ in state.scopes))
        held = {entry[0] for entry in (*state.lasting, *state.forbidden)}
        is_set = finding.trace[-1].number in moment.passed
        return _is_asked(moment) and is_set and bool(held & ending - ended)

    return replace(walk, shows=shows)


def left_set(graph: Graph, finding: Finding, walk: Aim) -> Aim:
    """T17. The state is set when the jump is made: at the decision before it, or at the one
    after it, and nothing changes it in between."""
    resets = {place.span for place in finding.diagnostic.places}
    reset = next((n.statement for n in graph.nodes if n.span in resets), None)
    jumps = [n.number for n in finding.trace if isinstance(n.statement, core.Leave)]
    if not isinstance(reset, core.Assign) or not jumps:
        return walk
    state, jump = reset.target.state, jumps[-1]
    writers = _writers(graph, f"état {state}")

    def is_set(moment: Moment, held: State | None) -> bool:
        name = moment.rules.layout.states[state]
        first: object = getattr(moment.rules.fresh(0), name)
        return held is not None and bool(getattr(held, name) != first)

    def shows(moment: Moment) -> bool:
        if jump not in moment.passed:
            return False
        at = moment.passed.index(jump)
        before, after = set(moment.passed[:at]), set(moment.passed[at:])
        was_set = is_set(moment, moment.before) and not writers & before
        return was_set or (is_set(moment, moment.state) and not writers & after)

    return replace(walk, shows=shows)


def _writers(graph: Graph, what: str) -> frozenset[int]:
    return frozenset(node.number for node in graph.nodes if what in node.writes)


def late_end(graph: Graph, finding: Finding, walk: Aim) -> Aim:
    """T21. Somebody decides while the end has come, and the check has not been made."""
    spans = {place.span for place in finding.diagnostic.places}
    found = [each for each in graph.program.controls if each.span in spans]
    return _unchecked(graph, found[0], walk) if found else walk


def stale_check(graph: Graph, finding: Finding, walk: Aim) -> Aim:
    """T27. As T21, for a check whose modifiers have ended."""
    span = finding.diagnostic.span
    control = next(each for each in graph.program.controls if each.span == span)
    return _unchecked(graph, control, walk)


def _unchecked(graph: Graph, control: Control, walk: Aim) -> Aim:
    """Aim at a condition that has become true, at a decision, and that did nothing."""
    body = frozenset(graph.members["control", control.name])
    if not body.intersection(graph.landmarks.values()):
        return walk

    def shows(moment: Moment) -> bool:
        if moment.before is None or not _is_asked(moment):
            return False
        if body.intersection(moment.passed):
            return False
        rules = moment.rules
        was = _is_met(rules, moment.before, control.condition)
        return not was and _is_met(rules, moment.state, control.condition)

    return replace(walk, shows=shows)


def empty_choice(graph: Graph, finding: Finding, walk: Aim) -> Aim:
    """T22. The interpreter has nothing to offer there."""
    return replace(walk, fails=_failing(finding.trace[-1], "no_option"))


def nobody_asked(graph: Graph, finding: Finding, walk: Aim) -> Aim:
    """T23. The interpreter finds nobody to ask there, or asks somebody who has left."""
    last = finding.trace[-1]

    def shows(moment: Moment) -> bool:
        state = moment.state
        at_it = bool(moment.passed) and moment.passed[-1] == last.number
        return _is_asked(moment) and at_it and not state.alive[state.who]

    return replace(walk, shows=shows, fails=_failing(last, "nobody"))


def _failing(node: Node, fault: str) -> Callable[[Failure], bool]:
    """Return a test of failures: is it this fault, at the place of a node?"""

    def fails(failure: Failure) -> bool:
        return failure.fault.code == CODES[fault] and failure.fault.span == node.span

    return fails


def pending_answers(graph: Graph, finding: Finding, walk: Aim) -> Aim:
    """T26. The body of an event is left by a jump: its answers are never asked for."""
    event = str(finding.diagnostic.values["event"])
    jumps = [node for node in finding.trace if isinstance(node.statement, core.Leave)]
    if not jumps or jumps[-1].unit != ("event", event):
        return walk
    act, propose = (graph.stage(event, s).number for s in (Stage.ACT, Stage.PROPOSE))
    points = (*_until(walk.points, act), act, jumps[-1].number)
    anchor = len(points) - 2

    def shows(moment: Moment) -> bool:
        return not _is_open(moment.rules, moment.state, event)

    return Aim(points, anchor, frozenset({propose}), shows=shows)


def _until(points: Iterable[int], number: int) -> tuple[int, ...]:
    """Return the points before a number."""
    found: list[int] = []
    for each in points:
        if each == number:
            break
        found.append(each)
    return tuple(found)
