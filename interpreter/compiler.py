"""The conductor: a Program and a number of players in, playable Rules out.

Writes one Python module of plain functions and numbered blocks, runs it, and keeps its
text in the cache under a hash of everything it depends on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from zlib import crc32

from ..dsl import core
from ..dsl.program import Program
from ..dsl.source import NOWHERE, Span
from . import runtime
from .abilities import Abilities, forbidden_targets
from .batches import batched_events
from .blocks import Blocks, is_quiet_step
from .bytecode import code_of
from .chance import spread
from .constants import Constants
from .controls import write_controls
from .drawing import write_drawn_window
from .events import Events
from .layout import Layout, lay_out
from .measures import write_condition, write_definition, write_measure, write_value
from .module_text import module_text
from .offers import write_offers
from .runtime import Frame, Option, State
from .stopping import stopping_units
from .straight import Straight
from .units import (
    Ask,
    FrameShape,
    Landmark,
    Lines,
    Note,
    Rule,
    Shared,
    Start,
    Unit,
    rule_of,
    statements_in,
)
from .windows import write_window


@dataclass(frozen=True, slots=True)
class Entry:
    """Where a part of the game starts, and how big its frame is."""

    block: int
    size: int

    def frame(self, block: int | None = None) -> Frame:
        """Give a new frame, at the start or at one of its blocks."""
        return [self.block if block is None else block] + [None] * (self.size - 1)


@dataclass(frozen=True, slots=True, eq=False)
class Rules:
    """A ruleset ready to play for one number of players."""

    program: Program
    layout: Layout
    source: str
    new_state: Callable[[], State]
    initial: Callable[[State], None]
    run: Callable[[State, int], None]
    take: Callable[[State, Option], int]
    apply: Callable[[State, Option], None]
    module: dict[str, Any]
    asks: tuple[Ask, ...]
    notes: tuple[Note, ...]
    places: tuple[Span, ...]
    frames: tuple[FrameShape, ...]
    starts: dict[str, Start]
    setup: Entry
    course: Entry
    journal: bool
    #: What a player has scored so far, and how good it looks; None if the rules say nothing.
    score: Callable[[State, int], int] | None = None
    evaluation: Callable[[State, int], int] | None = None
    #: Whether states keep a trace of the places they pass.
    traces: bool = False
    #: Whether a player who can only pass is asked nevertheless.
    asks_to_pass: bool = False

    def begin(self, seed: int) -> State:
        """Set a game up and play it to its first decision."""
        state = self.fresh(seed)
        state.stack = [self.course.frame(), self.setup.frame()]
        self.run(state, self.setup.block)
        return state

    def fresh(self, seed: int) -> State:
        """Give a state with its first values, before the set-up."""
        state = self.new_state()
        state.rng = self.streams(seed)
        if self.journal:
            state.log = []
        if self.traces:
            state.trace = []
        self.initial(state)
        return state

    def streams(self, seed: int) -> list[int]:
        """Give the first number of each chance stream: by its name, so none shifts another."""
        return [spread(seed, crc32(n.encode())) for n in self.layout.streams]

    def adopt(self, state: State) -> State:
        """Give a copy of a state of the other compilation (journal or silent)."""
        new = self.new_state()
        copy = state.clone()
        for name in (*State.__slots__, *state.SCALARS, *state.COLUMNS):
            setattr(new, name, getattr(copy, name))
        new.settle()
        return new


def compile_program(
    program: Program,
    players: int,
    journal: bool = False,
    automatic: bool = True,
    landmarks: Mapping[Landmark, int] | None = None,
    asks_to_pass: bool = False,
) -> Rules:
    """Compile a program for a number of players, with or without a journal.

    If not `automatic`, decisions with one option stop the game like all others; if it
    `asks_to_pass`, those of windows and responses do. With `landmarks`, states keep a trace
    of the numbered places they pass.
    """
    shared = prepare(program, players, journal, automatic, landmarks)
    shared.asks_to_pass = asks_to_pass
    return finish(shared, *make_module(shared))


def prepare(
    program: Program,
    players: int,
    journal: bool = False,
    automatic: bool = True,
    landmarks: Mapping[Landmark, int] | None = None,
) -> Shared:
    """Give what a compilation begins with: nothing is written yet."""
    shared = share(program, lay_out(program, players), journal, automatic)
    if landmarks is not None:
        shared.traces = shared.tracks_scopes = True
        shared.landmarks = landmarks
    return shared


def finish(shared: Shared, source: str, module: dict[str, Any]) -> Rules:
    """Give the Rules of a compilation that is written."""
    return Rules(
        shared.program, shared.constants.layout, source, module["Table"], module["initial"],
        module["run"], module["take"], module["apply"], module, tuple(shared.asks),
        tuple(shared.notes), tuple(shared.constants.places), _frame_shapes(shared),
        shared.starts,
        Entry(shared.entry(("setup", "")), shared.sizes["setup", ""]),
        Entry(shared.entry(("course", "")), shared.sizes["course", ""]), shared.journal,
        module.get("score"), module.get("evaluation"), shared.traces, shared.asks_to_pass,
    )  # fmt: skip


def make_module(shared: Shared) -> tuple[str, dict[str, Any]]:
    """Write all code of a compilation and run it: its text and what it defines."""
    _write_units(shared)
    source, layout = module_text(shared), shared.constants.layout
    module: dict[str, Any] = {name: getattr(runtime, name) for name in RUNTIME_NAMES}
    module.update(shared.constants.data)
    module["LOOKS"] = tuple(layout.looks)
    module["CARD"] = tuple(layout.card_index[e.card.id] for e in layout.entities)
    module["OWNERS"] = _zone_owners(layout)
    module["SCOPES"] = tuple(
        (kind, name, shared.durations_of(kind, name)) for kind, name, _ in shared.scopes
    )
    module["QUIET"] = {
        number: is_quiet
        for number, (kind, _, is_quiet) in enumerate(shared.scopes)
        if kind == "étape"
    }
    module["SKIPS"] = shared.skips
    module["LEAVES"] = tuple(shared.leaves)
    exec(code_of(source, f"<livret {layout.program.manifest.slug}>"), module)
    return source, module


RUNTIME_NAMES = (
    "DONE", "PASS", "STEP_LIMIT", "Leaving", "RuleFault", "State", "best", "bounded_range", "call",
    "can_finish", "completable", "distinct", "divide", "insort", "is_forbidden", "is_open",
    "is_quiet", "item_at", "leave", "noted", "owner_then", "place_of", "remainder", "skip", "some",
    "through", "times", "unlike_by", "unlike_uses", "value_at", "within", "without", "zone_of",
)  # fmt: skip


def share(program: Program, layout: Layout, journal: bool, automatic: bool) -> Shared:
    bodies = list(program_bodies(program))
    statements = [s for body in bodies for s in statements_in(body)]
    eliminates = any(isinstance(s, core.Eliminate) for s in statements)
    constants = Constants(layout, eliminates)
    leaves = any(isinstance(s, core.Leave) for s in statements)
    quiet = any(isinstance(s, core.StepBlock) and is_quiet_step(s) for s in statements)
    shared = Shared(
        program,
        constants,
        journal,
        automatic,
        stopping_units(program),
        leaves or quiet,
        quiet,
    )
    shared.forbidden = forbidden_targets(program)
    for statement in statements:
        if isinstance(statement, core.Lasting | core.Forbid):
            shared.duration_number(statement.scope)
    return shared


#: Units that are always entered by a frame, so that a game can be found in them.
PLACES = ("setup", "course", "phase")


def program_bodies(program: Program) -> list[core.Body]:
    """List every body of a program."""
    bodies: list[core.Body] = [program.setup, program.course]
    bodies += [p.body for p in program.procedures.values()]
    bodies += [p.body for p in program.phases.values()]
    bodies += [e.body for e in program.events.values()]
    bodies += [c.body for c in program.controls]
    for ability in program.abilities.values():
        bodies += [ability.cost, ability.effect]
    return bodies


def _zone_owners(layout: Layout) -> tuple[int, ...]:
    """The player who owns each zone copy, or rien."""
    owners = [-1] * layout.zone_count
    for name, zone in layout.program.zones.items():
        if zone.owner is not None and zone.owner.family is core.Family.PLAYER:
            for seat, number in enumerate(layout.zone_copies(name)):
                owners[number] = seat
    return tuple(owners)


def _frame_shapes(shared: Shared) -> tuple[FrameShape, ...]:
    """The shape of the frame each block runs on."""
    units = [shared.frames[block] for block in range(len(shared.blocks))]
    return tuple(
        FrameShape(u.rule.name, u.rule.span, u.slots, u.emitter.kinds) for u in units
    )


def _write_units(shared: Shared) -> None:
    program = shared.program
    for kind, body in (("course", program.course), ("setup", program.setup)):
        title = "déroulement" if kind == "course" else "mise en place"
        rule = Rule(title, title, (), body[0].span if body else NOWHERE)
        _unit(shared, (kind, ""), kind, rule, (), body)
    for number, (name, phase) in enumerate(program.phases.items()):
        _unit(shared, ("phase", name), f"h{number}", rule_of(phase), (), phase.body)
    for name, procedure in program.procedures.items():
        params = tuple(p.slot for p in procedure.params)
        number = shared.number_of("procedure", name)
        _unit(shared, ("procedure", name), f"p{number}", rule_of(procedure), params,
              procedure.body)  # fmt: skip
    for number, control in enumerate(program.controls):
        _unit(shared, ("control", control.name), f"k{number}", rule_of(control), (),
              control.body)  # fmt: skip
    abilities = Abilities(shared)
    abilities.write_all()
    write_offers(abilities)
    batched = batched_events(program, program_bodies(program))
    Events(shared, abilities, batched).write_all()
    for window in program.windows.values():
        (write_drawn_window if shared.draws else write_window)(shared, window)
    write_controls(shared)
    for name in program.definitions:
        write_definition(shared, name)
    for name in program.values:
        write_value(shared, name, abilities)
    for name, measure in (("score", program.score), ("evaluation", program.evaluation)):
        if measure is not None:
            write_measure(shared, name, measure)
    for number, invariant in enumerate(program.invariants):
        write_condition(shared, f"i{number}", rule_of(invariant), invariant.condition)


def _unit(
    shared: Shared, name: tuple[str, str], function: str, rule: Rule,
    params: tuple[str, ...], body: core.Body,
) -> None:  # fmt: skip
    """Write a unit as a function, or as blocks if it may stop."""
    if name in shared.stopping or (name[0] in PLACES and not shared.draws):
        _framed(shared, name, rule, params, body)
    else:
        write_function(shared, function, rule, params, body)


def write_function(
    shared: Shared, function: str, rule: Rule, params: tuple[str, ...], body: core.Body
) -> None:
    """Write a unit that never stops as a function."""
    unit = Unit(shared, rule, params, False)
    out = Lines()
    Straight(unit, out).body(body)
    head = "".join(f", x{unit.slot(slot)}" for slot in params)
    shared.functions.append(f"def {function}(S{head}):\n" + "\n".join(out.lines))


def _framed(
    shared: Shared,
    name: tuple[str, str],
    rule: Rule,
    params: tuple[str, ...],
    body: core.Body,
) -> None:
    unit = Unit(shared, rule, params, True)
    blocks = Blocks(unit, shared.entry(name))
    blocks.body(body)
    blocks.finish_unit()
    shared.unit_number(name)
    shared.sizes[name] = len(unit.slots) + 1
