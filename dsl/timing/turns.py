"""Whose turn it is: the part of a player in the turn that is being taken.

`son`: it is their own turn; `leur`: it is another player's. What the rules do not say
plainly is unknown, and then nothing is claimed.
"""

from __future__ import annotations

from collections.abc import Iterator

from .. import core
from ..builtins import ME
from ..checks.walking import walk
from ..program import Ability
from .graph import Graph
from .places import Node, Unit

OWN, OTHER = "son", "leur"
Parts = frozenset[str]
BOTH: Parts = frozenset({OWN, OTHER})

#: Functions that give another player than the one they are asked of.
_NEIGHBOURS = ("suivant", "précédent", "gauche", "droite")


class Turns:
    """Knows which names stand for the player whose turn it is, all over a Program."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        #: The name of the player in turn, at each statement inside a turn.
        self.slots = dict(_slots(graph))
        #: The parameters, and the users of actions, that are the player in turn always.
        self.active: set[tuple[Unit, str]] = set()
        self._find_active()

    def _find_active(self) -> None:
        """Take every player named for the one in turn, then leave out those who are not:
        a fixpoint."""
        calls = list(self._calls())
        openings = list(self._openings())
        self.active = {
            (unit, slot)
            for _, unit, arguments in calls
            for slot, argument in arguments
            if argument.kind.family is core.Family.PLAYER and not argument.kind.many
        }
        self.active |= {(unit, ME) for _, unit, _ in openings}
        before = -1
        while len(self.active) != before:
            before = len(self.active)
            for node, unit, arguments in calls:
                for slot, argument in arguments:
                    if not self.is_active(argument, node):
                        self.active.discard((unit, slot))
            for node, unit, seats in openings:
                if self.parts(seats, node) != frozenset({OWN}):
                    self.active.discard((unit, ME))

    def _openings(self) -> Iterator[tuple[Node, Unit, core.Expr]]:
        """Yield the reachable openings of windows with each action they offer, and to whom."""
        for node in self.graph.nodes:
            match node.statement:
                case core.OpenWindow(window=name, seats=seats):
                    if node.number in self.graph.reachable:
                        for ability in self.graph.program.abilities.values():
                            if name in ability.windows:
                                yield node, ("ability", ability.name), seats
                case _:
                    pass

    def _calls(self) -> Iterator[tuple[Node, Unit, list[tuple[str, core.Expr]]]]:
        """Yield the reachable calls with the parameters they fill."""
        program = self.graph.program
        for node in self.graph.nodes:
            if node.number not in self.graph.reachable:
                continue
            match node.statement:
                case core.Perform(procedure=name, arguments=arguments):
                    params = program.procedures[name].params
                    unit: Unit = ("procedure", name)
                case core.Emit(event=name, arguments=arguments):
                    params = program.events[name].params
                    unit = ("event", name)
                case _:
                    continue
            slots = [param.slot for param in params]
            yield node, unit, list(zip(slots, arguments, strict=False))

    def is_active(self, player: core.Expr, node: Node) -> bool:
        """Tell whether an expression is surely the player in turn, at a node."""
        if not isinstance(player, core.Local):
            return False
        if self.slots.get(id(node.statement)) == player.slot:
            return True
        return (node.unit, player.slot) in self.active

    def parts(self, seats: core.Expr, node: Node) -> Parts | None:
        """Return the parts of one or several players at a node, None if unknown."""
        match seats:
            case core.SetOf(items=(one,)):
                return self.parts(one, node)
            case core.Local():
                return frozenset({OWN}) if self.is_active(seats, node) else None
            case core.All(kind=kind) if kind.family is core.Family.PLAYER:
                return BOTH
            case core.Where(group=core.All(), slot=slot, condition=condition):
                return self._compared(condition, slot, node)
            case core.Builtin(name="sauf", arguments=(core.All(), one)):
                return (
                    frozenset({OTHER})
                    if self.parts(one, node) == frozenset({OWN})
                    else None
                )
            case core.Builtin(name=name, arguments=(one,)) if name in _NEIGHBOURS:
                alone = self.graph.program.players[0] < 2
                is_other = not alone and self.is_active(one, node)
                return frozenset({OTHER}) if is_other else None
            case _:
                return None

    def _compared(self, condition: core.Expr, slot: str, node: Node) -> Parts | None:
        """Return the parts left by a condition that compares with the player in turn."""
        for sign, other in comparisons(condition, slot):
            if self.is_active(other, node):
                return frozenset({OWN if sign == "=" else OTHER})
        return None

    def parts_of_answer(self, ability: Ability, node: Node) -> Parts | None:
        """Return the part of who answers the event emitted at a node.

        It is known if a requirement compares `moi` with the player of the event, and that
        is the player in turn; without any such requirement all may answer.
        """
        trigger = ability.trigger
        if trigger is None or not isinstance(node.statement, core.Emit):
            return None
        given = dict(zip(trigger.slots, node.statement.arguments, strict=False))
        named = [slot for slot, value in given.items() if self.is_active(value, node)]
        conditions = [each.condition for each in ability.requirements]
        for condition in conditions:
            for sign, other in comparisons(condition, ME):
                if isinstance(other, core.Local) and other.slot in named:
                    return frozenset({OWN if sign == "=" else OTHER})
        mentions = any(
            isinstance(piece, core.Local) and piece.slot == ME
            for piece in walk(*conditions)
        )
        return None if mentions else BOTH


def comparisons(condition: core.Expr, slot: str) -> Iterator[tuple[str, core.Expr]]:
    """Yield what a name is compared with by = or ≠ wherever a condition holds."""
    match condition:
        case core.Operation(op="et", operands=operands):
            for operand in operands:
                yield from comparisons(operand, slot)
        case core.Operation(op="=" | "≠" as sign, operands=(left, right)):
            if isinstance(left, core.Local) and left.slot == slot:
                yield sign, right
            if isinstance(right, core.Local) and right.slot == slot:
                yield sign, left
        case _:
            pass


def _slots(graph: Graph) -> Iterator[tuple[int, str]]:
    """Yield each statement inside a turn with the name of its player, inner turns last."""
    for node in graph.nodes:
        if isinstance(node.statement, core.Turns):
            for piece in walk(*node.statement.body):
                yield id(piece), node.statement.slot
