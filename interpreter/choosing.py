"""Choices as code: one item, an optional one, several, yes or no.

Several items are picked one by one. Where the choice has a condition (`requiert`), a pick
is offered only if the condition can still be met afterwards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..dsl import core
from .slots import slots_in
from .units import Ask, Unit, are_told_apart

if TYPE_CHECKING:
    from .blocks import Blocks
    from .expressions import Emitter


def write_choice(blocks: Blocks, statement: core.Choose) -> None:
    """Write a decision and keep what was chosen."""
    if statement.mode == "many":
        _several(blocks, statement)
        return
    resume = blocks.shared.new_block()
    slot = blocks.unit.slot(statement.slot)
    who = blocks.unit.emitter.write(statement.chooser)
    place = blocks.constants.place(statement.span)
    if statement.group is None:
        blocks.add("o = [1, 0]")
    else:
        blocks.add(f"o = {options_text(blocks.unit, statement.group)}")
        if statement.mode == "one":
            blocks.add(f"if not o: raise RuleFault('no_option', {place})")
        else:
            blocks.add(*refuse_negative(blocks.unit, statement), "o.append(-1)")
    blocks.ask(_ask(blocks, statement, slot), who, resume)
    blocks.start(resume)
    blocks.add(*_note(blocks, statement, f"F[{slot}]"))


def _several(blocks: Blocks, statement: core.Choose) -> None:
    assert statement.group is not None and statement.minimum and statement.maximum
    write, shared = blocks.unit.emitter.write, blocks.shared
    chosen = blocks.unit.locate(statement.slot)
    pick = blocks.unit.slot(blocks.unit.hidden())
    again, picked, end = (shared.new_block() for _ in range(3))
    place = blocks.constants.place(statement.span)
    low, high = write(statement.minimum), write(statement.maximum)
    blocks.add(f"{chosen} = ()")
    blocks.go(again)
    blocks.start(again)
    holds = "True" if statement.condition is None else write(statement.condition)
    blocks.add(f"n, met = times({high}, {place}), {holds}")
    blocks.add(f"if len({chosen}) >= n and met: return {end}")
    blocks.add(*picks_text(blocks.unit, statement))
    blocks.add(f"if len({chosen}) >= {low} and met:")
    blocks.add(f"    o.append({-2})", f"    if len(o) == 1: return {end}")
    blocks.add(f"if not o: raise RuleFault('no_option', {place})")
    blocks.ask(_ask(blocks, statement, pick), write(statement.chooser), picked)
    blocks.start(picked)
    blocks.add(f"if F[{pick}] == -2: return {end}", f"{chosen} += (F[{pick}],)")
    blocks.go(again)
    blocks.start(end)
    blocks.add(*_note(blocks, statement, chosen))


def search_text(emitter: Emitter, statement: core.Choose) -> str:
    """Give Python text for what a search needs: the group and the condition as functions
    of the items chosen, and whether the group stays the same."""
    assert statement.group is not None
    outer = emitter.inner.get(statement.slot)
    emitter.inner[statement.slot] = "c"
    group = emitter.write(statement.group)
    holds = "True" if statement.condition is None else emitter.write(statement.condition)
    del emitter.inner[statement.slot]
    if outer is not None:
        emitter.inner[statement.slot] = outer
    return f"lambda c: {group}, lambda c: {holds}, {is_steady(statement)}"


def is_steady(statement: core.Choose) -> bool:
    """Tell whether the group of a choice does not depend on what is chosen."""
    assert statement.group is not None
    return statement.slot not in slots_in(statement.group)


def picks_text(unit: Unit, statement: core.Choose) -> list[str]:
    """Give the lines that list in `o` what may be picked next, of at most `n`."""
    assert statement.group is not None and statement.minimum is not None
    chosen, group = unit.locate(statement.slot), statement.group
    lines = [
        f"o = without({unit.emitter.write(group)}, {chosen}) if len({chosen}) < n else []"
    ]
    if offers_alike_once(unit, group):
        lines.append("o = unlike(S, o)")
    elif group.kind.family is core.Family.NUMBER:
        lines.append("o = list(distinct(o))")
    lines += refuse_negative(unit, statement)
    if statement.condition is not None:
        low, search = (
            unit.emitter.write(statement.minimum),
            search_text(unit.emitter, statement),
        )
        lines.append(f"if o: o = completable(o, {chosen}, {search}, {low}, n)")
    return lines


def refuse_negative(unit: Unit, statement: core.Choose) -> list[str]:
    """Numbers below 0 cannot be told from passing: they are the rule's fault."""
    assert statement.group is not None
    if statement.group.kind.family is not core.Family.NUMBER:
        return []
    place = unit.shared.constants.place(statement.span)
    return [f"if o and min(o) < 0: raise RuleFault('negative', {place})"]


def options_text(unit: Unit, group: core.Expr) -> str:
    """Give Python text for a fresh list of options; look-alikes are offered once."""
    text = unit.emitter.write(group)
    if offers_alike_once(unit, group):
        return f"unlike(S, {text})"
    if group.kind.family is core.Family.NUMBER:
        return f"list(distinct({text}))"
    return text if text.startswith("[") else f"list({text})"


def offers_alike_once(unit: Unit, group: core.Expr) -> bool:
    """Tell whether some of a group may look the same, and then are one option."""
    component = group.kind.family is core.Family.COMPONENT
    if not component or are_told_apart(unit.shared.program):
        return False
    return unit.shared.constants.have_twins(group.kind)


def is_in_one_place(group: core.Expr) -> bool:
    """Tell whether all components of a group lie in the same place."""
    match group:
        case core.Contents():
            return True
        case core.Where():
            return is_in_one_place(group.group)
        case _:
            return False


def _ask(blocks: Blocks, statement: core.Choose, slot: int) -> Ask:
    rule = blocks.unit.rule
    kind = None if statement.group is None else statement.group.kind
    return Ask(
        statement.mode, slot, kind, rule.name, statement.title or rule.title,
        statement.cites or rule.cites, statement.span,
        minimum=statement.minimum, maximum=statement.maximum, group=statement.group,
        condition=statement.condition, target=statement.slot, slots=blocks.unit.slots,
    )  # fmt: skip


def _note(blocks: Blocks, statement: core.Choose, text: str) -> list[str]:
    kind = core.BOOLEAN
    if statement.group is not None:
        family = statement.group.kind
        kind = core.Kind(family.family, family.name, many=statement.mode == "many")
    who = blocks.unit.emitter.write(statement.chooser)
    return blocks.unit.note(
        "choose", statement.cites, statement.span,
        ((who, core.PLAYER), (text, kind)), statement.title,
    )  # fmt: skip
