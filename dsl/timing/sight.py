"""What an expression tells whoever sees its value: secrets that are not theirs.

How many items a zone has is known to all. Which they are, and everything about them, is
known to who sees the zone; what a characteristic hides, to who holds it in secret.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from .. import core
from ..core import Family
from ..program import Program
from .goals import ONE_OF
from .rewriting import key, pieces, split

#: Names of items -> the sets they were taken from.
Taken = Mapping[str, core.Expr]


#: Stands for any other player.
ANYBODY_ELSE = "?autre"


class Sight:
    """Knows what one player sees, in expressions whose definitions are unfolded."""

    def __init__(self, program: Program, viewer: core.Expr, taken: Taken) -> None:
        self.program = program
        self.viewer = key(viewer)
        self.taken = taken

    def told(self, expr: core.Expr) -> Iterator[str]:
        """Yield what an expression depends on that the player does not see."""
        yield from self._itself(expr)
        match expr:
            case core.Where(group=group, slot=slot, condition=inner):
                yield from self.told(group)
                yield from self._with(slot, group).told(inner)
            case core.Fold(group=group, slot=slot, item=item):
                yield from self.told(group)
                if item is not None:
                    yield from self._with(slot, group).told(item)
            case _:
                for piece in pieces(expr):
                    yield from self.told(piece)

    def _with(self, slot: str, group: core.Expr) -> Sight:
        sight = Sight(self.program, core.Local(group.span, group.kind, ""), {})
        sight.viewer, sight.taken = self.viewer, {**self.taken, slot: group}
        return sight

    def _itself(self, expr: core.Expr) -> Iterator[str]:
        match expr:
            case core.Global(state=name) if self.program.states[name].secret:
                yield self.program.states[name].title
            case core.Column(state=name, index=index):
                if not self._sees_state(name, index):
                    yield self.program.states[name].title
            case core.Characteristic(owner=owner, table=table, index=index) if (
                owner.family is Family.COMPONENT
            ):
                yield from self._characteristic(owner.name, table, index)
            case core.Operation(op="est", operands=(item, _)):
                yield from self._hidden(item)
            case core.Operation(op="=" | "≠", operands=sides):
                for side in sides:
                    yield from self._hidden(side)
            case core.Operation(op="dans" | "hors", operands=(item, group)):
                yield from self._hidden(item)
                yield from self._unseen(group)
            case core.Builtin(name="place", arguments=(core.Const(text=zone), *_)):
                if self.program.zones[zone].visibility == "cachée":
                    yield self.program.zones[zone].title
            case _:
                pass

    def _sees_state(self, name: str, index: core.Expr) -> bool:
        state = self.program.states[name]
        family = None if state.owner is None else state.owner.family
        if family is Family.COMPONENT:
            if state.secret:
                return self._holds(index)
            return not any(self._hidden(index))
        return not state.secret or (family is Family.PLAYER and key(index) == self.viewer)

    def _characteristic(self, type_: str, table: str, index: core.Expr) -> Iterator[str]:
        found = self.program.types[type_].characteristics.get(table)
        if found is not None and found.hidden:
            if not self._holds(index):
                yield found.title or table
            return
        yield from self._hidden(index)

    def _source(self, item: core.Expr) -> core.Expr | None:
        """Return the set an item was taken from, as far as it is known."""
        match item:
            case core.Local(slot=slot):
                return self.taken.get(slot)
            case core.Builtin(name=name, arguments=(group,)) if name in ONE_OF:
                return group
            case _:
                return None

    def _hidden(self, item: core.Expr) -> Iterator[str]:
        """Yield the zone in which an item lies unseen."""
        group = self._source(item)
        if group is not None:
            yield from self._unseen(group)

    def _unseen(self, group: core.Expr) -> Iterator[str]:
        """Yield the zones of a set whose items the player does not see."""
        base, _ = split(group)
        match base:
            case core.Contents(zone=name):
                if not self._sees_zone(base):
                    yield self.program.zones[name].title
            case core.Local(slot=slot) if slot in self.taken:
                yield from self._unseen(self.taken[slot])
            case core.Fold(group=inner):
                yield from self._unseen(inner)
            case core.Builtin(name="union" | "commun" | "sauf", arguments=groups):
                for each in groups:
                    yield from self._unseen(each)
            case core.IfElse(then=then, otherwise=otherwise):
                yield from self._unseen(then)
                yield from self._unseen(otherwise)
            case _:
                pass

    def _sees_zone(self, zone: core.Contents) -> bool:
        visibility = self.program.zones[zone.zone].visibility
        if visibility != "secrète":
            return visibility == "visible"
        return zone.index is not None and key(zone.index) == self.viewer

    def _holds(self, item: core.Expr) -> bool:
        """Tell whether an item lies in a secret zone of the player."""
        group = self._source(item)
        base = None if group is None else split(group)[0]
        if not isinstance(base, core.Contents):
            return False
        return self.program.zones[base.zone].visibility == "secrète" and self._sees_zone(
            base
        )
