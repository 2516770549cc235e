"""Declarations whose numbers or lists cannot be meant: what kinds and names do not tell."""

from __future__ import annotations

from collections.abc import Iterator

from .. import core, nodes
from ..diagnostics import Diagnostic, Place
from ..folding import fold
from ..source import NOWHERE, Span
from ..symbols import Category
from .subject import Subject, Written
from .walking import walk


def missing_declaration(written: Written) -> Iterator[Diagnostic]:
    """Yield the absence of `joueurs` and of `déroulement`: no game could begin.

    Not if mistakes of form may hide them.
    """
    if not written.in_force or not written.is_whole:
        return
    path = written.in_force[0].span.path
    start = Span(path, 1, 1, 1, 1)
    if not any(isinstance(node, nodes.Players) for node in written.in_force):
        yield Diagnostic("D20", start)
    if not any(isinstance(node, nodes.Course) for node in written.in_force):
        yield Diagnostic("D21", start)


def repeated_name(written: Written) -> Iterator[Diagnostic]:
    """Yield names that stand twice in one list (`pendant A, A`)."""
    for declaration, below in written.walked:
        for node in below:
            match node:
                case nodes.Names(words=words) if not isinstance(
                    declaration, nodes.Enumeration
                ):
                    yield from _repeated(words)
                case nodes.Cites(ids=words):
                    yield from _repeated(words)
                case _:
                    pass


def _repeated(words: tuple[nodes.Word, ...]) -> Iterator[Diagnostic]:
    first: dict[str, nodes.Word] = {}
    for word in words:
        other = first.setdefault(word.text, word)
        if other is not word:
            places = (Place(other.span, "first"),)
            yield Diagnostic("D25", word.span, {"name": word.text}, places)


def filter_over_branches(written: Written) -> Iterator[Diagnostic]:
    """Yield filters that follow a bare `si … alors … sinon …`, and so filter both branches."""
    for _, below in written.walked:
        for node in below:
            if isinstance(node, nodes.Where) and isinstance(node.group, nodes.IfElse):
                start, group = node.span, node.group.span
                if (start.line, start.column) == (group.line, group.column):
                    yield Diagnostic("U19", node.condition.span, {})


def duplicate_title(written: Written) -> Iterator[Diagnostic]:
    """Yield amendments, chronologies, examples and invariants of one name or title.

    They are called by it: an example on the command line, an invariant in an amendment.
    """
    first: dict[tuple[str, str], Span] = {}
    for node in written.declarations:
        word: nodes.Word | nodes.Title
        match node:
            case nodes.Amendment():
                what, word = "amendement", node.name
            case nodes.Chronology():
                what, word = "chronologie", node.name
            case nodes.Example():
                what, word = "exemple", node.title
            case nodes.Invariant():
                what, word = "invariant", node.title
            case _:
                continue
        other = first.setdefault((what, word.text), word.span)
        if other is not word.span:
            values = {"name": word.text, "what": what}
            yield Diagnostic("N03", word.span, values, (Place(other, "first"),))


def useless_limit(subject: Subject) -> Iterator[Diagnostic]:
    """Yield limits of 0 or less: the ability could never be used."""
    for ability in subject.program.abilities.values():
        for limit in ability.limits:
            count = fold(limit.count, subject.symbols)
            if (
                isinstance(count, int)
                and count < 1
                and not _has_setting(subject, limit.count)
            ):
                yield Diagnostic(
                    "D22", limit.count.span, {"found": count}, cites=limit.cites
                )


def _has_setting(subject: Subject, expr: core.Expr) -> bool:
    """Tell whether a constant depends on what the loader chose."""
    names = subject.program.settings
    return any(isinstance(each, core.Const) and each.text in names for each in walk(expr))


def start_outside_bounds(subject: Subject) -> Iterator[Diagnostic]:
    """Yield counters and markers with a first value, in any case, outside their bounds."""
    for name, state in subject.program.states.items():
        for initial in _cases(state.initial):
            value = fold(initial, subject.symbols)
            if not isinstance(value, int) or _has_setting(subject, state.initial):
                continue
            below = state.low is not None and value < state.low
            above = state.high is not None and value > state.high
            if below or above:
                low, high = _shown(state.low), _shown(state.high)
                values = {"name": name, "found": value, "low": low, "high": high}
                yield Diagnostic("D23", initial.span, values, cites=state.cites)


def _cases(expr: core.Expr) -> Iterator[core.Expr]:
    """Yield what an expression can be: each branch of a `si`, else itself."""
    if isinstance(expr, core.IfElse):
        yield from _cases(expr.then)
        yield from _cases(expr.otherwise)
    else:
        yield expr


def _shown(bound: int | None) -> str:
    return "∞" if bound is None else str(bound)


def impossible_choice(subject: Subject) -> Iterator[Diagnostic]:
    """Yield `choisit de a à b` with written numbers that leave no choice."""
    for piece in subject.pieces:
        match piece:
            case core.Choose(minimum=core.Expr() as least, maximum=core.Expr() as most):
                low, high = fold(least, subject.symbols), fold(most, subject.symbols)
                if not isinstance(low, int) or not isinstance(high, int):
                    continue
                settled = not _has_setting(subject, least) and not _has_setting(
                    subject, most
                )
                if settled and (low > high or high < 1):
                    yield Diagnostic("D24", most.span, {"low": low, "high": high})
            case _:
                pass


def phase_in_place(subject: Subject) -> Iterator[Diagnostic]:
    """Yield `phase X` where X is written inside another block and has no declaration."""
    phases = subject.symbols.of(Category.PHASE)
    for piece in subject.pieces:
        if isinstance(piece, core.RunPhase) and piece.phase not in subject.program.phases:
            where = phases[piece.phase].span
            places = (Place(where, "declared"),) if where != NOWHERE else ()
            yield Diagnostic("D26", piece.span, {"name": piece.phase}, places)
