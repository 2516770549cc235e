"""Abilities that can never be possible together, by what they require."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from .. import core
from ..builtins import ME, SELF
from ..program import Ability, Program
from .certain import Certain
from .rewriting import Key, conjuncts, denied, free_names, key, substitute, unfold


class Required(NamedTuple):
    """What an ability requires: whether that never holds, what it says and what denies it,
    and the written values of things."""

    never: bool
    held: set[Key]
    denied: set[Key]
    values: dict[object, object]


class Exclusion:
    """Compares the answers to events of one Program; each is read once."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.certain = Certain(program, eliminates=True)
        self._known: dict[str, Required] = {}

    def are_exclusive(self, one: Ability, other: Ability) -> bool:
        """Tell whether two answers to an event can never be possible together.

        One requires what the other denies, or two different written values of one thing.
        """
        first, second = self._required(one), self._required(other)
        if first.never or second.never or first.held & second.denied:
            return True
        named = set(first.values) & set(second.values)
        return any(first.values[name] != second.values[name] for name in named)

    def _required(self, ability: Ability) -> Required:
        if ability.name not in self._known:
            conditions = list(_conditions(self.program, ability))
            self._known[ability.name] = Required(
                any(self.certain.truth(each) is False for each in conditions),
                {key(each) for each in conditions},
                {key(denied(each)) for each in conditions},
                dict(map(_value, filter(_is_value, conditions))),
            )
        return self._known[ability.name]


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
