"""What a cost needs before it is paid, as far as it is known beforehand.

Goes in: an ability and the slots bound when it is offered. Comes out: what must be there,
as expressions: the compiler writes them as tests, the explainer evaluates them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..dsl import core
from ..dsl.program import Ability, Program
from .expressions import slots_in


@dataclass(frozen=True, slots=True)
class Available:
    """Something to choose: `group` has at least `count` items (None: one)."""

    statement: core.Choose
    slots: frozenset[str]
    group: core.Expr
    count: core.Expr | None


@dataclass(frozen=True, slots=True)
class Enough:
    """A counter that may change by `amount` without going below `low`."""

    statement: core.Adjust
    slots: frozenset[str]
    target: core.Global | core.Column
    amount: core.Expr
    low: int


Need = Available | Enough


def needs(program: Program, ability: Ability, known: set[str]) -> Iterator[Need]:
    """Yield what a cost needs, leaving out what depends on choices made while paying."""
    for statement in ability.cost:
        need = _need(program, statement)
        if need is not None and need.slots <= known:
            yield need


def _need(program: Program, statement: core.Statement) -> Need | None:
    match statement:
        case core.Choose(mode="one", group=core.Expr() as group):
            return Available(statement, frozenset(slots_in(group)), group, None)
        case core.Choose(group=core.Expr() as group, minimum=core.Expr() as low):
            slots = frozenset((*slots_in(group), *slots_in(low)))
            return Available(statement, slots, group, low)
        case core.Adjust(target=target, amount=amount):
            slots = frozenset((*slots_in(amount), *slots_in(target)))
            floor = program.states[target.state].low or 0
            return Enough(statement, slots, target, amount, floor)
        case _:
            return None
