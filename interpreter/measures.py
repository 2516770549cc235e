"""Definitions, modifiable values, scores and conditions as functions of the state."""

from __future__ import annotations

import re

from ..dsl import core
from ..dsl.program import PerPlayer
from .abilities import Abilities
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
    head = "".join(f", x{unit.slot(slot)}" for slot in params)
    out = Lines()
    out.add(f"t = {unit.emitter.write(value.base)}")
    for ability in shared.program.abilities.values():
        for modifier in ability.modifiers:
            if modifier.value != name:
                continue
            inner = Unit(shared, rule_of(ability), params, False)
            for slot, param in zip(modifier.slots, params, strict=True):
                inner.slots[slot] = inner.slot(param)
            tests = [inner.emitter.write(f) for f in modifier.filters]
            tests += [inner.emitter.write(r.condition) for r in ability.requirements]
            amount = inner.emitter.write(modifier.amount)
            change = [f"t += {amount}"]
            if tests:
                change = [f"if {' and '.join(tests)}: t += {amount}"]
            if ability.card is None:
                out.add(*change)
                continue
            bearer, owner = inner.locate("soi"), inner.locate("moi")
            with abilities.each_bearer(out, ability, bearer):
                if re.search(rf"\b{owner}\b", change[0]):
                    out.add(f"{owner} = {abilities.controller(ability, bearer)}")
                out.add(*change)
    held = "".join(f"x{unit.slot(slot)}, " for slot in params)
    if shared.durations:
        out.add(
            f"for e in S.lasting: t += e[2] if e[1] == {number} and e[3:] == ({held}) else 0"
        )
    out.add("return t" if value.floor is None else f"return max(t, {value.floor})")
    shared.functions.append(f"def v{number}(S{head}):\n" + "\n".join(out.lines))
