"""Filters kept up to date: « Case où .libre » as a list that follows the state.

Where random games are played without stopping, what may be chosen is asked at every
decision, while a decision changes the answer for a few candidates only. If a filter asks
of each candidate what stands in columns at places known before the game, the compiler
knows which candidates a change concerns: only those are asked again, after the change.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..dsl import core
from .constants import Constants
from .evaluate import Evaluator, reads_state
from .repeats import are_alike
from .units import Unit, statements_in

if TYPE_CHECKING:
    from .straight import Straight

#: Fewer candidates are asked anew; a change may concern one in so many, at most.
FEWEST, SHARE = 8, 4
#: Changes that rules write of the columns a filter reads, at most.
CHANGES = 2
#: Functions of places that do not depend on the game.
SHAPES = ("voisines", "décalage", "distance")

Slots = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Kept:
    """A filter and its number; `concerned[state][place]` are the candidates to ask again."""

    number: int
    where: core.Where
    concerned: dict[str, tuple[tuple[int, ...], ...]]

    @property
    def name(self) -> str:
        return f"g{self.number}"


class NotKept(Exception):
    """A filter reads something that is not known before the game."""


def keep_filters(constants: Constants, bodies: list[core.Body]) -> None:
    """Find the filters of choices that are worth keeping up to date."""
    statements = [s for body in bodies for s in statements_in(body)]
    for statement in statements:
        where = statement.group if isinstance(statement, core.Choose) else None
        if not isinstance(where, core.Where):
            continue
        if any(are_alike(where, kept.where) for kept in constants.kept):
            continue
        concerned = _concerned(constants, where)
        changed = [s for s in statements if _changes(s, concerned)]
        if concerned and len(changed) <= CHANGES:
            constants.kept.append(Kept(len(constants.kept), where, concerned))


def _changes(statement: core.Statement, states: Iterable[str]) -> bool:
    if not isinstance(statement, core.Assign | core.Adjust):
        return False
    return statement.target.state in states


def _concerned(
    constants: Constants, where: core.Where
) -> dict[str, tuple[tuple[int, ...], ...]]:
    """Give the candidates that each place of each column concerns; none if unknown."""
    layout, kind = constants.layout, where.group.kind
    if not isinstance(where.group, core.All) or kind.family is core.Family.PLAYER:
        return {}
    candidates = layout.everything(kind)
    if len(candidates) < FEWEST or list(candidates) != sorted(candidates):
        return {}
    reader = _Reader(constants)
    found: dict[str, dict[int, list[int]]] = {}
    try:
        for candidate in candidates:
            for state, place in set(
                reader.places(where.condition, {where.slot: candidate})
            ):
                found.setdefault(state, {}).setdefault(place, []).append(candidate)
    except NotKept:
        return {}
    most = max((len(c) for places in found.values() for c in places.values()), default=99)
    if most * SHARE > len(candidates):
        return {}
    sizes = {name: layout.program.states[name].owner for name in found}
    return {
        name: tuple(
            tuple(sorted(places.get(place, ())))
            for place in range(layout.size(owner) if owner else 0)
        )
        for (name, places), owner in zip(found.items(), sizes.values(), strict=True)
    }


class _Reader:
    """Finds the places of columns that an expression reads, its slots being known."""

    def __init__(self, constants: Constants) -> None:
        self.program = constants.layout.program
        self.eliminates = constants.eliminates
        self.evaluator = Evaluator(constants.layout, None)

    def places(self, expr: core.Expr, slots: Slots) -> Iterator[tuple[str, int]]:
        """Yield (state, place) for each that may be read."""
        match expr:
            case core.Column():
                place = self._known(expr.index, slots)
                if place >= 0:
                    yield expr.state, place
            case core.Const() | core.Local():
                pass
            case core.Characteristic():
                yield from self.places(expr.index, slots)
            case core.Operation():
                yield from self._all(expr.operands, slots)
            case core.SetOf():
                yield from self._all(expr.items, slots)
            case core.IfElse():
                yield from self._all((expr.condition, expr.then, expr.otherwise), slots)
            case core.Builtin() if expr.name in SHAPES:
                yield from self._all(expr.arguments, slots)
            case core.Call():
                definition = self.program.definitions[expr.definition]
                values = [self._known(argument, slots) for argument in expr.arguments]
                names = [param.slot for param in definition.params]
                inner = dict(zip(names, values, strict=True))
                yield from self.places(definition.value, inner)
            case _:
                raise NotKept

    def _all(self, parts: Iterable[core.Expr], slots: Slots) -> Iterator[tuple[str, int]]:
        for part in parts:
            yield from self.places(part, slots)

    def _known(self, expr: core.Expr, slots: Slots) -> Any:
        if reads_state(expr, self.program, self.eliminates):
            raise NotKept
        return self.evaluator.value(expr, slots)


# As code -----------------------------------------------------------------


def first_lines(unit: Unit, kept: Kept) -> list[str]:
    """Give the lines that list what a filter keeps at first."""
    shared, name = unit.shared, kept.name
    states = [shared.program.states[state] for state in kept.concerned]
    loop = unit.emitter.loop(kept.where)
    test = unit.emitter.test(kept.where.condition)
    found = f"[{unit.emitter.inner[kept.where.slot]} for {loop} if {test}]"
    if any(reads_state(s.initial, shared.program, eliminates=True) for s in states):
        return [f"S.{name} = {found}"]
    # The first values are the same in all games.
    number = kept.number
    return [f"if FIRST[{number}] is None: FIRST[{number}] = {found}",
            f"S.{name} = FIRST[{number}][:]"]  # fmt: skip


def write_updates(straight: Straight, state: str, place: str) -> None:
    """Ask the candidates again that a change of a column at a place concerns."""
    out, emitter = straight.out, straight.unit.emitter
    for kept in straight.constants.kept:
        if state not in kept.concerned:
            continue
        concerned = straight.constants.literal(kept.concerned[state])
        name, group = straight.constants.fresh("y"), f"S.{kept.name}"
        emitter.inner[kept.where.slot] = name
        emitter.values.pop(kept.where.slot, None)
        test = emitter.test(kept.where.condition)
        out.add(
            f"for {name} in {concerned}[{place}]:",
            f"    if {test}:",
            f"        if {name} not in {group}: insort({group}, {name})",
            f"    elif {name} in {group}: {group}.remove({name})",
        )
