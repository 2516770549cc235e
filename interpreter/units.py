"""Code units: the pieces generated code is made of, and what they share.

A unit is a procedure, an event, an ability, a phase, a window. A unit that never stops
for a decision becomes one Python function; any other becomes numbered blocks that keep
their locals in a frame, so that a game can be copied or saved in the middle of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from ..dsl import core
from ..dsl.program import Ability, Declared, Limit, Program
from ..dsl.source import Span
from .constants import Constants
from .expressions import Emitter


@dataclass(frozen=True, slots=True)
class Rule:
    """The declaration a line of code obeys: for the journal and for faults."""

    name: str
    title: str
    cites: tuple[str, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Note:
    """One kind of journal line: what happened, by which rule, and its arguments' kinds."""

    kind: str
    rule: str
    title: str
    cites: tuple[str, ...]
    span: Span
    kinds: tuple[core.Kind, ...]
    #: The state, zone or die it is about, by its name.
    subject: str = ""


@dataclass(frozen=True, slots=True)
class FrameShape:
    """What a frame holds: where each slot stands, and the kinds of those that are read."""

    rule: str
    span: Span
    slots: Mapping[str, int]
    kinds: Mapping[str, core.Kind]


@dataclass(frozen=True, slots=True)
class Ask:
    """One place where somebody decides. mode: one optional many whether window order.

    `slots` says where the locals of the asking rule stand in its frame. A response or an
    order is asked by an `event` at a `moment`; what was used there already stands in the
    frame at `used`, who bore which ability before the event at `memory` (0: nowhere). The
    slot chosen into is `target`.
    """

    mode: str
    slot: int
    kind: core.Kind | None
    rule: str
    title: str
    cites: tuple[str, ...]
    span: Span
    window: str = ""
    minimum: core.Expr | None = None
    maximum: core.Expr | None = None
    group: core.Expr | None = None
    condition: core.Expr | None = None
    target: str = ""
    slots: Mapping[str, int] = field(default_factory=dict)
    event: str = ""
    moment: str = ""
    used: int = 0
    memory: int = 0
    #: The block that lists the options of a window or of responses.
    head: int = -1


@dataclass(frozen=True, slots=True)
class Start:
    """A place of the course where an example may begin.

    `scopes` are open there; `around` are the loops it stands in and the statements that
    named something before it, each with the slot where a loop keeps what is to come.
    """

    block: int
    scopes: tuple[tuple[int, int, int], ...]
    around: tuple[tuple[core.Statement, str], ...]


#: A place in the rules: a statement by its identity, or what a unit does at a stage.
Landmark = int | tuple[str, ...]


