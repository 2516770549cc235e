"""What a waiting state offers, listed again from its rules.

Generated code lists options when it stops. A state read from a file brings its own list:
it is believed only if it is the list the rules give.
"""

from __future__ import annotations

from typing import Any

from ..dsl.core import Family
from ..dsl.program import Ability
from .compiler import Rules
from .decisions import frame_slots
from .evaluate import Evaluator
from .runtime import DONE, PASS, Option, State
from .stopping import answering
from .units import Ask, are_told_apart


def list_options(rules: Rules, state: State) -> list[Option]:
    """Return what the rules offer at the decision a state waits for."""
    ask = rules.asks[state.ask]
    if ask.window:
        return _window(rules, ask, state)
    if ask.event:
        return _answers(rules, ask, state)
    if ask.group is None:
        return [1, 0]
    if ask.mode == "many":
        return _picks(rules, ask, state)
    options = _items(rules, ask, state, ())
    return [*options, -1] if ask.mode == "optional" else [*options]


def _window(rules: Rules, ask: Ask, state: State) -> list[Option]:
    number = list(rules.program.windows).index(ask.window)
    options: list[Option] = rules.module[f"w{number}"](state, state.who)
    if rules.program.windows[ask.window].closure != "obligatoire":
        options.append(PASS)
    return options


def _answers(rules: Rules, ask: Ask, state: State) -> list[Option]:
    """Return the triggered abilities that may fire at this stage of an event."""
    slots = frame_slots(ask, state)
    used = state.stack[-1][ask.used] or ()
    event = rules.program.events[ask.event]
    values = [slots[param.slot] for param in event.params]
    responds = ask.mode == "window"
    options: list[Option] = []
    for number, ability in enumerate(rules.program.abilities.values()):
        if is_answer(rules, ask, ability):
            options += _uses(rules, state, number, ability, values, responds)
    options = [option for option in options if option not in used]
    return [*options, PASS] if responds else options


def is_answer(rules: Rules, ask: Ask, ability: Ability) -> bool:
    """Tell whether an ability belongs to the stage of the event that asks."""
    wanted = "réponse" if ask.mode == "window" else "forcé"
    return (
        ability in answering(rules.program, ask.event)
        and ability.cls == wanted
        and ability.trigger is not None
        and ability.trigger.moment == ask.moment
    )


def _uses(
    rules: Rules, state: State, number: int, ability: Ability, values: list[Any],
    responds: bool,
) -> list[Option]:  # fmt: skip
    may_fire = rules.module[f"q{number}"]
    if ability.card is None:
        return [(number, -1)] if may_fire(state, state.who, -1, *values) else []
    owners = rules.module["OWNERS"]
    found: list[Option] = []
    for entity in Evaluator(rules.layout, state).bearers(ability):
        owner = owners[state.at[entity]]
        if (not responds or owner == state.who) and may_fire(state, owner, entity, *values):
            found.append((number, entity))
    return found


def _picks(rules: Rules, ask: Ask, state: State) -> list[Option]:
    slots = frame_slots(ask, state)
    evaluator = Evaluator(rules.layout, state)
    picked = slots[ask.target] or ()
    options: list[Option] = [*_items(rules, ask, state, picked)]
    enough = ask.minimum is None or len(picked) >= evaluator.value(ask.minimum, slots)
    if enough and (ask.condition is None or evaluator.value(ask.condition, slots)):
        options.append(DONE)
    return options


def _items(rules: Rules, ask: Ask, state: State, picked: tuple[int, ...]) -> list[int]:
    """Return the items of the group, look-alikes once, without those picked already."""
    assert ask.group is not None
    group = Evaluator(rules.layout, state).value(ask.group, frame_slots(ask, state))
    items = [item for item in group if item not in picked]
    if offers_alike_once(rules, ask):
        kept: list[int] = rules.module["unlike"](state, items)
        return kept
    return items


def offers_alike_once(rules: Rules, ask: Ask) -> bool:
    """Tell whether only one of the components that look the same is offered."""
    return (
        ask.kind is not None
        and ask.kind.family is Family.COMPONENT
        and not are_told_apart(rules.program)
    )
