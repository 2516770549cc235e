"""The arguments of a verb: argparse, in the user's language, with completion and advice."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable
from typing import Any, NoReturn

from ..dsl.terms import Lang
from .language import LANGS, Text, in_language
from .misuse import Misuse

#: What stands for a value in the usage: English name -> both names.
_VALUES: dict[str, Text] = {
    "GAME": ("JEU", "GAME"),
    "FILE": ("FICHIER", "FILE"),
    "FOLDER": ("DOSSIER", "FOLDER"),
    "PATH": ("CHEMIN", "PATH"),
    "NAME": ("NOM", "NAME"),
    "NAME=CHOICE": ("NOM=CHOIX", "NAME=CHOICE"),
    "NAME=VALUE": ("NOM=VALEUR", "NAME=VALUE"),
    "WHAT": ("QUOI", "WHAT"),
    "TITLE": ("TITRE", "TITLE"),
    "DATE": ("DATE", "DATE"),
    "CODE": ("CODE", "CODE"),
    "ADDRESS": ("ADRESSE", "ADDRESS"),
    "WORD": ("MOT", "WORD"),
    "NUMBER": ("NOMBRE", "NUMBER"),
}

#: argparse's own sentences and what they are in French.
_FRENCH = (
    (r"the following arguments are required: (.*)", r"il manque : \1"),
    (r"unrecognized arguments: (.*)", r"argument inconnu : \1"),
    (r"one of the arguments (.*) is required", r"il faut l'un de : \1"),
    (r"argument (\S+): expected (?:at least )?one argument", r"\1 attend une valeur"),
    (r"argument (\S+): not allowed with argument (.*)", r"\1 ne va pas avec \2"),
    (r"argument (\S+): ignored explicit argument (.*)", r"\1 n'attend pas de valeur (\2)"),
    (
        r"argument (\S+): invalid choice: (.*?) \(choose from (.*)\)",
        r"\1 : \2 n'est pas parmi \3",
    ),
    (r"argument (\S+): invalid int value: (.*)", r"\1 : \2 n'est pas un nombre entier"),
    (r"argument (\S+): invalid float value: (.*)", r"\1 : \2 n'est pas un nombre"),
    (r"argument (\S+): (.*)", r"\1 : \2"),
)


class Parser(argparse.ArgumentParser):
    """The parser of one verb: `declare` of a command adds its arguments.

    `completes` tells, for an argument's name, what its values are: "game" or "file".
    """

    def __init__(self, lang: Lang, verb: str, summary: Text) -> None:
        super().__init__(
            prog=f"livret {verb}".rstrip(),
            description=in_language(summary, lang),
            formatter_class=_Formatter if lang == "en" else _FrenchFormatter,
            add_help=False,
            allow_abbrev=False,
        )
        self.lang = lang
        self.completes: dict[str, str] = {}
        # argparse puts a colon after these; in French a space comes before it.
        self._positionals.title = "arguments" if lang == "en" else "arguments "
        self._optionals.title = "options" if lang == "en" else "options "
        self.add(
            "-h", "--help", text=("montre cette aide", "show this help"), action="help"
        )
        self.add(
            "--lang",
            text=("langue des messages", "language of the messages"),
            choices=LANGS,
        )

    def add(
        self, *names: str, text: Text, value: str = "", completes: str = "", **how: Any
    ) -> None:
        """Add an argument: its help in both languages, and what its value is called."""
        if value:
            how["metavar"] = in_language(_VALUES[value], self.lang)
        action = self.add_argument(*names, help=in_language(text, self.lang), **how)
        if completes:
            self.completes[action.dest] = completes

    def add_format(self) -> None:
        """Add `--format text|json`."""
        self.add(
            "--format",
            text=("forme de la réponse", "form of the answer"),
            choices=("text", "json"),
            default="text",
        )

    def show_examples(self, examples: Iterable[tuple[str, str, str]]) -> None:
        """Set the examples under the help: a command, what it does in both languages."""
        lines = ["exemples :" if self.lang == "fr" else "examples:"]
        for command, french, english in examples:
            lines += [f"  {command}", f"      {in_language((french, english), self.lang)}"]
        self.epilog = "\n".join(lines)

    def actions(self) -> list[argparse.Action]:
        """Return the arguments in the order they were added."""
        return list(self._actions)

    def error(self, message: str) -> NoReturn:
        """Refuse the arguments: what is wrong, and where to read on."""
        from ..dsl.suggestions import closest

        french = message
        for pattern, replacement in _FRENCH:
            if re.fullmatch(pattern, message, re.DOTALL):
                french = re.sub(pattern, replacement, message, flags=re.DOTALL)
                break
        advice_fr = f"voir « {self.prog} --help »"
        advice_en = f"see “{self.prog} --help”"
        unknown = re.match(r"unrecognized arguments: (--[^\s=]+)", message)
        options = [name for action in self._actions for name in action.option_strings]
        meant = closest(unknown[1], options) if unknown else None
        if meant is not None:
            advice_fr, advice_en = f"est-ce {meant} ?", f"is it {meant}?"
        raise Misuse(f"{french} ; {advice_fr}", f"{message}; {advice_en}")


class _Formatter(argparse.HelpFormatter):
    """Keeps the lines of the examples as they are; wraps the rest."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        if "\n" in text:
            return "".join(f"{indent}{line}\n" for line in text.splitlines())
        return super()._fill_text(text, width, indent)


class _FrenchFormatter(_Formatter):
    def add_usage(
        self,
        usage: str | None,
        actions: Iterable[argparse.Action],
        groups: Iterable[argparse._MutuallyExclusiveGroup],
        prefix: str | None = None,
    ) -> None:
        super().add_usage(usage, actions, groups, "usage : " if prefix is None else prefix)
