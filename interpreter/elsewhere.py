"""Games played by another Python, PyPy: the generated module sent to workers, results back.

Parsing, checking and reporting stay here. The module's text, its constants written out,
and `runtime.py` are all a worker needs; the same seed plays the same game there. A game
that goes wrong there is played again here, step by step, to tell what is wrong.
"""

from __future__ import annotations

import itertools
import json
import os
import shutil
import subprocess
from collections import deque
from collections.abc import Generator, Mapping
from pathlib import Path
from typing import Any
from zlib import crc32

from .compiler import RUNTIME_NAMES, Entry, Rules
from .measuring import Speed, rate_of
from .playouts import compile_playout
from .simulation import STEPS, Plan, Record, Table
from .slices import Slice

#: The other Python, on the path or where a variable says.
NAME, VARIABLE = "pypy3", "LIVRET_PYPY"
WORKER = Path(__file__).parent / "worker.py"


class WorkerLost(Exception):
    """A worker ended before it had answered."""


def find_pypy() -> str | None:
    """Return the interpreter that is installed, or None."""
    return shutil.which(os.environ.get(VARIABLE) or NAME)


class Worker:
    """A process of another Python that has loaded a game."""

    def __init__(self, interpreter: str, rules: Rules) -> None:
        self.process = subprocess.Popen(
            [interpreter, "-I", str(WORKER)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=None if os.environ.get("LIVRET_DEBUG") else subprocess.DEVNULL,
            encoding="utf-8",
        )
        self._write(portable(rules))

    def ask(self, what: str, *values: object) -> None:
        """Ask for something; the answers come in the order of the questions."""
        self._write([what, *values])

    def answer(self) -> Any:
        """Wait for the next answer."""
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise WorkerLost
        return json.loads(line)

    def time(self, what: str, seconds: float) -> Slice:
        """Time a slice of `games` or `copies`, which must have been warmed."""
        self.ask("time", what, seconds)
        calls, done, spent = self.answer()
        return calls, done, spent

    def warm(self, what: str, seconds: float) -> None:
        """Do `games` or `copies` for a while: PyPy is slow until it knows a program."""
        self.ask("warm", what, seconds, STEPS)
        self.answer()

    def close(self) -> None:
        """End the process, whatever it is doing."""
        self.process.kill()
        self.process.communicate()

    def _write(self, data: object) -> None:
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(json.dumps(data) + "\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            raise WorkerLost from None


# The module ---------------------------------------------------------------


def portable(rules: Rules) -> dict[str, Any]:
    """Return a compiled ruleset as plain data, for `worker.py`."""
    playout = compile_playout(rules, unrolls=False)
    return {
        "names": RUNTIME_NAMES,
        "stepped": module_text(rules.source, rules.module),
        "drawn": playout and module_text(playout.source, playout.module),
        "streams": [crc32(name.encode()) for name in rules.layout.streams],
        "players": rules.layout.players,
        "journal": rules.journal,
        "setup": _pair(rules.setup),
        "course": _pair(rules.course),
    }


def _pair(entry: Entry) -> list[int]:
    return [entry.block, entry.size]


def module_text(source: str, module: Mapping[str, Any]) -> str:
    """Return the text of a module with the constants it was given, written out."""
    constants = [
        f"{name} = {value!r}"
        for name, value in module.items()
        if not name.startswith("__") and is_plain(value)
    ]
    return "\n".join([*constants, source])


def is_plain(value: object) -> bool:
    """Tell whether Python reads back what `repr` writes of a value."""
    match value:
        case None | int() | str():
            return True
        case tuple() | list() | frozenset():
            return all(map(is_plain, value))
        case dict():
            return all(is_plain(key) and is_plain(held) for key, held in value.items())
        case _:
            return False


# The games ----------------------------------------------------------------


def simulate_elsewhere(
    interpreter: str, plan: Plan, rules: Rules, jobs: int = 1
) -> Generator[Record]:
    """Play the random games of a plan in some workers; yield their records in order."""
    table, chunks = Table(plan, rules), plan.chunks(jobs)
    workers = [Worker(interpreter, rules) for _ in range(jobs)]
    try:
        waiting: deque[tuple[Worker, range]] = deque()

        def send(worker: Worker) -> None:
            for numbers in itertools.islice(chunks, 1):
                first, count = numbers.start, len(numbers)
                worker.ask("games", plan.seed, first, count, plan.steps, plan.seconds)
                waiting.append((worker, numbers))

        for worker in workers * 2:
            send(worker)
        while waiting:
            worker, numbers = waiting.popleft()
            results = worker.answer()
            send(worker)
            for number, result in zip(numbers, results, strict=True):
                yield _record(table, number, result)
    finally:
        for worker in workers:
            worker.close()


def _record(table: Table, number: int, result: list[Any] | None) -> Record:
    """Return the record of a game, from a worker's result if there is one."""
    if result is None:
        return table.play(number)
    outcome, winners, length, scores = result
    blank = table.blank(number)
    return table.finished(blank, outcome, tuple(winners), length, tuple(scores))


def measure_elsewhere(interpreter: str, rules: Rules, seconds: float, slices: int) -> Speed:
    """Measure random games and copies in a worker; it does not search."""
    worker = Worker(interpreter, rules)
    try:
        games = _time(worker, "games", seconds, slices)
        copies = _time(worker, "copies", seconds / 5, slices)
    finally:
        worker.close()
    return Speed(
        rate_of([calls / spent for calls, _, spent in games]),
        rate_of([plies / spent for _, plies, spent in games]),
        rate_of([count / spent for _, count, spent in copies]),
        None,
    )


def _time(worker: Worker, what: str, seconds: float, slices: int) -> list[Slice]:
    worker.warm(what, seconds / 2)
    return [worker.time(what, seconds / slices) for _ in range(slices)]
