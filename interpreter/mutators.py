"""Small faults an author could make: a node of the surface tree in, faulty ones out.

Each operator yields changes of one kind. What would plainly be the same rules (two
assignments that touch nothing of each other, swapped) is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import pairwise
from pathlib import Path
from typing import Any

from ..dsl import nodes
from ..dsl.dependencies import Dependencies
from ..dsl.files import read_source
from ..dsl.source import Source, Span
from .language import Text


class Kind(StrEnum):
    """What kind of fault a mutant has; the words of `--kind`."""

    MOMENT = "moment"
    DUTY = "duty"
    WINDOW = "window"
    LITERAL = "literal"
    EXCEPTION = "exception"
    ORDER = "order"
    LIMIT = "limit"
    CITATION = "citation"


#: Every kind in the words of the report.
KINDS: dict[Kind, Text] = {
    Kind.MOMENT: ("avant ou après", "before or after"),
    Kind.DUTY: ("forcé ou facultatif", "forced or optional"),
    Kind.WINDOW: ("fenêtre décalée", "window one step off"),
    Kind.LITERAL: ("nombre ±1", "number ±1"),
    Kind.EXCEPTION: ("condition oubliée", "condition dropped"),
    Kind.ORDER: ("ordre échangé", "order swapped"),
    Kind.LIMIT: ("limite oubliée", "limit removed"),
    Kind.CITATION: ("énoncé oublié", "statement forgotten"),
}


@dataclass(frozen=True, slots=True)
class Change:
    """A node to stand in place of another; `about` are the nodes that the fault is about."""

    kind: Kind
    node: nodes.Node
    about: tuple[nodes.Node, ...]
    text: Text


class Lines:
    """The lines of the files, read once, as authors see them."""

    def __init__(self) -> None:
        self.files: dict[Path, list[str]] = {}

    def at(self, span: Span) -> str:
        """Return the line where a span begins, without its margin."""
        return self._line(span).strip()

    def text(self, span: Span) -> str:
        """Return what a span covers of the line where it begins."""
        end = span.end_column - 1 if span.end_line == span.line else None
        return self._line(span)[span.column - 1 : end].strip()

    def _line(self, span: Span) -> str:
        if span.path not in self.files:
            source = read_source(span.path)
            self.files[span.path] = source.lines if isinstance(source, Source) else []
        lines = self.files[span.path]
        return lines[span.line - 1] if span.line <= len(lines) else ""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What an operator may look at besides its node."""

    #: The windows of the ruleset, in the order they are declared.
    windows: tuple[str, ...]
    #: The most players there can be.
    seats: int
    dependencies: Dependencies
    lines: Lines


Operator = Callable[[nodes.Node, Surroundings], Iterator[Change]]

_AnyAbility = (
    nodes.Action
    | nodes.Response
    | nodes.Forced
    | nodes.Permanent
    | nodes.Prohibition
    | nodes.Replacement
)
_Assignment = nodes.Assign | nodes.Increase | nodes.Decrease


def changes(node: nodes.Node, around: Surroundings) -> Iterator[Change]:
    """Yield every faulty form of one node, what stands below it left alone."""
    for operator in _OPERATORS:
        yield from operator(node, around)


def _moment(node: nodes.Node, around: Surroundings) -> Iterator[Change]:
    """Answer before instead of after, or after instead of before."""
    if isinstance(node, nodes.Trigger):
        old = node.moment.text
        new = "après" if old == "avant" else "avant"
        faulty = replace(node, moment=replace(node.moment, text=new))
        yield Change(Kind.MOMENT, faulty, (node,), _instead(old, new))


def _duty(node: nodes.Node, around: Surroundings) -> Iterator[Change]:
    """Let what must be done be optional, and what is optional be forced."""
    match node:
        case nodes.Forced():
            faulty: nodes.Node = nodes.Response(*_parts(node))
            text = _instead("forcé", "réponse")
        case nodes.Response():
            faulty, text = nodes.Forced(*_parts(node)), _instead("réponse", "forcé")
        case nodes.Choose():
            faulty = nodes.MayChoose(*_parts(node))
            text = _instead("choisit", "peut choisir")
        case nodes.MayChoose():
            faulty = nodes.Choose(*_parts(node))
            text = _instead("peut choisir", "choisit")
        case _:
            return
    yield Change(Kind.DUTY, faulty, (node,), text)


def _during(node: nodes.Node, around: Surroundings) -> Iterator[Change]:
    """Allow an ability in the window declared before or after the one it names."""
    if not isinstance(node, nodes.During):
        return
    words = node.windows.words
    named = {word.text for word in words}
    for index, word in enumerate(words):
        if word.text not in around.windows:
            continue
        place = around.windows.index(word.text)
        for other in (*around.windows[:place][-1:], *around.windows[place + 1 :][:1]):
            if other not in named:
                moved = (*words[:index], replace(word, text=other), *words[index + 1 :])
                faulty = replace(node, windows=replace(node.windows, words=moved))
                yield Change(Kind.WINDOW, faulty, (node,), _instead(word.text, other))


