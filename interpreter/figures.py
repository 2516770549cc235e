"""The figures of a simulation as tables on the screen."""

from __future__ import annotations

from .compiler import Rules
from .loading import render_findings
from .screen import Screen
from .simulation import Plan
from .summaries import Sample, Share, Summary


def show(plan: Plan, rules: Rules, summary: Summary, screen: Screen) -> None:
    """Write the tables of outcomes and seats, the length, what went wrong."""
    program = rules.program
    games = screen.count(summary.finished, "partie", "game")
    screen.write(
        screen.pick(
            f"{program.manifest.title} : {games}, graine {plan.seed}",
            f"{program.manifest.title}: {games}, seed {plan.seed}",
        )
    )
    if summary.finished:
        _show_outcomes(rules, summary, screen)
        _show_seats(plan, summary, screen)
        if len(set(plan.bots)) > 1 and (plan.rotate or len(set(plan.bots)) < plan.players):
            _show_bots(summary, screen)
        length = summary.lengths
        mean = _mean(length, screen)
        screen.write()
        screen.write(
            screen.pick(
                f"longueur : {mean} décisions ({length.least} à {length.greatest})",
                f"length: {mean} decisions ({length.least} to {length.greatest})",
            )
        )
    _show_failures(plan, summary, screen)


def _share_headers(screen: Screen) -> tuple[str, str]:
    return screen.pick("part", "share"), screen.pick("intervalle à 95 %", "95% interval")


def _show_outcomes(rules: Rules, summary: Summary, screen: Screen) -> None:
    outcomes = rules.program.outcomes
    rows = [
        (
            outcomes[name].title if name else screen.pick("Fin du déroulement", "End"),
            share.count,
            *_share_cells(share, screen),
        )
        for name, share in summary.outcomes(tuple(outcomes)).items()
    ]
    headers = (screen.pick("issue", "outcome"), screen.pick("parties", "games"))
    screen.write()
    screen.table((*headers, *_share_headers(screen)), rows, numbers=(1, 2, 3))


def _show_seats(plan: Plan, summary: Summary, screen: Screen) -> None:
    headers = [
        screen.pick("siège", "seat"),
        screen.pick("robot", "bot"),
        screen.pick("victoires", "wins"),
        *_share_headers(screen),
    ]
    if summary.scores:
        headers.append(screen.pick("score moyen", "mean score"))
    rows = []
    for seat, share in enumerate(summary.wins):
        bot = screen.pick("à tour de rôle", "in turn") if plan.rotate else plan.bots[seat]
        row = [f"J{seat + 1}", bot, str(share.count), *_share_cells(share, screen)]
        if summary.scores:
            row.append(_mean(summary.scores[seat], screen))
        rows.append(row)
    screen.write()
    screen.table(headers, rows, numbers=range(2, 6))


def _show_bots(summary: Summary, screen: Screen) -> None:
    headers = (screen.pick("robot", "bot"), screen.pick("victoires", "wins"))
    rows = [
        (bot, share.count, *_share_cells(share, screen))
        for bot, share in summary.bots.items()
    ]
    screen.write()
    screen.table((*headers, *_share_headers(screen)), rows, numbers=(1, 2, 3))


def _show_failures(plan: Plan, summary: Summary, screen: Screen) -> None:
    """Say how many games went wrong, and how to play the first ones again."""
    if not summary.unfinished and not summary.faulty:
        return
    screen.write()
    screen.write(
        screen.pick(
            f"abandonnées : {summary.unfinished} après {plan.steps} décisions, "
            f"{summary.faulty} parce qu'une règle échoue",
            f"given up: {summary.unfinished} after {plan.steps} decisions, "
            f"{summary.faulty} because a rule fails",
        )
    )
    for record in summary.told:
        again = f"--seed {plan.seed} --first {record.number} -n 1"
        screen.write(
            screen.pick(
                f"partie {record.number}, {record.length} décisions ; rejouer : {again}",
                f"game {record.number}, {record.length} decisions; play again: {again}",
            )
        )
        if record.fault is not None:
            screen.write(render_findings([record.fault], screen, screen.has_colour))


def _share_cells(share: Share, screen: Screen) -> tuple[str, str]:
    low, high = share.interval
    reach = f"{_percent(low, screen)} – {_percent(high, screen)}"
    return _percent(share.value, screen), reach


def _percent(value: float, screen: Screen) -> str:
    return _decimal(100 * value, screen) + screen.pick(" %", "%")


def _mean(sample: Sample, screen: Screen) -> str:
    return f"{_decimal(sample.mean, screen)} ± {_decimal(sample.margin, screen)}"


def _decimal(value: float, screen: Screen) -> str:
    text = f"{value:.1f}"
    return screen.pick(text.replace(".", ","), text)
