"""Shell completion: what can come next, and the scripts that ask for it."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from livret.interpreter.commands import VERBS
from livret.interpreter.commands.completion import SCRIPTS
from livret.interpreter.completions import FILES, complete
from livret.interpreter.screen import Screen
from livret.rulesets import shipped
from livret.schemas import NAMES

Command = Callable[..., Any]


def after(*words: str) -> list[str]:
    """Return what the last word can become."""
    return complete(words, Screen("fr"))


def test_verbs_come_first() -> None:
    assert after("") == after() == list(VERBS)
    assert after("ch") == ["check"]
    assert after("--lang", "en", "ch") == ["check"]


def test_options_come_after_a_dash() -> None:
    assert after("list", "--f") == ["--format"]
    assert "--help" in after("--")
    assert FILES not in after("info", "-")


def test_an_option_is_followed_by_its_values() -> None:
    assert after("list", "--format", "") == ["text", "json"]
    assert after("--lang", "e") == ["en"]
    assert after("coverage", "morpion", "--inventory", "x") == [FILES]


def test_games_and_files_complete_a_game() -> None:
    assert after("info", "") == [*shipped(), FILES]
    assert after("info", "morp") == ["morpion", FILES]
    assert after("info", "morpion", "") == []
    assert after("check", "morpion", "puis") == ["puissance-4", FILES]


def test_schemas_complete_their_verb() -> None:
    assert after("schema", "") == [*NAMES, *shipped(), FILES]


def test_an_option_that_takes_a_value_is_no_argument() -> None:
    assert after("info", "--as-of", "2014-01-01", "morp") == ["morpion", FILES]


@pytest.mark.parametrize("shell", SCRIPTS)
def test_every_shell_has_a_script(command: Command, shell: str) -> None:
    outcome = command("completion", shell)
    assert outcome.status == 0
    assert "livret completion words" in outcome.out
    assert FILES in outcome.out and "%" not in outcome.out
    if shutil.which(shell):
        checked = subprocess.run([shell, "-n"], input=outcome.out, text=True)
        assert checked.returncode == 0


def test_an_unknown_shell_is_wrong_usage(command: Command) -> None:
    assert command("completion", "tcsh").status == 2


#: What each shell runs to complete « livret info mor », and what it then offers.
_COMPLETES = {
    "bash": (
        """
        compopt() { :; }
        eval "$(livret completion bash)"
        COMP_WORDS=(livret info mor) COMP_CWORD=2
        _livret
        printf '%s\\n' "${COMPREPLY[@]}"
        """,
        ["morpion", "morceau.livret"],
    ),
    "zsh": (
        """
        compdef() { :; }
        _files() { print -l mor*(N); }
        compadd() { print -l "${(@P)2}"; }
        eval "$(livret completion zsh)"
        words=(livret info mor) CURRENT=3
        _livret
        """,
        ["morceau.livret", "morpion"],
    ),
    "fish": (
        """
        livret completion fish | source
        complete -C "livret info mor"
        """,
        ["morpion", "morceau.livret"],
    ),
}


@pytest.mark.parametrize("shell", _COMPLETES)
def test_a_shell_completes(shell: str, tmp_path: Path) -> None:
    """The function the shell calls, with the words the shell gives it."""
    if shutil.which(shell) is None:
        pytest.skip(f"needs {shell}")
    program = tmp_path / "livret"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m livret.interpreter "$@"\n')
    program.chmod(0o755)
    (tmp_path / "morceau.livret").touch()
    script, offered = _COMPLETES[shell]
    environment = {
        **os.environ,
        "PATH": f"{tmp_path}:{os.environ['PATH']}",
        "HOME": str(tmp_path),
    }
    done = subprocess.run(
        [shell, "-c", script],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=environment,
    )
    assert done.stderr == ""
    assert sorted(done.stdout.split()) == sorted(offered)
