"""What the timing graph is made of: nodes, edges and their kinds, by the book's words."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from .. import core
from ..source import Span

#: A part of the rules that is entered and left: (family, name).
Unit = tuple[str, str]
#: A scope that is open: (kind, name).
Scope = tuple[str, str]


class Kind(StrEnum):
    """What a node stands for."""

    START = "DEBUT"
    END = "FIN"
    STEP = "ETAPE"
    WINDOW = "FENETRE"
    CHOICE = "CHOIX"
    CHANCE = "ALEA"
    TEST = "TEST"
    EVENT = "EVT"
    ABILITY = "CAP"
    OPEN = "OUVRE"
    CLOSE = "FERME"
    CALL = "APPEL"
    RETURN = "RETOUR"
    CONTROL = "CTRL"


class Link(StrEnum):
    """What an edge stands for. A `résumé` goes over a call to where it comes back."""

    NEXT = "suite"
    IF = "si"
    ELSE = "sinon"
    PASS = "passe"
    OFFER = "offre"
    RESUME = "reprend"
    EMIT = "emet"
    TRIGGER = "declenche"
    REPLACE = "substitue"
    CANCEL = "annule"
    CALL = "appelle"
    BACK = "revient"
    JUMP = "saut"
    OVER = "résumé"


class Stage(StrEnum):
    """The life of an event, in order."""

    PROPOSE = "propose"
    FORBID = "interdit"
    REPLACE = "remplace"
    BEFORE_FORCED = "avantF"
    BEFORE_FREE = "avantO"
    ACT = "acte"
    CHECK = "controle"
    AFTER_FORCED = "apresF"
    AFTER_FREE = "apresO"
    DONE = "fin"


@dataclass(frozen=True, slots=True)
class Node:
    """A moment of the game. `scopes` are open there, outermost first, in its own unit.

    `name` is that of the window, event, ability, control, outcome or scope it is about.
    A `silent` node is no landmark: a game passes it without notice.
    """

    number: int
    kind: Kind
    label: str
    unit: Unit
    span: Span
    cites: tuple[str, ...]
    rule: str
    name: str = ""
    stage: Stage | None = None
    scopes: tuple[Scope, ...] = ()
    reads: frozenset[str] = frozenset()
    writes: frozenset[str] = frozenset()
    silent: bool = False
    statement: core.Statement | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True, eq=False)
class Edge:
    """A possible move of the game. `skips` is what a jump says it leaves out, `closes`
    the scopes it ends on its way besides the one it leads to."""

    source: int
    target: int
    kind: Link
    skips: tuple[str, ...] = ()
    closes: tuple[Scope, ...] = ()


@dataclass(frozen=True, slots=True)
class Batch:
    """Events that happen at once: where they are announced, carried out and answered.

    Those `repeated` may be there several times. `chained` ones are carried out where they
    stand: only their answers wait.

    Each of the nodes `act`, `forced` and `free` leads to that stage of every event, one
    after the other; `start` is the block itself, `end` where the game goes on.
    """

    events: tuple[str, ...]
    repeated: frozenset[str]
    chained: bool
    start: int
    act: int
    forced: int
    free: int
    end: int
