"""What the lines of an example play, held against the abilities of the rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from .categories import Category
from .diagnostics import Diagnostic
from .examples import Case, Expect, Pick, Play
from .program import Program
from .suggestions import closest


def wrong_picks(program: Program, case: Case) -> Iterator[Diagnostic]:
    """Yield the lines that name no ability, or give it the wrong number of arguments."""
    for step in case.steps:
        picks: tuple[Pick, ...] = step.picks if isinstance(step, Play) else ()
        if isinstance(step, Expect) and step.pick is not None:
            picks = (step.pick,)
        for pick in picks:
            if pick.ability:
                yield from _wrong_ability(program, pick)


def _wrong_ability(program: Program, pick: Pick) -> Iterator[Diagnostic]:
    ability = program.abilities.get(pick.ability)
    if ability is None:
        near = closest(pick.ability, program.abilities)
        what = {"what": Category.ABILITY.value, "where": None, "closest": near}
        yield Diagnostic("N02", pick.span, {"name": pick.ability, **what})
        return
    wanted = 0 if ability.trigger is not None else len(ability.parameters)
    if pick.arguments is not None and len(pick.arguments) != wanted:
        counts = {"expected": wanted, "found": len(pick.arguments)}
        yield Diagnostic("K02", pick.span, {"name": pick.ability, **counts})


def with_bearers(program: Program, findings: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    """Yield findings; an unknown name that is an ability of a card gets its card."""
    whole = {name.rpartition(".")[2]: name for name in program.abilities if "." in name}
    for found in findings:
        name = whole.get(str(found.values.get("name")))
        if found.code == "N01" and name is not None:
            values = {**found.values, "closest": name, "where": None}
            yield replace(found, values=values)
        else:
            yield found
