"""Loops and games that never end."""

from __future__ import annotations

from collections.abc import Iterator

from .. import core
from ..diagnostics import Diagnostic
from ..symbols import Category
from .graph import ROOT, Unit, mentions
from .subject import Subject
from .unreachable import ends, names_left
from .walking import Piece, walk

#: What a loop reads or changes: a state, a zone, a value, or the players in the game.
Thing = tuple[str, str]

_PLAYERS: Thing = ("players", "")
_ZONES: Thing = ("zones", "")


def endless_loop(subject: Subject) -> Iterator[Diagnostic]:
    """Yield loops in which nobody decides anything and from which nothing leads out.

    Proves that a game that comes there runs for ever: no choice, window, `quitter` or
    `finir` is reached from the body, and no state check ends the game.
    """
    if _controls_end(subject):
        return
    for piece in subject.pieces:
        match piece:
            case core.Endless() | core.While(condition=core.Const(text="vrai")):
                if not any(_stops(each) for each in _run(subject, piece)):
                    yield Diagnostic("P10", piece.span)
            case _:
                pass


def steady_condition(subject: Subject) -> Iterator[Diagnostic]:
    """Yield `tant que` whose body changes nothing that its condition reads.

    Proves that, once true, the condition stays true: the loop never ends. Local names do
    not change, a choice inside the body binds names the condition cannot see.
    """
    if _controls_end(subject):
        return
    for piece in subject.pieces:
        if not isinstance(piece, core.While) or isinstance(piece.condition, core.Const):
            continue
        body = list(_run(subject, piece))
        if any(isinstance(each, core.Leave | core.Finish) for each in body):
            continue
        changed = {thing for each in body for thing in _changes(each)}
        if not changed & _reads(subject, piece.condition):
            yield Diagnostic("P12", piece.condition.span)


def endless_game(subject: Subject) -> Iterator[Diagnostic]:
    """Yield a course that never ends although no rule ends the game.

    Proves that `finir` is reached from nowhere and that the last statement of the course
    is never passed. A loop without any decision is told as such (`endless_loop`).
    """
    reached = subject.graph.reach(ROOT)
    if any(unit[0] is Category.OUTCOME for unit in reached):
        return
    left = names_left(subject)
    for statement in subject.program.course:
        if ends(statement, left):
            if any(_stops(each) for each in _run(subject, statement)):
                yield Diagnostic("P11", statement.span)
            return


def leaving_the_game(subject: Subject) -> Iterator[Diagnostic]:
    """Yield `quitter partie`: a game is ended by an outcome, not left."""
    for piece in subject.pieces:
        if isinstance(piece, core.Leave) and piece.scope == "partie":
            yield Diagnostic("P13", piece.span)


def _controls_end(subject: Subject) -> bool:
    """Tell whether a state check can end the game or leave a loop."""
    return any(
        isinstance(piece, core.Leave | core.Finish)
        for control in subject.program.controls
        for piece in walk(*control.body)
    )


def _stops(piece: Piece) -> bool:
    """Tell whether a piece lets somebody decide, or leads out."""
    return isinstance(piece, core.Choose | core.OpenWindow | core.Leave | core.Finish)


def _run(subject: Subject, loop: core.Statement) -> Iterator[Piece]:
    """Yield everything that may run inside a loop, through all it calls."""
    own = list(walk(loop))
    yield from own
    starts = {unit for piece in own for unit in mentions(piece)}
    for unit in subject.graph.reach(*starts):
        yield from walk(*subject.graph.pieces.get(unit, ()))


def _changes(piece: Piece) -> Iterator[Thing]:
    """Yield what a statement may change."""
    match piece:
        case core.Assign() | core.Adjust():
            yield "state", piece.target.state
        case core.Move() | core.Draw() | core.Shuffle():
            yield _ZONES
        case core.Eliminate():
            yield _PLAYERS
        case core.Lasting():
            yield "value", piece.value
        case _:
            pass


def _reads(subject: Subject, condition: core.Expr) -> set[Thing]:
    """Return what a condition depends on, through definitions and values."""
    pieces = list(walk(condition))
    starts: set[Unit] = {unit for piece in pieces for unit in mentions(piece)}
    for unit in subject.graph.reach(*starts):
        pieces.extend(walk(*subject.graph.pieces.get(unit, ())))
    found: set[Thing] = set()
    for piece in pieces:
        match piece:
            case core.Global() | core.Column():
                found.add(("state", piece.state))
            case core.Contents() | core.Builtin(name="place"):
                found.add(_ZONES)
            case core.ValueOf():
                found.add(("value", piece.value))
            case core.All(kind=core.Kind(family=core.Family.PLAYER)):
                found.add(_PLAYERS)
            case core.Builtin(name="suivant" | "précédent" | "gauche" | "droite"):
                found.add(_PLAYERS)
            case _:
                pass
    return found
