"""What generated code needs while a game runs: state, chance, zones, faults.

Standard library only, and nothing newer than Python 3.9, so that the generated module and
this file run on other Pythons too: PyPy's is older than ours.
A `State` is flat data: integers in lists, and an explicit stack of frames that says
where the game is. Generated modules subclass it with their own columns.
"""

from __future__ import annotations

from bisect import insort as insort
from collections.abc import Callable
from typing import Any, ClassVar, Union

from .chance import Chance

Frame = list[Any]
Option = Union[int, tuple[int, ...]]  # noqa: UP007

PASS: tuple[int, ...] = (-1,)
DONE = -2
STEP_LIMIT = 200_000
STACK_LIMIT = 400
#: Numbers stay below this one, and above its opposite.
NUMBER_LIMIT = 10**15
#: Situations looked at, at most, to see whether a choice can be completed.
SEARCH_LIMIT = 5_000
#: All seats in order, by the first one, the direction and how many there are.
ORDERS: dict[tuple[int, int, int], tuple[int, ...]] = {}


class RuleFault(Exception):
    """A rule met a state it has no answer for; `place` numbers it in the module's notes."""

    def __init__(self, fault: str, place: int, **values: object) -> None:
        super().__init__(fault)
        self.fault = fault
        self.place = place
        self.values = values


class Leaving(Exception):
    """A jump out of a scope, where decisions are drawn; one subclass per kind of scope."""


