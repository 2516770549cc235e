"""Options of a ruleset as flags: `--scenario hiver` in, `--option scénario=hiver` out.

Case and accents do not count, `_` and `-` are the same. Options that are numbered from 1
(`deck_1`, `deck_2`…) are one flag that may be repeated (`--deck A --deck B`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ..dsl.suggestions import closest, folded
from ..rulesets import is_ruleset, shipped
from .arguments import Parser
from .language import Text, in_language
from .misuse import Misuse

# Only for types: every command starts by importing this module.
if TYPE_CHECKING:
    from ..dsl.program import Setting

OPTION = "--option"
_NUMBERED = re.compile(r"(.*[^\W\d_])_?([1-9][0-9]*)")
_NEGATIVE = re.compile(r"-[0-9]+")
#: Words for a truth value, beside the language's own.
_TRUTHS = {"oui": "vrai", "non": "faux", "true": "vrai", "false": "faux", "yes": "vrai"}


def with_options(words: Sequence[str], parser: Parser) -> list[str]:
    """Return the words of a command with each option of its game written as `--option`.

    Words that ask for nothing of a game are left to the parser, with its mistakes.
    """
    words = list(words)
    takes_options = OPTION in _known(parser)
    if not takes_options or not any(_is_asked(word, parser) for word in words):
        return words
    folder = game_of(words, parser)
    if folder is None:
        return words
    return list(_Flags(folder).rewritten(words, parser))


def game_of(words: Sequence[str], parser: Parser) -> Path | None:
    """Return the folder of the game that words are about, None if no word is a game.

    Without one, a verb that may do without is about the current folder.
    """
    with_value = {
        name
        for action in parser.actions()
        for name in action.option_strings
        if action.nargs != 0
    }
    previous = ""
    for word in words:
        if not word.startswith("-") and previous not in with_value:
            for folder in (shipped().get(word, Path(word)), Path(word).parent):
                if is_ruleset(folder) and (folder.name or word == "."):
                    return folder
        previous = word
    needs_game = any(action.dest == "game" for action in parser.actions())
    return None if needs_game or not is_ruleset(Path()) else Path()


def flags_of(folder: Path) -> dict[str, tuple[Setting, ...]]:
    """Return the flags of a ruleset, with the options each sets in turn."""
    from ..dsl.offered import offered_options

    options = offered_options(folder)
    families: dict[str, list[Setting]] = {}
    for name, setting in options.items():
        numbered = _NUMBERED.fullmatch(name)
        family = families.setdefault(numbered[1], []) if numbered else []
        if numbered and int(numbered[2]) == len(family) + 1:
            family.append(setting)
    several = {stem: tuple(found) for stem, found in families.items() if len(found) > 1}
    return several | {name: (setting,) for name, setting in options.items()}


def show_flags(words: Sequence[str], parser: Parser) -> None:
    """Let the help of a verb tell the options of the game that is on the command line."""
    folder = game_of(words, parser) if OPTION in _known(parser) else None
    told = _described(folder, parser) if folder is not None else ""
    if told:
        parser.epilog = f"{told}\n\n{parser.epilog or ''}"


def complete_flags(words: Sequence[str], parser: Parser) -> dict[str, list[str]]:
    """Return the flags of the game on a command line, with the values of each."""
    folder = game_of(words, parser) if OPTION in _known(parser) else None
    if folder is None:
        return {}
    return {
        _flag(name): [word for word, _ in settings[0].choices]
        for name, settings in flags_of(folder).items()
    }


def _described(folder: Path, parser: Parser) -> str:
    """Return the flags of a ruleset as a help shows them."""
    title: Text = ("options de ce jeu :", "options of this game:")
    lines = [in_language(title, parser.lang)]
    flags = flags_of(folder)
    numbered = {each.name for many in flags.values() if len(many) > 1 for each in many}
    for name, settings in flags.items():
        if name not in numbered:
            setting = settings[0]
            values = ",".join(word for word, _ in setting.choices)
            again: Text = (" (répétable)", " (repeatable)")
            lines.append(f"  {_flag(name)} {f'{{{values}}}' if values else 'N'}")
            more = in_language(again, parser.lang) if len(settings) > 1 else ""
            lines.append(f"      {setting.title}{more}")
    return "\n".join(lines) if len(lines) > 1 else ""


class _Flags:
    """The options of one ruleset, and those already set on a command line."""

    def __init__(self, folder: Path) -> None:
        self.flags = flags_of(folder)
        self.by_fold = {_folded(name): settings for name, settings in self.flags.items()}
        self.taken: set[str] = set()

    def rewritten(self, words: list[str], parser: Parser) -> Iterator[str]:
        """Yield the words, each flag of the ruleset as the option it sets."""
        known = _known(parser)
        waiting = list(words)
        while waiting:
            word = waiting.pop(0)
            flag, sign, value = word.partition("=")
            if word == "--":
                yield from (word, *waiting)
                return
            if flag == OPTION:
                pair = value if sign else waiting.pop(0) if waiting else ""
                yield from (OPTION, self._spelled(pair))
            elif not word.startswith("--") or flag in known:
                yield word
            else:
                settings = self.by_fold.get(_folded(flag[2:]))
                if settings is None:
                    raise _unknown(flag, known, self.flags)
                setting = self._next(flag, settings)
                yield from (
                    OPTION,
                    _pair(setting, _value(flag, sign, value, waiting, setting)),
                )

    def _next(self, flag: str, settings: tuple[Setting, ...]) -> Setting:
        """Return the option a flag sets this time; one time too many is refused."""
        for setting in settings:
            if setting.name not in self.taken:
                self.taken.add(setting.name)
                return setting
        count = len(settings)
        raise Misuse(
            f"{flag} : {count} fois au plus" if count > 1 else f"{flag} : une seule fois",
            f"{flag}: {count} times at most" if count > 1 else f"{flag}: only once",
        )

    def _spelled(self, pair: str) -> str:
        """Return `name=value` as the rules spell it, or as it is if they know it not."""
        name, sign, value = pair.partition("=")
        settings = self.by_fold.get(_folded(name), ())
        if not sign or len(settings) != 1:
            return pair
        self.taken.add(settings[0].name)
        return _pair(settings[0], value)


def _value(flag: str, sign: str, value: str, waiting: list[str], setting: Setting) -> str:
    """Return the value of a flag: after `=`, or the next word, taken from those waiting."""
    if sign:
        return value
    if waiting and (not waiting[0].startswith("-") or _NEGATIVE.fullmatch(waiting[0])):
        is_truth = dict(setting.choices).keys() == {"faux", "vrai"}
        if not is_truth or _word(setting, waiting[0]) in dict(setting.choices):
            return waiting.pop(0)
    if dict(setting.choices).keys() == {"faux", "vrai"}:
        return "vrai"
    raise Misuse(f"{flag} attend une valeur", f"{flag} expects a value")


def _pair(setting: Setting, value: str) -> str:
    return f"{setting.name}={_word(setting, value)}"


def _word(setting: Setting, value: str) -> str:
    """Return a value as the rules spell it, or as it is if they know it not."""
    words = [word for word, _ in setting.choices]
    if value in words:
        return value
    meant = [word for word in words if _folded(word) == _folded(value)]
    truth = _TRUTHS.get(_folded(value), "")
    return meant[0] if len(meant) == 1 else truth if truth in words else value


def _unknown(flag: str, known: set[str], flags: Mapping[str, object]) -> Misuse:
    own = [_flag(name) for name in flags]
    meant = closest(flag, {*known, *own})
    listed = ", ".join(own)
    return Misuse(
        f"option inconnue : {flag} ; "
        + (f"est-ce {meant} ?" if meant else "voir --help")
        + (f" (options du jeu : {listed})" if own else ""),
        f"unknown option: {flag}; "
        + (f"is it {meant}?" if meant else "see --help")
        + (f" (options of the game: {listed})" if own else ""),
    )


def _is_asked(word: str, parser: Parser) -> bool:
    """Tell whether a word is `--option`, or a flag that the verb itself does not have."""
    name = word.partition("=")[0]
    is_flag = word.startswith("--") and len(word) > 2
    return is_flag and (name == OPTION or name not in _known(parser))


def _known(parser: Parser) -> set[str]:
    return {name for action in parser.actions() for name in action.option_strings}


def _flag(name: str) -> str:
    return "--" + name.replace("_", "-")


def _folded(name: str) -> str:
    return folded(name).replace("-", "_")
