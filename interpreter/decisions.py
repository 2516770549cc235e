"""A pending decision as people and programs meet it: who decides, what, by which rule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from typing import Any

from ..dsl.core import Expr, Family, Kind
from ..dsl.program import Ability
from ..dsl.terms import Lang
from .compiler import Rules
from .evaluate import Evaluator
from .names import Code, Names
from .runtime import DONE, PASS, Option, State
from .units import Ask

#: Kind of decision by the mode of its ask; a response is a window an event opens.
KINDS = {
    "one": "un",
    "optional": "facultatif",
    "many": "plusieurs",
    "whether": "oui_non",
    "window": "fenêtre",
    "order": "ordre",
}

#: Any component, whatever its type.
COMPONENT = Kind(Family.COMPONENT, "")

#: What the engine itself offers, French and English.
_PASS = ("Passer", "Pass")
_DONE = ("Terminer", "Done")
_NOTHING = ("Ne rien choisir", "Choose nothing")
_YES, _NO = ("Oui", "Yes"), ("Non", "No")


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing that can be chosen; `option` is its raw value, `index` its position."""

    index: int
    option: Option
    label: str
    label_en: str
    cites: tuple[str, ...]
    rule: str

    def text(self, lang: Lang = "fr") -> str:
        """Return the label in a language; names of the game stay as they are."""
        return self.label if lang == "fr" else self.label_en


@dataclass(frozen=True, slots=True)
class Decision:
    """What is asked of a player.

    `kind`: un, facultatif, plusieurs, oui_non, fenêtre, réponse or ordre. Of « plusieurs »
    each apply is one pick: `picked` are the labels so far, `minimum` and `maximum` count
    picks.
    """

    player: int
    kind: str
    title: str
    cites: tuple[str, ...]
    rule: str
    choices: tuple[Choice, ...]
    minimum: int
    maximum: int
    picked: tuple[str, ...]

    def choice_of(self, option: Option) -> Choice | None:
        """Return the choice with this raw option, if it is offered."""
        return next((c for c in self.choices if _same(c.option, option)), None)

    def to_json(self) -> dict[str, Any]:
        """Return the decision as plain data."""
        return {
            "player": self.player,
            "kind": self.kind,
            "title": self.title,
            "cites": list(self.cites),
            "rule": self.rule,
            "minimum": self.minimum,
            "maximum": self.maximum,
            "picked": list(self.picked),
            "choices": [
                {"index": c.index, "label": c.label, "cites": list(c.cites), "rule": c.rule}
                for c in self.choices
            ],
        }


def _same(one: Option, other: object) -> bool:
    return type(one) is type(other) and one == other


def decision_of(rules: Rules, names: Names, state: State) -> Decision | None:
    """Return the decision a state waits for, None if the game is over."""
    if state.result is not None or state.ask < 0:
        return None
    ask = rules.asks[state.ask]
    low, high = _bounds(rules, ask, state)
    return Decision(
        player=state.who,
        kind="réponse" if ask.mode == "window" and ask.event else KINDS[ask.mode],
        title=ask.title,
        cites=ask.cites,
        rule=ask.rule,
        choices=_choices(rules, names, ask, state),
        minimum=low,
        maximum=high,
        picked=_picked(names, ask, state),
    )


def frame_slots(ask: Ask, state: State) -> dict[str, Any]:
    """Return the locals of the rule that asks, by name."""
    frame = state.stack[-1]
    return {name: frame[position] for name, position in ask.slots.items()}


def ability_of(rules: Rules, option: tuple[int, ...]) -> Ability:
    """Return the ability an option of a window uses."""
    return list(rules.program.abilities.values())[option[0]]


def _bounds(rules: Rules, ask: Ask, state: State) -> tuple[int, int]:
    if ask.mode != "many":
        return (0 if PASS in state.options or ask.mode == "optional" else 1), 1
    evaluator = Evaluator(rules.layout, state)
    slots = frame_slots(ask, state)

    def number(expr: Expr | None, default: int) -> int:
        return default if expr is None else int(evaluator.value(expr, slots))

    return number(ask.minimum, 0), number(ask.maximum, len(state.options))


def _picked(names: Names, ask: Ask, state: State) -> tuple[str, ...]:
    if ask.mode != "many" or ask.kind is None:
        return ()
    picked = state.stack[-1][ask.slots[ask.target]] or ()
    return tuple(names.label(item, item_kind(ask)) for item in picked)


def item_kind(ask: Ask) -> Kind:
    """Return the kind of the items a choice is among."""
    assert ask.kind is not None
    return Kind(ask.kind.family, ask.kind.name)


# Labels ------------------------------------------------------------------


def _choices(rules: Rules, names: Names, ask: Ask, state: State) -> tuple[Choice, ...]:
    labels = [
        _told_apart(
            [option_label(rules, names, ask, option, lang) for option in state.options],
            _Distinction(rules, names, ask, state, lang),
        )
        for lang in LANGS
    ]
    choices = []
    for index, option in enumerate(state.options):
        cites, rule = ask.cites, ask.rule
        if isinstance(option, tuple) and option != PASS:
            ability = ability_of(rules, option)
            cites, rule = ability.cites or ask.cites, ability.name
        fr, en = labels[0][index], labels[1][index]
        choices.append(Choice(index, option, fr, en, cites, rule))
    return tuple(choices)


LANGS: tuple[Lang, Lang] = ("fr", "en")
Naming = Callable[[int, Kind], str]


