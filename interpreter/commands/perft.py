"""`livret perft`: how many games and positions there are, to check rules by counting."""

from __future__ import annotations

import sys
from argparse import Namespace
from contextlib import nullcontext
from dataclasses import asdict

from rich.console import Console

from ..arguments import Parser
from ..compiler import Rules, compile_program
from ..faults import GameError, rule_faults
from ..loading import (
    choices,
    declare_choices,
    declare_force,
    declare_game,
    force,
    load_game,
    render_findings,
)
from ..numbers import (
    check_number,
    declare_number,
    declare_players,
    players_of,
    seed_of,
)
from ..perft import LIMIT, Ply, count
from ..screen import Screen
from . import FINE, FOUND

EXAMPLES = (
    ("livret perft morpion", "toutes les parties du morpion", "all games of morpion"),
    ("livret perft puissance-4 --depth 6", "après 0 à 6 coups", "after 0 to 6 moves"),
    (
        "livret perft mon-jeu --seed 7",
        "avec le hasard d'une graine",
        "with a seed's chance",
    ),
)

#: Exit status of a count that was interrupted, as shells count it.
INTERRUPTED = 130


def declare(parser: Parser) -> None:
    """Add the arguments of the verb."""
    declare_game(parser)
    depth = (
        "nombre de décisions ; par défaut jusqu'à la fin de la plus longue partie",
        "number of decisions; by default to the end of the longest game",
    )
    declare_number(parser, "--depth", text=depth)
    limit = (
        f"positions suivies avant d'abandonner ; {LIMIT} par défaut",
        f"positions followed before giving up; {LIMIT} by default",
    )
    declare_number(parser, "--limit", text=limit, default=LIMIT)
    declare_players(parser)
    seed = (
        "graine du hasard, 0 par défaut : dés et mélanges tombent comme elle le veut, "
        "seules les décisions sont comptées, celles qui n'offrent qu'un choix comprises",
        "seed of chance, 0 by default: dice and shuffles fall as it says, only decisions "
        "are counted, those that offer a single choice included",
    )
    declare_number(parser, "--seed", text=seed, default=0)
    declare_choices(parser)
    declare_force(parser)
    parser.add_format()


def run(arguments: Namespace, screen: Screen) -> int:
    """Count and print a line per number of decisions."""
    if arguments.depth is not None:
        check_number("--depth", arguments.depth, 0)
    check_number("--limit", arguments.limit, 1)
    program = load_game(
        arguments.game, screen, choices(arguments), force(arguments)
    ).program
    rules = compile_program(program, players_of(arguments, program), automatic=False)
    plies: list[Ply] = []
    status = _count(rules, arguments, screen, plies)
    if arguments.format == "json":
        screen.json(to_json(plies))
    else:
        _show(plies, arguments.depth, screen)
    return status


def to_json(plies: list[Ply]) -> dict[str, object]:
    """Return the count as plain data; `complete` if nothing was left out."""
    return {
        "plies": [asdict(ply) for ply in plies],
        "complete": bool(plies) and plies[-1].is_last,
        "games": sum(ply.games for ply in plies),
        "positions": sum(ply.new for ply in plies),
    }


def _count(rules: Rules, arguments: Namespace, screen: Screen, plies: list[Ply]) -> int:
    """Fill `plies` as far as it goes; return the exit status."""
    console = Console(stderr=True)
    status = console.status("…") if sys.stderr.isatty() else nullcontext()
    try:
        with status as shown, rule_faults(rules):
            seed = seed_of(arguments)
            for ply in count(rules, arguments.depth, seed, arguments.limit):
                plies.append(ply)
                if shown is not None:
                    shown.update(f"{ply.depth} : {ply.positions}")
    except KeyboardInterrupt:
        return INTERRUPTED
    except GameError as error:
        screen.complain(render_findings([error.diagnostic], screen, screen.has_colour))
        return FOUND
    return FINE


def _show(plies: list[Ply], depth: int | None, screen: Screen) -> None:
    headers = (
        screen.pick("décisions", "decisions"),
        screen.pick("suites", "sequences"),
        screen.pick("positions", "positions"),
        screen.pick("parties finies", "finished games"),
    )
    rows = [(ply.depth, ply.sequences, ply.positions, ply.games) for ply in plies]
    screen.table(headers, rows, numbers=range(4))
    if not plies:
        return
    games, positions = sum(ply.games for ply in plies), sum(ply.new for ply in plies)
    if plies[-1].is_last:
        screen.write(
            screen.pick(
                f"en tout : {games} parties complètes, {positions} positions",
                f"in all: {games} complete games, {positions} positions",
            )
        )
    elif plies[-1].depth != depth:
        screen.write(
            screen.pick(
                "arrêté avant la fin ; voir --depth et --limit",
                "stopped before the end; see --depth and --limit",
            )
        )
