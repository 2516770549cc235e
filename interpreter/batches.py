"""`simultanément` and `enchaîné` as code: events that are answered together.

Each event of the block is announced where it stands (forbidden? replaced? before); those
that still happen wait. At the end of the block all of them are carried out, the state is
checked once, then each is answered: what is forced after any of them comes before any
response. Inside `enchaîné` each event is carried out where it stands, the state is checked,
and only the answers wait. What waits is a tuple of (event, memory, values…).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..dsl import core
from ..dsl.program import Program
from .units import Shared, remembers, statements_in

if TYPE_CHECKING:
    from .blocks import Blocks
    from .straight import Straight


def batched_events(program: Program, bodies: list[core.Body]) -> frozenset[str]:
    """Return the events that some rule emits inside `simultanément`."""
    batches = [
        s
        for body in bodies
        for s in statements_in(body)
        if isinstance(s, core.Simultaneous)
    ]
    return frozenset(name for batch in batches for name in _emitted(batch))


def _emitted(batch: core.Simultaneous) -> Iterator[str]:
    """Yield the events of a batch, each once; those of an inner batch are its own."""
    inner = {id(s) for b in statements_in(batch.body) if isinstance(b, core.Simultaneous)
             for s in statements_in(b.body)}  # fmt: skip
    names = (
        s.event
        for s in statements_in(batch.body)
        if isinstance(s, core.Emit) and id(s) not in inner
    )
    yield from dict.fromkeys(names)


def _remember(shared: Shared, batch: core.Simultaneous, waiting: str) -> Iterator[str]:
    """Yield lines that note who bears which ability, before anything happens."""
    for name in _emitted(batch):
        if remembers(shared.program, name):
            number = shared.number_of("event", name)
            yield (
                f"{waiting} = tuple((y[0], r{number}(S), *y[2:]) if y[0] == {number} else y "
                f"for y in {waiting})"
            )


# Straight ----------------------------------------------------------------


def announce(straight: Straight, statement: core.Emit, number: int) -> None:
    """Announce an event that never stops."""
    values = "".join(f"{straight.held(a)}, " for a in statement.arguments)
    held = straight.constants.fresh("m")
    straight.out.add(
        f"{held} = ({values})",
        f"{held}_r = e{number}_before(S, *{held})",
        f"if {held}_r is True: {straight.exit}",
    )
    waits = f"{straight.waiting} += (({number}, {{}}, *{held}),)"
    if not straight.chained:
        straight.out.add(f"if {held}_r is None: {waits.format('()')}")
        return
    memory = (
        f"r{number}(S)" if remembers(straight.shared.program, statement.event) else "()"
    )
    straight.out.add(f"if {held}_r is None:")
    straight.out.indent += 1
    straight.out.add(waits.format(memory))
    straight.out.add(f"if e{number}_commit(S, *{held}): {straight.exit}")
    straight.controls()
    straight.out.indent -= 1


def simultaneous(straight: Straight, statement: core.Simultaneous) -> None:
    """Write a batch that never stops."""
    unit, out, shared = straight.unit, straight.out, straight.shared
    waiting = unit.locate(unit.hidden())
    out.add(f"{waiting} = ()")
    outer = straight.waiting, straight.chained
    straight.waiting, straight.chained = waiting, statement.chained
    straight.body(statement.body)
    straight.waiting, straight.chained = outer
    if not statement.chained:
        out.add(*_remember(shared, statement, waiting))
        _each(straight, statement, waiting, "commit", "*y[2:]")
        straight.controls()
    _each(straight, statement, waiting, "forced", "*y[1:]")
    _each(straight, statement, waiting, "free", "*y[1:]")


def _each(
    straight: Straight, batch: core.Simultaneous, waiting: str, stage: str, values: str
) -> None:
    straight.out.add(f"for y in {waiting}:")
    for name in _emitted(batch):
        number = straight.shared.number_of("event", name)
        test = f"y[0] == {number} and e{number}_{stage}(S, {values})"
        straight.out.add(f"    if {test}: {straight.exit}")
    straight.out.add("    pass")


# Framed ------------------------------------------------------------------


def announce_framed(blocks: Blocks, statement: core.Emit) -> None:
    """Announce an event that may stop; `S.batch` tells if it does not happen."""
    values = [blocks.straight.held(argument) for argument in statement.arguments]
    number = blocks.shared.number_of("event", statement.event)
    held = "".join(f"{value}, " for value in values)
    blocks.add(f"{blocks.waiting} += (({number}, (), {held}),)")
    resume = blocks.shared.new_block()
    blocks.push(("event_before", statement.event), values, resume)
    blocks.start(resume)
    waiting = blocks.waiting
    if not blocks.chained:
        blocks.add(f"if S.batch: S.batch = 0; {waiting} = {waiting}[:-1]")
        return
    after, done = blocks.shared.new_block(), blocks.shared.new_block()
    blocks.add(f"if S.batch: S.batch = 0; {waiting} = {waiting}[:-1]; return {after}")
    if remembers(blocks.shared.program, statement.event):
        last = f"{waiting}[-1]"
        blocks.add(f"{waiting} = (*{waiting}[:-1], ({number}, r{number}(S), *{last}[2:]))")
    blocks.push(("event_commit", statement.event), [f"*{waiting}[-1][2:]"], done)
    blocks.start(done)
    blocks.controls()
    blocks.go(after)
    blocks.start(after)


def simultaneous_framed(blocks: Blocks, statement: core.Simultaneous) -> None:
    """Write a batch that may stop."""
    waiting = blocks.unit.locate(blocks.unit.hidden())
    blocks.add(f"{waiting} = ()")
    outer = blocks.waiting, blocks.chained
    _wait_in(blocks, waiting, statement.chained)
    blocks.body(statement.body)
    _wait_in(blocks, *outer)
    if not statement.chained:
        blocks.add(*_remember(blocks.shared, statement, waiting))
        _each_framed(blocks, statement, waiting, "commit", "*y[2:]")
        blocks.controls()
    _each_framed(blocks, statement, waiting, "forced", "*y[1:]")
    _each_framed(blocks, statement, waiting, "free", "*y[1:]")


def _wait_in(blocks: Blocks, waiting: str, chained: bool) -> None:
    blocks.waiting = blocks.straight.waiting = waiting
    blocks.chained = blocks.straight.chained = chained


def _each_framed(
    blocks: Blocks, batch: core.Simultaneous, waiting: str, stage: str, values: str
) -> None:
    shared = blocks.shared
    left = blocks.unit.locate(blocks.unit.hidden())
    head, end = shared.new_block(), shared.new_block()
    blocks.add(f"{left} = {waiting}")
    blocks.go(head)
    blocks.start(head)
    blocks.add(f"if not {left}: return {end}")
    blocks.add(f"y = {left}[0]", f"{left} = {left}[1:]", f"F[0] = {head}")
    for name in _emitted(batch):
        number = shared.number_of("event", name)
        if ("event", name) in shared.stopping:
            unit = (f"event_{stage}", name)
            entry, size = shared.entry(unit), shared.unit_number(unit)
            call = f"call(S, {entry}, SIZES[{size}], {values})"
        else:
            call = f"-1 if e{number}_{stage}(S, {values}) else {head}"
        blocks.add(f"if y[0] == {number}: return {call}")
    blocks.go(head)
    blocks.start(end)
