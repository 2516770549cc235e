"""The Program: the rules in force, resolved, with everything the runtime needs to know.

Immutable. Made by `loader.load`; read by the compiler, the explainer, the timing graph,
the reports. Mappings keep the order of declaration.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from . import core
from .source import Span

# Only for types: a game is played without the text of its rules.
if TYPE_CHECKING:
    from . import nodes
    from .symbols import Symbols


@dataclass(frozen=True, slots=True)
class Declared:
    """What every declaration has: its name, title (or name), citations, place."""

    name: str
    title: str
    cites: tuple[str, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Enumeration(Declared):
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CharacteristicType:
    name: str
    kind: core.Kind
    hidden: bool
    default: int | tuple[int, ...] | None
    title: str


@dataclass(frozen=True, slots=True)
class ComponentType(Declared):
    """`characteristics` includes the inherited ones."""

    supertype: str | None
    characteristics: Mapping[str, CharacteristicType]


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where the values of a group of components come from: livret, public or reconstitué.

    `exceptions` are keys of the group whose values come from elsewhere.
    """

    origin: str
    note: str
    lines: str
    address: str
    cites: tuple[str, ...]
    exceptions: tuple[tuple[tuple[str, ...], Provenance], ...] = ()


@dataclass(frozen=True, slots=True)
class Card:
    """One component definition (YAML entry); `label` is what players read."""

    id: str
    type: str
    label: str
    copies: int
    values: Mapping[str, int | tuple[int, ...]]
    text: str
    provenance: Provenance
    cites: tuple[str, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Cell:
    label: str
    column: int
    row: int


@dataclass(frozen=True, slots=True)
class Board(Declared):
    """`shape`: grille, hexagones or graphe. `tables`: characteristic -> value per cell.

    `plan` is the name of its plan in the component files; a grid has none, and no
    provenance.
    """

    cell: str
    shape: str
    cells: tuple[Cell, ...]
    neighbours: tuple[tuple[int, ...], ...]
    characteristics: Mapping[str, CharacteristicType]
    tables: Mapping[str, tuple[int | tuple[int, ...], ...]]
    plan: str = ""
    provenance: Provenance | None = None


@dataclass(frozen=True, slots=True)
class StateVar(Declared):
    """état, compteur or marqueur. `initial` may use Local('lui'): the owner."""

    owner: core.Kind | None
    kind: core.Kind
    initial: core.Expr
    low: int | None
    high: int | None
    secret: bool
    track: str | None
    #: Neither told nor shown to players.
    discreet: bool = False


@dataclass(frozen=True, slots=True)
class Track(Declared):
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Zone(Declared):
    """visibility: visible (all), cachée (nobody), secrète (its owner)."""

    owner: core.Kind | None
    holds: str
    visibility: str


@dataclass(frozen=True, slots=True)
class Die(Declared):
    faces: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Param:
    slot: str
    kind: core.Kind


@dataclass(frozen=True, slots=True)
class Window(Declared):
    """closure: passe/unanime (all asked seats pass in a row), unique (one action or pass),
    obligatoire (one action, no pass while one is legal). resume: même or suivant."""

    closure: str
    resume: str


@dataclass(frozen=True, slots=True)
class Event(Declared):
    params: tuple[Param, ...]
    body: core.Body


@dataclass(frozen=True, slots=True)
class Parameter:
    """A choice made when an ability is used; `group` may use earlier slots."""

    slot: str
    kind: core.Kind
    group: core.Expr
    title: str
    cites: tuple[str, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Requirement:
    condition: core.Expr
    title: str
    cites: tuple[str, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Limit:
    """How often, or how much; `shared`: all players together, not each."""

    count: core.Expr
    scope: str
    amount: core.Expr | None
    shared: bool
    cites: tuple[str, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Modifier:
    """Adds `amount` to `value` for the arguments bound to `slots`.

    `filters` hold when the modifier applies: each argument written as an expression
    (not a fresh name) must equal the value asked for.
    """

    value: str
    slots: tuple[str, ...]
    filters: tuple[core.Expr, ...]
    amount: core.Expr
    cites: tuple[str, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Trigger:
    """moment: avant, après, interdit or remplacement. `slots` bind the event's (or, for an
    interdit, the action's) parameters."""

    moment: str
    event: str
    slots: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Announcement:
    """What the book's header says of an ability; it changes nothing in a game.

    Its moment is one of these windows or events, inside one of these phases, steps or
    loops; none means any. `turn`: son (that of the player who uses it), leur (that of
    another), chaque, or nothing. `mode`: facultative, forcée, or nothing.
    """

    moments: tuple[str, ...]
    scopes: tuple[str, ...]
    turn: str
    mode: str
    cites: tuple[str, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Ability(Declared):
    """cls: action, réponse, forcé, permanent, interdit, remplacement.

    Slots always bound: `moi` (the player who uses it; for a rule's forced ability the
    player who orders), and `soi` (the card) when `card` is set. An interdit or remplacement
    has a trigger too: the event (or action) it is about, with slots for its parameters.
    """

    cls: str
    card: str | None
    windows: tuple[str, ...]
    zones: tuple[str, ...]
    trigger: Trigger | None
    parameters: tuple[Parameter, ...]
    requirements: tuple[Requirement, ...]
    limits: tuple[Limit, ...]
    modifiers: tuple[Modifier, ...]
    cost: core.Body
    effect: core.Body
    last_known: bool
    #: Nothing else may happen between the event and this answer.
    immediate: bool
    #: Any player may use it, not only the one in whose zone its card lies.
    common: bool = False
    announcement: Announcement | None = None


@dataclass(frozen=True, slots=True)
class Definition(Declared):
    params: tuple[Param, ...]
    kind: core.Kind
    value: core.Expr


@dataclass(frozen=True, slots=True)
class Procedure(Declared):
    params: tuple[Param, ...]
    body: core.Body


@dataclass(frozen=True, slots=True)
class Value(Declared):
    params: tuple[Param, ...]
    base: core.Expr
    floor: int | None


@dataclass(frozen=True, slots=True)
class Phase(Declared):
    body: core.Body


@dataclass(frozen=True, slots=True)
class Control(Declared):
    condition: core.Expr
    body: core.Body


@dataclass(frozen=True, slots=True)
class Invariant(Declared):
    condition: core.Expr


@dataclass(frozen=True, slots=True)
class PerPlayer:
    """score or évaluation: an expression over one player's slot."""

    slot: str
    value: core.Expr
    cites: tuple[str, ...]
    span: Span
    title: str = ""


@dataclass(frozen=True, slots=True)
class DeckList(Declared):
    """Components a player brings, all of one type; `slot` holds them in conditions."""

    holds: str
    slot: str


@dataclass(frozen=True, slots=True)
class DeckRule:
    """What a deck must be: a condition that holds, or a set that has nothing in it."""

    expr: core.Expr
    refuses: bool
    title: str
    cites: tuple[str, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Construction(Declared):
    """How a deck is built. Lists may hold more copies than there are in the box."""

    lists: tuple[DeckList, ...]
    rules: tuple[DeckRule, ...]


@dataclass(frozen=True, slots=True)
class Setting(Declared):
    """A choice of the loader. cls: variante, lecture, option.

    `chosen` is in force; `choices` are (name, title) in order, `values` what they stand
    for: 0 and 1 of a variant, the index of a reading's alternative, an option's own. An
    option without choices is any number.
    """

    cls: str
    choices: tuple[tuple[str, str], ...]
    values: tuple[int, ...]
    default: int
    chosen: int
    reason: str

    @property
    def chosen_title(self) -> str:
        """What is in force, in words."""
        if self.chosen in self.values:
            return self.choices[self.values.index(self.chosen)][1]
        return str(self.chosen)


@dataclass(frozen=True, slots=True)
class Shown:
    """A line of a sheet: a value with its own title if it has one; no value: the text.

    `lui` is the component or the player; a condition says when the line is there.
    """

    value: core.Expr | None
    title: str | None
    condition: core.Expr | None


@dataclass(frozen=True, slots=True)
class Sheet:
    """What the table shows of the components of a type that lie in some zones (none: in
    any), of a player, or (without a kind) of what belongs to nobody.

    `under` is the component under which one is shown.
    """

    kind: core.Kind | None
    zones: tuple[str, ...]
    lines: tuple[Shown, ...]
    under: core.Expr | None
    cites: tuple[str, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class AmendmentNote(Declared):
    """An amendment as met by the loader: in force or not, what it touched and where."""

    date: str
    source: str
    in_force: bool
    targets: tuple[str, ...]
    changes: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Manifest:
    """What `livret.yaml` says; `sources` are (id, title, rank, date)."""

    slug: str
    title: str
    edition: str
    language: str
    description: str
    inventory: str
    sources: tuple[tuple[str, str, int, str], ...]
    authors: tuple[str, ...]
    date: str = ""
    #: Source id -> the document it stands in (a file name or an address).
    documents: tuple[tuple[str, str], ...] = ()
    #: Sources whose amendments hold only if a date is asked for.
    on_request: tuple[str, ...] = ()
    #: Rule files and component files in reading order; empty: all of the folder, by name.
    files: tuple[str, ...] = ()
    components: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Program:
    manifest: Manifest
    fingerprint: str
    players: tuple[int, int]
    enumerations: Mapping[str, Enumeration]
    types: Mapping[str, ComponentType]
    cards: Mapping[str, Card]
    boards: Mapping[str, Board]
    states: Mapping[str, StateVar]
    tracks: Mapping[str, Track]
    zones: Mapping[str, Zone]
    dice: Mapping[str, Die]
    windows: Mapping[str, Window]
    events: Mapping[str, Event]
    abilities: Mapping[str, Ability]
    definitions: Mapping[str, Definition]
    procedures: Mapping[str, Procedure]
    values: Mapping[str, Value]
    phases: Mapping[str, Phase]
    setup: core.Body
    course: core.Body
    outcomes: Mapping[str, Declared]
    score: PerPlayer | None
    evaluation: PerPlayer | None
    invariants: tuple[Invariant, ...]
    controls: tuple[Control, ...]
    constructions: Mapping[str, Construction]
    settings: Mapping[str, Setting]
    order: core.Expr | None
    #: ouverte or fermée: do players respond to one part of an effect before the next?
    sequence: str
    in_play: tuple[str, ...]
    sheets: tuple[Sheet, ...]
    amendments: tuple[AmendmentNote, ...]
    waivers: Mapping[str, str]
    exemptions: tuple[nodes.Exemption, ...]
    chronologies: tuple[nodes.Chronology, ...]
    examples: tuple[nodes.Example, ...]
    #: The declared names: what examples are resolved with.
    symbols: Symbols
