"""Choices between components that nothing tells apart: a player need see only one.

Two components are twins if they look the same, lie in the same place, have the same states,
and nothing refers to either.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from ..dsl.core import Family
from ..dsl.terms import Lang
from .compiler import Rules
from .decisions import LANGS, Choice, Decision, ability_of, item_kind, option_label
from .names import Names
from .runtime import PASS, Option, State


def without_twins(rules: Rules, names: Names, state: State, decision: Decision) -> Decision:
    """Return a decision with one of the choices that come to the same, named as shortly."""
    looks = _Looks(rules, state)
    kept: dict[object, Choice] = {}
    for choice in decision.choices:
        kept.setdefault(looks.key(choice.option), choice)
    if len(kept) == len(decision.choices):
        return decision
    fr, en = (_labels(rules, names, state, list(kept.values()), lang) for lang in LANGS)
    choices = tuple(
        replace(choice, index=number, label=fr[number], label_en=en[number])
        for number, choice in enumerate(kept.values())
    )
    return replace(decision, choices=choices)


def _labels(
    rules: Rules, names: Names, state: State, choices: list[Choice], lang: Lang
) -> list[str]:
    """Return the plain labels of choices; those that share one keep their longer ones."""
    ask = rules.asks[state.ask]
    plain = [option_label(rules, names, ask, c.option, lang) for c in choices]
    alike = Counter(plain)
    return [
        label if alike[label] == 1 else choice.text(lang)
        for label, choice in zip(plain, choices, strict=True)
    ]


class _Looks:
    """What tells the components of a state apart."""

    def __init__(self, rules: Rules, state: State) -> None:
        self.rules, self.state = rules, state
        layout, states = rules.layout, rules.program.states.values()
        self.columns = [
            getattr(state, layout.states[variable.name])
            for variable in states
            if variable.owner is not None and variable.owner.family is Family.COMPONENT
        ]
        self.named: set[int] = set()
        for variable in states:
            if variable.kind.family is Family.COMPONENT:
                held = getattr(state, layout.states[variable.name])
                self._name(held)
        for entry in (*state.lasting, *state.forbidden):
            self.named.update(entry)

    def _name(self, held: object) -> None:
        if isinstance(held, int):
            self.named.add(held)
        elif isinstance(held, list | tuple):
            for each in held:
                self._name(each)

    def key(self, option: Option) -> object:
        """Return the same for options that come to the same."""
        if not isinstance(option, tuple):
            ask = self.rules.asks[self.state.ask]
            is_component = (
                ask.kind is not None and item_kind(ask).family is Family.COMPONENT
            )
            return self._look(option) if is_component and option >= 0 else option
        if option == PASS:
            return option
        parameters = ability_of(self.rules, option).parameters
        values = [
            self._look(value) if parameter.kind.family is Family.COMPONENT else value
            for parameter, value in zip(parameters, option[2:], strict=False)
        ]
        return (option[0], self._look(option[1]), *values)

    def _look(self, entity: int) -> object:
        if entity < 0 or entity in self.named:
            return entity
        states = tuple(str(column[entity]) for column in self.columns)
        return self.rules.layout.looks[entity], self.state.at[entity], states
