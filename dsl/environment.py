"""What resolving one declaration needs: declared names, local names, a place for findings."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from . import core, nodes
from .builtins import MAX_PLAYERS, NAMES, PRESENT, RESERVED
from .core import Family
from .diagnostics import Diagnostic, Place
from .kinds import ANY, accepts, describe, is_related, maybe, present
from .source import NOWHERE, Span
from .suggestions import closest
from .symbols import Category, Locals, Symbol, Symbols, Variable

#: Kinds of which an optional one may be `rien`: a number, only where a player passed.
_TELLS_NOTHING = (
    Family.PLAYER,
    Family.ENUM,
    Family.COMPONENT,
    Family.CELL,
    Family.NUMBER,
)

#: Largest number a rule may write.
MAX_NUMBER = 1_000_000_000


@dataclass(slots=True)
class Environment:
    """The surroundings of a node: one per declaration, findings shared by all."""

    symbols: Symbols
    findings: list[Diagnostic]
    #: (category, name) of every declared name that something reads.
    used: set[tuple[Category, str]]
    locals: Locals = field(default_factory=Locals)
    #: In an ability, where `moi` (and on a card `soi`) mean something.
    is_ability: bool = False
    #: What can be true of the place a statement stands in (see statements.py).
    cancels: bool = False
    #: How many players every game has, and how many one may have.
    seats: tuple[int, int] = (MAX_PLAYERS, MAX_PLAYERS)

    def fresh(self) -> Environment:
        """Return the surroundings of another declaration."""
        return Environment(self.symbols, self.findings, self.used, seats=self.seats)

    def report(
        self,
        code: str,
        span: Span,
        places: tuple[Place, ...] = (),
        cites: tuple[str, ...] = (),
        **values: object,
    ) -> None:
        """Keep a finding."""
        self.findings.append(Diagnostic(code, span, values, places, cites))

    def unknown(
        self, code: str, word: nodes.Word, known: Iterable[str], **more: object
    ) -> None:
        """Keep the finding of a name nobody declared, with the closest one that exists."""
        near = closest(word.text, known)
        place = self.symbols.where(near)
        where = None if place is None else f"{place.path.name}:{place.line}"
        values = {"name": word.text, "closest": near, "where": where, **more}
        self.findings.append(Diagnostic(code, word.span, values))

    def use(self, symbol: Symbol) -> Symbol:
        """Note that a declared name is read."""
        self.used.add((symbol.category, symbol.name))
        return symbol

    def bind(self, word: nodes.Word, kind: core.Kind, is_result: bool = False) -> Variable:
        """Bind a local name written by the author; report if it hides another."""
        name = word.text
        other = self.locals.find(name)
        if other is not None:
            self.report("N04", word.span, (Place(other.span, "hidden"),), name=name)
        elif name in RESERVED:
            self.report("N05", word.span, name=name)
        else:
            hidden = self.symbols.expressions.get(name)
            if hidden is not None and not hidden.params:
                self._report_hiding(word, hidden)
            elif name in self.symbols.members:
                self._report_hiding(word, self.symbols.members[name][0])
        return self.locals.bind(name, kind, word.span, is_result)

    def _report_hiding(self, word: nodes.Word, hidden: Symbol) -> None:
        places = () if hidden.span == NOWHERE else (Place(hidden.span, "hidden"),)
        self.report("N04", word.span, places, name=word.text)

    def expect(self, expr: core.Expr, kind: core.Kind) -> core.Expr:
        """Report an expression that is not of the kind asked for; return it.

        What may be `rien` where none may is checked when the rule runs.
        """
        if not accepts(kind, expr.kind, self.symbols.hierarchy):
            related = is_related(kind, expr.kind, self.symbols.hierarchy)
            self.report(
                "K01",
                expr.span,
                expected=describe(kind),
                found=describe(expr.kind),
                item=expr.kind.name
                if related and expr.kind.many and not kind.many
                else None,
                single=kind.name if related and kind.many and not expr.kind.many else None,
            )
        elif may_be_missing(expr.kind) and not kind.optional:
            return core.Builtin(expr.span, present(expr.kind), PRESENT, (expr,))
        return expr

    def expect_item(
        self, expr: core.Expr, kind: core.Kind, category: Category
    ) -> core.Expr:
        """Report an argument of the wrong kind; return it.

        The owner of a state or zone may be `rien`: reading through it gives nothing.
        """
        if category in (Category.STATE, Category.ZONE):
            kind = maybe(kind)
        return self.expect(expr, kind)

    def named(self, category: Category, word: nodes.Word) -> Symbol | None:
        """Return what a name of this category means, or report it unknown."""
        table = self.symbols.of(category)
        symbol = table.get(word.text)
        if symbol is None:
            self.unknown("N02", word, table, what=category.value)
            return None
        return self.use(symbol)


def may_be_missing(kind: core.Kind) -> bool:
    """Tell whether a value of a kind may be `rien`, as something to be told apart."""
    single = not kind.many and not kind.lines
    return kind.optional and single and kind.family in _TELLS_NOTHING


def failed(span: Span) -> core.Const:
    """Return the expression that stands for what could not be resolved."""
    return core.Const(span, ANY, 0, "?")


def cites_of(cites: nodes.Cites | None) -> tuple[str, ...]:
    """Return the statement ids between brackets, if there are any."""
    return () if cites is None else tuple(word.text for word in cites.ids)


def title_of(title: nodes.Title | None, default: str = "") -> str:
    """Return a title's text, or the default."""
    return default if title is None else title.text


def is_built_in(name: str) -> bool:
    """Tell whether a name belongs to the language."""
    return name in NAMES or name in RESERVED
