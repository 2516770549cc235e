"""Games on another Python: the same games, to the bit; what goes wrong there is told.

Where there is no PyPy, this Python stands for it, in a process of its own.
"""

from __future__ import annotations

import json
import os
import signal
import stat
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from livret.dsl.loader import load
from livret.interpreter.chance import Chance
from livret.interpreter.compiler import Rules, compile_program
from livret.interpreter.elsewhere import (
    VARIABLE,
    Worker,
    WorkerLost,
    find_pypy,
    simulate_elsewhere,
)
from livret.interpreter.simulation import Plan, simulate
from livret.rulesets import shipped

Command = Callable[..., Any]

GAMES = Path(__file__).parent / "games"
PYPY = find_pypy()
ENGINES = [
    pytest.param(sys.executable, id="cpython"),
    pytest.param(
        PYPY, marks=pytest.mark.skipif(PYPY is None, reason="no pypy3 here"), id="pypy"
    ),
]
FOLDERS = {**shipped(), "veillee": GAMES / "veillee"}


def compiled(folder: Path, journal: bool = False) -> Rules:
    program, findings = load(folder)
    assert program is not None, findings
    return compile_program(program, program.players[0], journal)


def plan_of(rules: Rules, **how: Any) -> Plan:
    players = rules.layout.players
    return Plan(players, ("random",) * players, **how)


# The same games ------------------------------------------------------------


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("game", FOLDERS)
def test_journals_are_the_same(engine: str, game: str) -> None:
    rules = compiled(FOLDERS[game], journal=True)
    worker = Worker(engine, rules)
    try:
        for seed in (1, 2**53 - 1):
            worker.ask("journal", seed, 400)
            log, key = worker.answer()
            state, chance = rules.begin(seed), Random(seed).random
            for _ in range(400):
                if state.result is not None:
                    break
                option = state.options[int(chance() * len(state.options))]
                rules.apply(state, option)
            assert log == as_json(state.log)
            assert key == as_json(state.key())
            assert state.log
    finally:
        worker.close()


def as_json(value: object) -> Any:
    return json.loads(json.dumps(value))


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("game", FOLDERS)
def test_records_are_the_same(engine: str, game: str) -> None:
    rules = compiled(FOLDERS[game])
    plan = plan_of(rules, seed=3, first=5, games=6)
    assert list(simulate_elsewhere(engine, plan, rules)) == list(simulate(plan, rules))


@pytest.mark.parametrize("engine", ENGINES)
def test_records_do_not_depend_on_the_number_of_workers(engine: str) -> None:
    rules = compiled(shipped()["cochon"])
    plan = plan_of(rules, seed=1, games=61)
    alone = list(simulate_elsewhere(engine, plan, rules, 1))
    assert list(simulate_elsewhere(engine, plan, rules, 3)) == alone
    assert [record.number for record in alone] == list(range(61))


def test_numbers_are_drawn_as_published() -> None:
    """The first numbers of splitmix64 from 1234567, as other implementations give them."""
    expected = [
        6457827717110365317, 3203168211198807973, 9817491932198370423,
        4593380528125082431, 16408922859458223821,
    ]  # fmt: skip
    chance: Any = type("Drawing", (Chance,), {})()
    chance.rng = [1234567]
    assert [chance.draw_below(0, 1 << 64) for _ in expected] == expected


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


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("text", [FAULTY, ENDLESS], ids=["faulty", "endless"])
def test_what_goes_wrong_is_told_as_here(tmp_path: Path, engine: str, text: str) -> None:
    (tmp_path / "regles.livret").write_text(text, encoding="utf-8")
    rules = compiled(tmp_path)
    plan = plan_of(rules, games=20, steps=50)
    records = list(simulate_elsewhere(engine, plan, rules))
    assert records == list(simulate(plan, rules))
    assert any(record.outcome is None for record in records)


# What ends -----------------------------------------------------------------


def test_a_worker_that_was_killed_is_noticed() -> None:
    worker = Worker(sys.executable, compiled(shipped()["morpion"]))
    try:
        os.kill(worker.process.pid, signal.SIGKILL)
        with pytest.raises(WorkerLost):
            for _ in range(2):
                worker.ask("games", 0, 0, 1, 100, 1.0)
                worker.answer()
    finally:
        worker.close()


def test_closing_ends_the_workers() -> None:
    rules = compiled(shipped()["morpion"])
    records = simulate_elsewhere(sys.executable, plan_of(rules, games=5000), rules)
    assert next(records).number == 0
    records.close()


def script(folder: Path, text: str) -> str:
    """Make a command that does not do what a Python does."""
    path = folder / "pypy3"
    path.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


@pytest.mark.parametrize("verb", [("simulate", "-n", "10"), ("bench", "--seconds", "0.05")])
def test_a_pypy_that_ends_is_told(
    tmp_path: Path, command: Command, monkeypatch: pytest.MonkeyPatch, verb: tuple[str, ...]
) -> None:
    monkeypatch.setenv(VARIABLE, script(tmp_path, "exit 1"))
    done = command(verb[0], "morpion", *verb[1:], "--engine", "pypy")
    assert (done.status, done.out) == (2, "")
    assert "PyPy s'est arrêté" in done.err and done.err.count("\n") == 1


@pytest.mark.parametrize("verb", ["simulate", "bench"])
def test_a_pypy_that_is_missing_is_told(
    command: Command, monkeypatch: pytest.MonkeyPatch, verb: str
) -> None:
    monkeypatch.setenv(VARIABLE, "/nowhere/pypy3")
    done = command(verb, "morpion", "--engine", "pypy")
    assert (done.status, done.out) == (2, "")
    assert "« /nowhere/pypy3 » n'est pas installé" in done.err
    monkeypatch.delenv(VARIABLE)
    monkeypatch.setenv("PATH", "")
    assert "« pypy3 »" in command(verb, "morpion", "--engine", "pypy").err


# The commands --------------------------------------------------------------


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Let `--engine pypy` mean one of the engines."""
    monkeypatch.setenv(VARIABLE, request.param)
    return str(request.param)


def test_simulate_prints_the_same(engine: str, tmp_path: Path, command: Command) -> None:
    words = ("simulate", "cochon", "-n", "40", "--seed", "7", "--out")
    here = command(*words, tmp_path / "here")
    there = command(*words, tmp_path / "there", "--engine", "pypy", "--jobs", "2")
    assert here.status == 0
    assert (there.status, there.out, there.err) == (0, here.out, here.err)
    assert (tmp_path / "there").read_text() == (tmp_path / "here").read_text()


def test_bench_measures_there(engine: str, command: Command) -> None:
    done = command("bench", "cochon", "--seconds", "0.05", "--engine", "pypy", "--json")
    assert (done.status, done.err) == (0, "")
    report = json.loads(done.out)
    assert report["engine"] == "pypy"
    for name in ("playouts", "decisions", "clones"):
        assert report[name]["median"] > 0
    assert report["iterations"] is None


@pytest.mark.parametrize("words", [("--bots", "greedy"), ("--check",)])
def test_only_random_games_are_played_there(
    command: Command, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    monkeypatch.setenv(VARIABLE, sys.executable)
    done = command("simulate", "morpion", *words, "--engine", "pypy")
    assert done.status == 2 and "seulement avec des robots random" in done.err