class State(Chance):
    """The game at one instant. Generated subclasses list their columns in SCALARS/COLUMNS."""

    __slots__ = (
        "Z", "alive", "ask", "at", "batch", "cancel", "forbidden", "idle", "lasting", "log",
        "options", "plies", "result", "rng", "scopes", "script", "seated", "stack", "trace",
        "uses", "who",
    )  # fmt: skip
    SCALARS: ClassVar[tuple[str, ...]] = ()
    COLUMNS: ClassVar[tuple[str, ...]] = ()
    #: How much of a frame waiting at a block counts: the rest is never read again.
    LIVE: ClassVar[dict[int, int]] = {}
    #: Lists of the components whose state is not the usual one: name -> column, value.
    UNUSUAL: ClassVar[dict[str, tuple[str, Any]]] = {}

    Z: list[list[int]]
    at: list[int]
    alive: list[int]
    #: The players in the game, in their order: what `alive` says.
    seated: tuple[int, ...]
    stack: list[Frame]
    scopes: list[tuple[int, int, int]]
    uses: dict[tuple[int, ...], int]
    lasting: list[tuple[int, ...]]
    forbidden: list[tuple[int, ...]]
    options: list[Option]
    result: tuple[int, tuple[int, ...]] | None
    log: list[tuple[int, tuple[Any, ...]]] | None
    script: list[int] | None
    trace: list[int] | None
    #: Seats (a bit mask) that pass in every window and give no response: a program that
    #: looks ahead sets it to come at once to what must be chosen.
    idle: int

    def __init__(self) -> None:
        self.Z = []
        self.at = []
        self.alive = []
        self.seated = ()
        self.rng = []
        self.stack = []
        self.scopes = []
        self.uses = {}
        self.lasting = []
        self.forbidden = []
        self.options = []
        self.result = None
        self.log = None
        self.script = None
        self.trace = None
        self.ask = -1
        self.who = -1
        self.plies = 0
        self.cancel = 0
        self.batch = 0
        self.idle = 0

    def clone(self) -> State:
        """Give an independent copy; its cost follows the state, not the game's length."""
        new = object.__new__(type(self))
        for name in self.SCALARS:
            setattr(new, name, getattr(self, name))
        for name in self.COLUMNS:
            setattr(new, name, getattr(self, name)[:])
        for name in self.UNUSUAL:
            setattr(new, name, getattr(self, name)[:])
        new.Z = [zone[:] for zone in self.Z]
        new.at = self.at[:]
        new.alive = self.alive[:]
        new.seated = self.seated
        new.rng = self.rng[:]
        new.stack = [frame[:] for frame in self.stack]
        new.scopes = self.scopes[:]
        new.uses = self.uses.copy() if self.uses else {}
        new.lasting = self.lasting[:]
        new.forbidden = self.forbidden[:]
        new.options = self.options
        new.result = self.result
        new.log = None
        new.trace = None if self.trace is None else self.trace[-1:]
        new.script = None if self.script is None else self.script[:]
        new.ask = self.ask
        new.who = self.who
        new.plies = self.plies
        new.cancel = self.cancel
        new.batch = self.batch
        new.idle = self.idle
        return new

    def settle(self) -> None:
        """List anew what follows the columns, which were written from outside."""
        for name, (column, usual) in self.UNUSUAL.items():
            held = getattr(self, column)
            setattr(self, name, [n for n, value in enumerate(held) if value != usual])

    def key(self, chance: bool = True) -> tuple[Any, ...]:
        """Everything that makes two states the same; without `chance`, dice to come differ."""
        return (
            tuple(getattr(self, name) for name in self.SCALARS),
            tuple(tuple(getattr(self, name)) for name in self.COLUMNS),
            tuple(tuple(zone) for zone in self.Z),
            tuple(self.alive),
            tuple(self.rng) if chance else (),
            tuple(tuple(frame[: self.LIVE.get(frame[0])]) for frame in self.stack),
            tuple(self.scopes),
            tuple(sorted(self.uses.items())),
            tuple(self.lasting),
            tuple(self.forbidden),
            self.result,
            self.ask,
            self.who,
            self.cancel,
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())

    def roll(self, stream: int, times: int, faces: tuple[int, ...]) -> tuple[int, ...]:
        """Roll a die; an example's scripted results come first."""
        rolled = []
        for _ in range(times):
            if self.script:
                if self.script[0] not in faces:
                    raise RuleFault("face", -1, found=self.script[0], known=faces)
                rolled.append(self.script.pop(0))
            else:
                rolled.append(faces[self.draw_below(stream, len(faces))])
        return tuple(rolled)

    def shuffle(self, stream: int, zone: int) -> None:
        """Shuffle the items of one zone copy (Fisher-Yates on the stream)."""
        items = self.Z[zone]
        last = len(items)
        for other in self.draw_turns(stream, last):
            last -= 1
            items[last], items[other] = items[other], items[last]

    def move(self, entity: int, zone: int, position: int, stream: int) -> None:
        """Move one component; position 1 = on top, 0 = at the bottom, 2 = anywhere."""
        if entity < 0:
            return
        origin = self.at[entity]
        if origin >= 0:
            self.Z[origin].remove(entity)
        items = self.Z[zone]
        if position == 1:
            items.append(entity)
        elif position == 0:
            items.insert(0, entity)
        else:
            items.insert(self.draw_below(stream, len(items) + 1), entity)
        self.at[entity] = zone

    def seat(self, alive: list[int]) -> None:
        """Say who is in the game."""
        self.alive = alive
        self.seated = tuple([seat for seat, is_in in enumerate(alive) if is_in])

    def eliminate(self, seat: int) -> None:
        """Take a player out of the game."""
        self.alive[seat] = 0
        self.seat(self.alive)

    def readmit(self, seat: int) -> None:
        """Take a player back into the game."""
        self.alive[seat] = 1
        self.seat(self.alive)

    def seats_from(self, start: int, step: int) -> tuple[int, ...]:
        """Give the players in the game from `start` on, clockwise (1) or not (-1)."""
        count = len(self.alive)
        order = (start, step, count)
        if order not in ORDERS:
            ORDERS[order] = tuple((start + step * n) % count for n in range(count))
        if len(self.seated) == count:
            return ORDERS[order]
        return tuple([seat for seat in ORDERS[order] if self.alive[seat]])

    def after(self, seat: int, step: int) -> int:
        """Give the next player in the game beside `seat`."""
        count = len(self.alive)
        for offset in range(1, count + 1):
            other = (seat + step * offset) % count
            if self.alive[other]:
                return other
        return seat

    def reset_uses(self, limits: frozenset[int]) -> None:
        """Forget the uses counted by these limits (their scope opens anew)."""
        if self.uses:
            self.uses = {k: n for k, n in self.uses.items() if k[0] not in limits}

    def expire(self, scopes: frozenset[int]) -> None:
        """End what lasts until the close of these scopes."""
        if self.lasting:
            self.lasting = [entry for entry in self.lasting if entry[0] not in scopes]
        if self.forbidden:
            self.forbidden = [entry for entry in self.forbidden if entry[0] not in scopes]


