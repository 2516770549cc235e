"""`livret mutate`: small faults put into the rules, and whether anything notices."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Generator, Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, nullcontext

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

from ..arguments import Parser
from ..inventories import find_inventory, load_statements
from ..loading import declare_game, load_game, render_findings
from ..misuse import Misuse, Unsound
from ..mutants import Mutant, sample
from ..mutation import Judge, Trial, UnfitRules, make_plan, try_mutants
from ..mutation_report import Run, Tried, show, to_json
from ..mutators import Kind
from ..numbers import check_number, declare_number, declare_seed, seed_of
from ..screen import Screen, wants_colour
from ..survivors import load_reasons
from . import FINE, FOUND

EXAMPLES = (
    ("livret mutate mon-jeu", "toutes les fautes d'essai", "all the faults"),
    (
        "livret mutate mon-jeu --sample 50 --jobs 2",
        "cinquante tirées au sort, dans deux processus",
        "fifty at random, in two processes",
    ),
    (
        "livret mutate mon-jeu --kind order --kind window",
        "l'ordre et les fenêtres seulement",
        "order and windows only",
    ),
    (
        "livret mutate mon-jeu --at-least 85",
        "échoue si moins de 85 % sont trouvées",
        "fail if fewer than 85% are found",
    ),
)

#: Exit status of a run that was interrupted, as shells count it.
INTERRUPTED = 130
#: More processes than this help nobody.
MOST_JOBS = 256


def declare(parser: Parser) -> None:
    """Add the arguments of the verb."""
    declare_game(parser)
    size = (
        "essaie tant de fautes, de chaque genre à tour de rôle ; toutes par défaut",
        "try that many faults, of each kind in turn; all by default",
    )
    declare_number(parser, "--sample", text=size)
    declare_seed(parser)
    kind = ("seulement ce genre de faute (répétable)", "only this kind (repeatable)")
    kinds = [str(each) for each in Kind]
    parser.add("--kind", action="append", choices=kinds, default=[], text=kind)
    jobs = (
        "nombre de processus, 1 par défaut ; les résultats n'en dépendent pas",
        "how many processes, 1 by default; the results do not depend on it",
    )
    declare_number(parser, "--jobs", text=jobs, default=1)
    least = (
        "se contente de tant de fautes trouvées, en pour cent ; 100 par défaut, "
        "sans compter celles que survivants.yaml explique",
        "be content with that many faults found, in per cent; 100 by default, "
        "those that survivants.yaml explains not counted",
    )
    declare_number(parser, "--at-least", text=least, default=100)
    parser.add_format()


def run(arguments: Namespace, screen: Screen) -> int:
    """Print how many mutants are killed, per kind, and the survivors by rule.

    1 if too few are killed and one that survives is not explained, or if a reason
    explains nothing.
    """
    seed = seed_of(arguments)
    check_number("--jobs", arguments.jobs, 1, MOST_JOBS)
    check_number("--at-least", arguments.at_least, 0, 100)
    if arguments.sample is not None:
        check_number("--sample", arguments.sample, 1)
    reading = load_game(arguments.game, screen).reading
    statements = load_statements(find_inventory(reading), screen)
    reasons, mistakes = load_reasons(reading.folder)
    if mistakes:
        text = render_findings(mistakes, screen, wants_colour(sys.stderr))
        raise Unsound(text, is_misuse=False)
    try:
        plan = make_plan(reading, statements)
    except UnfitRules as unfit:
        text = screen.pick(
            f"l'exemple « {unfit.detail} » échoue déjà : voir livret test",
            f"the example “{unfit.detail}” fails already: see livret test",
        )
        raise Unsound(text, is_misuse=False) from None
    judge = Judge(plan)
    chosen = _chosen(judge.mutants, arguments.kind, arguments.sample, seed)
    trials = try_mutants(judge, chosen, arguments.jobs)
    tried, is_whole = _follow(trials, judge.mutants, len(chosen))
    done = {trial.number for _, trial in tried}
    spared = [each for number, each in enumerate(judge.mutants) if number not in done]
    title = reading.manifest.title
    result = Run(reading.manifest.slug, title, tried, spared, reasons)
    if arguments.format == "json":
        screen.json(to_json(result, screen))
    else:
        show(result, screen)
    if not is_whole:
        return INTERRUPTED
    is_content = not result.unexplained or result.score >= arguments.at_least
    return FINE if is_content and not result.idle else FOUND


def _chosen(
    mutants: Sequence[Mutant], kinds: list[str], size: int | None, seed: int
) -> list[int]:
    """Return the numbers of the mutants to try."""
    wanted = [n for n, each in enumerate(mutants) if not kinds or each.kind in kinds]
    if size is None:
        return wanted
    return [wanted[n] for n in sample([mutants[n] for n in wanted], size, seed)]


def _follow(
    trials: Generator[Trial], mutants: Sequence[Mutant], total: int
) -> tuple[list[Tried], bool]:
    """Return what became of the mutants, and whether the user let it go to the end."""
    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    watched = sys.stderr.isatty()
    bar = Progress(*columns, console=Console(stderr=True), transient=True)
    tried: list[Tried] = []
    try:
        with bar if watched else nullcontext(), closing(trials):
            task = bar.add_task("", total=total)
            for trial in trials:
                tried.append((mutants[trial.number], trial))
                bar.advance(task)
    except KeyboardInterrupt:
        return tried, False
    except BrokenProcessPool:
        raise Misuse(
            "un processus a été arrêté de l'extérieur ; recommencer avec moins de --jobs",
            "a process was ended from outside; try again with fewer --jobs",
        ) from None
    return tried, True