@dataclass(slots=True)
class Shared:
    """What all units of one compilation have in common."""

    program: Program
    constants: Constants
    journal: bool
    #: Whether the engine takes a decision with one option by itself.
    automatic: bool
    stopping: frozenset[tuple[str, str]]
    #: Whether open scopes are kept in the state: somebody jumps out of them, or a step
    #: admits no responses.
    tracks_scopes: bool
    has_quiet_steps: bool
    #: Whether a player who can only pass is asked nevertheless.
    asks_to_pass: bool = False
    #: Whether decisions are drawn on the spot (see drawing.py): then nothing stops.
    draws: bool = False
    #: Whether states keep a trace; numbers of the places they note as they pass them.
    traces: bool = False
    landmarks: Mapping[Landmark, int] = field(default_factory=dict)
    blocks: list[list[str]] = field(default_factory=list)
    functions: list[str] = field(default_factory=list)
    frames: dict[int, Unit] = field(default_factory=dict)
    notes: list[Note] = field(default_factory=list)
    asks: list[Ask] = field(default_factory=list)
    #: Kind, name, and whether nobody may respond inside.
    scopes: list[tuple[str, str, bool]] = field(default_factory=list)
    #: (end of a place, name of the one after it) -> the end of that one.
    skips: dict[tuple[int, str], int] = field(default_factory=dict)
    entries: dict[tuple[str, str], int] = field(default_factory=dict)
    units: list[tuple[str, str]] = field(default_factory=list)
    sizes: dict[tuple[str, str], int] = field(default_factory=dict)
    durations: list[str] = field(default_factory=list)
    #: How many slots of a frame that waits at a block can still be read.
    live: dict[int, int] = field(default_factory=dict)
    leaves: list[str] = field(default_factory=list)
    #: The streams of dice that are rolled ahead, where decisions are drawn.
    ahead: list[int] = field(default_factory=list)
    starts: dict[str, Start] = field(default_factory=dict)
    #: The actions and events that some effect forbids for a while.
    forbidden: frozenset[str] = frozenset()
    numbers: dict[str, dict[str, int]] = field(default_factory=dict)

    def pass_by(self, place: Landmark) -> list[str]:
        """Give the line that notes a place in the trace, if it is a landmark."""
        number = self.landmarks.get(place)
        return [] if number is None else [f"S.trace.append({number})"]

    def new_block(self) -> int:
        """Reserve the number of a block."""
        self.blocks.append([])
        return len(self.blocks) - 1

    def scope_number(self, kind: str, name: str, is_quiet: bool = False) -> int:
        """Number a kind of scope (phase, tour…) with its name."""
        key = (kind, name, is_quiet)
        if key not in self.scopes:
            self.scopes.append(key)
        return self.scopes.index(key)

    def entry(self, unit: tuple[str, str]) -> int:
        """Give the first block of a stopping unit."""
        if unit not in self.entries:
            self.entries[unit] = self.new_block()
        return self.entries[unit]

    def unit_number(self, unit: tuple[str, str]) -> int:
        """Number a stopping unit (its frame size stands at that place)."""
        if unit not in self.units:
            self.units.append(unit)
        return self.units.index(unit)

    def duration_number(self, scope: str) -> int:
        """Number a duration: what lasts until the close of this scope."""
        if scope not in self.durations:
            self.durations.append(scope)
        return self.durations.index(scope)

    def durations_of(self, kind: str, name: str) -> frozenset[int]:
        """Give the durations that end when a scope closes."""
        return frozenset(n for n, d in enumerate(self.durations) if d in (kind, name))

    def leave_number(self, scope: str) -> int:
        """Number a scope somebody leaves from outside its own code."""
        if scope not in self.leaves:
            self.leaves.append(scope)
        return self.leaves.index(scope)

    def number_of(self, family: str, name: str) -> int:
        """Number a declaration inside its family."""
        if family not in self.numbers:
            names = {
                "ability": self.program.abilities,
                "event": self.program.events,
                "procedure": self.program.procedures,
                "window": self.program.windows,
                "phase": self.program.phases,
            }[family]
            self.numbers[family] = {known: number for number, known in enumerate(names)}
        return self.numbers[family][name]

    def limits_of(self, kind: str, name: str) -> frozenset[int]:
        """Give the numbers of the limits counted per this scope."""
        found = set()
        for number, (_, limit) in enumerate(all_limits(self.program)):
            if limit.scope in (kind, name):
                found.add(number)
        return frozenset(found)


def all_limits(program: Program) -> list[tuple[Ability, Limit]]:
    """List every limit with its ability; the position is the limit's number."""
    return [(a, limit) for a in program.abilities.values() for limit in a.limits]


class Lines:
    """Python lines with indentation."""

    def __init__(self, indent: int = 1) -> None:
        self.lines: list[str] = []
        self.indent = indent

    def add(self, *lines: str) -> None:
        for line in lines:
            self.lines.append("    " * self.indent + line)


@dataclass(slots=True)
class Unit:
    """One unit being written: where its slots live and which rule it obeys."""

    shared: Shared
    rule: Rule
    params: tuple[str, ...]
    framed: bool
    slots: dict[str, int] = field(default_factory=dict)
    emitter: Emitter = field(init=False)

    def __post_init__(self) -> None:
        for slot in self.params:
            self.slot(slot)
        self.emitter = Emitter(self.shared.constants, self.locate)

    def slot(self, name: str) -> int:
        """Give the frame position of a slot (position 0 is the program counter)."""
        return self.slots.setdefault(name, len(self.slots) + 1)

    def hidden(self, kind: core.Kind | None = None) -> str:
        """Reserve a slot the author cannot name."""
        name = f"\0{len(self.slots)}"
        self.slot(name)
        if kind is not None:
            self.emitter.kinds[name] = kind
        return name

    def locate(self, name: str) -> str:
        """Give the Python place of a slot."""
        number = self.slot(name)
        return f"F[{number}]" if self.framed else f"x{number}"

    def note(
        self,
        kind: str,
        cites: tuple[str, ...],
        span: Span,
        arguments: tuple[tuple[str, core.Kind], ...] = (),
        title: str = "",
        subject: str = "",
    ) -> list[str]:
        """Give the lines that write in the journal (none in a silent compilation)."""
        shared = self.shared
        if not shared.journal:
            return []
        note = Note(
            kind, self.rule.name, title or self.rule.title, cites or self.rule.cites, span,
            tuple(kind_ for _, kind_ in arguments), subject,
        )  # fmt: skip
        shared.notes.append(note)
        values = "".join(f"{text}, " for text, _ in arguments)
        number = len(shared.notes) - 1
        return [f"if S.log is not None: S.log.append(({number}, ({values})))"]


