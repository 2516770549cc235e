"""Names that are declared and never used: what an author forgot to write, or to remove."""

from __future__ import annotations

from collections.abc import Iterator

from .. import core
from ..diagnostics import Diagnostic
from ..symbols import Category
from .circles import Unit
from .subject import Subject
from .walking import walk

#: Parts of the rules whose use the graph knows.
_IN_GRAPH = (
    Category.DEFINITION,
    Category.PROCEDURE,
    Category.VALUE,
    Category.STATE,
    Category.ZONE,
    Category.DIE,
)


def unused_part(subject: Subject) -> Iterator[Diagnostic]:
    """Yield definitions, procedures, values, states, zones and dice no rule leads to.

    Proves that removing the declaration changes no game: nothing that can happen from
    set-up and course on reads or runs it. What an example, or an amendment that is not
    in force, names is left alone; so is what only another unused part needs.
    """
    for unit in subject.graph.stranded():
        if unit[0] in _IN_GRAPH and unit[1] not in subject.elsewhere:
            yield from _report(subject, unit)


def unused_material(subject: Subject) -> Iterator[Diagnostic]:
    """Yield types, enumerations, tracks and boards nothing speaks of.

    A type is used if a component is of it or a subtype; an enumeration, if something is
    of that kind; a track, if a marker stands on it; a board, if its cells are.
    """
    program, used = subject.program, subject.used
    hierarchy = subject.symbols.hierarchy
    inhabited = {
        above for card in program.cards.values() for above in hierarchy.ancestors(card.type)
    }
    supertypes = {declared.supertype for declared in program.types.values()}
    for name in program.types:
        if (Category.TYPE, name) not in used and name not in inhabited | supertypes:
            yield from _report(subject, (Category.TYPE, name))
    spoken = {piece.kind.name for piece in subject.pieces if isinstance(piece, core.Expr)}
    for name in program.enumerations:
        if (Category.ENUMERATION, name) not in used and name not in spoken:
            yield from _report(subject, (Category.ENUMERATION, name))
    tracks = {state.track for state in program.states.values()}
    for name in program.tracks:
        if name not in tracks:
            yield from _report(subject, (Category.TRACK, name))
    for name, board in program.boards.items():
        places = {(Category.CELL_KIND, board.cell), (Category.BOARD, name)}
        if not places & used and board.cell not in spoken:
            yield from _report(subject, (Category.BOARD, name))


def _report(subject: Subject, unit: Unit) -> Iterator[Diagnostic]:
    place = subject.place(unit)
    if place is not None and unit[1] not in subject.elsewhere:
        yield Diagnostic("U01", place, {"name": unit[1], "what": unit[0].value})


def unused_member(subject: Subject) -> Iterator[Diagnostic]:
    """Yield values of an enumeration that nothing can ever be.

    Proves that no rule names the value, no rule runs through all values, and no component
    or cell has it.
    """
    program = subject.program
    named: set[tuple[str, int]] = set()
    whole: set[str] = set()
    for piece in subject.pieces:
        match piece:
            case core.Const(kind=kind, value=int(value)):
                named.add((kind.name, value))
            case core.All(kind=kind):
                whole.add(kind.name)
            case _:
                pass
    named.update(_printed(subject))
    # An owner exists once for each value, an option may be set to any.
    whole.update(s.owner.name for s in program.states.values() if s.owner is not None)
    whole.update(z.owner.name for z in program.zones.values() if z.owner is not None)
    for name in program.enumerations:
        if name in whole or (Category.ENUMERATION, name) not in subject.used:
            continue
        for word, symbol in subject.symbols.groups[name].items():
            if (name, symbol.value) not in named and word not in subject.elsewhere:
                values = {"name": word, "kind": name}
                yield Diagnostic("U02", symbol.span, values)


def _printed(subject: Subject) -> Iterator[tuple[str, int]]:
    """Yield the values components and cells have, with the name of their kind."""
    program = subject.program
    for card in program.cards.values():
        traits = program.types[card.type].characteristics
        for name, value in card.values.items():
            for item in value if isinstance(value, tuple) else (value,):
                yield traits[name].kind.name, item
    for board in program.boards.values():
        for name, table in board.tables.items():
            for value in table:
                for item in value if isinstance(value, tuple) else (value,):
                    yield board.characteristics[name].kind.name, item


def unused_setting(subject: Subject) -> Iterator[Diagnostic]:
    """Yield options, variants and readings that no rule and no amendment reads."""
    for name, setting in subject.program.settings.items():
        if (Category.SETTING, name) not in subject.used:
            values = {"name": name, "what": setting.cls}
            yield Diagnostic("U03", setting.span, values, cites=setting.cites)


def unused_local(subject: Subject) -> Iterator[Diagnostic]:
    """Yield choices, dice results, `soit` and parameters whose value nobody reads."""
    for variable in subject.variables:
        if variable.is_result and not variable.is_used:
            yield Diagnostic("U04", variable.span, {"name": variable.name})


def unread_state(subject: Subject) -> Iterator[Diagnostic]:
    """Yield states that are changed but never read.

    Proves that no condition, amount or choice depends on the state. An example that looks
    at it counts as a reader.
    """
    targets: dict[int, str] = {}
    read: set[str] = set()
    for piece in subject.pieces:
        match piece:
            case core.Assign() | core.Adjust():
                targets[id(piece.target)] = piece.target.state
            case core.Global() | core.Column() if id(piece) not in targets:
                read.add(piece.state)
            case _:
                pass
    # What a cost takes must be there: it is read before it changes.
    for ability in subject.program.abilities.values():
        changes = (piece for piece in walk(*ability.cost) if isinstance(piece, core.Adjust))
        read.update(piece.target.state for piece in changes)
    for name in subject.program.states:
        if name in targets.values() and name not in read | subject.elsewhere:
            yield Diagnostic("U05", subject.symbols.expressions[name].span, {"name": name})
