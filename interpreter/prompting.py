"""Asking a human: a decision in, an answer out.

An answer is a choice, or a word to the table (undo, save, why …). Words are understood in
French and in English whatever the language shown. A number is a choice; other text is
searched among the choices.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from ..dsl.characters import legible
from ..dsl.suggestions import folded
from .decisions import Choice, Decision
from .runtime import DONE, PASS, Option
from .screen import Screen

#: Choices listed at once; more are found by typing.
LISTED = 24


@dataclass(frozen=True, slots=True)
class Answer:
    """word: choice, undo, save, quit, table, journal, show, why, why_not, rule, help.

    Its rest; the choices made, several of a decision where several are picked.
    """

    word: str
    rest: str = ""
    choices: tuple[Choice, ...] = ()


#: What may be typed, by the word it means; the longest first.
COMMANDS: tuple[tuple[str, str], ...] = (
    ("pourquoi pas", "why_not"),
    ("why not", "why_not"),
    ("pourquoi", "why"),
    ("why", "why"),
    ("annuler", "undo"),
    ("undo", "undo"),
    ("sauver", "save"),
    ("enregistrer", "save"),
    ("save", "save"),
    ("quitter", "quit"),
    ("quit", "quit"),
    ("exit", "quit"),
    ("table", "table"),
    ("journal", "journal"),
    ("règle", "rule"),
    ("rule", "rule"),
    ("voir", "show"),
    ("show", "show"),
    ("aide", "help"),
    ("help", "help"),
    ("?", "help"),
)

#: What the words of the examples mean here too, as raw options.
SAID: dict[str, tuple[Option, ...]] = {"fini": (DONE,), "passe": (PASS, -1)}

HELP = (
    (("un numéro", "a number"), ("fait ce choix", "makes that choice")),
    (
        ("1 3 4", "1 3 4"),
        (
            "ces choix et pas d'autres, où l'on en fait plusieurs",
            "those choices and no others, where several are made",
        ),
    ),
    (("un mot", "a word"), ("cherche parmi les choix", "searches among the choices")),
    (
        ("pourquoi 3", "why 3"),
        ("pourquoi ce choix est offert", "why that choice is offered"),
    ),
    (
        ("pourquoi pas NOM", "why not NAME"),
        ("pourquoi une action n'est pas offerte", "why an action is not offered"),
    ),
    (
        ("règle", "rule"),
        ("la règle qui demande ce choix", "the rule that asks for this choice"),
    ),
    (
        ("voir NOM, voir 3", "show NAME, show 3"),
        ("montre une carte, ou celle d'un choix", "shows a card, or that of a choice"),
    ),
    (("table", "table"), ("montre la table", "shows the table")),
    (
        ("journal 20", "journal 20"),
        ("les dernières lignes du journal", "the last lines told"),
    ),
    (
        ("annuler", "undo"),
        ("revient à votre choix précédent", "goes back to your last choice"),
    ),
    (("sauver FICHIER", "save FILE"), ("enregistre la partie", "saves the game")),
    (("quitter", "quit"), ("arrête ; la partie est gardée", "stops; the game is kept")),
)


class Prompt:
    """Shows decisions and reads answers from standard input."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self._read = _terminal_reader() if _is_terminal() else _read_line
        self._contents: Mapping[str, str] = {}

    def ask(self, decision: Decision, contents: Mapping[str, str]) -> Answer:
        """Show a decision and return the answer; the end of the input means quit.

        `contents` is what lies in the zones of something that may be chosen, by its label.
        """
        self._contents = contents
        shown: Sequence[Choice] = decision.choices
        self._show(decision, shown)
        while True:
            try:
                line = self._read("> ", [choice.text(self.screen.lang) for choice in shown])
            except EOFError:
                return Answer("quit")
            text = line.strip()
            answer = self._understand(text, decision)
            if answer is not None:
                return answer
            found = search(text, decision.choices)
            if len(found) == 1:
                return Answer("choice", choices=(found[0],))
            shown = found or decision.choices
            if text and not found:
                self._say(
                    f"Rien ne s'appelle ainsi : « {text} ». « ? » montre l'aide.",
                    f"Nothing is called “{text}”. “?” shows the help.",
                )
            self._show(decision, shown)

    def pause(self, french: str, english: str) -> None:
        """Wait until somebody is ready."""
        try:
            self._read(f"{self.screen.pick(french, english)} ", ())
        except EOFError:
            return

    def show_help(self) -> None:
        """Write what can be typed."""
        rows = [[self.screen.pick(*word), self.screen.pick(*text)] for word, text in HELP]
        self.screen.table(["", ""], rows)

    def _understand(self, text: str, decision: Decision) -> Answer | None:
        """Return the command or the numbered choice a text is, if it is one."""
        numbers = text.replace(",", " ").split()
        if numbers and all(each.isdecimal() and len(each) < 7 for each in numbers):
            is_one = len(numbers) == 1 or decision.kind == "plusieurs"
            picked = [int(each) for each in dict.fromkeys(numbers)]
            if is_one and all(1 <= each <= len(decision.choices) for each in picked):
                choices = tuple(decision.choices[each - 1] for each in picked)
                return Answer("choice", choices=choices)
            return None
        lowered = folded(text)
        for command, word in COMMANDS:
            name = folded(command)
            if lowered == name or lowered.startswith(f"{name} "):
                return Answer(word, text[len(command) :].strip())
        return None

    def _show(self, decision: Decision, choices: Sequence[Choice]) -> None:
        screen = self.screen
        cites = f"  [{', '.join(decision.cites)}]" if decision.cites else ""
        screen.heading(f"J{decision.player + 1} — {decision.title}{cites}")
        if decision.kind == "plusieurs":
            picked = ", ".join(decision.picked) or "—"
            screen.prose(
                screen.pick(
                    f"de {decision.minimum} à {decision.maximum} ; déjà : {picked}",
                    f"{decision.minimum} to {decision.maximum}; so far: {picked}",
                ),
                2,
            )
            if not decision.picked and decision.maximum > 1:
                self._say(
                    "  plusieurs numéros à la fois (1 3) : ceux-là, et c'est tout",
                    "  several numbers at once (1 3): those, and no more",
                )
        for choice in choices[:LISTED]:
            held = self._contents.get(choice.label, "")
            text = legible(choice.text(screen.lang)) + (f" : {held}" if held else "")
            screen.prose(f"{choice.index + 1:>3}. {text}", hang=5)
        more = len(choices) - LISTED
        if more > 0:
            self._say(
                f"     … et {more} autres : taper un mot pour chercher.",
                f"     ... and {more} more: type a word to search.",
            )

    def _say(self, french: str, english: str) -> None:
        self.screen.write(self.screen.pick(french, english))


