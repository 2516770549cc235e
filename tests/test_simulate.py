"""Simulations: the same records in any number of processes, figures, failures told."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import mean, stdev
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from livret.dsl.loader import load
from livret.interpreter.compiler import Rules, compile_program
from livret.interpreter.simulation import Plan, Record, game_seed, simulate
from livret.interpreter.summaries import Sample, Share, Summary
from livret.rulesets import shipped
from livret.schemas import load_schema

Command = Callable[..., Any]


def prepared(folder: Path, bots: tuple[str, ...], **how: int) -> tuple[Plan, Rules]:
    program, findings = load(folder)
    assert program is not None, findings
    plan = Plan(len(bots), bots, **how)
    return plan, compile_program(program, len(bots))


def write(folder: Path, text: str) -> Path:
    (folder / "regles.livret").write_text(text, encoding="utf-8")
    return folder


# Records -------------------------------------------------------------------


def test_records_do_not_depend_on_the_processes() -> None:
    plan, rules = prepared(shipped()["morpion"], ("random", "greedy"), seed=5, games=40)
    alone = list(simulate(plan, rules, jobs=1))
    assert list(simulate(plan, rules, jobs=3)) == alone
    assert [record.number for record in alone] == list(range(40))
    assert len({record.seed for record in alone}) == 40


def test_a_game_of_a_series_can_be_played_again() -> None:
    plan, rules = prepared(shipped()["morpion"], ("random", "random"), seed=9, games=12)
    series = list(simulate(plan, rules))
    plan, rules = prepared(
        shipped()["morpion"], ("random", "random"), seed=9, first=7, games=2
    )
    assert list(simulate(plan, rules)) == series[7:9]
    plan, rules = prepared(shipped()["morpion"], ("random", "random"), seed=10, games=12)
    assert list(simulate(plan, rules)) != series


def test_records_do_not_depend_on_the_hash_seed() -> None:
    words = [sys.executable, "-m", "livret.interpreter", "simulate", "retour-du-roi"]
    words += ["-n", "1", "--format", "json"]
    outs = [
        subprocess.run(
            words,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert outs[0] == outs[1] and b'"finished": 1' in outs[0]


def test_bots_change_seats() -> None:
    plan, rules = prepared(shipped()["morpion"], ("random", "greedy"), games=4, rotate=True)
    bots = [record.bots for record in simulate(plan, rules)]
    assert bots == [("random", "greedy"), ("greedy", "random")] * 2


def test_seeds_are_safe_in_json() -> None:
    seeds = [game_seed(seed, number) for seed in (0, 2**53) for number in range(1000)]
    assert len(set(seeds)) == 2000
    assert all(0 <= seed < 2**53 for seed in seeds)


def test_closing_ends_the_processes() -> None:
    plan, rules = prepared(shipped()["morpion"], ("random", "random"), games=2000)
    records = simulate(plan, rules, jobs=2)
    assert next(records).number == 0
    records.close()


FAULTY = """joueurs 1
issue Fin "Fin"
compteur total = 1
déroulement :
  boucle :
    J1 choisit pas parmi {0, 1, 2, 3} "Avancer"
    total devient 6 / pas
    si total > 2 :
      finir Fin
"""

ENDLESS = """joueurs 1
issue Fin "Fin"
compteur total = 1
déroulement :
  boucle :
    J1 choisit pas parmi {1, 2} "Avancer"
    si pas > 2 :
      finir Fin
"""


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_rule_that_fails_is_a_record(tmp_path: Path, jobs: int) -> None:
    plan, rules = prepared(write(tmp_path, FAULTY), ("random",), games=40)
    records = list(simulate(plan, rules, jobs))
    faulty = [record for record in records if record.fault is not None]
    assert 0 < len(faulty) < 40
    for record in faulty:
        assert record.fault is not None and record.outcome is None
        assert (record.fault.code, record.fault.span.line) == ("R11", 7)
        alone, rules = prepared(tmp_path, ("random",), first=record.number)
        assert list(simulate(alone, rules)) == [record]


def test_a_game_without_end_is_given_up(tmp_path: Path) -> None:
    plan, rules = prepared(write(tmp_path, ENDLESS), ("random",), games=2, steps=50)
    for record in simulate(plan, rules):
        assert record.outcome is None and record.fault is None and record.length == 50


# Figures -------------------------------------------------------------------


def test_wilson_intervals() -> None:
    """Figures of Wilson's interval for 10 of 100 and for nothing of 20, by hand."""
    low, high = Share(10, 100).interval
    assert (round(low, 4), round(high, 4)) == (0.0552, 0.1744)
    low, high = Share(0, 20).interval
    assert (low, round(high, 4)) == (0.0, 0.1611)
    assert Share(0, 0).interval == (0.0, 1.0)


