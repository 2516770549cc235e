"""The stages of an event that may stop: replaced, forced, optional.

Each lists the abilities that may fire now, lets somebody pick one (the player who orders
forced ones and replacements, each seat in turn for responses), and runs it.
"""

from __future__ import annotations

from dataclasses import replace

from ..dsl import core
from ..dsl.program import Ability, Event, Program
from .abilities import Abilities
from .bearing import are_many, bearing, by_places
from .blocks import Blocks
from .stopping import answering
from .units import Ask, Lines

#: The slot of an event that keeps who bore which ability before it.
MEMORY = "\0mémoire"


def answers_at(program: Program, event: str, cls: str, moment: str) -> list[Ability]:
    """List the abilities of a class that answer an event at a moment."""
    return [
        ability
        for ability in answering(program, event)
        if ability.cls == cls
        and ability.trigger is not None
        and ability.trigger.moment == moment
    ]


class Stages:
    """Writes the stages of one event into its blocks."""

    def __init__(
        self, blocks: Blocks, event: Event, abilities: Abilities, values: list[str]
    ) -> None:
        self.blocks = blocks
        self.event = event
        self.abilities = abilities
        self.values = values
        self.shared = blocks.shared
        self.program = blocks.shared.program
        self.arguments = "".join(f", {value}" for value in values)

    def _number(self, ability: Ability) -> int:
        return self.shared.number_of("ability", ability.name)

    def replaced(self, off: int) -> None:
        """Write the stage of replacements: at most one, then the event is off."""
        found = self._at("remplacement", "remplacement")
        if not found:
            return
        blocks = self.blocks
        fired, picked = blocks.unit.hidden(), blocks.unit.hidden()
        run, done, go_on = (self.shared.new_block() for _ in range(3))
        blocks.add(f"{blocks.unit.locate(fired)} = ()")
        blocks.add(*self._candidates(found, ""), f"if not o: return {go_on}")
        self._order(picked, fired, "remplacement", run)
        blocks.start(run)
        pick = blocks.unit.locate(picked)
        for ability in found:
            scope = self.abilities.busy_scope(ability)
            blocks.add(f"if {pick}[0] == {self._number(ability)}: "
                       f"S.scopes.append(({scope}, len(S.stack), 0))")  # fmt: skip
        self._dispatch(found, pick, "", done)
        blocks.start(done)
        blocks.add("S.scopes.pop()")
        blocks.go(off)
        blocks.start(go_on)

    def forced(self, moment: str) -> None:
        """Write a stage of forced abilities: each fires once, ties ordered by the profile."""
        found = self._at("forcé", moment)
        if not found:
            return
        blocks = self.blocks
        fired, picked = blocks.unit.hidden(), blocks.unit.hidden()
        done, pick = blocks.unit.locate(fired), blocks.unit.locate(picked)
        head, run, end = (self.shared.new_block() for _ in range(3))
        blocks.add(f"{done} = ()")
        blocks.go(head)
        blocks.start(head)
        self._stop_if_cancelled(moment, end)
        blocks.add(*self._candidates(found, ""))
        blocks.add(f"o = [y for y in o if y not in {done}]", f"if not o: return {end}")
        self._order(picked, fired, moment, run)
        blocks.start(run)
        blocks.add(f"{done} += ({pick},)")
        self._dispatch(found, pick, "", head)
        blocks.start(end)

    def optional(self, moment: str) -> None:
        """Write a stage of responses: seats in order until all pass in a row."""
        found = self._at("réponse", moment)
        if not found:
            return
        blocks, unit = self.blocks, self.blocks.unit
        fired, picked = unit.hidden(), unit.hidden()
        seats, used = unit.locate(unit.hidden(core.PLAYERS)), unit.locate(fired)
        passes, pick = unit.locate(unit.hidden(core.NUMBER)), unit.locate(picked)
        head, run, end = (self.shared.new_block() for _ in range(3))
        if self.shared.has_quiet_steps:
            blocks.add(f"if is_quiet(S, QUIET): return {end}")
        first = "0" if self.program.order is None else self.abilities.orderer()
        blocks.add(f"{seats} = S.seats_from({first}, 1)", f"{used} = ()", f"{passes} = 0")
        blocks.go(head)
        blocks.start(head)
        self._stop_if_cancelled(moment, end)
        if self.shared.constants.eliminates:
            blocks.add(
                f"if 0 in S.alive: {seats} = tuple([p for p in {seats} if S.alive[p]])"
            )
        blocks.add(f"if {passes} >= len({seats}): return {end}")
        rotated = f"{seats} = {seats}[1:] + {seats}[:1]"
        passing = [f"    {passes} += 1", f"    {rotated}", f"    return {head}"]
        blocks.add(f"if S.idle >> {seats}[0] & 1:", *passing)
        blocks.add(*self._candidates(found, f"{seats}[0]"))
        blocks.add(
            f"o = [y for y in o if (*y, {seats}[0]) not in {used}]", "o.append(PASS)"
        )
        ask = replace(self._ask(picked, fired, "window", moment), head=head)
        blocks.ask(ask, f"{seats}[0]", run)
        blocks.start(run)
        blocks.add(f"if {pick} == PASS:", *passing)
        blocks.add(f"{used} += ((*{pick}, {seats}[0]),)", f"{passes} = 0", rotated)
        self._dispatch(found, pick, f"{seats}[-1]", head)
        blocks.start(end)

    def _at(self, cls: str, moment: str) -> list[Ability]:
        return answers_at(self.program, self.event.name, cls, moment)

    def _stop_if_cancelled(self, moment: str, end: int) -> None:
        """What is cancelled is no longer about to happen: nobody else answers."""
        if moment == "avant":
            self.blocks.add(f"if S.cancel: return {end}")

    def _candidates(self, abilities: list[Ability], seat: str) -> list[str]:
        """Lines that list in `o` the abilities that may fire now (for a seat, or all)."""
        out = Lines(0)
        out.add("o = []")
        looked_up: list[Ability] = []
        if are_many(self.shared.constants, abilities):
            looked_up = [a for a in abilities if a.card is not None and not a.last_known]
        for ability in abilities:
            if ability not in looked_up:
                self._candidate(ability, seat, out)
        if looked_up:
            self._look_up(looked_up, seat, out)
            out.add("o.sort()")
        return out.lines

    def _candidate(self, ability: Ability, seat: str, out: Lines) -> None:
        """Write whether an ability may fire now, for each card that bears it."""
        number = self._number(ability)
        if ability.card is None:
            me = seat or self.abilities.orderer()
            out.add(f"if q{number}(S, {me}, -1{self.arguments}): o.append(({number}, -1))")
            return
        adds = self._add_bearer(str(number), f"q{number}", seat, ability.common)
        if ability.last_known:
            memory = self.blocks.unit.locate(MEMORY)
            out.add(f"for k, e, m in {memory}:", f"    if k != {number}: continue")
            out.add(f"    {adds}")
            return
        with self.abilities.each_bearer(out, ability, "e"):
            out.add("m = OWNERS[S.at[e]]", adds)

    def _look_up(self, abilities: list[Ability], seat: str, out: Lines) -> None:
        """Write which of the cards that lie somewhere may answer now, in any order."""
        for common in (False, True):
            those = [(a, self._number(a)) for a in abilities if a.common is common]
            constants = self.shared.constants
            for places, borne in by_places(constants, bearing(constants, those)):
                adds = self._add_bearer("n", "Q[n]", seat, common)
                out.add(f"for e in {places}:", f"    for n in {borne}[e]:")
                out.add("        m = OWNERS[S.at[e]]", f"        {adds}")

    def _add_bearer(self, number: str, test: str, seat: str, common: bool) -> str:
        """Give the line that lists the ability of a card `e` of `m`, if it may fire."""
        # Anybody may respond with a card that lies in nobody's zone.
        tests = [f"m in ({seat}, -1)"] if seat and not common else []
        me = seat or f"(m if m >= 0 else {self.abilities.orderer()})"
        tests.append(f"{test}(S, {me}, e{self.arguments})")
        return f"if {' and '.join(tests)}: o.append(({number}, e))"

    def _ask(self, picked: str, used: str, mode: str, moment: str) -> Ask:
        event, slots = self.event, self.blocks.unit.slots
        return Ask(
            mode, slots[picked], None, event.name, event.title, event.cites, event.span,
            slots=slots, event=event.name, moment=moment, used=slots[used],
            memory=slots.get(MEMORY, 0),
        )  # fmt: skip

    def _order(self, picked: str, used: str, moment: str, run: int) -> None:
        """Pick one of the candidates: the first, or what the one who orders says."""
        if self.program.order is None:
            self.blocks.add(f"{self.blocks.unit.locate(picked)} = o[0]")
            self.blocks.go(run)
            return
        ask = self._ask(picked, used, "order", moment)
        self.blocks.ask(ask, self.abilities.orderer(), run)

    def _dispatch(self, abilities: list[Ability], pick: str, seat: str, then: int) -> None:
        """Run the picked ability, then go to a block."""
        self.blocks.choose_unit(
            f"{pick}[0]",
            {self._number(ability): ability for ability in abilities},
            lambda ability: self._run(
                ability, seat or self._me(ability, pick), f"{pick}[1]", then
            ),
            then,
        )

    def _me(self, ability: Ability, pick: str) -> str:
        """Python text for who uses the picked ability."""
        orderer = self.abilities.orderer()
        if ability.card is None:
            return orderer
        if ability.last_known:
            memory, number = self.blocks.unit.locate(MEMORY), self._number(ability)
            return f"owner_then({memory}, {number}, {pick}[1], {orderer})"
        return self.abilities.controller(ability, f"{pick}[1]")

    def _run(self, ability: Ability, me: str, card: str, then: int) -> None:
        """Run an ability, then go to a block."""
        blocks, unit = self.blocks, ("ability", ability.name)
        if unit in self.shared.stopping:
            blocks.push(unit, [me, card, *self.values], then)
            return
        arguments = "".join(f", {value}" for value in (me, card, *self.values))
        blocks.add(f"if a{self._number(ability)}(S{arguments}): return -1")
        blocks.go(then)
