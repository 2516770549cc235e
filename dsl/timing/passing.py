"""Windows written out as automata, seat by seat: T07.

A state is who is asked, in order, how many have passed in a row, and who is in the game.
The moves are those of the engine; a test plays windows and compares.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from .. import core
from ..diagnostics import Diagnostic
from ..messages_windows import why
from ..program import Ability, Declared, Window
from .answers import answers, forbidden_names
from .findings import Check, Finding, Soundness, Verdict
from .graph import Graph
from .places import Edge, Kind, Link, Node, Stage
from .regions import covered
from .ways import Ways

#: Seats in the order they are asked, passes in a row, who is in the game; None: closed.
State = tuple[tuple[int, ...], int, frozenset[int]] | None
_ONE_ACTION = ("unique", "obligatoire")


@dataclass(frozen=True, slots=True)
class Passing:
    """A window for some seats.

    `acts`: some action comes back; `must`: some action is always possible, so that nobody
    passes an `obligatoire` window; `eliminates`: an action may take a player out.
    """

    closure: str
    resume: str
    seats: int
    acts: bool = True
    must: bool = False
    eliminates: bool = False

    def start(self) -> State:
        """Return the state in which the window opens."""
        everybody = tuple(range(self.seats))
        return self._asked(everybody, 0, frozenset(everybody))

    def _asked(self, seats: tuple[int, ...], passes: int, alive: frozenset[int]) -> State:
        """Return the state in which somebody is asked next, closed if nobody is."""
        seats = tuple(seat for seat in seats if seat in alive)
        return None if passes >= len(seats) else (seats, passes, alive)

    def passed(self, state: State) -> State:
        """Return what follows when the one who is asked passes, or can only pass."""
        assert state is not None
        seats, passes, alive = state
        if self.closure == "unanime":
            return self._asked(seats[1:] + seats[:1], passes + 1, alive)
        return self._asked(seats[1:], passes, alive)

    def acted(self, state: State, gone: int | None = None) -> State:
        """Return what follows an action that comes back; it may take a player out."""
        assert state is not None
        seats, _, alive = state
        if self.closure in _ONE_ACTION:
            return None
        if self.resume == "suivant":
            seats = seats[1:] + seats[:1]
        return self._asked(seats, 0, alive - {gone})

    def moves(self, state: State) -> Iterator[State]:
        """Yield what may follow a state."""
        if state is None:
            return
        if not (self.closure == "obligatoire" and self.must):
            yield self.passed(state)
        for gone in (None, *(sorted(state[2]) if self.eliminates else ())):
            if self.acts:
                yield self.acted(state, gone)

    def states(self) -> dict[State, tuple[State, ...]]:
        """Return every state the window may come to, with what may follow it."""
        found: dict[State, tuple[State, ...]] = {}
        waiting = [self.start()]
        while waiting:
            state = waiting.pop()
            if state not in found:
                found[state] = tuple(self.moves(state))
                waiting += found[state]
        return found

    def closes(self) -> bool:
        """Tell whether the window can be closed from every state."""
        states = self.states()
        closing: set[State] = {None}
        changed = True
        while changed:
            more = {s for s, following in states.items() if closing.intersection(following)}
            changed = not more <= closing
            closing |= more
        return set(states) <= closing

    def passes(self) -> int:
        """Return how many passes close the window if nobody acts."""
        count, state = 0, self.start()
        while state is not None:
            state = self.passed(state)
            count += 1
        return count

    def asks_missing(self) -> bool:
        """Tell whether somebody who has left the game may be asked."""
        return any(
            state is not None and state[0][0] not in state[2] for state in self.states()
        )


def window_closes(graph: Graph) -> Iterator[Finding]:
    """T07. Prove that every window closes: at each number of seats, from each state; that
    all passing close it in one round; that nobody who has left the game is asked.

    Responses to an event are a window too: all pass in a row, the next goes on.
    """
    ways = Ways(graph, cut=_is_denied(graph))
    for window in graph.program.windows.values():
        node = graph.nodes[graph.entries["window", window.name]]
        offered = [
            ability
            for ability in graph.program.abilities.values()
            if ability.cls == "action" and window.name in ability.windows
        ]
        if node.number not in graph.reachable:
            continue
        if _is_trap(graph, ways, node):
            yield _finding(graph, window, node, why("T07 never"), _again(graph, offered))
        elif not _is_led_away(graph, ways, node):
            yield from _checked(graph, window, node, window, offered, ways)
    for event in graph.program.events.values():
        for stage in (Stage.BEFORE_FREE, Stage.AFTER_FREE):
            node = graph.stage(event.name, stage)
            found = list(answers(graph.program, event.name, stage))
            if found and node.number in graph.reachable:
                yield from _checked(graph, event, node, None, found, ways)


def _checked(
    graph: Graph,
    declared: Declared,
    node: Node,
    window: Window | None,
    offered: list[Ability],
    ways: Ways,
) -> Iterator[Finding]:
    """Yield what is wrong with a window at the first number of seats that shows it."""
    units = [("ability", ability.name) for ability in offered]
    inside = covered(graph, (n for unit in units for n in graph.members[unit]))
    closure, resume = (
        ("unanime", "suivant") if window is None else (window.closure, window.resume)
    )
    for seats in range(1, graph.program.players[1] + 1):
        automaton = Passing(
            closure,
            resume,
            seats,
            acts=any(unit in ways.passable for unit in units),
            must=any(is_always_possible(graph, ability) for ability in offered),
            eliminates=any(
                isinstance(graph.nodes[number].statement, core.Eliminate)
                for number in inside
            ),
        )
        if not automaton.closes():
            values = why("T07 stuck", seats=seats)
        elif automaton.passes() != seats:
            values = why("T07 passes", seats=seats, found=automaton.passes(), wanted=seats)
        elif automaton.asks_missing():
            values = why("T07 missing", seats=seats)
        else:
            continue
        yield _finding(graph, declared, node, values, ())
        return


def _is_denied(graph: Graph) -> Callable[[Edge], bool]:
    """Return a test of edges: do they pass a window in which nobody can pass?"""
    shut = {
        graph.entries["window", window.name]
        for window in graph.program.windows.values()
        if window.closure == "obligatoire"
        and any(
            window.name in ability.windows and is_always_possible(graph, ability)
            for ability in graph.program.abilities.values()
        )
    }

    def test(edge: Edge) -> bool:
        return edge.kind is Link.PASS and edge.source in shut

    return test


def is_always_possible(graph: Graph, ability: Ability) -> bool:
    """Tell whether an action can be used in any state of the game."""
    conditional = ability.requirements or ability.limits or ability.parameters
    return (
        ability.cls == "action"
        and ability.card is None
        and not conditional
        and not ability.cost
        and ability.name not in forbidden_names(graph.program)
    )


def _is_trap(graph: Graph, ways: Ways, node: Node) -> bool:
    """Tell whether a window is never left: not closed, not jumped out of, no end."""
    reached = ways.reach([node.number], entered=True)
    if graph.exits[node.unit] in reached:
        return False
    return not any(
        graph.nodes[number].kind is Kind.END
        or any(edge.kind is Link.JUMP for edge in graph.out(number))
        for number in reached
    )


def _is_led_away(graph: Graph, ways: Ways, node: Node) -> bool:
    """Tell whether a window in which nobody passes is left by its actions, not closed."""
    return graph.exits[node.unit] not in ways.reach([node.number], entered=True)


def _again(graph: Graph, offered: list[Ability]) -> tuple[Node, ...]:
    """Return the action that opens its own window again, from the window on."""
    for ability in offered:
        entry = graph.entries["ability", ability.name]
        for name in ability.windows:
            window = graph.entries["window", name]
            way = graph.path(entry, [window])
            if way is not None:
                return (graph.nodes[window], *way[:-1])
    return ()


def _finding(
    graph: Graph,
    declared: Declared,
    node: Node,
    values: dict[str, object],
    cycle: tuple[Node, ...],
) -> Finding:
    values = {"name": declared.title, **values}
    found = Diagnostic("T07", declared.span, values, cites=declared.cites)
    way = graph.path(graph.start, [node.number]) or [node]
    return Finding(Verdict.ERROR, found, tuple(way), cycle)


def _has_window(graph: Graph) -> bool:
    answering = (each.cls == "réponse" for each in graph.program.abilities.values())
    return bool(graph.program.windows) or any(answering)


CHECKS: tuple[Check, ...] = (Check("T07", Soundness.DEFINITE, window_closes, _has_window),)
