"""The command line: words in, exit status out. The verbs are in `commands/`."""

from __future__ import annotations

import gc
import io
import os
import sys
from argparse import Namespace
from collections.abc import Sequence

from .. import __version__
from ..dsl.terms import Lang
from .arguments import Parser
from .commands import FINE, FOUND, MISUSED, VERBS, load_command
from .language import Text, choose_language, in_language
from .misuse import Misuse, Unsound
from .option_flags import show_flags, with_options
from .screen import Screen, wants_colour

#: Exit statuses of a command that was ended from outside, as shells count them.
INTERRUPTED, NOBODY_READS = 130, 141
#: How many new objects between two searches for circles, and searches between deeper ones.
SELDOM = (50_000, 20, 50)


def main(words: Sequence[str] | None = None) -> int:
    """Run one command; no mistake of the user and no fault of ours shows a traceback."""
    words = sys.argv[1:] if words is None else list(words)
    # What is parsed stays, and states hold no circles: there is little to look for.
    gc.set_threshold(*SELDOM)
    lang = choose_language(_asked_language(words), os.environ)
    _write_anything()
    try:
        status = _run(words, Screen(lang))
        sys.stdout.flush()
        return status
    except Misuse as misuse:
        french, english = misuse.text
        return _complain((f"livret : {french}", f"livret: {english}"), lang)
    except Unsound as unsound:
        _complain((unsound.text, unsound.text), lang)
        return MISUSED if unsound.is_misuse else FOUND
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # What is still buffered has no reader either.
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
        return NOBODY_READS
    except OSError as error:
        reason = f"{error.filename}: {error.strerror}" if error.filename else str(error)
        return _complain((f"livret : {reason}", f"livret: {reason}"), lang)
    except Exception as error:
        told = _told(error, Screen(lang))
        if told is not None:
            return told
        if os.environ.get("LIVRET_DEBUG"):
            raise
        fault = f"{type(error).__name__}: {error}".splitlines()[0]
        french = f"livret a failli ({fault}) ; LIVRET_DEBUG=1 montre les détails"
        english = f"livret failed ({fault}); LIVRET_DEBUG=1 shows the details"
        return _complain((french, english), lang)


def _told(error: Exception, screen: Screen) -> int | None:
    """Write the diagnostics of a game or ruleset that failed, and return the exit status.

    None: it is another error.
    """
    # Only a verb that plays can fail so; the others have not loaded what plays.
    if f"{__package__}.faults" not in sys.modules:
        return None
    from .faults import GameError, RulesetError
    from .loading import is_misuse, render_findings

    status = FOUND
    match error:
        case GameError():
            found = [error.diagnostic]
        case RulesetError():
            found = list(error.diagnostics)
            status = MISUSED if is_misuse(found) else FOUND
        case _:
            return None
    screen.complain(render_findings(found, screen, wants_colour(sys.stderr)))
    return status


def _run(words: list[str], screen: Screen) -> int:
    """Find the verb, read its arguments, run it."""
    index = _verb_index(words)
    if index is None:
        return _run_without_verb(words, screen)
    verb, rest = words[index], words[:index] + words[index + 1 :]
    if verb not in VERBS:
        from ..dsl.suggestions import closest

        meant = closest(verb, VERBS)
        raise Misuse(
            f"verbe inconnu : {verb} ; "
            + (f"est-ce {meant} ?" if meant else "voir « livret --help »"),
            f"unknown verb: {verb}; "
            + (f"is it {meant}?" if meant else "see “livret --help”"),
        )
    command = load_command(verb)
    parser = verb_parser(verb, screen)
    if {"-h", "--help"}.intersection(rest):
        show_flags(rest, parser)
    else:
        rest = with_options(rest, parser)
    try:
        arguments = parser.parse_args(rest)
    except SystemExit:  # --help has been written
        return FINE
    return command.run(arguments, screen)


def verb_parser(verb: str, screen: Screen) -> Parser:
    """Return the parser of a verb's arguments."""
    command = load_command(verb)
    parser = Parser(screen.lang, verb, VERBS[verb])
    command.declare(parser)
    parser.show_examples(command.EXAMPLES)
    return parser


def _run_without_verb(words: list[str], screen: Screen) -> int:
    """Show the version, or the verbs."""
    parser = top_parser(screen)
    try:
        arguments: Namespace = parser.parse_args(words)
    except SystemExit:
        return FINE
    if arguments.version:
        screen.write(f"livret {__version__}")
    else:
        parser.print_help()
    return FINE


def top_parser(screen: Screen) -> Parser:
    """Return the parser of what stands before a verb, or without one."""
    summary = (
        "Règles de jeux : les écrire, les vérifier, les jouer.",
        "Rules of games: write them, check them, play them.",
    )
    parser = Parser(screen.lang, "", summary)
    parser.usage = screen.pick(
        "livret [--lang {fr,en}] VERBE …", "livret [--lang {fr,en}] VERB ..."
    )
    version = ("montre la version", "show the version")
    parser.add("--version", text=version, action="store_true")
    size = max(map(len, VERBS)) + 2
    lines = [screen.pick("verbes :", "verbs:")]
    lines += [f"  {verb:{size}}{screen.pick(*text)}" for verb, text in VERBS.items()]
    more = ("« livret VERBE --help » en dit plus.", "“livret VERB --help” says more.")
    parser.epilog = "\n".join([*lines, "", screen.pick(*more)])
    return parser


def _verb_index(words: list[str]) -> int | None:
    """Return where the verb stands: the first word that is no option, nor its value."""
    for index, word in enumerate(words):
        if not word.startswith("-") and (index == 0 or words[index - 1] != "--lang"):
            return index
    return None


def _asked_language(words: list[str]) -> str | None:
    """Return the value of `--lang`, wherever it stands: messages need it before parsing."""
    for index, word in enumerate(words):
        if word == "--":
            return None
        if word.startswith("--lang="):
            return word.removeprefix("--lang=")
        if word == "--lang" and index + 1 < len(words):
            return words[index + 1]
    return None


def _write_anything() -> None:
    """Let no character a terminal cannot show end a command."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _complain(text: Text, lang: Lang) -> int:
    """Write a line on standard error and return the exit status."""
    sys.stdout.flush()
    print(in_language(text, lang), file=sys.stderr)
    return MISUSED
