"""Decisions drawn on the spot: what would stop the game, as straight Python lines.

For random playouts nothing has to be kept between two decisions, so the whole game
becomes ordinary functions: a choice is a draw, a loop is a loop, a jump is an exception.
`R` is the source of chance; it is asked only where there are two options or more, like a
player. A property test plays the same games here and with blocks, and compares them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ..dsl import core
from ..dsl.checks.skips import followed
from ..dsl.program import Ability, Program, Window
from .choosing import options_text, picks_text, refuse_negative
from .stopping import asks
from .units import Lines, Shared, Unit, rotations, rule_of, seats_text, statements_in

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
            number = straight.shared.leave_number(statement.scope)
            straight.out.add(f"raise L{number}")
        case _:
            raise AssertionError(f"unknown statement {statement!r}")


# Choices -----------------------------------------------------------------


def _draw(target: str) -> list[str]:
    """Lines that draw one of the options `o` into a place."""
    drawn = f"{target} = o[int(R() * len(o))] if len(o) > 1 else o[0]"
    return ["S.plies += 1", drawn]


def _choice(straight: Straight, statement: core.Choose) -> None:
    out, target = straight.out, straight.unit.locate(statement.slot)
    place = straight.constants.place(statement.span)
    if statement.mode == "many":
        _several(straight, statement, target, place)
        return
    if statement.group is None:
        out.add("S.plies += 1", f"{target} = 1 if R() < 0.5 else 0")
        return
    out.add(f"o = {options_text(straight.unit, statement.group)}")
    if statement.mode == "one":
        out.add(f"if not o: raise RuleFault('no_option', {place})")
    else:
        out.add(*refuse_negative(straight.unit, statement), "o.append(-1)")
    out.add(*_draw(target))


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
    if not shared.leaves or not (here or ending):
        write()
        out.add(*close)
        return
    out.add("try:")
    out.indent += 1
    write()
    out.indent -= 1
    if here:
        out.add(f"except ({', '.join(f'L{n}' for n in here)},): pass")
    if close:
        out.add("except Leaving:", *(f"    {line}" for line in close), "    raise")
    out.add(*close)


def jump_classes(shared: Shared) -> list[str]:
    """Give the exceptions that jumps raise, one per place that is left."""
    return [f"class L{number}(Leaving): pass" for number in range(len(shared.leaves))]


def _endless(straight: Straight, statement: core.Endless) -> None:
    if statement.name:
        _scoped(straight, "boucle", statement.name, lambda: _rounds(straight, statement))
    else:
        _rounds(straight, statement)


def _rounds(straight: Straight, statement: core.Endless) -> None:
    out, place = straight.out, straight.constants.place(statement.span)
    out.add(f"for _ in range({ROUND_LIMIT}):")
    out.indent += 1
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
        out.add(f"{seats} = tuple(p for p in {seats} if S.alive[p])")
    out.add(f"if k >= len({seats}): break", f"o = w{number}(S, {seats}[0])")
    if window.closure == "obligatoire":
        out.add("if not o:", f"    {seats} = {seats}[1:]", "    continue")
    else:
        out.add("o.append(PASS)")
    out.add(*_draw("u"), "if u is PASS or u == PASS:")
    out.add("    k += 1" if window.closure == "unanime" else f"    {seats} = {seats}[1:]")
    if window.closure == "unanime":
        out.add(f"    {rotated}")
    out.add("    continue")
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
        values = "".join(f", u[{2 + n}]" for n in range(len(ability.parameters)))
        call = f"a{number}(S, {seats}[0], u[1]{values})"
        word = "if" if position == 0 else "elif"
        if len(actions) == 1:
            straight.out.add(f"if {call}: {straight.exit}")
            return
        straight.out.add(f"{word} u[0] == {number}:", f"    if {call}: {straight.exit}")
