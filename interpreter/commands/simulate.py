"""`livret simulate`: many games played by bots, and what came of them."""

from __future__ import annotations

import json
import os
import sys
import time
from argparse import Namespace
from collections.abc import Generator, Iterator
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager, nullcontext
from pathlib import Path
from typing import TextIO

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

from ...dsl.suggestions import closest
from ..arguments import Parser
from ..bot_names import BOTS, UnknownBot, parse_bot
from ..cluster import connect, declare_cluster, simulate_on
from ..compiler import Rules, compile_program
from ..elsewhere import WorkerLost, simulate_elsewhere
from ..engines import declare_engine, engine_of, lost_worker
from ..figures import show
from ..loading import (
    choices,
    declare_choices,
    declare_force,
    declare_game,
    force,
    load_game,
)
from ..misuse import Misuse
from ..numbers import (
    check_number,
    declare_number,
    declare_players,
    declare_seed,
    players_of,
    seed_of,
)
from ..screen import Screen
from ..simulation import STEPS, Plan, Record, simulate
from ..summaries import Summary
from . import FINE, FOUND

EXAMPLES = (
    (
        "livret simulate morpion -n 10000",
        "dix mille parties au hasard",
        "ten thousand random games",
    ),
    (
        "livret simulate puissance-4 -n 200 --bots mcts:200,greedy --rotate",
        "deux robots qui changent de siège",
        "two bots that change seats",
    ),
    (
        "livret simulate mon-jeu -n 5000 --jobs 4 --seed 1 --out parties.jsonl",
        "une ligne JSON par partie",
        "a line of JSON per game",
    ),
    (
        "livret simulate mon-jeu -n 1000000 --cluster tcp://machine:8786",
        "une grappe dask joue",
        "a dask cluster plays",
    ),
    (
        "livret simulate mon-jeu --seed 1 --first 4711 -n 1",
        "rejoue une partie de la série",
        "play one game of the series again",
    ),
)

#: Exit status of a simulation that was interrupted, as shells count it.
INTERRUPTED = 130
#: Seconds between two looks of the progress bar.
REFRESH = 0.1
#: More processes than this help nobody.
MOST_JOBS = 256


def declare(parser: Parser) -> None:
    """Add the arguments of the verb."""
    declare_game(parser)
    games = ("nombre de parties ; 1000 par défaut", "how many games; 1000 by default")
    declare_number(parser, "-n", "--games", text=games, default=1000)
    declare_players(parser)
    bots = (
        "robots : random, greedy, mcts, mcts:2000 (itérations) ou mcts:1.5s (secondes) ; "
        "un nom pour tous ou un par siège, séparés par des virgules",
        "bots: random, greedy, mcts, mcts:2000 (iterations) or mcts:1.5s (seconds); "
        "one name for all or one per seat, separated by commas",
    )
    parser.add("--bots", value="NAME", default="random", text=bots)
    rotate = (
        "les robots changent de siège à chaque partie",
        "the bots change seats after each game",
    )
    parser.add("--rotate", action="store_true", text=rotate)
    jobs = (
        "nombre de processus, 1 par défaut ; les résultats n'en dépendent pas",
        "how many processes, 1 by default; the results do not depend on it",
    )
    declare_number(parser, "--jobs", text=jobs, default=1)
    declare_engine(parser)
    declare_cluster(parser)
    declare_seed(parser)
    first = ("numéro de la première partie", "number of the first game")
    declare_number(parser, "--first", text=first, default=0)
    steps = (
        f"décisions après lesquelles une partie est abandonnée ; {STEPS} par défaut",
        f"decisions after which a game is given up; {STEPS} by default",
    )
    declare_number(parser, "--steps", text=steps, default=STEPS)
    check = (
        "vérifie les invariants après chaque décision",
        "check the invariants after every decision",
    )
    parser.add("--check", action="store_true", text=check)
    out = ("écrit une ligne JSON par partie", "write a line of JSON per game")
    parser.add("--out", value="FILE", completes="file", text=out)
    declare_choices(parser)
    declare_force(parser)
    parser.add_format()


def run(arguments: Namespace, screen: Screen) -> int:
    """Play, then print the figures; 1 if some game failed."""
    asked, amendments = choices(arguments), force(arguments)
    program = load_game(arguments.game, screen, asked, amendments).program
    players = players_of(arguments, program)
    rules = compile_program(program, players)
    check_number("-n", arguments.games, 1)
    check_number("--jobs", arguments.jobs, 1, MOST_JOBS)
    check_number("--first", arguments.first, 0)
    check_number("--steps", arguments.steps, 1)
    plan = Plan(
        players,
        _bots(arguments.bots, rules),
        seed_of(arguments),
        arguments.first,
        arguments.games,
        arguments.rotate,
        arguments.steps,
        checks=arguments.check,
    )
    games = _games(arguments, plan, rules)
    summary = Summary(players)
    with _results(arguments.out) as results:
        is_whole = _play(games, plan.games, results, summary)
    if arguments.format == "json":
        screen.json(_to_json(plan, rules, summary))
    else:
        show(plan, rules, summary, screen)
    if not is_whole:
        return INTERRUPTED
    return FOUND if summary.faulty or summary.unfinished else FINE


