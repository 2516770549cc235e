"""What can never happen: statements nothing reaches, windows nobody opens…"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from .. import core
from ..diagnostics import Diagnostic, Place
from ..symbols import Category
from .circles import Unit
from .graph import ROOT
from .subject import Subject
from .walking import blocks_in

#: Code of a part nothing leads to.
_CODES = {
    Category.PHASE: "U12",
    Category.WINDOW: "U13",
    Category.EVENT: "U14",
    Category.OUTCOME: "U15",
}
#: Second places shown at most.
MAX_PLACES = 4


def unreachable_statement(subject: Subject) -> Iterator[Diagnostic]:
    """Yield the first statement of a block that stands after its end.

    Proves that what comes before never goes on: it leaves, ends the game, or repeats
    for ever.
    """
    left = names_left(subject)
    for block in blocks_in(bodies(subject)):
        for before, statement in pairwise(block):
            if ends(before, left):
                yield Diagnostic("U10", statement.span, {}, (Place(before.span, "ends"),))
                break


def names_left(subject: Subject) -> frozenset[str]:
    """Return the scopes some rule leaves."""
    return frozenset(
        piece.scope for piece in subject.pieces if isinstance(piece, core.Leave)
    )


def bodies(subject: Subject) -> Iterator[core.Body]:
    """Yield every body of the rules."""
    program = subject.program
    yield program.setup
    yield program.course
    for control in program.controls:
        yield control.body
    for part in (program.procedures, program.phases, program.events):
        for declared in part.values():
            yield declared.body
    for ability in program.abilities.values():
        yield ability.cost
        yield ability.effect


def ends(statement: core.Statement, left: frozenset[str]) -> bool:
    """Tell whether nothing after a statement can happen; `left` are the scopes left."""
    match statement:
        case core.Leave() | core.Finish():
            return True
        case core.If():
            branches = (statement.then, statement.otherwise)
            return all(any(ends(each, left) for each in branch) for branch in branches)
        case core.Endless():
            return statement.name not in left
        case core.Simultaneous():
            return any(ends(each, left) for each in statement.body)
        case _:
            return False


def constant_condition(subject: Subject) -> Iterator[Diagnostic]:
    """Yield conditions written as `vrai` or `faux`: one of the two ways is never taken."""
    for piece in subject.pieces:
        match piece:
            case core.If() | core.While() | core.IfElse():
                yield from _constant(piece.condition)
            case _:
                pass
    for ability in subject.program.abilities.values():
        for requirement in ability.requirements:
            yield from _constant(requirement.condition)


def _constant(condition: core.Expr) -> Iterator[Diagnostic]:
    # A setting is a constant too, but another game may set it otherwise.
    if isinstance(condition, core.Const) and condition.text in ("vrai", "faux"):
        yield Diagnostic("U11", condition.span, {"found": condition.text})


def unreachable_part(subject: Subject) -> Iterator[Diagnostic]:
    """Yield phases never run, windows never opened, events never emitted, outcomes never
    reached.

    Proves that no way leads there from set-up, course and state checks. The abilities
    that only such a window or event would bring into play are shown beside it.
    """
    reached = subject.graph.reach(ROOT)
    for unit in subject.graph.stranded():
        code, span = _CODES.get(unit[0]), subject.place(unit)
        if code is not None and span is not None and unit[1] not in subject.elsewhere:
            places = tuple(_useless(subject, unit, reached))[:MAX_PLACES]
            yield Diagnostic(code, span, {"name": unit[1]}, places)


def _useless(subject: Subject, unit: Unit, reached: frozenset[Unit]) -> Iterator[Place]:
    """Yield the abilities that nothing but this part could bring into play."""
    for other in sorted(subject.graph.edges[unit]):
        span = subject.place(other)
        if other[0] is Category.ABILITY and other not in reached and span is not None:
            yield Place(span, "useless")


def empty_window(subject: Subject) -> Iterator[Diagnostic]:
    """Yield windows that are opened although no action names them: nobody can do
    anything but pass."""
    reached = subject.graph.reach(ROOT)
    for name in subject.program.windows:
        unit = (Category.WINDOW, name)
        span = subject.place(unit)
        if unit in reached and not subject.graph.edges[unit] and span is not None:
            yield Diagnostic("U16", span, {"name": name})


def window_for_nobody(subject: Subject) -> Iterator[Diagnostic]:
    """Yield openings for an empty set of players."""
    for piece in subject.pieces:
        match piece:
            case core.OpenWindow(seats=core.SetOf(items=())):
                yield Diagnostic("U17", piece.seats.span, {"name": piece.window})
            case core.OpenWindow(seats=core.Const(kind=kind)) if kind == core.NOTHING:
                yield Diagnostic("U17", piece.seats.span, {"name": piece.window})
            case _:
                pass


def idle_repetition(subject: Subject) -> Iterator[Diagnostic]:
    """Yield `répéter n fois` and `lancer n fois` with a written n below 1."""
    for piece in subject.pieces:
        match piece:
            case core.Repeat() | core.Roll():
                times = piece.times
                if isinstance(times, core.Const) and _is_written(times):
                    yield Diagnostic("U18", times.span, {"found": times.text})
            case _:
                pass


def _is_written(times: core.Const) -> bool:
    """Tell whether a constant is a number below 1, written as such."""
    return (
        isinstance(times.value, int) and times.value < 1 and str(times.value) == times.text
    )
