"""What changed between two states of the same rules, in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..dsl.program import StateVar
from ..dsl.terms import Lang
from .compiler import Rules
from .names import Names
from .runtime import State

_WORDS: dict[str, tuple[str, str]] = {
    "box": ("hors du jeu", "out of the game"),
    "order": ("l'ordre a changé", "the order has changed"),
    "in": ("dans la partie", "in the game"),
    "out": ("hors de la partie", "out of the game"),
    "decision": ("Décision", "Decision"),
    "result": ("Issue", "Outcome"),
    "going": ("partie en cours", "game going on"),
    "end": ("fin du déroulement", "end of the course"),
    "chance": ("Hasard à venir : différent", "Chance to come: different"),
    "lasting": ("Effets qui durent", "Lasting effects"),
    "forbidden": ("Interdictions qui durent", "Lasting prohibitions"),
    "uses": ("Usages comptés : différents", "Counted uses: different"),
    "place": (
        "Même décision, autre point des règles",
        "Same decision, elsewhere in the rules",
    ),
}


def describe(
    rules: Rules, names: Names, before: State, after: State, lang: Lang
) -> list[str]:
    """Return a sentence for each difference; none if the states are equal."""
    return list(_Comparison(rules, names, before, after, lang).sentences())


class _Comparison:
    """Two states side by side."""

    def __init__(
        self, rules: Rules, names: Names, before: State, after: State, lang: Lang
    ) -> None:
        self.rules = rules
        self.layout = rules.layout
        self.names = names
        self.before = before
        self.after = after
        self.lang: Lang = lang

    def sentences(self) -> Iterator[str]:
        yield from self._result()
        yield from self._decision()
        yield from self._players()
        for variable in self.rules.program.states.values():
            yield from self._states(variable)
        yield from self._moves()
        yield from self._engine()

    def _word(self, key: str) -> str:
        return _WORDS[key][0 if self.lang == "fr" else 1]

    def _change(self, what: str, before: str, after: str) -> str:
        return f"{what} : {before} → {after}"

    def _result(self) -> Iterator[str]:
        if self.before.result != self.after.result:
            ends = [self._outcome(state) for state in (self.before, self.after)]
            yield self._change(self._word("result"), *ends)

    def _outcome(self, state: State) -> str:
        if state.result is None:
            return self._word("going")
        number, winners = state.result
        if number < 0:
            return self._word("end")
        outcome = list(self.rules.program.outcomes.values())[number]
        seats = ", ".join(f"J{seat + 1}" for seat in winners)
        return f"{outcome.title} ({seats})" if seats else outcome.title

    def _decision(self) -> Iterator[str]:
        asked = [self._asked(state) for state in (self.before, self.after)]
        if asked[0] != asked[1]:
            yield self._change(self._word("decision"), *asked)

    def _asked(self, state: State) -> str:
        if state.result is not None or state.ask < 0:
            return "—"
        return f"J{state.who + 1}, {self.rules.asks[state.ask].title}"

    def _players(self) -> Iterator[str]:
        for seat, (one, other) in enumerate(
            zip(self.before.alive, self.after.alive, strict=True)
        ):
            if one != other:
                words = [self._word("in" if value else "out") for value in (one, other)]
                yield self._change(f"J{seat + 1}", *words)

    def _states(self, variable: StateVar) -> Iterator[str]:
        column = self.layout.states[variable.name]
        one, other = getattr(self.before, column), getattr(self.after, column)
        if variable.owner is None:
            yield from self._value(variable.title, variable, one, other)
            return
        for owner, (held, holds) in enumerate(zip(one, other, strict=True)):
            title = (
                f"{variable.title} ({self.names.label(owner, variable.owner, self.lang)})"
            )
            yield from self._value(title, variable, held, holds)

    def _value(self, title: str, variable: StateVar, one: Any, other: Any) -> Iterator[str]:
        if one != other:
            labels = [self.names.label(v, variable.kind, self.lang) for v in (one, other)]
            yield self._change(title, *labels)

    def _moves(self) -> Iterator[str]:
        moved = set()
        for entity, (origin, zone) in enumerate(
            zip(self.before.at, self.after.at, strict=True)
        ):
            if origin != zone:
                moved |= {origin, zone}
                label = self.layout.entities[entity].card.label
                yield self._change(label, self._zone(origin), self._zone(zone))
        for number, (items, now) in enumerate(
            zip(self.before.Z, self.after.Z, strict=True)
        ):
            if number not in moved and items != now:
                yield f"{self.names.zone_label(number, self.lang)} : {self._word('order')}"

    def _zone(self, number: int) -> str:
        if number < 0:
            return self._word("box")
        return self.names.zone_label(number, self.lang)

    def _engine(self) -> Iterator[str]:
        """Tell what differs beside the table: effects in force, chance, the place."""
        before, after = self.before, self.after
        for name in ("lasting", "forbidden"):
            one, other = getattr(before, name), getattr(after, name)
            if one != other:
                yield self._change(self._word(name), str(len(one)), str(len(other)))
        if before.uses != after.uses:
            yield self._word("uses")
        if before.rng != after.rng:
            yield self._word("chance")
        same_question = self._asked(before) == self._asked(after)
        if same_question and before != after and before.key()[5:7] != after.key()[5:7]:
            yield self._word("place")
