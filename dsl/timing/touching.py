"""What a rule reads and writes: states, zones, values, who is in the game.

A name is `état x`, `zone z`, `valeur v` or `joueurs`. Definitions are looked through; a
value also reads what the permanents that modify it read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from .. import core
from ..checks.walking import Piece, walk
from ..program import Ability, Program

PLAYERS = "joueurs"


class Touching:
    """Knows what expressions and statements of one Program touch."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._definitions: dict[str, frozenset[str]] = {}
        self._values: dict[str, frozenset[str]] = {}

    def reads(self, *pieces: Piece | None) -> frozenset[str]:
        """Return what expressions read."""
        found: set[str] = set()
        for piece in walk(*(each for each in pieces if each is not None)):
            found.update(self._read(piece))
        return frozenset(found)

    def _read(self, piece: Piece) -> Iterable[str]:
        match piece:
            case core.Global() | core.Column():
                return (f"état {piece.state}",)
            case core.Contents():
                return (f"zone {piece.zone}",)
            case core.Builtin(name="place", arguments=(core.Const(text=zone), *_)):
                return (f"zone {zone}",)
            case core.All(kind=kind) if kind.family is core.Family.PLAYER:
                return (PLAYERS,)
            case core.Call():
                return self._definition(piece.definition)
            case core.ValueOf():
                return self._value(piece.value)
            case _:
                return ()

    def _definition(self, name: str) -> frozenset[str]:
        if name not in self._definitions:
            self._definitions[name] = frozenset()
            self._definitions[name] = self.reads(self.program.definitions[name].value)
        return self._definitions[name]

    def _value(self, name: str) -> frozenset[str]:
        if name not in self._values:
            self._values[name] = frozenset({f"valeur {name}"})
            found = {f"valeur {name}", *self.reads(self.program.values[name].base)}
            for ability in self.program.abilities.values():
                for modifier in ability.modifiers:
                    if modifier.value == name:
                        found |= self.reads(*modifier.filters, modifier.amount)
                        found |= self.condition_of(ability)
            self._values[name] = frozenset(found)
        return self._values[name]

    def condition_of(self, ability: Ability) -> frozenset[str]:
        """Return what the use of an ability depends on."""
        pieces: list[core.Expr] = [each.condition for each in ability.requirements]
        pieces += [parameter.group for parameter in ability.parameters]
        zones = frozenset(f"zone {zone}" for zone in ability.zones)
        return self.reads(*pieces) | zones

    def statement_reads(self, statement: core.Statement) -> frozenset[str]:
        """Return what one statement reads itself, the statements inside it left out."""
        match statement:
            case core.If() | core.While():
                return self.reads(statement.condition)
            case core.Repeat():
                return self.reads(statement.times)
            case core.For():
                return self.reads(statement.group)
            case core.Turns():
                return self.reads(statement.start) | {PLAYERS}
            case (
                core.Endless() | core.Simultaneous() | core.PhaseBlock() | core.StepBlock()
            ):
                return frozenset()
            case core.Assign():
                index = (
                    statement.target.index
                    if isinstance(statement.target, core.Column)
                    else None
                )
                return self.reads(statement.value, index)
            case core.Move():
                return self.reads(statement.items, statement.zone.index)
            case core.Draw():
                zones = (statement.source.index, statement.zone.index)
                return self.reads(statement.count, *zones) | {
                    f"zone {statement.source.zone}"
                }
            case _:
                return self.reads(statement)

    def statement_writes(self, statement: core.Statement) -> frozenset[str]:
        """Return what one statement changes itself."""
        return frozenset(self._written(statement))

    def _written(self, statement: core.Statement) -> Iterator[str]:
        match statement:
            case core.Assign() | core.Adjust():
                yield f"état {statement.target.state}"
            case core.Move():
                yield f"zone {statement.zone.zone}"
                yield from self._sources(statement.items)
            case core.Draw():
                yield f"zone {statement.zone.zone}"
                yield f"zone {statement.source.zone}"
            case core.Shuffle():
                yield f"zone {statement.zone.zone}"
            case core.Eliminate() | core.Readmit():
                yield PLAYERS
            case core.Lasting():
                yield f"valeur {statement.value}"
            case _:
                pass

    def _sources(self, items: core.Expr) -> Iterator[str]:
        """Yield the zones components may be moved from: those named, else all that fit."""
        named = [name for name in self.reads(items) if name.startswith("zone ")]
        if named:
            yield from named
            return
        hierarchy = self.program.symbols.hierarchy
        for zone in self.program.zones.values():
            if hierarchy.are_related(zone.holds, items.kind.name):
                yield f"zone {zone.name}"
