"""Runs examples: the rules as read and `exemple` blocks in, results out.

An example starts like a game; with `soit` or `début phase`, the set-up is played first
(its decisions by the seed), then the table is prepared, then the game goes on from there.
Its moves are compared with the timing graph (T30).
A failed expectation is a diagnostic at its line, like any other mistake of an author.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..dsl import nodes
from ..dsl.asked import ALL, Force
from ..dsl.citations import declarations
from ..dsl.diagnostics import Diagnostic, Severity
from ..dsl.environment import Environment
from ..dsl.examples import (
    Case,
    Chance,
    Dice,
    Expect,
    Given,
    Named,
    Play,
    Step,
    resolve_example,
)
from ..dsl.loader import Reading
from ..dsl.program import Program
from ..dsl.render import severity
from ..dsl.source import Span
from .compiler import Rules
from .evaluate import Evaluator
from .expectations import Expectations, conditions_of
from .faults import GameError, rule_faults
from .invariants import check_invariants
from .matching import Failure, Matcher, check_picks
from .runtime import State
from .starts import Beginning
from .tracing import Tracer
from .units import Start
from .workbench import Workbench

#: Decisions an example may leave to chance before it is taken for endless.
MAX_DECISIONS = 100_000


@dataclass(frozen=True, slots=True)
class Result:
    """What became of an example; it passed if there are no diagnostics.

    `played` are the statements that the rules it ran through cite.
    """

    title: str
    cites: tuple[str, ...]
    span: Span
    diagnostics: tuple[Diagnostic, ...]
    played: frozenset[str] = frozenset()
    #: What followed its moves, if it could begin.
    tracer: Tracer | None = field(default=None, compare=False, repr=False)

    @property
    def passed(self) -> bool:
        return not self.diagnostics


def run_examples(
    reading: Reading,
    examples: Sequence[nodes.Example] | None = None,
    force: Force = ALL,
) -> Iterator[Result]:
    """Run examples of a ruleset (its own, by default), one after another."""
    bench = Workbench(reading, force)
    for node in own_examples(bench) if examples is None else examples:
        yield run_example(bench, node)


def own_examples(bench: Workbench) -> Iterator[nodes.Example]:
    """Yield the examples of a ruleset that hold: amendments bring, replace and remove
    them, each judged with the variants, readings and options it asks for."""
    reading = bench.reading
    is_amended = any(isinstance(node, nodes.Amendment) for node in reading.declarations)
    for node in declarations(reading):
        if isinstance(node, nodes.Example):
            if is_amended and not _is_in_force(bench, node):
                continue
            yield node


def _is_in_force(bench: Workbench, node: nodes.Example) -> bool:
    """Tell whether an example holds; one of rules with mistakes is left to tell them."""
    program = bench.program_of(node)[0]
    return program is None or any(node is each for each in program.examples)


def run_example(bench: Workbench, node: nodes.Example) -> Result:
    """Run one example with the variants, readings and components it asks for."""
    program, findings = bench.program_of(node)
    cites = () if node.cites is None else tuple(word.text for word in node.cites.ids)
    errors = [found for found in findings if severity(found) is Severity.ERROR]
    if program is None:
        return Result(node.title.text, cites, node.title.span, tuple(errors))
    return _play_example(bench, program, node)


def _play_example(bench: Workbench, program: Program, node: nodes.Example) -> Result:
    """Run one example on a Program with the variants and components it asks for."""
    env = Environment(program.symbols, [], set(), seats=program.players)
    case = resolve_example(node, env)
    diagnostics = tuple(env.findings)
    played: frozenset[str] = frozenset()
    tracer: Tracer | None = None
    if not diagnostics:
        try:
            runner = _Runner(bench, program, case)
            tracer = runner.tracer
            played = runner.run()
        except Failure as failure:
            diagnostics = (failure.diagnostic,)
        except GameError as error:
            diagnostics = (error.diagnostic,)
    return Result(case.title, case.cites, node.title.span, diagnostics, played, tracer)


class UnusedDice(Exception):
    """Some dice of an example were never thrown."""

    def __init__(self, left: list[int]) -> None:
        super().__init__("dice")
        self.left = left


class _Runner:
    """One run of one example."""

    def __init__(self, bench: Workbench, program: Program, case: Case) -> None:
        self.case = case
        low, high = program.players
        players = case.request.players or low
        if not low <= players <= high:
            raise Failure("E21", case.span, found=players, low=low, high=high)
        check_picks(program, case)
        self.given = [step for step in case.steps if isinstance(step, Given)]
        table = bench.table(program, players)
        self.rules: Rules = table.extended(self.given, conditions_of(case))
        self.tracer = Tracer(program, table.graph)
        self.chance = random.Random(case.request.seed)

    def run(self) -> frozenset[str]:
        """Run every step, or raise Failure; return the statements the journal cites."""
        leading, steps = _leading_dice(self.case)
        dice = [step for step in self.case.steps if isinstance(step, Dice)]
        try:
            return self._play(leading, steps)
        except UnusedDice as unused:
            raise Failure("E26", dice[-1].span, left=unused.left) from None
        except GameError as error:
            if error.diagnostic.code != "E25":
                raise
            raise Failure("E25", dice[-1].span, **error.diagnostic.values) from None

    def _play(self, leading: tuple[int, ...], steps: tuple[Step, ...]) -> frozenset[str]:
        state = self._begin(leading)
        self._follow(state)
        check_invariants(self.rules, state)
        matcher = Matcher(self.rules, state)
        expectations = Expectations(self.rules, state, matcher, self.case)
        with rule_faults(self.rules, state):
            for step in steps:
                match step:
                    case Play():
                        expectations.mark()
                        matcher.play(step)
                    case Dice():
                        state.script = [*(state.script or ()), *step.values]
                    case Chance():
                        expectations.mark()
                        self._leave_to_chance(matcher, step)
                    case Expect():
                        expectations.check(step)
                    case _:
                        pass
                self._follow(state)
        if state.script:
            raise UnusedDice(state.script)
        notes = (self.rules.notes[number] for number, _ in state.log or ())
        return frozenset(cite for note in notes for cite in note.cites)

    def _follow(self, state: State) -> None:
        """Compare the moves made with the timing graph: a strange one is our fault."""
        self.tracer.follow(state)
        fault = self.tracer.fault(self.case.span)
        if fault is not None:
            raise Failure(fault.code, fault.span, **fault.values)

    def _leave_to_chance(self, matcher: Matcher, step: Chance) -> None:
        state = matcher.state
        for _ in range(step.count or MAX_DECISIONS):
            if state.result is not None:
                return
            matcher.apply(self.chance.choice(state.options))
            self._follow(state)
        if not step.count:
            raise Failure("E22", step.span, limit=MAX_DECISIONS)

    def _begin(self, dice: tuple[int, ...]) -> State:
        """Return the state at the first decision of the example."""
        start, rules = self.case.request.start, self.rules
        with rule_faults(rules):
            if not self.given and start is None:
                state = rules.fresh(self.case.request.seed)
                state.script = list(dice)
                state.stack = [rules.course.frame(), rules.setup.frame()]
                with rule_faults(rules, state):
                    rules.run(state, rules.setup.block)
                return state
            state = self._set_up()
            self._follow(state)
            place = Start(rules.course.block, (), ())
            if start is not None:
                if start.text not in rules.starts:
                    raise Failure("E23", start.span, name=start.text)
                place = rules.starts[start.text]
            frame = rules.course.frame(place.block)
            state.stack, state.scopes = [frame], list(place.scopes)
            given = self._prepare(state)
            slots = self.rules.frames[place.block].slots
            Beginning(rules, state, place, given).fill(frame, slots, start)
            state.script, state.log, state.trace = list(dice), [], []
            with rule_faults(rules, state):
                rules.run(state, place.block)
            return state

    def _set_up(self) -> State:
        """Play the set-up; its decisions are the seed's."""
        rules = self.rules
        state = rules.fresh(self.case.request.seed)
        state.stack = [rules.setup.frame()]
        rules.run(state, rules.setup.block)
        while state.ask >= 0:
            rules.apply(state, self.chance.choice(state.options))
        state.result = None
        return state

    def _prepare(self, state: State) -> list[tuple[Named, Any]]:
        """Run the `soit` blocks; return the names they give, with their values."""
        given: list[tuple[Named, Any]] = []
        for number, step in enumerate(self.given):
            self.rules.module[f"s{number}"](state)
            evaluator = Evaluator(self.rules.layout, state)
            values: dict[str, Any] = {}
            for named in step.names:
                values[named.slot] = evaluator.value(named.value, values)
                given.append((named, values[named.slot]))
        return given


def _leading_dice(case: Case) -> tuple[tuple[int, ...], tuple[Step, ...]]:
    """Return the dice given before the first decision, and the steps after them."""
    steps = [step for step in case.steps if not isinstance(step, Given)]
    values: list[int] = []
    while steps and isinstance(steps[0], Dice):
        values.extend(steps.pop(0).values)  # type: ignore[attr-defined]
    return tuple(values), tuple(steps)
