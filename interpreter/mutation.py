"""Mutation runs: mutants in, what became of each out.

A mutant is killed by whatever an author would be told: errors of the checks, errors of
time, statements that no rule or component cites any more, an example that fails, a game
that never ends. The examples likeliest to fail are played first, and the first that fails
is enough. Nothing depends on the number of processes.
"""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from ..dsl import nodes
from ..dsl.asked import DEFAULTS
from ..dsl.coverage import Fate, cover
from ..dsl.diagnostics import Severity
from ..dsl.inventory import Statements
from ..dsl.loader import Reading, build
from ..dsl.packing import pack, unpack
from ..dsl.program import Program
from ..dsl.render import severity
from ..dsl.timing.builder import build_graph
from ..dsl.timing.checks import DEFINITE
from ..dsl.timing.findings import Verdict, run_checks
from .audience import Audience, Course, course_of
from .examples import own_examples, run_example
from .faults import GameError
from .guard import time_limit
from .language import Text
from .mutants import Mutant, mutants, rules_alone
from .mutators import Kind
from .processes import end_with_parent, interrupts_ignored
from .workbench import Workbench

#: Seconds after which an example of a mutant is taken for endless.
SECONDS = 30.0
#: What the engine tells of a game that does not end.
_ENDLESS = {"R13", "R15", "R19", "E22"}
#: A move that is no edge of the timing graph: the fault is ours.
_STRANGE = "T30"


#: No inventory of a rulebook.
NO_STATEMENTS: Statements = MappingProxyType({})


class Killer(StrEnum):
    """What found a mutant out."""

    CHECK = "check"
    TIMING = "timing"
    COVERAGE = "coverage"
    EXAMPLE = "example"
    ENDLESS = "endless"
    #: livret itself failed on the mutant: it dies, but the fault is ours.
    CRASH = "crash"


#: Every killer in the words of the report.
KILLERS: dict[Killer, Text] = {
    Killer.CHECK: ("vérification", "check"),
    Killer.TIMING: ("temps", "timing"),
    Killer.COVERAGE: ("couverture", "coverage"),
    Killer.EXAMPLE: ("exemple", "example"),
    Killer.ENDLESS: ("sans fin", "endless"),
    Killer.CRASH: ("panne de livret", "failure of livret"),
}


#: What killed a mutant, None if nothing did, and a detail: a code, a statement, a title.
Finding = tuple[Killer | None, str]


@dataclass(frozen=True, slots=True)
class Trial:
    """What became of the mutant of a number."""

    number: int
    killer: Killer | None
    detail: str = ""

    @property
    def is_killed(self) -> bool:
        return self.killer is not None


@dataclass(frozen=True, slots=True)
class Plan:
    """What every process needs to judge the same mutants the same way."""

    rules: Reading
    statements: Statements
    examples: tuple[Course, ...]


class UnfitRules(Exception):
    """The rules themselves fail: no mutant can be told from them; `detail` is what fails."""

    def __init__(self, detail: str) -> None:
        super().__init__(detail)
        self.detail = detail


def make_plan(reading: Reading, statements: Statements = NO_STATEMENTS) -> Plan:
    """Play the examples of the rules as they are; raise UnfitRules if one fails."""
    rules = rules_alone(reading)
    bench = Workbench(rules)
    courses = []
    for example in own_examples(Workbench(reading)):
        result = run_example(bench, example)
        if not result.passed:
            raise UnfitRules(example.title.text)
        courses.append(course_of(example, result))
    return Plan(rules, statements, tuple(courses))


