"""Commands that answer at once load little: what is heavy is imported where it is used."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

#: Libraries that take long to load, and what of ours needs or resembles them.
HEAVY = {
    "distributed", "jsonschema", "lark", "networkx", "pickle", "prompt_toolkit", "rich",
    "ruamel.yaml", "sphinx", "livret.dsl.loader", "livret.dsl.nodes", "livret.dsl.program",
    "livret.interpreter.compiler",
}  # fmt: skip

SCRIPT = """
import sys
from livret.interpreter.cli import main
status = main(sys.argv[1:])
print(status, *sorted(sys.modules), file=sys.stderr)
"""


def loaded(cache: Path, *words: str) -> set[str]:
    """Return the modules that a command has loaded at its good end."""
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, *words],
        env={**os.environ, "LIVRET_CACHE": str(cache)},
        capture_output=True,
        text=True,
        check=True,
    )
    status, *modules = done.stderr.split()
    assert status == "0" and done.stdout.strip()
    return set(modules)


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    (tmp_path / "cache").mkdir(mode=0o700)
    return tmp_path / "cache"


@pytest.mark.parametrize("words", [("--help",), ("--version",), ("check", "--help")])
def test_help_loads_nothing_heavy(cache: Path, words: tuple[str, ...]) -> None:
    assert "livret.interpreter.cli" in loaded(cache, *words)
    assert loaded(cache, *words) & HEAVY == set()


def test_a_warm_check_loads_nothing_heavy(cache: Path) -> None:
    assert loaded(cache, "check", "retour-du-roi") >= {"lark", "livret.dsl.nodes"}
    assert loaded(cache, "check", "retour-du-roi") & HEAVY == set()


def test_a_damaged_cache_is_made_anew(cache: Path) -> None:
    loaded(cache, "check", "morpion")
    for file in cache.iterdir():
        file.write_bytes(file.read_bytes()[:-1] + b"?")
    assert "lark" in loaded(cache, "check", "morpion")
    assert "lark" not in loaded(cache, "check", "morpion")
