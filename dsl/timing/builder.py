"""Builds the timing graph: a Program in, a Graph out.

Walks the same resolved rules the compiler writes code from, unit by unit. A unit is
entered at one node and left at one; who calls it comes back over a `résumé`.
"""

from __future__ import annotations

from collections.abc import Iterator

from .. import core
from ..checks.skips import followed
from ..program import Ability, Declared, Event, Program, Window
from ..source import NOWHERE
from .answers import answers, cancels
from .bodies import Bodies, Pending
from .graph import Graph
from .linking import link_units
from .places import Kind, Link, Stage, Unit

COURSE: Unit = ("course", "")
SETUP: Unit = ("setup", "")


def build_graph(program: Program) -> Graph:
    """Return the timing graph of a Program."""
    return _Builder(program).build()


class _Builder(Bodies):
    """Builds all units, then what links them."""

    def build(self) -> Graph:
        """Build all units, then what links them."""
        start = self._node(Kind.START, "début", silent=True)
        self.graph.start = start
        self._declare_units()
        self._plain_unit(
            SETUP,
            Declared("mise en place", "mise en place", (), NOWHERE),
            self.program.setup,
        )
        self._plain_unit(
            COURSE, Declared("déroulement", "déroulement", (), NOWHERE), self.program.course
        )
        for name, phase in self.program.phases.items():
            self._plain_unit(("phase", name), phase, phase.body)
        for name, procedure in self.program.procedures.items():
            self._plain_unit(("procedure", name), procedure, procedure.body)
        for control in self.program.controls:
            self._plain_unit(("control", control.name), control, control.body)
        for ability in self.program.abilities.values():
            if ability.cls in ("action", "réponse", "forcé", "remplacement"):
                self._ability(ability)
        for window in self.program.windows.values():
            self._window(window)
        for event in self.program.events.values():
            self._event(event)
        self._link_start(start)
        self._link_far_jumps()
        link_units(self.graph)
        return self.graph

    # Units ---------------------------------------------------------------

    def _declare_units(self) -> None:
        """Give every unit its entry and its exit, so that calls can be linked at once."""
        for unit, kind, declared in self._units():
            self.unit, self.rule = unit, declared
            name = declared.name
            reads = frozenset[str]()
            if isinstance(declared, Ability):
                reads = self.touching.condition_of(declared)
            if isinstance(declared, Event):
                self.graph.entries[unit] = self._node(
                    Kind.EVENT,
                    f"{declared.title} : {Stage.PROPOSE}",
                    name=name,
                    stage=Stage.PROPOSE,
                )
                self.graph.exits[unit] = self._node(
                    Kind.EVENT,
                    f"{declared.title} : {Stage.DONE}",
                    name=name,
                    stage=Stage.DONE,
                    silent=True,
                )
                continue
            self.graph.entries[unit] = self._node(
                kind, declared.title, name=name, reads=reads, silent=kind is Kind.STEP
            )
            self.graph.exits[unit] = self._node(
                Kind.RETURN, f"fin de {declared.title}", name=name, silent=True
            )

    def _units(self) -> Iterator[tuple[Unit, Kind, Declared]]:
        program = self.program
        yield SETUP, Kind.STEP, Declared("mise en place", "mise en place", (), NOWHERE)
        yield COURSE, Kind.STEP, Declared("déroulement", "déroulement", (), NOWHERE)
        for name, phase in program.phases.items():
            yield ("phase", name), Kind.STEP, phase
        for name, procedure in program.procedures.items():
            yield ("procedure", name), Kind.STEP, procedure
        for control in program.controls:
            yield ("control", control.name), Kind.STEP, control
        for name, ability in program.abilities.items():
            if ability.cls in ("action", "réponse", "forcé", "remplacement"):
                yield ("ability", name), Kind.ABILITY, ability
        for name, window in program.windows.items():
            yield ("window", name), Kind.WINDOW, window
        for name, event in program.events.items():
            yield ("event", name), Kind.EVENT, event

    def _begin(self, unit: Unit, declared: Declared) -> Pending:
        self.unit, self.rule = unit, declared
        self.scopes, self.closings = [], []
        return [(self.graph.entries[unit], Link.NEXT)]

    def _plain_unit(self, unit: Unit, declared: Declared, body: core.Body) -> None:
        pending = self._body(body, self._begin(unit, declared))
        self._join(pending, self.graph.exits[unit])

    def _ability(self, ability: Ability) -> None:
        """An ability: its parameters if it answers an event, its cost, its effect, checks."""
        unit: Unit = ("ability", ability.name)
        pending = self._begin(unit, ability)
        if ability.trigger is not None:
            for parameter in ability.parameters:
                reads = self.touching.reads(parameter.group)
                choice = self._node(
                    Kind.CHOICE,
                    parameter.title,
                    span=parameter.span,
                    cites=parameter.cites,
                    reads=reads,
                    silent=True,
                )
                pending = self._then(pending, choice)
        pending = self._body((*ability.cost, *ability.effect), pending)
        pending = self._controls(pending)
        self._join(pending, self.graph.exits[unit])

    def _window(self, window: Window) -> None:
        """A window: what it offers comes back to it; passing leaves it."""
        unit: Unit = ("window", window.name)
        self._begin(unit, window)
        entry, leave = self.graph.entries[unit], self.graph.exits[unit]
        self.scopes = [("fenêtre", window.name)]
        closing = self._node(
            Kind.CLOSE, f"fin de {window.title}", name=window.name, silent=True
        )
        self.all_closings.append((("fenêtre", window.name), closing))
        self._edge(entry, entry, Link.PASS)
        self._edge(entry, closing, Link.PASS)
        self._edge(closing, leave, Link.NEXT)
        ends = window.closure in ("unique", "obligatoire")
        for name, ability in self.program.abilities.items():
            if ability.cls == "action" and window.name in ability.windows:
                self._enter(
                    ("ability", name), entry, closing if ends else entry, Link.OFFER
                )

    # Events --------------------------------------------------------------

    def _event(self, event: Event) -> None:
        """The stages of an event, the abilities that answer it, its commit."""
        unit: Unit = ("event", event.name)
        pending = self._begin(unit, event)
        self.scopes = [("événement", event.name)]
        done = self.graph.exits[unit]
        self.all_closings.append((("événement", event.name), done))
        for stage in (Stage.FORBID, Stage.REPLACE, Stage.BEFORE_FORCED, Stage.BEFORE_FREE):
            pending = self._stage(event, stage, pending)
        pending = self._stage(event, Stage.ACT, pending)
        pending = self._body(event.body, pending)
        pending = self._stage(event, Stage.CHECK, pending)
        pending = self._controls(pending)
        for stage in (Stage.AFTER_FORCED, Stage.AFTER_FREE):
            pending = self._stage(event, stage, pending)
        self._join(pending, done)

    def _stage(self, event: Event, stage: Stage, pending: Pending) -> Pending:
        silent = stage is not Stage.ACT
        number = self._node(
            Kind.EVENT,
            f"{event.title} : {stage}",
            name=event.name,
            stage=stage,
            silent=silent,
        )
        done = self.graph.exits["event", event.name]
        for ability in answers(self.program, event.name, stage):
            unit: Unit = ("ability", ability.name)
            self._edge(number, self.graph.entries[unit], Link.TRIGGER)
            if stage is Stage.REPLACE:
                self._edge(self.graph.exits[unit], done, Link.BACK)
                self._edge(number, done, Link.REPLACE)
            else:
                self._edge(self.graph.exits[unit], number, Link.BACK)
            if cancels(ability):
                self._edge(number, done, Link.CANCEL)
        if stage is Stage.FORBID and event.name in self.forbidden:
            self._edge(number, done, Link.IF)
        return self._then(pending, number)

    def _link_far_jumps(self) -> None:
        """A jump out of a unit may land where any such scope closes."""
        for node, statement in self.far_jumps:
            after = followed(statement, self.program) or ()
            for scope, closing in self.all_closings:
                if statement.scope in scope or scope[1] in after:
                    self._edge(node, closing, Link.JUMP, skips=statement.skips)

    def _link_start(self, start: int) -> None:
        graph = self.graph
        self._edge(start, graph.entries[SETUP], Link.NEXT)
        self._edge(graph.exits[SETUP], graph.entries[COURSE], Link.NEXT)
        self._edge(graph.exits[COURSE], self._end(""), Link.NEXT)
