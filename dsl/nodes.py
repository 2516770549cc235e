"""The surface tree: one frozen class per grammar rule, fields in the rule's order.

Rule `turn_loop` of `grammar.lark` becomes class `TurnLoop`; the first field of each
class is its `span`. `conversion.py` matches them by name alone, so they cannot drift.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields

from .source import Span

#: What fields hold that are not nodes.
LEAVES = ("Span", "str", "int")
_BRANCHES: dict[type, tuple[str, ...]] = {}


@dataclass(frozen=True, slots=True)
class Node:
    """Anything parsed; subclasses add the parts of their rule after the span."""

    span: Span

    def children(self) -> list[Node]:
        """Return the nodes directly below this one, in source order."""
        below: list[Node] = []
        for name in _branches(type(self)):
            value = getattr(self, name)
            if isinstance(value, tuple):
                below += value
            elif value is not None:
                below.append(value)
        return below

    def walk(self) -> Iterator[Node]:
        """Yield this node and all below it, depth first."""
        waiting: list[Node] = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting += reversed(node.children())


def _branches(cls: type[Node]) -> tuple[str, ...]:
    """Return the fields of a class that hold nodes."""
    found = _BRANCHES.get(cls)
    if found is None:
        found = tuple(each.name for each in fields(cls) if each.type not in LEAVES)
        _BRANCHES[cls] = found
    return found


# Leaves ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Word(Node):
    """An identifier or keyword as written (the grammar's NAME and one-word choices)."""

    text: str


@dataclass(frozen=True, slots=True)
class Title(Node):
    """A quoted text, quotes removed."""

    text: str


@dataclass(frozen=True, slots=True)
class Integer(Node):
    """A number written in a declaration, with its sign."""

    value: int


@dataclass(frozen=True, slots=True)
class Date(Node):
    """A calendar date, ISO form."""

    text: str


@dataclass(frozen=True, slots=True)
class Cites(Node):
    """Statement ids between brackets."""

    ids: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class Names(Node):
    """A comma-separated list of names."""

    words: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class Owner(Node):
    """`de Kind`: what each copy of a state or zone belongs to; or a supertype."""

    name: Word


# Kinds -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PlainKind(Node):
    name: Word


@dataclass(frozen=True, slots=True)
class OptionalKind(Node):
    name: Word


@dataclass(frozen=True, slots=True)
class SetKind(Node):
    name: Word


KindNode = PlainKind | OptionalKind | SetKind


# Expressions -------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Expr(Node):
    """Any expression."""


@dataclass(frozen=True, slots=True)
class Number(Expr):
    value: int


@dataclass(frozen=True, slots=True)
class True_(Expr):
    pass


@dataclass(frozen=True, slots=True)
class False_(Expr):
    pass


@dataclass(frozen=True, slots=True)
class Nobody(Expr):
    """`rien`."""


@dataclass(frozen=True, slots=True)
class Name(Expr):
    name: Word


@dataclass(frozen=True, slots=True)
class CandidateAccess(Expr):
    """`.x`: characteristic x of the candidate of the innermost filter."""

    name: Word


@dataclass(frozen=True, slots=True)
class Access(Expr):
    """`e.x`."""

    base: Expr
    name: Word


@dataclass(frozen=True, slots=True)
class Method(Expr):
    """`e.f(a)`, the same as `f(e, a)`."""

    base: Expr
    name: Word
    arguments: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Call(Expr):
    name: Word
    arguments: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class SetLiteral(Expr):
    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Negative(Expr):
    operand: Expr


@dataclass(frozen=True, slots=True)
class Binary(Expr):
    """`+ - * / modulo`; the operator is its source text."""

    left: Expr
    operator: Word
    right: Expr


@dataclass(frozen=True, slots=True)
class Compare(Expr):
    """`= ≠ < ≤ > ≥`; ASCII spellings are already normalised."""

    left: Expr
    operator: Word
    right: Expr


@dataclass(frozen=True, slots=True)
class Member(Expr):
    item: Expr
    group: Expr


@dataclass(frozen=True, slots=True)
class NotMember(Expr):
    item: Expr
    group: Expr


@dataclass(frozen=True, slots=True)
class IsA(Expr):
    item: Expr
    type: Word


@dataclass(frozen=True, slots=True)
class Not_(Expr):
    operand: Expr


@dataclass(frozen=True, slots=True)
class And_(Expr):
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Or_(Expr):
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class IfElse(Expr):
    condition: Expr
    then: Expr
    otherwise: Expr


@dataclass(frozen=True, slots=True)
class Where(Expr):
    """`group [comme name] où condition`."""

    group: Expr
    name: Word | None
    condition: Expr


# Statements --------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Statement(Node):
    """Any statement."""


@dataclass(frozen=True, slots=True)
class Block(Node):
    statements: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Rotation(Node):
    """`depuis e horaire|antihoraire`."""

    start: Expr
    direction: Word


@dataclass(frozen=True, slots=True)
class Skips(Node):
    names: Names


@dataclass(frozen=True, slots=True)
class Pattern(Node):
    """`Event(a, b)`: names bound to the event's (or action's) parameters."""

    name: Word
    names: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class RunPhase(Statement):
    name: Word
    cites: Cites | None


@dataclass(frozen=True, slots=True)
class OpenWindow(Statement):
    name: Word
    seats: Expr
    rotation: Rotation | None
    cites: Cites | None


@dataclass(frozen=True, slots=True)
class Otherwise(Node):
    body: Block


@dataclass(frozen=True, slots=True)
class OtherwiseIf(Node):
    condition: Expr
    body: Block
    otherwise: Otherwise | OtherwiseIf | None


@dataclass(frozen=True, slots=True)
class Conditional(Statement):
    condition: Expr
    body: Block
    otherwise: Otherwise | OtherwiseIf | None


@dataclass(frozen=True, slots=True)
class WhileLoop(Statement):
    condition: Expr
    body: Block


@dataclass(frozen=True, slots=True)
class RepeatLoop(Statement):
    times: Expr
    body: Block


@dataclass(frozen=True, slots=True)
class EndlessLoop(Statement):
    name: Word | None
    title: Title | None
    cites: Cites | None
    body: Block


@dataclass(frozen=True, slots=True)
class ForLoop(Statement):
    name: Word
    group: Expr
    body: Block


@dataclass(frozen=True, slots=True)
class TurnLoop(Statement):
    name: Word
    rotation: Rotation
    title: Title | None
    cites: Cites | None
    body: Block


@dataclass(frozen=True, slots=True)
class Simultaneous(Statement):
    """`simultanément`: events happen at once; `enchaîné`: one by one, answered together."""

    how: Word
    cites: Cites | None
    body: Block


@dataclass(frozen=True, slots=True)
class Choose(Statement):
    chooser: Expr
    name: Word
    group: Expr
    title: Title | None
    cites: Cites | None


@dataclass(frozen=True, slots=True)
class MayChoose(Statement):
    chooser: Expr
    name: Word
    group: Expr
    title: Title | None
    cites: Cites | None


@dataclass(frozen=True, slots=True)
class ChooseMany(Statement):
    chooser: Expr
    minimum: Expr
    maximum: Expr
    name: Word
    group: Expr
    condition: Expr | None
    title: Title | None
    cites: Cites | None


@dataclass(frozen=True, slots=True)
class ChooseWhether(Statement):
    chooser: Expr
    name: Word
    title: Title | None
    cites: Cites | None


@dataclass(frozen=True, slots=True)
class Let(Statement):
    name: Word
    value: Expr
    cites: Cites | None


@dataclass(frozen=True, slots=True)
class Roll(Statement):
    """`lancer r = n fois Die`: r is the list of results."""

    name: Word
    times: Expr
    die: Word
    cites: Cites | None


@dataclass(frozen=True, slots=True)
class Assign(Statement):
    target: Expr
    value: Expr
    cites: Cites | None


@dataclass(frozen=True, slots=True)
class Increase(Statement):
    target: Expr
    amount: Expr
    cites: Cites | None


@dataclass(frozen=True, slots=True)
class Decrease(Statement):
    target: Expr
    amount: Expr
    cites: Cites | None


@dataclass(frozen=True, slots=True)
class Move(Statement):
    """`déplacer e vers zone [dessus|dessous|hasard]`; dessus is the default."""

    items: Expr
    zone: Expr
    position: Word | None
    cites: Cites | None


@dataclass(frozen=True, slots=True)
class Draw(Statement):
    """`piocher n de zone vers zone`: the n top items, or fewer if it runs out."""

    count: Expr
    source: Expr
    zone: Expr
    cites: Cites | None


@dataclass(frozen=True, slots=True)
class Shuffle(Statement):
    zone: Expr
    cites: Cites | None


@dataclass(frozen=True, slots=True)
class Eliminate(Statement):
    player: Expr
    cites: Cites | None


@dataclass(frozen=True, slots=True)
class Readmit(Statement):
    player: Expr
    cites: Cites | None


@dataclass(frozen=True, slots=True)
class Emit(Statement):
    name: Word
    arguments: tuple[Expr, ...]
    cites: Cites | None


@dataclass(frozen=True, slots=True)
class Cancel(Statement):
    """`annuler événement`: inside a before-ability, the event does not happen."""

    cites: Cites | None


@dataclass(frozen=True, slots=True)
class Scope(Node):
    """partie, manche, tour, phase, étape, fenêtre, événement, or a declared name."""

    name: Word


@dataclass(frozen=True, slots=True)
class Lasting(Statement):
    """`modifie v(e) de n durant scope`."""

    target: Expr
    amount: Expr
    scope: Scope
    cites: Cites | None


@dataclass(frozen=True, slots=True)
class Forbid(Statement):
    """`interdire X(e) durant scope`: pattern names are locals whose values must match."""

    pattern: Pattern
    scope: Scope
    cites: Cites | None


@dataclass(frozen=True, slots=True)
class Leave(Statement):
    """`quitter scope [en sautant a, b]`."""

    scope: Scope
    skips: Skips | None
    cites: Cites | None


@dataclass(frozen=True, slots=True)
class Finish(Statement):
    outcome: Word
    winners: Expr | None
    cites: Cites | None


@dataclass(frozen=True, slots=True)
class Nothing(Statement):
    cites: Cites | None


@dataclass(frozen=True, slots=True)
class Perform(Statement):
    """A call of a procedure."""

    call: Call
    cites: Cites | None


# Declarations ------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Declaration(Node):
    """Any top-level declaration."""


@dataclass(frozen=True, slots=True)
class Players(Declaration):
    minimum: Integer
    maximum: Integer | None
    cites: Cites | None


@dataclass(frozen=True, slots=True)
class Enumeration(Declaration):
    name: Word
    title: Title | None
    cites: Cites | None
    values: Names


@dataclass(frozen=True, slots=True)
class Characteristic(Node):
    name: Word
    kind: KindNode
    default: Expr | None
    hidden: Word | None
    title: Title | None
    cites: Cites | None


@dataclass(frozen=True, slots=True)
class Component(Declaration):
    """`type Name [de Supertype]` with its characteristics."""

    name: Word
    supertype: Owner | None
    title: Title | None
    cites: Cites | None
    characteristics: tuple[Characteristic, ...]


@dataclass(frozen=True, slots=True)
class State(Declaration):
    name: Word
    owner: Owner | None
    kind: KindNode
    initial: Expr | None
    secret: Word | None
    discreet: Word | None
    title: Title | None
    cites: Cites | None


@dataclass(frozen=True, slots=True)
class Bounds(Node):
    low: Integer
    high: Integer | None


@dataclass(frozen=True, slots=True)
class Counter(Declaration):
    name: Word
    owner: Owner | None
    initial: Expr | None
    bounds: Bounds | None
    discreet: Word | None
    title: Title | None
    cites: Cites | None


@dataclass(frozen=True, slots=True)
class Track(Declaration):
    name: Word
    title: Title | None
    cites: Cites | None
    low: Integer
    high: Integer


@dataclass(frozen=True, slots=True)
class Marker(Declaration):
    name: Word
    track: Word
    owner: Owner | None
    initial: Expr
    title: Title | None
    cites: Cites | None


@dataclass(frozen=True, slots=True)
class Zone(Declaration):
    name: Word
    owner: Owner | None
    title: Title | None
    cites: Cites | None
    holds: Word
    visibility: Word


@dataclass(frozen=True, slots=True)
class GridShape(Node):
    columns: Integer
    rows: Integer


@dataclass(frozen=True, slots=True)
class HexShape(Node):
    plan: Word


@dataclass(frozen=True, slots=True)
class GraphShape(Node):
    plan: Word


@dataclass(frozen=True, slots=True)
class Board(Declaration):
    name: Word
    cell: Word
    title: Title | None
    cites: Cites | None
    shape: GridShape | HexShape | GraphShape
    characteristics: tuple[Characteristic, ...]


@dataclass(frozen=True, slots=True)
class FaceRange(Node):
    low: Integer
    high: Integer


@dataclass(frozen=True, slots=True)
class FaceList(Node):
    values: tuple[Integer, ...]


@dataclass(frozen=True, slots=True)
class Die(Declaration):
    name: Word
    title: Title | None
    cites: Cites | None
    faces: FaceRange | FaceList


@dataclass(frozen=True, slots=True)
class ProfileOrder(Node):
    player: Expr
    cites: Cites | None


@dataclass(frozen=True, slots=True)
class ProfileInPlay(Node):
    zones: Names
    cites: Cites | None


@dataclass(frozen=True, slots=True)
class ProfileWindow(Node):
    window: Word
    after: Names
    cites: Cites | None


@dataclass(frozen=True, slots=True)
class ProfileSequence(Node):
    """`suite`: whether players respond to one part of an effect before the next."""

    sequence: Word
    cites: Cites | None


@dataclass(frozen=True, slots=True)
class Profile(Declaration):
    cites: Cites | None
    lines: tuple[ProfileOrder | ProfileInPlay | ProfileWindow | ProfileSequence, ...]


@dataclass(frozen=True, slots=True)
class Shown(Node):
    """`montre`: a value on a sheet, by a title of its own or by that of what it reads."""

    value: Expr
    title: Title | None
    condition: Expr | None
    cites: Cites | None


@dataclass(frozen=True, slots=True)
class ShownText(Node):
    """`texte`: the text of a component on its sheet."""

    condition: Expr | None
    cites: Cites | None


@dataclass(frozen=True, slots=True)
class Under(Node):
    """`sous`: the component under which another is shown."""

    bearer: Expr
    cites: Cites | None


@dataclass(frozen=True, slots=True)
class Sheet(Declaration):
    """What the table shows of a component or a player; without a kind, of everything."""

    kind: Word | None
    cites: Cites | None
    lines: tuple[FromZones | Shown | ShownText | Under, ...]


@dataclass(frozen=True, slots=True)
class Setup(Declaration):
    cites: Cites | None
    body: Block


@dataclass(frozen=True, slots=True)
class Course(Declaration):
    cites: Cites | None
    body: Block


@dataclass(frozen=True, slots=True)
class Phase(Declaration, Statement):
    """A phase, at top level or where it happens."""

    name: Word
    title: Title | None
    cites: Cites | None
    body: Block


@dataclass(frozen=True, slots=True)
class Step(Statement):
    name: Word
    title: Title | None
    cites: Cites | None
    permission: Word | None
    body: Block


@dataclass(frozen=True, slots=True)
class WindowClosure(Node):
    closure: Word
    cites: Cites | None


@dataclass(frozen=True, slots=True)
class WindowResume(Node):
    resume: Word
    cites: Cites | None


@dataclass(frozen=True, slots=True)
class Window(Declaration):
    name: Word
    title: Title | None
    cites: Cites | None
    clauses: tuple[WindowClosure | WindowResume, ...]


@dataclass(frozen=True, slots=True)
class Param(Node):
    name: Word
    kind: KindNode


@dataclass(frozen=True, slots=True)
class Event(Declaration):
    name: Word
    params: tuple[Param, ...]
    title: Title | None
    cites: Cites | None
    body: Block | None


@dataclass(frozen=True, slots=True)
class Trigger(Node):
    moment: Word
    pattern: Pattern


@dataclass(frozen=True, slots=True)
class Clause(Node):
    """Any line of an ability."""


@dataclass(frozen=True, slots=True)
class During(Clause):
    windows: Names
    cites: Cites | None


@dataclass(frozen=True, slots=True)
class FromZones(Clause):
    zones: Names
    cites: Cites | None


@dataclass(frozen=True, slots=True)
class Parameter(Clause):
    name: Word
    group: Expr
    title: Title | None
    cites: Cites | None


@dataclass(frozen=True, slots=True)
class Requirement(Clause):
    condition: Expr
    title: Title | None
    cites: Cites | None


@dataclass(frozen=True, slots=True)
class Limit(Clause):
    """`limite [commune] n par scope [en amount]`: counted in uses, or in amount of effect."""

    shared: Word | None
    count: Expr
    scope: Scope
    amount: Expr | None
    cites: Cites | None


@dataclass(frozen=True, slots=True)
class Modifier(Clause):
    target: Expr
    amount: Expr
    cites: Cites | None


@dataclass(frozen=True, slots=True)
class Cost(Clause):
    cites: Cites | None
    body: Block


@dataclass(frozen=True, slots=True)
class Effect(Clause):
    cites: Cites | None
    body: Block


@dataclass(frozen=True, slots=True)
class LastKnown(Clause):
    """`mémoire`: the ability may fire although its card has just left its zone."""

    cites: Cites | None


@dataclass(frozen=True, slots=True)
class Immediate(Clause):
    """`aussitôt`: nothing else may happen between the event and its answer."""

    cites: Cites | None


@dataclass(frozen=True, slots=True)
class Common(Clause):
    """`commune`: any player may use the ability, wherever its card lies."""

    cites: Cites | None


@dataclass(frozen=True, slots=True)
class Announcement(Clause):
    """`annonce`: when the book's header says that the ability can be used, and how."""

    moments: Names
    turn: Word | None
    mode: Word | None
    cites: Cites | None


@dataclass(frozen=True, slots=True)
class Action(Declaration):
    name: Word
    title: Title | None
    cites: Cites | None
    clauses: tuple[Clause, ...]


@dataclass(frozen=True, slots=True)
class Response(Declaration):
    name: Word
    title: Title | None
    cites: Cites | None
    trigger: Trigger
    clauses: tuple[Clause, ...]


@dataclass(frozen=True, slots=True)
class Forced(Declaration):
    name: Word
    title: Title | None
    cites: Cites | None
    trigger: Trigger
    clauses: tuple[Clause, ...]


@dataclass(frozen=True, slots=True)
class Permanent(Declaration):
    name: Word
    title: Title | None
    cites: Cites | None
    clauses: tuple[Clause, ...]


@dataclass(frozen=True, slots=True)
class Prohibition(Declaration):
    name: Word
    title: Title | None
    cites: Cites | None
    pattern: Pattern
    clauses: tuple[Clause, ...]


@dataclass(frozen=True, slots=True)
class Replacement(Declaration):
    name: Word
    title: Title | None
    cites: Cites | None
    pattern: Pattern
    clauses: tuple[Clause, ...]


@dataclass(frozen=True, slots=True)
class Definition(Declaration):
    name: Word
    params: tuple[Param, ...] | None
    title: Title | None
    cites: Cites | None
    kind: KindNode
    value: Expr


@dataclass(frozen=True, slots=True)
class Procedure(Declaration):
    name: Word
    params: tuple[Param, ...]
    title: Title | None
    cites: Cites | None
    body: Block


@dataclass(frozen=True, slots=True)
class Value(Declaration):
    """A number that permanents may modify; `plancher` clamps the total at each use."""

    name: Word
    params: tuple[Param, ...]
    title: Title | None
    cites: Cites | None
    kind: KindNode
    base: Expr
    floor: Integer | None


@dataclass(frozen=True, slots=True)
class Outcome(Declaration):
    name: Word
    title: Title | None
    cites: Cites | None


@dataclass(frozen=True, slots=True)
class Score(Declaration):
    player: Word
    title: Title | None
    cites: Cites | None
    value: Expr


@dataclass(frozen=True, slots=True)
class Evaluation(Declaration):
    player: Word
    cites: Cites | None
    value: Expr


@dataclass(frozen=True, slots=True)
class Invariant(Declaration):
    title: Title
    cites: Cites | None
    condition: Expr


@dataclass(frozen=True, slots=True)
class Control(Declaration):
    name: Word
    title: Title | None
    cites: Cites | None
    condition: Expr
    body: Block


@dataclass(frozen=True, slots=True)
class Option(Declaration):
    name: Word
    title: Title | None
    cites: Cites | None
    kind: KindNode
    default: Expr
    among: Expr | None


@dataclass(frozen=True, slots=True)
class Variant(Declaration):
    name: Word
    title: Title | None
    cites: Cites | None


@dataclass(frozen=True, slots=True)
class Alternative(Node):
    name: Word
    title: Title | None
    default: Word | None
    cites: Cites | None


@dataclass(frozen=True, slots=True)
class Reason(Node):
    title: Title
    cites: Cites | None


@dataclass(frozen=True, slots=True)
class Reading(Declaration):
    name: Word
    title: Title | None
    cites: Cites | None
    lines: tuple[Alternative | Reason, ...]


@dataclass(frozen=True, slots=True)
class ConstructionList(Node):
    """`liste name : type`: components the player brings."""

    name: Word
    holds: Word
    title: Title | None
    cites: Cites | None


@dataclass(frozen=True, slots=True)
class Refusal(Node):
    """`refuse set`: nothing may be in it."""

    group: Expr
    title: Title | None
    cites: Cites | None


ConstructionLine = ConstructionList | Requirement | Refusal


@dataclass(frozen=True, slots=True)
class Construction(Declaration):
    name: Word
    title: Title | None
    cites: Cites | None
    lines: tuple[ConstructionLine, ...]


@dataclass(frozen=True, slots=True)
class AmendmentDate(Node):
    date: Date


@dataclass(frozen=True, slots=True)
class AmendmentSource(Node):
    name: Word


@dataclass(frozen=True, slots=True)
class AmendmentEdition(Node):
    title: Title


@dataclass(frozen=True, slots=True)
class AmendmentLanguage(Node):
    title: Title


@dataclass(frozen=True, slots=True)
class AmendmentCondition(Node):
    condition: Expr


@dataclass(frozen=True, slots=True)
class Replace(Node):
    declaration: Declaration


@dataclass(frozen=True, slots=True)
class Add(Node):
    declaration: Declaration


@dataclass(frozen=True, slots=True)
class Remove(Node):
    """`retire word name`; an invariant and an example are named by their title."""

    declared: Word
    name: Word | Title


@dataclass(frozen=True, slots=True)
class Correction(Node):
    """`key devient value`: another printed value of a component."""

    key: Word
    value: Expr | Title
    cites: Cites | None


Change = Replace | Add | Remove


@dataclass(frozen=True, slots=True)
class AmendmentComponent(Node):
    """What an amendment changes on one component: its abilities, its printed values."""

    name: Word
    changes: tuple[Change | Correction, ...]


AmendmentLine = (
    AmendmentDate
    | AmendmentSource
    | AmendmentEdition
    | AmendmentLanguage
    | AmendmentCondition
    | Replace
    | Add
    | Remove
    | AmendmentComponent
)


@dataclass(frozen=True, slots=True)
class Amendment(Declaration):
    name: Word
    title: Title | None
    cites: Cites | None
    lines: tuple[AmendmentLine, ...]


@dataclass(frozen=True, slots=True)
class Waiver(Declaration):
    cites: Cites
    reason: Title


@dataclass(frozen=True, slots=True)
class Exemption(Declaration):
    """Why findings of a timing check stay: of the check `code`, about `subjects` if given."""

    code: Word
    subjects: Names | None
    reason: Title


@dataclass(frozen=True, slots=True)
class ChronologyRow(Node):
    """`gap`: why the chart and the rules disagree here, if the book itself does."""

    colour: Word
    name: Word
    title: Title | None
    gap: Title | None
    cites: Cites | None


@dataclass(frozen=True, slots=True)
class Chronology(Declaration):
    name: Word
    title: Title | None
    cites: Cites | None
    rows: tuple[ChronologyRow, ...]


# Examples ----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ExamplePlayers(Node):
    count: Integer


@dataclass(frozen=True, slots=True)
class ExampleSeed(Node):
    seed: Integer


@dataclass(frozen=True, slots=True)
class ExampleVariants(Node):
    names: Names


@dataclass(frozen=True, slots=True)
class ExampleReading(Node):
    name: Word
    choice: Word


@dataclass(frozen=True, slots=True)
class ExampleOption(Node):
    name: Word
    value: Expr


@dataclass(frozen=True, slots=True)
class Setting(Node):
    name: Word
    value: Expr


@dataclass(frozen=True, slots=True)
class ExampleComponent(Node):
    type: Word
    name: Word
    settings: tuple[Setting, ...]


@dataclass(frozen=True, slots=True)
class ExampleStart(Node):
    phase: Word


@dataclass(frozen=True, slots=True)
class Given(Node):
    body: Block


@dataclass(frozen=True, slots=True)
class PlayPass(Node):
    pass


@dataclass(frozen=True, slots=True)
class PlayDone(Node):
    pass


@dataclass(frozen=True, slots=True)
class PlayYes(Node):
    pass


@dataclass(frozen=True, slots=True)
class PlayNo(Node):
    pass


@dataclass(frozen=True, slots=True)
class PlayChoice(Node):
    """An option: its value, or `Action(arguments)` in a window; a set picks several."""

    choice: Expr


AnyPlay = PlayPass | PlayDone | PlayYes | PlayNo | PlayChoice


@dataclass(frozen=True, slots=True)
class PlayBy(Node):
    player: Expr
    play: AnyPlay


@dataclass(frozen=True, slots=True)
class ScriptedDice(Node):
    values: tuple[Integer, ...]


@dataclass(frozen=True, slots=True)
class RandomPlays(Node):
    """Let a seeded random player decide the next n decisions (all, without n)."""

    count: Integer | None


@dataclass(frozen=True, slots=True)
class Plays(Node):
    lines: tuple[PlayBy | ScriptedDice | RandomPlays, ...]


@dataclass(frozen=True, slots=True)
class ExpectTrue(Node):
    condition: Expr
    cites: Cites | None


@dataclass(frozen=True, slots=True)
class ExpectOffered(Node):
    play: AnyPlay
    cites: Cites | None


@dataclass(frozen=True, slots=True)
class ExpectRefused(Node):
    play: AnyPlay
    cites: Cites | None


@dataclass(frozen=True, slots=True)
class ExpectOutcome(Node):
    outcome: Word
    winners: Expr | None
    cites: Cites | None


@dataclass(frozen=True, slots=True)
class ExpectDecider(Node):
    player: Expr
    cites: Cites | None


@dataclass(frozen=True, slots=True)
class ExpectJournal(Node):
    """Journal lines citing these appear in this order since the last `quand`."""

    groups: tuple[Cites, ...]


@dataclass(frozen=True, slots=True)
class Expectations(Node):
    lines: tuple[
        ExpectTrue
        | ExpectOffered
        | ExpectRefused
        | ExpectOutcome
        | ExpectDecider
        | ExpectJournal,
        ...,
    ]


ExampleLine = (
    ExamplePlayers
    | ExampleSeed
    | ExampleVariants
    | ExampleReading
    | ExampleOption
    | ExampleComponent
    | ExampleStart
    | Given
    | Plays
    | Expectations
)


@dataclass(frozen=True, slots=True)
class Example(Declaration):
    title: Title
    cites: Cites | None
    lines: tuple[ExampleLine, ...]
