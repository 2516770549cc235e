"""Where an example begins: the names the course has there, and the rounds still to come.

A loop around the first phase is in its first round, or in the round of the value that the
example gives to its name: « soit j = J2 » is the turn of J2, and the others' turns follow.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ..dsl import core, nodes
from ..dsl.examples import Named
from .compiler import Rules
from .evaluate import Evaluator
from .matching import Failure
from .runtime import Frame, State
from .units import Start


class Beginning:
    """Fills the frame of the course for a start; `given` are the names of an example."""

    def __init__(
        self, rules: Rules, state: State, start: Start, given: list[tuple[Named, Any]]
    ) -> None:
        self.evaluator = Evaluator(rules.layout, state)
        self.state = state
        self.start = start
        self.given = given
        self.values: dict[str, Any] = {}

    def fill(
        self, frame: Frame, slots: Mapping[str, int], phase: nodes.Word | None
    ) -> None:
        """Give every name its value, or raise Failure at one that has none."""
        for statement, waiting in self.start.around:
            match statement:
                case core.Turns():
                    step = -1 if statement.direction == "antihoraire" else 1
                    first = self._value(statement.start)
                    seats = self.state.seats_from(first, step)
                    frame[slots[waiting]] = self._round(statement.slot, seats)
                case core.For():
                    items = tuple(self._value(statement.group))
                    frame[slots[waiting]] = self._round(statement.slot, items)
                case core.Repeat():
                    frame[slots[waiting]] = self._value(statement.times) - 1
                case _:
                    self._named(waiting, phase)
        for slot, value in self.values.items():
            frame[slots[slot]] = value
        self._check_names()

    def _value(self, expr: core.Expr) -> Any:
        return self.evaluator.value(expr, self.values)

    def _round(self, slot: str, items: tuple[Any, ...]) -> tuple[Any, ...]:
        """Give a loop's name its value; return what comes after it."""
        current = self._given(slot, items[0] if items else None)
        self.values[slot] = current
        return items[items.index(current) + 1 :] if current in items else ()

    def _given(self, slot: str, otherwise: Any) -> Any:
        for named, value in self.given:
            if _means(named, slot):
                return value
        return otherwise

    def _named(self, slot: str, phase: nodes.Word | None) -> None:
        value = self._given(slot, None)
        if value is None:
            assert phase is not None
            raise Failure("E27", phase.span, name=slot, phase=phase.text)
        self.values[slot] = value

    def _check_names(self) -> None:
        """Raise Failure at a name that is neither the course's nor used."""
        known = [slot for slot in self.values if "\0" not in slot]
        for named, _ in self.given:
            if not named.is_used and not any(_means(named, slot) for slot in known):
                raise Failure("E28", named.word.span, name=named.word.text, known=known)


def _means(named: Named, slot: str) -> bool:
    """Tell whether a slot is that of a name: the second one of a name has a number."""
    return re.fullmatch(rf"{re.escape(named.word.text)}(_\d+)?", slot) is not None
