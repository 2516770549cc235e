"""What holds on an edge of the graph: tests, requirements, what was chosen from what."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from .. import core
from ..builtins import ME
from ..program import Ability, Control
from .certain import Certain
from .effects import Effects
from .goals import said
from .graph import Graph
from .places import Edge, Kind, Link, Node
from .rewriting import conjuncts, free_names, substitute, unfold
from .ways import Ways


class Conditions:
    """Knows the conditions on the edges of one graph, definitions unfolded.

    `reached` are the nodes a game of these settings can come to.
    """

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.effects = graph.known(Effects)
        self.certain = Certain(graph.program, eliminates=self.effects.eliminates)
        #: What was unfolded already, by identity.
        self._unfolded: dict[int, tuple[core.Expr, core.Expr]] = {}
        self._on: dict[Edge, tuple[core.Expr, ...]] = {}
        #: The tests that always go one way, and which.
        self._decided = {
            node.number: self.certain.truth(self.unfold(node.statement.condition))
            for node in graph.nodes
            if isinstance(node.statement, core.If | core.While)
        }
        self.controls = {control.name: control for control in graph.program.controls}
        ways = Ways(graph, cut=self.is_shut)
        self.passable = ways.passable
        self.reached = ways.reach([graph.start], entered=True)

    def unfold(self, expr: core.Expr) -> core.Expr:
        """Return an expression with its definitions written out."""
        if id(expr) not in self._unfolded:
            # The expression is kept, lest another one be taken for it.
            self._unfolded[id(expr)] = expr, unfold(expr, self.graph.program)
        return self._unfolded[id(expr)][1]

    def is_shut(self, edge: Edge) -> bool:
        """Tell whether a test always goes the other way: by a setting, most often."""
        held = self._decided.get(edge.source)
        return held is not None and held != (edge.kind is Link.IF)

    def on(self, edge: Edge) -> tuple[core.Expr, ...]:
        """Return conditions that hold whenever an edge is taken."""
        if edge not in self._on:
            self._on[edge] = tuple(self._holding(edge))
        return self._on[edge]

    def _holding(self, edge: Edge) -> Iterator[core.Expr]:
        source, target = self.graph.nodes[edge.source], self.graph.nodes[edge.target]
        match source.statement:
            case core.If(condition=condition) | core.While(condition=condition):
                yield from conjuncts(self.unfold(condition), edge.kind is Link.IF)
            case core.Choose(mode="one", slot=slot, group=core.Expr() as group):
                yield from self._said(slot, group)
            case core.For() as loop if edge.kind is Link.IF:
                read = self.effects.touching.reads(loop.group)
                if not read & self.effects.of_body(loop.body):
                    yield from self._said(loop.slot, loop.group)
            case _:
                pass
        if source.kind is Kind.CONTROL and edge.kind in (Link.CALL, Link.ELSE):
            yield from self._controlled(self.controls[source.name], edge.kind is Link.CALL)
        if target.kind is Kind.ABILITY and edge.kind in (Link.OFFER, Link.TRIGGER):
            yield from self.required(self.graph.program.abilities[target.name])
        if source.kind is Kind.CHOICE and source.statement is None:
            parameter = self.parameter(source)
            assert parameter.group is not None
            yield from self._said(parameter.slot, parameter.group)

    def _controlled(self, control: Control, applies: bool) -> Iterator[core.Expr]:
        # One that has applied already is passed even if its condition holds.
        if applies or ("control", control.name) not in self.passable:
            yield from conjuncts(self.unfold(control.condition), applies)

    def _said(self, slot: str, group: core.Expr) -> Iterator[core.Expr]:
        item = core.Local(group.span, replace(group.kind, many=False), slot)
        return said(item, self.unfold(group))

    def required(self, ability: Ability) -> Iterator[core.Expr]:
        """Yield what holds when an ability is used, its cost not yet paid."""
        for requirement in ability.requirements:
            yield from conjuncts(self.unfold(requirement.condition))
        chosen = {parameter.slot for parameter in ability.parameters}
        for parameter in ability.parameters:
            group = self.unfold(parameter.group)
            if ability.trigger is None:
                yield from self._said(parameter.slot, parameter.group)
            elif not chosen & free_names(group):
                yield _exists(group)
        for statement in ability.cost:
            yield from self._payable(ability, statement)

    def _payable(self, ability: Ability, statement: core.Statement) -> Iterator[core.Expr]:
        """Yield that a cost has what it lets choose from, as far as that is known then."""
        match statement:
            case core.Choose(group=core.Expr() as found, mode="one" | "many"):
                none = core.SetOf(found.span, found.kind, ())
                group = substitute(self.unfold(found), {statement.slot: none})
                if free_names(group) <= _known(ability):
                    yield _exists(group)
                    if statement.minimum is not None and statement.condition is None:
                        yield _has(group, self.unfold(statement.minimum))
            case _:
                pass

    def parameter(self, node: Node) -> core.Choose:
        """Return the choice of a parameter that an ability makes when it fires."""
        ability = self.graph.program.abilities[node.unit[1]]
        found = next(each for each in ability.parameters if each.span == node.span)
        me = core.Local(found.span, core.PLAYER, ME)
        return core.Choose(
            found.span, found.cites, "one", me, found.slot, found.group, None, None, None,
            found.title,
        )  # fmt: skip


def _known(ability: Ability) -> frozenset[str]:
    """Return the names that have a value when an ability is used."""
    if ability.trigger is not None:
        return frozenset({ME, "soi", *ability.trigger.slots})
    return frozenset({ME, "soi", *(parameter.slot for parameter in ability.parameters)})


def _exists(group: core.Expr) -> core.Expr:
    return core.Fold(group.span, core.BOOLEAN, "existe", group, "", None)


def _has(group: core.Expr, count: core.Expr) -> core.Expr:
    number = core.Fold(group.span, core.NUMBER, "nombre", group, "", None)
    return core.Operation(group.span, core.BOOLEAN, "≥", (number, count))
