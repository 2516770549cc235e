"""A state as plain data and back, in the middle of any decision.

The data are the numbers of the state, so they hold for the exact rules they come from.
Reading believes nothing: every number is checked against its kind, and the options
against what the rules offer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from ..dsl.core import Family, Kind
from . import runtime
from .chance import MASK
from .checker import Checker
from .compiler import Rules
from .faults import game_error, rule_faults
from .options import list_options
from .runtime import NUMBER_LIMIT, Option, State
from .units import all_limits

if TYPE_CHECKING:
    from .api import Ruleset
    from .game import Game

FORMAT, VERSION = "livret-state", 1

#: What a state that passed every check can still raise: a stack no game leads to.
_BROKEN = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    TypeError,
    ValueError,
)


def to_plain(rules: Rules, state: State) -> dict[str, Any]:
    """Return a state as plain data."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "slug": rules.program.manifest.slug,
        "fingerprint": rules.program.fingerprint,
        "players": rules.layout.players,
        "scalars": [_plain(getattr(state, name)) for name in state.SCALARS],
        "columns": [_plain(getattr(state, name)) for name in state.COLUMNS],
        "zones": [list(zone) for zone in state.Z],
        "alive": list(state.alive),
        "rng": list(state.rng),
        "stack": [[_plain(value) for value in frame] for frame in state.stack],
        "scopes": [list(scope) for scope in state.scopes],
        "uses": [[list(key), count] for key, count in sorted(state.uses.items())],
        "lasting": [_plain(entry) for entry in state.lasting],
        "forbidden": [_plain(entry) for entry in state.forbidden],
        "options": [_plain(option) for option in state.options] if state.ask >= 0 else [],
        "result": None if state.result is None else _plain(state.result),
        "ask": state.ask,
        "who": state.who,
        "plies": state.plies,
        "cancel": state.cancel,
        "batch": state.batch,
    }


def _plain(value: Any) -> Any:
    if isinstance(value, tuple | list | range):
        return [_plain(item) for item in value]
    return value if value is None else int(value)


def read_game(ruleset: Ruleset, data: object) -> Game:
    """Return the game of a state's data, ready to be played on."""
    check = Checker()
    parts = check.mapping(data, "partie")
    players = check.integer(check.part(parts, "players"), "players", 0, 100)
    seed = check.integer(parts.get("seed", 0), "seed")
    game = ruleset.new_game(players, seed)
    return game.at(from_plain(game.rules, parts), foreign=True)


def from_plain(rules: Rules, data: object) -> State:
    """Return the state of plain data; a GameError says what is wrong with them."""
    with rule_faults(rules), broken_stacks(True):
        return _Reader(rules, Checker()).read(data)


@contextmanager
def broken_stacks(expected: bool) -> Iterator[None]:
    """Turn what rules raise on a stack that no game leads to into a GameError.

    Only where such a stack is to be expected: anywhere else it would be a fault of ours.
    """
    try:
        yield
    except _BROKEN:
        if not expected:
            raise
        raise Checker().fail("stack", "celle d'une partie", "that of a game") from None


