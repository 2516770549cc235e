"""Operations on kinds of values: what fits where, what two kinds have in common."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from .core import BOOLEAN, NOTHING, NUMBER, PLAYER, Family, Kind

#: The kind of what could not be resolved; it fits everywhere, so one mistake is told once.
ANY = Kind(Family.ANY, "?")

#: Kinds no ruleset declares.
BASIC: Mapping[str, Kind] = {kind.name: kind for kind in (NUMBER, BOOLEAN, PLAYER)}


@dataclass(frozen=True, slots=True)
class Hierarchy:
    """The tree of component types: `above[type]` is the type and its supertypes, upwards."""

    above: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def ancestors(self, name: str) -> tuple[str, ...]:
        """Return a type and its supertypes, the nearest first."""
        return self.above.get(name, (name,))

    def is_below(self, name: str, other: str) -> bool:
        """Tell whether a type is another or one of its subtypes."""
        return other in self.ancestors(name)

    def are_related(self, name: str, other: str) -> bool:
        """Tell whether a component can be of both types."""
        return self.is_below(name, other) or self.is_below(other, name)

    def common(self, name: str, other: str) -> str | None:
        """Return the nearest type above both, if there is one."""
        above = self.ancestors(other)
        return next((each for each in self.ancestors(name) if each in above), None)


def describe(kind: Kind) -> str:
    """Return a kind as an author would write it."""
    if kind.family is Family.NOTHING:
        return "rien"
    if kind.lines:
        return f"ensemble d'ensembles de {kind.name}"
    if kind.many:
        return f"ensemble de {kind.name}"
    return f"{kind.name} ou rien" if kind.optional else kind.name


def is_any(kind: Kind) -> bool:
    """Tell whether a kind is that of something unresolved."""
    return kind.family is Family.ANY


def is_set(kind: Kind) -> bool:
    """Tell whether a kind is a set, of items or of sets."""
    return kind.many or kind.lines or is_any(kind)


def item_of(kind: Kind) -> Kind:
    """Return the kind of the items of a set."""
    if kind.lines:
        return replace(kind, lines=False, many=True)
    return replace(kind, many=False)


def set_of(kind: Kind) -> Kind:
    """Return the kind of a set of such items."""
    if kind.many:
        return replace(kind, lines=True, many=False)
    return replace(kind, many=True)


def maybe(kind: Kind) -> Kind:
    """Return the kind that also has `rien`."""
    return replace(kind, optional=True)


def present(kind: Kind) -> Kind:
    """Return the kind without `rien`."""
    return replace(kind, optional=False)


def may_be_nothing(kind: Kind) -> bool:
    """Tell whether `rien` can be told from the values of a kind: numbers are all taken."""
    return kind.family not in (Family.NUMBER, Family.BOOLEAN)


def is_related(one: Kind, other: Kind, hierarchy: Hierarchy) -> bool:
    """Tell whether an item can be of both kinds, sets and `rien` aside."""
    if is_any(one) or is_any(other):
        return True
    if one.family is not other.family:
        return False
    if one.family is Family.COMPONENT:
        return hierarchy.are_related(one.name, other.name)
    return one.name == other.name


def accepts(target: Kind, given: Kind, hierarchy: Hierarchy) -> bool:
    """Tell whether a value of kind `given` may stand where `target` is asked.

    A component of a supertype is accepted: what it lacks reads as nothing.
    """
    if is_any(target) or is_any(given):
        return True
    if given.family is Family.NOTHING:
        return target.optional and not target.many and not target.lines
    if (target.many, target.lines) != (given.many, given.lines):
        return False
    return is_related(target, given, hierarchy)


def join(kinds: Iterable[Kind], hierarchy: Hierarchy) -> Kind | None:
    """Return the kind that values of all these kinds have, or None."""
    result: Kind | None = None
    for kind in kinds:
        joined = kind if result is None else _join_two(result, kind, hierarchy)
        if joined is None:
            return None
        result = joined
    return result


def _join_two(one: Kind, other: Kind, hierarchy: Hierarchy) -> Kind | None:
    """Return the kind two kinds have in common, or None."""
    if is_any(one) or is_any(other):
        return ANY
    if one.family is Family.NOTHING and not other.many and not other.lines:
        return maybe(other)
    if other.family is Family.NOTHING and not one.many and not one.lines:
        return maybe(one)
    if (one.many, one.lines) != (other.many, other.lines) or one.family is not other.family:
        return None
    optional = one.optional or other.optional
    if one.family is Family.COMPONENT:
        name = hierarchy.common(one.name, other.name)
        return None if name is None else replace(one, name=name, optional=optional)
    return replace(one, optional=optional) if one.name == other.name else None


__all__ = [
    "ANY",
    "BASIC",
    "NOTHING",
    "Hierarchy",
    "accepts",
    "describe",
    "is_any",
    "is_related",
    "is_set",
    "item_of",
    "join",
    "may_be_nothing",
    "maybe",
    "present",
    "set_of",
]
