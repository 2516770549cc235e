"""The text of a generated module: first values, functions, blocks, the engine that runs them."""

from __future__ import annotations

import re

from ..dsl.program import StateVar
from ..dsl.source import NOWHERE
from .evaluate import Evaluator, reads_state
from .jumps import jump_classes
from .keeping import first_lines
from .layout import default_of
from .repeats import read_once
from .units import Lines, Rule, Shared, Unit
from .unusual import unusual_name, usual_value, with_changes


def initial_text(shared: Shared) -> str:
    """Write `initial`: the states' first values, everything else empty."""
    layout = shared.constants.layout
    rule = Rule("mise en place", "mise en place", (), NOWHERE)
    unit = Unit(shared, rule, (), False)
    lines = Lines()
    lines.add(
        f"S.Z = [[] for _ in range({layout.zone_count})]",
        f"S.at = [-1] * {len(layout.entities)}",
        f"S.seat([1] * {layout.players})",
        *(f"S.q{stream} = []" for stream in shared.ahead),
    )
    for name, state in shared.program.states.items():
        target = f"S.{layout.states[name]}"
        if state.owner is None:
            lines.add(f"{target} = {unit.emitter.write(state.initial)}")
            continue
        if not reads_state(state.initial, shared.program, eliminates=True):
            lines.add(f"{target} = {_constant_column(shared, state)}")
            continue
        owner = unit.locate("lui")
        initial = unit.emitter.write(state.initial)
        lines.add(f"{target} = [{default_of(state.kind)!r}] * {layout.size(state.owner)}")
        lines.add(f"for {owner} in range({layout.size(state.owner)}):")
        lines.add(f"    {target}[{owner}] = {initial}")
    for kept in shared.constants.kept:
        lines.add(*first_lines(unit, kept))
    for apart in sorted(shared.constants.unusual):
        lines.add(f"S.{unusual_name(shared.constants, apart)} = []")
    return "def initial(S):\n" + "\n".join(lines.lines)


def _constant_column(shared: Shared, state: StateVar) -> str:
    """Give Python text for a fresh list of first values that are known before the game."""
    layout = shared.constants.layout
    assert state.owner is not None
    evaluator, owners = Evaluator(layout, None), range(layout.size(state.owner))
    values = [evaluator.value(state.initial, {"lui": owner}) for owner in owners]
    if len({repr(value) for value in values}) == 1:
        return f"[{values[0]!r}] * {len(values)}"
    return f"list({shared.constants.literal(tuple(values))})"


def module_text(shared: Shared) -> str:
    """Put the module's text together."""
    layout = shared.constants.layout
    program = shared.program
    initial = initial_text(shared)
    scalars = [layout.states[n] for n, s in program.states.items() if s.owner is None]
    columns = columns_of(shared)
    ours = [f"q{stream}" for stream in shared.ahead]
    ours += [kept.name for kept in shared.constants.kept]
    constants = shared.constants
    constants.is_written = True
    apart = {
        unusual_name(constants, state): (
            layout.states[state],
            usual_value(constants, state),
        )
        for state in sorted(constants.unusual)
    }
    lists = [*columns, *ours, *apart, "Z", "at"]
    sizes = tuple(shared.sizes.get(unit, 1) for unit in shared.units)
    slots = tuple(ask.slot for ask in shared.asks)
    live = {block: count + 1 for block, count in sorted(shared.live.items())}
    parts = [
        "# Written by livret from the rules of a game; edit the rules, not this.",
        f"SIZES = {sizes!r}",
        f"SLOTS = {slots!r}",
        "def unlike(S, items):\n    return unlike_by(S, items, LOOKS)",
        *shared.constants.code.values(),
        *(read_once(with_changes(constants, text), lists) for text in shared.functions),
    ]
    ends = ends_of(shared.blocks)
    for number, lines in enumerate(shared.blocks):
        if ends[number] != number:
            continue
        text = with_changes(constants, "\n".join(lines))
        frame = "    F = S.stack[-1]\n" if "F[" in text else ""
        parts.append(read_once(f"def b{number}(S):\n{frame}{text}\n    return -1", lists))
    if shared.draws:
        parts += [*jump_classes(shared), play_text(shared)]
        parts.append(f"FIRST = [None] * {len(shared.constants.kept)}")
    else:
        blocks = "".join(f"b{end}, " for end in ends)
        parts.append(f"BLOCKS = ({blocks})")
        parts.append(ENGINE)
    parts.append(initial)
    parts.append(
        f"class Table(State):\n    __slots__ = {(*scalars, *columns, *ours, *apart)!r}\n"
        f"    SCALARS = {tuple(scalars)!r}\n    COLUMNS = {tuple(columns)!r}\n    LIVE = {live!r}\n"
        f"    UNUSUAL = {apart!r}"
    )
    return "\n\n".join(parts) + "\n"


_JUMP = re.compile(r" *return (\d+)")


def ends_of(blocks: list[list[str]]) -> list[int]:
    """Return for each block the one where something is done, if it only goes on to another."""
    jumps = [_JUMP.fullmatch("\n".join(lines)) for lines in blocks]
    following = [int(jump[1]) if jump else block for block, jump in enumerate(jumps)]

    def end(block: int) -> int:
        seen = {block}
        while following[block] not in seen:
            block = following[block]
            seen.add(block)
        return block if following[block] == block else min(seen)

    return [end(block) for block in range(len(blocks))]


def columns_of(shared: Shared) -> list[str]:
    """Name the states that are columns: one value for each owner."""
    names = shared.constants.layout.states
    states = shared.program.states.items()
    return [names[name] for name, state in states if state.owner is not None]


def play_text(shared: Shared) -> str:
    """Write `play`: a whole game; rolls that were not used are given back."""
    unused = [f"    S.give_back({n}, len(S.q{n}))\n" for n in shared.ahead]
    return (
        "def play(S):\n    if not setup(S) and not course(S): S.result = (-1, ())\n"
        + "".join(unused)
    )


ENGINE = """\
def run(S, pc):
    for _ in range(STEP_LIMIT):
        if pc < 0:
            if not S.stack and S.result is None:
                S.result = (-1, ())
            return
        pc = BLOCKS[pc](S)
    raise RuleFault("endless", -1)

def take(S, option):
    F = S.stack[-1]
    F[SLOTS[S.ask]] = option
    S.ask = -1
    S.plies += 1
    return F[0]

def apply(S, option):
    F = S.stack[-1]
    F[SLOTS[S.ask]] = option
    S.ask = -1
    S.plies += 1
    run(S, F[0])
"""
