"""What a window offers: `w…` lists the options of a player, for each window.

The loops over an action's card and parameters, each test as early as possible. What
several actions ask of the same player is asked once (`Emitter.memo`). Components that look
the same are one option: they are told apart where they are listed if they lie in one place,
else at the end.

Where many cards bear an action, each action is a function of its own, and a table says which
actions a component bears: the window looks at the components that lie where they may be used,
so what it costs follows these, not the number of actions there are.
"""

from __future__ import annotations

import re

from ..dsl import core
from ..dsl.program import Ability, Parameter
from .abilities import Abilities, Condition
from .bearing import Bearing, by_places, joined_places
from .choosing import is_in_one_place
from .folding import known_truth
from .units import Lines, Unit, are_told_apart, is_alone, rule_of

#: Copies of a card that are looked for one by one.
FEW = 4
#: From so many actions of cards on, a window looks at the cards and not at the actions.
MANY = 8


def write_offers(abilities: Abilities) -> None:
    """Write the list of options of every window."""
    for name in abilities.program.windows:
        Offers(abilities).write(name)


class Offers:
    """Writes what one window offers."""

    def __init__(self, abilities: Abilities) -> None:
        self.abilities = abilities
        self.shared = abilities.shared
        self.program = abilities.program
        self.constants = abilities.constants
        self.out = Lines()
        self.memo: dict[str, str] = {}
        #: The components that bear an action, where they were looked up before.
        self.bearers = ""

    def write(self, window: str) -> None:
        """Write `w…`: what a player may do in a window, without passing."""
        number = self.shared.number_of("window", window)
        actions = [
            ability
            for ability in self.program.abilities.values()
            if ability.cls == "action" and window in ability.windows
        ]
        if len([ability for ability in actions if ability.card is not None]) >= MANY:
            self._indexed(number, actions)
            return
        for ability in actions:
            self._offer(ability)
        head, body = self._with_memo()
        text = f"def w{number}(S, x1):\n{head}    o = []\n{body}\n    return o"
        text = text.replace("    o = []\n    o += [", "    o = [")
        self.shared.functions.append(text)

    def _indexed(self, window: int, actions: list[Ability]) -> None:
        """Write a window that looks at the cards that lie where actions may be used."""
        self.bearers, always, written = "g", [], []
        borne: list[Bearing] = []
        for ability in actions:
            self.out, self.memo = Lines(), {}
            self._offer(ability)
            if not self.out.lines:
                continue
            number = self.shared.number_of("ability", ability.name)
            written.append(f"{number}: o{window}_{number}")
            head, body = self._with_memo()
            name = f"def o{window}_{number}(S, x1, g, o)"
            self.shared.functions.append(f"{name}:\n{head}{body}")
            if ability.card is None:
                always.append(f"{number}: ()")
                continue
            borne.append((ability, number, tuple(self._places_of(ability))))
        lines = [f"def w{window}(S, x1):", f"    o, found = [], {{{', '.join(always)}}}"]
        for places, table in by_places(self.constants, borne):
            lines += [
                f"    for e in {places}:",
                f"        for n in {table}[e]:",
                "            found[n] = (*found[n], e) if n in found else (e,)",
            ]
        lines.append(f"    for n in sorted(found): O{window}[n](S, x1, found[n], o)")
        self.shared.functions.append("\n".join((*lines, "    return o")))
        self.shared.functions.append(f"O{window} = {{{', '.join(written)}}}")

    def _with_memo(self) -> tuple[str, str]:
        """Give what was written, and what stands at the head of it: what is asked once."""
        body = "\n".join(self.out.lines)
        head = ""
        for call, name in reversed(self.memo.items()):
            if len(re.findall(rf"\b{name}\b", head + body)) > 1:
                head = f"    {name} = {call}\n{head}"
            else:
                body = re.sub(rf"\b{name}\b", call, body)
                head = re.sub(rf"\b{name}\b", call, head)
        for table, index in sorted(set(re.findall(r"\bD(\d+)\[(\w+)\]\[x1\]", body))):
            name = self.constants.fresh("t")
            head += f"    {name} = {self.constants.turned(table)}[x1]\n"
            body = body.replace(f"D{table}[{index}][x1]", f"{name}[{index}]")
        return head, body

    def _offer(self, ability: Ability) -> None:
        """Write the loops over an action's card and parameters."""
        out, unit = self.out, Unit(self.shared, rule_of(ability), ("moi",), False)
        unit.emitter.memo = self.memo
        number = self.shared.number_of("ability", ability.name)
        start, indent = len(out.lines), out.indent
        bound, soi = {"moi"}, unit.locate("soi")
        places = self._alike_places(ability)
        close = self._is_close(ability, places)
        first = self.constants.fresh("n")
        if places and not close:
            out.add(f"{first} = len(o)")
        pending = self.abilities.conditions(ability, unit)
        if any(known_truth(condition.text) is False for condition in pending):
            return
        if ability.card is None:
            if any("soi" in condition.slots for condition in pending):
                out.add(f"{soi} = -1")
            bound.add("soi")
        pending = self._test(pending, bound)
        if ability.card is not None:
            self._each_copy(ability, soi)
            bound.add("soi")
            pending = self._test(pending, bound)
        is_plain = False
        for parameter in ability.parameters:
            if close and places and parameter is ability.parameters[-1]:
                is_plain = not pending and isinstance(parameter.group, core.Contents)
                if not is_plain:
                    out.add(f"{first} = set()")
            self._each_choice(parameter, unit, is_plain)
            bound.add(parameter.slot)
            pending = self._test(pending, bound)
        names = [unit.locate(p.slot) for p in ability.parameters]
        if close and places and names and not is_plain:
            out.add(f"if LOOKS[{names[-1]}] in {first}: continue")
            out.add(f"{first}.add(LOOKS[{names[-1]}])")
        values = [str(number), soi if ability.card is not None else "-1", *names]
        if is_alone(self.shared, ability):
            values = names
        out.add(f"o.append(({', '.join(values)}))")
        if close and places and not names:
            out.add("break")
        out.indent = indent
        out.lines[start:] = as_comprehension(out.lines[start:])
        if places and not close:
            alike = f"unlike_uses(S, o[{first}:], LOOKS, {places!r})"
            out.add(f"if len(o) > {first} + 1: o[{first}:] = {alike}")

    def _alike_places(self, ability: Ability) -> tuple[int, ...]:
        """Where a use of an action names components of which look-alikes are one option."""
        if are_told_apart(self.program):
            return ()
        layout, places = self.constants.layout, []
        if ability.card is not None and len(layout.copies[ability.card]) > 1:
            places.append(1)
        for number, parameter in enumerate(ability.parameters):
            kind = parameter.kind
            if kind.family is core.Family.COMPONENT and self.constants.have_twins(kind):
                places.append(number + 2)
        return tuple(places)

    def _is_close(self, ability: Ability, places: tuple[int, ...]) -> bool:
        """Tell whether look-alikes come one after another, out of one place: the card of
        an action without parameters, or the last parameter."""
        if places == (1,) and not ability.parameters:
            return len(self._places_of(ability)) == 1
        if places == (len(ability.parameters) + 1,) and ability.parameters:
            return is_in_one_place(ability.parameters[-1].group)
        return False

    def _each_choice(self, parameter: Parameter, unit: Unit, alike_once: bool) -> None:
        """Write the loop over what a parameter may be, look-alikes `alike_once`."""
        out, name, group = self.out, unit.locate(parameter.slot), parameter.group
        if isinstance(group, core.Where):
            group = unit.emitter.narrowed(group)
            out.add(f"for {unit.emitter.loop(group, name)}:")
            out.indent += 1
            out.add(f"if {unit.emitter.test(group.condition)}:")
        elif alike_once:
            group_text, held = unit.emitter.write(group), self.constants.fresh("g")
            out.add(f"{held} = {group_text}")
            out.add(f"for {name} in {held} if len({held}) < 2 else unlike(S, {held}):")
        else:
            out.add(f"for {name} in {unit.emitter.write(group)}:")
        out.indent += 1

    def _test(self, pending: list[Condition], bound: set[str]) -> list[Condition]:
        ready = [c.text for c in pending if c.slots <= bound and not known_truth(c.text)]
        if ready:
            self.out.add(f"if {' and '.join(ready)}:")
            self.out.indent += 1
        return [c for c in pending if not c.slots <= bound]

    def _each_copy(self, ability: Ability, soi: str) -> None:
        """Write the loop over the copies of the card that `moi` may use."""
        assert ability.card is not None
        if self.bearers:
            self.out.add(f"for {soi} in {self.bearers}:")
            self.out.indent += 1
            return
        places = self._places_of(ability)
        card = self.constants.layout.card_index[ability.card]
        copies = self.constants.layout.copies[ability.card]
        if len(places) == 1 and len(copies) <= FEW:
            # Is there one at all? Where the copies lie tells sooner than the place.
            place = places[0][4:-1]
            there = " or ".join(f"S.at[{copy}] == {place}" for copy in copies)
            self.out.add(f"if {there}:")
            self.out.indent += 1
        self.out.add(f"for {soi} in {joined_places(places)}:")
        self.out.indent += 1
        self.out.add(f"if CARD[{soi}] == {card}:")
        self.out.indent += 1

    def _places_of(self, ability: Ability) -> list[str]:
        """Give Python text for each place where `moi` may use an action's card."""
        layout, places = self.constants.layout, []
        for name in ability.zones:
            zone, base = self.program.zones[name], self.constants.layout.zone_base[name]
            if zone.owner is None:
                places.append(f"S.Z[{base}]")
            elif zone.owner.family is core.Family.PLAYER and not ability.common:
                places.append(f"S.Z[{base} + x1]")
            else:
                places += [f"S.Z[{copy}]" for copy in layout.zone_copies(name)]
        return places


def as_comprehension(lines: list[str]) -> list[str]:
    """Write loops that only list options, two or more or over a whole column, as one."""
    words = [line.strip() for line in lines]
    start = next((n for n, text in enumerate(words) if text.startswith("for ")), None)
    if start is None or not words[-1].startswith("o.append("):
        return lines
    nest, option = words[start:-1], words[-1][len("o.append(") : -1]
    loops = [text for text in nest if text.startswith("for ")]
    is_long = len(loops) > 1 or " in enumerate(" in loops[0]
    if not is_long or not all(text.startswith(("for ", "if ")) for text in nest):
        return lines
    margin = lines[start][: -len(lines[start].lstrip())]
    clauses = " ".join(text[:-1] for text in nest)
    return [*lines[:start], f"{margin}o += [{option} {clauses}]"]
