"""What must hold before something moves so that a zone has items enough after it."""

from __future__ import annotations

from dataclasses import replace

from .. import core
from .certain import Certain
from .effects import Effects
from .goals import AtLeast, Goal, is_certain
from .places import Node
from .rewriting import HOLE, key, split


class Broken(Exception):
    """A goal may be made false where one looks back."""


def before_change(
    node: Node, goal: Goal, effects: Effects, certain: Certain
) -> Goal | None:
    """Return what must hold before a change, None if the change itself sees to the goal.

    Raises Broken if the change may undo it. What only adds items harms nothing; one item
    taken away must be there besides.
    """
    if not isinstance(goal, AtLeast):
        raise Broken
    base, conditions = split(goal.group)
    if not isinstance(base, core.Contents):
        raise Broken
    beside = effects.touching.reads(*conditions, base.index, goal.count)
    if beside & node.writes:
        raise Broken
    statement = node.statement
    if isinstance(statement, core.Shuffle):
        return goal
    filled = _filled(statement, base, goal, certain)
    if filled is not None:
        for condition in conditions:
            filled = core.Where(filled.span, filled.kind, filled, HOLE, condition)
        enough = replace(goal, group=filled)
        if isinstance(statement, core.Draw) or is_certain(enough, certain):
            return enough
    if base.zone not in effects.sources(node):
        return goal
    if isinstance(statement, core.Move):
        if not statement.items.kind.many:
            return replace(goal, more=goal.more + 1)
        if _are_apart(effects.group_of(node), conditions, certain):
            return goal
    raise Broken


def _filled(
    statement: core.Statement | None, base: core.Contents, goal: AtLeast, certain: Certain
) -> core.Expr | None:
    """Return what certainly comes into a zone, if it is the one a goal speaks of."""
    match statement:
        case core.Move(items=items, zone=zone) if _is_same(zone, base):
            return items if items.kind.many else core.SetOf(items.span, base.kind, (items,))
        case core.Draw(count=count, source=source, zone=zone) if _is_same(zone, base):
            least = certain.bounds(count)[0]
            if goal.count is None and least is not None and least >= goal.more:
                return core.Contents(statement.span, base.kind, source.zone, source.index)
            return None
        case _:
            return None


def _is_same(zone: core.ZoneRef, base: core.Contents) -> bool:
    if zone.zone != base.zone or (zone.index is None) != (base.index is None):
        return False
    return zone.index is None or base.index is None or key(zone.index) == key(base.index)


def _are_apart(moved: core.Expr, conditions: list[core.Expr], certain: Certain) -> bool:
    """Tell whether what is moved is of other types than the items that matter."""
    _, filters = split(moved)
    return any(
        _excludes(condition, type_, certain)
        for type_ in filter(None, map(_type_of, filters))
        for condition in conditions
    )


def _type_of(condition: core.Expr) -> str:
    """Return the type that a condition says the candidate to be of."""
    match condition:
        case core.Operation(
            op="est", operands=(core.Local(slot=slot), core.Const() as named)
        ):
            return named.text if slot == HOLE else ""
        case _:
            return ""


def _excludes(condition: core.Expr, type_: str, certain: Certain) -> bool:
    """Tell whether no component of a type meets a condition."""
    match condition:
        case core.Operation(
            op="est", operands=(core.Local(slot=slot), core.Const() as named)
        ):
            related = certain.program.symbols.hierarchy.are_related
            return slot == HOLE and not related(named.text, type_)
        case core.Operation(op="ou", operands=sides):
            return all(_excludes(side, type_, certain) for side in sides)
        case core.Operation(op="et", operands=sides):
            return any(_excludes(side, type_, certain) for side in sides)
        case _:
            return certain.truth(condition) is False
