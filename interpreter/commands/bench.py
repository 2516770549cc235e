"""`livret bench`: how many games, decisions and copies of a ruleset a second holds."""

from __future__ import annotations

import platform
from argparse import Namespace

from ..arguments import Parser
from ..compiler import Rules, compile_program
from ..elsewhere import WorkerLost, measure_elsewhere
from ..engines import declare_engine, engine_of, lost_worker
from ..faults import rule_faults
from ..guard import time_limit
from ..loading import (
    choices,
    declare_choices,
    declare_force,
    declare_game,
    force,
    load_game,
)
from ..measuring import SLICES, Rate, Speed, measure
from ..misuse import Misuse
from ..numbers import declare_players, players_of
from ..screen import Screen
from . import FINE

EXAMPLES = (
    ("livret bench morpion", "cinq secondes de parties au hasard", "five seconds of games"),
    ("livret bench mon-jeu --seconds 20 --json", "pour comparer", "to compare"),
)

SECONDS = 5.0
#: Fewer measure nothing, more help nobody.
LEAST, MOST = 0.01, 3600.0


def declare(parser: Parser) -> None:
    """Add the arguments of the verb."""
    declare_game(parser)
    seconds = (
        "durée de la mesure des parties ; 5 par défaut",
        "how long games are measured; 5 by default",
    )
    parser.add("--seconds", type=float, value="NUMBER", default=SECONDS, text=seconds)
    declare_players(parser)
    declare_engine(parser)
    declare_choices(parser)
    declare_force(parser)
    parser.add_format()
    short = ("comme --format json", "the same as --format json")
    parser.add("--json", action="store_const", const="json", dest="format", text=short)


def run(arguments: Namespace, screen: Screen) -> int:
    """Measure in this process, on one thread, and print the rates."""
    seconds: float = arguments.seconds
    if not LEAST <= seconds <= MOST:
        raise Misuse(
            f"--seconds : de {LEAST:g} à {MOST:g}, non {seconds:g}",
            f"--seconds: from {LEAST:g} to {MOST:g}, not {seconds:g}",
        )
    program = load_game(
        arguments.game, screen, choices(arguments), force(arguments)
    ).program
    players = players_of(arguments, program)
    rules = compile_program(program, players)
    engine = engine_of(arguments)
    with time_limit(60 + 10 * seconds), rule_faults(rules):
        speed = (
            measure(rules, seconds)
            if engine is None
            else _elsewhere(engine, rules, seconds)
        )
    if arguments.format == "json":
        screen.json(
            {
                "game": program.manifest.slug,
                "fingerprint": program.fingerprint,
                "players": players,
                "engine": arguments.engine,
                "python": platform.python_version(),
                "seconds": seconds,
                **speed.to_json(),
            }
        )
    else:
        _show(speed, screen)
    return FINE


def _elsewhere(engine: str, rules: Rules, seconds: float) -> Speed:
    try:
        return measure_elsewhere(engine, rules, seconds, SLICES)
    except WorkerLost:
        raise lost_worker() from None


def _show(speed: Speed, screen: Screen) -> None:
    rows: list[tuple[str, Rate | None]] = [
        (screen.pick("parties au hasard", "random games"), speed.playouts),
        (screen.pick("décisions", "decisions"), speed.decisions),
        (screen.pick("copies d'une position", "copies of a position"), speed.clones),
        (screen.pick("itérations de recherche", "iterations of search"), speed.iterations),
    ]
    cells = [
        (name, _number(rate.median, screen), f"± {50 * rate.spread:.0f} %")
        for name, rate in rows
        if rate is not None
    ]
    headers = ("", screen.pick("par seconde", "per second"), screen.pick("écart", "spread"))
    screen.table(headers, cells, numbers=(1, 2))


def _number(value: float, screen: Screen) -> str:
    """Return a rate with as many digits as mean something."""
    if value < 100:
        return screen.pick(f"{value:.1f}".replace(".", ","), f"{value:.1f}")
    return f"{value:,.0f}".replace(",", screen.pick("\u202f", ","))
