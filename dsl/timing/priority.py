"""Who comes first, and who says so: T08, T10."""

from __future__ import annotations

from collections.abc import Iterator

import networkx as nx

from .. import core
from ..builtins import ME
from ..diagnostics import Diagnostic, Place
from ..messages_windows import why
from ..program import Ability, Event
from .answers import answers, cancels, has_answers
from .conflicts import copies, depends_on_order
from .effects import Effects
from .exclusion import Exclusion
from .findings import Check, Finding, Soundness, Verdict
from .goals import Seated
from .graph import Graph
from .guards import Guards
from .places import Node, Stage
from .regions import between
from .rewriting import Key, conjuncts
from .touching import PLAYERS, Touching
from .ways import Ways, led_to

#: What must come before what on each side of an event, from where on.
_SIDES = (
    (Stage.PROPOSE, Stage.BEFORE_FORCED, Stage.BEFORE_FREE),
    (Stage.ACT, Stage.CHECK, Stage.AFTER_FORCED),
    (Stage.ACT, Stage.AFTER_FORCED, Stage.AFTER_FREE),
)
_FORCED = (Stage.REPLACE, Stage.BEFORE_FORCED, Stage.AFTER_FORCED)
_FREE = (Stage.BEFORE_FREE, Stage.AFTER_FREE)


# T08 ---------------------------------------------------------------------


def forced_first(graph: Graph) -> Iterator[Finding]:
    """T08. Prove that what is forced comes before what is optional, and checks before both.

    On each side of every event, and of every batch, the first stage dominates the second
    and is not come back to. What cancels an event comes before others answer it.
    """
    effects = graph.known(Effects)
    for event in graph.program.events.values():
        for side in _SIDES:
            root, first, then = (graph.stage(event.name, stage) for stage in side)
            inside = frozenset(graph.members["event", event.name])
            yield from _ordered(graph, event, root, first, then, inside)
        yield from _late_cancel(graph, effects, event)
    for batch in graph.batches:
        root, first, then = (graph.nodes[n] for n in (batch.act, batch.forced, batch.free))
        inside = between(graph, batch.start, batch.end)
        for name in batch.events:
            event = graph.program.events[name]
            yield from _ordered(graph, event, root, first, then, inside)


def _ordered(
    graph: Graph,
    event: Event,
    root: Node,
    first: Node,
    then: Node,
    inside: frozenset[int],
) -> Iterator[Finding]:
    """Yield what is wrong if one node does not come before another, once."""
    part: nx.DiGraph[int] = nx.DiGraph(graph.control.subgraph(inside))
    # The same event inside itself is another one.
    unit = ("event", event.name)
    part.remove_edges_from(
        (source, graph.entries[unit])
        for source in graph.members[unit]
        if part.has_edge(source, graph.entries[unit])
    )
    if root.number not in graph.reachable or then.number not in nx.descendants(
        part, root.number
    ):
        return
    dominators = nx.immediate_dominators(part, root.number)
    if first.number not in _chain(dominators, then.number):
        way = graph.path(root.number, [then.number], inside - {first.number}) or [then]
        yield _disorder(graph, "T08 forced", event, way)
    if first.number in nx.descendants(part, then.number):
        way = graph.path(then.number, [first.number], inside) or [first]
        yield _disorder(graph, "T08 again", event, way)


def _chain(dominators: dict[int, int], number: int) -> Iterator[int]:
    """Yield a node's dominators, itself included."""
    yield number
    while dominators.get(number, number) != number:
        number = dominators[number]
        yield number


def _disorder(graph: Graph, case: str, event: Event, way: list[Node]) -> Finding:
    values = why(case, event=event.title)
    found = Diagnostic("T08", event.span, values, cites=event.cites)
    return Finding(Verdict.ERROR, found, led_to(graph, way))


def _late_cancel(graph: Graph, effects: Effects, event: Event) -> Iterator[Finding]:
    """Yield what may answer an event that is cancelled afterwards."""
    stages = (Stage.BEFORE_FORCED, Stage.BEFORE_FREE)
    waiting = [(stage, a) for stage in stages for a in _answers(graph, event.name, stage)]
    exclusion = Exclusion(graph.program)
    for late, ability in enumerate(waiting):
        others = [
            other
            for early, other in enumerate(waiting)
            if cancels(ability[1])
            and not cancels(other[1])
            and _may_come_first(graph, early, late, other[0], ability[0])
            and effects.writes["ability", other[1].name]
            and not exclusion.are_exclusive(other[1], ability[1])
        ]
        for stage, other in others[:1]:
            yield _cancelled_late(graph, event, stage, other, *ability)


def _may_come_first(
    graph: Graph, early: int, late: int, stage: Stage, other: Stage
) -> bool:
    """Tell whether an answer may come before another: by stage, by turn, or as written."""
    if stage is not other or stage is Stage.BEFORE_FREE:
        return stage is not Stage.BEFORE_FREE or other is Stage.BEFORE_FREE
    return graph.program.order is None and early < late


def _cancelled_late(
    graph: Graph, event: Event, stage: Stage, other: Ability, then: Stage, ability: Ability
) -> Finding:
    values = why("T08 cancel", name=ability.title, event=event.title, other=other.title)
    places = (Place(other.span, "other"), Place(ability.span, "cancels"))
    found = Diagnostic("T08", event.span, values, places, event.cites)
    lead = graph.path(graph.start, [graph.stage(event.name, stage).number]) or []
    steps = [
        graph.nodes[graph.entries["ability", other.name]],
        graph.stage(event.name, then),
        graph.nodes[graph.entries["ability", ability.name]],
        graph.stage(event.name, Stage.DONE),
    ]
    return Finding(Verdict.ALERT, found, (*lead, *steps))


