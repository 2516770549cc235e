"""Expressions as Python text.

Goes in: a resolved expression and where its names live. Comes out: Python source that
gives its value on a state `S`. Only numbers and our own names are ever written: the
author's words stay in tables.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from ..dsl import core
from ..dsl.kinds import may_be_nothing
from . import repeats, shortcuts
from .alignments import line_search
from .constants import Constants
from .folding import chosen, compared, joined, negated
from .layout import default_of
from .narrowing import is_settled, narrowed
from .unusual import Unusual, unusual_name
from .whereabouts import Lying

COMPARISONS = {"=": "==", "≠": "!=", "<": "<", "≤": "<=", ">": ">", "≥": ">="}
ARITHMETIC = {"+": "+", "-": "-", "*": "*"}


@dataclass(slots=True)
class Emitter:
    """Writes expressions of one code unit. `locate` gives the Python name of a slot."""

    constants: Constants
    locate: Callable[[str], str]
    inner: dict[str, str] = field(default_factory=dict)
    #: The kinds of the slots read from `locate`.
    kinds: dict[str, core.Kind] = field(default_factory=dict)
    #: Slots over a whole column: the state, and the Python name of its value there.
    values: dict[str, tuple[str, str]] = field(default_factory=dict)
    #: Slots over lines: the Python names of the cells of a line.
    lines: dict[str, tuple[str, ...]] = field(default_factory=dict)
    #: What does not change in the filter being written: text -> name (see `_steady`).
    steady: dict[str, str] | None = None
    #: Calls that are made once, at the head of the function, and the names of their values.
    memo: dict[str, str] | None = None

    def write(self, expr: core.Expr) -> str:
        """Give Python text for an expression."""
        match expr:
            case core.Const():
                return repr(self.constants.layout.constant(expr))
            case core.Local():
                if expr.slot in self.inner:
                    return self.inner[expr.slot]
                self.kinds.setdefault(expr.slot, expr.kind)
                return self.locate(expr.slot)
            case core.Global():
                return f"S.{self.constants.layout.states[expr.state]}"
            case core.Column():
                if isinstance(expr.index, core.Local):
                    state, value = self.values.get(expr.index.slot, ("", ""))
                    if state == expr.state:
                        return value
                column = f"S.{self.constants.layout.states[expr.state]}"
                return self._indexed(column, expr.index, expr.kind)
            case core.Characteristic():
                owner = expr.owner.name if expr.owner.family is core.Family.CELL else ""
                table = self.constants.table(owner, expr.table)
                return self._indexed(table, expr.index, expr.kind)
            case core.Contents():
                return self.zone_list(expr.zone, expr.index)
            case core.All():
                return self._everything(expr.kind)
            case Unusual():
                return f"S.{unusual_name(self.constants, expr.state)}"
            case Lying():
                return f"sorted({self.lying(expr)})"
            case core.Seats():
                return f"range({self.constants.layout.players})"
            case core.Copies():
                return self.constants.tuple_(self.constants.layout.copies[expr.card])
            case core.Operation():
                return self._operation(expr)
            case core.IfElse() if repeats.is_fallback(expr):
                return f"({self.write(expr.then)} or {self.write(expr.otherwise)})"
            case core.IfElse():
                test, then = self.test(expr.condition), self.write(expr.then)
                return chosen(test, then, self.write(expr.otherwise))
            case core.SetOf():
                return self._set(expr)
            case core.Where():
                return self._filtered(expr)
            case core.Fold():
                return self._fold(expr)
            case core.Builtin():
                return self._builtin(expr)
            case core.Call():
                return self._call(expr)
            case core.ValueOf():
                number = self.constants.value_number(expr.value)
                return f"v{number}(S{self._arguments(expr.arguments)})"
            case _:
                raise AssertionError(f"unknown expression {expr!r}")

    def test(self, expr: core.Expr) -> str:
        """Give Python text used only for its truth."""
        match expr:
            case core.Operation(op="et" | "ou" as op, operands=(left, right)):
                return joined(self.test(left), op == "et", self.test(right))
            case core.Fold(op="existe", group=group) if not isinstance(group, core.Where):
                return self.write(group)
            case core.Fold(op="existe", group=group):
                return repeats.kept_list(self, group) or self.write(expr)
            case _:
                return self.write(expr)

    def zone_number(self, zone: str, index: core.Expr | None) -> str:
        """Give Python text for the number of a zone's copy."""
        base = self.constants.layout.zone_base[zone]
        if index is None:
            return str(base)
        if isinstance(index, core.Const) and isinstance(index.value, int):
            return str(base + index.value)
        return f"{base} + {self.write(index)}"

    def zone_list(self, zone: str, index: core.Expr | None) -> str:
        """Give Python text for the list of a zone's items."""
        if index is not None and index.kind.optional:
            base = self.constants.layout.zone_base[zone]
            return f"zone_of(S, {base}, {self.write(index)})"
        return f"S.Z[{self.zone_number(zone, index)}]"

    def lying(self, expr: Lying) -> str:
        """Give Python text for all that lies in some places, in any order."""
        layout = self.constants.layout
        copies = [copy for zone in expr.zones for copy in layout.zone_copies(zone)]
        if len(copies) == 1:
            return f"S.Z[{copies[0]}]"
        return f"[{', '.join(f'*S.Z[{copy}]' for copy in copies)}]"

    def _arguments(self, arguments: tuple[core.Expr, ...]) -> str:
        return "".join(f", {self.write(argument)}" for argument in arguments)

    def _indexed(self, table: str, index: core.Expr, kind: core.Kind) -> str:
        if index.kind.optional or index.kind.family is core.Family.ANY:
            return shortcuts.read_through(table, self.write(index), default_of(kind))
        return f"{table}[{self.write(index)}]"

    def _everything(self, kind: core.Kind) -> str:
        layout = self.constants.layout
        if kind.family is core.Family.PLAYER:
            if not self.constants.eliminates:
                return f"range({layout.players})"
            return "S.seated"
        members = layout.everything(kind)
        if members and members == tuple(range(members[0], members[-1] + 1)):
            return (
                f"range({members[0]}, {members[-1] + 1})"
                if members[0]
                else (f"range({len(members)})")
            )
        return self.constants.tuple_(members)

    def _operation(self, expr: core.Operation) -> str:
        op = expr.op
        if op == "est":
            item, type_ = expr.operands
            assert isinstance(type_, core.Const)
            members = self.constants.members(type_.text)
            return f"({self.write(item)} in {members})"
        if op == "non":
            return negated(self.test(expr.operands[0]))
        if op in ("=", "≠") and expr.operands[0].kind.many:
            single = shortcuts.same_single(self, *expr.operands)
            if single is not None:
                return single if op == "=" else negated(single)
        if op in ("=", "≠", "dans", "hors"):
            there = shortcuts.lies_there(self, op, *expr.operands)
            if there is not None:
                return there
        written = [self.write(operand) for operand in expr.operands]
        if op in COMPARISONS or op in ("dans", "hors"):
            written = [
                repeats.found_once(self, text, operand)
                for text, operand in zip(written, expr.operands, strict=True)
            ]
        if op in COMPARISONS:
            if expr.operands[0].kind.many or expr.operands[1].kind.many:
                written = [f"set({text})" for text in written]
            return compared(written[0], COMPARISONS[op], written[1])
        if op in ARITHMETIC:
            return f"({written[0]} {ARITHMETIC[op]} {written[1]})"
        if op in ("/", "modulo"):
            name = "divide" if op == "/" else "remainder"
            return f"{name}({written[0]}, {written[1]}, {self.constants.place(expr.span)})"
        if op in ("et", "ou"):
            return joined(written[0], op == "et", written[1])
        if op == "négatif":
            return f"(-{written[0]})"
        if op == "dans":
            return f"({written[0]} in {written[1]})"
        if op == "hors":
            return f"({written[0]} not in {written[1]})"
        raise AssertionError(f"unknown operation {op}")

    def _set(self, expr: core.SetOf) -> str:
        """Give Python text for a set literal: each value once."""
        items = [self.write(item) for item in expr.items]
        text = f"({', '.join(items)}{',' if len(items) == 1 else ''})"
        known = [item.value for item in expr.items if isinstance(item, core.Const)]
        differ = len(known) == len(items) and len(set(known)) == len(known)
        return text if differ or len(items) < 2 else f"distinct({text})"

    def bind(self, slot: str, name: str | None = None) -> str:
        """Give a slot its Python name: the one asked for, or a fresh one."""
        name = name or self.constants.fresh("y")
        self.inner[slot] = name
        self.values.pop(slot, None)
        self.lines.pop(slot, None)
        return name

    def loop(self, where: core.Where, name: str | None = None, twice: bool = False) -> str:
        """Give « x in group » of a loop over the candidates of a filter; binds the slot.

        The candidate gets the Python name asked for, or a fresh one. One may come `twice`
        where that changes nothing.
        """
        walk = shortcuts.column_walk(self, where, name)
        if walk is not None:
            return walk
        group = self.write(where.group)
        repeated = repeats.without_distinct(group) if twice else None
        group = group if repeated is None else f"[{repeated}]"
        names = None if name else shortcuts.line_names(self, where.group, where.slot)
        return f"{names or self.bind(where.slot, name)} in {group}"

    def narrowed(self, where: core.Where) -> core.Where:
        """Give a filter with what never changes already decided."""
        return narrowed(self.constants, where)

    def _filtered(self, expr: core.Where) -> str:
        """Give the list of what a filter keeps, a constant if it never changes."""
        kept = repeats.kept_list(self, expr)
        if kept is not None:
            return kept
        expr = self.narrowed(expr)
        if is_settled(expr):
            return self.write(expr.group)
        return f"[{self._comprehension(expr)}]"

    def _comprehension(self, expr: core.Where) -> str:
        """Give the inside of a comprehension over a filter that was narrowed."""
        loop, test = self._asked(expr)
        return f"{self.inner[expr.slot]} for {loop} if {test}"

    def _asked(self, where: core.Where, twice: bool = False) -> tuple[str, str]:
        """Give the loop of a filter, and what is asked of each candidate.

        What is the same for all of them is found once, before: « v in (…,) for x in … ».
        """
        loop, outer = self.loop(where, twice=twice), self.steady
        self.steady = {}
        test = self.test(where.condition)
        steady = {text: name for text, name in self.steady.items() if name in test}
        found = "".join(f"{name} in ({text},) for " for text, name in steady.items())
        self.steady = outer
        return found + repeats.in_one_loop(loop), test

    def _fold(self, expr: core.Fold) -> str:
        group = expr.group
        short = shortcuts.column_fold(self, expr) or shortcuts.line_fold(self, expr)
        if short is not None:
            return short
        if expr.op in ("existe", "nombre"):
            return self._count(expr)
        if expr.item is None:
            text = self.write(group)
            if expr.op == "somme":
                return f"sum({text})"
            return f"{expr.op}({text}, default=0)"
        if expr.op in ("meilleurs", "moindres"):
            source, name = self.write(group), self.bind(expr.slot)
            sign = 1 if expr.op == "meilleurs" else -1
            return f"best({source}, lambda {name}: {self.write(expr.item)}, {sign})"
        source = self._members(group, expr.slot, expr.op in ("tous", "valeurs"))
        item = self.write(expr.item)
        match expr.op:
            case "somme":
                return f"sum([{item} for {source}])"
            case "max" | "min":
                return f"{expr.op}([{item} for {source}], default=0)"
            case "tous":
                return f"all({item} for {source})"
            case "valeurs":
                return f"distinct([{item} for {source}])"
            case _:
                raise AssertionError(f"unknown aggregate {expr.op}")

    def _members(self, group: core.Expr, slot: str, twice: bool) -> str:
        """Give « x in group if … » over the members of a group; binds the slot to x.

        A member may come `twice` where that changes nothing.
        """
        if isinstance(group, core.Where):
            group = self.narrowed(group)
            if is_settled(group):
                group = group.group
        if not isinstance(group, core.Where):
            source = self.write(group)
            return f"{self.bind(slot)} in {source}"
        loop, test = self._asked(group, twice)
        name = self.inner[group.slot]
        for bound in (self.values, self.lines):
            bound.pop(slot, None)
        self.inner[slot] = name
        if group.slot in self.values:
            self.values[slot] = self.values[group.slot]
        return f"{loop} if {test}"

    def _count(self, expr: core.Fold) -> str:
        group = expr.group
        kept = repeats.kept_list(self, group)
        if kept is not None:
            return f"bool({kept})" if expr.op == "existe" else f"len({kept})"
        if isinstance(group, core.Where):
            group = self.narrowed(group)
            search = line_search(self, group) if expr.op == "existe" else None
            if search is not None:
                return search
        if isinstance(group, core.Where) and not is_settled(group):
            loop, test = self._asked(group)
            if expr.op == "existe":
                return f"any({test} for {loop})"
            return f"sum([1 for {loop} if {test}])"
        text = self.write(group.group if isinstance(group, core.Where) else group)
        if expr.op == "existe":
            return f"bool({text})"
        if isinstance(group, core.All) and text.startswith("range("):
            return str(len(self.constants.layout.everything(group.kind)))
        repeated = repeats.without_distinct(text)
        if repeated is None:
            return f"len({text})"
        return repeats.count_with_one_more(self, repeated) or f"len({{{repeated}}})"

    def _call(self, expr: core.Call) -> str:
        table = self.constants.tabulated(expr.definition)
        number = self.constants.definition_number(expr.definition)
        if table is None:
            call = f"d{number}(S{self._arguments(expr.arguments)})"
            known = repeats.remembered(self, expr, call)
            return known or shortcuts.inlined(self, expr) or call
        if not expr.arguments:
            return self.constants.literal(table)
        keys = [f"[{self.write(argument)}]" for argument in expr.arguments]
        return f"D{number}{''.join(keys)}"

    def _builtin(self, expr: core.Builtin) -> str:
        arguments = expr.arguments
        written = [self.write(argument) for argument in arguments]
        place = self.constants.place(expr.span)
        match expr.name:
            case "premier" | "dernier" | "dessus" | "dessous":
                end = 0 if expr.name in ("premier", "dessous") else -1
                if not may_be_nothing(expr.kind):
                    return f"value_at({written[0]}, {end}, {place})"
                nothing = ", ()" if expr.kind.many else ""
                return f"item_at({written[0]}, {end}{nothing})"
            case "union":
                return f"distinct([*{written[0]}, *{written[1]}])"
            case "commun":
                name = self.constants.fresh("y")
                return f"[{name} for {name} in {written[0]} if {name} in {written[1]}]"
            case "sauf":
                name = self.constants.fresh("y")
                return f"[{name} for {name} in {written[0]} if {name} not in {written[1]}]"
            case "intervalle":
                return f"bounded_range({written[0]}, {written[1]}, {place})"
            case "max" | "min":
                return f"{expr.name}({written[0]}, {written[1]})"
            case "absolu":
                return f"abs({written[0]})"
            case "présent":
                some = f"some({written[0]}, {place})"
                if not shortcuts.is_cheap(written[0]):
                    return some
                return f"({written[0]} if {written[0]} >= 0 else {some})"
            case "autour":
                return f"S.seats_from({written[0]}, 1)"
            case "suivant" | "gauche" | "précédent" | "droite":
                step = 1 if expr.name in ("suivant", "gauche") else -1
                if not self.constants.eliminates:
                    return f"(({written[0]} + {step}) % {self.constants.layout.players})"
                return f"S.after({written[0]}, {step})"
            case "voisines":
                table = self.constants.neighbours(arguments[0].kind)
                return self._guarded(table, written[0], arguments[0])
            case "exemplaires":
                return self._guarded(self.constants.copies(), written[0], arguments[0])
            case "décalage":
                return self._shifted(expr, written)
            case "distance":
                return self._distance(arguments, written)
            case "alignements":
                return self._lines(expr, written)
            case "place":
                return self._place(expr, written)
            case _:
                raise AssertionError(f"unknown built-in {expr.name}")

    def _distance(self, cells: tuple[core.Expr, ...], written: list[str]) -> str:
        if not all(map(shortcuts.is_cheap, written)):
            return f"{self.constants.distances(cells[0].kind)}({', '.join(written)})"
        steps = "".join(f"[{text}]" for text in written)
        text = f"{self.constants.distance_table(cells[0].kind)}{steps}"
        guards = [
            f"{w} >= 0" for w, c in zip(written, cells, strict=True) if c.kind.optional
        ]
        return f"({text} if {' and '.join(guards)} else -1)" if guards else text

    def _shifted(self, expr: core.Builtin, written: list[str]) -> str:
        cell, *steps = expr.arguments
        known = [s.value for s in steps if isinstance(s, core.Const)]
        if len(known) == 2 and not cell.kind.optional:
            table = self.constants.shift(cell.kind, known[0], known[1])
            return f"{table}[{written[0]}]"
        return f"{self.constants.offsets(cell.kind)}({', '.join(written)})"

    def _guarded(self, table: str, index: str, expr: core.Expr) -> str:
        if not expr.kind.optional:
            return f"{table}[{index}]"
        return shortcuts.read_through(table, index, ())

    def _lines(self, expr: core.Builtin, written: list[str]) -> str:
        length = expr.arguments[1]
        assert isinstance(expr.arguments[0], core.Const)
        board = expr.arguments[0].text
        if not isinstance(length, core.Const) or not isinstance(length.value, int):
            raise AssertionError("the length of lines is a constant")
        table = self.constants.lines(board, length.value, len(written) == 3)
        if len(written) < 3:
            return table
        return self._guarded(table, written[2], expr.arguments[2])

    def _place(self, expr: core.Builtin, written: list[str]) -> str:
        assert isinstance(expr.arguments[0], core.Const)
        copies = self.constants.layout.zone_copies(expr.arguments[0].text)
        return f"place_of(S, {written[1]}, {copies.start}, {copies.stop})"
