"""Statements that never stop, as straight Python lines.

Goes in: a unit and statements. Comes out: lines. `Finish` leaves the whole code unit:
in a function by returning True, in a block by returning -1.
"""

from __future__ import annotations

from ..dsl import core
from ..dsl.program import Program, StateVar
from .alignments import line_search
from .batches import announce, simultaneous
from .drawing import write_drawn, write_rolls
from .folding import known_truth
from .jumps import Around, inside
from .keeping import write_updates
from .moving import write_draw, write_move
from .runtime import NUMBER_LIMIT
from .shortcuts import LONGEST_LINE, column_fold
from .units import Lines, Unit
from .unusual import change_line, usual_value


class Straight:
    """Writes straight statements of one unit into `out`.

    Inside `simultanément`, `waiting` is the Python place of the events announced so far;
    inside `enchaîné` it is `chained` too: each happens at once, its answers wait.
    """

    def __init__(
        self, unit: Unit, out: Lines, waiting: str = "", chained: bool = False
    ) -> None:
        self.unit = unit
        self.out = out
        self.waiting = waiting
        self.chained = chained
        self.shared = unit.shared
        self.constants = unit.shared.constants
        #: What the statement stands in, where decisions are drawn, and whether it is the
        #: last thing done there (see jumps.py).
        self.around: list[Around] = []
        self.is_last = True

    def write(self, expr: core.Expr) -> str:
        return self.unit.emitter.write(expr)

    @property
    def exit(self) -> str:
        """The line that leaves the unit once the game is over."""
        return "return -1" if self.unit.framed else "return True"

    def body(self, body: core.Body) -> None:
        """Write statements one after another."""
        is_last = self.is_last
        for number, statement in enumerate(body, 1):
            self.is_last = is_last and number == len(body)
            self.statement(statement)
        self.is_last = is_last
        if not body:
            self.out.add("pass")

    def statement(self, statement: core.Statement) -> None:
        """Write one statement."""
        out = self.out
        out.add(*self.shared.pass_by(id(statement)))
        match statement:
            case core.Nothing():
                out.add("pass")
            case core.Let():
                out.add(
                    f"{self.unit.locate(statement.slot)} = {self.held(statement.value)}"
                )
            case core.Assign():
                self._assign(statement)
            case core.Adjust():
                self._adjust(statement)
            case core.Move():
                write_move(self, statement)
            case core.Draw():
                write_draw(self, statement)
            case core.Shuffle():
                zone = self.zone(statement.zone)
                out.add(f"S.shuffle({self.stream(statement.zone)}, {zone})")
                self._note("shuffle", statement, (), self._zone_title(statement.zone),
                           statement.zone.zone)  # fmt: skip
            case core.Eliminate() | core.Readmit():
                act = "eliminate" if isinstance(statement, core.Eliminate) else "readmit"
                player = self.write(statement.player)
                player = self._once(statement.player, player)
                out.add(f"S.{act}({player})")
                self._note(act, statement, ((player, core.PLAYER),))
            case core.Roll():
                self._roll(statement)
            case core.If():
                self._if(statement)
            case core.While():
                self._while(statement)
            case core.Repeat():
                self._repeat(statement)
            case core.For():
                self._for(statement)
            case core.Perform():
                number = self.shared.number_of("procedure", statement.procedure)
                arguments = "".join(f", {self.write(a)}" for a in statement.arguments)
                out.add(f"if p{number}(S{arguments}): {self.exit}")
            case core.Emit():
                self._emit(statement)
            case core.Simultaneous():
                self.is_last = False
                simultaneous(self, statement)
            case core.Cancel():
                out.add("S.cancel = 1")
                self._note("cancel", statement, ())
            case core.Lasting():
                self._lasting(statement)
            case core.Forbid():
                self._forbid(statement)
            case core.Finish():
                self._finish(statement)
            case _:
                write_drawn(self, statement)

    def held(self, expr: core.Expr) -> str:
        """A value that outlives the expression: sets are frozen into tuples."""
        text = self.write(expr)
        return f"tuple({text})" if expr.kind.many or expr.kind.lines else text

    def _note(
        self,
        kind: str,
        statement: core.Statement,
        arguments: tuple[tuple[str, core.Kind], ...],
        title: str = "",
        subject: str = "",
    ) -> None:
        cites, span = statement.cites, statement.span
        self.out.add(*self.unit.note(kind, cites, span, arguments, title, subject))

    def _target(self, target: core.Global | core.Column) -> str:
        name = f"S.{self.constants.layout.states[target.state]}"
        if isinstance(target, core.Global):
            return name
        index = self._once(target.index, self.write(target.index))
        if target.index.kind.optional:
            place = self.constants.place(target.span)
            self.out.add(f"if {index} < 0: raise RuleFault('nobody', {place})")
        return f"{name}[{index}]"

    def _once(self, expr: core.Expr, text: str) -> str:
        """Give the text of whom a change is about: read before the change, not again."""
        if isinstance(expr, core.Local | core.Const):
            return text
        self.out.add(f"here = {text}")
        return "here"

    def _state_note(
        self, kind: str, statement: core.Assign | core.Adjust, text: str
    ) -> None:
        """Note a change of a state: owner (if any), value before, new value."""
        target = statement.target
        state = self.shared.program.states[target.state]
        arguments: tuple[tuple[str, core.Kind], ...] = (
            ("was", state.kind),
            (text, state.kind),
        )
        if isinstance(target, core.Column):
            is_plain = isinstance(target.index, core.Local | core.Const)
            index = self.write(target.index) if is_plain else "here"
            arguments = ((index, target.index.kind), *arguments)
        self._note(kind, statement, arguments, state.title, state.name)

    def _remember(self, target: str) -> None:
        """Keep the value before a change, for the journal."""
        if self.shared.journal:
            self.out.add(f"was = {target}")

    def _assign(self, statement: core.Assign) -> None:
        target = self._target(statement.target)
        state = self.shared.program.states[statement.target.state]
        is_known = False
        match statement.value:
            case core.Const(value=int(number)):
                is_known, value = True, repr(clamped(number, state))
            case _:
                value = self.held(statement.value)
                value = value if state.low is None else f"max({state.low}, {value})"
                value = value if state.high is None else f"min({state.high}, {value})"
        self._remember(target)
        self.out.add(f"{target} = {value}")
        is_number = state.kind.family is core.Family.NUMBER and not state.kind.many
        if is_number and not is_known:
            self._check_number(target, statement)
        self._kept(statement.target, target)
        self._state_note("set", statement, target)

    def _adjust(self, statement: core.Adjust) -> None:
        target = self._target(statement.target)
        state = self.shared.program.states[statement.target.state]
        amount, low, high = self.write(statement.amount), state.low, state.high
        self._remember(target)
        if low is None and high is None and isinstance(statement.amount, core.Const):
            # What grows by a constant never gets out of hand.
            self.out.add(f"{target} += {amount}")
        else:
            least = f"{1 - NUMBER_LIMIT} <=" if low is None else f"{low} <="
            most = f"< {NUMBER_LIMIT}" if high is None else f"<= {high}"
            place = self.constants.place(statement.span)
            self.out.add(f"n = {target} + {amount}")
            self.out.add(f"if not {least} n {most}: n = within(n, {low}, {high}, {place})")
            self.out.add(f"{target} = n")
        self._kept(statement.target, target)
        self._state_note("adjust", statement, target)

    def _kept(self, changed: core.Global | core.Column, target: str) -> None:
        """Bring up to date what the change of a column changes."""
        if isinstance(changed, core.Column):
            place = target.partition("[")[2][:-1]
            write_updates(self, changed.state, place)
            if usual_value(self.constants, changed.state) is not None:
                self.out.add(change_line(self.constants, changed.state, place))

    def _check_number(self, target: str, statement: core.Statement) -> None:
        place = self.constants.place(statement.span)
        self.out.add(
            f"if not -{NUMBER_LIMIT} < {target} < {NUMBER_LIMIT}: "
            f"raise RuleFault('number', {place})"
        )

    def zone(self, zone: core.ZoneRef) -> str:
        """Give the number of a place; nobody's place is the rule's fault."""
        text = self.unit.emitter.zone_number(zone.zone, zone.index)
        if zone.index is not None and zone.index.kind.optional:
            place = self.constants.place(zone.index.span)
            self.out.add(f"if {text} < {self.constants.layout.zone_base[zone.zone]}: "
                         f"raise RuleFault('nobody', {place})")  # fmt: skip
        return text

    def stream(self, zone: core.ZoneRef) -> int:
        """Give the number of the chance stream of a place."""
        return self.constants.layout.streams[f"zone:{zone.zone}"]

    def _zone_title(self, zone: core.ZoneRef) -> str:
        return self.shared.program.zones[zone.zone].title

    def note_move(
        self, kind: str, statement: core.Move | core.Draw, zone: core.ZoneRef, held: str,
        what: core.Kind, number: str,
    ) -> None:  # fmt: skip
        """Note what came to a zone."""
        text = f"tuple({held})" if what.many else held
        self._note(kind, statement, ((text, what), (number, core.NUMBER)),
                   self._zone_title(zone), zone.zone)  # fmt: skip

    def _roll(self, statement: core.Roll) -> None:
        die = self.shared.program.dice[statement.die]
        stream = self.constants.layout.streams[f"dé:{statement.die}"]
        count = self.write(statement.times)
        place = self.constants.place(statement.span)
        target = self.unit.locate(statement.slot)
        faces = self.constants.tuple_(die.faces)
        if self.shared.draws and count.isdecimal() and 0 < int(count) <= LONGEST_LINE:
            write_rolls(self, statement, int(count), faces)
            return
        if stream in self.shared.ahead:
            roll = f"S.q{stream}.pop() if S.q{stream} else S.refill({stream}, S.q{stream}, {faces})"
            self.out.add(
                f"{target} = tuple([{roll} for _ in range(times({count}, {place}))])"
            )
            return
        self.out.add(f"{target} = S.roll({stream}, times({count}, {place}), {faces})")
        self._note("roll", statement, ((target, core.NUMBERS),), die.title, die.name)

    def _if(self, statement: core.If) -> None:
        if self._if_some(statement):
            return
        test = self.unit.emitter.test(statement.condition)
        known = known_truth(test)
        if known is not None:
            self.body(statement.then if known else statement.otherwise)
            return
        self.out.add(f"if {test}:")
        self._inside(statement.then)
        if statement.otherwise:
            self.out.add("else:")
            self._inside(statement.otherwise)

    def _if_some(self, statement: core.If) -> bool:
        """Write « si existe(E où …) : … finir » as a loop that leaves at the first one."""
        condition, emitter = statement.condition, self.unit.emitter
        if statement.otherwise or not isinstance(statement.then[-1], core.Finish):
            return False
        if not isinstance(condition, core.Fold) or condition.op != "existe":
            return False
        group = condition.group
        if not isinstance(group, core.Where) or column_fold(emitter, condition) is not None:
            return False
        if line_search(emitter, group) is not None:
            return False
        group = emitter.narrowed(group)
        self.out.add(f"for {emitter.loop(group)}:")
        self.out.indent += 1
        self.out.add(f"if {emitter.test(group.condition)}:")
        with inside(self, Around(self.is_last)):
            self._inside(statement.then)
        self.out.indent -= 1
        return True

    def _inside(self, body: core.Body) -> None:
        self.out.indent += 1
        self.body(body)
        self.out.indent -= 1

    def _counted(self, statement: core.Statement) -> str:
        """Write a counter that ends a loop which would never end."""
        count = self.constants.fresh("n")
        self.out.add(f"{count} = 0")
        return count

    def _guard(self, count: str, statement: core.Statement) -> None:
        place = self.constants.place(statement.span)
        self.out.add(f"    {count} += 1")
        self.out.add(f"    if {count} > STEP_LIMIT: raise RuleFault('endless', {place})")

    def _while(self, statement: core.While) -> None:
        count = self._counted(statement)
        self.out.add(f"while {self.write(statement.condition)}:")
        self._guard(count, statement)
        self._round(statement)

    def _repeat(self, statement: core.Repeat) -> None:
        place = self.constants.place(statement.span)
        name = self.constants.fresh("y")
        count = self.write(statement.times)
        if not count.isdecimal() or int(count) > 1000:
            count = f"times({count}, {place})"
        self.out.add(f"for {name} in range({count}):")
        self._round(statement)

    def _for(self, statement: core.For) -> None:
        target = self.unit.locate(statement.slot)
        self.out.add(f"for {target} in tuple({self.write(statement.group)}):")
        self._round(statement)

    def _round(self, loop: core.While | core.Repeat | core.For) -> None:
        """Write the body of a loop; its end comes back to its test."""
        with inside(self, Around(is_last=self.is_last)):
            self._inside(loop.body)
        self.out.add(*(f"    {line}" for line in self.shared.pass_by(id(loop))))

    def _emit(self, statement: core.Emit) -> None:
        number = self.shared.number_of("event", statement.event)
        if self.waiting:
            announce(self, statement, number)
            return
        arguments = "".join(f", {self.held(a)}" for a in statement.arguments)
        self.out.add(f"if e{number}(S{arguments}): {self.exit}")

    def controls(self) -> None:
        """Write the state checks, all of which are straight."""
        self.out.add(*self.control_lines())

    def control_lines(self) -> tuple[str, ...]:
        """Give the lines that check the state."""
        has_controls = bool(self.shared.program.controls)
        return (f"if controls(S): {self.exit}",) if has_controls else ()

    def _lasting(self, statement: core.Lasting) -> None:
        number = self.constants.value_number(statement.value)
        scope = self.shared.duration_number(statement.scope)
        values = "".join(f", {self.write(a)}" for a in statement.arguments)
        amount = self.write(statement.amount)
        self.out.add(f"S.lasting.append(({scope}, {number}, {amount}{values}))")
        title = self.shared.program.values[statement.value].title
        self._note("lasting", statement, ((amount, core.NUMBER),), title)

    def _forbid(self, statement: core.Forbid) -> None:
        scope = self.shared.duration_number(statement.scope)
        target = forbidden_number(self.shared.program, statement.target)
        arguments = statement.arguments
        values = (
            "" if arguments is None else "".join(f", {self.write(a)}" for a in arguments)
        )
        self.out.add(f"S.forbidden.append(({scope}, {target}{values}))")
        self._note("forbid", statement, ())

    def _finish(self, statement: core.Finish) -> None:
        outcome = list(self.shared.program.outcomes).index(statement.outcome)
        winners = "()" if statement.winners is None else self._winners(statement.winners)
        self.out.add(f"S.result = ({outcome}, {winners})")
        if not self.shared.draws:
            self.out.add("S.stack.clear()")
        title = self.shared.program.outcomes[statement.outcome].title
        self._note("finish", statement, (("S.result[1]", core.PLAYERS),), title)
        self.out.add(self.exit)

    def _winners(self, winners: core.Expr) -> str:
        text = self.write(winners)
        if isinstance(winners, core.SetOf) and len(winners.items) == 1:
            return text
        return f"tuple({text})" if winners.kind.many else f"({text},)"


def clamped(value: int, state: StateVar) -> int:
    """Give a number within the bounds of a state."""
    value = value if state.low is None else max(state.low, value)
    return value if state.high is None else min(state.high, value)


def forbidden_number(program: Program, target: str) -> int:
    """Number what can be forbidden while playing: abilities first, then events."""
    abilities = list(program.abilities)
    if target in abilities:
        return abilities.index(target)
    return len(abilities) + list(program.events).index(target)
