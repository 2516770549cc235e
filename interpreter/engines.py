"""`--engine`: which Python plays the games, this one or PyPy."""

from __future__ import annotations

import os
from argparse import Namespace

from .arguments import Parser
from .elsewhere import NAME, VARIABLE, find_pypy
from .misuse import Misuse

ENGINES = ("cpython", "pypy")


def declare_engine(parser: Parser) -> None:
    """Add `--engine`."""
    text = (
        "Python qui joue : cpython, par défaut celui-ci, ou pypy s'il est installé",
        "the Python that plays: cpython, by default this one, or pypy if installed",
    )
    parser.add("--engine", choices=ENGINES, default=ENGINES[0], text=text)


def engine_of(arguments: Namespace) -> str | None:
    """Return the interpreter that was asked for; None if it is this one."""
    if arguments.engine == ENGINES[0]:
        return None
    found = find_pypy()
    if found is None:
        wanted = os.environ.get(VARIABLE) or NAME
        raise Misuse(
            f"--engine pypy : « {wanted} » n'est pas installé ; {VARIABLE} dit où est PyPy",
            f"--engine pypy: “{wanted}” is not installed; {VARIABLE} tells where PyPy is",
        )
    return found


def lost_worker() -> Misuse:
    """Return what is told when the other Python ends too early."""
    return Misuse(
        "--engine pypy : PyPy s'est arrêté avant de répondre ; il faut au moins PyPy 3.9 ; "
        "LIVRET_DEBUG=1 montre ce qu'il dit",
        "--engine pypy: PyPy ended before it answered; PyPy 3.9 or later is needed; "
        "LIVRET_DEBUG=1 shows what it says",
    )
