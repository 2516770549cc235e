"""`livret fmt`: what it changes, what it leaves alone, and that it loses nothing."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from livret.dsl import writing

Command = Callable[..., Any]

UNEVEN = "joueurs   2\n\n\n# Une remarque\nissue  Fin   # la fin\n"
EVEN = "joueurs 2\n\n# Une remarque\nissue Fin  # la fin\n"
CARDS = """\
groupes:
  - provenance: {origine: livret,   lignes: "3"}   # tel quel
    composants:
      - id: reine
        capacités: |
          action   Jouer :
             pendant Coup
             effet :
                 ne rien faire
"""


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    path = tmp_path / "regles.livret"
    path.write_text(UNEVEN, encoding="utf-8")
    return path


def test_fmt_writes_the_canonical_text(command: Command, rules: Path) -> None:
    outcome = command("fmt", rules)
    assert (outcome.status, outcome.out) == (0, "")
    assert str(rules) in outcome.err
    assert rules.read_text(encoding="utf-8") == EVEN
    assert command("fmt", rules).err == "1 fichier, 0 mis en forme\n"


def test_check_writes_nothing_and_fails(command: Command, rules: Path) -> None:
    assert command("fmt", "--check", rules).status == 1
    assert rules.read_text(encoding="utf-8") == UNEVEN
    rules.write_text(EVEN, encoding="utf-8")
    assert command("fmt", "--check", rules).status == 0


def test_diff_writes_nothing_and_shows_the_change(command: Command, rules: Path) -> None:
    outcome = command("fmt", "--diff", rules)
    assert outcome.status == 1
    assert "-joueurs   2\n" in outcome.out and "+joueurs 2\n" in outcome.out
    assert rules.read_text(encoding="utf-8") == UNEVEN


def test_a_diff_can_be_applied(command: Command, rules: Path) -> None:
    rules.write_text(UNEVEN.rstrip("\n"), encoding="utf-8")
    patch = command("fmt", "--diff", rules).out
    subprocess.run(["git", "apply", "--unsafe-paths", "-p0", "-"], input=patch, text=True,
                   cwd=rules.parent, check=True)  # fmt: skip
    assert rules.read_text(encoding="utf-8") == EVEN


def test_a_folder_is_searched_hidden_ones_left_out(command: Command, rules: Path) -> None:
    below = rules.parent / "suite" / "tour.livret"
    hidden = rules.parent / ".cache" / "tour.livret"
    for path in (below, hidden):
        path.parent.mkdir()
        path.write_text(UNEVEN, encoding="utf-8")
    assert command("fmt", rules.parent).err.endswith("2 fichiers, 2 mis en forme\n")
    assert below.read_text(encoding="utf-8") == EVEN
    assert hidden.read_text(encoding="utf-8") == UNEVEN


def test_a_file_with_mistakes_is_left_alone(command: Command, rules: Path) -> None:
    wrong = rules.parent / "faux.livret"
    wrong.write_text("joueurs   2 à à\n", encoding="utf-8")
    outcome = command("fmt", rules.parent)
    assert outcome.status == 1
    assert f"{wrong}:1:15: S" in outcome.out
    assert wrong.read_text(encoding="utf-8") == "joueurs   2 à à\n"
    assert rules.read_text(encoding="utf-8") == EVEN


def test_only_the_abilities_of_a_yaml_file_change(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "cartes.yaml"
    path.write_text(CARDS, encoding="utf-8")
    assert command("fmt", path).status == 0
    after = path.read_text(encoding="utf-8")
    head, tail = CARDS.split("|\n")
    assert after.startswith(f"{head}|\n")
    assert "          action Jouer :\n            pendant Coup\n" in after
    assert tail.count("\n") == after.split("|\n")[1].count("\n")


def test_standard_input_goes_to_standard_output(tmp_path: Path) -> None:
    run = [sys.executable, "-m", "livret.interpreter", "fmt", "-"]
    done = subprocess.run(run, input=UNEVEN, capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, EVEN, "")
    wrong = subprocess.run(run, input="joueurs 2 à à\n", capture_output=True, text=True)
    assert (wrong.returncode, wrong.stdout) == (1, "joueurs 2 à à\n")
    assert ": S" in wrong.stderr


def test_permissions_and_links_are_kept(command: Command, rules: Path) -> None:
    rules.chmod(0o640)
    link = rules.parent / "lien.livret"
    link.symlink_to(rules.name)
    assert command("fmt", link).status == 0
    assert link.is_symlink()
    assert rules.stat().st_mode & 0o777 == 0o640
    assert rules.read_text(encoding="utf-8") == EVEN


def test_a_write_that_fails_leaves_the_old_text(
    command: Command, rules: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device", str(rules))

    monkeypatch.setattr(writing.os, "fsync", fail)
    outcome = command("fmt", rules)
    assert outcome.status == 2
    assert "No space left" in outcome.err and "Traceback" not in outcome.err
    assert rules.read_text(encoding="utf-8") == UNEVEN
    assert [path.name for path in rules.parent.iterdir()] == [rules.name]


def test_without_paths_the_current_folder_counts(
    command: Command, rules: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(rules.parent)
    assert command("fmt").status == 0
    assert rules.read_text(encoding="utf-8") == EVEN
    (tmp_path / "vide").mkdir()
    monkeypatch.chdir(tmp_path / "vide")
    assert command("fmt").status == 2


def test_what_is_no_rule_file_is_refused(command: Command, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("x", encoding="utf-8")
    for name in ("a.txt", "absent.livret"):
        outcome = command("fmt", tmp_path / name)
        assert (outcome.status, outcome.out) == (2, "")


def test_bytes_that_are_no_text_are_a_finding(command: Command, rules: Path) -> None:
    rules.write_bytes(b"joueurs 2\n\xff\xfe\n")
    outcome = command("fmt", rules)
    assert outcome.status == 1 and "S24" in outcome.out
    assert rules.read_bytes() == b"joueurs 2\n\xff\xfe\n"
