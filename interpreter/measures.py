"""Definitions, modifiable values, scores and conditions as functions of the state."""

from __future__ import annotations

import re

from ..dsl import core
from ..dsl.program import Ability, Modifier, PerPlayer
from .abilities import Abilities
from .bearing import are_many, bearing, by_places
from .units import Lines, Rule, Shared, Unit, rule_of


def write_condition(shared: Shared, name: str, rule: Rule, condition: core.Expr) -> None:
    """Write a condition on the table as a function."""
    text = Unit(shared, rule, (), False).emitter.write(condition)
    shared.functions.append(f"def {name}(S):\n    return {text}")


def write_definition(shared: Shared, name: str) -> None:
    definition = shared.program.definitions[name]
    if shared.constants.tabulated(name) is not None:
        return
    number = shared.constants.definition_number(name)
    params = tuple(p.slot for p in definition.params)
    unit = Unit(shared, rule_of(definition), params, False)
    head = "".join(f", x{unit.slot(slot)}" for slot in params)
    shared.functions.append(
        f"def d{number}(S{head}):\n    return {unit.emitter.write(definition.value)}"
    )


def write_measure(shared: Shared, name: str, measure: PerPlayer) -> None:
    """Write `score` or `evaluation`: a number for a player."""
    unit = Unit(
        shared, Rule(name, name, measure.cites, measure.span), (measure.slot,), False
    )
    value = unit.emitter.write(measure.value)
    shared.functions.append(
        f"def {name}(S, {unit.locate(measure.slot)}):\n    return {value}"
    )


def write_value(shared: Shared, name: str, abilities: Abilities) -> None:
    """Write a modifiable value: base, permanents in force, lasting effects, floor."""
    value = shared.program.values[name]
    number = shared.constants.value_number(name)
    params = tuple(p.slot for p in value.params)
    unit = Unit(shared, rule_of(value), params, False)
    arguments = "".join(f", x{unit.slot(slot)}" for slot in params)
    out = Lines()
    out.add(f"t = {unit.emitter.write(value.base)}")
    found = [
        (ability, modifier)
        for ability in shared.program.abilities.values()
        for modifier in ability.modifiers
        if modifier.value == name
    ]
    if are_many(shared.constants, (ability for ability, _ in found)):
        on_cards = [each for each in found if each[0].card is not None]
        found = [each for each in found if each[0].card is None]
        _look_up(shared, number, params, on_cards, abilities, out)
    for ability, modifier in found:
        inner = _modifying(shared, params, ability, modifier)
        if ability.card is None:
            out.add(_change(inner, ability, modifier, "t +="))
            continue
        with abilities.each_bearer(out, ability, inner.locate("soi")):
            out.add(*_owner_and_change(inner, ability, modifier, abilities, "t +="))
    if shared.durations:
        held = arguments[2:] + "," if params else ""
        out.add(
            f"for e in S.lasting: t += e[2] if e[1] == {number} and e[3:] == ({held}) else 0"
        )
    out.add("return t" if value.floor is None else f"return max(t, {value.floor})")
    shared.functions.append(f"def v{number}(S{arguments}):\n" + "\n".join(out.lines))


def _look_up(
    shared: Shared, value: int, params: tuple[str, ...],
    found: list[tuple[Ability, Modifier]], abilities: Abilities, out: Lines,
) -> None:  # fmt: skip
    """Write the changes by cards as functions `m…`, and ask the cards that lie somewhere."""
    names = []
    for number, (ability, modifier) in enumerate(found):
        inner, body = _modifying(shared, params, ability, modifier), Lines()
        arguments = "".join(f", x{inner.slot(slot)}" for slot in params)
        body.add(*_owner_and_change(inner, ability, modifier, abilities, "return"))
        body.add("return 0")
        name = f"m{value}_{number}"
        head = f"def {name}(S, {inner.locate('soi')}{arguments})"
        shared.functions.append(f"{head}:\n" + "\n".join(body.lines))
        names.append(name)
    table = f"V{value}"
    shared.functions.append(f"{table} = ({''.join(f'{name}, ' for name in names)})")
    numbered = [(ability, number) for number, (ability, _) in enumerate(found)]
    values = "".join(f", x{n}" for n in range(1, len(params) + 1))
    for places, borne in by_places(shared.constants, bearing(shared.constants, numbered)):
        out.add(f"for e in {places}:")
        out.add(f"    for n in {borne}[e]: t += {table}[n](S, e{values})")


def _modifying(
    shared: Shared, params: tuple[str, ...], ability: Ability, modifier: Modifier
) -> Unit:
    """Give the unit in which a modifier is written: its slots are the value's."""
    inner = Unit(shared, rule_of(ability), params, False)
    for slot, param in zip(modifier.slots, params, strict=True):
        inner.slots[slot] = inner.slot(param)
    return inner


def _change(inner: Unit, ability: Ability, modifier: Modifier, word: str) -> str:
    """Give the line that changes a value, if the conditions of a modifier hold."""
    tests = [inner.emitter.write(f) for f in modifier.filters]
    tests += [inner.emitter.write(r.condition) for r in ability.requirements]
    change = f"{word} {inner.emitter.write(modifier.amount)}"
    return f"if {' and '.join(tests)}: {change}" if tests else change


def _owner_and_change(
    inner: Unit, ability: Ability, modifier: Modifier, abilities: Abilities, word: str
) -> list[str]:
    """Give the lines of a change by a card; who has it is found where that matters."""
    bearer, owner = inner.locate("soi"), inner.locate("moi")
    change = _change(inner, ability, modifier, word)
    if not re.search(rf"\b{owner}\b", change):
        return [change]
    return [f"{owner} = {abilities.controller(ability, bearer)}", change]
