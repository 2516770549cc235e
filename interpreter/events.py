"""Events and windows as code: the life-cycle of an event, the rounds of a window.

An event goes: forbidden? replaced? before (forced, then optional), commit, state checks,
after (forced, then optional). Stages nobody listens to cost nothing: no code is written
for them.
"""

from __future__ import annotations

from ..dsl import core
from ..dsl.program import Ability, Event, Window
from .abilities import Abilities, forbids, prohibitions_of, write_controls
from .blocks import Blocks
from .stopping import answering
from .straight import Straight, forbidden_number
from .units import Ask, Lines, Rule, Shared, Unit, rule_of


class Events:
    """Writes the code of all events and windows of a compilation."""

    def __init__(self, shared: Shared, abilities: Abilities) -> None:
        self.shared = shared
        self.program = shared.program
        self.abilities = abilities

    def write_all(self) -> None:
        """Write every event and every window."""
        for event in self.program.events.values():
            if ("event", event.name) in self.shared.stopping:
                self._framed(event)
            else:
                self._function(event)
        for window in self.program.windows.values():
            self._window(window)

    def _answers(self, event: str, cls: str, moment: str) -> list[Ability]:
        return [
            ability
            for ability in answering(self.program, event)
            if ability.cls == cls
            and ability.trigger is not None
            and ability.trigger.moment == moment
        ]

    def _number(self, ability: Ability) -> int:
        return self.shared.number_of("ability", ability.name)

    def _forbidden(self, event: Event, values: list[str]) -> list[str]:
        """Python tests that forbid an event."""
        tests = []
        for other in prohibitions_of(self.program, event.name):
            assert other.trigger is not None
            arguments = "".join(f", {v}" for v in values[: len(other.trigger.slots)])
            tests.append(f"f{self._number(other)}(S, -1{arguments})")
        if forbids(self.program, event.name):
            held = "".join(f"{value}, " for value in values)
            target = forbidden_number(self.program, event.name)
            tests.append(f"is_forbidden(S, {target}, ({held}))")
        return tests

    def _note(self, unit: Unit, event: Event) -> list[str]:
        pairs = tuple((unit.locate(p.slot), p.kind) for p in event.params)
        return unit.note("event", event.cites, event.span, pairs, event.title)

    # Straight events -----------------------------------------------------

    def _function(self, event: Event) -> None:
        """Write an event that never stops: `e…_act`, `e…_after` and both together."""
        number = self.shared.number_of("event", event.name)
        slots = tuple(p.slot for p in event.params)
        unit = Unit(self.shared, rule_of(event), slots, False)
        values = [unit.locate(slot) for slot in slots]
        head = "".join(f", {value}" for value in values)
        act = Lines()
        self._straight_act(event, unit, act, values)
        after = Lines()
        for ability in self._answers(event.name, "forcé", "après"):
            self._fire(ability, after, values, "return True")
        after.add("return False")
        self.shared.functions.append(
            f"def e{number}_act(S{head}):\n" + "\n".join(act.lines)
        )
        self.shared.functions.append(
            f"def e{number}_after(S{head}):\n" + "\n".join(after.lines)
        )
        self.shared.functions.append(
            f"def e{number}(S{head}):\n"
            f"    r = e{number}_act(S{head})\n"
            f"    return e{number}_after(S{head}) if r is None else r"
        )

    def _straight_act(
        self, event: Event, unit: Unit, out: Lines, values: list[str]
    ) -> None:
        """None: committed; True: the game is over; False: it did not happen."""
        for test in self._forbidden(event, values):
            out.add(f"if {test}: return False")
        for ability in self._answers(event.name, "remplacement", "remplacement"):
            arguments = "".join(f", {value}" for value in values)
            number = self._number(ability)
            out.add(f"if q{number}(S, -1, -1{arguments}):")
            out.add(f"    return True if a{number}(S, -1, -1{arguments}) else False")
        for ability in self._answers(event.name, "forcé", "avant"):
            self._fire(ability, out, values, "return True")
        if self._answers(event.name, "forcé", "avant"):
            out.add("if S.cancel: S.cancel = 0; return False")
        out.add(*self._note(unit, event))
        Straight(unit, out).body(event.body)
        write_controls(self.shared, unit, out)
        out.add("return None")

    def _fire(self, ability: Ability, out: Lines, values: list[str], leave: str) -> None:
        """Write the firing of one forced ability, for each card that bears it."""
        number = self._number(ability)
        arguments = "".join(f", {value}" for value in values)
        if ability.card is None:
            me = self._orderer(ability)
            out.add(f"if q{number}(S, {me}, -1{arguments}) and "
                    f"a{number}(S, {me}, -1{arguments}): {leave}")  # fmt: skip
            return
        out.add(f"for e in {self.abilities.bearers(ability)}:")
        out.add("    m = OWNERS[S.at[e]]")
        out.add(f"    if q{number}(S, m, e{arguments}) and "
                f"a{number}(S, m, e{arguments}): {leave}")  # fmt: skip

    def _orderer(self, ability: Ability) -> str:
        """The player who orders simultaneous abilities (rien without a profile)."""
        if self.program.order is None:
            return "-1"
        return Unit(self.shared, rule_of(ability), (), False).emitter.write(
            self.program.order
        )

    # Events that stop ----------------------------------------------------

    def _framed(self, event: Event) -> None:
        for family in ("event", "event_act", "event_after"):
            name = (family, event.name)
            slots = tuple(p.slot for p in event.params)
            unit = Unit(self.shared, rule_of(event), slots, True)
            blocks = Blocks(unit, self.shared.entry(name))
            end = self.shared.new_block()
            self._open_event(blocks, event, end)
            values = [unit.locate(slot) for slot in slots]
            if family != "event_after":
                stop = self._framed_act(blocks, event, values)
            if family == "event":
                self._framed_after(blocks, event, values)
            if family == "event_after":
                self._framed_after(blocks, event, values)
            blocks.close_scope()
            blocks.go(end)
            if family != "event_after":
                blocks.start(stop)
                if family == "event_act":
                    blocks.add("S.cancel = 1")
                blocks.open.append(blocks.last_scope)
                blocks.close_scope()
                blocks.go(end)
            blocks.start(end)
            blocks.finish_unit()
            self.shared.unit_number(name)
            self.shared.sizes[name] = len(unit.slots) + 1

    def _open_event(self, blocks: Blocks, event: Event, end: int) -> None:
        blocks.open_scope("événement", event.name, end)
        blocks.last_scope = blocks.open[-1]

    def _framed_act(self, blocks: Blocks, event: Event, values: list[str]) -> int:
        """Write the stages up to commit; give the block reached if it does not happen."""
        stop = self.shared.new_block()
        for test in self._forbidden(event, values):
            blocks.add(f"if {test}: return {stop}")
        for ability in self._answers(event.name, "remplacement", "remplacement"):
            self._replace(blocks, ability, values, stop)
        self._forced(blocks, event, "avant", values)
        self._optional(blocks, event, "avant", values)
        if self._answers(event.name, "forcé", "avant") or self._answers(
            event.name, "réponse", "avant"
        ):
            blocks.add(f"if S.cancel: S.cancel = 0; return {stop}")
        blocks.add(*self._note(blocks.unit, event))
        blocks.body(event.body)
        blocks.controls()
        return stop

    def _framed_after(self, blocks: Blocks, event: Event, values: list[str]) -> None:
        self._forced(blocks, event, "après", values)
        self._optional(blocks, event, "après", values)

    def _replace(
        self, blocks: Blocks, ability: Ability, values: list[str], stop: int
    ) -> None:
        number = self._number(ability)
        arguments = "".join(f", {value}" for value in values)
        go_on, inside = self.shared.new_block(), self.shared.new_block()
        blocks.add(f"return {inside} if q{number}(S, -1, -1{arguments}) else {go_on}")
        blocks.start(inside)
        self._run(blocks, ability, "-1", "-1", values, stop)
        blocks.start(go_on)

    def _run(
        self,
        blocks: Blocks,
        ability: Ability,
        me: str,
        card: str,
        values: list[str],
        then: int,
    ) -> None:
        """Run an ability, then go to a block."""
        if ("ability", ability.name) in self.shared.stopping:
            blocks.push(("ability", ability.name), [me, card, *values], then)
            return
        arguments = "".join(f", {value}" for value in (me, card, *values))
        blocks.add(f"if a{self._number(ability)}(S{arguments}): return -1")
        blocks.go(then)

    def _candidates(
        self, abilities: list[Ability], values: list[str], seat: str
    ) -> list[str]:
        """Lines that list in `o` the abilities that may fire now (for a seat, or all)."""
        lines = ["o = []"]
        arguments = "".join(f", {value}" for value in values)
        for ability in abilities:
            number = self._number(ability)
            if ability.card is None:
                me = seat or self._orderer(ability)
                lines.append(
                    f"if q{number}(S, {me}, -1{arguments}): o.append(({number}, -1))"
                )
                continue
            mine = f" and OWNERS[S.at[e]] == {seat}" if seat else ""
            lines.append(f"for e in {self.abilities.bearers(ability)}:")
            lines.append(f"    if q{number}(S, OWNERS[S.at[e]], e{arguments}){mine}: "
                         f"o.append(({number}, e))")  # fmt: skip
        return lines

    def _ask_of(
        self, event: Event, blocks: Blocks, pick: str, used: str, mode: str, moment: str
    ) -> Ask:
        slots = blocks.unit.slots
        return Ask(
            mode, slots[pick], None, event.name, event.title, event.cites, event.span,
            slots=slots, event=event.name, moment=moment, used=slots[used],
        )  # fmt: skip

    def _forced(self, blocks: Blocks, event: Event, moment: str, values: list[str]) -> None:
        """Write a stage of forced abilities: each fires once, ties ordered by the profile."""
        abilities = self._answers(event.name, "forcé", moment)
        if not abilities:
            return
        fired, picked = blocks.unit.hidden(), blocks.unit.hidden()
        done, pick = blocks.unit.locate(fired), blocks.unit.slot(picked)
        head, run, end = (self.shared.new_block() for _ in range(3))
        blocks.add(f"{done} = ()")
        blocks.go(head)
        blocks.start(head)
        blocks.add(*self._candidates(abilities, values, ""))
        blocks.add(f"o = [y for y in o if y not in {done}]", f"if not o: return {end}")
        if self.program.order is None:
            blocks.add("o = o[:1]")
        who = (
            "-1"
            if self.program.order is None
            else blocks.straight.write(self.program.order)
        )
        ask = self._ask_of(event, blocks, picked, fired, "order", moment)
        blocks.ask(ask, who, run)
        blocks.start(run)
        blocks.add(f"{done} += (F[{pick}],)")
        self._dispatch(blocks, abilities, f"F[{pick}]", values, "", head)
        blocks.start(end)

    def _dispatch(
        self, blocks: Blocks, abilities: list[Ability], pick: str, values: list[str],
        seat: str, then: int,
    ) -> None:  # fmt: skip
        """Run the picked ability, then go to a block."""
        for ability in abilities:
            chosen, other = self.shared.new_block(), self.shared.new_block()
            blocks.add(
                f"return {chosen} if {pick}[0] == {self._number(ability)} else {other}"
            )
            blocks.start(chosen)
            me = seat or (
                self._orderer(ability)
                if ability.card is None
                else f"OWNERS[S.at[{pick}[1]]]"
            )
            self._run(blocks, ability, me, f"{pick}[1]", values, then)
            blocks.start(other)
        blocks.go(then)

    def _optional(
        self, blocks: Blocks, event: Event, moment: str, values: list[str]
    ) -> None:
        """Write a stage of responses: seats in order until all pass in a row."""
        abilities = self._answers(event.name, "réponse", moment)
        if not abilities:
            return
        unit = blocks.unit
        fired = unit.hidden()
        seats, used = unit.locate(unit.hidden(core.PLAYERS)), unit.locate(fired)
        passes = unit.locate(unit.hidden(core.NUMBER))
        picked = unit.hidden()
        pick = unit.slot(picked)
        head, run, end = (self.shared.new_block() for _ in range(3))
        first = (
            "0" if self.program.order is None else blocks.straight.write(self.program.order)
        )
        blocks.add(
            f"{seats} = S.seats_from(max(0, {first}), 1)", f"{used} = ()", f"{passes} = 0"
        )
        blocks.go(head)
        blocks.start(head)
        blocks.add(f"if {passes} >= len({seats}): return {end}")
        blocks.add(*self._candidates(abilities, values, f"{seats}[0]"))
        blocks.add(f"o = [y for y in o if y not in {used}]", "o.append(PASS)")
        ask = self._ask_of(event, blocks, picked, fired, "window", moment)
        blocks.ask(ask, f"{seats}[0]", run)
        blocks.start(run)
        rotated = f"{seats} = {seats}[1:] + {seats}[:1]"
        blocks.add(f"if F[{pick}] == PASS:", f"    {passes} += 1", f"    {rotated}",
                   f"    return {head}")  # fmt: skip
        blocks.add(f"{used} += (F[{pick}],)", f"{passes} = 0", rotated)
        self._dispatch(blocks, abilities, f"F[{pick}]", values, f"{seats}[-1]", head)
        blocks.start(end)

    # Windows -------------------------------------------------------------

    def _window(self, window: Window) -> None:
        """Write a window: its frame holds seats (rotating) and the passes in a row."""
        name = ("window", window.name)
        unit = Unit(self.shared, rule_of(window), ("seats",), True)
        unit.emitter.kinds["seats"] = core.PLAYERS
        blocks = Blocks(unit, self.shared.entry(name))
        passes = unit.locate(unit.hidden(core.NUMBER))
        pick = unit.slot(unit.hidden())
        seats = unit.locate("seats")
        head, run, end = (self.shared.new_block() for _ in range(3))
        blocks.open_scope("fenêtre", window.name, end)
        blocks.add(f"{passes} = 0")
        blocks.go(head)
        blocks.start(head)
        number = self.shared.number_of("window", window.name)
        out = self.shared.new_block()
        if self.shared.constants.eliminates:
            blocks.add(f"{seats} = tuple(p for p in {seats} if S.alive[p])")
        blocks.add(
            f"if {passes} >= len({seats}): return {out}", f"o = w{number}(S, {seats}[0])"
        )
        if window.closure == "obligatoire":
            blocks.add(f"if not o: return {out}")
        else:
            blocks.add("o.append(PASS)")
        ask = Ask("window", pick, None, window.name, window.title, window.cites, window.span,
                  window=window.name, slots=unit.slots)  # fmt: skip
        blocks.ask(ask, f"{seats}[0]", run)
        blocks.start(run)
        self._after_pick(blocks, window, pick, seats, passes, head, out)
        blocks.start(out)
        blocks.close_scope()
        blocks.go(end)
        blocks.start(end)
        blocks.finish_unit()
        self.shared.unit_number(name)
        self.shared.sizes[name] = len(unit.slots) + 1

    def _after_pick(
        self, blocks: Blocks, window: Window, pick: int, seats: str, passes: str,
        head: int, out: int,
    ) -> None:  # fmt: skip
        """Write what follows a pass or an action in a window."""
        rotated = f"{seats} = {seats}[1:] + {seats}[:1]"
        once = window.closure in ("unique", "obligatoire")
        blocks.add(f"if F[{pick}] == PASS:")
        blocks.add(*(["    " + line for line in self._pass_note(blocks, window, seats)]))
        if window.closure == "passe":
            blocks.add(f"    {seats} = {seats}[1:]")
        elif once:
            blocks.add(f"    return {out}")
        else:
            blocks.add(f"    {passes} += 1", f"    {rotated}")
        if not once:
            blocks.add(f"    return {head}")
        then = self.shared.new_block()
        actions = [
            a for a in self.program.abilities.values()
            if a.cls == "action" and window.name in a.windows
        ]  # fmt: skip
        for ability in actions:
            self._act(blocks, ability, f"F[{pick}]", f"{seats}[0]", then)
        blocks.go(then)
        blocks.start(then)
        if once:
            blocks.go(out)
            return
        blocks.add(f"{passes} = 0")
        if window.resume == "suivant":
            blocks.add(rotated)
        blocks.go(head)

    def _pass_note(self, blocks: Blocks, window: Window, seats: str) -> list[str]:
        return blocks.unit.note(
            "pass", window.cites, window.span, ((f"{seats}[0]", core.PLAYER),), window.title
        )

    def _act(self, blocks: Blocks, ability: Ability, pick: str, me: str, then: int) -> None:
        """Run the picked action with its parameters."""
        number = self._number(ability)
        count = len(ability.parameters)
        values = [f"{pick}[{2 + i}]" for i in range(count)]
        if ("ability", ability.name) not in self.shared.stopping:
            arguments = "".join(f", {value}" for value in (me, f"{pick}[1]", *values))
            blocks.add(f"if {pick}[0] == {number}:")
            blocks.add(f"    return -1 if a{number}(S{arguments}) else {then}")
            return
        chosen, other = self.shared.new_block(), self.shared.new_block()
        blocks.add(f"return {chosen} if {pick}[0] == {number} else {other}")
        blocks.start(chosen)
        blocks.push(("ability", ability.name), [me, f"{pick}[1]", *values], then)
        blocks.start(other)


__all__ = ["Events", "Rule"]
