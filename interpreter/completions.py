"""What can come next on a command line: the words so far in, candidates out."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from ..rulesets import shipped
from ..schemas import NAMES
from .arguments import Parser
from .cli import top_parser, verb_parser
from .commands import VERBS
from .option_flags import complete_flags
from .screen import Screen

#: A candidate that stands for: any file or folder.
FILES = ":files:"


def complete(words: Sequence[str], screen: Screen) -> list[str]:
    """Return what the last word, maybe empty, can become; `FILES` if a path fits too."""
    *before, last = words or [""]
    verb = next((word for word in before if word in VERBS), None)
    parser = top_parser(screen) if verb is None else verb_parser(verb, screen)
    found = _option_values(parser, before)
    own = complete_flags(before[before.index(verb) + 1 :], parser) if verb else {}
    if found is None and before and before[-1] in own:
        found = own[before[-1]]
    if found is None:
        rest = before[before.index(verb) + 1 :] if verb else []
        values = _positional_values(parser, rest) if verb else list(VERBS)
        found = [*_options(parser, last), *(own if last.startswith("-") else ()), *values]
    wants_files = FILES in found and not last.startswith("-")
    fitting = [word for word in found if word.startswith(last) and word != FILES]
    return [*fitting, *([FILES] if wants_files else [])]


def _options(parser: Parser, last: str) -> list[str]:
    """Return the options of a parser, once a dash is typed."""
    if not last.startswith("-"):
        return []
    return [name for action in parser.actions() for name in action.option_strings]


def _option_values(parser: Parser, before: Sequence[str]) -> list[str] | None:
    """Return the values the option just before takes, None if it takes none."""
    for action in parser.actions():
        if before and before[-1] in action.option_strings and action.nargs != 0:
            return _values(parser, action)
    return None


def _positional_values(parser: Parser, before: Sequence[str]) -> list[str]:
    """Return the values of the argument that comes next."""
    taken = _count_positionals(parser, before)
    for action in parser.actions():
        if action.option_strings:
            continue
        if taken == 0 or action.nargs in ("*", "+"):
            return _values(parser, action)
        taken -= 1
    return []


def _count_positionals(parser: Parser, words: Sequence[str]) -> int:
    """Return how many of the words are neither options nor their values."""
    with_value = {
        name
        for action in parser.actions()
        for name in action.option_strings
        if action.nargs != 0
    }
    previous = ""
    count = 0
    for word in words:
        count += not word.startswith("-") and previous not in with_value
        previous = word
    return count


def _values(parser: Parser, action: argparse.Action) -> list[str]:
    """Return the values of one argument."""
    if action.choices is not None:
        return [str(choice) for choice in action.choices]
    match parser.completes.get(action.dest):
        case "game":
            return [*shipped(), FILES]
        case "schema":
            return [*NAMES, *shipped(), FILES]
        case "file":
            return [FILES]
        case _:
            return []
