"""Names of places in the course: scopes to leave or last for, phases and steps to skip."""

from __future__ import annotations

from . import nodes
from .builtins import SCOPES
from .environment import Environment
from .symbols import Category


def check_place(word: nodes.Word, env: Environment) -> None:
    """Report a name that is neither a phase nor a step."""
    phases, steps = env.symbols.of(Category.PHASE), env.symbols.of(Category.STEP)
    symbol = phases.get(word.text) or steps.get(word.text)
    if symbol is None:
        env.unknown("N02", word, [*phases, *steps], what=Category.STEP.value)
    else:
        env.use(symbol)


def check_row(word: nodes.Word, env: Environment) -> None:
    """Report a row of a chronology that is neither a phase, a step nor a window."""
    if word.text in env.symbols.of(Category.WINDOW):
        env.named(Category.WINDOW, word)
    else:
        check_place(word, env)


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
