"""The resolved rules: every name bound, every expression with its kind.

`resolver.py` makes these from surface nodes; the compiler, the explainer and the timing
graph read them, and nothing else. Values at run time are integers: numbers, players
(seat 0…), cells, components (entity 0…), values of an enumeration; `rien` is -1; a set
is a tuple of integers.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from .source import Span


class Family(StrEnum):
    """What a kind ranges over."""

    NUMBER = "nombre"
    BOOLEAN = "booléen"
    PLAYER = "Joueur"
    ENUM = "énumération"
    COMPONENT = "type"
    CELL = "case"
    NOTHING = "rien"
    ANY = "?"


@dataclass(frozen=True, slots=True)
class Kind:
    """`name` is the declared word (`Case`, `Couleur`, `nombre`); lines are sets of sets."""

    family: Family
    name: str
    many: bool = False
    optional: bool = False
    lines: bool = False


NUMBER = Kind(Family.NUMBER, "nombre")
NUMBERS = Kind(Family.NUMBER, "nombre", many=True)
BOOLEAN = Kind(Family.BOOLEAN, "booléen")
PLAYER = Kind(Family.PLAYER, "Joueur")
PLAYERS = Kind(Family.PLAYER, "Joueur", many=True)
NOTHING = Kind(Family.NOTHING, "rien", optional=True)


# Expressions -------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Expr:
    """Any expression: where it stands and what kind of value it gives."""

    span: Span
    kind: Kind


@dataclass(frozen=True, slots=True)
class Const(Expr):
    """A literal, an enumeration's value, J1, an option, a variant, a reading; or a tuple."""

    value: int | tuple[int, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Local(Expr):
    """A bound name: parameter, `soit`, loop or candidate variable, `moi`, `soi`.

    `slot` is unique inside one declaration (`c`, `c_2` …) and a safe identifier
    only after the compiler's own escaping.
    """

    slot: str


@dataclass(frozen=True, slots=True)
class Global(Expr):
    """The value of a state without owner."""

    state: str


@dataclass(frozen=True, slots=True)
class Column(Expr):
    """The value of state `state` for its owner `index`."""

    state: str
    index: Expr


@dataclass(frozen=True, slots=True)
class Characteristic(Expr):
    """A constant of a component (`table` = name of the characteristic) or of a cell.

    Cells have `colonne` and `rangée` besides their declared characteristics.
    """

    owner: Kind
    table: str
    index: Expr


@dataclass(frozen=True, slots=True)
class Contents(Expr):
    """The items of a zone, bottom to top."""

    zone: str
    index: Expr | None


@dataclass(frozen=True, slots=True)
class All(Expr):
    """Everything of a kind: all copies of a type or subtype, all cells, all values,
    or (kind Joueur) the players still in the game, in seat order."""


@dataclass(frozen=True, slots=True)
class Seats(Expr):
    """Every player, the eliminated ones too, in seat order."""


@dataclass(frozen=True, slots=True)
class Copies(Expr):
    """All copies of one component definition (by its YAML id)."""

    card: str


@dataclass(frozen=True, slots=True)
class Operation(Expr):
    """`op` is one of + - * / modulo = ≠ < ≤ > ≥ et ou non négatif dans hors est.

    `est`: operands (item, Const of the type's name in `text`). `/` rounds down;
    dividing by zero is a run-time fault.
    """

    op: str
    operands: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class IfElse(Expr):
    condition: Expr
    then: Expr
    otherwise: Expr


@dataclass(frozen=True, slots=True)
class SetOf(Expr):
    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Where(Expr):
    """The items of `group` for which `condition` holds with `slot` bound to the item."""

    group: Expr
    slot: str
    condition: Expr


@dataclass(frozen=True, slots=True)
class Fold(Expr):
    """An aggregate over a set: `op` applied to `item` (with `slot` bound), or to the items.

    op: nombre somme max min existe tous meilleurs moindres valeurs.
    `nombre`/`existe` have item None. `max`/`min` of nothing is 0. `meilleurs`/`moindres`
    give the items with the highest/lowest value, `valeurs` the distinct values.
    """

    op: str
    group: Expr
    slot: str
    item: Expr | None


@dataclass(frozen=True, slots=True)
class Builtin(Expr):
    """A built-in function; see builtins.py for names and signatures."""

    name: str
    arguments: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Call(Expr):
    """A definition of the ruleset."""

    definition: str
    arguments: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class ValueOf(Expr):
    """A modifiable value: base plus every modifier in force, clamped to its floor."""

    value: str
    arguments: tuple[Expr, ...]


# Statements --------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Statement:
    span: Span
    cites: tuple[str, ...]


Body = tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class ZoneRef:
    """A place things move to: a zone and, if it has owners, whose."""

    zone: str
    index: Expr | None


@dataclass(frozen=True, slots=True)
class Let(Statement):
    slot: str
    value: Expr


@dataclass(frozen=True, slots=True)
class Assign(Statement):
    target: Global | Column
    value: Expr


@dataclass(frozen=True, slots=True)
class Adjust(Statement):
    """Add `amount` (negative for `diminue`: the resolver wraps it), then clamp to bounds."""

    target: Global | Column
    amount: Expr


@dataclass(frozen=True, slots=True)
class Move(Statement):
    """`items` is one component (maybe rien: nothing moves) or a set, kept in order."""

    items: Expr
    zone: ZoneRef
    position: str


@dataclass(frozen=True, slots=True)
class Draw(Statement):
    count: Expr
    source: ZoneRef
    zone: ZoneRef


@dataclass(frozen=True, slots=True)
class Shuffle(Statement):
    zone: ZoneRef


@dataclass(frozen=True, slots=True)
class Eliminate(Statement):
    player: Expr


@dataclass(frozen=True, slots=True)
class Readmit(Statement):
    """Takes an eliminated player back into the game."""

    player: Expr


@dataclass(frozen=True, slots=True)
class Roll(Statement):
    slot: str
    times: Expr
    die: str


@dataclass(frozen=True, slots=True)
class Choose(Statement):
    """A decision. mode: one, optional, many, whether.

    one: `slot` gets an item of `group`; no items is a run-time fault.
    optional: an item or rien. whether: True or False (group None).
    many: `slot` is the tuple chosen so far, visible in `group` (asked again after each
    pick, items already chosen left out) and in `condition`; done is offered from
    `minimum` picks on when `condition` holds; ends by itself at `maximum` or without
    further items.
    """

    mode: str
    chooser: Expr
    slot: str
    group: Expr | None
    minimum: Expr | None
    maximum: Expr | None
    condition: Expr | None
    title: str


@dataclass(frozen=True, slots=True)
class OpenWindow(Statement):
    """Seats: one player or a set; asked in seat order from `start`, by `direction`."""

    window: str
    seats: Expr
    start: Expr | None
    direction: str


@dataclass(frozen=True, slots=True)
class If(Statement):
    condition: Expr
    then: Body
    otherwise: Body


@dataclass(frozen=True, slots=True)
class While(Statement):
    condition: Expr
    body: Body


@dataclass(frozen=True, slots=True)
class Repeat(Statement):
    """`slot` counts the rounds left (a hidden local)."""

    slot: str
    times: Expr
    body: Body


@dataclass(frozen=True, slots=True)
class Endless(Statement):
    """`boucle`: each round opens scope `manche` (and its own name)."""

    name: str
    title: str
    body: Body


@dataclass(frozen=True, slots=True)
class For(Statement):
    """The group is evaluated once, before the first round."""

    slot: str
    group: Expr
    body: Body


@dataclass(frozen=True, slots=True)
class Turns(Statement):
    """One turn for each player in the game, from `start`; each opens scope `tour`.

    Players eliminated meanwhile are left out.
    """

    slot: str
    start: Expr
    direction: str
    title: str
    body: Body


@dataclass(frozen=True, slots=True)
class Simultaneous(Statement):
    """Events in the body commit at once; their after-stages wait for the end of it.

    If `chained`, each commits where it stands; only the after-stages wait.
    """

    body: Body
    chained: bool


@dataclass(frozen=True, slots=True)
class PhaseBlock(Statement):
    name: str
    title: str
    body: Body


@dataclass(frozen=True, slots=True)
class StepBlock(Statement):
    name: str
    title: str
    permission: str
    body: Body


@dataclass(frozen=True, slots=True)
class RunPhase(Statement):
    phase: str


@dataclass(frozen=True, slots=True)
class Emit(Statement):
    event: str
    arguments: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Cancel(Statement):
    """The event being announced does not happen."""


@dataclass(frozen=True, slots=True)
class Lasting(Statement):
    """Add `amount` (evaluated now) to a value for these arguments until the scope closes."""

    value: str
    arguments: tuple[Expr, ...]
    amount: Expr
    scope: str


@dataclass(frozen=True, slots=True)
class Forbid(Statement):
    """Forbid an action or event with these arguments (all, if None) until scope closes."""

    target: str
    arguments: tuple[Expr, ...] | None
    scope: str


@dataclass(frozen=True, slots=True)
class Leave(Statement):
    """Close scopes from the inside up to and including `scope`."""

    scope: str
    skips: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Finish(Statement):
    """End the game; winners None means nobody."""

    outcome: str
    winners: Expr | None


@dataclass(frozen=True, slots=True)
class Nothing(Statement):
    pass


@dataclass(frozen=True, slots=True)
class Perform(Statement):
    procedure: str
    arguments: tuple[Expr, ...]
