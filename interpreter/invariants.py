"""The invariants of a ruleset, checked on a state: what holds after every decision."""

from __future__ import annotations

from ..dsl.diagnostics import Diagnostic
from .compiler import Rules
from .evaluate import Evaluator
from .faults import GameError
from .names import Names
from .proofs import Prover
from .runtime import State

#: Lines of the proof that a message shows, at most.
SHOWN = 3


def check_invariants(rules: Rules, state: State) -> None:
    """Raise a GameError if an invariant does not hold."""
    found = broken_invariant(rules, state)
    if found is not None:
        raise GameError(found)


def broken_invariant(rules: Rules, state: State) -> Diagnostic | None:
    """Return the first invariant that does not hold, with the values it read."""
    for number, invariant in enumerate(rules.program.invariants):
        if rules.module[f"i{number}"](state):
            continue
        prover = Prover(Evaluator(rules.layout, state), Names(rules.layout))
        proof = [line.text().strip() for line in prover.condition(invariant.condition, {})]
        values = {"title": invariant.title, "ply": state.plies, "found": proof[:SHOWN]}
        return Diagnostic("R22", invariant.span, values, cites=invariant.cites)
    return None
