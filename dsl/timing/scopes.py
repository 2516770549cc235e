"""Scopes, what lasts in them and what leaves them: T16, T17 and T26."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from .. import core
from ..diagnostics import Diagnostic, Place
from ..source import NOWHERE
from .answers import answers
from .findings import Check, Finding, Soundness, Verdict
from .graph import Graph
from .leftovers import left_set
from .places import Edge, Kind, Link, Node, Scope, Stage
from .ways import Ways, led_to

#: The scope that is open from the start to the end.
_WHOLE = "partie"
#: Scopes that are duties: the book says they take place.
_PLACES = ("phase", "étape")


def scopes_of(graph: Graph, word: str = "") -> Iterator[tuple[Scope, int, int]]:
    """Yield each scope of a kind or name (all, without), where it opens, where it closes."""
    for node in graph.nodes:
        scope, closing = _scope_at(graph, node)
        if scope[0] and (not word or word in scope):
            yield scope, node.number, closing


def _scope_at(graph: Graph, node: Node) -> tuple[Scope, int]:
    match node.kind:
        case Kind.OPEN:
            # A scope's closing node is made just before its opening one.
            return node.scopes[-1], node.number - 1
        case Kind.WINDOW:
            closing = next(
                each.number
                for each in graph.of_kind(Kind.CLOSE)
                if each.unit == node.unit and each.scopes == (("fenêtre", node.name),)
            )
            return ("fenêtre", node.name), closing
        case Kind.EVENT if node.stage is Stage.PROPOSE:
            return ("événement", node.name), graph.exits[node.unit]
        case _:
            return ("", ""), 0


#: The ways while a scope is not open, where it opens and closes, and where a game may be
#: without it.
_Open = tuple[Ways, set[int], set[int], set[int]]


def unending_duration(graph: Graph) -> Iterator[Finding]:
    """T16. Prove that what lasts in a scope begins inside it and ends with it.

    On every way to a lasting effect its scope is open, and from there it can close.
    """
    known: dict[str, _Open] = {}
    for node in graph.nodes:
        statement = node.statement
        if not isinstance(statement, core.Lasting | core.Forbid):
            continue
        if statement.scope == _WHOLE or node.number not in graph.reachable:
            continue
        if statement.scope not in known:
            known[statement.scope] = _opened(graph, statement.scope)
        yield from _open_there(graph, node, statement.scope, *known[statement.scope])


def _opened(graph: Graph, scope: str) -> _Open:
    around = {opening: closing for _, opening, closing in scopes_of(graph, scope)}
    outside = _outside(graph, around)
    return Ways(graph, closed=around), {*around}, {*around.values()}, outside


def _outside(graph: Graph, around: Mapping[int, int]) -> set[int]:
    """Return where a game may be while a scope is not open.

    A call comes back as it was made: what opens the scope once more inside of it does not
    leave it open any less.
    """
    found: set[int] = set()
    jumps = (edge.target for edge in graph.edges if edge.kind is Link.JUMP)
    waiting = [graph.start, *({*jumps} - {*around.values()})]
    while waiting:
        number = waiting.pop()
        number = around.get(number, number)
        if number not in found:
            found.add(number)
            waiting += graph.control.successors(number)
    return found


def _open_there(
    graph: Graph,
    node: Node,
    scope: str,
    ways: Ways,
    opens: set[int],
    closes: set[int],
    outside: set[int],
) -> Iterator[Finding]:
    way = None
    if node.number in outside:
        way = ways.find([graph.start], {node.number}, entered=True)
        way = way or ways.find(closes & graph.reachable, {node.number})
    if way is not None:
        is_ever = Ways(graph, closed=closes).find(opens, {node.number})
        verdict = Verdict.ALERT if is_ever else Verdict.ERROR
        french, english = ("peut ne pas être", "may not be") if is_ever else (
            "n'est jamais", "is never",
        )  # fmt: skip
        why = {
            "why_fr": f"« {scope} » {french} en cours",
            "why_en": f"“{scope}” {english} going on",
        }
        yield _duration(node, scope, why, verdict, led_to(graph, way))
    elif Ways(graph).find([node.number], closes) is None and not _is_left(graph, node):
        why = {
            "why_fr": f"« {scope} » ne se termine jamais",
            "why_en": f"“{scope}” never ends",
        }
        trace = tuple(graph.path(graph.start, [node.number]) or ())
        yield _duration(node, scope, why, Verdict.ERROR, trace)


def _is_left(graph: Graph, node: Node) -> bool:
    """Tell whether a jump may be made from somewhere after a node: it closes scopes."""
    after = Ways(graph).reach([node.number])
    return any(isinstance(graph.nodes[n].statement, core.Leave) for n in after)


def _duration(
    node: Node, scope: str, why: dict[str, str], verdict: Verdict, trace: tuple[Node, ...]
) -> Finding:
    values = {"scope": scope, **why}
    return Finding(verdict, Diagnostic("T16", node.span, values, (), node.cites), trace)


def silent_skip(graph: Graph) -> Iterator[Finding]:
    """T17. Prove that each jump says which places it leaves out.

    Of the phases and steps that every ordinary way through the scope goes by, those that
    are still to come at a jump are left out by it. What a rule sets in the scope and
    always sets back before its end must not be left set by a jump either.
    """
    for edge in graph.edges:
        node = graph.nodes[edge.source]
        leave = node.statement
        if edge.kind is not Link.JUMP or not isinstance(leave, core.Leave):
            continue
        scope, opening, closing = _left(graph, edge)
        if leave.scope not in scope or node.number not in graph.reachable:
            continue
        way = Ways(graph, closed={closing}).find([opening], {node.number})
        if way is None:
            continue
        skipped = _skipped(graph, node, opening, closing)
        unsaid = [n for n in skipped if graph.nodes[n].name not in leave.skips]
        if unsaid:
            names = tuple(graph.nodes[number].name for number in unsaid)
            places = tuple(Place(graph.nodes[n].span, "skipped") for n in unsaid)
            told = ", ".join(names)
            values = {
                "scope": leave.scope,
                "skipped": names,
                "why_fr": f"laisse de côté « {told} » sans le dire",
                "why_en": f"leaves out “{told}” without saying so",
            }
            found = Diagnostic("T17", node.span, values, _told(places), node.cites)
            trace = led_to(graph, [*way, graph.nodes[edge.target]])
            yield Finding(Verdict.ERROR, found, trace)
        yield from left_set(graph, node, closing)


def _told(places: tuple[Place, ...]) -> tuple[Place, ...]:
    return tuple(place for place in places if place.span != NOWHERE)


def _left(graph: Graph, edge: Edge) -> tuple[Scope, int, int]:
    """Return the scope a jump closes last, where it opens and closes.

    A loop is always left by a jump: what counts is the round it is left in.
    """
    for scope, opening, closing in scopes_of(graph):
        if closing == edge.target:
            if scope[0] != "boucle":
                return scope, opening, closing
            return next(
                (scope, inner, end)
                for _, inner, end in scopes_of(graph, "manche")
                if graph.nodes[inner].scopes[-2:-1] == (scope,)
            )
    return ("", ""), 0, 0


def _skipped(graph: Graph, node: Node, opening: int, closing: int) -> list[int]:
    """Return where the places open that a jump leaves out."""
    found = []
    every, ordinary = Ways(graph), Ways(graph, cut=_is_jump)
    for scope, place, _ in scopes_of(graph):
        if scope[0] not in _PLACES or place == opening:
            continue
        if ordinary.closing({place}).find([opening], {closing}) is not None:
            continue
        if every.closing({place}).find([opening], {node.number}) is not None:
            found.append(place)
    return found


def _is_jump(edge: Edge) -> bool:
    return edge.kind is Link.JUMP


def pending_answers(graph: Graph) -> Iterator[Finding]:
    """T26. Prove that no scope closes while an event in it still waits for its answers.

    Once an event has happened, only a jump can lead out of it without passing the stages
    at which abilities answer it.
    """
    ordinary = Ways(graph, cut=_is_jump)
    for event in graph.program.events.values():
        act = graph.stage(event.name, Stage.ACT).number
        if act not in graph.reachable:
            continue
        within = ordinary.reach([act], entered=True)
        outer = {
            closing for _, opening, closing in scopes_of(graph) if opening not in within
        }
        outer -= {graph.exits["event", event.name]}
        for stage in (Stage.AFTER_FORCED, Stage.AFTER_FREE):
            waiting = list(answers(graph.program, event.name, stage))
            if not waiting:
                continue
            closed = {graph.stage(event.name, stage).number}
            way = Ways(graph, closed=closed).find([act], outer, entered=True)
            if way is not None:
                jump = next(n for n in reversed(way) if isinstance(n.statement, core.Leave))
                values = {"event": event.name, "waiting": tuple(a.name for a in waiting)}
                places = tuple(Place(each.span, "waiting") for each in waiting)
                found = Diagnostic("T26", jump.span, values, places, jump.cites)
                yield Finding(Verdict.ALERT, found, led_to(graph, way))
                break


CHECKS: tuple[Check, ...] = (
    Check("T16", Soundness.SAFE, unending_duration),
    Check("T17", Soundness.DEFINITE, silent_skip),
    Check("T26", Soundness.SAFE, pending_answers),
)
