"""Questions written as statements: « existe(…) » looks no further than the first it finds.

Where a condition is asked very often and seldom holds (the state checks are, after every
event), it is taken apart: parts of a union one after the other, filters as loops, definitions
in their places. No set is made, nothing is put in order.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ..dsl import core
from . import shortcuts
from .alignments import line_search
from .narrowing import is_settled
from .whereabouts import Lying

if TYPE_CHECKING:
    from .expressions import Emitter

#: Python lines, without the margin of what they stand in.
Text = list[str]
#: Gives the lines about a member of a set, by its Python name.
About = Callable[[str], Text]

MARGIN = "    "
FOUND = ["return True"]


def question(emitter: Emitter, condition: core.Expr) -> Text:
    """Give lines that return True if a condition holds, and else go on below."""
    return _if_holds(emitter, condition, FOUND)


def _if_holds(emitter: Emitter, condition: core.Expr, then: Text) -> Text:
    """Give lines for what to do if a condition holds."""
    if then is not FOUND:
        return [f"if {emitter.test(condition)}:", *_inset(then)]
    match condition:
        case core.Operation(op="ou", operands=(left, right)):
            return _if_holds(emitter, left, then) + _if_holds(emitter, right, then)
        case core.Operation(op="et", operands=(left, right)):
            return [f"if {emitter.test(left)}:", *_inset(_if_holds(emitter, right, then))]
        case core.Fold(op="existe", group=group) if not _is_shorter(emitter, condition):
            return _each(emitter, group, lambda _: then)
        case core.Call() if (inner := _inside(emitter, condition)) is not None:
            value = emitter.constants.layout.program.definitions[condition.definition].value
            return _among(emitter, inner, lambda: _if_holds(emitter, value, then))
        case _:
            return [f"if {emitter.test(condition)}:", *_inset(then)]


def _is_shorter(emitter: Emitter, fold: core.Fold) -> bool:
    """Tell whether there is a shorter way to look: a search in a column, or of a line."""
    if shortcuts.column_fold(emitter, fold) is not None:
        return True
    return (
        isinstance(fold.group, core.Where) and line_search(emitter, fold.group) is not None
    )


def _each(emitter: Emitter, group: core.Expr, about: About) -> Text:
    """Give lines about each member of a set; one may come twice."""
    match group:
        case core.Builtin(name="union", arguments=(left, right)):
            return _each(emitter, left, about) + _each(emitter, right, about)
        case core.Where():
            return _each_kept(emitter, group, about)
        case core.Call() if (inner := _inside(emitter, group)) is not None:
            outer = emitter.inner
            value = emitter.constants.layout.program.definitions[group.definition].value

            def outside(name: str) -> Text:
                return _among(emitter, outer, lambda: about(name))

            return _among(emitter, inner, lambda: _each(emitter, value, outside))
        case Lying():
            members = emitter.lying(group)
        case _:
            members = emitter.write(group)
    name = emitter.constants.fresh("y")
    return [f"for {name} in {members}:", *_inset(about(name))]


def _each_kept(emitter: Emitter, where: core.Where, about: About) -> Text:
    """Give lines about each member that a filter keeps."""
    where = emitter.narrowed(where)
    if is_settled(where):
        return _each(emitter, where.group, about)
    if isinstance(where.group, core.All):
        loop = emitter.loop(where)
        then = about(emitter.inner[where.slot])
        return [f"for {loop}:", *_inset(_if_holds(emitter, where.condition, then))]

    def asked(name: str) -> Text:
        emitter.bind(where.slot, name)
        return _if_holds(emitter, where.condition, about(name))

    return _each(emitter, where.group, asked)


def _inside(emitter: Emitter, call: core.Call) -> dict[str, str] | None:
    """Give the names of a definition's parameters in the place of a call; None if it must be
    called: it is a table, or its arguments cost something."""
    constants = emitter.constants
    if constants.tabulated(call.definition) is not None:
        return None
    params = constants.layout.program.definitions[call.definition].params
    arguments = [emitter.write(argument) for argument in call.arguments]
    if not all(map(shortcuts.is_cheap, arguments)):
        return None
    return {param.slot: text for param, text in zip(params, arguments, strict=True)}


def _among(emitter: Emitter, names: dict[str, str], write: Callable[[], Text]) -> Text:
    """Write something where other names are bound."""
    held = emitter.inner, emitter.values, emitter.lines
    emitter.inner, emitter.values, emitter.lines = dict(names), {}, {}
    text = write()
    emitter.inner, emitter.values, emitter.lines = held
    return text


def _inset(lines: Text) -> Text:
    return [MARGIN + line for line in lines]
