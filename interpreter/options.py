"""What a waiting state offers, listed again from its rules.

Generated code lists options when it stops. A state read from a file brings its own list:
it is believed only if it is the list the rules give.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ..dsl.core import Expr, Family
from ..dsl.program import Ability
from .compiler import Rules
from .decisions import frame_slots
from .evaluate import Evaluator
from .runtime import DONE, PASS, Option, State, completable, distinct, without
from .slots import slots_in
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
    if responds:
        options = [
            o for o in options if isinstance(o, tuple) and (*o, state.who) not in used
        ]
        return [*options, PASS]
    return [option for option in options if option not in used]


def is_answer(rules: Rules, ask: Ask, ability: Ability) -> bool:
    """Tell whether an ability belongs to the stage of the event that asks."""
    wanted = ("réponse",) if ask.mode == "window" else ("forcé", "remplacement")
    return (
        ability in answering(rules.program, ask.event)
        and ability.cls in wanted
        and ability.trigger is not None
        and ability.trigger.moment == ask.moment
    )


def _uses(
    rules: Rules, state: State, number: int, ability: Ability, values: list[Any],
    responds: bool,
) -> list[Option]:  # fmt: skip
    may_fire = rules.module[f"q{number}"]
    return [
        (number, card)
        for card, me in answerers(rules, state, ability, responds)
        if may_fire(state, me, card, *values)
    ]


def answerers(
    rules: Rules, state: State, ability: Ability, responds: bool
) -> list[tuple[int, int]]:
    """Return the cards (-1: none) a triggered ability may fire from now, and who uses it.

    A response belongs to the player who is asked; anybody may use one that lies in
    nobody's zone. Anything else belongs to the card's controller or to who orders.
    """
    if ability.card is None:
        return [(-1, state.who)]
    evaluator = Evaluator(rules.layout, state)
    ask = rules.asks[state.ask]
    owners = {card: evaluator.controller(card) for card in evaluator.bearers(ability)}
    if ability.last_known:
        number = list(rules.program.abilities.values()).index(ability)
        memory = state.stack[-1][ask.memory] or ()
        owners = {card: owner for which, card, owner in memory if which == number}
    if responds:
        anybody = ability.common
        return [
            (card, state.who)
            for card, owner in owners.items()
            if anybody or owner in (state.who, -1)
        ]
    return [(card, o if o >= 0 else state.who) for card, o in owners.items()]


def _picks(rules: Rules, ask: Ask, state: State) -> list[Option]:
    assert ask.group is not None and ask.minimum is not None and ask.maximum is not None
    slots = frame_slots(ask, state)
    evaluator = Evaluator(rules.layout, state)
    picked = slots[ask.target] or ()
    low, high = (evaluator.value(each, slots) for each in (ask.minimum, ask.maximum))
    items = _items(rules, ask, state, picked) if len(picked) < high else []
    if ask.condition is not None:
        search = search_of(evaluator, slots, ask.target, ask.group, ask.condition)
        items = completable(items, picked, *search, low, high)
    options: list[Option] = [*items]
    if len(picked) >= low and (
        ask.condition is None or evaluator.value(ask.condition, slots)
    ):
        options.append(DONE)
    return options


def search_of(
    evaluator: Evaluator, slots: Mapping[str, Any], slot: str, group: Expr, holds: Expr
) -> tuple[Callable[[Any], Any], Callable[[Any], Any], bool]:
    """Return what a search for a complete choice needs (see `runtime.can_finish`)."""
    return (
        lambda chosen: evaluator.value(group, {**slots, slot: chosen}),
        lambda chosen: evaluator.value(holds, {**slots, slot: chosen}),
        slot not in slots_in(group),
    )


def _items(rules: Rules, ask: Ask, state: State, picked: tuple[int, ...]) -> list[int]:
    """Return the items of the group, look-alikes once, without those picked already."""
    assert ask.group is not None
    group = Evaluator(rules.layout, state).value(ask.group, frame_slots(ask, state))
    items = without(group, picked)
    if offers_alike_once(rules, ask):
        kept: list[int] = rules.module["unlike"](state, items)
        return kept
    if ask.group.kind.family is Family.NUMBER:
        return list(distinct(items))
    return items


def offers_alike_once(rules: Rules, ask: Ask) -> bool:
    """Tell whether only one of the components that look the same is offered."""
    return (
        ask.kind is not None
        and ask.kind.family is Family.COMPONENT
        and not are_told_apart(rules.program)
    )
