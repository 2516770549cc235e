"""State checks as code: `controls`, run after each event, ability, step, turn and round.

The checks are read in the order of their declaration; when one applies, they are read
again from the first, each applying at most once at each such point.
"""

from __future__ import annotations

from ..dsl.source import NOWHERE
from .blocks import Blocks
from .units import Lines, Rule, Shared, Unit

RULE = Rule("contrôles", "contrôles", (), NOWHERE)


def write_controls(shared: Shared) -> None:
    """Write `controls`: a function, or a unit if a check may stop for a decision."""
    controls = shared.program.controls
    if any(("control", control.name) in shared.stopping for control in controls):
        _framed(shared)
    elif controls:
        _function(shared)


def _function(shared: Shared) -> None:
    unit, out = Unit(shared, RULE, (), False), Lines()
    tests = [unit.emitter.test(c.condition) for c in shared.program.controls]
    out.add(f"if not ({' or '.join(tests)}): return False", "done = ()", "while True:")
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
    for number, control in enumerate(shared.program.controls):
        applies, other = shared.new_block(), shared.new_block()
        test = unit.emitter.write(control.condition)
        blocks.add(f"return {applies} if {number} not in {done} and {test} else {other}")
        blocks.start(applies)
        blocks.add(f"{done} += ({number},)")
        if ("control", control.name) in shared.stopping:
            blocks.push(("control", control.name), [], head)
        else:
            blocks.add(f"return -1 if k{number}(S) else {head}")
        blocks.start(other)
    blocks.finish_unit()
    shared.unit_number(name)
    shared.sizes[name] = len(unit.slots) + 1
