"""Statements that stop, as numbered blocks.

A block is a Python function of the state that returns the number of the next block, or
-1 when a decision is pending or the game is over. Between two blocks everything lives in
the frame `F`, so a game can be copied or saved at any decision.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..dsl import core
from .stopping import stops
from .straight import Straight
from .units import Ask, Lines, Unit, are_told_apart

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
        self.last_scope = OpenScope("", "", -1)
        self.start(entry)

    def start(self, block: int) -> None:
        """Go on writing at the head of a block."""
        self.out = Lines()
        self.out.lines = self.shared.blocks[block]
        self.shared.frames[block] = self.unit
        self.straight = Straight(self.unit, self.out)

    def add(self, *lines: str) -> None:
        self.out.add(*lines)

    def go(self, block: int) -> None:
        """End the current block by going to another."""
        self.add(f"return {block}")

    def finish_unit(self) -> None:
        """End the unit: back to whoever called it."""
        self.add(*RETURN)

    def body(self, body: core.Body) -> None:
        """Write statements one after another."""
        for statement in body:
            self.statement(statement)

    def statement(self, statement: core.Statement) -> None:
        """Write one statement, straight if it never stops."""
        if not stops(statement, self.shared.stopping):
            self.straight.statement(statement)
            return
        match statement:
            case core.Choose():
                self._choose(statement)
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
            case core.Emit():
                self._call("event", statement.event, statement.arguments)
            case core.Simultaneous():
                self._simultaneous(statement)
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
        if may_be_single and self.shared.automatic:
            self.add("if len(o) == 1: return take(S, o[0])")
        self.add("return -1")

    def _ask_of(self, statement: core.Choose, slot: int) -> Ask:
        rule = self.unit.rule
        kind = None if statement.group is None else statement.group.kind
        return Ask(
            statement.mode, slot, kind, rule.name, statement.title or rule.title,
            statement.cites or rule.cites, statement.span,
            minimum=statement.minimum, maximum=statement.maximum, group=statement.group,
            condition=statement.condition, target=statement.slot, slots=self.unit.slots,
        )  # fmt: skip

    def _choose(self, statement: core.Choose) -> None:
        if statement.mode == "many":
            self._choose_many(statement)
            return
        resume = self.shared.new_block()
        slot = self.unit.slot(statement.slot)
        who = self.unit.emitter.write(statement.chooser)
        place = self.constants.place(statement.span)
        if statement.group is None:
            self.add("o = [1, 0]")
        else:
            self.add(f"o = {self.options_of(statement.group)}")
            if statement.mode == "one":
                self.add(f"if not o: raise RuleFault('no_option', {place})")
            else:
                self.add("o.append(-1)")
        self.ask(self._ask_of(statement, slot), who, resume)
        self.start(resume)
        self.add(*self._chosen_note(statement, f"F[{slot}]"))

    def _chosen_note(self, statement: core.Choose, text: str) -> list[str]:
        kind = core.BOOLEAN
        if statement.group is not None:
            family = statement.group.kind
            kind = core.Kind(family.family, family.name, many=statement.mode == "many")
        who = self.unit.emitter.write(statement.chooser)
        return self.unit.note(
            "choose", statement.cites, statement.span,
            ((who, core.PLAYER), (text, kind)), statement.title,
        )  # fmt: skip

    def options_of(self, group: core.Expr) -> str:
        """Give Python text for a fresh list of options; look-alikes are offered once."""
        text = self.unit.emitter.write(group)
        if self._alike(group):
            return f"unlike(S, {text})"
        if text.startswith("["):
            return text
        return f"list({text})"

    def _choose_many(self, statement: core.Choose) -> None:
        assert statement.group is not None and statement.minimum and statement.maximum
        write = self.unit.emitter.write
        chosen = self.unit.locate(statement.slot)
        pick = self.unit.slot(self.unit.hidden())
        again, picked, end = (self.shared.new_block() for _ in range(3))
        place = self.constants.place(statement.span)
        self.add(f"{chosen} = ()")
        self.go(again)
        self.start(again)
        self.add(
            f"if len({chosen}) >= times({write(statement.maximum)}, {place}): return {end}",
            f"o = [y for y in {self.options_of(statement.group)} if y not in {chosen}]"
            if not self._alike(statement.group)
            else f"o = unlike(S, [y for y in {write(statement.group)} if y not in {chosen}])",
        )
        condition = (
            write(statement.condition) if statement.condition is not None else "True"
        )
        self.add(f"if len({chosen}) >= {write(statement.minimum)} and {condition}:")
        self.add(f"    o.append({-2})", f"    if len(o) == 1: return {end}")
        self.add(f"if not o: raise RuleFault('no_option', {place})")
        self.ask(self._ask_of(statement, pick), write(statement.chooser), picked)
        self.start(picked)
        self.add(f"if F[{pick}] == -2: return {end}", f"{chosen} += (F[{pick}],)")
        self.go(again)
        self.start(end)
        self.add(*self._chosen_note(statement, chosen))

    def _alike(self, group: core.Expr) -> bool:
        component = group.kind.family is core.Family.COMPONENT
        return component and not are_told_apart(self.shared.program)

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
        values = [self.straight._held(argument) for argument in arguments]
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
        self.shared.starts[phase] = (here, scopes if self.shared.leaves_dynamically else ())

    def _open_window(self, statement: core.OpenWindow) -> None:
        write = self.unit.emitter.write
        resume = self.shared.new_block()
        seats = write(statement.seats)
        if statement.seats.kind.many:
            seats = f"set({seats})"
            start = "0" if statement.start is None else write(statement.start)
            step = -1 if statement.direction == "antihoraire" else 1
            seats = f"tuple(p for p in S.seats_from({start}, {step}) if p in {seats})"
        else:
            seats = f"({seats},)"
        self.push(("window", statement.window), [seats], resume)
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
        self.go(head)
        self.start(head)
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
        self.go(head)
        self.start(head)
        self.add(f"if {left} <= 0: return {end}", f"{left} -= 1")
        self.go(inside)
        self.start(inside)
        self.body(statement.body)
        self.go(head)
        self.start(end)

    def _for(self, statement: core.For) -> None:
        head, inside, end = (self.shared.new_block() for _ in range(3))
        waiting = self.unit.locate(self.unit.hidden(statement.group.kind))
        target = self.unit.locate(statement.slot)
        self.add(f"{waiting} = tuple({self.straight.write(statement.group)})")
        self.go(head)
        self.start(head)
        self.add(f"if not {waiting}: return {end}")
        self.add(f"{target} = {waiting}[0]", f"{waiting} = {waiting}[1:]")
        self.go(inside)
        self.start(inside)
        self.body(statement.body)
        self.go(head)
        self.start(end)

    # Scopes --------------------------------------------------------------

    def open_scope(self, kind: str, name: str, end: int) -> None:
        """Open a scope: limits counted per it start anew."""
        self.open.append(OpenScope(kind, name, end))
        limits = self.shared.limits_of(kind, name)
        if limits:
            self.add(f"S.reset_uses({limits!r})")
        if self.shared.leaves_dynamically:
            number = self.shared.scope_number(kind, name)
            self.add(f"S.scopes.append(({number}, len(S.stack), {end}))")

    def close_scope(self) -> None:
        """Close the innermost scope on the normal way out."""
        self._close_lines(self.open.pop())

    def _close_lines(self, scope: OpenScope) -> None:
        if self.shared.leaves_dynamically:
            self.add("S.scopes.pop()")
        ending = self.shared.durations_of(scope.kind, scope.name)
        if ending:
            self.add(f"S.expire({ending!r})")

    def _leave(self, statement: core.Leave) -> None:
        """Jump out of a scope of this unit, or of whoever called it."""
        note = self.unit.note("leave", statement.cites, statement.span, (), statement.scope)
        self.add(*note)
        for depth in range(len(self.open) - 1, -1, -1):
            scope = self.open[depth]
            if statement.scope in (scope.kind, scope.name):
                for crossed in reversed(self.open[depth:]):
                    self._close_lines(crossed)
                self.go(scope.end)
                self.start(self.shared.new_block())
                return
        place = self.constants.place(statement.span)
        target = self.shared.leave_number(statement.scope)
        self.add(f"return leave(S, LEAVES[{target}], SCOPES, {place})")
        self.start(self.shared.new_block())

    def _endless(self, statement: core.Endless) -> None:
        head, end = self.shared.new_block(), self.shared.new_block()
        if statement.name:
            self.open_scope("boucle", statement.name, end)
        self.go(head)
        self.start(head)
        self.open_scope("manche", "", head)
        if statement.title:
            self.add(*self.unit.note("round", statement.cites, statement.span, (),
                                     statement.title))  # fmt: skip
        self.body(statement.body)
        self.close_scope()
        self.go(head)
        self.start(end)
        if statement.name:
            self.open.pop()

    def _turns(self, statement: core.Turns) -> None:
        head, end = self.shared.new_block(), self.shared.new_block()
        inside = self.shared.new_block()
        waiting = self.unit.locate(self.unit.hidden(core.PLAYERS))
        target = self.unit.locate(statement.slot)
        step = -1 if statement.direction == "antihoraire" else 1
        start = self.straight.write(statement.start)
        if self.constants.eliminates:
            self.add(f"{waiting} = S.seats_from({start}, {step})")
        else:
            table = self.constants.literal(_rotations(self.constants.layout.players, step))
            self.add(f"{waiting} = {table}[{start}]")
        self.go(head)
        self.start(head)
        self.add(f"if not {waiting}: return {end}")
        self.add(f"{target} = {waiting}[0]", f"{waiting} = {waiting}[1:]")
        if self.constants.eliminates:
            self.add(f"if not S.alive[{target}]: return {head}")
        self.go(inside)
        self.start(inside)
        self.open_scope("tour", "", head)
        self.add(*self.unit.note("turn", statement.cites, statement.span,
                                 ((target, core.PLAYER),), statement.title))  # fmt: skip
        self.body(statement.body)
        self.close_scope()
        self.go(head)
        self.start(end)

    def _phase(self, statement: core.PhaseBlock) -> None:
        self._mark_start(statement.name)
        self._scoped("phase", statement.name, statement.title, statement)

    def _scoped(
        self, kind: str, name: str, title: str, statement: core.PhaseBlock | core.StepBlock
    ) -> None:
        end = self.shared.new_block()
        self.open_scope(kind, name, end)
        word = "phase" if kind == "phase" else "step"
        self.add(*self.unit.note(word, statement.cites, statement.span, (), title))
        self.body(statement.body)
        self.close_scope()
        self.go(end)
        self.start(end)
        self.controls()

    def controls(self) -> None:
        """Run the state checks here."""
        for control in self.shared.program.controls:
            after = self.shared.new_block()
            test = self.unit.emitter.write(control.condition)
            if ("control", control.name) in self.shared.stopping:
                inside = self.shared.new_block()
                self.add(f"if not {test}: return {after}")
                self.go(inside)
                self.start(inside)
                self.push(("control", control.name), [], after)
            else:
                number = [c.name for c in self.shared.program.controls].index(control.name)
                self.add(f"if {test} and k{number}(S): return -1")
                self.go(after)
            self.start(after)

    def _simultaneous(self, statement: core.Simultaneous) -> None:
        """Commit every event, then answer each in turn."""
        waiting = self.unit.locate(self.unit.hidden())
        self.add(f"{waiting} = ()")
        for inner in statement.body:
            if not isinstance(inner, core.Emit):
                self.statement(inner)
                continue
            values = [self.straight._held(argument) for argument in inner.arguments]
            number = self.shared.number_of("event", inner.event)
            held = "".join(f"{value}, " for value in values)
            self.add(f"{waiting} += (({number}, {held}),)")
            resume = self.shared.new_block()
            self.push(("event_act", inner.event), values, resume)
            self.start(resume)
            self.add(f"if S.cancel: S.cancel = 0; {waiting} = {waiting}[:-1]")
        head, end = self.shared.new_block(), self.shared.new_block()
        self.go(head)
        self.start(head)
        self.add(f"if not {waiting}: return {end}")
        self.add(f"q = {waiting}[0]", f"{waiting} = {waiting}[1:]", f"F[0] = {head}")
        for name in dict.fromkeys(
            s.event for s in statement.body if isinstance(s, core.Emit)
        ):
            number = self.shared.number_of("event", name)
            entry = self.shared.entry(("event_after", name))
            unit = self.shared.unit_number(("event_after", name))
            self.add(f"if q[0] == {number}: return call(S, {entry}, SIZES[{unit}], *q[1:])")
        self.add("return -1")
        self.start(end)


def _rotations(players: int, step: int) -> tuple[tuple[int, ...], ...]:
    return tuple(
        tuple((start + step * offset) % players for offset in range(players))
        for start in range(players)
    )