def search(text: str, choices: Sequence[Choice]) -> list[Choice]:
    """Return the choices that a text names, or else whose labels have all its words."""
    wanted = folded(text.strip())
    if not wanted:
        return []
    meant = SAID.get(wanted, ())
    same = [
        choice
        for choice in choices
        if wanted in (folded(choice.label), folded(choice.label_en))
        or (choice.option in meant and choice.label != str(choice.option))
    ]
    if same:
        return same[:1]
    words = wanted.split()
    return [
        choice
        for choice in choices
        if all(word in folded(f"{choice.label} {choice.label_en}") for word in words)
    ]


Reader = Callable[[str, Sequence[str]], str]


def _is_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


def _read_line(prompt: str, _labels: Sequence[str]) -> str:
    """Read a line of a plain stream."""
    sys.stdout.write(prompt)
    sys.stdout.flush()
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line


def _terminal_reader() -> Reader:
    """Return a reader with history and with the choices completed as one types."""
    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import FuzzyWordCompleter

    session: PromptSession[str] = PromptSession()

    def read(prompt: str, labels: Sequence[str]) -> str:
        completer = FuzzyWordCompleter([legible(label) for label in labels])
        return session.prompt(
            prompt, completer=completer, complete_while_typing=len(labels) > LISTED
        )

    return read
