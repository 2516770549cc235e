"""Which abilities answer an event, cancel it or forbid it."""

from __future__ import annotations

from collections.abc import Iterator

from .. import core
from ..checks.walking import walk
from ..program import Ability, Program
from .graph import Graph
from .places import Stage

#: Which abilities answer at which stage: their class and moment.
ANSWERS = {
    Stage.REPLACE: ("remplacement", "remplacement"),
    Stage.BEFORE_FORCED: ("forcé", "avant"),
    Stage.BEFORE_FREE: ("réponse", "avant"),
    Stage.AFTER_FORCED: ("forcé", "après"),
    Stage.AFTER_FREE: ("réponse", "après"),
}


def answers(program: Program, event: str, stage: Stage) -> Iterator[Ability]:
    """Yield the abilities that answer an event at a stage."""
    wanted = ANSWERS.get(stage)
    for ability in program.abilities.values():
        trigger = ability.trigger
        if trigger is None or trigger.event != event:
            continue
        if (ability.cls, trigger.moment) == wanted:
            yield ability


def has_answers(graph: Graph) -> bool:
    """Tell whether something answers some event."""
    return any(
        (ability.cls, "" if ability.trigger is None else ability.trigger.moment)
        in ANSWERS.values()
        for ability in graph.program.abilities.values()
    )


def forbidden_names(program: Program) -> frozenset[str]:
    """Return the events and actions that something may forbid, always or for a while."""
    bodies: list[core.Body] = [program.setup, program.course]
    bodies += [each.body for each in program.controls]
    bodies += [each.body for each in program.phases.values()]
    bodies += [each.body for each in program.procedures.values()]
    bodies += [each.body for each in program.events.values()]
    bodies += [(*each.cost, *each.effect) for each in program.abilities.values()]
    found = {
        each.target
        for body in bodies
        for each in walk(*body)
        if isinstance(each, core.Forbid)
    }
    for ability in program.abilities.values():
        if ability.cls == "interdit" and ability.trigger is not None:
            found.add(ability.trigger.event)
    return frozenset(found)


def cancels(ability: Ability) -> bool:
    """Tell whether an ability may cancel the event it answers."""
    return any(isinstance(piece, core.Cancel) for piece in walk(*ability.effect))
