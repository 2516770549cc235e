"""State checks as code: `controls`, run after each event, ability, step, turn and round.

The checks are read in the order of their declaration; when one applies, they are read
again from the first, each applying at most once at each such point.
"""

from __future__ import annotations

from ..dsl.source import NOWHERE
from .blocks import Blocks
from .questions import question
from .units import Lines, Rule, Shared, Unit

RULE = Rule("contrôles", "contrôles", (), NOWHERE)


def write_controls(shared: Shared) -> None:
    """Write `due`, whether a check applies, and `controls`: a function, or a unit if a check
    may stop for a decision."""
    controls = shared.program.controls
    if not controls:
        return
    unit, out = Unit(shared, RULE, (), False), Lines()
    for control in controls:
        out.add(*question(unit.emitter, control.condition))
    out.add("return False")
    shared.functions.append("def due(S):\n" + "\n".join(out.lines))
    if any(("control", control.name) in shared.stopping for control in controls):
        _framed(shared)
    else:
        _function(shared)


def _function(shared: Shared) -> None:
    unit, out = Unit(shared, RULE, (), False), Lines()
    tests = [unit.emitter.test(c.condition) for c in shared.program.controls]
    out.add("if not due(S): return False", "done = ()", "while True:")
    for number, test in enumerate(tests):
        out.add(f"    if {number} not in done and {test}:")
        out.add(f"        done += ({number},)", f"        if k{number}(S): return True")
        out.add("        continue")
    out.add("    return False")
    shared.functions.append("def controls(S):\n" + "\n".join(out.lines))


def _framed(shared: Shared) -> None:
    name = ("controls", "")
    unit = Unit(shared, RULE, (), True)
    blocks = Blocks(unit, shared.entry(name))
    done = unit.locate(unit.hidden())
    head = shared.new_block()
    blocks.add(f"{done} = ()")
    blocks.go(head)
    blocks.start(head)
    applies = [shared.new_block() for _ in shared.program.controls]
    for number, control in enumerate(shared.program.controls):
        test = unit.emitter.test(control.condition)
        blocks.add(f"if {number} not in {done} and {test}: return {applies[number]}")
    blocks.finish_unit()
    for number, control in enumerate(shared.program.controls):
        blocks.start(applies[number])
        blocks.add(f"{done} += ({number},)")
        if ("control", control.name) in shared.stopping:
            blocks.push(("control", control.name), [], head)
        else:
            blocks.add(f"return -1 if k{number}(S) else {head}")
    shared.unit_number(name)
    shared.sizes[name] = len(unit.slots) + 1
