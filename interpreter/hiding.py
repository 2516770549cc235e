"""The hidden part of a state, dealt anew as one player might imagine it.

What the player sees stays: visible zones, their own secret ones, the looks of components
that hide something, public states, the options of their decision. The rest is exchanged
among the places it could be in, and chance to come is new.

Components are exchanged only with those that started in the same place (the same deck,
the same player's reserve): that is as much as rules alone tell about what is possible.
Components that running rules hold at the moment stay where they are. When another player
is deciding, so do the things only that player sees: what they may choose, and what they
chose already, depends on them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache
from random import Random
from typing import Any

from ..dsl.core import Family, Kind
from ..dsl.program import StateVar
from .chance import spread
from .compiler import Rules, compile_program
from .evaluate import Evaluator
from .runtime import State
from .visibility import Sight, sees

#: How often secret values are drawn again when an invariant of the ruleset fails.
TRIES = 20


def deal_anew(
    rules: Rules, sight: Sight, state: State, player: int | None, seed: int
) -> State:
    """Return a copy of a state that looks the same to a player (None: a spectator)."""
    new = state.clone()
    chance = Random(seed)
    if rules.layout.entities:
        pinned = frozenset(held_entities(rules, sight, state, player))
        _Dealer(rules, sight, new, player, chance).deal(pinned)
    _draw_secrets(rules, sight, new, player, chance)
    new.settle()
    new.rng = [spread(seed, stream) for stream in range(len(new.rng))]
    return new


class _Dealer:
    """Exchanges the components a player cannot tell apart."""

    def __init__(
        self, rules: Rules, sight: Sight, state: State, player: int | None, chance: Random
    ) -> None:
        self.rules = rules
        self.layout = rules.layout
        self.sight = sight
        self.state = state
        self.player = player
        self.chance = chance
        self.owned = component_columns(rules)

    def deal(self, pinned: frozenset[int]) -> None:
        """Exchange what lies in unseen zones, then the backs of what looks the same."""
        origins = _origins(self.rules)
        unseen: dict[int, list[int]] = defaultdict(list)
        for zone, viewers in enumerate(self.sight.zones):
            if not sees(viewers, self.player):
                for entity in self.state.Z[zone]:
                    if entity not in pinned:
                        unseen[origins[entity]].append(entity)
        for pool in unseen.values():
            self._exchange(pool)
        if any(self.sight.hides):
            self._exchange_backs(pinned)

    def _exchange_backs(self, pinned: frozenset[int]) -> None:
        alike: dict[int, list[int]] = defaultdict(list)
        for entity, zone in enumerate(self.state.at):
            if zone < 0 or entity in pinned or not self.sight.hides[entity]:
                continue
            if not sees(self.sight.back_viewers(entity, self.state), self.player):
                alike[self.layout.looks[entity]].append(entity)
        for pool in alike.values():
            self._permute(pool, self._shuffled(pool))

    def _shuffled(self, pool: list[int]) -> list[int]:
        shuffled = pool[:]
        self.chance.shuffle(shuffled)
        return shuffled

    def _exchange(self, pool: list[int]) -> None:
        """Exchange components of one origin, each staying where its type may lie."""
        zones = {self.state.at[entity] for entity in pool}
        allowed = {zone: self._allowed(zone) for zone in zones}
        if all(entity in members for members in allowed.values() for entity in pool):
            self._permute(pool, self._shuffled(pool))
            return
        placed = pool[:]
        places = [allowed[self.state.at[entity]] for entity in pool]
        for last in range(len(placed) - 1, 0, -1):
            partners = [
                n
                for n in range(last + 1)
                if placed[n] in places[last] and placed[last] in places[n]
            ]
            other = self.chance.choice(partners)
            placed[last], placed[other] = placed[other], placed[last]
        self._permute(pool, placed)

    def _allowed(self, zone: int) -> frozenset[int]:
        for name, declared in self.rules.program.zones.items():
            if zone in self.layout.zone_copies(name):
                return frozenset(self.layout.members[declared.holds])
        raise AssertionError(f"no zone has the number {zone}")

    def _permute(self, places: list[int], placed: list[int]) -> None:
        exchange_places(self.state, self.owned, places, placed)


def component_columns(rules: Rules) -> tuple[str, ...]:
    """Return the columns of the states that components have."""
    return tuple(
        rules.layout.states[name]
        for name, variable in rules.program.states.items()
        if variable.owner is not None and variable.owner.family is Family.COMPONENT
    )


def exchange_places(
    state: State, owned: Iterable[str], places: list[int], placed: list[int]
) -> None:
    """Put each component of `placed` where the one at the same position was.

    What is known of the place goes with it: the `owned` columns, states of components.
    """
    spots = [
        (state.at[entity], state.Z[state.at[entity]].index(entity)) for entity in places
    ]
    columns: list[list[Any]] = [getattr(state, name) for name in owned]
    held = [[column[entity] for column in columns] for entity in places]
    for (zone, position), entity, values in zip(spots, placed, held, strict=True):
        state.Z[zone][position] = entity
        state.at[entity] = zone
        for column, value in zip(columns, values, strict=True):
            column[entity] = value


def held_entities(
    rules: Rules, sight: Sight, state: State, player: int | None
) -> Iterator[int]:
    """Yield the components that running rules, states, counted uses, lasting effects and
    options refer to; when another player decides, also what that player alone sees."""
    for frame in state.stack:
        shape = rules.frames[frame[0]]
        for slot, position in shape.slots.items():
            kind = shape.kinds.get(slot)
            if kind is not None and kind.family is not Family.COMPONENT:
                continue
            if kind is None:
                yield from _pairs(frame[position])
            elif slot != "soi" or frame[position] is not None:
                yield from _flat(frame[position])
    for name, variable in rules.program.states.items():
        if variable.kind.family is Family.COMPONENT:
            held = getattr(state, rules.layout.states[name])
            is_flat = variable.owner is not None and not variable.kind.many
            yield from held if is_flat else _flat(held)
    for key in state.uses:
        yield key[2]
    yield from _lasting(rules, state)
    if state.ask >= 0 and state.result is None:
        if state.who != player:
            for zone, items in enumerate(state.Z):
                if sees(sight.zone_viewers(zone), state.who):
                    yield from items
        ask = rules.asks[state.ask]
        is_component = ask.kind is not None and ask.kind.family is Family.COMPONENT
        for option in state.options:
            if isinstance(option, tuple):
                yield from _use_entities(rules, option)
            elif is_component:
                yield option


def _use_entities(rules: Rules, option: tuple[int, ...]) -> Iterator[int]:
    if option[0] < 0:
        return
    yield option[1]
    ability = list(rules.program.abilities.values())[option[0]]
    for parameter, value in zip(ability.parameters, option[2:], strict=False):
        if parameter.kind.family is Family.COMPONENT:
            yield value


def _lasting(rules: Rules, state: State) -> Iterator[int]:
    values = list(rules.program.values.values())
    for entry in state.lasting:
        for param, value in zip(values[entry[1]].params, entry[3:], strict=False):
            if param.kind.family is Family.COMPONENT:
                yield value


def _flat(value: Any) -> Iterator[int]:
    if isinstance(value, tuple | list):
        for item in value:
            yield from _flat(item)
    elif value is not None:
        yield value


def _pairs(value: Any) -> Iterator[int]:
    """Yield the cards of the uses (ability, card, …) the engine remembers."""
    if not isinstance(value, tuple):
        return
    if value and all(isinstance(item, int) for item in value):
        yield from value[1:]
    else:
        for item in value:
            yield from _pairs(item)


@lru_cache(maxsize=16)
def _origins(rules: Rules) -> tuple[int, ...]:
    """Return the zone where each component was first put by the set-up (-1: nowhere)."""
    players = rules.layout.players
    noting = rules if rules.journal else compile_program(rules.program, players, True)
    state = noting.begin(0)
    origins = [-1] * len(rules.layout.entities)
    for number, values in state.log or ():
        if noting.notes[number].kind in ("move", "draw"):
            for entity in _flat(values[0]):
                if entity >= 0 and origins[entity] < 0:
                    origins[entity] = values[1]
    return tuple(origins)


# Secret states -----------------------------------------------------------


def _draw_secrets(
    rules: Rules, sight: Sight, state: State, player: int | None, chance: Random
) -> None:
    """Draw the values of secret states the player does not see.

    A value that is rien stays so. The invariants of the ruleset say which values go
    together; if no draw respects them, the values are exchanged among their owners.
    """
    secrets = [v for v in rules.program.states.values() if v.secret]
    if not secrets:
        return
    before = state.clone()
    for _ in range(TRIES):
        for variable in secrets:
            _draw(rules, sight, state, variable, player, chance)
        if _holds(rules, state):
            return
    for variable in secrets:
        _exchange_values(rules, sight, before, state, variable, player, chance)


def _unseen(
    rules: Rules, sight: Sight, state: State, variable: StateVar, player: int | None
) -> Iterable[int]:
    """Return the owners whose value the player does not see (-1: the state has no owner)."""
    owners = [-1] if variable.owner is None else range(rules.layout.size(variable.owner))
    return [
        owner
        for owner in owners
        if not sees(sight.state_viewers(variable, owner, state), player)
    ]


def _draw(
    rules: Rules, sight: Sight, state: State, variable: StateVar, player: int | None,
    chance: Random,
) -> None:  # fmt: skip
    values = _domain(rules, variable)
    if not values:
        return
    column = rules.layout.states[variable.name]
    for owner in _unseen(rules, sight, state, variable, player):
        held = getattr(state, column) if owner < 0 else getattr(state, column)[owner]
        if variable.kind.optional and held < 0:
            continue
        drawn = chance.choice(values)
        if owner < 0:
            setattr(state, column, drawn)
        else:
            getattr(state, column)[owner] = drawn


def _domain(rules: Rules, variable: StateVar) -> list[int]:
    """Return the values a state may have; none for a number without bounds or a set."""
    kind: Kind = variable.kind
    if kind.many or kind.lines:
        return []
    if kind.family is Family.NUMBER:
        if variable.low is None or variable.high is None:
            return []
        return list(range(variable.low, variable.high + 1))
    if kind.family is Family.COMPONENT:
        return list(rules.layout.members[kind.name])
    return list(range(rules.layout.size(kind)))


def _exchange_values(
    rules: Rules, sight: Sight, before: State, state: State, variable: StateVar,
    player: int | None, chance: Random,
) -> None:  # fmt: skip
    column = rules.layout.states[variable.name]
    if variable.owner is None:
        setattr(state, column, getattr(before, column))
        return
    owners = list(_unseen(rules, sight, state, variable, player))
    values = [getattr(before, column)[owner] for owner in owners]
    chance.shuffle(values)
    for owner, value in zip(owners, values, strict=True):
        getattr(state, column)[owner] = value


def _holds(rules: Rules, state: State) -> bool:
    evaluator = Evaluator(rules.layout, state)
    return all(evaluator.value(i.condition, {}) for i in rules.program.invariants)
