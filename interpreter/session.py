"""A game at a terminal: seats, turns of humans and bots, saving before every question."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from ..dsl.diagnostics import Diagnostic
from ..dsl.source import NOWHERE
from .card_texts import SHOWN, card_lines, cards_named
from .decisions import Choice, Decision
from .faults import GameError
from .game import Game
from .guard import time_limit
from .journal import Entry, noteworthy
from .passing import can_only_pass, tells
from .prompting import Answer, Prompt
from .runtime import DONE, PASS
from .screen import Screen, columns
from .styled import Text
from .table import Table, zone_text
from .twins import without_twins

if TYPE_CHECKING:
    from .bots import Bot

HUMAN = "human"
#: Seconds one choice of a ruleset may take before it is given up.
PATIENCE = 60.0
#: Lines of the journal shown between two questions, at most.
TOLD = 80
TOLD_ON_REQUEST = 40
#: After so little, in the middle of something, the table is not drawn again.
FEW = 4


class Session:
    """One game with its seats; `path` is where it is kept, None: nowhere.

    Where the game asks a human who can only pass, the question is shown in `every_window`;
    else only if passing by itself would tell the other humans something.
    """

    def __init__(
        self, game: Game, seats: Sequence[str], screen: Screen, path: Path | None,
        every_window: bool = False,
    ) -> None:  # fmt: skip
        self.game = game
        self.seats = tuple(seats)
        self.screen = screen
        self.path = path
        self.every_window = every_window
        self.bots = Bots(self.seats)
        self.chance = Random(game.seed)
        self.told = 0
        #: The last choice was a pick of several: the table has not changed since.
        self.is_picking = False
        self.last_human: int | None = None
        #: Where the last human was asked: the number of the ask, the depth of the stack.
        self.last_place = (-1, 0)

    @property
    def humans(self) -> list[int]:
        return [seat for seat, name in enumerate(self.seats) if name == HUMAN]

    def run(self) -> None:
        """Play to the end, or until a human quits."""
        prompt = Prompt(self.screen) if self.humans else None
        while (decision := self.game.decision) is not None:
            if self._passes_by_itself(self.game):
                self._apply(PASS)
                continue
            if decision.player in self.bots:
                self._apply(self.bots.option(decision.player, self.game, self.chance))
                continue
            assert prompt is not None
            self.keep()
            names = self.game.ruleset.names(self.game.players)
            decision = without_twins(self.game.rules, names, self.game.state, decision)
            self._show_news(decision, prompt)
            if not self._ask(decision, prompt):
                return
        self.keep()
        self._show_end()

    def keep(self) -> None:
        """Write the game to its file."""
        if self.path is not None:
            self.game.save(self.path, list(self.seats))

    def _passes_by_itself(self, game: Game) -> bool:
        """Tell whether a question has one answer, and nobody needs to see it."""
        state, rules = game.state, game.rules
        if not can_only_pass(rules, state):
            return False
        if state.who in self.bots:
            return True
        if self.every_window and rules.asks[state.ask].window:
            return False
        others = [seat for seat in self.humans if seat != state.who]
        return not tells(rules, game.ruleset.sight(game.players), state, others)

    def _apply(self, option: Any) -> None:
        with time_limit(PATIENCE):
            self.game.apply_option(option)

    # A human's turn ------------------------------------------------------

    def _show_news(self, decision: Decision, prompt: Prompt) -> None:
        """Hand the screen over if need be, then tell what happened and show the table."""
        player = decision.player
        if (
            len(self.humans) > 1
            and self.last_human not in (None, player)
            and self._has_secrets()
        ):
            if not self.screen.is_plain:
                self.screen.write("\033[2J\033[H")
            name = f"J{player + 1}"
            prompt.pause(
                f"À {name} : Entrée pour voir votre jeu.",
                f"{name}: Enter to see your hand.",
            )
        goes_on = self.last_human == player and self._goes_on()
        self.last_human = player
        news = self._tell(player)
        is_short = len(news) <= FEW and not any(entry.is_heading for entry in news)
        if not (self.is_picking and decision.picked) and not (goes_on and is_short):
            self._draw(player)
        self.is_picking = False
        state = self.game.state
        self.last_place = state.ask, len(state.stack)

    def _goes_on(self) -> bool:
        """Tell whether what was chosen last is still being done."""
        ask, depth = self.last_place
        state = self.game.state
        is_again = len(state.stack) == depth and state.ask == ask
        return len(state.stack) > depth or (
            is_again and not self.game.rules.asks[ask].window
        )

    def _contents(self, decision: Decision) -> dict[str, str]:
        """Return what lies in the zones of the things to choose from, by their labels."""
        if decision.kind not in ("un", "facultatif", "plusieurs"):
            return {}
        held: dict[str, list[str]] = {}
        for zone in self.game.view(decision.player).zones:
            if zone.owner is not None and zone.count:
                held.setdefault(zone.owner, []).append(zone_text(zone))
        return {owner: " ; ".join(texts) for owner, texts in held.items()}

    def _has_secrets(self) -> bool:
        program = self.game.rules.program
        secret = any(zone.visibility == "secrète" for zone in program.zones.values())
        return secret or any(state.secret for state in program.states.values())

    def _ask(self, decision: Decision, prompt: Prompt) -> bool:
        """Ask until something is chosen or undone; False if the human quits."""
        while True:
            answer = prompt.ask(decision, self._contents(decision))
            if answer.word == "quit":
                self._show_kept()
                return False
            if answer.word == "help":
                prompt.show_help()
                continue
            try:
                if self._answer(answer, decision):
                    return True
            except GameError as error:
                self._refuse(error.diagnostic)

    def _refuse(self, found: Diagnostic) -> None:
        """Say why something cannot be done: to the player, or with the rule at fault."""
        if found.span != NOWHERE:
            from .loading import render_findings

            self.screen.complain(render_findings([found], self.screen, False))
            return
        from ..dsl.render import fault, help_text

        lang = self.screen.lang
        words = (fault(found, lang), help_text(found, lang))
        self.screen.prose("\n".join(filter(None, words)), 2)

    def _answer(self, answer: Answer, decision: Decision) -> bool:
        """Do what an answer says; True if the game moved."""
        match answer.word:
            case "choice":
                self.is_picking = decision.kind == "plusieurs"
                self._choose(answer.choices, decision)
                return True
            case "undo":
                return self._undo(decision.player)
            case "save":
                self._save(answer.rest)
            case "table":
                self._draw(decision.player)
            case "journal":
                count = int(answer.rest) if answer.rest.isdecimal() else TOLD_ON_REQUEST
                self._write_entries(self.game.journal_for(decision.player)[-count:])
            case "show":
                self._show(answer.rest, decision)
            case "why":
                self._why(answer.rest, decision)
            case "why_not":
                explanation = self.game.why_not(answer.rest)
                self.screen.prose(explanation.text(self.screen.lang), 2)
            case _:
                self._rule(decision)
        return False

    def _choose(self, choices: Sequence[Choice], decision: Decision) -> None:
        """Make a choice; several picks at once are all there are, if that may be."""
        for number, choice in enumerate(choices):
            offered = self.game.decision
            if offered is None or offered.choice_of(choice.option) is None:
                label = choice.text(self.screen.lang)
                self._say(
                    f"« {label} » n'est plus offert.", f"“{label}” is not offered any more."
                )
                return
            self._apply(choice.option)
            is_last = number == len(choices) - 1 > 0
            offered = self.game.decision
            is_same = offered is not None and offered.rule == decision.rule
            if is_last and offered is not None and is_same and offered.choice_of(DONE):
                self._apply(DONE)

    def _undo(self, player: int) -> bool:
        """Go back to the last choice of this player."""
        count = 0
        trial = self.game.clone()
        while trial.plies:
            trial.undo()
            count += 1
            before = trial.decision
            is_own = before is not None and before.player == player
            if is_own and not self._passes_by_itself(trial):
                self.game.undo(count)
                self.told = min(self.told, len(self.game.journal_for(player)))
                return True
        self._say("Il n'y a rien à annuler.", "There is nothing to undo.")
        return False

    def _save(self, name: str) -> None:
        path = Path(name).expanduser() if name else self.path
        if path is None:
            self._say("Donner un nom de fichier.", "Give the name of a file.")
            return
        self.game.save(path, list(self.seats))
        self._say(f"Partie enregistrée : {path}", f"Game saved: {path}")

    def _why(self, rest: str, decision: Decision) -> None:
        number = int(rest) if rest.isdecimal() and len(rest) < 7 else 0
        if not 1 <= number <= len(decision.choices):
            self._say("Donner le numéro d'un choix.", "Give the number of a choice.")
            return
        explanation = self.game.why(decision.choices[number - 1])
        self.screen.prose(explanation.text(self.screen.lang), 2)

    def _show(self, rest: str, decision: Decision) -> None:
        """Show the components that a text or the number of a choice names."""
        names = self.game.ruleset.names(self.game.players)
        found = cards_named(rest, names)
        if rest.isdecimal() and 0 < int(rest[:6]) <= len(decision.choices):
            label = decision.choices[int(rest[:6]) - 1].label
            found = [card for card in names.program.cards.values() if card.label in label]
        width = self._width()
        self._print(
            [line for card in found[:SHOWN] for line in card_lines(card, names, width)]
        )
        if not found:
            self._say(
                "Donner le nom d'une carte, ou le numéro d'un choix qui en nomme une.",
                "Give the name of a card, or the number of a choice that names one.",
            )

    def _rule(self, decision: Decision) -> None:
        cites = ", ".join(decision.cites) or "—"
        self.screen.prose(f"{decision.rule} [{cites}] — {decision.title}", 2)
        slug = self.game.ruleset.slug
        self._say(
            f"  livret explain {slug} {decision.rule}",
            f"  livret explain {slug} {decision.rule}",
        )

    # Showing -------------------------------------------------------------

    def _draw(self, player: int | None) -> None:
        table = Table(self.game.rules.program, self._width(), self.screen.lang)
        self.screen.write()
        self._print(table.draw(self.game.view(player)))

    def _width(self) -> int:
        return 100 if self.screen.is_plain else columns()

    def _print(self, lines: Iterable[Text]) -> None:
        for line in lines:
            self.screen.write(line.in_colours() if self.screen.has_colour else line.plain)

    def _tell(self, player: int | None) -> list[Entry]:
        """Write what happened since the last question; return it."""
        entries = self.game.journal_for(player)
        news = noteworthy(entries[self.told :])
        self.told = len(entries)
        if len(news) > TOLD:
            left = len(news) - TOLD
            self._say(f"… {left} lignes du journal", f"... {left} lines of the journal")
        self._write_entries(news[-TOLD:])
        return news

    def _write_entries(self, entries: Sequence[Entry]) -> None:
        for entry in entries:
            cites = f"  [{', '.join(entry.cites[:3])}]" if entry.cites else ""
            self.screen.prose(f"  {entry.text(self.screen.lang)}{cites}")

    def _show_kept(self) -> None:
        if self.path is None:
            return
        slug = self.game.ruleset.slug
        self._say(
            f"Partie gardée. Pour reprendre : livret play {slug} --resume {self.path}",
            f"Game kept. To go on: livret play {slug} --resume {self.path}",
        )

    def _show_end(self) -> None:
        viewer = self.humans[0] if len(self.humans) == 1 else None
        self._tell(viewer)
        self._draw(viewer)
        result = self.game.result
        assert result is not None
        winners = ", ".join(f"J{seat + 1}" for seat in result.winners)
        self.screen.heading(result.title)
        none = self.screen.pick("personne", "nobody")
        self.screen.write(
            self.screen.pair(self.screen.pick("gagnants", "winners"), winners or none)
        )
        if result.scores:
            scores = ", ".join(
                f"J{seat + 1} {score}" for seat, score in enumerate(result.scores)
            )
            measure = self.game.rules.program.score
            title = (measure.title if measure is not None else "") or "score"
            self.screen.prose(self.screen.pair(title, scores))
        if self.path is not None:
            self._say(f"livret replay {self.path}", f"livret replay {self.path}")

    def _say(self, french: str, english: str) -> None:
        self.screen.write(self.screen.pick(french, english))


class Bots:
    """The bots of the seats that are not human, each made when it is first asked."""

    def __init__(self, seats: Sequence[str]) -> None:
        self.seats = seats
        self.made: dict[str, Bot] = {}

    def __contains__(self, seat: int) -> bool:
        return self.seats[seat] != HUMAN

    def option(self, seat: int, game: Game, chance: Random) -> Any:
        """Return what the bot of a seat chooses; it plays on a copy of the silent rules."""
        # Only here: a game among humans needs no rules for bots.
        from .bots import make_bot

        silent = game.ruleset.rules(game.players)
        name = self.seats[seat]
        if name not in self.made:
            self.made[name] = make_bot(name, silent)
        with time_limit(PATIENCE):
            return self.made[name].choose(silent.adopt(game.state), chance)


def kept_path(slug: str) -> Path:
    """Return a new file for a game: in the user's own state folder."""
    stamp = time.strftime("%Y%m%d-%H%M%S")
    return state_folder() / f"{slug}-{stamp}-{os.getpid()}.json"


def state_folder() -> Path:
    """Return the folder for what livret keeps of a user's games, made if need be."""
    given = os.environ.get("XDG_STATE_HOME", "")
    root = Path(given) if os.path.isabs(given) else Path.home() / ".local" / "state"
    folder = root / "livret"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder
