"""A game being played: decisions in turn, choices applied, everything undoable.

A `Game` treats its states as values: applying a choice makes a new one, so a copy of a
game costs next to nothing, a rule that fails leaves the game as it was, and going back
is picking up an earlier state.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..dsl.diagnostics import Diagnostic
from ..dsl.terms import Lang
from . import saves, states
from .compiler import Rules
from .decisions import Choice, Decision, decision_of
from .evaluate import Evaluator
from .faults import game_error, rule_faults
from .journal import Entry, record, tell
from .runtime import Option, State
from .views import View, view_of

# What few games ask for is imported where it is asked.
if TYPE_CHECKING:
    from .api import Ruleset
    from .reasons import Explanation, Question

#: Of the states behind, the last ones and one in so many are kept; the rest is replayed.
KEPT, SPACING = 32, 16


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended. `scores` has one number per player, none without a score."""

    outcome: str
    title: str
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    cites: tuple[str, ...]


class Game:
    """One game of a ruleset. Make one with `Ruleset.new_game` or `Ruleset.resume`."""

    def __init__(self, ruleset: Ruleset, rules: Rules, seed: int) -> None:
        self.ruleset = ruleset
        self.rules = rules
        self.seed = seed
        self.remarks: tuple[Diagnostic, ...] = ()
        with rule_faults(rules):
            self._state = rules.begin(seed)
        self._records = record(rules, ruleset.sight(self.players), None, self._state, 0)
        self._marks = [len(self._records)]
        self._choices: list[Option] = []
        self._asked: list[tuple[int, int]] = []
        self._past: dict[int, State] = {0: self._state}
        #: Whether the choices lead here from the seed; whether a stranger's data do.
        self.is_whole, self.is_foreign = True, False
        self._decision: Decision | None = None

    # What there is -------------------------------------------------------

    @property
    def players(self) -> int:
        """How many play."""
        return self.rules.layout.players

    @property
    def plies(self) -> int:
        """How many choices were made."""
        return len(self._choices)

    @property
    def choices(self) -> tuple[Option, ...]:
        """The raw options chosen so far."""
        return tuple(self._choices)

    @property
    def asked(self) -> tuple[tuple[int, int], ...]:
        """Where and of whom each choice was asked: the number of the ask, the player."""
        return tuple(self._asked)

    @property
    def state(self) -> State:
        """The state itself, for programs that search: clone it before changing it."""
        return self._state

    @property
    def decision(self) -> Decision | None:
        """What is asked now, None if the game is over."""
        if self._decision is None:
            names = self.ruleset.names(self.players)
            self._decision = decision_of(self.rules, names, self._state)
        return self._decision

    @property
    def result(self) -> Result | None:
        """How the game ended, None while it goes on."""
        if self._state.result is None:
            return None
        number, winners = self._state.result
        program = self.rules.program
        scores: tuple[int, ...] = ()
        if program.score is not None:
            evaluator = Evaluator(self.rules.layout, self._state)
            with rule_faults(self.rules):
                scores = tuple(
                    evaluator.value(program.score.value, {program.score.slot: seat})
                    for seat in range(self.players)
                )
        if number < 0:
            return Result("", "Fin du déroulement", winners, scores, ())
        outcome = list(program.outcomes.values())[number]
        return Result(outcome.name, outcome.title, winners, scores, outcome.cites)

    @property
    def journal(self) -> tuple[Entry, ...]:
        """Everything that happened, as a referee writes it down."""
        return self._tell(None, referee=True)

    def journal_for(self, player: int | None) -> tuple[Entry, ...]:
        """Return the journal without what this player (None: a spectator) did not see."""
        self._check_player(player)
        return self._tell(player, referee=False)

    def _tell(self, player: int | None, referee: bool) -> tuple[Entry, ...]:
        names = self.ruleset.names(self.players)
        return tell(self.rules, names, self._records, player, referee)

    def view(self, player: int | None = None, *, referee: bool = False) -> View:
        """Return what a player, a spectator (None) or the referee sees of the table."""
        self._check_player(player)
        names, sight = self.ruleset.names(self.players), self.ruleset.sight(self.players)
        with rule_faults(self.rules):
            return view_of(self.rules, names, sight, self._state, player, referee)

    def _check_player(self, player: int | None) -> None:
        if player is not None and not 0 <= player < self.players:
            raise game_error("R08", found=player, high=self.players - 1)

    # Playing -------------------------------------------------------------

    def apply(self, choice: Choice | int | tuple[int, ...]) -> None:
        """Make a choice: one of the decision's, its index, or the raw option of a window.

        A choice that is not offered, and a rule that fails, raise a GameError and leave
        the game as it was.
        """
        if isinstance(choice, Choice):
            self.apply_option(choice.option)
        elif isinstance(choice, tuple):
            self.apply_option(choice)
        elif isinstance(choice, int) and 0 <= choice < len(self._open_options(choice)):
            self.apply_option(self._state.options[choice])
        else:
            raise self._not_offered(choice)

    def apply_option(self, option: Option) -> None:
        """Make the choice that has this raw option."""
        offered = self._open_options(option)
        if not any(type(o) is type(option) and o == option for o in offered):
            raise self._not_offered(option)
        before, after = self._state, self._state.clone()
        after.log = []
        with rule_faults(self.rules, after), states.broken_stacks(self.is_foreign):
            self.rules.apply(after, option)
        ply = self.plies + 1
        sight = self.ruleset.sight(self.players)
        self._records += record(self.rules, sight, before, after, ply)
        self._marks.append(len(self._records))
        self._choices.append(option)
        self._asked.append((before.ask, before.who))
        self._settle(after)
        self._past[ply] = after
        old = ply - KEPT
        if old % SPACING:
            self._past.pop(old, None)

    def _settle(self, state: State) -> None:
        self._state = state
        self._decision = None

    def _open_options(self, choice: object) -> list[Option]:
        if self._state.result is not None:
            raise game_error("R04")
        return self._state.options

    def _not_offered(self, choice: object) -> Exception:
        decision = self.decision
        assert decision is not None
        span = self.rules.asks[self._state.ask].span
        count, title = len(decision.choices), decision.title
        return game_error("R03", span, option=_short(choice), count=count, title=title)

    def undo(self, count: int = 1) -> None:
        """Take back the last choices, and their lines in the journal."""
        if not 0 <= count <= self.plies:
            raise game_error("R05", count=count, known=self.plies)
        target = self.plies - count
        start = max(ply for ply in self._past if ply <= target)
        state = self._past[start]
        if start < target:
            state = state.clone()
            for option in self._choices[start:target]:
                self.rules.apply(state, option)
        self._past = {ply: kept for ply, kept in self._past.items() if ply <= target}
        self._past[target] = state
        del self._choices[target:], self._asked[target:], self._marks[target + 1 :]
        del self._records[self._marks[target] :]
        self._settle(state)

    def clone(self) -> Game:
        """Return an independent game in the same situation."""
        new = object.__new__(Game)
        new.ruleset, new.rules, new.seed = self.ruleset, self.rules, self.seed
        new.remarks = self.remarks
        new.is_whole, new.is_foreign = self.is_whole, self.is_foreign
        new._records, new._marks = self._records[:], self._marks[:]
        new._choices, new._asked = self._choices[:], self._asked[:]
        new._past = dict(self._past)
        new._state, new._decision = self._state, self._decision
        return new

    def determinize(self, player: int | None, seed: int) -> Game:
        """Return a game that looks the same to a player, with the hidden things dealt anew.

        Its past is cut off: it cannot be undone nor saved as choices from the beginning.
        """
        from . import hiding

        self._check_player(player)
        sight = self.ruleset.sight(self.players)
        return self.at(hiding.deal_anew(self.rules, sight, self._state, player, seed))

    def at(self, state: State, foreign: bool = False) -> Game:
        """Return a game that begins in a state of the same rules, without a past.

        A foreign state comes from data: its stack may be one that no game leads to.
        """
        new = self.clone()
        new._records, new._marks, new._past = [], [0], {0: state}
        new._choices, new._asked = [], []
        new.is_whole, new.is_foreign = False, foreign or self.is_foreign
        new._settle(state)
        return new

    # Questions -----------------------------------------------------------

    def why(self, choice: Choice | int | tuple[int, ...]) -> Explanation:
        """Say why a choice is offered: the conditions it meets, with their citations."""
        option = choice.option if isinstance(choice, Choice) else choice
        if isinstance(choice, int):
            offered = self._open_options(choice)
            if not 0 <= choice < len(offered):
                raise self._not_offered(choice)
            option = offered[choice]
        return self._explain(lambda asker: asker.explain(option))

    def why_not(self, what: Choice | Option | str, *parameters: str | int) -> Explanation:
        """Say why something is not offered, or that it is.

        `what` is a raw option, an ability by name or title (with what would be chosen for
        its parameters), or an item by its label.
        """
        if isinstance(what, str):
            return self._explain(lambda asker: asker.explain_words(what, parameters))
        option = what.option if isinstance(what, Choice) else what
        return self._explain(lambda asker: asker.explain(option))

    def _explain(self, ask: Question) -> Explanation:
        from . import reasons

        self._open_options(None)
        names = self.ruleset.names(self.players)
        with rule_faults(self.rules):
            return ask(reasons.Asker(self.rules, names, self._state))

    def diff(self, other: Game, lang: Lang = "fr") -> list[str]:
        """Say in words what changed from this game to another of the same rules."""
        from . import differences

        if self.ruleset.program.fingerprint != other.ruleset.program.fingerprint or (
            self.players != other.players
        ):
            raise game_error("R07")
        names = self.ruleset.names(self.players)
        return differences.describe(self.rules, names, self._state, other._state, lang)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        same = self.ruleset.program.fingerprint == other.ruleset.program.fingerprint
        return same and self.players == other.players and self._state == other._state

    def __hash__(self) -> int:
        return hash(self._state)

    # Keeping -------------------------------------------------------------

    def to_json(self) -> dict[str, Any]:
        """Return the state as plain data, in the middle of any decision.

        It holds for these exact rules; `save` survives changes, and keeps the choices.
        """
        return states.to_plain(self.rules, self._state) | {"seed": self.seed}

    def save_data(self, seats: object = None) -> dict[str, Any]:
        """Return what `save` writes: the choices from the beginning, as plain data."""
        return saves.save_data(self, seats)

    def save(self, path: str | Path, seats: object = None) -> None:
        """Write the game to a file, whole or not at all; `seats` is kept with it."""
        text = json.dumps(self.save_data(seats), ensure_ascii=False, indent=1)
        saves.write(Path(path), text + "\n")


def _short(value: object) -> str:
    text = str(value)
    return text if len(text) <= 40 else f"{text[:39]}…"
