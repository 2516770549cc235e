"""What the checks look at: the declarations as written, and the Program made of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

from .. import nodes
from ..citations import Citation, changes_of
from ..inventory import Statements
from ..program import Program
from ..source import Span
from ..symbols import Category, Symbols, Variable
from .circles import Unit
from .graph import Graph, build_graph
from .walking import Piece, walk


@dataclass(frozen=True, slots=True)
class Written:
    """A ruleset as written: every declaration, and those that amendments leave in force.

    `borne` are the abilities that amendments leave on components.
    """

    declarations: tuple[nodes.Declaration, ...]
    in_force: tuple[nodes.Declaration, ...]
    borne: tuple[nodes.Declaration, ...]
    citations: Sequence[Citation]
    #: All declarations, those on components included, with all nodes in each.
    walked: Sequence[tuple[nodes.Declaration, tuple[nodes.Node, ...]]]
    #: The date of each source of the ruleset.
    sources: Mapping[str, str]
    statements: Statements
    #: Whether every file could be read to its end, without mistakes of form.
    is_whole: bool

    def names_elsewhere(self) -> frozenset[str]:
        """Return the words of what is not in force now: examples, replaced declarations,
        amendments that do not apply."""
        in_force = {id(node) for node in (*self.in_force, *self.borne)}
        found: set[str] = set()
        for node, below in self.walked:
            if isinstance(node, nodes.Amendment):
                for line in changes_of(node):
                    inner = getattr(line, "declaration", None)
                    if inner is None or id(inner) not in in_force:
                        found.update(words_in(line.walk()))
            elif id(node) not in in_force or isinstance(node, nodes.Example):
                found.update(words_in(below))
        return frozenset(found)


def words_in(found: Iterable[nodes.Node]) -> Iterator[str]:
    """Yield the names among some nodes."""
    return (each.text for each in found if isinstance(each, nodes.Word))


@dataclass(frozen=True)
class Subject:
    """A Program without errors so far, and what resolving it told."""

    program: Program
    written: Written
    #: Every local name, and every declared name that something reads.
    variables: tuple[Variable, ...]
    used: frozenset[tuple[Category, str]]

    @property
    def symbols(self) -> Symbols:
        """All declared names."""
        return self.program.symbols

    @cached_property
    def graph(self) -> Graph:
        """Which part of the rules runs, opens or reads which."""
        return build_graph(self.program)

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        """Every expression and statement of the rules."""
        return tuple(walk(*chain.from_iterable(self.graph.pieces.values())))

    @cached_property
    def elsewhere(self) -> frozenset[str]:
        """The words of examples and of declarations that are not in force."""
        return self.written.names_elsewhere()

    def place(self, unit: Unit) -> Span | None:
        """Return where the name of a part stands, or None for what no author named."""
        category, name = unit
        symbol = self.symbols.of(category).get(name) or self.symbols.expressions.get(name)
        if symbol is None and category is Category.ABILITY:
            # The ability of a component: its name alone means nothing.
            return self.program.abilities[name].span
        return None if symbol is None else symbol.span
