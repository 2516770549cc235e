"""The options an example's line means: « J2 : Avancer(a2, a3) » among those offered."""

from __future__ import annotations

from typing import Any

from ..dsl import core
from ..dsl.diagnostics import Diagnostic
from ..dsl.examples import Pick, Play
from ..dsl.source import Span
from .compiler import Rules
from .evaluate import Evaluator
from .names import Names
from .runtime import DONE, PASS, Option, State

#: Options named in a message, at most.
MAX_SHOWN = 12


class Failure(Exception):
    """An example does not hold; `diagnostic` says where and why."""

    def __init__(self, code: str, span: Span, **values: object) -> None:
        super().__init__(code)
        self.diagnostic = Diagnostic(code, span, values)


class Matcher:
    """Finds and plays options on one state."""

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
            self._apply(self._worded(step))
            return
        asked = self.state.ask
        for number, pick in enumerate(step.picks):
            if number:
                self._check_decider(step)
            self._apply(self.find(pick))
        if len(step.picks) > 1 and self.state.ask == asked and self._may_be_done(step):
            self._apply(DONE)

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
        mode = self.rules.asks[self.state.ask].mode
        wanted: dict[str, tuple[Option, ...]] = {
            "passe": (PASS, -1) if mode != "whether" else (),
            "fini": (DONE,),
            "oui": (1,) if mode == "whether" else (),
            "non": (0,) if mode == "whether" else (),
        }
        for option in wanted[step.word]:
            if option in self.state.options:
                return option
        raise Failure("E11", step.span, choice=step.word, offered=self.offered())

    def _apply(self, option: Option) -> None:
        self.rules.apply(self.state, option)

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
