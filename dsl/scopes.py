"""Names of places in the course: scopes to leave or last for, phases and steps to skip."""

from __future__ import annotations

from . import nodes
from .builtins import SCOPES
from .environment import Environment
from .symbols import Category

#: What may be skipped, or followed by a window; what a row of a chronology may name.
PLACES = (Category.PHASE, Category.STEP)
ROWS = (*PLACES, Category.WINDOW)
#: What the header of an ability may name: where it is used, or what it answers.
MOMENTS = (Category.WINDOW, Category.EVENT, *PLACES, Category.LOOP)


def check_place(
    word: nodes.Word, env: Environment, among: tuple[Category, ...] = PLACES
) -> None:
    """Report a name that is none of these places."""
    known = [name for category in among for name in env.symbols.of(category)]
    if word.text not in known:
        env.unknown("N02", word, known, what=Category.STEP.value)
    for category in among:
        symbol = env.symbols.of(category).get(word.text)
        if symbol is not None:
            env.use(symbol)


def is_moment(name: str, env: Environment) -> bool:
    """Tell whether a name is that of a window or an event."""
    symbols = env.symbols
    return name in symbols.of(Category.WINDOW) or name in symbols.of(Category.EVENT)


def check_scope(word: nodes.Word, env: Environment) -> str:
    """Return the name of a scope, reported if nothing opens it."""
    if word.text in SCOPES:
        return word.text
    known = [
        name
        for category in (Category.PHASE, Category.STEP, Category.LOOP, Category.WINDOW)
        for name in env.symbols.of(category)
    ]
    for category in (Category.PHASE, Category.STEP, Category.LOOP, Category.WINDOW):
        symbol = env.symbols.of(category).get(word.text)
        if symbol is not None:
            env.use(symbol)
            return word.text
    env.unknown("N13", word, [*known, *SCOPES])
    return word.text