def _told_apart(labels: list[str], distinction: _Distinction) -> list[str]:
    """Return labels, those that several options share made longer."""
    alike = Counter(labels)
    shared = {n for n, label in enumerate(labels) if alike[label] > 1}
    return [
        distinction.label(shared, number) if number in shared else label
        for number, label in enumerate(labels)
    ]


def option_label(
    rules: Rules, names: Names, ask: Ask, option: Option, lang: Lang,
    naming: Naming | None = None,
) -> str:  # fmt: skip
    """Return the label of one option of a decision; `naming` says what a value is called."""
    language = 0 if lang == "fr" else 1
    called = naming or (lambda value, kind: names.label(value, kind, lang))
    if isinstance(option, tuple):
        return (
            _PASS[language]
            if option == PASS
            else _ability_label(rules, names, option, called)
        )
    if ask.mode == "whether":
        return (_YES if option else _NO)[language]
    if ask.mode == "many" and option == DONE:
        return _DONE[language]
    if ask.mode == "optional" and option < 0 and item_kind(ask).family is not Family.NUMBER:
        return _NOTHING[language]
    return called(option, item_kind(ask))


def _ability_label(
    rules: Rules, names: Names, option: tuple[int, ...], called: Naming
) -> str:
    """Return « Card : Title (value, second parameter value) ».

    A component that is chosen first needs no title, nor does what is chosen alone unless it
    is a number.
    """
    ability = ability_of(rules, option)
    text = ability.title
    if option[1] >= 0 and names.layout.entities[option[1]].card.label not in text:
        text = f"{called(option[1], COMPONENT)} : {text}"
    parts: list[str] = []
    for parameter, value in zip(ability.parameters, option[2:], strict=False):
        label = called(value, parameter.kind)
        is_first_card = not parts and parameter.kind.family is Family.COMPONENT
        is_alone = len(ability.parameters) == 1
        is_number = parameter.kind.family is Family.NUMBER
        if is_number or not (is_first_card or is_alone):
            label = f"{parameter.title or parameter.slot} {label}"
        parts.append(label)
    return f"{text} ({', '.join(parts)})" if parts else text


class _Distinction:
    """Tells options apart: by the copies of components, and where they lie if that helps."""

    def __init__(
        self, rules: Rules, names: Names, ask: Ask, state: State, lang: Lang
    ) -> None:
        self.rules, self.names, self.ask, self.state = rules, names, ask, state
        self.lang = lang

    def label(self, shared: Collection[int], number: int) -> str:
        """Return the longer label of one of the options that share theirs."""
        options = [self.state.options[each] for each in shared]
        zones = {self.state.at[e] for option in options for e in self._components(option)}
        has_many = len(zones) > 1

        def called(value: int, kind: Kind) -> str:
            plain = self.names.label(value, kind, self.lang)
            if kind.family is not Family.COMPONENT or kind.many or value < 0:
                return plain
            copy = self.names.layout.entities[value].copy + 1
            zone = self.state.at[value]
            if not has_many or zone < 0:
                return f"{plain} [{copy}]"
            return f"{plain} [{self.names.zone_label(zone, self.lang)}, {copy}]"

        option = self.state.options[number]
        return option_label(self.rules, self.names, self.ask, option, self.lang, called)

    def _components(self, option: Option) -> Iterator[int]:
        """Yield the components that an option is about."""
        if isinstance(option, tuple):
            if option[1:] and option[1] >= 0:
                yield option[1]
            for parameter, value in zip(
                ability_of(self.rules, option).parameters, option[2:], strict=False
            ):
                if parameter.kind.family is Family.COMPONENT and value >= 0:
                    yield value
        elif self.ask.kind is not None and self.ask.kind.family is Family.COMPONENT:
            yield option


# Codes -------------------------------------------------------------------


def option_code(rules: Rules, names: Names, ask: Ask, option: Option) -> Code:
    """Return an option as a saved game keeps it: by names, not by numbers."""
    if isinstance(option, tuple):
        if option == PASS:
            return []
        ability = ability_of(rules, option)
        kinds = [parameter.kind for parameter in ability.parameters]
        values = [names.code(v, k) for v, k in zip(option[2:], kinds, strict=False)]
        return [ability.name, names.code(option[1], COMPONENT), *values]
    if ask.mode == "whether":
        return bool(option)
    if ask.mode == "many" and option == DONE:
        return False
    return None if _is_nothing(ask, option) else names.code(option, item_kind(ask))


def coded_option(rules: Rules, names: Names, ask: Ask, code: object) -> Option | None:
    """Return the option a code stands for, None if it stands for none."""
    if ask.kind is None and ask.mode != "whether":
        return _coded_use(rules, names, code)
    if ask.mode == "whether":
        return int(code) if isinstance(code, bool) else None
    if ask.mode == "many" and code is False:
        return DONE
    if ask.mode == "optional" and code is None:
        return -1
    return names.value(code, item_kind(ask))


def _is_nothing(ask: Ask, option: int) -> bool:
    return ask.mode == "optional" and option == -1


def _coded_use(rules: Rules, names: Names, code: object) -> Option | None:
    if not isinstance(code, list):
        return None
    if not code:
        return PASS
    abilities = list(rules.program.abilities)
    if not isinstance(code[0], str) or code[0] not in abilities:
        return None
    ability = rules.program.abilities[code[0]]
    kinds = [COMPONENT, *(parameter.kind for parameter in ability.parameters)]
    if ability.trigger is not None:
        kinds = kinds[:1]
    if len(code) != len(kinds) + 1:
        return None
    values = [names.value(c, kind) for c, kind in zip(code[1:], kinds, strict=True)]
    known = [value for value in values if value is not None]
    return (abilities.index(code[0]), *known) if len(known) == len(values) else None
