"""Events as code: the life-cycle of an event.

An event goes: forbidden? replaced? before (forced, then optional), commit, state checks,
after (forced, then optional). Stages nobody listens to cost nothing: no code is written
for them. An event emitted inside `simultanément` is also written in parts, so that several
can go through each stage together (see batches.py).
"""

from __future__ import annotations

from ..dsl import core
from ..dsl.program import Ability, Event
from .abilities import Abilities, prohibitions_of
from .blocks import Blocks
from .stages import MEMORY, Stages, answers_at
from .straight import Straight, forbidden_number
from .units import Lines, Shared, Unit, remembers, rule_of, statements_in

#: The parts of an event's life, as a batch goes through them.
PARTS = ("before", "commit", "forced", "free")


class Events:
    """Writes the code of all events of a compilation; `batched` happen together."""

    def __init__(
        self, shared: Shared, abilities: Abilities, batched: frozenset[str]
    ) -> None:
        self.shared = shared
        self.program = shared.program
        self.abilities = abilities
        self.batched = batched

    def write_all(self) -> None:
        """Write every event."""
        for event in self.program.events.values():
            if remembers(self.program, event.name):
                self._memory(event)
            if ("event", event.name) in self.shared.stopping:
                self._framed(event)
            else:
                self._straight(event)

    def _number(self, ability: Ability) -> int:
        return self.shared.number_of("ability", ability.name)

    def _forbidden(self, event: Event, values: list[str]) -> list[str]:
        """Python tests that forbid an event."""
        tests = []
        for other in prohibitions_of(self.program, event.name):
            assert other.trigger is not None
            arguments = "".join(f", {v}" for v in values[: len(other.trigger.slots)])
            tests.append(f"f{self._number(other)}(S, -1{arguments})")
        if event.name in self.shared.forbidden:
            held = "".join(f"{value}, " for value in values)
            target = forbidden_number(self.program, event.name)
            tests.append(f"is_forbidden(S, {target}, ({held}))")
        return tests

    def _note(self, unit: Unit, event: Event) -> list[str]:
        pairs = tuple((unit.locate(p.slot), p.kind) for p in event.params)
        return unit.note("event", event.cites, event.span, pairs, event.title)

    def _cancels(self, event: Event) -> bool:
        """Tell whether some ability may cancel an event."""
        return any(
            isinstance(statement, core.Cancel)
            for cls in ("forcé", "réponse")
            for ability in answers_at(self.program, event.name, cls, "avant")
            for statement in statements_in(ability.effect)
        )

    def _memory(self, event: Event) -> None:
        """Write `r…`: who bears the abilities that remember, just before the event."""
        out = Lines()
        out.add("found = []")
        for cls in ("forcé", "réponse"):
            for ability in answers_at(self.program, event.name, cls, "après"):
                if ability.last_known and ability.card is not None:
                    number = self._number(ability)
                    with self.abilities.each_bearer(out, ability, "e"):
                        out.add(f"found.append(({number}, e, OWNERS[S.at[e]]))")
        out.add("return tuple(found)")
        event_number = self.shared.number_of("event", event.name)
        self.shared.functions.append(f"def r{event_number}(S):\n" + "\n".join(out.lines))

    # Straight events -----------------------------------------------------

    def _straight(self, event: Event) -> None:
        """Write an event that never stops as `e…`, and in parts if it is batched."""
        parts: dict[str, tuple[str, ...]] = {"": PARTS}
        if event.name in self.batched:
            parts |= {f"_{stage}": (stage,) for stage in PARTS}
        for suffix, stages in parts.items():
            self._function(event, suffix, stages)

    def _function(self, event: Event, suffix: str, stages: tuple[str, ...]) -> None:
        """Write a function: True if the game is over, False if the event is off."""
        number = self.shared.number_of("event", event.name)
        slots = tuple(p.slot for p in event.params)
        unit = Unit(self.shared, rule_of(event), slots, False)
        values = [unit.locate(slot) for slot in slots]
        out = Lines()
        is_whole = len(stages) > 1
        if "before" in stages:
            out.add(*self.shared.pass_by(("event", event.name, "propose")))
            self._straight_before(event, out, values)
        if is_whole and remembers(self.program, event.name):
            out.add(f"M = r{number}(S)")
        if "commit" in stages:
            out.add(*self.shared.pass_by(("event", event.name, "acte")))
            out.add(*self._note(unit, event))
            straight = Straight(unit, out)
            straight.body(event.body)
            if is_whole:
                straight.controls()
        if "forced" in stages:
            for ability in answers_at(self.program, event.name, "forcé", "après"):
                self._fire(ability, out, values)
        if "free" in stages:
            self._expire(event, out)
        out.add("return None")
        memory = ["M"] if suffix in ("_forced", "_free") else []
        head = "".join(f", {value}" for value in (*memory, *values))
        self.shared.functions.append(
            f"def e{number}{suffix}(S{head}):\n" + "\n".join(out.lines)
        )

    def _expire(self, event: Event, out: Lines) -> None:
        ending = self.shared.durations_of("événement", event.name)
        if ending:
            out.add(f"S.expire({ending!r})")

    def _straight_before(self, event: Event, out: Lines, values: list[str]) -> None:
        limits = self.shared.limits_of("événement", event.name)
        if limits:
            out.add(f"S.reset_uses({limits!r})")
        for test in self._forbidden(event, values):
            self._off_if(event, test, out)
        for ability in answers_at(self.program, event.name, "remplacement", "remplacement"):
            self._replace(event, ability, out, values)
        cancels = self._cancels(event)
        if cancels:
            out.add("c = S.cancel", "S.cancel = 0")
        for ability in answers_at(self.program, event.name, "forcé", "avant"):
            self._fire(ability, out, values, "not S.cancel and " if cancels else "")
        if cancels:
            out.add("off = S.cancel", "S.cancel = c")
            self._off_if(event, "off", out)

    def _off_if(self, event: Event, test: str, out: Lines) -> None:
        """Write the end of an event that does not happen."""
        out.add(f"if {test}:")
        out.indent += 1
        self._expire(event, out)
        out.add("return False")
        out.indent -= 1

    def _replace(
        self, event: Event, ability: Ability, out: Lines, values: list[str]
    ) -> None:
        if ability.card is None:
            out.add(f"m, e = {self.abilities.orderer()}, -1")
            self._instead(event, ability, out, values)
            return
        with self.abilities.each_bearer(out, ability, "e"):
            out.add(f"m = {self.abilities.controller(ability, 'e')}")
            self._instead(event, ability, out, values)

    def _instead(
        self, event: Event, ability: Ability, out: Lines, values: list[str]
    ) -> None:
        """Write what a replacement of `m` with its card `e` does, if it may."""
        number, scope = self._number(ability), self.abilities.busy_scope(ability)
        arguments = "".join(f", {value}" for value in values)
        out.add(f"if q{number}(S, m, e{arguments}):")
        out.indent += 1
        out.add(f"S.scopes.append(({scope}, len(S.stack), 0))")
        out.add(f"if a{number}(S, m, e{arguments}): return True")
        out.add("S.scopes.pop()")
        self._expire(event, out)
        out.add("return False")
        out.indent -= 1

    def _fire(
        self, ability: Ability, out: Lines, values: list[str], unless: str = ""
    ) -> None:
        """Write the firing of one forced ability, for each card that bears it."""
        number = self._number(ability)
        arguments = "".join(f", {value}" for value in values)
        if ability.card is None:
            me = self.abilities.orderer()
            out.add(f"if {unless}q{number}(S, {me}, -1{arguments}) and "
                    f"a{number}(S, {me}, -1{arguments}): return True")  # fmt: skip
            return
        fires = (
            f"if {unless}q{number}(S, m, e{arguments}) and "
            f"a{number}(S, m, e{arguments}): return True"
        )
        if ability.last_known:
            out.add("for k, e, m in M:", f"    if k != {number}: continue")
            out.add(f"    if m < 0: m = {self.abilities.orderer()}", f"    {fires}")
            return
        with self.abilities.each_bearer(out, ability, "e"):
            out.add(f"m = {self.abilities.controller(ability, 'e')}", fires)

    # Events that stop ----------------------------------------------------

    def _framed(self, event: Event) -> None:
        self._unit(event, "event", PARTS)
        if event.name in self.batched:
            for stage in PARTS:
                self._unit(event, f"event_{stage}", (stage,))

    def _unit(self, event: Event, family: str, stages: tuple[str, ...]) -> None:
        name = (family, event.name)
        slots = tuple(p.slot for p in event.params)
        memory = (MEMORY,) if family in ("event_forced", "event_free") else ()
        unit = Unit(self.shared, rule_of(event), (*memory, *slots), True)
        blocks = Blocks(unit, self.shared.entry(name))
        values = [unit.locate(slot) for slot in slots]
        stage = Stages(blocks, event, self.abilities, values)
        is_whole = len(stages) > 1
        end, off = self.shared.new_block(), self.shared.new_block()
        blocks.open_scope("événement", event.name, end, resets="before" in stages)
        scope = blocks.open[-1]
        if "before" in stages:
            blocks.add(*self.shared.pass_by(("event", event.name, "propose")))
            self._framed_before(blocks, event, stage, off)
        if is_whole and remembers(self.program, event.name):
            number = self.shared.number_of("event", event.name)
            blocks.add(f"{unit.locate(MEMORY)} = r{number}(S)")
        if "commit" in stages:
            blocks.add(*self.shared.pass_by(("event", event.name, "acte")))
            blocks.add(*self._note(unit, event))
            blocks.body(event.body)
            if is_whole:
                blocks.controls()
        if "forced" in stages:
            stage.forced("après")
        if "free" in stages:
            stage.optional("après")
        blocks.close_scope(expires="free" in stages)
        blocks.go(end)
        blocks.start(off)
        if family == "event_before":
            blocks.add("S.batch = 1")
        blocks.open.append(scope)
        blocks.close_scope()
        blocks.go(end)
        blocks.start(end)
        blocks.finish_unit()
        self.shared.unit_number(name)
        self.shared.sizes[name] = len(unit.slots) + 1

    def _framed_before(self, blocks: Blocks, event: Event, stage: Stages, off: int) -> None:
        """Write the stages up to commit; an event that does not happen goes to `off`."""
        for test in self._forbidden(event, stage.values):
            blocks.add(f"if {test}: return {off}")
        stage.replaced(off)
        cancels = self._cancels(event)
        if cancels:
            outer = blocks.unit.locate(blocks.unit.hidden(core.NUMBER))
            blocks.add(f"{outer} = S.cancel", "S.cancel = 0")
        stage.forced("avant")
        stage.optional("avant")
        if cancels:
            blocks.add("c = S.cancel", f"S.cancel = {outer}", f"if c: return {off}")
