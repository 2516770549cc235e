"""What is asked twice is found once: the same values, fewer times.

Filters that say the same, what does not change from one candidate of a filter to the next,
sets that several actions of a window ask for, places and columns a function reads often.
Each function gives Python text, or None where there is nothing to spare.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import fields
from typing import TYPE_CHECKING

from ..dsl import core
from ..dsl.kinds import may_be_nothing
from ..dsl.program import Program
from .shortcuts import is_cheap, parts_of

if TYPE_CHECKING:
    from .expressions import Emitter


def is_fallback(expr: core.IfElse) -> bool:
    """Tell whether an expression is « si existe(E) alors E sinon … »."""
    test = expr.condition
    if not isinstance(test, core.Fold) or test.op != "existe" or not expr.kind.many:
        return False
    return are_alike(test.group, expr.then)


def kept_list(emitter: Emitter, where: core.Expr) -> str | None:
    """Name the list of what a filter keeps, if it is kept up to date."""
    for kept in emitter.constants.kept:
        if are_alike(where, kept.where):
            return f"S.{kept.name}"
    return None


def are_alike(one: object, other: object, slots: dict[str, str] | None = None) -> bool:
    """Tell whether two parts of rules say the same, whatever their candidates are called."""
    slots = {} if slots is None else slots
    if isinstance(one, tuple) and isinstance(other, tuple):
        pairs = zip(one, other, strict=False)
        return len(one) == len(other) and all(are_alike(a, b, slots) for a, b in pairs)
    if not isinstance(one, core.Expr) or type(one) is not type(other):
        return one == other
    if isinstance(one, core.Local) and isinstance(other, core.Local):
        return slots.get(one.slot, one.slot) == other.slot
    if isinstance(one, core.Where | core.Fold) and isinstance(
        other, core.Where | core.Fold
    ):
        slots = {**slots, one.slot: other.slot}
    names = [each.name for each in fields(one) if each.name not in ("span", "slot")]
    return all(are_alike(getattr(one, n), getattr(other, n), slots) for n in names)


def found_once(emitter: Emitter, text: str, expr: core.Expr) -> str:
    """Name what is the same for all candidates of the filter being written."""
    if emitter.steady is None or is_cheap(text) or isinstance(expr, core.Const):
        return text
    if _candidates_in(text) or may_fail(expr, emitter.constants.layout.program):
        return text
    return _named_once(emitter, text)


def _named_once(emitter: Emitter, text: str) -> str:
    assert emitter.steady is not None
    if text not in emitter.steady:
        emitter.steady[text] = emitter.constants.fresh("v")
    return emitter.steady[text]


def _candidates_in(text: str) -> set[str]:
    """Give the names of candidates of filters around a text."""
    bound = {
        name
        for names in re.findall(r"for ([\w, ]+) in", text)
        for name in names.split(", ")
    }
    return set(re.findall(r"\b[yv]\d+\b", text)) - bound


_NESTED = re.compile(r"(\w+) in \(?\[(\w+) for (\w+) in (.+)\]\)?")


def in_one_loop(loop: str) -> str:
    """Write « x in [y for y in E if …] », in a comprehension, as « x in E if … »."""
    parts = _NESTED.fullmatch(loop)
    if parts is None or loop.count(" for ") > 1 or parts[2] != parts[3]:
        return loop
    name, inner, _, rest = parts.groups()
    start = loop.index("[")
    if _closes(loop, start) != len(loop.rstrip(")")) - 1:
        return loop
    depth = 0
    for place, sign in enumerate(rest):
        depth += (sign in "([{") - (sign in ")]}")
        if depth == 0 and rest.startswith(" if ", place):
            return f"{name} in {rest[:place]}" + re.sub(rf"\b{inner}\b", name, rest[place:])
    return loop


_ONE_MORE = re.compile(r"(.+) for (y\d+) in \[\*(\w+), \*\((\w+),\)\] if (.+)")


def count_with_one_more(emitter: Emitter, values: str) -> str | None:
    """Write « nombre(valeurs(union(E, {c}) où …, …)) » for each candidate c: E's values once."""
    parts = _ONE_MORE.fullmatch(values)
    if emitter.steady is None or parts is None or values.count(" for ") > 1:
        return None
    item, name, group, more, test = parts.groups()
    known = f"{{{item} for {name} in {group} if {test}}}"
    if _candidates_in(known):
        return None
    known = _named_once(emitter, known)
    item, test = (re.sub(rf"\b{name}\b", more, text) for text in (item, test))
    return f"(len({known} | {{{item}}}) if {test} else len({known}))"


_READS = re.compile(r"\bS\.(\w+)")


def read_once(code: str, columns: Sequence[str]) -> str:
    """Let a function read each column once: a column is one list as long as its state."""
    head, _, body = code.partition("\n")
    body = _places_once(head, body)
    uses = Counter(_READS.findall(body))
    for column in columns:
        if uses[column] > 1 or (uses[column] and " for " in body):
            body = f"    {column} = S.{column}\n" + re.sub(
                rf"\bS\.{column}\b", column, body
            )
    return f"{head}\n{body}"


def _places_once(head: str, body: str) -> str:
    """Let a function find a player's place once, if the player is an argument and stays."""
    found = re.findall(r"\bS\.Z\[(\d+) \+ (x\d+)\]", body)
    for base, name in sorted(set(found)):
        is_steady = re.search(rf"[(, ]{name}[,)]", head) and not re.search(
            rf"\b{name}(, \w+)* (=|in) ", body
        )
        if is_steady and (found.count((base, name)) > 1 or " for " in body):
            place = f"h{base}_{name}"
            body = re.sub(rf"\bS\.Z\[{base} \+ {name}\]", place, body)
            body = f"    {place} = S.Z[{base} + {name}]\n{body}"
    return body


def without_distinct(text: str) -> str | None:
    """Give what « distinct([…]) » makes distinct, without its brackets."""
    while text.startswith("(") and _closes(text, 0) == len(text) - 1:
        text = text[1:-1]
    if not text.startswith("distinct([") or _closes(text, 9) != len(text) - 2:
        return None
    return text[10:-2]


def _closes(text: str, start: int) -> int:
    """Give where the bracket that opens at `start` closes."""
    depth = 0
    for position in range(start, len(text)):
        depth += (text[position] in "([{") - (text[position] in ")]}")
        if depth == 0:
            return position
    return -1


#: A call whose arguments are the same all through a function: its player, places, names.
_STEADY = re.compile(r"d\d+\(S(, (-?\d+|x1|t\d+|S\.Z\[(\d+ \+ x1|\d+)\]))*\)")


def remembered(emitter: Emitter, expr: core.Call, call: str) -> str | None:
    """Give the name of a set that is asked for once, at the head of the function."""
    memo, program = emitter.memo, emitter.constants.layout.program
    if memo is None or not expr.kind.many or _STEADY.fullmatch(call) is None:
        return None
    if call not in memo:
        if may_fail(program.definitions[expr.definition].value, program):
            return None
        memo[call] = emitter.constants.fresh("t")
    return memo[call]


def may_fail(expr: core.Expr, program: Program) -> bool:
    """Tell whether an expression may meet a fault."""
    for part in parts_of(expr):
        match part:
            case core.Operation(op="/" | "modulo") | core.ValueOf():
                return True
            case core.Builtin(name="présent" | "intervalle" | "autour"):
                return True
            case core.Builtin() if not may_be_nothing(part.kind):
                return True
            case core.Call():
                if may_fail(program.definitions[part.definition].value, program):
                    return True
            case _:
                pass
    return False
