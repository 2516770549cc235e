"""Filters that say where a component lies: the places are looked at, not all components.

« Personnage où place(jeu, lui) ≠ rien » keeps what lies in `jeu`: a few cards, however many
the game has. The answer is the same, in the same order (see `Lying`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from ..dsl import core
from .constants import Constants

#: Fewer candidates are asked one by one.
FEWEST = 8


@dataclass(frozen=True, slots=True)
class Lying(core.Expr):
    """The components that lie in some places, in the order of their numbers."""

    zones: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Places:
    """Where a component lies if a condition holds; `exact` if it holds for all that lie there."""

    zones: frozenset[str]
    exact: bool

    def __or__(self, other: Places) -> Places:
        return Places(self.zones | other.zones, self.exact and other.exact)


def looked_up(
    constants: Constants, where: core.Where, parts: list[core.Expr]
) -> tuple[Lying, list[core.Expr]] | None:
    """Give the places to look at for a filter, and what is left of its conditions.

    None if its conditions do not say where, or its candidates are few.
    """
    candidates = constants.layout.everything(where.group.kind)
    if where.group.kind.family is not core.Family.COMPONENT or len(candidates) < FEWEST:
        return None
    if list(candidates) != sorted(candidates):
        return None
    for part in parts:
        found = _places(constants, part, where.slot)
        if found is not None:
            lying = Lying(where.group.span, where.group.kind, tuple(sorted(found.zones)))
            rest = [other for other in parts if other is not part or not found.exact]
            return lying, [*of_kind(constants, where), *rest]
    return None


def of_kind(constants: Constants, where: core.Where) -> Iterable[core.Expr]:
    """Yield the question whether a component is of the kind that is filtered."""
    kind, span = where.group.kind, where.group.span
    if len(constants.layout.everything(kind)) == len(constants.layout.entities):
        return
    single = replace(kind, many=False)
    item = core.Local(span, single, where.slot)
    type_ = core.Const(span, single, 0, kind.name)
    yield core.Operation(span, core.BOOLEAN, "est", (item, type_))


def _places(constants: Constants, condition: core.Expr, slot: str) -> Places | None:
    """Say where the component at a slot lies if a condition holds; None if it may be anywhere."""
    match condition:
        case core.Operation(op="≠", operands=(one, other)):
            if _is_nothing(other):
                return _holders(constants, one, slot)
            return _holders(constants, other, slot) if _is_nothing(one) else None
        case core.Operation(op="=", operands=(one, other)):
            sides = ((one, other), (other, one))
            known = (_holders(constants, a, slot) for a, b in sides if not b.kind.optional)
            found = next((each for each in known if each is not None), None)
            return found and replace(found, exact=False)
        case core.Operation(op="dans", operands=(core.Local(slot=read), core.Contents())):
            group = condition.operands[1]
            assert isinstance(group, core.Contents)
            exact = group.index is None
            return Places(frozenset({group.zone}), exact) if read == slot else None
        case core.Operation(op="ou", operands=(left, right)):
            places = _places(constants, left, slot)
            others = places and _places(constants, right, slot)
            return places | others if places and others else None
        case core.Operation(op="et", operands=(left, right)):
            found = _places(constants, left, slot) or _places(constants, right, slot)
            return found and replace(found, exact=False)
        case core.Call():
            inner = parameter_of(constants, condition, slot)
            value = constants.layout.program.definitions[condition.definition].value
            return _places(constants, value, inner) if inner else None
        case _:
            return None


def _holders(constants: Constants, expr: core.Expr, slot: str) -> Places | None:
    """Say where the component at a slot lies if an expression about it is not `rien`."""
    match expr:
        case core.Builtin(
            name="place",
            arguments=(core.Const(text=zone), core.Local(slot=read)),
        ) if read == slot:
            return Places(frozenset({zone}), exact=True)
        case core.IfElse():
            then = _holders(constants, expr.then, slot)
            otherwise = then and _holders(constants, expr.otherwise, slot)
            if not then or not otherwise:
                return None
            # « si place(a, c) ≠ rien alors place(a, c) sinon … »: nowhere else.
            is_first = _places(constants, expr.condition, slot) == then
            return Places(
                then.zones | otherwise.zones, is_first and then.exact and otherwise.exact
            )
        case core.Call():
            inner = parameter_of(constants, expr, slot)
            value = constants.layout.program.definitions[expr.definition].value
            return _holders(constants, value, inner) if inner else None
        case _:
            return None


def parameter_of(constants: Constants, call: core.Call, slot: str) -> str:
    """Give the parameter of a definition that stands for a slot, or nothing."""
    params = constants.layout.program.definitions[call.definition].params
    for param, argument in zip(params, call.arguments, strict=True):
        if isinstance(argument, core.Local) and argument.slot == slot:
            return param.slot
    return ""


def _is_nothing(expr: core.Expr) -> bool:
    return isinstance(expr, core.Const) and expr.value == -1