def _literal(node: nodes.Node, around: Surroundings) -> Iterator[Change]:
    """Count one too many or one too few."""
    if isinstance(node, nodes.Number | nodes.Integer):
        for value in (node.value - 1, node.value + 1):
            text = _instead(str(node.value), str(value))
            yield Change(Kind.LITERAL, replace(node, value=value), (node,), text)


def _requirement(node: nodes.Node, around: Surroundings) -> Iterator[Change]:
    """Forget an `exige`."""
    if isinstance(node, _AnyAbility):
        for index, clause in enumerate(node.clauses):
            if isinstance(clause, nodes.Requirement):
                faulty = replace(node, clauses=_without(node.clauses, index))
                text = ("« exige » oublié", "“exige” forgotten")
                yield Change(Kind.EXCEPTION, faulty, (clause,), text)


def _conjunct(node: nodes.Node, around: Surroundings) -> Iterator[Change]:
    """Forget one of several conditions: each of « a et b et c » once."""
    match node:
        case nodes.And_():
            word = "et"
        case nodes.Or_():
            word = "ou"
        case _:
            return
    sides = [(node.left, node.right)]
    if not isinstance(node.left, type(node)):
        sides.append((node.right, node.left))
    for kept, forgotten in sides:
        written = around.lines.text(forgotten.span)
        text = f"« {word} » sans « {written} »", f"“{word}” without “{written}”"
        yield Change(Kind.EXCEPTION, kept, (forgotten,), text)


def _neighbours(node: nodes.Node, around: Surroundings) -> Iterator[Change]:
    """Swap two neighbouring statements; it moves a window if one of them opens one."""
    if not isinstance(node, nodes.Block):
        return
    for index, (first, second) in enumerate(pairwise(node.statements)):
        if _commute(first, second, around.dependencies):
            continue
        swapped = (*node.statements[:index], second, first, *node.statements[index + 2 :])
        opens = isinstance(first, nodes.OpenWindow) or isinstance(second, nodes.OpenWindow)
        line = around.lines.at(second.span)
        text = f"échangé avec « {line} »", f"swapped with “{line}”"
        kind = Kind.WINDOW if opens else Kind.ORDER
        yield Change(kind, replace(node, statements=swapped), (first, second), text)


def _rotation(node: nodes.Node, around: Surroundings) -> Iterator[Change]:
    """Turn the other way round the table, or begin one seat further."""
    if isinstance(node, nodes.Rotation):
        if around.seats > 2:  # Of two, both ways are one.
            old = node.direction.text
            new = "horaire" if old == "antihoraire" else "antihoraire"
            faulty = replace(node, direction=replace(node.direction, text=new))
            yield Change(Kind.ORDER, faulty, (node,), _instead(old, new))
        span = node.start.span
        left = nodes.Call(span, nodes.Word(span, "gauche"), (node.start,))
        text = ("« depuis » un siège plus à gauche", "“depuis” one seat further left")
        yield Change(Kind.ORDER, replace(node, start=left), (node,), text)


def _limit(node: nodes.Node, around: Surroundings) -> Iterator[Change]:
    """Forget a limit, the bounds of a counter or the floor of a value."""
    if isinstance(node, _AnyAbility):
        for index, clause in enumerate(node.clauses):
            if isinstance(clause, nodes.Limit):
                faulty = replace(node, clauses=_without(node.clauses, index))
                text = ("« limite » oubliée", "“limite” forgotten")
                yield Change(Kind.LIMIT, faulty, (clause,), text)
    if isinstance(node, nodes.Counter) and node.bounds is not None:
        text = ("bornes oubliées", "bounds forgotten")
        yield Change(Kind.LIMIT, replace(node, bounds=None), (node,), text)
    if isinstance(node, nodes.Value) and node.floor is not None:
        text = ("« plancher » oublié", "“plancher” forgotten")
        yield Change(Kind.LIMIT, replace(node, floor=None), (node,), text)


_OPERATORS: tuple[Operator, ...] = (
    _moment,
    _duty,
    _during,
    _literal,
    _requirement,
    _conjunct,
    _neighbours,
    _rotation,
    _limit,
)


def _parts(node: nodes.Node) -> list[Any]:
    return [getattr(node, name) for name in node.__match_args__]


def _without(items: tuple[nodes.Clause, ...], index: int) -> tuple[nodes.Clause, ...]:
    return (*items[:index], *items[index + 1 :])


def _instead(old: str, new: str) -> Text:
    return f"« {new} » au lieu de « {old} »", f"“{new}” instead of “{old}”"


def _commute(first: nodes.Node, second: nodes.Node, dependencies: Dependencies) -> bool:
    """Tell whether two assignments touch nothing of each other, in either order."""
    if not isinstance(first, _Assignment) or not isinstance(second, _Assignment):
        return False
    return not (
        _target(first) & _reached(second, dependencies)
        or _target(second) & _reached(first, dependencies)
    )


def _target(node: _Assignment) -> set[str]:
    """Return the words of what an assignment changes."""
    return _words(node.target)


def _reached(node: nodes.Node, dependencies: Dependencies) -> set[str]:
    """Return the words of a node and of the definitions that they lead to."""
    reached = dependencies.reach(node)
    return _words(node).union(*map(_words, reached))


def _words(node: nodes.Node) -> set[str]:
    return {each.text for each in node.walk() if isinstance(each, nodes.Word)}