def noted(items: list[int], item: int, is_unusual: bool) -> None:
    """Keep an item in a list in order, or out of it."""
    if is_unusual is (item in items):
        return
    if is_unusual:
        insort(items, item)
    else:
        items.remove(item)


def distinct(values: Any) -> tuple[int, ...]:
    """Give the values once each, in order of first appearance."""
    return tuple(dict.fromkeys(values))


def best(items: Any, value: Callable[[int], int], sign: int) -> tuple[int, ...]:
    """Give the items whose value is highest (sign 1) or lowest (sign -1)."""
    items = tuple(items)
    if not items:
        return ()
    values = [value(item) for item in items]
    top = max(values) if sign > 0 else min(values)
    return tuple(item for item, held in zip(items, values) if held == top)  # noqa: B905


def through(table: Any, index: int, default: Any) -> Any:
    """Read a table at an index that may be rien."""
    return table[index] if index >= 0 else default


def some(value: int, place: int) -> int:
    """Give a value that a rule needs; `rien` is the rule's fault."""
    if value < 0:
        raise RuleFault("nobody", place)
    return value


def item_at(items: Any, end: int, nothing: Any = -1) -> Any:
    """Give the first (0) or last (-1) item, or rien (of a set of sets: no items)."""
    return items[end] if items else nothing


def value_at(items: Any, end: int, place: int) -> int:
    """Give the first (0) or last (-1) number; of none, there is no such number."""
    if not items:
        raise RuleFault("nobody", place)
    value: int = items[end]
    return value


def zone_of(state: State, base: int, owner: int) -> Any:
    """Give the items of a zone whose owner may be rien."""
    return state.Z[base + owner] if owner >= 0 else ()


def place_of(state: State, entity: int, start: int, stop: int) -> int:
    """Give the owner of the zone copy (start…stop) that holds a component, or rien."""
    if entity < 0:
        return -1
    zone = state.at[entity]
    return zone - start if start <= zone < stop else -1


def divide(left: int, right: int, place: int) -> int:
    """Divide rounding down; by zero is the rule's fault."""
    if right == 0:
        raise RuleFault("division", place)
    return left // right


def remainder(left: int, right: int, place: int) -> int:
    """Give the remainder of a division; by zero is the rule's fault."""
    if right == 0:
        raise RuleFault("division", place)
    return left % right


def bounded_range(low: int, high: int, place: int) -> range:
    """Give the numbers from low to high, refusing ranges no game needs."""
    if high - low > 100_000:
        raise RuleFault("range", place, low=low, high=high)
    return range(low, high + 1)


def within(number: int, low: int | None, high: int | None, place: int) -> int:
    """Give a number brought back between its bounds; one that nothing bounds is a fault."""
    if low is not None and number < low:
        number = low
    if high is not None and number > high:
        number = high
    if not -NUMBER_LIMIT < number < NUMBER_LIMIT:
        raise RuleFault("number", place)
    return number


def times(count: int, place: int) -> int:
    """Check a number of repetitions, dice or picks before it is used."""
    if count > 100_000:
        raise RuleFault("repeat", place, count=count)
    return count


def call(state: State, entry: int, size: int, *values: Any) -> int:
    """Enter a unit: push its frame and give its first block."""
    if len(state.stack) >= STACK_LIMIT:
        raise RuleFault("nesting", -1)
    frame: Frame = [entry, *values]
    if size > len(frame):
        frame.extend([None] * (size - len(frame)))
    state.stack.append(frame)
    return entry


def leave(state: State, target: str, scopes: Any, place: int) -> int:
    """Close scopes from the inside up to `target`; give the block after it."""
    state.cancel = 0
    while state.scopes:
        number, depth, end = state.scopes.pop()
        kind, name, ending = scopes[number]
        if ending:
            state.expire(ending)
        if target in (kind, name):
            del state.stack[depth:]
            return end
    raise RuleFault("leave", place, scope=target)


