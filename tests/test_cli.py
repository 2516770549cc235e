"""The command line itself: verbs, help, languages, exit statuses, no traceback."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pexpect
import pytest

import livret
from livret.interpreter import commands
from livret.interpreter.cli import main
from livret.interpreter.commands import VERBS, load_command
from livret.interpreter.language import choose_language

Command = Callable[..., Any]

RUN = [sys.executable, "-m", "livret.interpreter"]


def test_version(command: Command) -> None:
    assert command("--version").out == f"livret {livret.__version__}\n"


@pytest.mark.parametrize("words", [(), ("--help",), ("-h",)])
def test_help_lists_every_verb(command: Command, words: tuple[str, ...]) -> None:
    outcome = command(*words)
    assert outcome.status == 0
    for verb, (french, _) in VERBS.items():
        assert f"  {verb} " in outcome.out
        assert french in outcome.out


def test_every_verb_is_a_module_and_every_module_a_verb() -> None:
    folder = Path(commands.__file__).parent
    modules = {path.stem for path in folder.glob("*.py")} - {"__init__"}
    assert modules == set(VERBS)


@pytest.mark.parametrize("verb", VERBS)
def test_help_of_a_verb_has_examples_in_both_languages(command: Command, verb: str) -> None:
    french, english = command(verb, "--help"), command(verb, "--help", "--lang", "en")
    assert french.status == english.status == 0
    assert "exemples :" in french.out and "examples:" in english.out
    assert f"usage : livret {verb}" in french.out
    for example, in_french, in_english in load_command(verb).EXAMPLES:
        assert example in french.out and example in english.out
        assert in_french in french.out and in_english in english.out


@pytest.mark.parametrize("verb", VERBS)
def test_an_unknown_option_is_refused_in_one_line(command: Command, verb: str) -> None:
    outcome = command(verb, "--lagn", "fr")
    assert outcome.status == 2
    assert "Traceback" not in outcome.err
    assert outcome.err.count("\n") == 1


def test_an_unknown_option_names_the_closest(command: Command) -> None:
    assert "est-ce --format ?" in command("list", "--fromat", "json").err
    assert "is it --format?" in command("list", "--fromat", "json", "--lang=en").err


def test_an_unknown_verb_names_the_closest(command: Command) -> None:
    outcome = command("chek", "morpion")
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err == "livret : verbe inconnu : chek ; est-ce check ?\n"
    assert "see “livret --help”" in command("--lang", "en", "zzz").err


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("info",), "il manque : JEU"),
        (("list", "--format", "xml"), "'xml' n'est pas parmi"),
        (("list", "--format"), "--format attend une valeur"),
        (("list", "extra"), "argument inconnu : extra"),
        (("info", "morpion", "--reading", "x"), "écrire nom=choix"),
        (("info", "morpion", "--as-of", "demain"), "n'est pas une date"),
        (("info", "morpyon"), "est-ce morpion ?"),
        (("info", "rien-de-tel"), "livret list"),
        (("--lang", "de", "list"), "n'est pas parmi"),
    ],
)
def test_wrong_usage_says_so(
    command: Command, words: tuple[str, ...], expected: str
) -> None:
    outcome = command(*words)
    assert (outcome.status, outcome.out) == (2, "")
    assert expected in outcome.err


def test_options_may_stand_before_or_after_the_verb(command: Command) -> None:
    before = command("--lang", "en", "list")
    assert before == command("list", "--lang", "en")
    assert before.out.startswith("game")


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({}, "fr"),
        ({"LANG": "C.UTF-8"}, "fr"),
        ({"LANG": "POSIX"}, "fr"),
        ({"LANG": "fr_CA.UTF-8"}, "fr"),
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANG": "de_DE"}, "en"),
        ({"LANG": "fr_FR", "LC_MESSAGES": "en_US"}, "en"),
        ({"LANG": "en_US", "LC_MESSAGES": "en_US", "LC_ALL": "fr_FR"}, "fr"),
        ({"LANG": "en_US", "LC_ALL": ""}, "en"),
    ],
)
def test_the_locale_names_the_language(environment: dict[str, str], expected: str) -> None:
    assert choose_language(None, environment) == expected


def test_an_option_goes_before_the_locale() -> None:
    assert choose_language("fr", {"LANG": "en_US"}) == "fr"


def test_a_fault_of_ours_is_one_line_and_how_to_see_more(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("first line\nsecond line")

    monkeypatch.setattr("livret.interpreter.commands.list.shipped", fail)
    outcome = command("list")
    assert outcome.status == 2
    assert outcome.err == (
        "livret a failli (ZeroDivisionError: first line) ; "
        "LIVRET_DEBUG=1 montre les détails\n"
    )
    monkeypatch.setenv("LIVRET_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        main(["list"])


def test_ctrl_c_is_quiet(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("livret.interpreter.commands.list.shipped", interrupt)
    outcome = command("list")
    assert (outcome.status, outcome.out, outcome.err) == (130, "", "")


def test_a_reader_that_leaves_is_no_failure() -> None:
    run = " ".join(RUN)
    script = f"{run} info morpion --format json | true; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True)
    assert done.stderr == ""
    assert done.stdout.strip() in ("0", "141")


def test_a_stream_that_has_no_accents_does_not_fail() -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "LANG": "C"}
    done = subprocess.run([*RUN, "--help"], capture_output=True, env=environment)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"jeux" in done.stdout


def test_output_to_a_file_has_no_colours() -> None:
    environment = {**os.environ, "FORCE_COLOR": "1", "TERM": "xterm-256color"}
    done = subprocess.run([*RUN, "list"], capture_output=True, env=environment)
    assert b"\033" not in done.stdout


@pytest.mark.parametrize(("variable", "expected"), [("LANG", True), ("NO_COLOR", False)])
def test_a_terminal_has_colours_unless_refused(variable: str, expected: bool) -> None:
    environment = {**os.environ, "TERM": "xterm-256color", variable: "1"}
    if variable != "NO_COLOR":
        environment.pop("NO_COLOR", None)
    out = pexpect.run(" ".join([*RUN, "list"]), env=environment, timeout=60)
    assert (b"\033[" in out) is expected
    assert b"morpion" in out


def test_a_narrow_terminal_breaks_long_lines() -> None:
    environment = {**os.environ, "TERM": "dumb"}
    words = [*RUN[1:], "info", "morpion"]
    child = pexpect.spawn(RUN[0], words, dimensions=(24, 40), env=environment)
    child.expect(pexpect.EOF, timeout=60)
    lines = child.before.decode().splitlines()
    assert any("Morpion" in line for line in lines)
    assert all(len(line) <= 40 for line in lines)


def test_every_verb_is_documented() -> None:
    page = (Path(__file__).parent.parent / "docs" / "cli.rst").read_text(encoding="utf-8")
    for verb in VERBS:
        assert f"\nlivret {verb}" in page, verb
