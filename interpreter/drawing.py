"""Decisions drawn on the spot: what would stop the game, as straight Python lines.

For random playouts nothing has to be kept between two decisions, so the whole game
becomes ordinary functions: a choice is a draw, a loop is a loop, a jump is an exception.
`R` is the source of chance; it is asked only where there are two options or more, like a
player. A property test plays the same games here and with blocks, and compares them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from ..dsl import core
from ..dsl.checks.skips import followed
from ..dsl.program import Ability, Program, Window
from .choosing import (
    is_in_one_place,
    offers_alike_once,
    options_text,
    picks_text,
    refuse_negative,
)
from .jumps import Around, inside, write_jump
from .stopping import asks
from .units import (
    Lines,
    Shared,
    Unit,
    bodies_in,
    is_alone,
    rotations,
    rule_of,
    seats_text,
    statements_in,
)

if TYPE_CHECKING:
    from .straight import Straight

#: Rounds of a loop without an end of its own before the game is given up.
ROUND_LIMIT = 100_000


def can_be_drawn(program: Program, bodies: list[core.Body]) -> bool:
    """Tell whether a program has only what can be drawn: no responses, nothing to order,
    no jump that leaves places out."""
    if any(asks(program, name) for name in program.events):
        return False
    statements = [s for body in bodies for s in statements_in(body)]
    return not any(isinstance(s, core.Leave) and followed(s, program) for s in statements)


def write_drawn(straight: Straight, statement: core.Statement) -> None:
    """Write a statement that would stop the game."""
    match statement:
        case core.Choose():
            _choice(straight, statement)
        case core.OpenWindow():
            _open_window(straight, statement)
        case core.Endless():
            _endless(straight, statement)
        case core.Turns():
            _turns(straight, statement)
        case core.PhaseBlock():
            _scoped(
                straight, "phase", statement.name, lambda: straight.body(statement.body)
            )
            straight.controls()
        case core.StepBlock():
            _scoped(
                straight, "étape", statement.name, lambda: straight.body(statement.body)
            )
            straight.controls()
        case core.RunPhase():
            number = straight.shared.number_of("phase", statement.phase)
            call = f"if h{number}(S): {straight.exit}"
            _scoped(straight, "phase", statement.phase, lambda: straight.out.add(call))
            straight.controls()
        case core.Leave():
            write_jump(straight, statement)
        case _:
            raise AssertionError(f"unknown statement {statement!r}")


# Choices -----------------------------------------------------------------


def _draw(target: str, options: str = "o") -> list[str]:
    """Lines that draw one of the options, of which there are some, into a place."""
    drawn = f"{target} = {options}[int(R() * n)] if n > 1 else {options}[0]"
    return [f"n = len({options})", drawn, "S.plies += 1"]


def _choice(straight: Straight, statement: core.Choose) -> None:
    out, target = straight.out, straight.unit.locate(statement.slot)
    place = straight.constants.place(statement.span)
    group = statement.group
    if statement.mode == "many":
        _several(straight, statement, target, place)
        return
    if group is None:
        out.add("S.plies += 1", f"{target} = 1 if R() < 0.5 else 0")
        return
    is_alike = offers_alike_once(straight.unit, group) and is_in_one_place(group)
    if is_alike:
        # Looks are drawn, then the first component that looks so.
        out.add(f"g = {straight.write(group)}", "k = [LOOKS[y] for y in g]")
        out.add("o = [*dict.fromkeys(k)]")
    elif statement.mode == "one":
        text = straight.write(group) if _is_list(straight, group) else None
        out.add(f"o = {text or options_text(straight.unit, group)}")
    else:
        out.add(f"o = {options_text(straight.unit, group)}")
    if statement.mode == "one":
        out.add(f"if not o: raise RuleFault('no_option', {place})")
    else:
        out.add(*refuse_negative(straight.unit, statement), "o.append(-1)")
    out.add(*_draw(target))
    if is_alike:
        found = f"g[k.index({target})]"
        is_nothing = f"-1 if {target} < 0 else " if statement.mode != "one" else ""
        out.add(f"{target} = {is_nothing}{found}")


def _is_list(straight: Straight, group: core.Expr) -> bool:
    """Tell whether a group can be drawn from as it is: it has items in an order."""
    if offers_alike_once(straight.unit, group) or group.kind.family is core.Family.NUMBER:
        return False
    return isinstance(group, core.Contents | core.Where | core.All | core.Call)


def _several(straight: Straight, statement: core.Choose, chosen: str, place: int) -> None:
    """Write picks one by one, as blocks would offer them."""
    out, write = straight.out, straight.write
    assert statement.minimum is not None and statement.maximum is not None
    low, high = write(statement.minimum), write(statement.maximum)
    holds = "True" if statement.condition is None else write(statement.condition)
    pick = straight.constants.fresh("m")
    out.add(f"{chosen} = ()", "while True:")
    out.indent += 1
    out.add(
        f"n, met = times({high}, {place}), {holds}",
        f"if len({chosen}) >= n and met: break",
        *picks_text(straight.unit, statement),
        f"if len({chosen}) >= {low} and met:",
        "    o.append(-2)",
        "    if len(o) == 1: break",
        f"if not o: raise RuleFault('no_option', {place})",
        *_draw(pick),
        f"if {pick} == -2: break",
        f"{chosen} += ({pick},)",
    )
    out.indent -= 1


# Dice --------------------------------------------------------------------


def rolled_often(program: Program, bodies: list[core.Body]) -> frozenset[str]:
    """Return the dice worth rolling ahead: more than a few times in a game."""
    places = (program.setup, program.course, *(p.body for p in program.phases.values()))
    once = [id(s) for body in places for s in _outside_loops(body)]
    rolls = [s for b in bodies for s in statements_in(b) if isinstance(s, core.Roll)]
    return frozenset(roll.die for roll in rolls if id(roll) not in once)


def _outside_loops(body: core.Body) -> Iterator[core.Statement]:
    for statement in body:
        yield statement
        if isinstance(statement, core.If | core.PhaseBlock | core.StepBlock):
            for inner in bodies_in(statement):
                yield from _outside_loops(inner)


def write_rolls(straight: Straight, statement: core.Roll, count: int, faces: str) -> None:
    """Write some rolls of a die, each with a name of its own."""
    emitter, shared = straight.unit.emitter, straight.shared
    stream = straight.constants.layout.streams[f"dé:{statement.die}"]
    size, queue = len(shared.program.dice[statement.die].faces), f"S.q{stream}"
    roll = f"{faces}[S.draw_below({stream}, {size})]"
    if stream in shared.ahead:
        roll = f"{queue}.pop() if {queue} else S.refill({stream}, {queue}, {faces})"
    names = tuple(straight.constants.fresh("r") for _ in range(count))
    for name in names:
        straight.out.add(f"{name} = {roll}")
    emitter.inner[statement.slot] = f"({', '.join(names)},)"
    emitter.lines[statement.slot] = names


# Scopes and loops --------------------------------------------------------


def _scoped(straight: Straight, kind: str, name: str, write: Callable[[], None]) -> None:
    """Write something inside a scope: what lasts in it ends with it, jumps may end there."""
    out, shared = straight.out, straight.shared
    limits, ending = shared.limits_of(kind, name), shared.durations_of(kind, name)
    here = [n for n, scope in enumerate(shared.leaves) if scope in (kind, name)]
    if limits:
        out.add(f"S.reset_uses({limits!r})")
    depth = straight.constants.fresh("n")
    if shared.tracks_scopes:
        number = shared.scope_number(kind, name)
        out.add(f"{depth} = len(S.scopes)", f"S.scopes.append(({number}, 0, 0))")
    close = [f"del S.scopes[{depth}:]"] if shared.tracks_scopes else []
    close += [f"S.expire({ending!r})"] if ending else []
    is_round = kind in ("tour", "manche")
    after = straight.control_lines() if is_round else ()
    place = Around(straight.is_last, kind, name, is_round, tuple(close), after)
    if not shared.leaves or not (here or ending):
        with inside(straight, place):
            write()
        out.add(*close)
        return
    out.add("try:")
    out.indent += 1
    with inside(straight, place):
        write()
    out.indent -= 1
    if here:
        out.add(f"except ({', '.join(f'L{n}' for n in here)},): pass")
    if close:
        out.add("except Leaving:", *(f"    {line}" for line in close), "    raise")
    out.add(*close)


def _endless(straight: Straight, statement: core.Endless) -> None:
    if statement.name:
        _scoped(straight, "boucle", statement.name, lambda: _rounds(straight, statement))
    else:
        _rounds(straight, statement)


def _rounds(straight: Straight, statement: core.Endless) -> None:
    out, place = straight.out, straight.constants.place(statement.span)
    out.add(f"for _ in range({ROUND_LIMIT}):")
    out.indent += 1
    with inside(straight, Around(straight.is_last)):
        _scoped(straight, "manche", "", lambda: straight.body(statement.body))
    straight.controls()
    out.indent -= 1
    out.add(f"else: raise RuleFault('endless', {place})")


def _turns(straight: Straight, statement: core.Turns) -> None:
    out, constants = straight.out, straight.constants
    target, start = straight.unit.locate(statement.slot), straight.write(statement.start)
    step = -1 if statement.direction == "antihoraire" else 1
    if constants.eliminates:
        out.add(f"for {target} in S.seats_from({start}, {step}):")
        out.add(f"    if not S.alive[{target}]: continue")
    else:
        table = constants.literal(rotations(constants.layout.players, step))
        out.add(f"for {target} in {table}[{start}]:")
    out.indent += 1
    with inside(straight, Around(straight.is_last)):
        _scoped(straight, "tour", "", lambda: straight.body(statement.body))
    straight.controls()
    out.indent -= 1


# Windows -----------------------------------------------------------------


def _open_window(straight: Straight, statement: core.OpenWindow) -> None:
    number = straight.shared.number_of("window", statement.window)
    seats = seats_text(straight.unit, statement)
    straight.out.add(f"if W{number}(S, {seats}): {straight.exit}")


def write_drawn_window(shared: Shared, window: Window) -> None:
    """Write a window as `W…`: seats act or pass until it closes."""
    from .straight import Straight

    unit = Unit(shared, rule_of(window), ("seats",), False)
    out = Lines()
    straight = Straight(unit, out)
    _scoped(straight, "fenêtre", window.name, lambda: _seats(straight, window))
    number, seats = shared.number_of("window", window.name), unit.locate("seats")
    shared.functions.append(f"def W{number}(S, {seats}):\n" + "\n".join(out.lines))


def _seats(straight: Straight, window: Window) -> None:
    """Write whose turn it is to act, and what follows a pass or an action."""
    out, shared = straight.out, straight.shared
    seats = straight.unit.locate("seats")
    rotated = f"{seats} = {seats}[1:] + {seats}[:1]"
    number = shared.number_of("window", window.name)
    out.add("k = 0", "while True:")
    out.indent += 1
    if shared.constants.eliminates:
        out.add(f"if 0 in S.alive: {seats} = tuple([p for p in {seats} if S.alive[p]])")
    out.add(f"if k >= len({seats}): break", f"o = w{number}(S, {seats}[0])")
    if window.closure == "obligatoire":
        out.add("if not o:", f"    {seats} = {seats}[1:]", "    continue")
    else:
        out.add("o.append(PASS)")
    out.add(*_draw("u"))
    if window.closure == "unanime":
        out.add("if u is PASS:", "    k += 1", f"    {rotated}", "    continue")
    elif window.closure != "obligatoire":
        out.add("if u is PASS:", f"    {seats} = {seats}[1:]", "    continue")
    _uses(straight, window, seats)
    if window.closure in ("unique", "obligatoire"):
        out.add("break")
    else:
        out.add("k = 0", *([rotated] if window.resume == "suivant" else []))
    out.indent -= 1


def _uses(straight: Straight, window: Window, seats: str) -> None:
    """Write the use of the action that was drawn."""
    shared = straight.shared
    actions: list[Ability] = [
        ability
        for ability in shared.program.abilities.values()
        if ability.cls == "action" and window.name in ability.windows
    ]
    for position, ability in enumerate(actions):
        number = shared.number_of("ability", ability.name)
        first = 0 if is_alone(shared, ability) else 2
        values = "".join(f", u[{first + n}]" for n in range(len(ability.parameters)))
        bearer = "u[1]" if first else "-1"
        call = f"a{number}(S, {seats}[0], {bearer}{values})"
        word = "if" if position == 0 else "elif"
        if len(actions) == 1:
            straight.out.add(f"if {call}: {straight.exit}")
            return
        straight.out.add(f"{word} u[0] == {number}:", f"    if {call}: {straight.exit}")
