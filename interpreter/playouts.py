"""Playouts: games in which every decision is drawn at random, compiled without stops."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ..dsl import core
from .compiler import Rules, make_module, program_bodies, share
from .drawing import can_be_drawn, rolled_often
from .keeping import keep_filters
from .runtime import State
from .units import statements_in


@dataclass(frozen=True, slots=True)
class Playout:
    """Games in which every decision is drawn at random, without stopping."""

    rules: Rules
    source: str
    module: dict[str, Any]

    def play(self, seed: int, chance: Callable[[], float]) -> State:
        """Play a game to its end, with the chance of a seed; `chance` makes the choices."""
        module = self.module
        state: State = module["Table"]()
        state.rng = self.rules.streams(seed)
        module["initial"](state)
        module["R"] = chance
        module["play"](state)
        return state


def compile_playout(rules: Rules, unrolls: bool = True) -> Playout | None:
    """Compile the same rules with their decisions drawn; None where that cannot be.

    If not `unrolls`, loops stay loops (see `Constants.unrolls`).
    """
    program = rules.program
    bodies = program_bodies(program)
    if not can_be_drawn(program, bodies):
        return None
    shared = share(program, rules.layout, False, True)
    shared.draws, shared.stopping = True, frozenset()
    shared.constants.unrolls = unrolls
    often = rolled_often(program, bodies)
    shared.ahead = [rules.layout.streams[f"dé:{die}"] for die in sorted(often)]
    keep_filters(shared.constants, bodies)
    replaces = any(ability.cls == "remplacement" for ability in program.abilities.values())
    shared.tracks_scopes = shared.has_quiet_steps or replaces
    for statement in (s for body in bodies for s in statements_in(body)):
        if isinstance(statement, core.Leave):
            shared.leave_number(statement.scope)
    return Playout(rules, *make_module(shared))
