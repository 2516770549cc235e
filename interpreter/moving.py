"""Components that move, as straight Python lines: one, several, those of a place, drawn ones.

`at` says where each component lies and `Z` what each place holds. What comes out of one
place is taken and put down in one go; anything else is looked up one by one.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ..dsl import core

if TYPE_CHECKING:
    from .straight import Straight

POSITIONS = {"dessus": 1, "dessous": 0, "hasard": 2}


def write_move(straight: Straight, statement: core.Move) -> None:
    """Write « déplacer … vers … »."""
    out, constants = straight.out, straight.constants
    items, kind = statement.items, statement.items.kind
    zone, stream = _target(straight, statement.zone), straight.stream(statement.zone)
    position = POSITIONS[statement.position]
    held, name = constants.fresh("m"), constants.fresh("y")
    if not kind.many:
        out.add(f"{held} = {straight.write(items)}")
        if position == 1:
            _one(straight, held, zone, kind.optional)
        else:
            out.add(f"S.move({held}, {zone}, {position}, {stream})")
    elif position < 2 and _are_there(items):
        out.add(f"{held} = [*{straight.write(items)}]")
        _take(straight, held, items)
        _put(straight, held, zone, position)
    else:
        out.add(f"{held} = tuple({straight.write(items)})")
        # Underneath, the last goes first, so that they keep their order.
        turned = "[::-1]" if statement.position == "dessous" else ""
        out.add(f"for {name} in {held}{turned}:")
        out.add(f"    S.move({name}, {zone}, {position}, {stream})")
    straight.note_move("move", statement, statement.zone, held, kind, zone)


def _target(straight: Straight, zone: core.ZoneRef) -> str:
    """Give the number of a place, found once."""
    text = straight.zone(zone)
    if re.fullmatch(r"(\d+ \+ )?\w+", text):
        return text
    number = straight.constants.fresh("n")
    straight.out.add(f"{number} = {text}")
    return number


def _are_there(items: core.Expr) -> bool:
    """Tell whether there is surely no rien among components, and each once."""
    while isinstance(items, core.Where):
        items = items.group
    return isinstance(items, core.All | core.Copies | core.Contents)


def _one(straight: Straight, item: str, zone: str, optional: bool) -> None:
    """Put a component, or rien, on top of a place."""
    out = straight.out
    if optional:
        out.add(f"if {item} >= 0:")
        out.indent += 1
    out.add(f"z = S.at[{item}]", f"if z >= 0: S.Z[z].remove({item})")
    out.add(f"S.Z[{zone}].append({item})", f"S.at[{item}] = {zone}")
    if optional:
        out.indent -= 1


def _take(straight: Straight, held: str, items: core.Expr) -> None:
    """Take components from where they lie."""
    out, name = straight.out, straight.constants.fresh("y")
    match items:
        case core.Contents():
            source = straight.unit.emitter.zone_list(items.zone, items.index)
            if "zone_of" not in source:
                out.add(f"{source}.clear()")
                return
        case core.Where(group=core.Contents() as group):
            source = straight.unit.emitter.zone_list(group.zone, group.index)
            if "zone_of" not in source:
                out.add(f"for {name} in {held}: {source}.remove({name})")
                return
        case _:
            pass
    out.add(f"for {name} in {held}:")
    out.add(f"    z = S.at[{name}]", f"    if z >= 0: S.Z[z].remove({name})")


def _put(straight: Straight, held: str, zone: str, position: int) -> None:
    """Put components that were taken on top of a place, or underneath; they keep their order."""
    name = straight.constants.fresh("y")
    end = f"S.Z[{zone}] += {held}" if position == 1 else f"S.Z[{zone}][:0] = {held}"
    straight.out.add(end, f"for {name} in {held}: S.at[{name}] = {zone}")


def write_draw(straight: Straight, statement: core.Draw) -> None:
    """Write « piocher … de … vers … »: from the top, one after the other."""
    out, constants = straight.out, straight.constants
    source, zone = straight.zone(statement.source), _target(straight, statement.zone)
    count, held = straight.write(statement.count), constants.fresh("m")
    if not isinstance(statement.count, core.Const):
        number = constants.fresh("n")
        place = constants.place(statement.span)
        out.add(f"{number} = max(0, times({count}, {place}))")
        count = number
    if count.isdecimal() and int(count) == 0:
        out.add(f"{held} = []")
    elif count.isdecimal():
        out.add(f"{held} = S.Z[{source}][:-{int(count) + 1}:-1]")
        out.add(f"del S.Z[{source}][-{count}:]")
    else:
        out.add(f"{held} = S.Z[{source}][:-{count} - 1:-1]")
        out.add(f"if {count}: del S.Z[{source}][-{count}:]")
    _put(straight, held, zone, 1)
    holds = straight.shared.program.zones[statement.zone.zone].holds
    kind = core.Kind(core.Family.COMPONENT, holds, True)
    straight.note_move("draw", statement, statement.zone, held, kind, zone)
