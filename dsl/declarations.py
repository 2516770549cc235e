"""Declarations to the parts of a Program, names already collected."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from . import core, nodes
from .abilities import Bearer, is_zone, resolve_ability
from .builtins import CANDIDATE, MAX_PLAYERS
from .cited import cited
from .collector import AnyAbility
from .constructions import resolve_construction
from .core import Family, Kind
from .diagnostics import Place
from .environment import Environment, cites_of, title_of
from .expressions import resolve_as, resolve_condition
from .kinds import is_any, may_be_nothing
from .program import (
    Ability,
    Construction,
    Control,
    Declared,
    Definition,
    Die,
    Enumeration,
    Event,
    Invariant,
    Param,
    PerPlayer,
    Phase,
    Procedure,
    Sheet,
    StateVar,
    Track,
    Value,
    Window,
    Zone,
)
from .scopes import ROWS, check_place
from .sheets import resolve_sheet
from .source import Span
from .statements import resolve_block
from .symbols import Category, Variable

MAX_FACES = 1000
AnyDeclared = TypeVar("AnyDeclared", bound=Declared)
DEFAULT_CLOSURE, DEFAULT_RESUME = "unanime", "suivant"


@dataclass(slots=True)
class Parts:
    """What declarations became, by family."""

    players: tuple[int, int] | None = None
    enumerations: dict[str, Enumeration] = field(default_factory=dict)
    states: dict[str, StateVar] = field(default_factory=dict)
    tracks: dict[str, Track] = field(default_factory=dict)
    zones: dict[str, Zone] = field(default_factory=dict)
    dice: dict[str, Die] = field(default_factory=dict)
    windows: dict[str, Window] = field(default_factory=dict)
    events: dict[str, Event] = field(default_factory=dict)
    abilities: dict[str, Ability] = field(default_factory=dict)
    definitions: dict[str, Definition] = field(default_factory=dict)
    procedures: dict[str, Procedure] = field(default_factory=dict)
    values: dict[str, Value] = field(default_factory=dict)
    phases: dict[str, Phase] = field(default_factory=dict)
    setup: core.Body = ()
    course: core.Body = ()
    outcomes: dict[str, Declared] = field(default_factory=dict)
    score: PerPlayer | None = None
    evaluation: PerPlayer | None = None
    invariants: list[Invariant] = field(default_factory=list)
    controls: list[Control] = field(default_factory=list)
    order: core.Expr | None = None
    sequence: str = ""
    in_play: tuple[str, ...] = ()
    sheets: list[Sheet] = field(default_factory=list)
    constructions: dict[str, Construction] = field(default_factory=dict)
    #: The window the profile opens after a phase or step, by the name of that place.
    default_windows: dict[str, nodes.ProfileWindow] = field(default_factory=dict)
    waivers: dict[str, str] = field(default_factory=dict)
    exemptions: list[nodes.Exemption] = field(default_factory=list)
    chronologies: list[nodes.Chronology] = field(default_factory=list)
    examples: list[nodes.Example] = field(default_factory=list)
    #: Every local name of every declaration, for the check of unused ones.
    variables: list[Variable] = field(default_factory=list)
    #: Where the declarations of which there can be one stand.
    places: dict[type[nodes.Declaration], Span] = field(default_factory=dict)


class Declarations:
    """Resolves declarations one by one into `parts`."""

    def __init__(self, env: Environment, has_order: bool) -> None:
        self.shared = env
        self.has_order = has_order
        self.parts = Parts()

    def resolve(self, node: nodes.Declaration) -> None:
        """Resolve one declaration."""
        env = self.shared.fresh()
        match node:
            case nodes.Players() | nodes.Profile() | nodes.Setup() | nodes.Course():
                if self._is_first(node):
                    self._single(node, env)
            case nodes.Score() | nodes.Evaluation():
                if self._is_first(node):
                    self._per_player(node, env)
            case nodes.State() | nodes.Counter() | nodes.Marker() | nodes.Track():
                self._state(node, env)
            case nodes.Enumeration() | nodes.Zone() | nodes.Die() | nodes.Window():
                self._material(node, env)
            case nodes.Event() | nodes.Procedure() | nodes.Phase() | nodes.Control():
                self._procedure(node, env)
            case nodes.Definition() | nodes.Value():
                self._expression(node, env)
            case _ if isinstance(node, AnyAbility):
                self.ability(node, env)
            case nodes.Outcome():
                self.parts.outcomes.setdefault(node.name.text, _declared(node))
            case nodes.Invariant():
                declared = Declared(
                    node.title.text, node.title.text, cites_of(node.cites), node.span
                )
                condition = resolve_condition(node.condition, env)
                self.parts.invariants.append(
                    _extend(Invariant, declared, condition=condition)
                )
            case nodes.Construction():
                self.parts.constructions[node.name.text] = resolve_construction(node, env)
            case nodes.Sheet():
                self.parts.sheets.append(resolve_sheet(node, env))
            case nodes.Waiver():
                for word in node.cites.ids:
                    self.parts.waivers.setdefault(word.text, node.reason.text)
            case nodes.Exemption():
                self.parts.exemptions.append(node)
            case nodes.Chronology():
                self.parts.chronologies.append(node)
                for row in node.rows:
                    check_place(row.name, env, ROWS)
            case nodes.Example():
                self.parts.examples.append(node)
            case _:
                pass
        self.parts.variables.extend(env.locals.everything())

    def ability(
        self, node: AnyAbility, env: Environment, bearer: Bearer | None = None
    ) -> None:
        """Resolve an ability of the rules or of a card."""
        ability = resolve_ability(node, env, bearer, self.has_order)
        self.parts.abilities.setdefault(ability.name, ability)

    def card_ability(self, node: AnyAbility, bearer: Bearer) -> None:
        """Resolve an ability that stands on a card."""
        env = self.shared.fresh()
        first = self.parts.abilities.get(f"{bearer.card}.{node.name.text}")
        if first is not None:
            places = (Place(first.span, "first"),)
            what = Category.ABILITY.value
            env.report("N03", node.name.span, places, name=node.name.text, what=what)
        self.ability(node, env, bearer)
        self.parts.variables.extend(env.locals.everything())

    def _is_first(self, node: nodes.Declaration) -> bool:
        """Report a second declaration where there can be only one."""
        first = self.parts.places.setdefault(type(node), node.span)
        if first is not node.span:
            self.shared.report("D03", node.span, (Place(first, "first"),))
        return first is node.span

    # Declarations that stand once ----------------------------------------

    def _single(
        self,
        node: nodes.Players | nodes.Profile | nodes.Setup | nodes.Course,
        env: Environment,
    ) -> None:
        match node:
            case nodes.Players():
                low = node.minimum.value
                high = low if node.maximum is None else node.maximum.value
                if not 1 <= low <= high <= MAX_PLAYERS:
                    env.report("D01", node.span, limit=MAX_PLAYERS)
                    low, high = 1, 1
                self.parts.players = (low, high)
            case nodes.Profile():
                self._profile(node, env)
            case nodes.Setup():
                self.parts.setup = cited(resolve_block(node.body, env), node.cites)
            case nodes.Course():
                self.parts.course = cited(resolve_block(node.body, env), node.cites)

    def _profile(self, node: nodes.Profile, env: Environment) -> None:
        for line in node.lines:
            match line:
                case nodes.ProfileOrder():
                    self.parts.order = resolve_as(line.player, core.PLAYER, env)
                case nodes.ProfileSequence():
                    self.parts.sequence = line.sequence.text
                case nodes.ProfileInPlay():
                    words = line.zones.words
                    self.parts.in_play = tuple(w.text for w in words if is_zone(w, env))
                case nodes.ProfileWindow():
                    env.named(Category.WINDOW, line.window)
                    for word in line.after.words:
                        check_place(word, env)
                        first = self.parts.default_windows.setdefault(word.text, line)
                        if first is not line:
                            env.report("D07", word.span, clause=word.text)

    def _per_player(self, node: nodes.Score | nodes.Evaluation, env: Environment) -> None:
        slot = env.bind(node.player, core.PLAYER).slot
        value = resolve_as(node.value, core.NUMBER, env)
        title = title_of(node.title) if isinstance(node, nodes.Score) else ""
        found = PerPlayer(slot, value, cites_of(node.cites), node.span, title)
        if isinstance(node, nodes.Score):
            self.parts.score = found
        else:
            self.parts.evaluation = found

    # Material ------------------------------------------------------------

    def _material(
        self,
        node: nodes.Enumeration | nodes.Zone | nodes.Die | nodes.Window,
        env: Environment,
    ) -> None:
        declared = _declared(node)
        match node:
            case nodes.Enumeration():
                values = tuple(dict.fromkeys(word.text for word in node.values.words))
                found = _extend(Enumeration, declared, values=values)
                self.parts.enumerations.setdefault(declared.name, found)
            case nodes.Zone():
                zone = _extend(
                    Zone, declared, owner=self._owner(node.owner), holds=node.holds.text,
                    visibility=node.visibility.text,
                )  # fmt: skip
                self.parts.zones.setdefault(declared.name, zone)
            case nodes.Die():
                die = _extend(Die, declared, faces=_faces(node.faces, env))
                self.parts.dice.setdefault(declared.name, die)
            case nodes.Window():
                self.parts.windows.setdefault(declared.name, _window(node, declared, env))

    def _owner(self, node: nodes.Owner | None) -> Kind | None:
        if node is None:
            return None
        return self.shared.symbols.kinds.get(node.name.text)

    def _state(
        self,
        node: nodes.State | nodes.Counter | nodes.Marker | nodes.Track,
        env: Environment,
    ) -> None:
        declared = _declared(node)
        if isinstance(node, nodes.Track):
            low, high = node.low.value, node.high.value
            if low > high:
                env.report("D02", node.span, name=declared.name, low=low, high=high)
            self.parts.tracks.setdefault(
                declared.name, _extend(Track, declared, low=low, high=high)
            )
            return
        symbol = env.symbols.expressions.get(declared.name)
        kind = core.NUMBER if symbol is None else symbol.kind
        owner = self._owner(node.owner)
        least, most, track = self._bounds(node, env)
        with env.locals.block():
            if owner is not None:
                variable = Variable("", env.locals.slot(CANDIDATE), owner, node.span)
                with env.locals.candidate_of(variable):
                    initial = self._initial(node, kind, env)
            else:
                initial = self._initial(node, kind, env)
        state = _extend(
            StateVar, declared, owner=owner, kind=kind, initial=initial, low=least, high=most,
            secret=isinstance(node, nodes.State) and node.secret is not None, track=track,
            discreet=not isinstance(node, nodes.Marker) and node.discreet is not None,
        )  # fmt: skip
        self.parts.states.setdefault(declared.name, state)

    def _bounds(
        self, node: nodes.State | nodes.Counter | nodes.Marker, env: Environment
    ) -> tuple[int | None, int | None, str | None]:
        match node:
            case nodes.Counter(bounds=nodes.Bounds() as bounds):
                low = bounds.low.value
                high = None if bounds.high is None else bounds.high.value
                if high is not None and low > high:
                    env.report("D02", bounds.span, name=node.name.text, low=low, high=high)
                return low, high, None
            case nodes.Counter():
                return 0, None, None
            case nodes.Marker():
                if env.named(Category.TRACK, node.track) is None:
                    return None, None, None
                track = self.parts.tracks.get(node.track.text)
                if track is None:
                    return None, None, node.track.text
                return track.low, track.high, track.name
            case _:
                return None, None, None

    def _initial(
        self, node: nodes.State | nodes.Counter | nodes.Marker, kind: Kind, env: Environment
    ) -> core.Expr:
        """Return the first value: as written, or the natural one of its kind."""
        if node.initial is not None:
            return resolve_as(node.initial, kind, env)
        if kind.many or kind.lines:
            return core.SetOf(node.span, kind, ())
        if kind.optional:
            return core.Const(node.span, kind, -1, "rien")
        if kind.family in (Family.NUMBER, Family.BOOLEAN) or is_any(kind):
            return core.Const(node.span, kind, 0, "0")
        env.report("D15", node.name.span, name=node.name.text, kind=kind.name)
        return core.Const(node.span, kind, 0, "?")

    # Rules ---------------------------------------------------------------

    def _params(
        self,
        node: nodes.Event | nodes.Procedure | nodes.Definition | nodes.Value,
        env: Environment,
    ) -> tuple[Param, ...]:
        # Those of an event are for who answers it, those of a value for its modifiers.
        is_read_here = isinstance(node, nodes.Procedure | nodes.Definition)
        found = []
        for param in node.params or ():
            kind = _kind_of(param.kind, env)
            variable = env.bind(param.name, kind, is_result=is_read_here)
            found.append(Param(variable.slot, kind))
        return tuple(found)

    def _procedure(
        self,
        node: nodes.Event | nodes.Procedure | nodes.Phase | nodes.Control,
        env: Environment,
    ) -> None:
        declared = _declared(node)
        match node:
            case nodes.Event():
                params = self._params(node, env)
                body = () if node.body is None else resolve_block(node.body, env)
                event = _extend(Event, declared, params=params, body=body)
                self.parts.events.setdefault(declared.name, event)
            case nodes.Procedure():
                params = self._params(node, env)
                procedure = _extend(
                    Procedure, declared, params=params, body=resolve_block(node.body, env)
                )
                self.parts.procedures.setdefault(declared.name, procedure)
            case nodes.Phase():
                phase = _extend(Phase, declared, body=resolve_block(node.body, env))
                self.parts.phases.setdefault(declared.name, phase)
            case nodes.Control():
                condition = resolve_condition(node.condition, env)
                body = resolve_block(node.body, env)
                control = _extend(Control, declared, condition=condition, body=body)
                self.parts.controls.append(control)

    def _expression(self, node: nodes.Definition | nodes.Value, env: Environment) -> None:
        declared = _declared(node)
        symbol = env.symbols.expressions.get(declared.name)
        params = self._params(node, env)
        kind = _kind_of(node.kind, env) if symbol is None else symbol.kind
        if isinstance(node, nodes.Definition):
            value = resolve_as(node.value, kind, env)
            definition = _extend(
                Definition, declared, params=params, kind=kind, value=value
            )
            self.parts.definitions.setdefault(declared.name, definition)
            return
        floor = None if node.floor is None else node.floor.value
        base = resolve_as(node.base, core.NUMBER, env)
        self.parts.values.setdefault(
            declared.name, _extend(Value, declared, params=params, base=base, floor=floor)
        )


def _kind_of(node: nodes.KindNode, env: Environment) -> Kind:
    """Return the kind an author wrote; the collector has reported an unknown one."""
    found = env.symbols.kinds.get(node.name.text)
    if found is None:
        return Kind(Family.ANY, "?")
    match node:
        case nodes.SetKind():
            return replace(found, many=True)
        case nodes.OptionalKind() if may_be_nothing(found):
            return replace(found, optional=True)
        case _:
            return found


def _declared(node: nodes.Declaration) -> Declared:
    """Return what every named declaration has."""
    name: nodes.Word = node.name  # type: ignore[attr-defined]
    title: nodes.Title | None = node.title  # type: ignore[attr-defined]
    cites: nodes.Cites | None = node.cites  # type: ignore[attr-defined]
    return Declared(name.text, title_of(title, name.text), cites_of(cites), node.span)


def _extend(cls: type[AnyDeclared], declared: Declared, **more: Any) -> AnyDeclared:
    """Return a declaration of a class with the common part filled in."""
    return cls(declared.name, declared.title, declared.cites, declared.span, **more)


def _faces(node: nodes.FaceRange | nodes.FaceList, env: Environment) -> tuple[int, ...]:
    if isinstance(node, nodes.FaceList):
        faces = tuple(value.value for value in node.values)
    else:
        low, high = node.low.value, node.high.value
        faces = tuple(range(low, min(high, low + MAX_FACES) + 1))
    if not 2 <= len(faces) <= MAX_FACES:
        env.report("D16", node.span, limit=MAX_FACES)
        return (1, 2)
    return faces


_CLAUSES: Mapping[type[nodes.Node], str] = {
    nodes.WindowClosure: "clôture",
    nodes.WindowResume: "reprise",
}


def _window(node: nodes.Window, declared: Declared, env: Environment) -> Window:
    closure, resume = DEFAULT_CLOSURE, DEFAULT_RESUME
    seen: dict[str, Span] = {}
    for clause in node.clauses:
        word = _CLAUSES[type(clause)]
        first = seen.setdefault(word, clause.span)
        if first is not clause.span:
            env.report("D07", clause.span, (Place(first, "first"),), clause=word)
        match clause:
            case nodes.WindowClosure():
                closure = clause.closure.text
            case nodes.WindowResume():
                resume = clause.resume.text
    cites = [*declared.cites]
    for clause in node.clauses:
        cites += cites_of(clause.cites)
    return Window(
        declared.name, declared.title, tuple(dict.fromkeys(cites)), declared.span,
        closure, resume,
    )  # fmt: skip
