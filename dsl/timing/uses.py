"""Where abilities are used: the windows and events that offer them, and for whom."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .. import core
from ..program import Ability
from .graph import ENTERS, Graph
from .places import Node, Unit
from .turns import Parts, Turns

#: Scopes a book has names for.
_NAMED = ("phase", "étape", "boucle")


@dataclass(frozen=True, slots=True)
class Use:
    """A place that offers an ability: the opening of a window, the emission of an event.

    `scopes` are the phases, steps and loops that may be open then; `parts` whose turn it
    may be, None if the rules do not say it plainly.
    """

    node: Node
    moment: str
    scopes: tuple[str, ...]
    parts: Parts | None


class Uses:
    """Knows where every ability of a graph is used; only where games can come."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.turns = Turns(graph)
        self.scopes = _scopes(graph)
        self.places = [
            (node, moment)
            for node in graph.nodes
            if (moment := moment_of(node)) and node.number in graph.reachable
        ]

    def of(self, ability: Ability) -> list[Use]:
        """Return the uses of an ability, in the order of the rules."""
        event = "" if ability.trigger is None else ability.trigger.event
        return [
            Use(node, moment, self.around(node), self._parts(ability, node))
            for node, moment in self.places
            if (moment in ability.windows and isinstance(node.statement, core.OpenWindow))
            or (moment == event and isinstance(node.statement, core.Emit))
        ]

    def around(self, node: Node) -> tuple[str, ...]:
        """Return the names of the scopes that may be open at a node."""
        own = [name for kind, name in node.scopes if kind in _NAMED]
        return tuple(dict.fromkeys((*sorted(self.scopes[node.unit]), *own)))

    def _parts(self, ability: Ability, node: Node) -> Parts | None:
        if isinstance(node.statement, core.OpenWindow):
            return self.turns.parts(node.statement.seats, node)
        return self.turns.parts_of_answer(ability, node)


def moment_of(node: Node) -> str:
    """Return the window a node opens or the event it emits, nothing for other nodes."""
    match node.statement:
        case core.OpenWindow(window=name) | core.Emit(event=name):
            return name
        case _:
            return ""


def _scopes(graph: Graph) -> Mapping[Unit, frozenset[str]]:
    """Return the named scopes that may be open around each unit: a fixpoint."""
    found: dict[Unit, set[str]] = {node.unit: set() for node in graph.nodes}
    entering = [
        (graph.nodes[edge.source], graph.nodes[edge.target].unit)
        for edge in graph.edges
        if edge.kind in ENTERS and edge.source in graph.reachable
    ]
    changed = True
    while changed:
        changed = False
        for source, unit in entering:
            own = {name for kind, name in source.scopes if kind in _NAMED}
            more = (found[source.unit] | own) - found[unit]
            if more:
                found[unit] |= more
                changed = True
    return {unit: frozenset(names) for unit, names in found.items()}
