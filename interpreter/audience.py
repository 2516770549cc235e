"""Which examples can notice a fault, the likeliest first.

An example notices nothing of a rule that it neither comes by nor names: it is not played. A
definition is come by where a rule uses it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from ..dsl import nodes
from ..dsl.citations import name_of
from ..dsl.dependencies import EXPANDED, Dependencies
from ..dsl.examples import request_of
from ..dsl.loader import Reading
from ..dsl.source import Span
from .examples import Result
from .mutants import Mutant

#: Rules that do nothing unless a game comes by, or by a rule that uses them; material does.
_TRACED = (
    *EXPANDED, nodes.Action, nodes.Response, nodes.Forced, nodes.Permanent,
    nodes.Prohibition, nodes.Replacement, nodes.Event, nodes.Phase,
)  # fmt: skip
#: A line of a file.
Line = tuple[Path, int]
#: For how many settings the rules with one fault are compiled at most.
SETTINGS = 10


@dataclass(frozen=True, slots=True)
class Course:
    """What an example is about: the statements its rules cited, the lines it came by, the
    names it has, what it asks for."""

    example: nodes.Example
    played: frozenset[str]
    lines: frozenset[Line]
    words: frozenset[str]
    settings: str


def course_of(example: nodes.Example, result: Result) -> Course:
    """Return the course an example took."""
    spans = () if result.tracer is None else result.tracer.places()
    lines = frozenset((span.path, span.line) for span in spans)
    words = frozenset(n.text for n in example.walk() if isinstance(n, nodes.Word))
    request = request_of(example)
    settings = repr((request.choices, request.components, request.players))
    return Course(example, result.played, lines, words, settings)


class Audience:
    """The examples of a ruleset, for each of its mutants."""

    def __init__(self, rules: Reading, courses: Sequence[Course]) -> None:
        self.courses = courses
        every = [*rules.declarations, *chain.from_iterable(rules.blocks.values())]
        dependencies = Dependencies(every)
        #: Where the rules stand that use a definition, by its own span.
        self._users: dict[Span, list[Span]] = {}
        for node in every:
            for used in dependencies.reach(node):
                self._users.setdefault(used.span, []).append(node.span)

    def of(self, mutant: Mutant) -> Iterator[nodes.Example]:
        """Yield the examples that can notice a mutant, the likeliest first."""
        changed = mutant.declarations.values()
        names = {card for card, _ in mutant.declarations if card} | set(
            map(name_of, changed)
        )
        here = _lines(each.span for each in changed)
        users = _lines(span for each in changed for span in self._users.get(each.span, ()))
        fault = {(mutant.span.path, mutant.span.line)}
        cites = set(mutant.cites)
        is_traced = all(isinstance(each, _TRACED) for each in changed)

        def marks(course: Course) -> tuple[bool, ...]:
            """Return why an example may notice the fault, the best reasons first."""
            own = course.example.cites
            return (
                bool(here & course.lines),
                own is not None and any(word.text in cites for word in own.ids),
                bool(names & course.words),
                bool(fault & course.lines),
                bool(cites & course.played),
                bool(users & course.lines),
            )

        marked = [(marks(course), course) for course in self.courses]
        marked.sort(key=lambda each: each[0], reverse=True)
        settings: set[str] = set()
        for reasons, course in marked:
            is_concerned = any(reasons) or not is_traced
            if is_concerned and (len(settings) < SETTINGS or course.settings in settings):
                settings.add(course.settings)
                yield course.example


def _lines(spans: Iterable[Span]) -> set[Line]:
    return {
        (span.path, line) for span in spans for line in range(span.line, span.end_line + 1)
    }
