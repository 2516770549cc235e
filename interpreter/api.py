"""The public way in: load a ruleset, begin or resume a game.

>>> import livret
>>> game = livret.load("morpion").new_game(seed=1)
>>> game.apply(game.decision.choices[0])
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..dsl.diagnostics import Diagnostic
from ..dsl.program import Program, Setting
from ..dsl.suggestions import closest
from ..rulesets import is_ruleset, shipped
from . import saves, states
from .compiler import Rules, compile_program
from .faults import GameError, RulesetError, file_span, game_error
from .game import Game, Result
from .layout import lay_out
from .names import Names
from .visibility import Sight

__all__ = [
    "Game",
    "GameError",
    "Result",
    "Ruleset",
    "RulesetError",
    "games",
    "load",
    "resume",
]


def games() -> tuple[str, ...]:
    """Return the slugs of the shipped games."""
    return tuple(shipped())


def load(
    source: str | Path,
    *,
    variants: Iterable[str] = (),
    readings: Mapping[str, str] | None = None,
    options: Mapping[str, str | int | bool] | None = None,
    as_of: str | None = None,
    errata: bool = True,
) -> Ruleset:
    """Load a shipped game by its slug, or any ruleset by its folder.

    Raises a RulesetError, with all diagnostics, if the rules have errors.
    """
    asked = Asked(
        tuple(sorted(set(variants))),
        dict(readings or {}),
        {name: _written(value) for name, value in (options or {}).items()},
        as_of,
        errata,
    )
    # Only here: a game that is kept is played without reading its rules.
    from ..dsl.loader import load as load_program

    program, findings = load_program(
        _folder(source),
        variants=asked.variants,
        readings=asked.readings,
        options=asked.options,
        as_of=asked.as_of,
        errata=asked.errata,
    )
    if program is None:
        raise RulesetError(tuple(findings))
    return Ruleset(program, asked, tuple(findings))


def resume(path: str | Path, *, accept_changes: bool = False) -> Game:
    """Resume a saved game of a shipped ruleset, with the settings it was begun with.

    For a ruleset in another folder, load it and use `Ruleset.resume`.
    """
    save = saves.read(path)
    if save.slug not in shipped():
        values = {"name": save.slug, "closest": None, "known": games()}
        raise GameError(Diagnostic("R01", save.span, values))
    return saves.resume(load(save.slug, **save.settings), save, accept_changes)


def _written(value: str | int | bool) -> str:
    """Return the value of an option as an author writes it."""
    if isinstance(value, bool):
        return "vrai" if value else "faux"
    return str(value)


def _folder(source: str | Path) -> Path:
    """Return the folder of a ruleset; a slug goes before a folder of the same name."""
    if isinstance(source, str) and source in shipped():
        return shipped()[source]
    folder = Path(source)
    if is_ruleset(folder):
        return folder
    values = {
        "name": str(source),
        "closest": closest(str(source), shipped()),
        "known": games(),
    }
    raise RulesetError((Diagnostic("R01", file_span(folder), values),))


@dataclass(frozen=True, slots=True)
class Asked:
    """The settings a ruleset was loaded with, as they were asked for."""

    variants: tuple[str, ...] = ()
    readings: Mapping[str, str] = field(default_factory=dict)
    options: Mapping[str, str] = field(default_factory=dict)
    as_of: str | None = None
    errata: bool = True

    def to_json(self) -> dict[str, Any]:
        """Return the settings as plain data."""
        return {
            "variants": list(self.variants),
            "readings": dict(self.readings),
            "options": dict(self.options),
            "as_of": self.as_of,
            "errata": self.errata,
        }


class Ruleset:
    """A ruleset ready to play. `diagnostics` are its warnings."""

    def __init__(
        self, program: Program, asked: Asked, diagnostics: tuple[Diagnostic, ...] = (),
        hashes: Mapping[str, str] | None = None,
    ) -> None:  # fmt: skip
        self.program = program
        self.asked = asked
        self.diagnostics = diagnostics
        self._rules: dict[tuple[int, bool, bool], Rules] = {}
        self._names: dict[int, Names] = {}
        self._sights: dict[int, Sight] = {}
        self._hashes = hashes

    @property
    def slug(self) -> str:
        """The name of the ruleset's folder."""
        return self.program.manifest.slug

    @property
    def title(self) -> str:
        """What the game is called."""
        return self.program.manifest.title

    @property
    def players(self) -> tuple[int, int]:
        """The least and the greatest number of players."""
        return self.program.players

    @property
    def settings(self) -> Mapping[str, Setting]:
        """The variants, readings and options by name, with the choice in force."""
        return self.program.settings

    @property
    def hashes(self) -> Mapping[str, str]:
        """A hash of each rule by its name: what a saved game compares."""
        if self._hashes is None:
            self._hashes = saves.rule_hashes(self.program)
        return self._hashes

    def rules(
        self, players: int | None = None, journal: bool = False, every_window: bool = False
    ) -> Rules:
        """Return the compiled rules for a number of players; they are kept."""
        count = self._check_players(players)
        key = (count, journal, every_window)
        if key not in self._rules:
            self._rules[key] = compile_program(
                self.program, count, journal, asks_to_pass=every_window
            )
        return self._rules[key]

    def names(self, players: int) -> Names:
        """Return the words for values in games of so many players."""
        if players not in self._names:
            self._names[players] = Names(lay_out(self.program, players))
        return self._names[players]

    def sight(self, players: int) -> Sight:
        """Return who may see what in games of so many players."""
        if players not in self._sights:
            self._sights[players] = Sight(lay_out(self.program, players))
        return self._sights[players]

    def new_game(
        self, players: int | None = None, seed: int = 0, *, every_window: bool = False
    ) -> Game:
        """Set a game up and play it to its first decision.

        With `every_window`, players are asked even when they can only pass.
        """
        return Game(self, self.rules(players, True, every_window), seed)

    def resume(
        self, source: str | Path | Mapping[str, Any], *, accept_changes: bool = False
    ) -> Game:
        """Replay a saved game, from its file or its data, and verify it.

        If the rules have changed since, a GameError says which; with `accept_changes` the
        game is resumed all the same if its choices can still be made.
        """
        return saves.resume(self, source, accept_changes)

    def from_json(self, data: Mapping[str, Any]) -> Game:
        """Return the game whose `to_json` this is; nothing in it is believed unchecked."""
        return states.read_game(self, data)

    def _check_players(self, players: int | None) -> int:
        low, high = self.players
        if players is None:
            return low
        if not low <= players <= high:
            raise game_error("R02", found=players, low=low, high=high)
        return players
