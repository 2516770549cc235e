"""Filters over known things: what is decided before the game is decided by the compiler.

« Case où .rangée = 1 et .jeton = rien » asks of each cell what never changes: the cells of
row 1 become a constant, and only the rest of the condition is asked while playing. Where a
condition says in which places a component lies, those are looked at (see whereabouts.py);
where it says that a state is not what it is for most, those are (see unusual.py).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ..dsl import core
from .constants import Constants
from .evaluate import Evaluator, reads_state
from .slots import slots_in
from .unusual import set_apart
from .whereabouts import looked_up, of_kind

#: A filter that keeps more than this share of its candidates is left as it is.
SHARE = 0.67
TRUE = 1


def narrowed(constants: Constants, where: core.Where) -> core.Where:
    """Return a filter with the part of its condition that never changes already applied."""
    group, layout = where.group, constants.layout
    if not isinstance(group, core.All) or group.kind.family is core.Family.PLAYER:
        return where
    parts = list(conjuncts(where.condition))
    looked = looked_up(constants, where, parts)
    if looked is not None:
        lying, rest = looked
        return replace(where, group=lying, condition=_joined(rest, where.condition))
    apart = set_apart(constants, where, parts)
    if apart is not None:
        asked = [*of_kind(constants, where), *parts]
        return replace(where, group=apart, condition=_joined(asked, where.condition))
    known = [part for part in parts if _is_known(constants, part, where.slot)]
    if not known:
        return where
    evaluator, candidates = Evaluator(layout, None), layout.everything(group.kind)
    kept = tuple(
        item
        for item in candidates
        if all(evaluator.value(part, {where.slot: item}) for part in known)
    )
    rest = [part for part in parts if part not in known]
    if rest and len(kept) > SHARE * len(candidates):
        return where
    constant = core.Const(group.span, group.kind, kept, "")
    return replace(where, group=constant, condition=_joined(rest, where.condition))


def is_settled(where: core.Where) -> bool:
    """Tell whether nothing of a filter's condition is left."""
    return isinstance(where.condition, core.Const) and where.condition.value == TRUE


def _is_known(constants: Constants, part: core.Expr, slot: str) -> bool:
    program = constants.layout.program
    if set(slots_in(part)) != {slot}:
        return False
    return not reads_state(part, program, constants.eliminates)


def conjuncts(condition: core.Expr) -> Iterator[core.Expr]:
    """Yield the conditions that all have to hold."""
    match condition:
        case core.Operation(op="et", operands=(left, right)):
            yield from conjuncts(left)
            yield from conjuncts(right)
        case _:
            yield condition


def _joined(parts: list[core.Expr], condition: core.Expr) -> core.Expr:
    if not parts:
        return core.Const(condition.span, core.BOOLEAN, TRUE, "vrai")
    joined = parts[0]
    for part in parts[1:]:
        joined = core.Operation(condition.span, core.BOOLEAN, "et", (joined, part))
    return joined
