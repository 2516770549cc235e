"""`--cluster`: games played by dask.distributed; a plan in, the same records out, in order.

The scheduler is handed the packed program once and portions of the plan, a bounded number
at a time; it gives the portions of a worker that was lost to another. Each thread of a
worker compiles the rules for itself.
"""

from __future__ import annotations

import itertools
import logging
import threading
from collections import deque
from collections.abc import Generator
from concurrent.futures import CancelledError
from importlib import import_module
from typing import Any

from .. import __version__
from ..dsl.packing import pack, unpack
from .arguments import Parser
from .compiler import Rules, compile_program
from .language import Text
from .misuse import Misuse
from .simulation import Plan, Record, Table

#: A client of dask.distributed, which has no types and is only there if asked for.
Client = Any

#: Seconds to wait for the scheduler, then for a first worker.
PATIENCE = 5.0
#: Portions under way for each thread of the cluster.
AHEAD = 3
#: How often a portion is tried on another worker.
RETRIES = 5

FAULTS: dict[str, Text] = {
    "absent": (
        "dask.distributed n'est pas installé ; pip install 'livret[cluster]'",
        "dask.distributed is not installed; pip install 'livret[cluster]'",
    ),
    "address": ("pas d'ordonnanceur à cette adresse", "no scheduler at this address"),
    "workers": ("l'ordonnanceur n'a aucun ouvrier", "the scheduler has no worker"),
    "version": (
        f"les ouvriers n'ont pas livret {__version__}",
        f"the workers do not have livret {__version__}",
    ),
    "killed": (
        "les mêmes parties ont arrêté plusieurs ouvriers ; manquent-ils de mémoire ?",
        "the same games ended several workers; are they short of memory?",
    ),
    "lost": ("l'ordonnanceur ne répond plus", "the scheduler no longer answers"),
}


def declare_cluster(parser: Parser) -> None:
    """Add `--cluster`."""
    text = (
        "fait jouer une grappe dask : adresse de son ordonnanceur, comme "
        "tcp://machine:8786 ; les résultats n'en dépendent pas",
        "let a dask cluster play: the address of its scheduler, like "
        "tcp://machine:8786; the results do not depend on it",
    )
    parser.add("--cluster", value="ADDRESS", text=text)


def connect(address: str, patience: float = PATIENCE) -> Client:
    """Return a client of the scheduler at an address, with at least one worker behind it."""
    try:
        distributed: Any = import_module("distributed")
    except ImportError:
        raise _fault("absent") from None
    # What is worth telling is raised; logs would be written between our lines.
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    client = _client(distributed, address, patience)
    try:
        client.wait_for_workers(1, timeout=patience)
    except (OSError, TimeoutError):
        client.close(timeout=patience)
        raise _fault("workers") from None
    return client


def _client(distributed: Any, address: str, patience: float) -> Client:
    """Return a client; its own time limit does not hold if the other side says nothing."""
    made: list[Client | Exception] = []

    def make() -> None:
        try:
            made.append(distributed.Client(address, timeout=patience, set_as_default=False))
        except Exception as error:  # whatever an address makes of names and protocols
            made.append(error)

    thread = threading.Thread(target=make, daemon=True)
    thread.start()
    thread.join(2 * patience)
    if not made:
        raise _fault("address")
    if isinstance(made[0], Exception):
        raise _fault("address", made[0]) from None
    return made[0]


def simulate_on(client: Client, plan: Plan, rules: Rules) -> Generator[Record]:
    """Play the games of a plan on a cluster; yield their records in order.

    The client is closed when the last record was taken, or the iterator is closed.
    """
    killed = import_module("distributed").KilledWorker
    try:
        threads = max(1, sum(client.nthreads().values()))
        # A task of its own: sent once, and made again if the worker that holds it is lost.
        job = client.submit(_keep, (__version__, plan, pack(rules.program)), pure=False)
        chunks = plan.chunks(threads)
        waiting: deque[Any] = deque()

        def send(count: int) -> None:
            for numbers in itertools.islice(chunks, count):
                waiting.append(
                    client.submit(_play, job, numbers, pure=False, retries=RETRIES)
                )

        send(AHEAD * threads)
        while waiting:
            records: list[Record] = waiting.popleft().result()
            send(1)
            yield from records
    except killed:
        raise _fault("killed") from None
    except (ImportError, AttributeError, Mismatch) as error:
        raise _fault("version", error) from None
    except (CancelledError, OSError, TimeoutError) as error:
        raise _fault("lost", error) from None
    finally:
        client.close(timeout=PATIENCE)


def _fault(name: str, error: BaseException | None = None) -> Misuse:
    french, english = FAULTS[name]
    detail = ""
    if error is not None:
        detail = f" ({(str(error) or type(error).__name__).splitlines()[0]})"
    return Misuse(f"--cluster : {french}{detail}", f"--cluster: {english}{detail}")


# On the workers -----------------------------------------------------------

#: The version of livret, what to play, the packed program.
Job = tuple[str, Plan, bytes]


class Mismatch(Exception):
    """A worker has another version of livret."""


_local = threading.local()


def _keep(job: Job) -> Job:
    return job


def _play(job: Job, numbers: range) -> list[Record]:
    """Play some games of a plan; its rules are compiled once per thread."""
    version, plan, packed = job
    if version != __version__:
        raise Mismatch(__version__)
    if getattr(_local, "job", None) != job:
        rules = compile_program(unpack(packed), plan.players)
        _local.job, _local.table = job, Table(plan, rules)
    table: Table = _local.table
    return table.play_all(numbers)
