"""Rules about decks that read the game: there is none yet when a deck is built."""

from __future__ import annotations

from collections.abc import Iterator

from .. import core
from ..diagnostics import Diagnostic
from ..program import Program
from .subject import Subject
from .walking import walk

_OF_THE_GAME = (core.Global, core.Column, core.Contents, core.ValueOf)


def construction_of_a_game(subject: Subject) -> Iterator[Diagnostic]:
    """Yield rules of constructions that read a state, a zone, a value or a player.

    Proves of the others that they say the same of a deck whatever is played.
    """
    for construction in subject.program.constructions.values():
        for rule in construction.rules:
            if reads_game(rule.expr, subject.program, set()):
                yield Diagnostic("D36", rule.expr.span, cites=rule.cites)


def reads_game(expr: core.Expr, program: Program, seen: set[str]) -> bool:
    """Tell whether an expression, or a definition it uses, reads the game."""
    for piece in walk(expr):
        match piece:
            case core.Expr() if piece.kind.family is core.Family.PLAYER:
                return True
            case core.Call() if piece.definition not in seen:
                seen.add(piece.definition)
                if reads_game(program.definitions[piece.definition].value, program, seen):
                    return True
            case _ if isinstance(piece, _OF_THE_GAME):
                return True
            case _:
                pass
    return False
