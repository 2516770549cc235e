"""Simulations on a cluster: the same records, whatever becomes of a worker."""

from __future__ import annotations

import os
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from livret.dsl.loader import load
from livret.interpreter import cluster
from livret.interpreter.cluster import AHEAD, connect, simulate_on
from livret.interpreter.compiler import Rules, compile_program
from livret.interpreter.misuse import Misuse
from livret.interpreter.simulation import CHUNK, Plan, simulate
from livret.rulesets import shipped

distributed = pytest.importorskip("distributed", reason="needs livret[cluster]")

Command = Callable[..., Any]


@pytest.fixture(scope="module")
def local() -> Iterator[Any]:
    """Two workers on this machine, each a process that is started again if it ends."""
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0"
    ) as made:
        yield made


def prepared(slug: str, bots: tuple[str, ...], **how: Any) -> tuple[Plan, Rules]:
    program, findings = load(shipped()[slug])
    assert program is not None, findings
    return Plan(len(bots), bots, **how), compile_program(program, len(bots))


def test_records_are_those_of_one_process(local: Any) -> None:
    for slug, bots in (("morpion", ("random", "greedy")), ("cochon", ("random",) * 2)):
        plan, rules = prepared(slug, bots, seed=5, first=3, games=70, rotate=True)
        there = list(simulate_on(connect(local.scheduler_address), plan, rules))
        assert there == list(simulate(plan, rules))


def test_a_worker_that_is_lost_changes_nothing(local: Any) -> None:
    plan, rules = prepared("breakthrough", ("random",) * 2, games=40 * CHUNK)
    client = connect(local.scheduler_address)
    records = simulate_on(client, plan, rules)
    played = [next(records)]
    victim = next(iter(client.run(os.getpid).values()))
    os.kill(victim, signal.SIGKILL)
    played += records
    assert played == list(simulate(plan, rules))
    with distributed.Client(local, set_as_default=False) as after:
        assert victim not in after.run(os.getpid).values()


def test_few_portions_are_under_way(local: Any) -> None:
    """Memory does not grow with the number of games: not all are asked for at once."""
    plan, rules = prepared("morpion", ("random",) * 2, games=10**9)
    client = connect(local.scheduler_address)
    records = simulate_on(client, plan, rules)
    under_way = []
    for _ in range(20 * CHUNK):
        next(records)
        under_way.append(len(client.futures))
    records.close()
    # The packed program is one more.
    assert max(under_way) <= AHEAD * 2 + 1 + 1
    assert client.status == "closed"


def test_command_prints_the_same(local: Any, command: Command) -> None:
    words = ("simulate", "morpion", "-n", "60", "--seed", "2")
    here = command(*words)
    there = command(*words, "--cluster", local.scheduler_address)
    assert here.status == 0
    assert (there.status, there.out, there.err) == (0, here.out, here.err)


def test_workers_with_another_version_are_told(
    local: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan, rules = prepared("morpion", ("random",) * 2, games=4)
    client = connect(local.scheduler_address)
    monkeypatch.setattr(cluster, "__version__", "0.0.0")
    with pytest.raises(Misuse) as told:
        list(simulate_on(client, plan, rules))
    assert "les ouvriers n'ont pas livret" in told.value.text[0]


# Clusters that are none ----------------------------------------------------


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connect, "__defaults__", (0.5,))


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "nowhere", "http://x", "", "a b"])
def test_a_wrong_address_is_told(hasty: None, command: Command, address: str) -> None:
    done = command("simulate", "morpion", f"--cluster={address}")
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("livret : --cluster : pas d'ordonnanceur à cette adresse")
    assert done.err.count("\n") == 1


def test_a_listener_that_says_nothing_is_told(hasty: None, command: Command) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        done = command("simulate", "morpion", "--cluster", f"tcp://127.0.0.1:{port}")
    assert (done.status, done.out) == (2, "")
    assert "pas d'ordonnanceur" in done.err and done.err.count("\n") == 1


def test_a_cluster_without_workers_is_told(hasty: None, command: Command) -> None:
    with distributed.LocalCluster(
        n_workers=0, processes=False, dashboard_address=":0"
    ) as made:
        done = command("simulate", "morpion", "--cluster", made.scheduler.address)
    assert (done.status, done.out) == (2, "")
    assert "aucun ouvrier" in done.err


def test_a_missing_library_is_told(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    done = command("simulate", "morpion", "--cluster", "tcp://127.0.0.1:1")
    assert (done.status, done.out) == (2, "")
    assert "pip install 'livret[cluster]'" in done.err


@pytest.mark.parametrize("words", [("--jobs", "2"), ("--engine", "pypy")])
def test_a_cluster_decides_who_plays(
    command: Command, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    monkeypatch.setenv("LIVRET_PYPY", sys.executable)
    done = command("simulate", "morpion", "--cluster", "tcp://127.0.0.1:1", *words)
    assert done.status == 2 and "sans --jobs ni --engine" in done.err