def _games(arguments: Namespace, plan: Plan, rules: Rules) -> Generator[Record]:
    """Return what plays the games: these processes, PyPy's, or a cluster."""
    engine = engine_of(arguments)
    if arguments.cluster is not None:
        if engine is not None or arguments.jobs > 1:
            raise Misuse(
                "--cluster : sans --jobs ni --engine, la grappe joue comme elle est faite",
                "--cluster: without --jobs and --engine, a cluster plays as it is made",
            )
        return simulate_on(connect(arguments.cluster), plan, rules)
    if engine is None:
        return simulate(plan, rules, arguments.jobs)
    if plan.checks or not plan.is_random:
        raise Misuse(
            "--engine pypy : seulement avec des robots random, et sans --check",
            "--engine pypy: with random bots only, and without --check",
        )
    return simulate_elsewhere(engine, plan, rules, arguments.jobs)


def _bots(text: str, rules: Rules) -> tuple[str, ...]:
    """Return a bot's name per seat."""
    names = tuple(name.strip() for name in text.split(","))
    for name in names:
        try:
            parse_bot(name)
        except UnknownBot:
            meant = closest(name.partition(":")[0], BOTS)
            known = ", ".join(BOTS)
            raise Misuse(
                f"--bots : « {name} » n'est pas un robot ; "
                + (f"est-ce {meant} ?" if meant else f"choisir parmi {known}"),
                f"--bots: “{name}” is not a bot; "
                + (f"is it {meant}?" if meant else f"choose among {known}"),
            ) from None
    players = rules.layout.players
    if len(names) == 1:
        return names * players
    if len(names) != players:
        raise Misuse(
            f"--bots : {len(names)} noms pour {players} sièges ; en donner un seul ou "
            "un par siège",
            f"--bots: {len(names)} names for {players} seats; give a single one or one "
            "per seat",
        )
    return names


@contextmanager
def _results(out: str | None) -> Iterator[TextIO | None]:
    """Open the file of the records; a file that is there already is kept as it is."""
    if out is None:
        yield None
        return
    path = Path(out)
    if path.is_file():
        raise Misuse(
            f"« {out} » existe déjà ; donner un autre nom",
            f"“{out}” exists; give another name",
        )
    try:
        file = path.open("w", encoding="utf-8", buffering=1)
    except OSError as error:
        reason = os.strerror(error.errno or 0)
        raise Misuse(f"« {out} » : {reason}", f"“{out}”: {reason}") from None
    with file:
        yield file


def _play(
    games: Generator[Record], total: int, results: TextIO | None, summary: Summary
) -> bool:
    """Fill the summary and the file of records; False if the user interrupted it."""
    progress = _progress() if sys.stderr.isatty() else nullcontext()
    due = 0.0
    try:
        with progress as shown, closing(games) as records:
            task = None if shown is None else shown.add_task("", total=total)
            for record in records:
                summary.add(record)
                if results is not None:
                    results.write(json.dumps(record.to_json(), ensure_ascii=False) + "\n")
                if shown is not None and task is not None and time.monotonic() > due:
                    shown.update(task, completed=summary.games, refresh=True)
                    due = time.monotonic() + REFRESH
    except KeyboardInterrupt:
        return False
    except BrokenProcessPool:
        raise Misuse(
            "un processus a été arrêté de l'extérieur ; recommencer avec moins de --jobs",
            "a process was ended from outside; try again with fewer --jobs",
        ) from None
    except WorkerLost:
        raise lost_worker() from None
    return True


def _progress() -> Progress:
    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    # Drawn as records come: no thread of its own, which processes would have to mind.
    return Progress(
        *columns, console=Console(stderr=True), transient=True, auto_refresh=False
    )


def _to_json(plan: Plan, rules: Rules, summary: Summary) -> dict[str, object]:
    program = rules.program
    return {
        "game": program.manifest.slug,
        "fingerprint": program.fingerprint,
        "players": plan.players,
        "seats": list(plan.bots),
        "rotate": plan.rotate,
        "seed": plan.seed,
        "first": plan.first,
        "settings": {name: setting.chosen for name, setting in program.settings.items()},
        **summary.to_json(tuple(program.outcomes)),
    }