def skip(
    following: dict[tuple[int, str], int], end: int, names: tuple[str, ...], place: int
) -> int:
    """Give the block after the named places that come one by one after a block."""
    for name in names:
        if (end, name) not in following:
            raise RuleFault("skip", place, name=name)
        end = following[end, name]
    return end


def without(items: Any, taken: tuple[int, ...]) -> list[int]:
    """Give the items left once these are taken, one for one."""
    left = list(items)
    for item in taken:
        if item in left:
            left.remove(item)
    return left


def completable(
    options: list[int], chosen: tuple[int, ...], group: Any, holds: Any, steady: bool,
    low: int, high: int,
) -> list[int]:  # fmt: skip
    """Keep the picks after which a choice can still meet its condition."""
    budget = [SEARCH_LIMIT]
    return [
        item
        for item in options
        if can_finish((*chosen, item), group, holds, steady, low, high, budget)
    ]


def can_finish(
    chosen: tuple[int, ...], group: Any, holds: Any, steady: bool, low: int, high: int,
    budget: list[int] | None = None,
) -> bool:  # fmt: skip
    """Say whether picks can be added so that a choice meets its condition.

    `group` gives what can be picked once some are chosen; if `steady`, it does not change
    and the order of picks does not matter. A search that takes too long is given up: the
    answer is then yes.
    """
    if len(chosen) >= low and holds(chosen):
        return True
    budget = [SEARCH_LIMIT] if budget is None else budget
    fixed = without(group(chosen), chosen) if steady else []

    def search(chosen: tuple[int, ...], start: int) -> bool:
        budget[0] -= 1
        if budget[0] < 0 or (len(chosen) >= low and holds(chosen)):
            return True
        if len(chosen) >= high:
            return False
        items = fixed[start:] if steady else without(group(chosen), chosen)
        return any(
            search((*chosen, item), start + number + 1) for number, item in enumerate(items)
        )

    return search(chosen, 0)


def is_open(state: State, number: int) -> bool:
    """Say whether a scope of this number is open."""
    return any(scope[0] == number for scope in state.scopes)


def is_quiet(state: State, steps: dict[int, bool]) -> bool:
    """Say whether the innermost open step admits no responses."""
    for number, _, _ in reversed(state.scopes):
        if number in steps:
            return steps[number]
    return False


def owner_then(
    memory: tuple[tuple[int, int, int], ...], ability: int, card: int, nobody: int
) -> int:
    """Give whose card bore an ability before the event (`nobody` in a common zone)."""
    for number, entity, owner in memory:
        if (number, entity) == (ability, card) and owner >= 0:
            return owner
    return nobody


def unlike_by(state: State, items: Any, looks: tuple[int, ...]) -> list[int]:
    """Keep one of the components that look the same and lie in the same place."""
    seen = set()
    kept = []
    at = state.at
    for item in items:
        key = (looks[item], at[item])
        if key not in seen:
            seen.add(key)
            kept.append(item)
    return kept


def unlike_uses(
    state: State,
    uses: list[tuple[int, ...]],
    looks: tuple[int, ...],
    places: tuple[int, ...],
) -> list[tuple[int, ...]]:
    """Keep one of the uses that differ only by components that look the same.

    `places` are the positions of components in a use.
    """
    kept: dict[tuple[object, ...], tuple[int, ...]] = {}
    at = state.at
    for use in uses:
        key: list[object] = [*use]
        for place in places:
            if use[place] >= 0:
                key[place] = (looks[use[place]], at[use[place]])
        kept.setdefault(tuple(key), use)
    return list(kept.values())


def is_forbidden(state: State, target: int, values: tuple[int, ...]) -> bool:
    """Say whether something is forbidden for a while, for these arguments or for all."""
    for entry in state.forbidden:
        if entry[1] == target and (
            len(entry) == 2 or entry[2:] == values[: len(entry) - 2]
        ):
            return True
    return False