class Judge:
    """Judges the mutants of one ruleset; `seconds` are what one step may take."""

    def __init__(self, plan: Plan, seconds: float = SECONDS) -> None:
        self.plan = plan
        self.seconds = seconds
        self.mutants = mutants(plan.rules, plan.statements)
        self.audience = Audience(plan.rules, plan.examples)
        self.missing = self._missing(plan.rules)
        program = build(plan.rules, DEFAULTS)[0]
        self.known = set() if program is None else set(_timing_errors(program))

    def judge(self, number: int) -> Trial:
        """Return what becomes of a mutant."""
        mutant = self.mutants[number]
        bench = Workbench(mutant.apply(self.plan.rules))
        try:
            killer, detail = self._check(mutant, bench)
            if killer is None:
                killer, detail = self._play_all(mutant, bench)
        except Exception as error:  # Whatever a mutant does to us, the run goes on.
            killer, detail = Killer.CRASH, f"{type(error).__name__}: {error}"
        return Trial(number, killer, detail)

    def _check(self, mutant: Mutant, bench: Workbench) -> Finding:
        """Return what the checks find."""
        try:
            with time_limit(self.seconds):
                program, findings = bench.build()
                if program is None:
                    errors = (each for each in findings if severity(each) is Severity.ERROR)
                    return Killer.CHECK, next(errors).code
                if mutant.kind is Kind.CITATION:
                    for id_ in sorted(self._missing(bench.reading) - self.missing):
                        return Killer.COVERAGE, id_
                for code in _timing_errors(program):
                    if code not in self.known:
                        return Killer.TIMING, code
        except GameError as error:
            return Killer.ENDLESS, error.diagnostic.code
        return None, ""

    def _play_all(self, mutant: Mutant, bench: Workbench) -> Finding:
        """Return what the first example that fails finds."""
        for example in self.audience.of(mutant):
            killer = self._play(bench, example)
            if killer is not None:
                return killer, example.title.text
        return None, ""

    def _play(self, bench: Workbench, example: nodes.Example) -> Killer | None:
        """Return what an example finds, None if it passes."""
        try:
            with time_limit(self.seconds):
                if bench.program_of(example)[0] is None:
                    return Killer.CHECK
                result = run_example(bench, example)
        except GameError as error:
            codes = {error.diagnostic.code}
        else:
            codes = {each.code for each in result.diagnostics}
        if _STRANGE in codes:
            return Killer.CRASH
        if codes & _ENDLESS:
            return Killer.ENDLESS
        return Killer.EXAMPLE if codes else None

    def _missing(self, reading: Reading) -> set[str]:
        """Return the statements that no rule and no component cites: examples only judge."""
        coverage = cover(reading, self.plan.statements.values())
        return {each.statement.id for each in coverage.of(Fate.MISSING)}


def _timing_errors(program: Program) -> Iterator[str]:
    """Yield the codes of the definite errors of time."""
    for finding in run_checks(build_graph(program), DEFINITE):
        if finding.verdict is Verdict.ERROR:
            yield finding.code


def try_mutants(judge: Judge, numbers: Sequence[int], jobs: int = 1) -> Generator[Trial]:
    """Judge mutants in some processes; yield what became of them in order.

    The processes end when the last trial was taken, or the iterator is closed.
    """
    with _nothing_kept():
        if jobs <= 1 or len(numbers) <= 1:
            yield from map(judge.judge, numbers)
            return
        context = multiprocessing.get_context("spawn")
        before = set(multiprocessing.active_children())
        pool = ProcessPoolExecutor(jobs, context, _prepare, (pack(judge.plan),))
        try:
            with interrupts_ignored():
                trials = pool.map(_judge, numbers)
            yield from trials
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
            for process in set(multiprocessing.active_children()) - before:
                process.terminate()


@contextmanager
def _nothing_kept() -> Iterator[None]:
    """Keep no derived files of mutants: nobody will load them again."""
    before = os.environ.get("LIVRET_CACHE")
    os.environ["LIVRET_CACHE"] = os.devnull
    try:
        yield
    finally:
        if before is None:
            del os.environ["LIVRET_CACHE"]
        else:
            os.environ["LIVRET_CACHE"] = before


# In the other processes ---------------------------------------------------

_judging: Judge | None = None


def _prepare(packed: bytes) -> None:
    """Make the mutants, once per process."""
    global _judging
    end_with_parent()
    _judging = Judge(unpack(packed))


def _judge(number: int) -> Trial:
    assert _judging is not None
    return _judging.judge(number)
