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
from pathlib import Path

from ..dsl import nodes
from ..dsl.asked import DEFAULTS
from ..dsl.coverage import Fate, cover
from ..dsl.diagnostics import Severity
from ..dsl.examples import request_of
from ..dsl.inventory import Statements, load_inventory
from ..dsl.loader import Reading, build, read
from ..dsl.program import Program
from ..dsl.render import severity
from ..dsl.timing.builder import build_graph
from ..dsl.timing.checks import DEFINITE
from ..dsl.timing.findings import Verdict, run_checks
from .examples import own_examples, play_example
from .faults import GameError
from .guard import time_limit
from .language import Text
from .mutants import Mutant, mutants, rules_alone
from .mutators import Kind

#: Seconds after which an example of a mutant is taken for endless.
SECONDS = 30.0
#: What the engine tells of a game that does not end.
_ENDLESS = {"R13", "R15", "R19", "E22"}


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


@dataclass(frozen=True, slots=True)
class Trial:
    """What became of the mutant of a number; `detail` is a code, a statement, a title."""

    number: int
    killer: Killer | None
    detail: str = ""

    @property
    def is_killed(self) -> bool:
        return self.killer is not None


@dataclass(frozen=True, slots=True)
class Plan:
    """What every process needs to judge the same mutants the same way."""

    folder: Path
    inventory: Path | None
    #: For each example, the statements that its rules cited when it was played.
    played: tuple[frozenset[str], ...]


class UnfitRules(Exception):
    """The rules themselves fail: no mutant can be told from them; `detail` is what fails."""

    def __init__(self, detail: str) -> None:
        super().__init__(detail)
        self.detail = detail


def make_plan(folder: Path, inventory: Path | None) -> Plan:
    """Play the examples of the rules as they are; raise UnfitRules if one fails."""
    reading = read(folder)
    programs = Programs(rules_alone(reading))
    played = []
    for example in own_examples(reading):
        program = programs.of(example)
        result = None if program is None else play_example(program, example)
        if result is None or not result.passed:
            raise UnfitRules(example.title.text)
        played.append(result.played)
    return Plan(folder, inventory, tuple(played))


class Programs:
    """The Programs of one reading, each built once for all examples that ask for it."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.built: dict[str, Program | None] = {}

    def of(self, example: nodes.Example) -> Program | None:
        """Return the Program that an example asks for, None if it has errors."""
        request = request_of(example)
        if request.components:
            return build(self.reading, request.choices, extra=request.components)[0]
        key = repr(request.choices)
        if key not in self.built:
            self.built[key] = build(self.reading, request.choices)[0]
        return self.built[key]


class Judge:
    """Judges the mutants of one ruleset."""

    def __init__(self, plan: Plan, seconds: float = SECONDS) -> None:
        reading = read(plan.folder)
        self.seconds = seconds
        self.statements: Statements = {}
        if plan.inventory is not None:
            self.statements = load_inventory(plan.inventory)[0]
        self.rules = rules_alone(reading)
        self.mutants = mutants(self.rules, self.statements)
        self.examples = list(zip(own_examples(reading), plan.played, strict=True))
        self.missing = self._missing(self.rules)
        program = build(self.rules, DEFAULTS)[0]
        self.known = set() if program is None else set(_timing_errors(program))

    def judge(self, number: int) -> Trial:
        """Return what becomes of a mutant."""
        mutant = self.mutants[number]
        try:
            killer, detail = self._try(mutant)
        except Exception as error:  # Whatever a mutant does to us, the run goes on.
            killer, detail = Killer.CRASH, f"{type(error).__name__}: {error}"
        return Trial(number, killer, detail)

    def _try(self, mutant: Mutant) -> tuple[Killer | None, str]:
        """Check a mutant, then play examples until one fails."""
        reading = mutant.apply(self.rules)
        program, findings = build(reading)
        if program is None:
            errors = (each for each in findings if severity(each) is Severity.ERROR)
            return Killer.CHECK, next(errors).code
        if mutant.kind is Kind.CITATION:
            for id_ in sorted(self._missing(reading) - self.missing):
                return Killer.COVERAGE, id_
        for code in _timing_errors(program):
            if code not in self.known:
                return Killer.TIMING, code
        programs = Programs(reading)
        programs.built[repr(DEFAULTS)] = program
        for example in self._likeliest_first(mutant):
            killer = self._play(programs, example)
            if killer is not None:
                return killer, example.title.text
        return None, ""

    def _play(self, programs: Programs, example: nodes.Example) -> Killer | None:
        """Return what an example finds, None if it passes."""
        try:
            with time_limit(self.seconds):
                program = programs.of(example)
                if program is None:
                    return Killer.CHECK
                result = play_example(program, example)
        except GameError as error:
            codes = {error.diagnostic.code}
        else:
            codes = {each.code for each in result.diagnostics}
        if codes & _ENDLESS:
            return Killer.ENDLESS
        return Killer.EXAMPLE if codes else None

    def _likeliest_first(self, mutant: Mutant) -> Iterator[nodes.Example]:
        """Yield the examples that cite the same statements, that played them, the rest."""
        cites = set(mutant.cites)

        def rank(number: int) -> int:
            example, played = self.examples[number]
            ids = () if example.cites is None else example.cites.ids
            if cites & {word.text for word in ids}:
                return 0
            return 1 if cites & played else 2

        for number in sorted(range(len(self.examples)), key=rank):
            yield self.examples[number][0]

    def _missing(self, reading: Reading) -> set[str]:
        """Return the statements that no rule and no component cites: examples only judge."""
        coverage = cover(reading, self.statements.values())
        return {each.statement.id for each in coverage.of(Fate.MISSING)}


def _timing_errors(program: Program) -> Iterator[str]:
    """Yield the codes of the definite errors of time."""
    for finding in run_checks(build_graph(program), DEFINITE):
        if finding.verdict is Verdict.ERROR:
            yield finding.code


def try_mutants(
    judge: Judge, plan: Plan, numbers: Sequence[int], jobs: int = 1
) -> Generator[Trial]:
    """Judge mutants in some processes; yield what became of them in order."""
    with _nothing_kept():
        if jobs <= 1 or len(numbers) <= 1:
            yield from map(judge.judge, numbers)
            return
        context = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(jobs, context, _prepare, (plan,)) as pool:
            try:
                yield from pool.map(_judge, numbers)
            finally:
                pool.shutdown(wait=False, cancel_futures=True)


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


def _prepare(plan: Plan) -> None:
    """Read the rules and make their mutants, once per process."""
    global _judging
    _judging = Judge(plan)


def _judge(number: int) -> Trial:
    assert _judging is not None
    return _judging.judge(number)
