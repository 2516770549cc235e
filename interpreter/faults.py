"""What goes wrong in a game, as a diagnostic with its place in the rules."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ..dsl.diagnostics import Diagnostic
from ..dsl.source import NOWHERE, Span
from .compiler import Rules
from .runtime import RuleFault, State

#: The code of each fault a rule can meet while it runs.
CODES = {
    "no_option": "R10",
    "division": "R11",
    "range": "R12",
    "repeat": "R13",
    "nesting": "R14",
    "endless": "R15",
    "leave": "R16",
    "nobody": "R17",
    "skip": "R20",
    "negative": "R21",
    "face": "E25",
    "number": "R18",
}


def _in_words(diagnostic: Diagnostic) -> str:
    # Only here: most games go without a fault, and the texts of all are many.
    from ..dsl.render import fault

    return fault(diagnostic)


class GameError(Exception):
    """A game cannot go on as asked; `diagnostic` says why, in French and in English."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(f"{diagnostic.code} {_in_words(diagnostic)}")
        self.diagnostic = diagnostic


class RulesetError(Exception):
    """A ruleset cannot be played; `diagnostics` are its mistakes, in order."""

    def __init__(self, diagnostics: tuple[Diagnostic, ...]) -> None:
        first = diagnostics[0]
        super().__init__(f"{first.span}: {first.code} {_in_words(first)}")
        self.diagnostics = diagnostics


def game_error(code: str, span: Span = NOWHERE, **values: object) -> GameError:
    """Return the error of a code at a place."""
    return GameError(Diagnostic(code, span, values))


def file_span(path: Path, line: int = 1, column: int = 1) -> Span:
    """Return a place in a file that is no rule file."""
    return Span(path, line, column, line, column + 1)


def fault_diagnostic(
    rules: Rules, fault: RuleFault, state: State | None = None
) -> Diagnostic:
    """Return the diagnostic of a fault met while running these rules on a state."""
    known = 0 <= fault.place < len(rules.places)
    span = rules.places[fault.place] if known else running_rule(rules, state)
    return Diagnostic(CODES[fault.fault], span, fault.values)


def running_rule(rules: Rules, state: State | None) -> Span:
    """Return where the rule stands that a state was running."""
    if state is None or not state.stack:
        return NOWHERE
    return rules.frames[state.stack[-1][0]].span


@contextmanager
def rule_faults(rules: Rules, state: State | None = None) -> Iterator[None]:
    """Turn what running rules on a state can raise into a GameError."""
    try:
        yield
    except RuleFault as fault:
        raise GameError(fault_diagnostic(rules, fault, state)) from None
    except RecursionError:
        raise game_error("R14", running_rule(rules, state)) from None
    except (MemoryError, OverflowError):
        raise game_error("R19", running_rule(rules, state)) from None
