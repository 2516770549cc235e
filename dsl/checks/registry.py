"""The checks of a ruleset, one family per module: a subject in, diagnostics out.

Each check is one function named for the fault it finds; its docstring says what it
proves. Names and kinds are checked earlier, while they are resolved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ..diagnostics import Diagnostic
from .citations import unknown_check, unknown_statement, waived_and_cited, waived_twice
from .constructions import construction_of_a_game
from .cycles import circular_definition, circular_phase, endless_recursion
from .endings import endless_game, endless_loop, leaving_the_game, steady_condition
from .jumps import window_in_closed_step, wrong_skip
from .settings import unexplained_reading, wrong_date
from .structure import (
    duplicate_title,
    filter_over_branches,
    impossible_choice,
    missing_declaration,
    phase_in_place,
    repeated_name,
    start_outside_bounds,
    useless_limit,
)
from .subject import Subject, Written
from .unreachable import (
    constant_condition,
    empty_window,
    idle_repetition,
    unreachable_part,
    unreachable_statement,
    window_for_nobody,
)
from .unused import (
    unread_state,
    unused_local,
    unused_material,
    unused_member,
    unused_part,
    unused_setting,
)

#: Checks that need no Program.
WRITTEN: tuple[Callable[[Written], Iterator[Diagnostic]], ...] = (
    missing_declaration,
    repeated_name,
    duplicate_title,
    filter_over_branches,
    unexplained_reading,
    wrong_date,
    unknown_statement,
    unknown_check,
    waived_and_cited,
    waived_twice,
)

#: Checks of a Program in which names and kinds are right.
PROGRAM: tuple[Callable[[Subject], Iterator[Diagnostic]], ...] = (
    construction_of_a_game,
    useless_limit,
    start_outside_bounds,
    impossible_choice,
    phase_in_place,
    window_in_closed_step,
    wrong_skip,
    unused_part,
    unused_material,
    unused_member,
    unused_setting,
    unused_local,
    unread_state,
    unreachable_statement,
    constant_condition,
    unreachable_part,
    empty_window,
    window_for_nobody,
    idle_repetition,
    circular_definition,
    circular_phase,
    endless_recursion,
    endless_loop,
    endless_game,
    steady_condition,
    leaving_the_game,
)


def check_written(written: Written) -> Iterator[Diagnostic]:
    """Yield what is wrong with the declarations of a ruleset."""
    for check in WRITTEN:
        yield from check(written)


def check_program(subject: Subject) -> Iterator[Diagnostic]:
    """Yield what is wrong or odd in a Program."""
    for check in PROGRAM:
        yield from check(subject)
