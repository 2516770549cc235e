"""What must hold when the game comes to a place, and which conditions prove it.

Three goals: a set has items enough, something is not `rien`, a player is still in the
game. Expressions are unfolded; a condition proves a goal only if it says so by itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from .. import core
from ..core import Family
from .certain import Certain
from .rewriting import HOLE, TURNED, Key, conjuncts, free_names, key, split, substitute

#: Begins a name of which nothing is known but that its value does not change.
FORGOTTEN = "?"
#: Functions that give an item of a set, `rien` of none.
ONE_OF = ("premier", "dernier", "dessus", "dessous")
#: Functions that always give a player who is in the game.
_NEIGHBOURS = ("suivant", "précédent", "gauche", "droite")
#: Aggregates that have an item if their set has one.
_KEEPS_ONE = ("meilleurs", "moindres", "valeurs")


@dataclass(frozen=True, slots=True)
class AtLeast:
    """A set has `count` and `more` items at least."""

    group: core.Expr
    count: core.Expr | None = None
    more: int = 1


@dataclass(frozen=True, slots=True)
class Present:
    """Something is not `rien`."""

    item: core.Expr


@dataclass(frozen=True, slots=True)
class Seated:
    """A player is in the game."""

    player: core.Expr


Goal = AtLeast | Present | Seated


def expressions(goal: Goal) -> Iterator[core.Expr]:
    """Yield the expressions of a goal."""
    match goal:
        case AtLeast():
            yield goal.group
            if goal.count is not None:
                yield goal.count
        case Present():
            yield goal.item
        case Seated():
            yield goal.player


def goal_key(goal: Goal) -> Key:
    """Return what makes two goals the same."""
    more = goal.more if isinstance(goal, AtLeast) else 0
    return type(goal).__name__, more, *map(key, expressions(goal))


def names_in(goal: Goal) -> frozenset[str]:
    """Return the names a goal leaves to its surroundings."""
    return frozenset(name for each in expressions(goal) for name in free_names(each))


def put(goal: Goal, values: Mapping[str, core.Expr]) -> Goal:
    """Return a goal with values for some of its names."""
    if not values:
        return goal
    match goal:
        case AtLeast():
            counted = None if goal.count is None else substitute(goal.count, values)
            return _counted(
                replace(goal, group=substitute(goal.group, values), count=counted)
            )
        case Present():
            return Present(substitute(goal.item, values))
        case Seated():
            return Seated(substitute(goal.player, values))


def _counted(goal: AtLeast) -> AtLeast:
    """Add a written number to what is asked besides."""
    match goal.count:
        case core.Const(value=int() as number):
            return replace(goal, count=None, more=goal.more + number)
        case _:
            return goal


def reduced(goal: Goal, certain: Certain) -> tuple[Goal, ...]:
    """Return goals without functions or branches around them, less what is certain."""
    match goal:
        case AtLeast(group=core.Fold(op=op, group=inner), count=None, more=more) if (
            op in _KEEPS_ONE and more <= 1
        ):
            return reduced(AtLeast(inner, None, more), certain)
        case Present(item=core.Builtin(name=name, arguments=(group, *_))) if name in ONE_OF:
            return reduced(AtLeast(group), certain)
        case AtLeast(group=core.IfElse() as choice):
            return _branches(goal, choice, certain)
        case Present(item=core.IfElse() as choice):
            return _branches(goal, choice, certain)
        case Seated(player=core.IfElse() as choice):
            return _branches(goal, choice, certain)
        case AtLeast(group=core.Where() as group):
            lighter = replace(goal, group=_sifted(group, certain))
            return () if is_certain(lighter, certain) else (lighter,)
        case _:
            return () if is_certain(goal, certain) else (goal,)


def _sifted(group: core.Where, certain: Certain) -> core.Expr:
    """Return a set without the filters that let everything through."""
    found, conditions = split(group)
    for condition in conditions:
        if certain.truth(condition) is not True:
            found = core.Where(group.span, group.kind, found, HOLE, condition)
    return found


def _branches(goal: Goal, choice: core.IfElse, certain: Certain) -> tuple[Goal, ...]:
    """Return what a goal asks of each branch that its own condition does not prove."""
    found: list[Goal] = []
    for branch, holds in ((choice.then, True), (choice.otherwise, False)):
        conditions = list(conjuncts(choice.condition, holds))
        if any(certain.truth(each) is False for each in conditions):
            continue
        for part in reduced(_about(goal, branch), certain):
            if not is_proved(part, conditions, certain):
                found.append(part)
    return tuple(found)


def _about(goal: Goal, expr: core.Expr) -> Goal:
    """Return the same goal of another expression."""
    match goal:
        case AtLeast():
            return replace(goal, group=expr)
        case Present():
            return Present(expr)
        case Seated():
            return Seated(expr)


# What is certain ---------------------------------------------------------


def is_certain(goal: Goal, certain: Certain) -> bool:
    """Tell whether a goal holds whatever happens."""
    match goal:
        case AtLeast():
            wanted = _most_wanted(goal, certain)
            if wanted is not None and certain.size(goal.group)[0] >= wanted:
                return True
            return goal.more <= 0 and key(goal.group) in _counts(goal.count)
        case Present(item=item):
            value = certain.value(item)
            return not item.kind.optional or (isinstance(value, int) and value >= 0)
        case Seated(player=core.Const(value=int() as seat)):
            alone = not certain.eliminates or certain.start
            return alone and seat < certain.program.players[0]
        case Seated(player=core.Builtin(name=name)) if name in _NEIGHBOURS:
            return True
        case Seated(player=core.Builtin(name=name, arguments=(group,))) if name in ONE_OF:
            return _of_players(group)
        case Seated(player=player) if certain.start:
            value = certain.value(player)
            return isinstance(value, int) and value < certain.program.players[0]
        case Seated(player=core.Local(slot=slot)) if not slot.startswith(FORGOTTEN):
            return False
        case Seated():
            return not certain.eliminates


def _counts(count: core.Expr | None) -> Iterator[Key]:
    """Yield the sets that have as many items as a number at least: « min(3, nombre(E)) »."""
    match count:
        case core.Fold(op="nombre", group=group):
            yield key(group)
        case core.Builtin(name="min", arguments=numbers):
            for number in numbers:
                yield from _counts(number)
        case _:
            pass


def _most_wanted(goal: AtLeast, certain: Certain) -> int | None:
    if goal.count is None:
        return goal.more
    most = certain.bounds(goal.count)[1]
    return None if most is None else most + goal.more


def _of_players(group: core.Expr) -> bool:
    base, _ = split(group)
    if isinstance(base, core.Fold) and base.op in _KEEPS_ONE[:2]:
        return _of_players(base.group)
    return isinstance(base, core.All) and base.kind.family is Family.PLAYER


# What conditions prove ---------------------------------------------------


def is_proved(goal: Goal, conditions: Iterable[core.Expr], certain: Certain) -> bool:
    """Tell whether one of some conditions that hold proves a goal."""
    return any(_proves(condition, goal, certain) for condition in conditions)


def _proves(condition: core.Expr, goal: Goal, certain: Certain) -> bool:
    match goal:
        case AtLeast():
            return any(
                _is_within(group, goal.group, certain) and _is_enough(has, goal, certain)
                for group, has in filled(condition)
            )
        case Present(item=item):
            return key(item) in {key(each) for each in _present(condition)}
        case Seated(player=player):
            return key(player) in {key(each) for each in _seated(condition)}


def filled(condition: core.Expr) -> Iterator[tuple[core.Expr, AtLeast]]:
    """Yield the sets a condition says to have items, and how many."""
    match condition:
        case core.Fold(op="existe", group=group):
            yield group, AtLeast(group)
        case core.Operation(op="dans", operands=(_, group)):
            yield group, AtLeast(group)
        case core.Operation(op=op, operands=(left, right)) if op in TURNED:
            yield from _compared(left, op, right)
            yield from _compared(right, TURNED[op], left)
        case _:
            pass


def _compared(
    left: core.Expr, op: str, right: core.Expr
) -> Iterator[tuple[core.Expr, AtLeast]]:
    match left, right:
        case core.Fold(op="nombre", group=group), _ if op in ("≥", ">", "="):
            yield group, _counted(AtLeast(group, right, 1 if op == ">" else 0))
        case core.Fold(op="nombre", group=group), core.Const(value=0) if op == "≠":
            yield group, AtLeast(group)
        case core.Builtin(name=name, arguments=(group, *_)), core.Const(value=-1) if (
            op == "≠" and name in ONE_OF
        ):
            yield group, AtLeast(group)
        case _:
            pass


def _is_enough(has: AtLeast, goal: AtLeast, certain: Certain) -> bool:
    """Tell whether the number of items a condition speaks of is what is wanted."""
    if goal.count is not None and has.count is not None:
        return key(has.count) == key(goal.count) and has.more >= goal.more
    wanted = _most_wanted(goal, certain)
    least = has.more if has.count is None else _least(has, certain)
    return wanted is not None and least is not None and least >= wanted


def _least(has: AtLeast, certain: Certain) -> int | None:
    assert has.count is not None
    low = certain.bounds(has.count)[0]
    return None if low is None else low + has.more


def _is_within(group: core.Expr, other: core.Expr, certain: Certain) -> bool:
    """Tell whether all items of a set are items of another."""
    (base, held), (whole, asked) = split(group), split(other)
    if key(base) != key(whole) and not _is_part(base, whole, certain):
        return False
    known = {key(each) for each in held}
    return all(key(each) in known or certain.truth(each) is True for each in asked)


def _is_part(base: core.Expr, whole: core.Expr, certain: Certain) -> bool:
    """Tell whether a set has only items of a kind, all of which are in another."""
    if not isinstance(whole, core.All) or whole.kind.family is Family.PLAYER:
        return False
    below = certain.program.symbols.hierarchy.is_below
    return base.kind.family is whole.kind.family and below(base.kind.name, whole.kind.name)


def _present(condition: core.Expr) -> Iterator[core.Expr]:
    """Yield what a condition says not to be `rien`."""
    match condition:
        case core.Operation(op="≠", operands=(item, core.Const(value=-1))):
            yield item
        case core.Operation(op="≠", operands=(core.Const(value=-1), item)):
            yield item
        case core.Operation(op="=", operands=(left, right)):
            yield from (one for one, other in ((left, right), (right, left))
                        if not other.kind.optional)  # fmt: skip
        case core.Operation(op="dans", operands=(item, group)) if not group.kind.optional:
            yield item
        case _:
            pass


def _seated(condition: core.Expr) -> Iterator[core.Expr]:
    """Yield the players a condition says to be in the game."""
    match condition:
        case core.Operation(op="dans", operands=(player, group)) if _of_players(group):
            yield player
        case _:
            pass


def said(slot: core.Local, group: core.Expr) -> Iterator[core.Expr]:
    """Yield what is known of an item of a set: that it is in it, and what its filters say."""
    yield core.Operation(slot.span, core.BOOLEAN, "dans", (slot, group))
    while isinstance(group, core.Where):
        yield from conjuncts(substitute(group.condition, {group.slot: slot}))
        group = group.group
