"""The options an example's line means: « J2 : Avancer(a2, a3) » among those offered."""

from __future__ import annotations

import itertools
from typing import Any

from ..dsl import core
from ..dsl.diagnostics import Diagnostic
from ..dsl.examples import Case, Pick, Play
from ..dsl.picks import wrong_picks
from ..dsl.program import Program
from ..dsl.source import Span
from .compiler import Rules
from .evaluate import Evaluator
from .invariants import check_invariants
from .names import Names
from .runtime import DONE, PASS, Option, State

#: Options named in a message, at most, and looked at for a reason.
MAX_SHOWN, MAX_MEANT = 12, 200


class Failure(Exception):
    """An example does not hold; `diagnostic` says where and why."""

    def __init__(self, code: str, span: Span, **values: object) -> None:
        super().__init__(code)
        self.diagnostic = Diagnostic(code, span, values)


def check_picks(program: Program, case: Case) -> None:
    """Raise Failure at a line that names no ability, or gives it the wrong arguments."""
    for found in wrong_picks(program, case):
        raise Failure(found.code, found.span, **found.values)


class Matcher:
    """Finds and plays options on one state; invariants are checked after each."""

    def __init__(self, rules: Rules, state: State) -> None:
        self.rules = rules
        self.state = state
        self.names = Names(rules.layout)
        self.abilities = list(rules.program.abilities.values())
        self.evaluator = Evaluator(rules.layout, state)

    def value(self, expr: core.Expr) -> Any:
        """Return the value of an expression of an example now."""
        return self.evaluator.value(expr, {})

    def play(self, step: Play) -> None:
        """Decide as a line says, or raise Failure."""
        self._check_decider(step)
        if step.word:
            self.apply(self._worded(step))
            return
        asked = self.state.ask
        for number, pick in enumerate(step.picks):
            if number:
                self._check_decider(step)
            self.apply(self.find(pick))
        if step.is_whole and self.state.ask == asked and self._may_be_done(step):
            self.apply(DONE)

    def _check_decider(self, step: Play) -> None:
        if self.state.result is not None or self.state.ask < 0:
            raise Failure("E19", step.span)
        player = self.value(step.player)
        if player != self.state.who:
            title = self.rules.asks[self.state.ask].title
            found, wanted = (
                self.names.label(each, core.PLAYER) for each in (self.state.who, player)
            )
            raise Failure("E10", step.span, found=found, expected=wanted, title=title)

    def _may_be_done(self, step: Play) -> bool:
        if self.state.result is not None or self.state.ask < 0:
            return False
        ask = self.rules.asks[self.state.ask]
        return (
            ask.mode == "many"
            and DONE in self.state.options
            and self.state.who == self.value(step.player)
        )

    def _worded(self, step: Play) -> Option:
        """Return the option of a word: passe, fini, oui, non."""
        found = self.answers(step.word)
        if found:
            return found[0]
        raise Failure("E11", step.span, choice=step.word, offered=self.offered())

    def answers(self, word: str) -> list[Option]:
        """Return the offered options that a word means."""
        mode = self.rules.asks[self.state.ask].mode
        wanted: dict[str, tuple[Option, ...]] = {
            "passe": (PASS, -1) if mode in ("window", "optional") else (),
            "fini": (DONE,) if mode == "many" else (),
            "oui": (1,) if mode == "whether" else (),
            "non": (0,) if mode == "whether" else (),
        }
        return [option for option in wanted[word] if option in self.state.options]

    def apply(self, option: Option) -> None:
        """Decide; what must always hold is checked."""
        self.rules.apply(self.state, option)
        check_invariants(self.rules, self.state)

    def find(self, pick: Pick) -> Option:
        """Return the one option a pick means, or raise Failure."""
        found = self.matches(pick)
        if len(found) == 1:
            return found[0]
        code = "E11" if not found else "E24"
        choice = pick.ability or self._text(pick)
        raise Failure(code, pick.span, choice=choice, offered=self.offered())

    def _text(self, pick: Pick) -> str:
        assert pick.value is not None
        return self.names.label(self.value(pick.value), pick.value.kind)

    def matches(self, pick: Pick) -> list[Option]:
        """Return the options a pick may mean."""
        if pick.ability:
            return [option for option in self.state.options if self._is_use(option, pick)]
        if pick.value is None or self.rules.asks[self.state.ask].mode in (
            "window",
            "order",
        ):
            return []
        return [
            o
            for o in self.state.options
            if self._is_one(o, self.value(pick.value), pick.value)
        ]

    def meant(self, pick: Pick) -> list[Option]:
        """Return the raw options a pick with a value or with arguments means, offered or
        not; none for an ability without its arguments."""
        if pick.value is not None:
            return list(_all_of(self.value(pick.value)))[:MAX_MEANT]
        if pick.arguments is None:
            return []
        ability = self.rules.program.abilities[pick.ability]
        number = list(self.rules.program.abilities).index(pick.ability)
        copies = self.rules.layout.copies
        cards = (-1,) if ability.card is None else copies[ability.card]
        values = [_all_of(self.value(argument)) for argument in pick.arguments]
        uses = itertools.product((number,), cards, *values)
        return list(itertools.islice(uses, MAX_MEANT))

    def _is_use(self, option: Option, pick: Pick) -> bool:
        """Tell whether an option is the use of an ability with these arguments."""
        if not isinstance(option, tuple) or option == PASS:
            return False
        ability = self.abilities[option[0]]
        if ability.name != pick.ability:
            return False
        if pick.arguments is None:
            return True
        values = option[2:]
        if len(values) != len(pick.arguments):
            return False
        return all(
            self._is_one(value, self.value(expr), expr)
            for value, expr in zip(values, pick.arguments, strict=True)
        )

    def _is_one(self, option: Any, value: Any, expr: core.Expr) -> bool:
        """Tell whether an option is a value, one of a set, or looks like it."""
        values = value if isinstance(value, tuple) else (value,)
        if option in values:
            return True
        if (
            expr.kind.family is not core.Family.COMPONENT
            or not isinstance(option, int)
            or option < 0
        ):
            return False
        looks, at = self.rules.layout.looks, self.state.at
        return any(
            each >= 0 and looks[each] == looks[option] and at[each] == at[option]
            for each in values
        )

    def offered(self) -> list[str]:
        """Return the options that are offered, in words."""
        ask = self.rules.asks[self.state.ask] if self.state.ask >= 0 else None
        if ask is None:
            return []
        labels = [self._label(option, ask.kind) for option in self.state.options]
        more = ["…"] if len(labels) > MAX_SHOWN else []
        return labels[:MAX_SHOWN] + more

    def _label(self, option: Option, kind: core.Kind | None) -> str:
        if option == PASS:
            return "passe"
        if isinstance(option, tuple):
            ability = self.abilities[option[0]]
            kinds = [parameter.kind for parameter in ability.parameters]
            values = [
                self.names.label(value, kind)
                for value, kind in zip(option[2:], kinds, strict=False)
            ]
            return f"{ability.name}({', '.join(values)})" if values else ability.name
        if option == DONE:
            return "fini"
        if kind is None:
            return "oui" if option else "non"
        return "passe" if option == -1 else self.names.label(option, kind)


def _all_of(value: Any) -> tuple[Any, ...]:
    return value if isinstance(value, tuple) else (value,)
