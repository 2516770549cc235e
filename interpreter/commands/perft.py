"""`livret perft`: how many games and positions there are, to check rules by counting."""

from __future__ import annotations

from argparse import Namespace

from ..arguments import Parser
from ..compiler import compile_program
from ..faults import GameError, rule_faults
from ..guard import time_limit
from ..loading import (
    choices,
    declare_choices,
    declare_force,
    declare_game,
    declare_players,
    force,
    load_game,
    players,
    render_findings,
)
from ..perft import LIMIT, Ply, count
from ..screen import Screen
from . import FINE, FOUND

EXAMPLES = (
    ("livret perft morpion", "toutes les parties du morpion", "all games of morpion"),
    ("livret perft puissance-4 --depth 6", "après 0 à 6 coups", "after 0 to 6 moves"),
    ("livret perft mon-jeu --seed 7", "avec les dés d'une graine", "with a seed's dice"),
)