class _Reader:
    """Reads one state of some rules."""

    def __init__(self, rules: Rules, check: Checker) -> None:
        self.rules = rules
        self.layout = rules.layout
        self.program = rules.program
        self.check = check

    def read(self, data: object) -> State:
        check = self.check
        parts = check.mapping(data, "partie")
        self._head(parts)
        state = self.rules.new_state()
        self._states(state, parts)
        self._zones(state, parts)
        count = self.layout.players
        alive = check.sequence(check.part(parts, "alive"), "alive", count)
        state.settle()
        state.seat([check.integer(v, f"alive[{n}]", 0, 1) for n, v in enumerate(alive)])
        rng = check.sequence(check.part(parts, "rng"), "rng", len(self.layout.streams))
        state.rng = [check.integer(v, f"rng[{n}]", 0, MASK) for n, v in enumerate(rng)]
        self._frames(state, parts)
        self._lists(state, parts)
        state.plies = check.integer(check.part(parts, "plies"), "plies", 0)
        state.cancel = check.integer(check.part(parts, "cancel"), "cancel", 0, 1)
        state.batch = check.integer(check.part(parts, "batch"), "batch", 0)
        self._result(state, parts)
        if state.result is None:
            self._decision(state, parts)
        return state

    def _head(self, parts: Mapping[str, Any]) -> None:
        check = self.check
        if parts.get("format") != FORMAT:
            raise check.fail("format", f"« {FORMAT} »", f"“{FORMAT}”")
        version = check.integer(check.part(parts, "version"), "version")
        if version != VERSION:
            raise game_error("R33", found=version, known=VERSION)
        same_rules = parts.get("fingerprint") == self.program.fingerprint
        if not same_rules or parts.get("players") != self.layout.players:
            raise game_error("R42")

    # Values by kind ------------------------------------------------------

    def _value(self, value: object, kind: Kind, path: str, frame: bool = False) -> Any:
        """Check a value of a kind; in a frame anything but a number may be rien."""
        if kind.many or kind.lines:
            inner = Kind(kind.family, kind.name, many=kind.lines)
            items = self.check.sequence(value, path)
            return tuple(
                self._value(item, inner, f"{path}[{n}]", frame)
                for n, item in enumerate(items)
            )
        if kind.family in (Family.NUMBER, Family.ANY):
            return self.check.integer(value, path, -NUMBER_LIMIT, NUMBER_LIMIT)
        if kind.family is Family.NOTHING:
            return self.check.integer(value, path, -1, -1)
        low = -1 if kind.optional or (frame and kind.family is not Family.BOOLEAN) else 0
        return self.check.integer(value, path, low, self._count(kind) - 1)

    def _count(self, kind: Kind) -> int:
        if kind.family is Family.ENUM and kind.name not in self.program.enumerations:
            return len(self.program.settings[kind.name].choices)
        return self.layout.size(kind)

    def _states(self, state: State, parts: Mapping[str, Any]) -> None:
        check = self.check
        by_column = {self.layout.states[n]: v for n, v in self.program.states.items()}
        scalars = check.sequence(
            check.part(parts, "scalars"), "scalars", len(state.SCALARS)
        )
        for number, name in enumerate(state.SCALARS):
            path = f"scalars[{number}]"
            setattr(state, name, self._bounded(scalars[number], by_column[name], path))
        columns = check.sequence(
            check.part(parts, "columns"), "columns", len(state.COLUMNS)
        )
        for number, name in enumerate(state.COLUMNS):
            owner = by_column[name].owner
            assert owner is not None
            path = f"columns[{number}]"
            column = check.sequence(columns[number], path, self.layout.size(owner))
            values = [
                self._bounded(value, by_column[name], f"{path}[{n}]")
                for n, value in enumerate(column)
            ]
            setattr(state, name, values)

    def _bounded(self, value: object, variable: Any, path: str) -> Any:
        read = self._value(value, variable.kind, path)
        if isinstance(read, int):
            low = -NUMBER_LIMIT if variable.low is None else variable.low
            high = NUMBER_LIMIT if variable.high is None else variable.high
            self.check.integer(read, path, low, high)
        return read

    def _zones(self, state: State, parts: Mapping[str, Any]) -> None:
        check = self.check
        zones = check.sequence(check.part(parts, "zones"), "zones", self.layout.zone_count)
        state.Z = [[] for _ in zones]
        state.at = [-1] * len(self.layout.entities)
        for name, zone in self.program.zones.items():
            allowed = frozenset(self.layout.members[zone.holds])
            for number in self.layout.zone_copies(name):
                path = f"zones[{number}]"
                for position, item in enumerate(check.sequence(zones[number], path)):
                    entity = check.integer(item, f"{path}[{position}]")
                    if entity not in allowed or state.at[entity] >= 0:
                        french = "un composant qui n'est pas ailleurs"
                        english = "a component that is nowhere else"
                        raise check.fail(f"{path}[{position}]", french, english)
                    state.at[entity] = number
                    state.Z[number].append(entity)

    # Where the game is ---------------------------------------------------

    def _frames(self, state: State, parts: Mapping[str, Any]) -> None:
        check = self.check
        frames = check.sequence(check.part(parts, "stack"), "stack")
        if len(frames) > runtime.STACK_LIMIT:
            raise check.fail("stack", "plus courte", "shorter")
        for depth, given in enumerate(frames):
            path = f"stack[{depth}]"
            frame = check.sequence(given, path)
            if not frame:
                raise check.fail(path, "non vide", "not empty")
            last = len(self.rules.frames) - 1
            block = check.integer(frame[0], f"{path}[0]", 0, last)
            shape = self.rules.frames[block]
            check.sequence(frame, path, len(shape.slots) + 1)
            kinds = {shape.slots[s]: k for s, k in shape.kinds.items() if s in shape.slots}
            state.stack.append(
                [
                    block,
                    *(
                        self._slot(value, kinds.get(n), f"{path}[{n}]")
                        for n, value in enumerate(frame[1:], 1)
                    ),
                ]
            )

    def _slot(self, value: object, kind: Kind | None, path: str) -> Any:
        if value is None:
            return None
        if kind is not None:
            return self._value(value, kind, path, frame=True)
        return self._any(value, path, 3)

    def _any(self, value: object, path: str, depth: int) -> Any:
        """Check what the engine keeps for itself: numbers, or lists of them, to a depth."""
        if isinstance(value, list) and depth:
            items = self.check.sequence(value, path)
            return tuple(
                self._any(i, f"{path}[{n}]", depth - 1) for n, i in enumerate(items)
            )
        return self.check.integer(value, path, -NUMBER_LIMIT, NUMBER_LIMIT)

    def _lists(self, state: State, parts: Mapping[str, Any]) -> None:
        """Read open scopes, counted uses, and what lasts or is forbidden for a while."""
        check = self.check
        last_block = len(self.rules.frames) - 1
        known = len(self.rules.module["SCOPES"])
        for path, scope in self._rows(parts, "scopes", 3):
            number = check.integer(scope[0], f"{path}[0]", 0, known - 1)
            depth = check.integer(scope[1], f"{path}[1]", 0, len(state.stack))
            end = check.integer(scope[2], f"{path}[2]", 0, last_block)
            state.scopes.append((number, depth, end))
        limits = len(all_limits(self.program))
        bounds = (limits - 1, self.layout.players - 1, len(self.layout.entities) - 1)
        for path, row in self._rows(parts, "uses", 2):
            key = check.sequence(row[0], f"{path}[0]", 3)
            low = (0, -1, -1)
            numbers = tuple(
                check.integer(part, f"{path}[0][{n}]", low[n], bounds[n])
                for n, part in enumerate(key)
            )
            state.uses[numbers] = check.integer(row[1], f"{path}[1]")
        for name in ("lasting", "forbidden"):
            rows = check.each(check.part(parts, name), name, self._numbers)
            if any(len(row) < (3 if name == "lasting" else 2) for row in rows):
                raise check.fail(name, "complet", "complete")
            setattr(state, name, rows)

    def _rows(
        self, parts: Mapping[str, Any], name: str, width: int
    ) -> list[tuple[str, list[Any]]]:
        rows = self.check.sequence(self.check.part(parts, name), name)
        paths = [f"{name}[{n}]" for n in range(len(rows))]
        return [
            (path, self.check.sequence(row, path, width))
            for path, row in zip(paths, rows, strict=True)
        ]

    def _numbers(self, value: object, path: str) -> tuple[int, ...]:
        return tuple(self.check.each(value, path, self._number))

    def _number(self, value: object, path: str) -> int:
        return self.check.integer(value, path, -NUMBER_LIMIT, NUMBER_LIMIT)

    # What is asked -------------------------------------------------------

    def _result(self, state: State, parts: Mapping[str, Any]) -> None:
        check = self.check
        result = check.part(parts, "result")
        if result is None:
            return
        pair = check.sequence(result, "result", 2)
        last = len(self.program.outcomes) - 1
        outcome = check.integer(pair[0], "result[0]", -1, last)
        winners = check.sequence(pair[1], "result[1]")
        count = self.layout.players
        seats = [check.integer(w, "result[1]", 0, count - 1) for w in winners]
        if state.stack:
            raise check.fail("stack", "vide", "empty")
        state.result = (outcome, tuple(seats))
        state.who = check.integer(check.part(parts, "who"), "who", -1, count - 1)

    def _decision(self, state: State, parts: Mapping[str, Any]) -> None:
        check = self.check
        state.ask = check.integer(
            check.part(parts, "ask"), "ask", 0, len(self.rules.asks) - 1
        )
        state.who = check.integer(
            check.part(parts, "who"), "who", 0, self.layout.players - 1
        )
        ask = self.rules.asks[state.ask]
        if not state.stack or self.rules.frames[state.stack[-1][0]].slots != ask.slots:
            raise check.fail("stack", "celle de la décision", "that of the decision")
        options: list[Option] = [
            self._any(option, f"options[{n}]", 1)
            for n, option in enumerate(
                check.sequence(check.part(parts, "options"), "options")
            )
        ]
        if not options or options != list_options(self.rules, state):
            raise check.fail("options", "ce que les règles offrent", "what the rules offer")
        state.options = options
