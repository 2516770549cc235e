"""Loops and games that never end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from .. import core
from ..diagnostics import Diagnostic
from ..symbols import Category
from .circles import Unit
from .graph import ROOT, mentions
from .subject import Subject
from .unreachable import ends, names_left
from .walking import Piece, walk

#: What a loop reads or changes: a state, a zone, a value, or the players in the game.
Thing = tuple[str, str]

_PLAYERS: Thing = ("players", "")
_ZONES: Thing = ("zones", "")

#: What lets somebody decide, or leads out.
_STOPS = core.Choose | core.OpenWindow | core.Leave | core.Finish
#: Parts looked at for `steady_condition` at most.
MAX_PARTS = 200_000


def endless_loop(subject: Subject) -> Iterator[Diagnostic]:
    """Yield loops in which nobody decides anything and from which nothing leads out.

    Proves that a game that comes there runs for ever: no choice, window, `quitter` or
    `finir` is reached from the body, and no state check ends the game.
    """
    if _controls_end(subject):
        return
    stopping = _stopping(subject)
    for piece in subject.pieces:
        match piece:
            case core.Endless() | core.While(condition=core.Const(text="vrai")):
                if not _stops(piece, stopping):
                    yield Diagnostic("P10", piece.span)
            case _:
                pass


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
            if _stops(statement, _stopping(subject)):
                yield Diagnostic("P11", statement.span)
            return


def steady_condition(subject: Subject) -> Iterator[Diagnostic]:
    """Yield `tant que` whose body changes nothing that its condition reads.

    Proves that, once true, the condition stays true: the loop never ends. Local names do
    not change, a choice inside the body binds names the condition cannot see. In a giant
    ruleset only the first loops are looked at.
    """
    if _controls_end(subject):
        return
    table = {unit: _doings(*pieces) for unit, pieces in subject.graph.pieces.items()}
    budget = MAX_PARTS
    for piece in subject.pieces:
        if not isinstance(piece, core.While) or isinstance(piece.condition, core.Const):
            continue
        body = _all_doings(subject, piece, table)
        condition = _all_doings(subject, piece.condition, table)
        budget -= len(body) + len(condition)
        if budget < 0:
            return
        changed = {thing for each in body for thing in each.changes}
        read = {thing for each in condition for thing in each.reads}
        if not changed & read and not any(each.leads_out for each in body):
            yield Diagnostic("P12", piece.condition.span)


@dataclass(frozen=True, slots=True)
class Doings:
    """What some rules change and read themselves, and whether they lead out of a loop."""

    changes: frozenset[Thing]
    reads: frozenset[Thing]
    leads_out: bool


def _doings(*pieces: Piece) -> Doings:
    everything = list(walk(*pieces))
    return Doings(
        frozenset(thing for each in everything for thing in _changes(each)),
        frozenset(thing for each in everything for thing in _reads(each)),
        any(isinstance(each, core.Leave | core.Finish) for each in everything),
    )


def _all_doings(
    subject: Subject, start: Piece, table: Mapping[Unit, Doings]
) -> list[Doings]:
    """Return the doings of a piece and of all parts it leads to."""
    starts = {unit for piece in walk(start) for unit in mentions(piece)}
    reached = subject.graph.reach(*starts)
    return [_doings(start), *(table[unit] for unit in reached if unit in table)]


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


def _stopping(subject: Subject) -> frozenset[Unit]:
    """Return the parts in which somebody may decide, or that may lead out of a loop."""
    graph = subject.graph
    own = (
        unit
        for unit, pieces in graph.pieces.items()
        if any(isinstance(each, _STOPS) for each in walk(*pieces))
    )
    return graph.lead_to(own)


def _stops(loop: Piece, stopping: frozenset[Unit]) -> bool:
    """Tell whether somebody decides in a loop, or something leads out of it."""
    return any(
        isinstance(each, _STOPS) or any(unit in stopping for unit in mentions(each))
        for each in walk(loop)
    )


def _changes(piece: Piece) -> Iterator[Thing]:
    """Yield what a statement may change."""
    match piece:
        case core.Assign() | core.Adjust():
            yield "state", piece.target.state
        case core.Move() | core.Draw() | core.Shuffle():
            yield _ZONES
        case core.Eliminate() | core.Readmit():
            yield _PLAYERS
        case core.Lasting():
            yield "value", piece.value
        case _:
            pass


def _reads(piece: Piece) -> Iterator[Thing]:
    """Yield what an expression itself depends on."""
    match piece:
        case core.Global() | core.Column():
            yield "state", piece.state
        case core.Contents() | core.Builtin(name="place"):
            yield _ZONES
        case core.ValueOf():
            yield "value", piece.value
        case core.All(kind=core.Kind(family=core.Family.PLAYER)):
            yield _PLAYERS
        case core.Builtin(name="suivant" | "précédent" | "gauche" | "droite" | "autour"):
            yield _PLAYERS
        case _:
            pass
