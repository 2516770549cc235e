"""The conditions of an ability, one after another, as the compiled rules test them.

Goes in: an ability, who uses it, its card and the parameters chosen so far. Comes out:
a Reason for each condition met, up to the first that fails. A condition is tested as soon
as everything it reads is bound, so what guards another guards it here too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from ..dsl.core import Choose, Family
from ..dsl.program import Ability, Limit, Requirement
from .abilities import forbidden_targets, prohibitions_of
from .compiler import Rules
from .costs import Enough, Need, needs
from .evaluate import Evaluator
from .names import Names
from .options import search_of
from .phrases import phrase
from .proofs import Line, Prover
from .runtime import State, can_finish, is_forbidden
from .slots import slots_in
from .straight import forbidden_number
from .units import all_limits


@dataclass(frozen=True, slots=True)
class Reason:
    """A condition that holds or not, and the lines that say so."""

    holds: bool
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class _Test:
    slots: frozenset[str]
    run: Callable[[dict[str, Any]], Reason]


class Judge:
    """Judges uses of abilities on one state."""

    def __init__(self, rules: Rules, names: Names, state: State) -> None:
        self.rules = rules
        self.program = rules.program
        self.names = names
        self.state = state
        self.evaluator = Evaluator(rules.layout, state)
        self.prover = Prover(self.evaluator, names)

    def action(
        self, ability: Ability, me: int, card: int, values: tuple[int, ...]
    ) -> list[Reason]:
        """Judge an action with the parameters chosen so far, in their order."""
        slots: dict[str, Any] = {"moi": me}
        pending = list(self._tests(ability))
        reasons: list[Reason] = []
        if ability.card is None:
            slots["soi"] = -1
        if not self._run(pending, slots, reasons):
            return reasons
        if ability.card is not None:
            reasons.append(self._place(ability, me, card))
            slots["soi"] = card
            if not reasons[-1].holds or not self._run(pending, slots, reasons):
                return reasons
        for parameter, value in zip(ability.parameters, values, strict=False):
            is_in = value in self.evaluator.value(parameter.group, slots)
            name = parameter.title or parameter.slot
            proof = self.prover.membership(parameter.group, value, parameter.kind, slots, 1)
            head = Line(f"Choix de « {name} »", f"Choice of “{name}”", parameter.cites)
            reasons.append(Reason(is_in, (head, *proof)))
            slots[parameter.slot] = value
            if not is_in or not self._run(pending, slots, reasons):
                return reasons
        return reasons

    def answer(
        self, ability: Ability, me: int, card: int, values: tuple[Any, ...]
    ) -> list[Reason]:
        """Judge a response or a forced ability, given the event's values."""
        assert ability.trigger is not None
        slots: dict[str, Any] = {"moi": me, "soi": card}
        slots |= dict(zip(ability.trigger.slots, values, strict=False))
        reasons: list[Reason] = []
        if not self._run(list(self._tests(ability)), slots, reasons):
            return reasons
        for parameter in ability.parameters:
            if set(slots_in(parameter.group)) <= slots.keys():
                has_items = bool(self.evaluator.value(parameter.group, slots))
                text = phrase(parameter.group, self.names, slots)
                verb = (
                    ("Il y a", "There is")
                    if has_items
                    else ("Il n'y a pas", "There is not")
                )
                line = Line(
                    f"{verb[0]} de quoi choisir : « {text} »",
                    f"{verb[1]} something to choose: “{text}”",
                    parameter.cites,
                )
                reasons.append(Reason(has_items, (line,)))
                if not has_items:
                    return reasons
        return reasons

    def _run(
        self, pending: list[_Test], slots: dict[str, Any], reasons: list[Reason]
    ) -> bool:
        """Run the tests whose slots are bound; tell whether all of them hold."""
        ready = [test for test in pending if test.slots <= slots.keys()]
        for test in ready:
            pending.remove(test)
            reasons.append(test.run(slots))
            if not reasons[-1].holds:
                return False
        return True

    # Tests ---------------------------------------------------------------

    def _tests(self, ability: Ability) -> Iterator[_Test]:
        """Yield the conditions of an ability in the order of the compiled rules."""
        for requirement in ability.requirements:
            read = frozenset(slots_in(requirement.condition))
            yield _Test(read, self._requirement(requirement))
        for limit in ability.limits:
            read = frozenset({"moi", "soi", *slots_in(limit.count)})
            yield _Test(read, self._limit(limit))
        known = {"moi", "soi", *(p.slot for p in ability.parameters)}
        if ability.trigger is not None:
            known = {"moi", "soi", *ability.trigger.slots}
        for need in needs(self.program, ability, known):
            yield _Test(need.slots, self._need(need))
        parameters = [parameter.slot for parameter in ability.parameters]
        for other in prohibitions_of(self.program, ability.name):
            assert other.trigger is not None
            named = parameters[: len(other.trigger.slots)]
            yield _Test(frozenset({"moi", *named}), self._prohibition(other, named))
        if ability.name in forbidden_targets(self.program):
            yield _Test(frozenset(parameters), self._forbidden(ability, parameters))

    def _place(self, ability: Ability, me: int, card: int) -> Reason:
        """Judge whether a card lies where its ability can be used by a player."""
        layout = self.rules.layout
        assert ability.card is not None
        places = []
        for name in ability.zones:
            copies = layout.zone_copies(name)
            owner = self.program.zones[name].owner
            is_own = owner is not None and owner.family is Family.PLAYER
            if is_own and not ability.common:
                places.append(copies.start + me)
            else:
                places += copies
        zone = self.state.at[card]
        holds = card in layout.copies[ability.card] and zone in places
        label = layout.entities[card].card.label
        where = self.names.zone_label(zone) if zone >= 0 else "hors du jeu"
        where_en = self.names.zone_label(zone, "en") if zone >= 0 else "out of the game"
        wanted = ", ".join(self.program.zones[name].title for name in ability.zones)
        fr, en = f"{label} est : {where}", f"{label} is: {where_en}"
        if not holds:
            fr, en = f"{fr} ; il faut : {wanted}", f"{en}; it must be: {wanted}"
        return Reason(holds, (Line(fr, en, ability.cites),))

    def _requirement(self, requirement: Requirement) -> Callable[[dict[str, Any]], Reason]:
        def run(slots: dict[str, Any]) -> Reason:
            holds = bool(self.evaluator.value(requirement.condition, slots))
            text = requirement.title or phrase(requirement.condition)
            head = Line(
                f"Exigence {'remplie' if holds else 'non remplie'} : {text}",
                f"Requirement {'met' if holds else 'not met'}: {text}",
                requirement.cites,
            )
            proof = self.prover.condition(requirement.condition, slots, 1)
            return Reason(holds, (head, *proof))

        return run

    def _limit(self, limit: Limit) -> Callable[[dict[str, Any]], Reason]:
        numbers = [id(other) for _, other in all_limits(self.program)]

        def run(slots: dict[str, Any]) -> Reason:
            who = -1 if limit.shared else slots["moi"]
            key = (numbers.index(id(limit)), who, slots["soi"])
            used = self.state.uses.get(key, 0)
            count = self.evaluator.value(limit.count, slots)
            line = Line(
                f"Limite{' commune' * limit.shared} : {count} par {limit.scope} ; déjà {used}",
                f"Limit{' for all' * limit.shared}: {count} per {limit.scope}; {used} so far",
                limit.cites,
            )
            return Reason(used < count, (line,))

        return run

    def _need(self, need: Need) -> Callable[[dict[str, Any]], Reason]:
        def run(slots: dict[str, Any]) -> Reason:
            if isinstance(need, Enough):
                held = self.evaluator.value(need.target, slots)
                change = sum(self.evaluator.value(each, slots) for each in need.amounts)
                text = phrase(need.target, self.names, slots)
                line = Line(
                    f"Coût : {text} vaut {held} et changerait de {change:+d}",
                    f"Cost: {text} is {held} and would change by {change:+d}",
                    need.statement.cites,
                )
                return Reason(held + change >= need.low, (line,))
            if need.statement.condition is not None:
                return self._completable(need.statement, slots)
            items = len(self.evaluator.value(need.group, slots))
            least = 1 if need.count is None else self.evaluator.value(need.count, slots)
            text = phrase(need.group, self.names, slots)
            line = Line(
                f"Coût : au moins {least} parmi « {text} » ; il y en a {items}",
                f"Cost: at least {least} among “{text}”; there are {items}",
                need.statement.cites,
            )
            return Reason(items >= least, (line,))

        return run

    def _completable(self, choice: Choose, slots: dict[str, Any]) -> Reason:
        """Judge whether a choice can meet its condition."""
        assert choice.group is not None and choice.condition is not None
        assert choice.minimum is not None and choice.maximum is not None
        evaluator = self.evaluator
        search = search_of(evaluator, slots, choice.slot, choice.group, choice.condition)
        bounds = (evaluator.value(each, slots) for each in (choice.minimum, choice.maximum))
        can = can_finish((), *search, *bounds)
        fr, en = ("peut", "can") if can else ("ne peut pas", "cannot")
        text = phrase(choice.condition)
        line = Line(
            f"Coût : ce choix {fr} remplir : {text}",
            f"Cost: this choice {en} meet: {text}",
            choice.cites,
        )
        return Reason(can, (line,))

    def _prohibition(
        self, other: Ability, named: list[str]
    ) -> Callable[[dict[str, Any]], Reason]:
        """Judge a prohibition: it holds for somebody's card, or as a rule."""
        assert other.trigger is not None
        targets = other.trigger.slots

        def run(slots: dict[str, Any]) -> Reason:
            bound = {"moi": slots["moi"]}
            bound |= dict(zip(targets, [slots[name] for name in named], strict=False))
            for bearer in self.evaluator.bearers(other):
                inner = bound | ({} if other.card is None else {"soi": bearer})
                conditions = [requirement.condition for requirement in other.requirements]
                if all(self.evaluator.value(c, inner) for c in conditions):
                    head = Line(
                        f"Interdit : {other.title}",
                        f"Forbidden: {other.title}",
                        other.cites,
                    )
                    proofs = [
                        line
                        for c in conditions
                        for line in self.prover.condition(c, inner, 1)
                    ]
                    return Reason(False, (head, *proofs))
            line = Line(
                f"Pas d'interdiction : {other.title}", f"No prohibition: {other.title}",
                other.cites,
            )  # fmt: skip
            return Reason(True, (line,))

        return run

    def _forbidden(
        self, ability: Ability, parameters: list[str]
    ) -> Callable[[dict[str, Any]], Reason]:
        def run(slots: dict[str, Any]) -> Reason:
            number = forbidden_number(self.program, ability.name)
            values = tuple(slots[name] for name in parameters)
            is_barred = is_forbidden(self.state, number, values)
            fr, en = ("Interdit pour un temps", "Forbidden for a time")
            if not is_barred:
                fr, en = "Aucune interdiction en cours", "No prohibition in force"
            return Reason(not is_barred, (Line(fr, en),))

        return run