def _answers(graph: Graph, event: str, stage: Stage) -> list[Ability]:
    reachable = graph.stage(event, stage).number in graph.reachable
    return list(answers(graph.program, event, stage)) if reachable else []


# T10 ---------------------------------------------------------------------


def unordered(graph: Graph) -> Iterator[Finding]:
    """T10. Prove that wherever several abilities are possible at once, somebody decides.

    Somebody is named, is in the game on every way there, and no card that fires by rule
    is left in the hands of a player who is not. What gives the same in any order needs
    nobody; responses do, for who is asked first knows less.
    """
    for event in graph.program.events.values():
        for stage in (*_FORCED, *_FREE):
            found = _answers(graph, event.name, stage)
            node = graph.stage(event.name, stage)
            case = _tie(graph, found, stage)
            if graph.program.order is not None or not case:
                continue
            if stage in _FREE or depends_on_order(graph, found, node):
                names = tuple(ability.title for ability in found)
                values = why(f"T10 {case}", event=event.title, names=names)
                diagnostic = Diagnostic("T10", found[0].span, values, cites=event.cites)
                way = graph.path(graph.start, [node.number]) or ()
                yield Finding(Verdict.ERROR, diagnostic, tuple(way))
    yield from _gone(graph)
    yield from _left_cards(graph)


def _tie(graph: Graph, found: list[Ability], stage: Stage) -> str:
    """Return which question a stage leaves open if nobody orders it, nothing if none."""
    if stage in _FREE:
        return "first" if _several_may_respond(graph, found) else ""
    exclusion = Exclusion(graph.program)
    several = any(
        not exclusion.are_exclusive(one, other)
        for index, one in enumerate(found)
        for other in found[index + 1 :]
    )
    return "nobody" if several or any(copies(graph, each) > 1 for each in found) else ""


def _several_may_respond(graph: Graph, found: list[Ability]) -> bool:
    """Tell whether more than one player may have something to respond with."""
    if graph.program.players[1] < 2:
        return False
    seats: set[Key | None] = set()
    for ability in found:
        if ability.card is not None and copies(graph, ability) == 1:
            seats.add(("card", ability.card))
        else:
            seats.add(_only(ability))
    return None in seats or len(seats) > 1


def _only(ability: Ability) -> Key | None:
    """Return the one player who may use an ability if it says so, by « exige moi = … »."""
    assert ability.trigger is not None
    names = {slot: f"{index}" for index, slot in enumerate(ability.trigger.slots)}
    for requirement in ability.requirements:
        for condition in conjuncts(requirement.condition):
            match condition:
                case core.Operation(
                    op="=", operands=(core.Local(slot=me), core.Local(slot=slot))
                ) if ME in (me, slot):
                    other = slot if me == ME else me
                    return ("only", names.get(other, other))
                case _:
                    pass
    return None


def _gone(graph: Graph) -> Iterator[Finding]:
    """Yield a way on which the one who orders may have left the game, the first there is."""
    order = graph.program.order
    if order is None:
        return
    guards = Guards(graph)
    goal = Seated(guards.unfold(order))
    for event in graph.program.events.values():
        for stage in (*_FORCED, *_FREE):
            if not _tie(graph, _answers(graph, event.name, stage), stage):
                continue
            way = guards.bad_way(goal, graph.stage(event.name, stage))
            if way is not None:
                since, way = _since(graph, order, graph.stage(event.name, stage), way)
                values = why("T10 gone", event=event.title)
                places = tuple(Place(node.span, "since") for node in since)
                found = Diagnostic("T10", order.span, values, places, event.cites)
                yield Finding(Verdict.ALERT, found, led_to(graph, way))
                return


def _since(
    graph: Graph, order: core.Expr, stage: Node, way: list[Node]
) -> tuple[list[Node], list[Node]]:
    """Return an elimination from which nothing names another player, and the way on."""
    read = Touching(graph.program).reads(order)
    named = {node.number for node in graph.nodes if node.writes & read - {PLAYERS}}
    ways = Ways(graph, closed=named)
    for node in graph.nodes:
        if isinstance(node.statement, core.Eliminate) and node.number in graph.reachable:
            found = ways.find([node.number], {stage.number})
            if found is not None:
                return [node], found
    return [], way


def _left_cards(graph: Graph) -> Iterator[Finding]:
    """Yield cards that still fire by rule once their owner has left the game."""
    gone = [n for n in graph.nodes if isinstance(n.statement, core.Eliminate)]
    for ability in graph.program.abilities.values():
        if ability.cls not in ("forcé", "remplacement") or ability.trigger is None:
            continue
        owned = [z for z in ability.zones if graph.program.zones[z].owner == core.PLAYER]
        entry = graph.entries["ability", ability.name]
        for zone in owned:
            movers = {n.number for n in graph.nodes if f"zone {zone}" in n.writes}
            ways = Ways(graph, closed=movers - {entry})
            for node in gone:
                if node.number not in graph.reachable or _empties(graph, node, movers):
                    continue
                way = ways.find([node.number], {entry})
                if way is not None:
                    values = why("T10 owner", name=ability.title)
                    places = (Place(node.span, "since"),)
                    found = Diagnostic("T10", ability.span, values, places, ability.cites)
                    yield Finding(Verdict.ALERT, found, led_to(graph, way))
                    return


def _empties(graph: Graph, node: Node, movers: set[int]) -> bool:
    """Tell whether something is always moved in a unit before a player is eliminated."""
    entry = graph.entries[node.unit]
    inside = frozenset(graph.members[node.unit]) - movers
    return graph.path(entry, [node.number], inside) is None


CHECKS: tuple[Check, ...] = (
    Check("T08", Soundness.DEFINITE, forced_first, has_answers),
    Check("T10", Soundness.DEFINITE, unordered, has_answers),
)