def test_sample_figures() -> None:
    numbers = [3, 9, -2, 14, 14, 0, 7]
    sample = Sample()
    for number in numbers:
        sample.add(number)
    assert sample.mean == pytest.approx(mean(numbers))
    assert sample.margin == pytest.approx(1.959964 * stdev(numbers) / len(numbers) ** 0.5)
    assert (sample.least, sample.greatest, sample.count) == (-2, 14, 7)


def test_summary_counts_wins_by_seat_and_by_bot() -> None:
    summary = Summary(2)
    summary.add(Record(0, 1, ("x", "y"), "Fin", (0,), 5, (3, 4)))
    summary.add(Record(1, 2, ("y", "x"), "Fin", (0,), 7, (5, 4)))
    summary.add(Record(2, 3, ("x", "y"), "Nulle", (0, 1), 9, (1, 1)))
    summary.add(Record(3, 4, ("y", "x"), None, (), 100, ()))
    assert (summary.games, summary.finished, summary.unfinished) == (4, 3, 1)
    assert [share.count for share in summary.wins] == [3, 1]
    assert {bot: (s.count, s.total) for bot, s in summary.bots.items()} == {
        "x": (2, 3),
        "y": (2, 3),
    }
    assert [sample.mean for sample in summary.scores] == [3, 3]
    outcomes = summary.outcomes(("Rare", "Fin"))
    assert {name: s.count for name, s in outcomes.items()} == {
        "Rare": 0,
        "Fin": 2,
        "Nulle": 1,
    }


# The command ---------------------------------------------------------------


def test_command_writes_tables_and_lines(tmp_path: Path, command: Command) -> None:
    out = tmp_path / "parties.jsonl"
    done = command("simulate", "morpion", "-n", "50", "--seed", "4", "--out", out)
    assert done.status == 0
    assert "50 parties, graine 4" in done.out and "Trois marques alignées" in done.out
    lines = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    validator = Draft202012Validator(load_schema("results"))
    assert len(lines) == 50
    for line in lines:
        validator.validate(line)
    again = command("simulate", "morpion", "-n", "50", "--out", out)
    assert again.status == 2 and "existe déjà" in again.err
    assert len(out.read_text("utf-8").splitlines()) == 50


def test_command_tells_failures_and_how_to_see_them_again(
    tmp_path: Path, command: Command
) -> None:
    folder = write(tmp_path, FAULTY)
    done = command("simulate", folder, "-n", "40", "--seed", "3")
    assert done.status == 1
    assert "R11" in done.out and "regles.livret:7" in done.out
    again = next(line for line in done.out.splitlines() if "rejouer : " in line)
    words = again.partition("rejouer : ")[2].split()
    assert words[:2] == ["--seed", "3"]
    once = command("simulate", folder, *words)
    assert once.status == 1 and "R11" in once.out
    out = tmp_path / "parties.jsonl"
    assert command("simulate", folder, "-n", "40", "--out", out).status == 1
    validator = Draft202012Validator(load_schema("results"))
    for line in out.read_text("utf-8").splitlines():
        validator.validate(json.loads(line))


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--bots", "gredy"), "est-ce greedy ?"),
        (("--bots", "random,random,random"), "3 noms pour 2 sièges"),
        (("-n", "0"), "-n : au moins 1"),
        (("--jobs", "0"), "--jobs : au moins 1"),
        (("--seed", "-1"), "--seed : au moins 0"),
        (("--players", "3"), "--players : au plus 2"),
        (("--out", "/nulle/part/x.jsonl"), "/nulle/part/x.jsonl"),
        (("-n", "deux"), "'deux' n'est pas un nombre entier"),
    ],
)
def test_command_refuses_what_makes_no_sense(
    words: tuple[str, ...], message: str, command: Command
) -> None:
    done = command("simulate", "morpion", *words)
    assert done.status == 2
    assert message in done.err and "Traceback" not in done.err


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_an_interrupted_simulation_shows_what_it_has(tmp_path: Path) -> None:
    out = tmp_path / "parties.jsonl"
    process = subprocess.Popen(
        [
            *(sys.executable, "-m", "livret.interpreter", "simulate", "morpion"),
            *("-n", "10000000", "--jobs", "2", "--out", str(out), "--lang", "fr"),
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # Whoever runs the tests in the background may have made it deaf to Ctrl-C.
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),
    )
    try:
        while not (out.exists() and out.stat().st_size):
            assert process.poll() is None
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        shown, complaints = process.communicate(timeout=60)
    finally:
        process.kill()
    assert process.returncode == 130
    assert "issue" in shown and "Traceback" not in complaints
    for line in out.read_text("utf-8").splitlines():
        json.loads(line)
