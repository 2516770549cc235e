"""What an example expects of the table, checked line by line."""

from __future__ import annotations

from collections.abc import Iterator

from ..dsl import core
from ..dsl.examples import Case, Expect
from ..dsl.source import Span
from .compiler import Rules
from .matching import Failure, Matcher
from .reasons import Asker
from .runtime import State


class Expectations:
    """Checks expectations on one state; raises Failure at one that does not hold."""

    def __init__(self, rules: Rules, state: State, matcher: Matcher, case: Case) -> None:
        self.rules = rules
        self.conditions = {id(each): n for n, each in enumerate(conditions_of(case))}
        self.state = state
        self.matcher = matcher
        self._marked = 0
        self._was_checked = False

    def mark(self) -> None:
        """Note that somebody decides: the journal of a new `quand` starts here."""
        if self._was_checked and self.state.log is not None:
            self._marked = len(self.state.log)
            self._was_checked = False

    def check(self, step: Expect) -> None:
        """Check one line."""
        self._was_checked = True
        match step.word:
            case "vrai":
                self._true(step)
            case "offert":
                if not self._options(step):
                    offered = self.matcher.offered()
                    raise Failure("E13", step.span, offered=offered, cites=_flat(step))
            case "refusé":
                self._refused(step)
            case "issue":
                self._outcome(step)
            case "décision":
                self._decider(step)
            case _:
                self._journal(step)

    def _true(self, step: Expect) -> None:
        assert step.condition is not None
        number = self.conditions[id(step.condition)]
        holds = bool(self.rules.module[f"c{number}"](self.state))
        if holds != bool(self.matcher.value(step.condition)):
            raise AssertionError(f"{step.span}: evaluated and compiled rules disagree")
        if holds:
            return
        found: list[str] = []
        if isinstance(step.condition, core.Operation):
            for operand in step.condition.operands:
                if not isinstance(operand, core.Const):
                    value = self.matcher.value(operand)
                    found.append(self.matcher.names.label(value, operand.kind))
        raise Failure("E12", step.span, found=found)

    def _options(self, step: Expect) -> bool:
        if self.state.result is not None or self.state.ask < 0:
            return False
        if step.pick is None:
            return bool(self.matcher.answers(step.name))
        return bool(self.matcher.matches(step.pick))

    def _refused(self, step: Expect) -> None:
        if self._options(step):
            raise Failure("E14", step.span)
        wanted = set(_flat(step))
        if not wanted:
            return
        if self.state.result is not None or self.state.ask < 0:
            raise Failure("E19", step.span)
        found: dict[str, None] = {}
        for cites in self._reasons(step):
            if wanted <= cites:
                return
            found |= dict.fromkeys(sorted(cites))
        expected = ", ".join(_flat(step))
        raise Failure("E15", step.span, expected=expected, found=list(found))

    def _reasons(self, step: Expect) -> Iterator[set[str]]:
        """Yield what is cited by the conditions that refuse each option a pick means."""
        pick = step.pick
        asker = Asker(self.rules, self.matcher.names, self.state)
        if pick is None:
            yield set(self.rules.asks[self.state.ask].cites)
            return
        options = self.matcher.meant(pick)
        explanations = (
            [asker.explain(option) for option in options]
            if options
            else [asker.explain_words(pick.ability, ())]
        )
        for explanation in explanations:
            # The first line is the verdict; what fails may leave it to its ability to cite.
            cited = {cite for line in explanation.lines[1:] for cite in line.cites}
            yield cited or set(explanation.cites)

    def _outcome(self, step: Expect) -> None:
        outcomes = list(self.rules.program.outcomes)
        if self.state.result is None:
            raise Failure("E16", step.span, expected=step.name, found=None)
        number = self.state.result[0]
        found = outcomes[number] if number >= 0 else None
        if found != step.name:
            raise Failure("E16", step.span, expected=step.name, found=found)
        if step.condition is not None:
            self._winners(step.span, self.matcher.value(step.condition))

    def _winners(self, span: Span, wanted: tuple[int, ...]) -> None:
        """Check who has won a game that is over."""
        assert self.state.result is not None
        won = self.state.result[1]
        if set(won) != set(wanted):
            expected, found = (
                [self.matcher.names.label(seat, core.PLAYER) for seat in sorted(seats)]
                for seats in (wanted, won)
            )
            raise Failure("E29", span, expected=expected or ["personne"], found=found)

    def _decider(self, step: Expect) -> None:
        assert step.condition is not None
        wanted = self.matcher.value(step.condition)
        over = self.state.result is not None or self.state.ask < 0
        if over or self.state.who != wanted:
            label = self.matcher.names.label
            found = None if over else label(self.state.who, core.PLAYER)
            raise Failure(
                "E17", step.span, expected=label(wanted, core.PLAYER), found=found
            )

    def _journal(self, step: Expect) -> None:
        """Find the cited lines in their order since the last `quand`."""
        cited = [
            set(self.rules.notes[n].cites)
            for n, _ in (self.state.log or [])[self._marked :]
        ]
        position = 0
        for group in step.cites:
            wanted = set(group)
            while position < len(cited) and not wanted <= cited[position]:
                position += 1
            if position == len(cited):
                raise Failure("E18", step.span, missing=list(group))
            position += 1


def conditions_of(case: Case) -> list[core.Expr]:
    """Return the conditions an example expects to hold: compiled with its rules."""
    steps = (step for step in case.steps if isinstance(step, Expect))
    return [s.condition for s in steps if s.word == "vrai" and s.condition is not None]


def _flat(step: Expect) -> list[str]:
    return [cite for group in step.cites for cite in group]
