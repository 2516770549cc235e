"""Which units can stop for a decision: a fixpoint over who calls whom."""

from __future__ import annotations

from ..dsl import core
from ..dsl.program import Ability, Program
from .units import ability_body, statements_in

UnitName = tuple[str, str]


def stopping_units(program: Program) -> frozenset[UnitName]:
    """Give the units that may stop, as (family, name)."""
    bodies = dict(unit_bodies(program))
    stopping = {("window", name) for name in program.windows}
    stopping |= {("event", name) for name in program.events if asks(program, name)}
    changed = True
    while changed:
        found = {
            unit
            for unit, (body, calls) in bodies.items()
            if calls & stopping or any(stops(s, frozenset(stopping)) for s in body)
        }
        changed = not found <= stopping
        stopping |= found
    return frozenset(stopping)


def unit_bodies(program: Program) -> list[tuple[UnitName, tuple[core.Body, set[UnitName]]]]:
    """List each unit with its body and the units its code runs besides."""
    units: list[tuple[UnitName, tuple[core.Body, set[UnitName]]]] = []
    controls: set[UnitName] = {("control", c.name) for c in program.controls}
    for name, procedure in program.procedures.items():
        units.append((("procedure", name), (procedure.body, set())))
    for name, phase in program.phases.items():
        units.append((("phase", name), (phase.body, controls)))
    for name, event in program.events.items():
        answers: set[UnitName] = {("ability", a.name) for a in answering(program, name)}
        units.append((("event", name), (event.body, answers | controls)))
    for name, ability in program.abilities.items():
        units.append((("ability", name), (ability_body(ability), controls)))
    for control in program.controls:
        units.append((("control", control.name), (control.body, set())))
    return units


def stops(statement: core.Statement, stopping: frozenset[UnitName]) -> bool:
    """Say whether one statement may stop (or jump, or open a scope): it needs blocks."""
    for inner in statements_in((statement,)):
        match inner:
            case core.Choose() | core.OpenWindow() | core.Leave() | core.PhaseBlock():
                return True
            case core.StepBlock() | core.Endless() | core.Turns() | core.RunPhase():
                return True
            case core.Perform() if ("procedure", inner.procedure) in stopping:
                return True
            case core.Emit() if ("event", inner.event) in stopping:
                return True
            case _:
                pass
    return False


def answering(program: Program, event: str) -> list[Ability]:
    """List the abilities that run when an event happens (forced, responses, replacements)."""
    found = []
    for ability in program.abilities.values():
        if ability.trigger is not None and ability.trigger.event == event:
            found.append(ability)
    return found


def asks(program: Program, event: str) -> bool:
    """Say whether an event itself opens a choice: responses, or an order to decide."""
    answers = answering(program, event)
    if any(ability.cls == "réponse" for ability in answers):
        return True
    for moment in ("avant", "après", "remplacement"):
        forced = [
            a
            for a in answers
            if a.cls != "réponse" and a.trigger is not None and a.trigger.moment == moment
        ]
        several = len(forced) > 1 or any(a.card is not None for a in forced)
        if several and program.order is not None:
            return True
    return False
