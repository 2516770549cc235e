"""Abilities that can never be possible together, by what they require."""

from __future__ import annotations

from collections.abc import Iterator

from .. import core
from ..builtins import ME, SELF
from ..program import Ability, Program
from .certain import Certain
from .rewriting import conjuncts, denied, free_names, key, substitute, unfold


def are_exclusive(program: Program, one: Ability, other: Ability) -> bool:
    """Tell whether two answers to an event can never be possible together.

    One requires what the other denies, or two different written values of one thing.
    """
    conditions = [list(_conditions(program, each)) for each in (one, other)]
    certain = Certain(program, eliminates=True)
    if any(certain.truth(each) is False for group in conditions for each in group):
        return True
    held = {key(each) for each in conditions[0]}
    if any(key(denied(each)) in held for each in conditions[1]):
        return True
    first, second = (dict(map(_value, filter(_is_value, group))) for group in conditions)
    return any(first[name] != second[name] for name in set(first) & set(second))


def _conditions(program: Program, ability: Ability) -> Iterator[core.Expr]:
    """Yield what an ability requires, the event's names by their place."""
    slots = () if ability.trigger is None else ability.trigger.slots
    values: dict[str, core.Expr] = {}
    for index, slot in enumerate(slots):
        kind = core.Kind(core.Family.ANY, "?")
        values[slot] = core.Local(ability.span, kind, f"événement {index}")
    for requirement in ability.requirements:
        condition = substitute(unfold(requirement.condition, program), values)
        for each in conjuncts(condition):
            if not _is_own(each):
                yield each


def _is_own(condition: core.Expr) -> bool:
    """Tell whether a condition is about who uses the ability, or its card."""
    return bool(free_names(condition) & {ME, SELF})


def _is_value(condition: core.Expr) -> bool:
    match condition:
        case core.Operation(op="=", operands=(left, right)):
            return isinstance(left, core.Const) != isinstance(right, core.Const)
        case _:
            return False


def _value(condition: core.Expr) -> tuple[object, object]:
    """Return a thing and the written value it is required to have."""
    assert isinstance(condition, core.Operation)
    left, right = condition.operands
    const, thing = (left, right) if isinstance(left, core.Const) else (right, left)
    assert isinstance(const, core.Const)
    return key(thing), const.value
