"""Abilities as code: when they may be used, what they cost, what they do.

For each ability: `a…` (or a framed unit) pays its cost and runs its effect; `q…` says
whether a triggered one may fire; `f…` whether a prohibition holds.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from ..dsl import core
from ..dsl.builtins import AMOUNT
from ..dsl.program import Ability, Limit, Program
from ..dsl.source import NOWHERE
from .blocks import Blocks
from .choosing import search_text
from .costs import Enough, needs
from .slots import slots_in
from .straight import Straight, forbidden_number
from .units import (
    Lines,
    Rule,
    Shared,
    Unit,
    ability_body,
    ability_params,
    all_limits,
    rule_of,
    statements_in,
)


@dataclass(frozen=True, slots=True)
class Condition:
    """A test of an ability, with the slots it needs."""

    text: str
    slots: frozenset[str]


class Abilities:
    """Writes the code of all abilities and windows of a compilation."""

    def __init__(self, shared: Shared) -> None:
        self.shared = shared
        self.program: Program = shared.program
        self.constants = shared.constants
        self.limit_numbers = {
            id(limit): n for n, (_, limit) in enumerate(all_limits(self.program))
        }

    def write_all(self) -> None:
        """Write every ability."""
        for ability in self.program.abilities.values():
            if ability.cls in ("action", "réponse", "forcé", "remplacement"):
                self._run(ability)
            if ability.cls in ("réponse", "forcé", "remplacement"):
                self._may_fire(ability)
            if ability.cls == "interdit":
                self._prohibits(ability)
        answers = [n for n, a in enumerate(self.program.abilities.values())
                   if a.cls in ("réponse", "forcé", "remplacement")]  # fmt: skip
        table = ", ".join(f"{number}: q{number}" for number in answers)
        self.shared.functions.append(f"Q = {{{table}}}")

    # Running -------------------------------------------------------------

    def _run(self, ability: Ability) -> None:
        number = self.shared.number_of("ability", ability.name)
        stopping = ("ability", ability.name) in self.shared.stopping
        unit = Unit(self.shared, rule_of(ability), ability_params(ability), stopping)
        if stopping:
            blocks = Blocks(unit, self.shared.entry(("ability", ability.name)))
            blocks.add(*self._begin(ability, unit))
            blocks.body(ability_body(ability))
            blocks.controls()
            blocks.finish_unit()
            self.shared.unit_number(("ability", ability.name))
            self.shared.sizes["ability", ability.name] = len(unit.slots) + 1
            return
        out = Lines()
        out.add(*self._begin(ability, unit))
        straight = Straight(unit, out)
        straight.body(ability_body(ability))
        straight.controls()
        head = ", ".join(f"x{unit.slot(slot)}" for slot in ability_params(ability))
        self.shared.functions.append(f"def a{number}(S, {head}):\n" + "\n".join(out.lines))

    def _begin(self, ability: Ability, unit: Unit) -> list[str]:
        """Count the use and note it."""
        lines = self.shared.pass_by(("ability", ability.name))
        lines += self._count_amount(ability, unit)
        for limit in ability.limits:
            key = self._limit_key(limit, unit)
            amount = "1" if limit.amount is None else unit.locate(AMOUNT)
            lines.append(f"S.uses[{key}] = S.uses.get({key}, 0) + {amount}")
        kinds = [(unit.locate("moi"), core.PLAYER)]
        if ability.trigger is None:
            kinds += [(unit.locate(p.slot), p.kind) for p in ability.parameters]
        title = ability.title
        if ability.card is not None:
            label = self.program.cards[ability.card].label
            title = title if label in title else f"{label} : {title}"
        lines += unit.note("ability", ability.cites, ability.span, tuple(kinds), title)
        return lines

    def _count_amount(self, ability: Ability, unit: Unit) -> list[str]:
        """Give what a use limited in amount counts: at most what is left of each limit."""
        write = unit.emitter.write
        measures = []
        for limit in ability.limits:
            if limit.amount is not None:
                left = (
                    f"{write(limit.count)} - S.uses.get({self._limit_key(limit, unit)}, 0)"
                )
                measures += [write(limit.amount), left]
        return [f"{unit.locate(AMOUNT)} = min({', '.join(measures)})"] if measures else []

    def _limit_key(self, limit: Limit, unit: Unit) -> str:
        number = self.limit_numbers[id(limit)]
        who = "-1" if limit.shared else unit.locate("moi")
        return f"({number}, {who}, {unit.locate('soi')})"

    # Conditions ----------------------------------------------------------

    def conditions(self, ability: Ability, unit: Unit) -> list[Condition]:
        """Everything that must hold before an ability's cost is paid."""
        test = unit.emitter.test
        known = set(ability_params(ability))
        found = [
            Condition(test(r.condition), frozenset(slots_in(r.condition)))
            for r in ability.requirements
        ]
        found += [self._limit(limit, unit) for limit in ability.limits]
        found += self._payable(ability, unit, known)
        found += self._allowed(ability, unit)
        return found

    def _limit(self, limit: Limit, unit: Unit) -> Condition:
        key = self._limit_key(limit, unit)
        count = unit.emitter.write(limit.count)
        who = frozenset() if limit.shared else frozenset({"moi"})
        slots = who | {"soi", *slots_in(limit.count)}
        return Condition(f"S.uses.get({key}, 0) < {count}", slots)

    def _payable(self, ability: Ability, unit: Unit, known: set[str]) -> list[Condition]:
        """What the cost needs to be there: things to choose, counters high enough."""
        write = unit.emitter.write
        found = []
        for need in needs(self.program, ability, known):
            if isinstance(need, Enough):
                parts = [write(need.target), *map(write, need.amounts)]
                text = f"({' + '.join(parts)} >= {need.low})"
            elif need.statement.condition is not None:
                text = self._can_meet(need.statement, unit)
            elif need.count is None:
                text = f"bool({write(need.group)})"
            else:
                text = f"len({write(need.group)}) >= {write(need.count)}"
            found.append(Condition(text, need.slots))
        return found

    def _can_meet(self, statement: core.Choose, unit: Unit) -> str:
        """Python text that says whether a choice can meet its condition."""
        assert statement.minimum is not None and statement.maximum is not None
        low, high = (unit.emitter.write(e) for e in (statement.minimum, statement.maximum))
        return f"can_finish((), {search_text(unit.emitter, statement)}, {low}, {high})"

    def _allowed(self, ability: Ability, unit: Unit) -> list[Condition]:
        """Prohibitions that name this ability."""
        found = []
        parameters = [p.slot for p in ability.parameters]
        values = [unit.locate(slot) for slot in parameters]
        for other in prohibitions_of(self.program, ability.name):
            assert other.trigger is not None
            number = self.shared.number_of("ability", other.name)
            count = len(other.trigger.slots)
            arguments = "".join(f", {value}" for value in values[:count])
            needed = frozenset({"moi", *parameters[:count]})
            found.append(
                Condition(f"not f{number}(S, {unit.locate('moi')}{arguments})", needed)
            )
        if ability.name in self.shared.forbidden:
            number = forbidden_number(self.program, ability.name)
            held = "".join(f"{value}, " for value in values)
            found.append(
                Condition(f"not is_forbidden(S, {number}, ({held}))", frozenset(parameters))
            )
        return found

    def _prohibits(self, ability: Ability) -> None:
        """Write `f…`: does this prohibition hold for these arguments?"""
        assert ability.trigger is not None
        number = self.shared.number_of("ability", ability.name)
        params = ("moi", *ability.trigger.slots)
        unit = Unit(self.shared, rule_of(ability), params, False)
        out = Lines()
        tests = " and ".join(unit.emitter.write(r.condition) for r in ability.requirements)
        if ability.card is not None:
            bearer = unit.locate("soi")
            with self.each_bearer(out, ability, bearer):
                if ability.trigger.event in self.program.events:
                    out.add(f"{unit.locate('moi')} = {self.controller(ability, bearer)}")
                out.add(f"if {tests or 'True'}: return True")
            out.add("return False")
        else:
            out.add(f"return {tests or 'True'}")
        head = ", ".join(f"x{unit.slot(slot)}" for slot in params)
        self.shared.functions.append(f"def f{number}(S, {head}):\n" + "\n".join(out.lines))

    @contextmanager
    def each_bearer(self, out: Lines, ability: Ability, name: str) -> Iterator[None]:
        """Write what stands inside for each copy of an ability's card that lies where it
        works."""
        assert ability.card is not None
        layout, indent = self.constants.layout, out.indent
        copies = layout.copies[ability.card]
        if len(copies) == 1:
            out.add(f"{name} = {copies[0]}")
        else:
            out.add(f"for {name} in {self.constants.tuple_(copies)}:")
            out.indent += 1
        zones = [n for zone in ability.zones for n in layout.zone_copies(zone)]
        out.add(f"if {self.constants.lies_in(zones, f'S.at[{name}]')}:")
        out.indent += 1
        yield
        out.indent = indent

    def controller(self, ability: Ability, card: str) -> str:
        """Python text for the player a card's ability belongs to where it lies."""
        owner = f"OWNERS[S.at[{card}]]"
        zones = [self.program.zones[name].owner for name in ability.zones]
        if all(zone == core.PLAYER for zone in zones) or self.program.order is None:
            return owner
        return f"({owner} if {owner} >= 0 else {self.orderer()})"

    def orderer(self) -> str:
        """Python text for the player who orders (rien without a profile)."""
        if self.program.order is None:
            return "-1"
        unit = Unit(self.shared, Rule("profil", "profil", (), NOWHERE), (), False)
        return unit.emitter.write(self.program.order)

    def _may_fire(self, ability: Ability) -> None:
        """Write `q…`: may this triggered ability be used by `moi` with its card `soi`?"""
        assert ability.trigger is not None
        number = self.shared.number_of("ability", ability.name)
        params = ("moi", "soi", *ability.trigger.slots)
        unit = Unit(self.shared, rule_of(ability), params, False)
        tests = [c.text for c in self.conditions(ability, unit) if c.slots <= set(params)]
        for parameter in ability.parameters:
            if set(slots_in(parameter.group)) <= set(params):
                tests.append(f"bool({unit.emitter.write(parameter.group)})")
        if ability.cls == "remplacement":
            # What a replacement does is not replaced again by the same one.
            tests.insert(0, f"not is_open(S, {self.busy_scope(ability)})")
        head = ", ".join(f"x{unit.slot(slot)}" for slot in params)
        line = f"    return {' and '.join(tests) or 'True'}"
        self.shared.functions.append(f"def q{number}(S, {head}):\n{line}")

    def busy_scope(self, ability: Ability) -> int:
        """The scope that is open while a replacement does what it does."""
        return self.shared.scope_number("remplacement", f"\0{ability.name}")


def prohibitions_of(program: Program, target: str) -> list[Ability]:
    """List the prohibitions about an action or event."""
    return [
        ability
        for ability in program.abilities.values()
        if ability.cls == "interdit"
        and ability.trigger is not None
        and ability.trigger.event == target
    ]


def forbidden_targets(program: Program) -> frozenset[str]:
    """Give the actions and events that some effect forbids for a while."""
    bodies: list[core.Body] = [program.setup, program.course]
    bodies += [p.body for p in program.procedures.values()]
    bodies += [p.body for p in program.phases.values()]
    bodies += [e.body for e in program.events.values()]
    bodies += [(*a.cost, *a.effect) for a in program.abilities.values()]
    bodies += [c.body for c in program.controls]
    statements = (statement for body in bodies for statement in statements_in(body))
    return frozenset(s.target for s in statements if isinstance(s, core.Forbid))
