"""Why something is offered, or why not: the conditions, the values they read, the rules.

The verdict comes from the conditions themselves, not from the list of options: a property
test holds the two against each other.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..dsl.core import Family
from ..dsl.program import Ability, Parameter
from ..dsl.suggestions import closest, folded
from ..dsl.terms import Lang
from .compiler import Rules
from .decisions import ability_of, frame_slots, item_kind, option_label
from .faults import GameError, game_error
from .judging import Judge, Reason
from .names import Names
from .options import answerers, is_answer, search_of
from .phrases import phrase
from .proofs import Line
from .runtime import DONE, PASS, Option, State, can_finish, without

#: Uses examined when only the name of an ability is given.
BUDGET = 3000


@dataclass(frozen=True, slots=True)
class Explanation:
    """`verdict`: it is offered. `lines` say why, or why not, each with its citations."""

    verdict: bool
    lines: tuple[Line, ...]
    option: Option | None = None
    cites: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        cites = dict.fromkeys(cite for line in self.lines for cite in line.cites)
        object.__setattr__(self, "cites", tuple(cites))

    def text(self, lang: Lang = "fr") -> str:
        """Return the lines in a language."""
        return "\n".join(line.text(lang) for line in self.lines)

    def __str__(self) -> str:
        return self.text()


#: « Name(item, item) », or « Title (Label item, Label item) » as it is shown.
_CALL = re.compile(r"(?P<name>[^()]+?)\s*\((?P<items>[^()]*)\)")

#: Said where a look-alike stands for what was asked about.
_ALIKE = Line(
    "Un composant semblable est offert à sa place",
    "A component that looks the same is offered in its place",
)

Question = Callable[["Asker"], Explanation]


class Asker:
    """Answers questions about the decision a state waits for."""

    def __init__(self, rules: Rules, names: Names, state: State) -> None:
        self.rules = rules
        self.program = rules.program
        self.names = names
        self.state = state
        self.ask = rules.asks[state.ask]
        self.judge = Judge(rules, names, state)

    def explain(self, option: Option) -> Explanation:
        """Explain a raw option, offered or not."""
        if isinstance(option, tuple):
            return self._pass() if option == PASS else self._use(self._known(option))
        if self.ask.kind is not None or self.ask.mode == "whether":
            return self._item(option)
        raise self._unknown(str(option))

    def explain_words(self, text: str, parameters: Sequence[str | int]) -> Explanation:
        """Explain an ability by its name, or an item by its label.

        « Name(item, item) », as an example writes it, gives the parameters too; an item
        alone is looked for among the parameters of what may be used now.
        """
        wanted = folded(text.strip())
        if wanted in ("passer", "passe", "pass") and not parameters:
            return self._pass()
        abilities = [a for a in self.program.abilities.values() if wanted in self._words(a)]
        usable = [a for a in abilities if self._is_asked(a)] or abilities
        if usable:
            given = dict(enumerate(parameters))
            return self._best([self._search(ability, given) for ability in usable])
        if parameters:
            raise self._unknown(text)
        if self.ask.kind is not None:
            found = self.names.find(text, item_kind(self.ask))
            if found:
                return self._best([self._item(value) for value in found])
        call = _CALL.fullmatch(text.strip())
        if call is not None:
            items = [each.strip() for each in call["items"].split(",")]
            return self.explain_words(call["name"], items if any(items) else ())
        uses = list(self._uses_of(text))
        if not uses:
            raise self._unknown(text)
        return self._best([self._search(ability, given) for ability, given in uses])

    def _uses_of(self, text: str) -> Iterator[tuple[Ability, dict[int, str | int]]]:
        """Yield what may be used now with an item that a text names, and as which."""
        for ability in self.program.abilities.values():
            if ability.trigger is None and self._is_asked(ability):
                for position, parameter in enumerate(ability.parameters):
                    if self._meant(text, parameter):
                        yield ability, {position: text}

    # Uses ----------------------------------------------------------------

    def _use(self, option: tuple[int, ...]) -> Explanation:
        ability = ability_of(self.rules, option)
        reasons = self._reasons(ability, option[1], option[2:])
        return self._explanation(ability, option, reasons)

    def _reasons(
        self, ability: Ability, card: int, values: tuple[int, ...]
    ) -> list[Reason]:
        """Judge a use at this decision, its class and its time first."""
        if not self._is_asked(ability):
            return [self._other_time(ability)]
        if ability.trigger is None:
            return self.judge.action(ability, self.state.who, card, values)
        responds = self.ask.mode == "window"
        users = dict(answerers(self.rules, self.state, ability, responds))
        if card not in users:
            return [self._elsewhere(ability, card)]
        me = users[card]
        number = list(self.program.abilities).index(ability.name)
        use = (number, card, me) if responds else (number, card)
        if use in (self.state.stack[-1][self.ask.used] or ()):
            fr, en = "Déjà utilisé pour cet événement", "Already used for this event"
            return [Reason(False, (Line(fr, en, ability.cites),))]
        slots = frame_slots(self.ask, self.state)
        event = self.program.events[self.ask.event]
        return self.judge.answer(
            ability, me, card, tuple(slots[p.slot] for p in event.params)
        )

    def _is_asked(self, ability: Ability) -> bool:
        """Tell whether the decision is about abilities like this one."""
        if self.ask.window:
            return ability.cls == "action" and self.ask.window in ability.windows
        return bool(self.ask.event) and is_answer(self.rules, self.ask, ability)

    def _other_time(self, ability: Ability) -> Reason:
        windows = [self.program.windows[name].title for name in ability.windows]
        when, when_en = f"pendant : {', '.join(windows)}", f"during: {', '.join(windows)}"
        if ability.trigger is not None:
            title = ability.trigger.event
            if title in self.program.events:
                title = self.program.events[title].title
            moment = {"avant": "before", "après": "after"}.get(ability.trigger.moment, "on")
            when, when_en = f"{ability.trigger.moment} : {title}", f"{moment}: {title}"
        line = Line(
            f"« {ability.title} » s'utilise {when} ; ici : {self.ask.title}",
            f"“{ability.title}” is used {when_en}; here: {self.ask.title}",
            ability.cites,
        )
        return Reason(False, (line,))

    def _elsewhere(self, ability: Ability, card: int) -> Reason:
        zones = ", ".join(self.program.zones[name].title for name in ability.zones)
        label = self.names.layout.entities[card].card.label if card >= 0 else ability.title
        line = Line(
            f"{label} n'est pas à vous dans : {zones}",
            f"{label} is not yours in: {zones}",
            ability.cites,
        )
        return Reason(False, (line,))

    def _explanation(
        self, ability: Ability, option: tuple[int, ...], reasons: list[Reason]
    ) -> Explanation:
        verdict = all(reason.holds for reason in reasons)
        label = option_label(self.rules, self.names, self.ask, option, "fr")
        label_en = option_label(self.rules, self.names, self.ask, option, "en")
        head = Line(
            f"« {label} » {'est possible' if verdict else 'n’est pas possible'}",
            f"“{label_en}” is {'possible' if verdict else 'not possible'}",
            ability.cites,
        )
        shown = reasons if verdict else [reason for reason in reasons if not reason.holds]
        lines = [head, *(line for reason in shown for line in reason.lines)]
        if not verdict:
            lines += self._nearest(option)
        elif len(option) == 2 + self._width(ability) and option not in self.state.options:
            lines.append(_ALIKE)
        return Explanation(verdict, tuple(lines), option)

    def _width(self, ability: Ability) -> int:
        """Return how many parameters are chosen when an ability is offered."""
        return 0 if ability.trigger is not None else len(ability.parameters)

    def _nearest(self, option: tuple[int, ...]) -> Iterator[Line]:
        """Yield the offered use of the same ability that differs least."""
        uses = [o for o in self.state.options if isinstance(o, tuple) and o[0] == option[0]]
        if not uses:
            return

        def likeness(use: tuple[int, ...]) -> int:
            return sum(a == b for a, b in zip(use[1:], option[1:], strict=False))

        best = max(uses, key=likeness)
        fr = option_label(self.rules, self.names, self.ask, best, "fr")
        en = option_label(self.rules, self.names, self.ask, best, "en")
        yield Line(f"Possible : {fr}", f"Possible: {en}")

    def _search(self, ability: Ability, given: Mapping[int, str | int]) -> Explanation:
        """Explain the use of an ability that comes furthest, or one that is legal.

        `given` is what would be chosen for some of the parameters, by their position.
        """
        number = list(self.program.abilities).index(ability.name)
        parameters = () if ability.trigger is not None else ability.parameters
        fixed: dict[int, list[int]] = {}
        for position, parameter in enumerate(parameters):
            if position in given:
                fixed[position] = self._meant(given[position], parameter)
                if not fixed[position]:
                    raise self._unknown(str(given[position]))
        cards = (
            [-1] if ability.card is None else list(self.names.layout.copies[ability.card])
        )
        best: tuple[int, tuple[int, ...], list[Reason]] = (-1, (number, -1), [])
        left = BUDGET
        waiting: list[tuple[int, tuple[int, ...]]] = [
            (card, ()) for card in reversed(cards)
        ]
        while waiting and left:
            left -= 1
            card, values_so_far = waiting.pop()
            reasons = self._reasons(ability, card, values_so_far)
            holds = all(reason.holds for reason in reasons)
            option = (number, card, *values_so_far)
            if holds and len(values_so_far) == len(parameters):
                return self._explanation(ability, option, reasons)
            if holds:
                choices = self._next(ability, card, values_so_far, fixed)
                waiting += [(card, (*values_so_far, v)) for v in reversed(choices)]
                if not choices:
                    reasons = [*reasons, self._nothing_for(ability, len(values_so_far))]
            if len(reasons) > best[0] and not all(reason.holds for reason in reasons):
                best = (len(reasons), option, reasons)
        return self._explanation(ability, best[1], best[2])

    def _next(
        self,
        ability: Ability,
        card: int,
        values: tuple[int, ...],
        fixed: Mapping[int, list[int]],
    ) -> list[int]:
        """Return what may be tried for the next parameter."""
        position = len(values)
        if position in fixed:
            return fixed[position]
        slots: dict[str, Any] = {"moi": self.state.who, "soi": card}
        names = [parameter.slot for parameter in ability.parameters]
        slots |= dict(zip(names, values, strict=False))
        return list(self.judge.evaluator.value(ability.parameters[position].group, slots))

    def _nothing_for(self, ability: Ability, position: int) -> Reason:
        parameter = ability.parameters[position]
        name = parameter.title or parameter.slot
        line = Line(
            f"Rien à choisir pour « {name} »", f"Nothing to choose for “{name}”",
            parameter.cites,
        )  # fmt: skip
        return Reason(False, (line,))

    def _pass(self) -> Explanation:
        if self.ask.mode != "window":
            raise self._unknown("passer")
        window = self.program.windows.get(self.ask.window)
        must_act = window is not None and window.closure == "obligatoire"
        fr, en = "On peut passer", "Passing is possible"
        if must_act:
            fr, en = "On ne peut passer : il faut agir", "Passing is not possible: act"
        return Explanation(not must_act, (Line(fr, en, self.ask.cites),), PASS)

    # Items ---------------------------------------------------------------

    def _item(self, value: int) -> Explanation:
        if self.ask.mode == "whether":
            if value not in (0, 1):
                raise self._unknown(str(value))
            line = Line("Les deux réponses sont possibles", "Both answers are possible")
            return Explanation(True, (line,), value)
        if self.ask.mode == "many" and value == DONE:
            return self._done()
        if self.ask.mode == "optional" and value == -1:
            line = Line("On peut ne rien choisir", "Choosing nothing is possible")
            return Explanation(True, (line,), value)
        kind = item_kind(self.ask)
        if not self._is_value(value, kind):
            raise self._unknown(str(value))
        assert self.ask.group is not None
        slots = frame_slots(self.ask, self.state)
        label, label_en = (self.names.label(value, kind, lang) for lang in ("fr", "en"))
        picked = slots[self.ask.target] or () if self.ask.mode == "many" else ()
        group = without(self.judge.evaluator.value(self.ask.group, slots), picked)
        if value in picked and value not in group:
            line = Line(f"{label} est déjà choisi", f"{label_en} is already chosen")
            return Explanation(False, (line, *self._offered()), value)
        verdict = value in group
        if verdict and self.ask.condition is not None and not self._completes(value, slots):
            text = phrase(self.ask.condition)
            line = Line(
                f"Après « {label} », on ne pourrait plus remplir : {text}",
                f"After “{label_en}”, this could no longer be met: {text}",
                self.ask.cites,
            )
            return Explanation(False, (line, *self._offered()), value)
        head = Line(
            f"« {label} » {'est offert' if verdict else 'n’est pas offert'}",
            f"“{label_en}” is {'offered' if verdict else 'not offered'}",
            self.ask.cites,
        )
        proof = self.judge.prover.membership(self.ask.group, value, kind, slots, 1)
        lines = [head, *proof]
        if verdict and value not in self.state.options:
            lines.append(_ALIKE)
        return Explanation(verdict, (*lines, *(() if verdict else self._offered())), value)

    def _completes(self, value: int, slots: dict[str, Any]) -> bool:
        """Tell whether a choice can still meet its condition after a pick."""
        ask, evaluator = self.ask, self.judge.evaluator
        assert ask.group is not None and ask.condition is not None
        assert ask.minimum is not None and ask.maximum is not None
        search = search_of(evaluator, slots, ask.target, ask.group, ask.condition)
        bounds = (evaluator.value(each, slots) for each in (ask.minimum, ask.maximum))
        return can_finish((*(slots[ask.target] or ()), value), *search, *bounds)

    def _done(self) -> Explanation:
        """Explain why the picks may, or may not, end here."""
        slots = frame_slots(self.ask, self.state)
        evaluator = self.judge.evaluator
        picked = len(slots[self.ask.target] or ())
        least = 0 if self.ask.minimum is None else evaluator.value(self.ask.minimum, slots)
        lines = [
            Line(f"Au moins {least} ; déjà {picked}", f"At least {least}; {picked} so far")
        ]
        verdict = picked >= least
        if verdict and self.ask.condition is not None:
            verdict = bool(evaluator.value(self.ask.condition, slots))
            lines += self.judge.prover.condition(self.ask.condition, slots, 1)
        return Explanation(verdict, tuple(lines), DONE)

    def _offered(self) -> Iterator[Line]:
        """Yield some of what is offered."""
        some = self.state.options[:5]
        more = ", …" if len(self.state.options) > len(some) else ""
        fr = [option_label(self.rules, self.names, self.ask, o, "fr") for o in some]
        en = [option_label(self.rules, self.names, self.ask, o, "en") for o in some]
        yield Line(f"Offerts : {', '.join(fr)}{more}", f"Offered: {', '.join(en)}{more}")

    # Words ---------------------------------------------------------------

    def _meant(self, given: str | int, parameter: Parameter) -> list[int]:
        """Return the values of a parameter that a person means, its title left out."""
        if isinstance(given, int):
            found = [given]
        else:
            title = f"{parameter.title or parameter.slot} "
            start = len(title) if folded(given).startswith(folded(title)) else 0
            find = self.names.find
            found = find(given, parameter.kind) or find(given[start:], parameter.kind)
        return [value for value in found if self._is_value(value, parameter.kind)]

    def _words(self, ability: Ability) -> set[str]:
        words = {folded(ability.name), folded(ability.title)}
        if ability.card is not None:
            words.add(folded(self.program.cards[ability.card].label))
        return words

    def _best(self, explanations: list[Explanation]) -> Explanation:
        return next((e for e in explanations if e.verdict), explanations[0])

    def _is_value(self, value: object, kind: Any) -> bool:
        if kind.family in (Family.NUMBER, Family.ANY):
            return isinstance(value, int)
        return value in self.names.everything(kind) or (value == -1 and kind.optional)

    def _known(self, option: tuple[int, ...]) -> tuple[int, ...]:
        """Check the numbers of a raw option before anything is read by them."""
        numbers = all(isinstance(value, int) for value in option)
        if (
            not numbers
            or len(option) < 2
            or not 0 <= option[0] < len(self.program.abilities)
        ):
            raise self._unknown(str(option))
        ability = ability_of(self.rules, option)
        parameters = () if ability.trigger is not None else ability.parameters
        has_card = -1 <= option[1] < len(self.names.layout.entities)
        if not has_card or len(option) != 2 + len(parameters):
            raise self._unknown(str(option))
        if (option[1] < 0) is not (ability.card is None):
            raise self._unknown(str(option))
        for parameter, value in zip(parameters, option[2:], strict=True):
            if not self._is_value(value, parameter.kind):
                raise self._unknown(str(option))
        return option

    def _unknown(self, text: str) -> GameError:
        known = [a.title for a in self.program.abilities.values()]
        known += [
            option_label(self.rules, self.names, self.ask, o, "fr")
            for o in self.state.options
        ]
        return game_error("R06", name=text[:60], closest=closest(text[:60], known))
