"""What the README, the tutorial and the language pages show is what the commands print."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
#: Stands for any lines.
ANYTHING = "…"
#: Pages about the language that show commands; they run beside the rulesets they are about.
LANGUAGE = sorted(
    path.relative_to(ROOT).as_posix()
    for path in (ROOT / "docs/language").glob("*.rst")
    if "code-block:: console" in path.read_text(encoding="utf-8")
)


def blocks(path: Path) -> Iterator[list[str]]:
    """Yield the console blocks of a page, without their margin."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".md":
        for found in re.findall(r"```console\n(.*?)```", text, re.DOTALL):
            yield found.splitlines()
        return
    for found in re.findall(r"code-block:: console\n\n((?:   .*\n|\n)+)", text):
        yield [line[3:] for line in found.rstrip("\n").split("\n")]


def commands(path: Path) -> Iterator[tuple[str, list[str]]]:
    """Yield each command of a page with the lines shown under it."""
    for block in blocks(path):
        command, shown = "", list[str]()
        for line in [*block, "$ "]:
            if not line.startswith("$ "):
                shown.append(line)
                continue
            if command:
                yield command, shown
            command, shown = line[2:], []


def is_shown(lines: list[str], shown: list[str]) -> bool:
    """Tell whether printed lines are those shown, `…` standing for any."""
    if not shown:
        return not lines
    if shown[0].strip() == ANYTHING:
        return any(is_shown(lines[start:], shown[1:]) for start in range(len(lines) + 1))
    return bool(lines) and lines[0] == shown[0].rstrip() and is_shown(lines[1:], shown[1:])


#: The rulesets the page about timing shows, by the name they have there.
TIMING = {
    "garde": "tests/games/garde",
    "erratum": "tests/museum/01a-erratum-in-a-wrong-phase/faulty",
    "mended": "tests/museum/01a-erratum-in-a-wrong-phase/mended",
    "reaction": "tests/museum/03-action-in-a-reaction-step/faulty",
}


@pytest.mark.parametrize(
    "page",
    ["README.md", "docs/tutorial.rst", "docs/timing.rst", "docs/mutation.rst", *LANGUAGE],
)
def test_commands_print_what_is_shown(page: str, tmp_path: Path) -> None:
    if page in ("docs/timing.rst", "docs/mutation.rst"):
        for name, folder in TIMING.items():
            shutil.copytree(ROOT / folder, tmp_path / name)
    elif page in LANGUAGE:
        shutil.copytree(ROOT / "tests/language", tmp_path, dirs_exist_ok=True)
    else:
        shutil.copytree(ROOT / "tests/language/tutorial", tmp_path / "course")
    if page == "README.md":
        # It opens with a mistake being answered.
        file = tmp_path / "course" / "regles.livret"
        text = file.read_text(encoding="utf-8")
        file.write_text(
            text.replace("j.pion augmente", "j.pions augmente"), encoding="utf-8"
        )
    environment = {
        **os.environ,
        "LC_ALL": "en_US.UTF-8",
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        "XDG_STATE_HOME": str(tmp_path / "state"),
    }
    played = 0
    for command, shown in commands(ROOT / page):
        done = subprocess.run(
            ["sh", "-c", command],
            cwd=tmp_path,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
        )
        lines = [line.rstrip() for line in done.stdout.splitlines()]
        assert is_shown(lines, shown), f"{command}\n{done.stdout}"
        played += 1
    assert played


def test_anything_stands_for_lines() -> None:
    assert is_shown(["a", "b", "c"], ["a", "…", "c"])
    assert is_shown(["a"], ["…", "a", "…"])
    assert not is_shown(["a", "b"], ["a"])
    assert not is_shown(["a"], ["…", "b"])
