"""Declared names: declarations and component files in, `Symbols` out.

Kinds first (everything else is typed with them), then what stands in expressions, then
the rest. Two declarations of one name are reported here, once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from . import core, nodes
from .builtins import RESERVED
from .components import RawCard
from .core import Family, Kind
from .diagnostics import Diagnostic, Place
from .environment import Environment
from .kinds import ANY, BASIC, Hierarchy, may_be_nothing, maybe, set_of
from .program import Board, Setting
from .source import NOWHERE, Span
from .symbols import IN_EXPRESSIONS, Category, Symbol, Symbols

AnyAbility = (
    nodes.Action
    | nodes.Response
    | nodes.Forced
    | nodes.Permanent
    | nodes.Prohibition
    | nodes.Replacement
)


class Collector:
    """Fills `symbols`; `findings` are the mistakes met on the way."""

    def __init__(self, declarations: Sequence[nodes.Declaration]) -> None:
        self.declarations = declarations
        self.symbols = Symbols()
        self.findings: list[Diagnostic] = []
        self.env = Environment(self.symbols, self.findings, set())
        for node in declarations:
            if isinstance(node, nodes.Players):
                most = node.minimum if node.maximum is None else node.maximum
                self.env.seats = (node.minimum.value, most.value)

    def add(self, symbol: Symbol) -> None:
        """Keep a name, or report that it is taken."""
        if symbol.name in RESERVED or symbol.name in BASIC:
            self.env.report("N05", symbol.span, name=symbol.name)
            return
        shares = symbol.category in IN_EXPRESSIONS
        table = self.symbols.expressions if shares else self.symbols.of(symbol.category)
        first = table.get(symbol.name)
        if first is not None:
            places = (Place(first.span, "first"),) if first.span != NOWHERE else ()
            self.env.report(
                "N03", symbol.span, places, name=symbol.name, what=first.category.value
            )
            return
        table[symbol.name] = symbol

    # Kinds ---------------------------------------------------------------

    def kinds(self) -> None:
        """Collect enumerations, component types and the kinds of cells."""
        for node in self.declarations:
            match node:
                case nodes.Enumeration():
                    self._enumeration(node)
                case nodes.Component():
                    self._kind(Category.TYPE, Family.COMPONENT, node.name)
                case nodes.Board():
                    self._kind(Category.CELL_KIND, Family.CELL, node.cell)
                case _:
                    pass
        self._hierarchy()

    def _kind(self, category: Category, family: Family, word: nodes.Word) -> Kind:
        kind = Kind(family, word.text)
        self.add(Symbol(category, word.text, word.span, set_of(kind)))
        self.symbols.kinds.setdefault(word.text, kind)
        return kind

    def _enumeration(self, node: nodes.Enumeration) -> None:
        kind = self._kind(Category.ENUMERATION, Family.ENUM, node.name)
        words: dict[str, nodes.Word] = {}
        for word in node.values.words:
            first = words.setdefault(word.text, word)
            if first is not word:
                places = (Place(first.span, "first"),)
                self.env.report("N03", word.span, places, name=word.text, what="valeur")
        self.group(node.name.text, kind, words, Category.MEMBER)

    def group(
        self,
        owner: str,
        kind: Kind,
        words: Mapping[str, nodes.Word | Span],
        category: Category,
    ) -> None:
        """Collect the named values of an enumeration, a board or a reading."""
        table = self.symbols.groups.setdefault(owner, {})
        for number, (name, word) in enumerate(words.items()):
            span = word if isinstance(word, Span) else word.span
            params = (Kind(kind.family, owner),)
            symbol = Symbol(category, name, span, kind, params, number)
            table[name] = symbol
            self.symbols.members.setdefault(name, []).append(symbol)

    def _hierarchy(self) -> None:
        nodes_by_name = {
            n.name.text: n for n in self.declarations if isinstance(n, nodes.Component)
        }
        above: dict[str, tuple[str, ...]] = {}
        for name, node in nodes_by_name.items():
            chain = [name]
            current = node
            while current.supertype is not None:
                word = current.supertype.name
                found = nodes_by_name.get(word.text)
                if found is None:
                    if current is node:
                        self.env.unknown(
                            "N02", word, nodes_by_name, what=Category.TYPE.value
                        )
                    break
                if word.text in chain:
                    # Each type of the circle comes here; the first declared one tells it.
                    if word.text == name and not any(each in above for each in chain):
                        circle = " → ".join([*chain, name])
                        self.env.report("D05", node.name.span, name=name, chain=circle)
                    break
                chain.append(word.text)
                current = found
            above[name] = tuple(chain)
        self.symbols.hierarchy = Hierarchy(above)

    # Things --------------------------------------------------------------

    def boards(self, boards: Mapping[str, Board]) -> None:
        """Collect the boards and their cells."""
        for name, board in boards.items():
            kind = self.symbols.kinds[board.cell]
            self.symbols.shapes[board.cell] = board.shape
            self.add(Symbol(Category.BOARD, name, board.span, kind))
            cells = {cell.label: board.span for cell in board.cells}
            self.group(name, kind, cells, Category.CELL)

    def cards(self, cards: Iterable[RawCard]) -> None:
        """Collect the components by their ids."""
        for card in cards:
            kind = self.symbols.kinds.get(card.type)
            if kind is not None and kind.family is Family.COMPONENT:
                self.add(Symbol(Category.CARD, card.id, card.place("id"), set_of(kind)))

    def settings(self, settings: Iterable[tuple[Setting, Kind]]) -> None:
        """Collect variants, readings and options as constants."""
        for setting, kind in settings:
            symbol = Symbol(
                Category.SETTING, setting.name, setting.span, kind, value=setting.chosen
            )
            self.add(symbol)
            if setting.cls == "lecture":
                words = {name: setting.span for name, _ in setting.choices}
                self.group(setting.name, kind, words, Category.SETTING)

    def characteristics(self) -> None:
        """Collect the characteristics of types and cells, with their kinds."""
        seen: dict[str, Symbol] = {}
        for node in self.declarations:
            match node:
                case nodes.Component():
                    owner = node.name
                case nodes.Board():
                    owner = node.cell
                case _:
                    continue
            kind = self.symbols.kinds.get(owner.text, ANY)
            table = self.symbols.characteristics.setdefault(owner.text, {})
            for trait in node.characteristics:
                self._characteristic(trait, kind, table, seen)

    def _characteristic(
        self,
        trait: nodes.Characteristic,
        owner: Kind,
        table: dict[str, Symbol],
        seen: dict[str, Symbol],
    ) -> None:
        name = trait.name.text
        symbol = Symbol(
            Category.CHARACTERISTIC, name, trait.name.span, self.kind(trait.kind), (owner,)
        )
        first = table.get(name)
        if first is not None:
            places = (Place(first.span, "first"),)
            self.env.report(
                "N03", symbol.span, places, name=name, what=symbol.category.value
            )
            return
        table[name] = symbol
        if owner.family is not Family.COMPONENT:
            return
        other = seen.setdefault(name, symbol)
        if other.kind != symbol.kind:
            places = (Place(other.span, "first"),)
            self.env.report("D04", symbol.span, places, name=name)

    def kind(self, node: nodes.KindNode) -> Kind:
        """Return the kind an author wrote, or report it unknown."""
        found = self.symbols.kinds.get(node.name.text)
        if found is None:
            self.env.unknown("N02", node.name, self.symbols.kinds, what="genre")
            return ANY
        category = _CATEGORY.get(found.family)
        if category is not None:
            self.env.used.add((category, found.name))
        match node:
            case nodes.SetKind():
                return set_of(found)
            case nodes.OptionalKind() if may_be_nothing(found):
                return maybe(found)
            case nodes.OptionalKind():
                self.env.report("K28", node.span, name=found.name)
                return found
            case _:
                return found

    def _owner(self, node: nodes.Owner | None) -> tuple[Kind, ...]:
        if node is None:
            return ()
        kind = self.kind(nodes.PlainKind(node.span, node.name))
        if kind.family in (Family.NUMBER, Family.BOOLEAN):
            self.env.report("K17", node.name.span, found=kind.name)
        return (kind,)

    def params(self, params: tuple[nodes.Param, ...] | None) -> tuple[Kind, ...]:
        """Return the kinds of parameters."""
        return tuple(self.kind(param.kind) for param in params or ())

    # The rest ------------------------------------------------------------

    def things(self) -> None:
        """Collect states, zones, definitions, procedures, windows…"""
        for node in self.declarations:
            symbol = self._symbol(node)
            if symbol is not None:
                self.add(symbol)
            for block in blocks_of(node):
                self._places(block)

    def _symbol(self, node: nodes.Declaration) -> Symbol | None:
        match node:
            case nodes.State():
                kind, owner = self.kind(node.kind), self._owner(node.owner)
                return Symbol(Category.STATE, node.name.text, node.name.span, kind, owner)
            case nodes.Counter() | nodes.Marker():
                owner = self._owner(node.owner)
                return Symbol(
                    Category.STATE, node.name.text, node.name.span, core.NUMBER, owner
                )
            case nodes.Zone():
                holds = self.kind(nodes.PlainKind(node.holds.span, node.holds))
                if holds.family not in (Family.COMPONENT, Family.ANY):
                    self.env.report("K18", node.holds.span, found=holds.name)
                owner = self._owner(node.owner)
                return Symbol(
                    Category.ZONE, node.name.text, node.name.span, set_of(holds), owner
                )
            case nodes.Definition():
                kind, params = self.kind(node.kind), self.params(node.params)
                return Symbol(
                    Category.DEFINITION, node.name.text, node.name.span, kind, params
                )
            case nodes.Value():
                kind, params = self.kind(node.kind), self.params(node.params)
                if kind.family not in (Family.NUMBER, Family.ANY) or kind.many:
                    self.env.report("K19", node.kind.span, found=kind.name)
                return Symbol(Category.VALUE, node.name.text, node.name.span, kind, params)
            case nodes.Procedure():
                params = self.params(node.params)
                return Symbol(
                    Category.PROCEDURE, node.name.text, node.name.span, params=params
                )
            case nodes.Event():
                params = self.params(node.params)
                return Symbol(Category.EVENT, node.name.text, node.name.span, params=params)
            case _:
                category = _PLAIN.get(type(node))
                if category is None:
                    return None
                word: nodes.Word = node.name  # type: ignore[attr-defined]
                return Symbol(category, word.text, word.span)

    def _places(self, block: nodes.Block) -> None:
        """Collect phases, steps and loops that are named inside a block."""
        for node in nodes_in(block):
            match node:
                case nodes.Phase():
                    self.add(Symbol(Category.PHASE, node.name.text, node.name.span))
                case nodes.Step():
                    self._place(Category.STEP, node.name)
                case nodes.EndlessLoop(name=nodes.Word() as word):
                    self._place(Category.LOOP, word)
                case _:
                    pass

    def _place(self, category: Category, word: nodes.Word) -> None:
        """Keep the name of a step or loop; two may share it."""
        self.symbols.of(category).setdefault(
            word.text, Symbol(category, word.text, word.span)
        )


_CATEGORY = {
    Family.ENUM: Category.ENUMERATION,
    Family.COMPONENT: Category.TYPE,
    Family.CELL: Category.CELL_KIND,
}

_PLAIN: Mapping[type[nodes.Declaration], Category] = {
    nodes.Track: Category.TRACK,
    nodes.Die: Category.DIE,
    nodes.Window: Category.WINDOW,
    nodes.Phase: Category.PHASE,
    nodes.Outcome: Category.OUTCOME,
    nodes.Construction: Category.CONSTRUCTION,
    nodes.Control: Category.CONTROL,
    nodes.Action: Category.ABILITY,
    nodes.Response: Category.ABILITY,
    nodes.Forced: Category.ABILITY,
    nodes.Permanent: Category.ABILITY,
    nodes.Prohibition: Category.ABILITY,
    nodes.Replacement: Category.ABILITY,
}


def blocks_of(node: nodes.Declaration) -> tuple[nodes.Block, ...]:
    """Return the blocks of statements directly inside a declaration."""
    match node:
        case (
            nodes.Setup()
            | nodes.Course()
            | nodes.Phase()
            | nodes.Procedure()
            | nodes.Control()
        ):
            return (node.body,)
        case nodes.Event():
            return () if node.body is None else (node.body,)
        case _ if isinstance(node, AnyAbility):
            clauses = node.clauses
            return tuple(
                c.body for c in clauses if isinstance(c, nodes.Cost | nodes.Effect)
            )
        case _:
            return ()


def nodes_in(block: nodes.Block) -> Iterable[nodes.Statement]:
    """Yield every statement of a block, nested ones included."""
    for statement in block.statements:
        yield statement
        inner: list[nodes.Block] = []
        match statement:
            case nodes.Conditional() | nodes.OtherwiseIf():
                inner.append(statement.body)
                rest = statement.otherwise
                while rest is not None:
                    inner.append(rest.body)
                    rest = rest.otherwise if isinstance(rest, nodes.OtherwiseIf) else None
            case (
                nodes.WhileLoop()
                | nodes.RepeatLoop()
                | nodes.EndlessLoop()
                | nodes.ForLoop()
                | nodes.TurnLoop()
                | nodes.Simultaneous()
                | nodes.Phase()
                | nodes.Step()
            ):
                inner.append(statement.body)
            case _:
                pass
        for each in inner:
            yield from nodes_in(each)
