"""Which part of the rules mentions which: a Program in, a graph of its parts out.

A part (`Unit`) is a declaration by category and name; `ROOT` stands for what always
happens: set-up, course, state checks, score, evaluation, invariants, profile.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from .. import core
from ..program import Ability, Program, Sheet
from ..symbols import Category
from .circles import Unit, find_circles, reverse, spread
from .walking import Piece, walk

ROOT: Unit = (Category.LOCAL, "")


@dataclass(frozen=True, slots=True)
class Graph:
    """`pieces` are the rules of each part, `edges` the parts they mention."""

    pieces: Mapping[Unit, tuple[Piece, ...]]
    edges: Mapping[Unit, frozenset[Unit]]

    def reach(self, *starts: Unit) -> frozenset[Unit]:
        """Return the parts reached from some, themselves included."""
        seen: set[Unit] = set()
        spread(self.edges, starts, seen)
        return frozenset(seen)

    def lead_to(self, ends: Iterable[Unit]) -> frozenset[Unit]:
        """Return the parts from which one of some is reached, themselves included."""
        seen: set[Unit] = set()
        spread(reverse(self.edges), ends, seen)
        return frozenset(seen)

    def stranded(self) -> list[Unit]:
        """Return parts nothing leads to, without those that only such a part mentions.

        Of parts that only mention each other in a circle, the first one is returned.
        """
        reached = self.reach(ROOT)
        lost = [unit for unit in self.pieces if unit not in reached]
        mentioned = {other for unit in lost for other in self.edges[unit] if other != unit}
        found = [unit for unit in lost if unit not in mentioned]
        covered: set[Unit] = set()
        spread(self.edges, found, covered)
        # What is left is mentioned by parts that mention each other in a circle.
        left = {unit: self.edges[unit] for unit in lost if unit not in covered}
        for circle in find_circles(left):
            if circle[0] not in covered:
                found.append(circle[0])
                spread(self.edges, circle, covered)
        return found


def build_graph(program: Program) -> Graph:
    """Return the graph of a Program."""
    pieces = dict(_pieces(program))
    answers = _answers(program)
    edges = {
        unit: frozenset(each for piece in walk(*own) for each in mentions(piece))
        | frozenset(answers.get(unit, ()))
        for unit, own in pieces.items()
    }
    return Graph(pieces, edges)


def _pieces(program: Program) -> Iterator[tuple[Unit, tuple[Piece, ...]]]:
    """Yield each part with its rules."""
    yield ROOT, tuple(_always(program))
    for name, definition in program.definitions.items():
        yield (Category.DEFINITION, name), (definition.value,)
    for name, value in program.values.items():
        yield (Category.VALUE, name), (value.base,)
    for name, state in program.states.items():
        yield (Category.STATE, name), (state.initial,)
    for name, procedure in program.procedures.items():
        yield (Category.PROCEDURE, name), procedure.body
    for name, phase in program.phases.items():
        yield (Category.PHASE, name), phase.body
    for name, event in program.events.items():
        yield (Category.EVENT, name), event.body
    for name, ability in program.abilities.items():
        yield (Category.ABILITY, name), tuple(_of_ability(ability))
    plain = (
        (Category.WINDOW, program.windows),
        (Category.OUTCOME, program.outcomes),
        (Category.DIE, program.dice),
        (Category.ZONE, program.zones),
    )
    for category, table in plain:
        for name in table:
            yield (category, name), ()


def _always(program: Program) -> Iterator[Piece]:
    """Yield the rules that hold without being called."""
    yield from program.setup
    yield from program.course
    for control in program.controls:
        yield control.condition
        yield from control.body
    for invariant in program.invariants:
        yield invariant.condition
    for construction in program.constructions.values():
        yield from (rule.expr for rule in construction.rules)
    for sheet in program.sheets:
        yield from _of_sheet(sheet)
    for per_player in (program.score, program.evaluation):
        if per_player is not None:
            yield per_player.value
    if program.order is not None:
        yield program.order


def _of_sheet(sheet: Sheet) -> Iterator[Piece]:
    """Yield everything a sheet reads."""
    for line in sheet.lines:
        yield from (each for each in (line.value, line.condition) if each is not None)
    if sheet.under is not None:
        yield sheet.under


def _of_ability(ability: Ability) -> Iterator[Piece]:
    """Yield everything an ability reads or does."""
    for parameter in ability.parameters:
        yield parameter.group
    yield from conditions_of(ability)
    for limit in ability.limits:
        yield limit.count
        if limit.amount is not None:
            yield limit.amount
    for modifier in ability.modifiers:
        yield from modifier.filters
        yield modifier.amount
    yield from ability.cost
    yield from ability.effect


def conditions_of(ability: Ability) -> Iterator[core.Expr]:
    """Yield the requirements of an ability."""
    return (requirement.condition for requirement in ability.requirements)


def mentions(piece: Piece) -> Iterator[Unit]:
    """Yield the parts one expression or statement names itself."""
    match piece:
        case core.Call():
            yield Category.DEFINITION, piece.definition
        case core.ValueOf() | core.Lasting():
            yield Category.VALUE, piece.value
        case core.Global() | core.Column():
            yield Category.STATE, piece.state
        case core.Contents():
            yield Category.ZONE, piece.zone
        case core.Builtin(name="place", arguments=(core.Const(text=zone), *_)):
            yield Category.ZONE, zone
        case core.Move() | core.Shuffle():
            yield Category.ZONE, piece.zone.zone
        case core.Draw():
            yield Category.ZONE, piece.zone.zone
            yield Category.ZONE, piece.source.zone
        case core.Perform():
            yield Category.PROCEDURE, piece.procedure
        case core.RunPhase():
            yield Category.PHASE, piece.phase
        case core.Emit():
            yield Category.EVENT, piece.event
        case core.OpenWindow():
            yield Category.WINDOW, piece.window
        case core.Finish():
            yield Category.OUTCOME, piece.outcome
        case core.Roll():
            yield Category.DIE, piece.die
        case _:
            pass


def _answers(program: Program) -> dict[Unit, set[Unit]]:
    """Return the abilities each part brings into play, and the zones abilities work from."""
    found: dict[Unit, set[Unit]] = {}

    def link(unit: Unit, other: Unit) -> None:
        found.setdefault(unit, set()).add(other)

    for zone in program.in_play:
        link(ROOT, (Category.ZONE, zone))
    for name, ability in program.abilities.items():
        unit = (Category.ABILITY, name)
        for zone in ability.zones:
            link(unit, (Category.ZONE, zone))
        for window in ability.windows:
            link((Category.WINDOW, window), unit)
        for modifier in ability.modifiers:
            link((Category.VALUE, modifier.value), unit)
        if ability.trigger is not None:
            link((Category.EVENT, ability.trigger.event), unit)
            link((Category.ABILITY, ability.trigger.event), unit)
    return found
