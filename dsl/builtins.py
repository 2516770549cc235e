"""The built-in functions and names: what they take, what they give.

An aggregate becomes `core.Fold`: its second argument is an expression over each item of
the first. The others become `core.Builtin` with the name and arguments as listed here.
Where a function takes a zone or a board by name, the argument is a `core.Const` that has
the name as its text.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto

from .core import BOOLEAN, NUMBER, NUMBERS, PLAYER, PLAYERS, Kind
from .kinds import item_of, may_be_nothing, maybe, set_of

#: The candidate of the innermost filter, the acting player, the card an ability is on.
CANDIDATE, ME, SELF = "lui", "moi", "soi"
#: In an ability limited in amount: what this use counts, at most what is left.
AMOUNT = "montant"
ALL_PLAYERS = "joueurs"
MAX_PLAYERS = 8
SEATS: tuple[str, ...] = tuple(f"J{seat + 1}" for seat in range(MAX_PLAYERS))
#: Characteristics every cell has.
COLUMN, ROW = "colonne", "rangée"
#: A pattern's name that binds nothing.
WILDCARD = "_"
#: What the resolver wraps around a value that may be `rien` where none may; no author
#: writes it. At run time `rien` is then the rule's fault.
PRESENT = "présent"
#: Scopes that need no name of their own.
SCOPES = ("partie", "manche", "tour", "phase", "étape", "fenêtre", "événement")

RESERVED = frozenset({CANDIDATE, ME, SELF, ALL_PLAYERS, *SEATS})


class Shape(Enum):
    """What an argument must be."""

    NUMBER = auto()
    PLAYER = auto()
    CELL = auto()
    COMPONENT = auto()
    SET = auto()
    SAME_SET = auto()
    ITEM = auto()
    ZONE = auto()
    BOARD = auto()


class Result(Enum):
    """How the kind of the result follows from the arguments."""

    NUMBER = auto()
    NUMBERS = auto()
    PLAYER = auto()
    PLAYERS = auto()
    SAME = auto()
    ITEM = auto()
    MAYBE_SAME = auto()
    SET = auto()
    LINES = auto()
    OWNER = auto()


@dataclass(frozen=True, slots=True)
class Function:
    """A built-in function; the last `spare` arguments may be left out."""

    shapes: tuple[Shape, ...]
    result: Result
    spare: int = 0

    def result_kind(self, kinds: tuple[Kind, ...], owner: Kind | None = None) -> Kind:
        """Return the kind of the result for arguments of these kinds."""
        match self.result:
            case Result.NUMBER:
                return NUMBER
            case Result.NUMBERS:
                return NUMBERS
            case Result.PLAYER:
                return PLAYER
            case Result.PLAYERS:
                return PLAYERS
            case Result.SAME:
                return kinds[0]
            case Result.ITEM:
                item = item_of(kinds[0])
                return maybe(item) if may_be_nothing(item) else item
            case Result.MAYBE_SAME:
                return maybe(kinds[0])
            case Result.SET:
                return set_of(Kind(kinds[0].family, kinds[0].name))
            case Result.LINES:
                return Kind(kinds[0].family, kinds[0].name, lines=True)
            case Result.OWNER:
                assert owner is not None
                return maybe(owner)


_S, _R = Shape, Result

FUNCTIONS: Mapping[str, Function] = {
    "premier": Function((_S.SET,), _R.ITEM),
    "dernier": Function((_S.SET,), _R.ITEM),
    "dessus": Function((_S.SET,), _R.ITEM),
    "dessous": Function((_S.SET,), _R.ITEM),
    "union": Function((_S.SET, _S.SAME_SET), _R.SAME),
    "commun": Function((_S.SET, _S.SAME_SET), _R.SAME),
    "sauf": Function((_S.SET, _S.SAME_SET), _R.SAME),
    "intervalle": Function((_S.NUMBER, _S.NUMBER), _R.NUMBERS),
    "voisines": Function((_S.CELL,), _R.SET),
    "décalage": Function((_S.CELL, _S.NUMBER, _S.NUMBER), _R.MAYBE_SAME),
    "distance": Function((_S.CELL, _S.CELL), _R.NUMBER),
    "alignements": Function((_S.BOARD, _S.NUMBER, _S.CELL), _R.LINES, spare=1),
    "suivant": Function((_S.PLAYER,), _R.PLAYER),
    "précédent": Function((_S.PLAYER,), _R.PLAYER),
    "gauche": Function((_S.PLAYER,), _R.PLAYER),
    "droite": Function((_S.PLAYER,), _R.PLAYER),
    "autour": Function((_S.PLAYER,), _R.PLAYERS),
    "exemplaires": Function((_S.COMPONENT,), _R.SET),
    "place": Function((_S.ZONE, _S.ITEM), _R.OWNER),
    "absolu": Function((_S.NUMBER,), _R.NUMBER),
}

#: Functions that count columns and rows, which only a grid has in straight lines.
GRID = "grille"
ON_GRIDS = ("décalage", "alignements")

#: Of two numbers; with a set, they are aggregates.
PAIRS: Mapping[str, Function] = {
    "max": Function((_S.NUMBER, _S.NUMBER), _R.NUMBER),
    "min": Function((_S.NUMBER, _S.NUMBER), _R.NUMBER),
}


class Item(Enum):
    """What an aggregate wants to know of each item."""

    NONE = auto()
    NUMBER = auto()
    NUMBER_OR_NONE = auto()
    CONDITION = auto()
    ANYTHING = auto()


@dataclass(frozen=True, slots=True)
class Aggregate:
    """A function over a set and, for each item of it, an expression."""

    item: Item
    gives: Kind | None

    def result_kind(self, group: Kind, item: Kind | None) -> Kind:
        """Return the kind of the result: fixed, the set's own, or a set of the items'."""
        if self.gives is not None:
            return self.gives
        if self.item is Item.ANYTHING and item is not None:
            return set_of(item)
        return group


AGGREGATES: Mapping[str, Aggregate] = {
    "nombre": Aggregate(Item.NONE, NUMBER),
    "somme": Aggregate(Item.NUMBER_OR_NONE, NUMBER),
    "max": Aggregate(Item.NUMBER_OR_NONE, NUMBER),
    "min": Aggregate(Item.NUMBER_OR_NONE, NUMBER),
    "existe": Aggregate(Item.NONE, BOOLEAN),
    "tous": Aggregate(Item.CONDITION, BOOLEAN),
    "meilleurs": Aggregate(Item.NUMBER, None),
    "moindres": Aggregate(Item.NUMBER, None),
    "valeurs": Aggregate(Item.ANYTHING, None),
}

NAMES = frozenset(FUNCTIONS) | frozenset(AGGREGATES)

__all__ = [
    "AGGREGATES",
    "ALL_PLAYERS",
    "AMOUNT",
    "CANDIDATE",
    "COLUMN",
    "FUNCTIONS",
    "GRID",
    "MAX_PLAYERS",
    "ME",
    "NAMES",
    "ON_GRIDS",
    "PAIRS",
    "PLAYERS",
    "PRESENT",
    "RESERVED",
    "ROW",
    "SCOPES",
    "SEATS",
    "SELF",
    "WILDCARD",
    "Aggregate",
    "Function",
    "Item",
    "Result",
    "Shape",
]