def ability_params(ability: Ability) -> tuple[str, ...]:
    """The slots an ability's code starts with."""
    bound = ability.trigger.slots if ability.trigger is not None else ()
    chosen = (
        () if ability.trigger is not None else tuple(p.slot for p in ability.parameters)
    )
    return ("moi", "soi", *bound, *chosen)


def ability_body(ability: Ability) -> core.Body:
    """Everything an ability does; a triggered one first chooses its parameters."""
    choices: list[core.Statement] = []
    if ability.trigger is not None:
        for parameter in ability.parameters:
            me = core.Local(parameter.span, core.PLAYER, "moi")
            choices.append(
                core.Choose(
                    parameter.span,
                    parameter.cites,
                    "one",
                    me,
                    parameter.slot,
                    parameter.group,
                    None,
                    None,
                    None,
                    parameter.title or ability.title,
                )
            )
    return (*choices, *ability.cost, *ability.effect)


def rule_of(declared: Declared) -> Rule:
    """Give the rule a declaration is."""
    return Rule(declared.name, declared.title, declared.cites, declared.span)


def bodies_in(statement: core.Statement) -> Iterator[core.Body]:
    """Yield the bodies directly inside a statement."""
    match statement:
        case core.If():
            yield statement.then
            yield statement.otherwise
        case core.While() | core.Repeat() | core.Endless() | core.For() | core.Turns():
            yield statement.body
        case core.Simultaneous() | core.PhaseBlock() | core.StepBlock():
            yield statement.body
        case _:
            pass


def statements_in(body: core.Body) -> Iterator[core.Statement]:
    """Yield every statement of a body, nested ones included."""
    for statement in body:
        yield statement
        for inner in bodies_in(statement):
            yield from statements_in(inner)


def are_told_apart(program: Program) -> bool:
    """Say whether components have states of their own: then two that look alike differ."""
    return any(
        state.owner is not None and state.owner.family is core.Family.COMPONENT
        for state in program.states.values()
    )


def is_alone(shared: Shared, ability: Ability) -> bool:
    """Tell whether options are an action's parameters only: drawn from nothing else."""
    if not shared.draws or ability.card is not None or len(ability.parameters) < 2:
        return False
    others = [a for a in shared.program.abilities.values() if a.cls == "action"]
    return all(a is ability or not set(a.windows) & set(ability.windows) for a in others)


def remembers(program: Program, event: str) -> bool:
    """Say whether an ability answers an event as its card lay before it (`mémoire`)."""
    return any(
        ability.last_known
        and ability.trigger is not None
        and ability.trigger.event == event
        for ability in program.abilities.values()
    )


def seats_text(unit: Unit, statement: core.OpenWindow) -> str:
    """Give Python text for the seats a window asks, in their order."""
    write = unit.emitter.write
    if not statement.seats.kind.many:
        return f"({write(statement.seats)},)"
    start = "0" if statement.start is None else write(statement.start)
    step = -1 if statement.direction == "antihoraire" else 1
    seats = f"set({write(statement.seats)})"
    return f"tuple(p for p in S.seats_from({start}, {step}) if p in {seats})"


def rotations(players: int, step: int) -> tuple[tuple[int, ...], ...]:
    """Give all seats in order from each seat on."""
    return tuple(
        tuple((start + step * offset) % players for offset in range(players))
        for start in range(players)
    )
