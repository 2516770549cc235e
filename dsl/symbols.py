"""Declared names and the scopes of local ones.

A `Symbol` says what a declared name means to expressions and statements: its category,
its kind, its parameters. `Locals` holds the names bound inside one declaration and gives
each a slot of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from .builtins import COLUMN, ROW
from .categories import Category as Category
from .core import NUMBER, Family, Kind
from .kinds import ANY, BASIC, Hierarchy
from .source import NOWHERE, Span

#: What can stand in an expression; these share one name space.
IN_EXPRESSIONS = frozenset(
    {
        Category.ENUMERATION,
        Category.TYPE,
        Category.CARD,
        Category.CELL_KIND,
        Category.STATE,
        Category.ZONE,
        Category.BOARD,
        Category.DEFINITION,
        Category.VALUE,
        Category.SETTING,
    }
)


@dataclass(frozen=True, slots=True)
class Symbol:
    """A declared name. `params` of a state or zone is its owner's kind, if it has one.

    `value` is the number behind a constant: an enumeration's value, a cell, a setting.
    """

    category: Category
    name: str
    span: Span
    kind: Kind = ANY
    params: tuple[Kind, ...] = ()
    value: int | tuple[int, ...] = 0


@dataclass(slots=True)
class Symbols:
    """All declared names of a ruleset; filled by `collector.collect`, then only read."""

    kinds: dict[str, Kind] = field(default_factory=lambda: dict(BASIC))
    hierarchy: Hierarchy = field(default_factory=Hierarchy)
    expressions: dict[str, Symbol] = field(default_factory=dict)
    #: Values of enumerations, cells of boards, alternatives of readings, by bare name.
    members: dict[str, list[Symbol]] = field(default_factory=dict)
    #: The same by the name of their enumeration, board or reading.
    groups: dict[str, dict[str, Symbol]] = field(default_factory=dict)
    #: The shape of the board each kind of cell belongs to: grille, hexagones, graphe.
    shapes: dict[str, str] = field(default_factory=dict)
    #: Characteristics by type or cell kind, the inherited ones left out.
    characteristics: dict[str, dict[str, Symbol]] = field(default_factory=dict)
    others: dict[Category, dict[str, Symbol]] = field(default_factory=dict)

    def of(self, category: Category) -> dict[str, Symbol]:
        """Return the declared names of a category outside expressions, by name."""
        return self.others.setdefault(category, {})

    def characteristic(self, owner: Kind, name: str) -> Symbol | None:
        """Return the characteristic a value of this kind has or may have.

        A component of a supertype may have what one of its subtypes declares.
        """
        if self.has_rows(owner) and name in (COLUMN, ROW):
            return Symbol(Category.CHARACTERISTIC, name, NOWHERE, NUMBER, (owner,))
        if owner.family not in (Family.CELL, Family.COMPONENT):
            return None
        for above in self.hierarchy.ancestors(owner.name):
            found = self.characteristics.get(above, {}).get(name)
            if found is not None:
                return found
        for below, table in self.characteristics.items():
            if name in table and self.hierarchy.is_below(below, owner.name):
                return table[name]
        return None

    def has_rows(self, owner: Kind) -> bool:
        """Tell whether a value is a cell with a column and a row: any but of a graph."""
        return owner.family is Family.CELL and self.shapes.get(owner.name) != "graphe"

    def attributes(self, owner: Kind) -> Iterator[str]:
        """Yield the names that can follow a dot after a value of this kind."""
        if self.has_rows(owner):
            yield from (COLUMN, ROW)
        for name, table in self.characteristics.items():
            if owner.family in (
                Family.CELL,
                Family.COMPONENT,
            ) and self.hierarchy.are_related(name, owner.name):
                yield from table
        for symbol in self.expressions.values():
            if len(symbol.params) == 1 and symbol.params[0].name == owner.name:
                yield symbol.name

    def where(self, name: str | None) -> Span | None:
        """Return where a name is declared, whatever its category."""
        if name is None:
            return None
        tables = (self.expressions, *self.others.values(), *self.characteristics.values())
        for table in tables:
            if name in table and table[name].span != NOWHERE:
                return table[name].span
        for symbol in self.members.get(name, ()):
            return symbol.span
        return None

    def find_elsewhere(self, name: str) -> Symbol | None:
        """Return what a name is declared as outside expressions, if anything."""
        return next((table[name] for table in self.others.values() if name in table), None)


@dataclass(slots=True)
class Variable:
    """A local name: its slot, kind, place, and whether anything reads it."""

    name: str
    slot: str
    kind: Kind
    span: Span
    is_used: bool = False
    #: Whether an unused one is worth a warning.
    is_result: bool = False


class Locals:
    """The local names of one declaration, block by block; slots are unique in it."""

    def __init__(self) -> None:
        self._slots: set[str] = set()
        self._frames: list[dict[str, Variable]] = [{}]
        self._candidates: list[Variable] = []
        self.closed: list[Variable] = []

    def slot(self, name: str) -> str:
        """Return a slot nobody has yet: the name, or the name with a number."""
        slot, count = name, 1
        while slot in self._slots:
            count += 1
            slot = f"{name}_{count}"
        self._slots.add(slot)
        return slot

    def bind(self, name: str, kind: Kind, span: Span, is_result: bool = False) -> Variable:
        """Bind a name in the innermost block."""
        variable = Variable(name, self.slot(name), kind, span, is_result=is_result)
        self._frames[-1][name] = variable
        return variable

    def show(self, variable: Variable) -> None:
        """Make a variable of a block that ended known in the innermost one."""
        self._frames[-1][variable.name] = variable

    def find(self, name: str) -> Variable | None:
        """Return the variable a name means here, if it is a local one."""
        for frame in reversed(self._frames):
            if name in frame:
                return frame[name]
        return None

    def names(self) -> Iterable[str]:
        """Return all names bound here."""
        return [name for frame in self._frames for name in frame]

    @property
    def candidate(self) -> Variable | None:
        """The candidate of the innermost filter or aggregate, if there is one."""
        return self._candidates[-1] if self._candidates else None

    @contextmanager
    def block(self) -> Iterator[None]:
        """Open a block: names bound in it end with it."""
        self._frames.append({})
        try:
            yield
        finally:
            self.closed.extend(self._frames.pop().values())

    @contextmanager
    def candidate_of(self, variable: Variable) -> Iterator[None]:
        """Make a variable the candidate."""
        self._candidates.append(variable)
        try:
            yield
        finally:
            self._candidates.pop()

    def everything(self) -> Iterator[Variable]:
        """Yield all variables bound so far, in ended blocks too."""
        yield from self.closed
        for frame in self._frames:
            yield from frame.values()
