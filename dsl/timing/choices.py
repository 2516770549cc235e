"""Who chooses, and from what: T22 and T23."""

from __future__ import annotations

from collections.abc import Iterator

from .. import core
from ..diagnostics import Diagnostic, Place
from ..source import NOWHERE
from .findings import Check, Finding, Soundness, Verdict
from .goals import AtLeast, Goal, Present, Seated, put
from .graph import Graph
from .guards import Guards
from .places import Kind, Node
from .rewriting import free_names
from .ways import led_to


def empty_choice(graph: Graph) -> Iterator[Finding]:
    """T22. Prove that whoever must choose has something to choose from.

    On every way to a choice, a test, a requirement, the material or the start of the game
    says that its set has items enough. A `requiert` is taken to be met by some of them.
    """
    guards = Guards(graph)
    for node, choice in _choices(graph, guards):
        goal = _wanted(guards, choice)
        way = None if goal is None else guards.bad_way(goal, node)
        if way is not None:
            yield _finding(graph, "T22", node, choice.title or node.label, way)


def _choices(graph: Graph, guards: Guards) -> Iterator[tuple[Node, core.Choose]]:
    """Yield the choices a game comes to, those of parameters included."""
    for node in graph.of_kind(Kind.CHOICE):
        if node.number not in guards.conditions.reached:
            continue
        if isinstance(node.statement, core.Choose):
            yield node, node.statement
        else:
            yield node, guards.conditions.parameter(node)


def _wanted(guards: Guards, choice: core.Choose) -> Goal | None:
    """Return how many items a choice needs; None if it can do without."""
    if choice.group is None or choice.mode not in ("one", "many"):
        return None
    group = guards.unfold(choice.group)
    if choice.minimum is None:
        return AtLeast(group)
    if guards.certain.bounds(guards.unfold(choice.minimum))[1] == 0:
        return None
    none = core.SetOf(choice.span, choice.group.kind, ())
    is_steady = choice.slot not in free_names(group)
    # What may be picked next depends on the picks: only the first is looked at.
    count = guards.unfold(choice.minimum) if is_steady else None
    return put(AtLeast(group, count, 0 if is_steady else 1), {choice.slot: none})


def nobody_decides(graph: Graph) -> Iterator[Finding]:
    """T23. Prove that each choice is made by one player, who is in the game.

    The one who chooses is never `rien`, has a seat at every number of players, and has
    not been eliminated on any way to the choice.
    """
    guards = Guards(graph)
    for node, name, goals in _deciders(graph, guards):
        ways = (guards.bad_way(goal, node) for goal in goals)
        way = next((each for each in ways if each is not None), None)
        if way is not None:
            yield _finding(graph, "T23", node, name, way)


def _deciders(graph: Graph, guards: Guards) -> Iterator[tuple[Node, str, tuple[Goal, ...]]]:
    """Yield each decision, its name, and what must hold of who makes it.

    A window asks nobody who has left the game.
    """
    for node, choice in _choices(graph, guards):
        chooser = guards.unfold(choice.chooser)
        yield node, choice.title or node.label, (Present(chooser), Seated(chooser))
    for node in graph.of_kind(Kind.CALL):
        match node.statement:
            case core.OpenWindow(seats=seats, window=name) if not seats.kind.many:
                title = graph.program.windows[name].title
                yield node, title, (Present(guards.unfold(seats)),)
            case _:
                pass


def _finding(graph: Graph, code: str, node: Node, name: str, way: list[Node]) -> Finding:
    found = Diagnostic(code, node.span, {"name": name}, _changed(way), node.cites)
    return Finding(Verdict.ALERT, found, led_to(graph, way))


def _changed(way: list[Node]) -> tuple[Place, ...]:
    """Return where a way begins, if that is what makes the difference."""
    first = way[0]
    return (
        (Place(first.span, "since"),) if first.span not in (NOWHERE, way[-1].span) else ()
    )


CHECKS: tuple[Check, ...] = (
    Check("T22", Soundness.SAFE, empty_choice),
    Check("T23", Soundness.SAFE, nobody_decides),
)
