"""Windows as code: whose turn it is to act, and when the window closes.

Closures: `unanime`, all asked seats pass in a row; `passe`, who passes is out, the last
one closes it; `unique`, one action closes it, who passes is out; `obligatoire`, the same
but nobody passes: a seat without an action is left out.
"""

from __future__ import annotations

from ..dsl import core
from ..dsl.program import Ability, Window
from .blocks import Blocks
from .units import Ask, Shared, Unit, rule_of


def write_window(shared: Shared, window: Window) -> None:
    """Write a window: its frame holds seats (rotating) and the passes in a row."""
    name = ("window", window.name)
    unit = Unit(shared, rule_of(window), ("seats",), True)
    unit.emitter.kinds["seats"] = core.PLAYERS
    blocks = Blocks(unit, shared.entry(name))
    passes = unit.locate(unit.hidden(core.NUMBER))
    pick = unit.slot(unit.hidden())
    seats = unit.locate("seats")
    head, run, out, end = (shared.new_block() for _ in range(4))
    blocks.open_scope("fenêtre", window.name, end)
    blocks.add(f"{passes} = 0")
    blocks.go(head)
    blocks.start(head)
    blocks.add(*shared.pass_by(("window", window.name)))
    if shared.constants.eliminates:
        blocks.add(f"if 0 in S.alive: {seats} = tuple([p for p in {seats} if S.alive[p]])")
    number = shared.number_of("window", window.name)
    blocks.add(f"if {passes} >= len({seats}): return {out}")
    if window.closure == "obligatoire":
        blocks.add(f"o = w{number}(S, {seats}[0])")
        blocks.add("if not o:", f"    {seats} = {seats}[1:]", f"    return {head}")
    else:
        blocks.add(f"o = [] if S.idle >> {seats}[0] & 1 else w{number}(S, {seats}[0])")
        blocks.add("o.append(PASS)")
    ask = Ask("window", pick, None, window.name, window.title, window.cites, window.span,
              window=window.name, slots=unit.slots, head=head)  # fmt: skip
    blocks.ask(ask, f"{seats}[0]", run)
    blocks.start(run)
    _after_pick(blocks, window, pick, passes, head, out)
    blocks.start(out)
    blocks.close_scope()
    blocks.go(end)
    blocks.start(end)
    blocks.finish_unit()
    shared.unit_number(name)
    shared.sizes[name] = len(unit.slots) + 1


def _after_pick(
    blocks: Blocks, window: Window, pick: int, passes: str, head: int, out: int
) -> None:
    """Write what follows a pass or an action."""
    shared, seats = blocks.shared, blocks.unit.locate("seats")
    rotated = f"{seats} = {seats}[1:] + {seats}[:1]"
    blocks.add(f"if F[{pick}] == PASS:")
    blocks.add(*("    " + line for line in _pass_note(blocks, window, seats)))
    if window.closure == "unanime":
        blocks.add(f"    {passes} += 1", f"    {rotated}")
    else:
        blocks.add(f"    {seats} = {seats}[1:]")
    blocks.add(f"    return {head}")
    then = shared.new_block()
    actions = [
        ability
        for ability in shared.program.abilities.values()
        if ability.cls == "action" and window.name in ability.windows
    ]
    blocks.choose_unit(
        f"F[{pick}][0]",
        {shared.number_of("ability", ability.name): ability for ability in actions},
        lambda ability: _act(blocks, ability, f"F[{pick}]", f"{seats}[0]", then),
        then,
    )
    blocks.start(then)
    if window.closure in ("unique", "obligatoire"):
        blocks.go(out)
        return
    blocks.add(f"{passes} = 0")
    if window.resume == "suivant":
        blocks.add(rotated)
    blocks.go(head)


def _pass_note(blocks: Blocks, window: Window, seats: str) -> list[str]:
    return blocks.unit.note(
        "pass", window.cites, window.span, ((f"{seats}[0]", core.PLAYER),), window.title
    )


def _act(blocks: Blocks, ability: Ability, pick: str, me: str, then: int) -> None:
    """Run the picked action with its parameters, then go to a block."""
    shared = blocks.shared
    number = shared.number_of("ability", ability.name)
    values = [f"{pick}[{2 + index}]" for index in range(len(ability.parameters))]
    if ("ability", ability.name) in shared.stopping:
        blocks.push(("ability", ability.name), [me, f"{pick}[1]", *values], then)
        return
    arguments = "".join(f", {value}" for value in (me, f"{pick}[1]", *values))
    blocks.add(f"return -1 if a{number}(S{arguments}) else {then}")
