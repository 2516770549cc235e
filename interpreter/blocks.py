"""Statements that stop, as numbered blocks.

A block is a Python function of the state that returns the number of the next block, or
-1 when a decision is pending or the game is over. Between two blocks everything lives in
the frame `F`, so a game can be copied or saved at any decision.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..dsl import core
from ..dsl.checks.skips import followed
from ..dsl.program import Ability
from .batches import announce_framed, simultaneous_framed
from .choosing import write_choice
from .stopping import stops
from .straight import Straight
from .units import Ask, Lines, Start, Unit, rotations, seats_text

LOOPS = (core.While, core.Repeat, core.For, core.Endless, core.Turns)
RETURN = ("S.stack.pop()", "return S.stack[-1][0] if S.stack else -1")


@dataclass(frozen=True, slots=True)
class OpenScope:
    """A scope of this unit that is open where code is being written."""

    kind: str
    name: str
    end: int


class Blocks:
    """Writes one stopping unit."""

    def __init__(self, unit: Unit, entry: int) -> None:
        self.unit = unit
        self.shared = unit.shared
        self.constants = unit.shared.constants
        self.open: list[OpenScope] = []
        #: The events announced so far inside `simultanément` (see batches.py).
        self.waiting = ""
        self.chained = False
        #: The end of the place written last.
        self.ended = -1
        #: The loops around, and what has been named so far (see `Start`).
        self.around: list[tuple[core.Statement, str]] = []
        self.start(entry)

    def start(self, block: int) -> None:
        """Go on writing at the head of a block."""
        self.out = Lines()
        self.out.lines = self.shared.blocks[block]
        self.shared.frames[block] = self.unit
        self.straight = Straight(self.unit, self.out, self.waiting, self.chained)

    def add(self, *lines: str) -> None:
        self.out.add(*lines)

    def go(self, block: int) -> None:
        """End the current block by going to another."""
        self.add(f"return {block}")

    def finish_unit(self) -> None:
        """End the unit: back to whoever called it."""
        self.add(*RETURN)

    def body(self, body: core.Body) -> None:
        """Write statements one after another; note which place follows which."""
        before, depth = -1, len(self.around)
        for statement in body:
            self.ended = -1
            self.statement(statement)
            name = _place_name(statement)
            if name and before >= 0:
                self.shared.skips[before, name] = self.ended
            before = self.ended
            if isinstance(statement, core.Let | core.Choose | core.Roll):
                self.around.append((statement, statement.slot))
        del self.around[depth:]

    def _rounds(self, loop: core.Repeat | core.For | core.Turns, waiting: str) -> None:
        """Write the body of a loop that keeps what is to come in a slot."""
        self.around.append((loop, waiting))
        self.body(loop.body)
        self.around.pop()

    def statement(self, statement: core.Statement) -> None:
        """Write one statement, straight if it never stops."""
        if not stops(statement, self.shared.stopping):
            self.straight.statement(statement)
            return
        if not isinstance(statement, LOOPS):
            self.add(*self.shared.pass_by(id(statement)))
        match statement:
            case core.Choose():
                write_choice(self, statement)
            case core.OpenWindow():
                self._open_window(statement)
            case core.If():
                self._if(statement)
            case core.While():
                self._while(statement)
            case core.Repeat():
                self._repeat(statement)
            case core.Endless():
                self._endless(statement)
            case core.For():
                self._for(statement)
            case core.Turns():
                self._turns(statement)
            case core.PhaseBlock():
                self._phase(statement)
            case core.StepBlock():
                self._scoped("étape", statement.name, statement.title, statement)
            case core.RunPhase():
                self._run_phase(statement)
            case core.Perform():
                self._call("procedure", statement.procedure, statement.arguments)
            case core.Emit() if self.waiting:
                announce_framed(self, statement)
            case core.Emit():
                self._call("event", statement.event, statement.arguments)
            case core.Simultaneous():
                simultaneous_framed(self, statement)
            case core.Leave():
                self._leave(statement)
            case _:
                raise AssertionError(f"unknown statement {statement!r}")

    # Decisions -----------------------------------------------------------

    def ask(self, ask: Ask, who: str, resume: int) -> None:
        """Stop for a decision whose options stand in the Python name `o`."""
        self.shared.asks.append(ask)
        number = len(self.shared.asks) - 1
        count = len(self.unit.slots)
        self.shared.live[resume] = count - 1 if ask.slot == count else count
        self.add(
            "S.options = o",
            f"S.who = {who}",
            f"S.ask = {number}",
            f"F[0] = {resume}",
        )
        may_be_single = ask.mode in ("one", "many", "optional", "window", "order")
        is_stop = ask.mode == "window" and self.shared.asks_to_pass
        if may_be_single and self.shared.automatic and not is_stop:
            self.add("if len(o) == 1: return take(S, o[0])")
        self.add("return -1")

    def choose_unit(
        self,
        number: str,
        units: dict[int, Ability],
        run: Callable[[Ability], None],
        end: int,
    ) -> None:
        """Go on with the ability of a number, found in a table; with none, go to a block."""
        if not units:
            self.go(end)
            return
        blocks = {each: self.shared.new_block() for each in units}
        if len(blocks) == 1:
            self.go(*blocks.values())
        else:
            self.add(f"return {self.constants.literal(blocks)}[{number}]")
        for each, ability in units.items():
            self.start(blocks[each])
            run(ability)

    # Calls ---------------------------------------------------------------

    def push(self, unit: tuple[str, str], values: list[str], resume: int) -> None:
        """Call another stopping unit; it comes back to `resume`."""
        entry = self.shared.entry(unit)
        inner = "".join(f", {value}" for value in values)
        number = self.shared.unit_number(unit)
        self.shared.live[resume] = len(self.unit.slots)
        self.add(f"F[0] = {resume}", f"return call(S, {entry}, SIZES[{number}]{inner})")

    def _call(self, family: str, name: str, arguments: tuple[core.Expr, ...]) -> None:
        resume = self.shared.new_block()
        values = [self.straight.held(argument) for argument in arguments]
        self.push((family, name), values, resume)
        self.start(resume)

    def _run_phase(self, statement: core.RunPhase) -> None:
        self._mark_start(statement.phase)
        phase = self.shared.program.phases[statement.phase]
        end = self.shared.new_block()
        self.open_scope("phase", phase.name, end)
        self.add(*self.unit.note("phase", phase.cites, phase.span, (), phase.title))
        resume = self.shared.new_block()
        self.push(("phase", statement.phase), [], resume)
        self.start(resume)
        self.close_scope()
        self.go(end)
        self.start(end)
        self.controls()
        self.ended = end

    def _mark_start(self, phase: str) -> None:
        """Begin a block where an example may start the game."""
        if self.unit.rule.name != "déroulement":
            return
        here = self.shared.new_block()
        self.go(here)
        self.start(here)
        scopes = tuple(
            (self.shared.scope_number(scope.kind, scope.name), 1, scope.end)
            for scope in self.open
        )
        scopes = scopes if self.shared.tracks_scopes else ()
        self.shared.starts[phase] = Start(here, scopes, tuple(self.around))

    def _open_window(self, statement: core.OpenWindow) -> None:
        resume = self.shared.new_block()
        self.push(("window", statement.window), [seats_text(self.unit, statement)], resume)
        self.start(resume)

    # Control flow --------------------------------------------------------

    def _if(self, statement: core.If) -> None:
        then, end = self.shared.new_block(), self.shared.new_block()
        otherwise = self.shared.new_block() if statement.otherwise else end
        self.add(
            f"return {then} if {self.straight.write(statement.condition)} else {otherwise}"
        )
        self.start(then)
        self.body(statement.then)
        self.go(end)
        if statement.otherwise:
            self.start(otherwise)
            self.body(statement.otherwise)
            self.go(end)
        self.start(end)

    def _while(self, statement: core.While) -> None:
        head, inside, end = (self.shared.new_block() for _ in range(3))
        self._head(head, statement)
        self.add(
            f"return {inside} if {self.straight.write(statement.condition)} else {end}"
        )
        self.start(inside)
        self.body(statement.body)
        self.go(head)
        self.start(end)

    def _repeat(self, statement: core.Repeat) -> None:
        head, inside, end = (self.shared.new_block() for _ in range(3))
        left = self.unit.locate(statement.slot)
        place = self.constants.place(statement.span)
        self.add(f"{left} = times({self.straight.write(statement.times)}, {place})")
        self._head(head, statement)
        self.add(f"if {left} <= 0: return {end}", f"{left} -= 1")
        self.go(inside)
        self.start(inside)
        self._rounds(statement, statement.slot)
        self.go(head)
        self.start(end)

    def _for(self, statement: core.For) -> None:
        head, inside, end = (self.shared.new_block() for _ in range(3))
        hidden = self.unit.hidden(statement.group.kind)
        waiting = self.unit.locate(hidden)
        target = self.unit.locate(statement.slot)
        self.add(f"{waiting} = tuple({self.straight.write(statement.group)})")
        self._head(head, statement)
        self.add(f"if not {waiting}: return {end}")
        self.add(f"{target} = {waiting}[0]", f"{waiting} = {waiting}[1:]")
        self.go(inside)
        self.start(inside)
        self._rounds(statement, hidden)
        self.go(head)
        self.start(end)

    def _head(self, head: int, loop: core.Statement) -> None:
        """Go to the head of a loop and write on there: every round passes by it."""
        self.go(head)
        self.start(head)
        self.add(*self.shared.pass_by(id(loop)))

    # Scopes --------------------------------------------------------------

    def open_scope(
        self, kind: str, name: str, end: int, is_quiet: bool = False, resets: bool = True
    ) -> None:
        """Open a scope: limits counted per it start anew."""
        self.open.append(OpenScope(kind, name, end))
        limits = self.shared.limits_of(kind, name)
        if limits and resets:
            self.add(f"S.reset_uses({limits!r})")
        if self.shared.tracks_scopes:
            number = self.shared.scope_number(kind, name, is_quiet)
            self.add(f"S.scopes.append(({number}, len(S.stack), {end}))")

    def close_scope(self, expires: bool = True) -> None:
        """Close the innermost scope on the normal way out."""
        self._close_lines(self.open.pop(), expires)

    def _close_lines(self, scope: OpenScope, expires: bool = True) -> None:
        if self.shared.tracks_scopes:
            self.add("S.scopes.pop()")
        if not expires:
            return
        ending = self.shared.durations_of(scope.kind, scope.name)
        if ending:
            self.add(f"S.expire({ending!r})")

    def _leave(self, statement: core.Leave) -> None:
        """Jump out of a scope of this unit, or of whoever called it."""
        note = self.unit.note("leave", statement.cites, statement.span, (), statement.scope)
        self.add(*note)
        place = self.constants.place(statement.span)
        target = self.shared.leave_number(statement.scope)
        end = f"leave(S, LEAVES[{target}], SCOPES, {place})"
        for depth in range(len(self.open) - 1, -1, -1):
            scope = self.open[depth]
            if statement.scope in (scope.kind, scope.name):
                for crossed in reversed(self.open[depth:]):
                    self._close_lines(crossed)
                end = str(scope.end)
                break
        following = followed(statement, self.shared.program)
        if following:
            names = self.constants.literal(following)
            end = f"skip(SKIPS, {end}, {names}, {place})"
        self.add(f"return {end}")
        self.start(self.shared.new_block())

    def _endless(self, statement: core.Endless) -> None:
        head, end = self.shared.new_block(), self.shared.new_block()
        if statement.name:
            self.open_scope("boucle", statement.name, end)
        after = self._after(head)
        self._head(head, statement)
        self.open_scope("manche", "", after)
        if statement.title:
            self.add(*self.unit.note("round", statement.cites, statement.span, (),
                                     statement.title))  # fmt: skip
        self.body(statement.body)
        self.close_scope()
        self._checked(after, head)
        self.start(end)
        if statement.name:
            self.open.pop()
        self.ended = end

    def _checked(self, after: int, head: int) -> None:
        """End a round or a turn: the state checks, then the next one."""
        self.go(after)
        if after != head:
            self.start(after)
            self.controls()
            self.go(head)

    def _after(self, head: int) -> int:
        """Give the block that ends a round or a turn: its head, if nothing is checked."""
        return self.shared.new_block() if self.shared.program.controls else head

    def _turns(self, statement: core.Turns) -> None:
        head, end = self.shared.new_block(), self.shared.new_block()
        inside = self.shared.new_block()
        hidden = self.unit.hidden(core.PLAYERS)
        waiting = self.unit.locate(hidden)
        target = self.unit.locate(statement.slot)
        step = -1 if statement.direction == "antihoraire" else 1
        start = self.straight.write(statement.start)
        if self.constants.eliminates:
            self.add(f"{waiting} = S.seats_from({start}, {step})")
        else:
            table = self.constants.literal(rotations(self.constants.layout.players, step))
            self.add(f"{waiting} = {table}[{start}]")
        self._head(head, statement)
        if self.constants.eliminates:
            self.add(f"{waiting} = tuple(p for p in {waiting} if S.alive[p])")
        self.add(f"if not {waiting}: return {end}")
        self.add(f"{target} = {waiting}[0]", f"{waiting} = {waiting}[1:]")
        self.go(inside)
        self.start(inside)
        after = self._after(head)
        self.open_scope("tour", "", after)
        self.add(*self.unit.note("turn", statement.cites, statement.span,
                                 ((target, core.PLAYER),), statement.title))  # fmt: skip
        self._rounds(statement, hidden)
        self.close_scope()
        self._checked(after, head)
        self.start(end)

    def _phase(self, statement: core.PhaseBlock) -> None:
        self._mark_start(statement.name)
        self._scoped("phase", statement.name, statement.title, statement)

    def _scoped(
        self, kind: str, name: str, title: str, statement: core.PhaseBlock | core.StepBlock
    ) -> None:
        end = self.shared.new_block()
        is_quiet = isinstance(statement, core.StepBlock) and is_quiet_step(statement)
        self.open_scope(kind, name, end, is_quiet)
        word = "phase" if kind == "phase" else "step"
        self.add(*self.unit.note(word, statement.cites, statement.span, (), title))
        self.body(statement.body)
        self.close_scope()
        self.go(end)
        self.start(end)
        self.controls()
        self.ended = end

    def controls(self) -> None:
        """Run the state checks here."""
        controls = self.shared.program.controls
        if any(("control", control.name) in self.shared.stopping for control in controls):
            resume = self.shared.new_block()
            self.add("if due(S):")
            self.out.indent += 1
            self.push(("controls", ""), [], resume)
            self.out.indent -= 1
            self.go(resume)
            self.start(resume)
        else:
            self.straight.controls()


def is_quiet_step(step: core.StepBlock) -> bool:
    """Tell whether nobody may respond in a step."""
    return step.permission == "rien"


def _place_name(statement: core.Statement) -> str:
    """Return the name of a phase or step that a statement is."""
    match statement:
        case core.PhaseBlock() | core.StepBlock():
            return statement.name
        case core.RunPhase():
            return statement.phase
        case _:
            return ""
