"""What a cost needs before it is paid, as far as it is known beforehand.

Goes in: an ability and the slots bound when it is offered. Comes out: what must be there,
as expressions: the compiler writes them as tests, the explainer evaluates them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ..dsl import core
from ..dsl.program import Ability, Program
from .slots import slots_in


@dataclass(frozen=True, slots=True)
class Available:
    """Something to choose: `group` has at least `count` items (None: one).

    A choice with a condition must be able to meet it (see `runtime.can_finish`).
    """

    statement: core.Choose
    slots: frozenset[str]
    group: core.Expr
    count: core.Expr | None


@dataclass(frozen=True, slots=True)
class Enough:
    """A counter that may change by `amounts` together without going below `low`."""

    statement: core.Adjust
    slots: frozenset[str]
    target: core.Global | core.Column
    amounts: tuple[core.Expr, ...]
    low: int


Need = Available | Enough


def needs(program: Program, ability: Ability, known: set[str]) -> Iterator[Need]:
    """Yield what a cost needs, leaving out what depends on choices made while paying."""
    counters: dict[object, Enough] = {}
    for statement in ability.cost:
        match statement:
            case core.Choose(group=core.Expr() as group, mode="one" | "many"):
                need = _available(statement, group)
                if need.slots <= known:
                    yield need
            case core.Adjust(target=target, amount=amount):
                slots = frozenset((*slots_in(amount), *slots_in(target)))
                floor = program.states[target.state].low or 0
                enough = Enough(statement, slots, target, (amount,), floor)
                if slots <= known:
                    key = _shape(target)
                    counters[key] = _together(counters.get(key), enough)
            case _:
                pass
    yield from counters.values()


def _available(statement: core.Choose, group: core.Expr) -> Available:
    read = {*slots_in(group)}
    for part in (statement.minimum, statement.maximum, statement.condition):
        read |= set() if part is None else {*slots_in(part)}
    slots = frozenset(read - {statement.slot})
    return Available(statement, slots, group, statement.minimum)


def _together(first: Enough | None, other: Enough) -> Enough:
    """Return one need for two changes of one counter."""
    if first is None:
        return other
    amounts = (*first.amounts, *other.amounts)
    return replace(first, slots=first.slots | other.slots, amounts=amounts)


def _shape(value: object) -> object:
    """Return what makes two expressions the same, wherever they stand."""
    if isinstance(value, core.Expr):
        parts = [name for name in value.__match_args__ if name != "span"]
        return (type(value).__name__, *(_shape(getattr(value, name)) for name in parts))
    return tuple(map(_shape, value)) if isinstance(value, tuple) else value
