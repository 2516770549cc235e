"""Games that walk what the timing checks found: searched, saved, and told with a command.

An alert that a game shows becomes an error; any other finding with a trace gets a game to
look at, if one is found, and always a command.
"""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from ..dsl.asked import Choices, Force
from ..dsl.program import Program
from ..dsl.timing.findings import Finding, Reached, Replay, Verdict
from ..dsl.timing.graph import Graph
from .aims import aim_of
from .api import Asked, Ruleset
from .faults import GameError
from .game import Game
from .reaching import Found, Reacher
from .session import state_folder

#: Moves looked at for each finding, by default and if a search is asked for.
SOME, MANY = 10_000, 200_000


@dataclass(frozen=True, slots=True)
class Seeking:
    """What to look for: of which codes (none: all), how far, where games are saved.

    `game` and the choices and force in `asked` are as the user gave them: commands
    repeat them.
    """

    game: str
    asked: Choices
    force: Force
    seed: int
    moves: int
    codes: tuple[str, ...] = ()
    folder: Path | None = None

    def command(self, code: str) -> str:
        """Return the command that searches further for one check."""
        words = ["livret", "timing", self.game, *self._settings()]
        if self.seed:
            words += ["--seed", str(self.seed)]
        moves = MANY if self.moves < MANY else self.moves * 10
        return shlex.join([*words, "--search", code, "--moves", str(moves)])

    def begun(self, found: Found) -> str:
        """Return the command that begins a game that does not get past its beginning."""
        words = ["livret", "play", self.game, *self._settings()]
        words += ["--players", str(found.players), "--seed", str(found.seed)]
        return shlex.join([*words, "--seat", "all=random"])

    def replayed(self, file: Path) -> str:
        """Return the command that replays a saved game."""
        return shlex.join(["livret", "replay", str(file), "--game", self.game])

    def _settings(self) -> list[str]:
        """Return the options that choose the same rules again."""
        words = [word for name in self.asked.variants for word in ("--variant", name)]
        for option, pairs in (
            ("--reading", self.asked.readings),
            ("--option", self.asked.options),
        ):
            for name, value in pairs.items():
                words += [option, f"{name}={value}"]
        if self.force.as_of is not None:
            words += ["--as-of", self.force.as_of]
        return words if self.force.errata else [*words, "--no-errata"]


def replayed(
    program: Program, graph: Graph, findings: Iterable[Finding], seeking: Seeking
) -> list[Finding]:
    """Return findings with their games, alerts that a game shows as errors."""
    reacher = Reacher(graph, seeking.seed)
    asked = Asked(
        tuple(sorted(set(seeking.asked.variants))),
        dict(seeking.asked.readings),
        dict(seeking.asked.options),
        seeking.force.as_of,
        seeking.force.errata,
    )
    shelf = _Shelf(Ruleset(program, asked), seeking)
    return [
        _sought(reacher, shelf, each, seeking) if each.is_fault and each.trace else each
        for each in findings
    ]


def _sought(reacher: Reacher, shelf: _Shelf, finding: Finding, seeking: Seeking) -> Finding:
    """Return a finding with the game that was found for it, or with how to search on."""
    further = seeking.command(finding.code)
    is_wanted = not seeking.codes or finding.code in seeking.codes
    moves = seeking.moves if is_wanted else 0
    aim = aim_of(reacher.graph, finding)
    found = reacher.reach(aim, moves) if moves else None
    replay = None if found is None else shelf.keep(found, finding.code)
    if found is None or replay is None:
        return replace(finding, replay=Replay(Reached.SOUGHT, "", further, moves=moves))
    if found.shown:
        return replace(finding, verdict=Verdict.ERROR, replay=replay)
    can_go_on = aim.can_show and finding.verdict is Verdict.ALERT
    replay = replace(replay, further=further if can_go_on else "", moves=moves)
    return replace(finding, replay=replay)


class _Shelf:
    """Saves games by the code of what they are about."""

    def __init__(self, ruleset: Ruleset, seeking: Seeking) -> None:
        self.ruleset = ruleset
        self.seeking = seeking
        self.numbers: Counter[str] = Counter()

    def keep(self, found: Found, code: str) -> Replay | None:
        """Save a game; None if there is nowhere to save it that the user has named."""
        reached = Reached.SHOWN if found.shown else Reached.WALKED
        fault = "" if found.fault is None else found.fault.code
        if fault and found.option is None:
            return Replay(reached, self.seeking.begun(found), fault=fault)
        game = self.ruleset.new_game(found.players, found.seed)
        for option in found.choices:
            game.apply_option(option)
        self.numbers[code] += 1
        file = self._save(game, self._name(code))
        if file is None:
            return None
        return Replay(
            reached,
            self.seeking.replayed(file),
            file=str(file),
            choices=len(found.choices),
            then=_label(game, found),
            fault=fault,
        )

    def _name(self, code: str) -> str:
        """Return a file name: the same for the same rules, another for others."""
        program = self.ruleset.program
        rules = f"{program.manifest.slug}-{program.fingerprint[:8]}"
        return f"{rules}-{code}-{self.numbers[code]}.json"

    def _save(self, game: Game, name: str) -> Path | None:
        if self.seeking.folder is not None:
            game.save(self.seeking.folder / name)
            return self.seeking.folder / name
        try:
            file = state_folder() / name
            game.save(file)
        except (OSError, GameError):
            return None
        return file


def _label(game: Game, found: Found) -> tuple[str, str]:
    """Return the choice that fails in both languages, nothing if none does."""
    if found.option is None or game.decision is None:
        return "", ""
    choices = game.decision.choices
    (choice,) = (each for each in choices if each.option == found.option)
    return choice.label, choice.label_en
