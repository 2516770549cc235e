"""What `livret check` found is kept, found again, and dropped as soon as anything changes."""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from livret.dsl import cache, kept
from livret.interpreter import checking
from livret.rulesets import shipped

Command = Callable[..., Any]

RULES = """\
joueurs 2

issue Fin

état jamais_lu : nombre = 0

déroulement :
  J1 choisit si oui_ou_non "Finir"
  finir Fin
"""
MANIFEST = "titre: Essai\nfichiers: [regles.livret, suite/plus.livret]\n"


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """Return a game with a warning, whose files were not written just now."""
    folder = tmp_path / "jeu"
    (folder / "suite").mkdir(parents=True)
    write(folder / "livret.yaml", MANIFEST)
    write(folder / "regles.livret", RULES)
    write(folder / "suite" / "plus.livret", "issue Autre\n")
    return folder


@pytest.fixture
def checks(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Return the folders that were really checked, in order."""
    done: list[Path] = []
    check = checking.check_folder

    def watched(folder: Path, *rest: Any) -> Any:
        done.append(folder)
        return check(folder, *rest)

    monkeypatch.setattr(checking, "check_folder", watched)
    return done


def write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")
    os.utime(path, (1_000_000_000, 1_000_000_000))


def findings(room: Path) -> Path:
    (file,) = (path for path in room.iterdir() if path.name.startswith("findings-"))
    return file


def test_what_was_found_is_found_again(
    room: Path, game: Path, checks: list[Path], command: Command
) -> None:
    first = command("check", game)
    assert "alerte" in first.out
    assert command("check", game) == first
    assert len(checks) == 1
    as_json = command("check", game, "--format", "json")
    shutil.rmtree(room)
    assert command("check", game, "--format", "json") == as_json
    assert len(checks) == 2


@pytest.mark.parametrize("path", sorted(shipped().values()), ids=lambda path: path.name)
def test_shipped_games_are_recalled(
    room: Path, path: Path, checks: list[Path], command: Command
) -> None:
    copy = room.parent / path.name
    shutil.copytree(path, copy)
    for file in copy.rglob("*"):
        os.utime(file, (1_000_000_000, 1_000_000_000))
    assert command("check", copy) == command("check", copy)
    assert len(checks) == 1


def change(game: Path) -> None:
    write(game / "regles.livret", RULES.replace("jamais_lu", "jamais_lue"))


def change_elsewhere(game: Path) -> None:
    write(game / "suite" / "plus.livret", "issue Encore\n")


def change_manifest(game: Path) -> None:
    write(game / "livret.yaml", "titre: Essai\n")


def add(game: Path) -> None:
    write(game / "cartes.yaml", "groupes: []\n")


def remove(game: Path) -> None:
    (game / "suite" / "plus.livret").unlink()


def link(game: Path) -> None:
    (game / "regles.livret").rename(game / "suite" / "regles.livret")
    (game / "regles.livret").symlink_to(game / "suite" / "regles.livret")


@pytest.mark.parametrize(
    "happen", [change, change_elsewhere, change_manifest, add, remove, link]
)
def test_a_change_is_seen(
    happen: Callable[[Path], None],
    room: Path,
    game: Path,
    checks: list[Path],
    command: Command,
) -> None:
    command("check", game)
    happen(game)
    after = command("check", game)
    assert len(checks) == 2
    shutil.rmtree(room)
    assert command("check", game) == after


def test_another_question_has_another_answer(
    room: Path, game: Path, checks: list[Path], command: Command
) -> None:
    command("check", game)
    assert command("check", game, "--variant", "rapide").status == 1
    assert command("check", game, "--no-errata").status == 0
    assert len(checks) == 3


def test_other_code_finds_anew(
    room: Path,
    game: Path,
    checks: list[Path],
    command: Command,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    command("check", game)
    monkeypatch.setattr(kept, "__version__", "999")
    # A process goes on as it began, whatever stands on disk now.
    command("check", game)
    assert len(checks) == 1
    monkeypatch.setattr(kept, "code_stamp", kept.code_stamp.__wrapped__)
    command("check", game)
    assert len(checks) == 2


@pytest.mark.parametrize("inside", [b"", b"{", b"[]", b"{}", b'{"code": 3}', b"null"])
@pytest.mark.parametrize("is_signed", [False, True])
def test_a_damaged_or_foreign_file_is_written_anew(
    inside: bytes,
    is_signed: bool,
    room: Path,
    game: Path,
    checks: list[Path],
    command: Command,
) -> None:
    first = command("check", game)
    good = findings(room).read_bytes()
    damaged = hashlib.sha256(inside).digest() + inside if is_signed else good[:20] + inside
    findings(room).write_bytes(damaged)
    assert command("check", game) == first
    assert len(checks) == 2
    assert findings(room).read_bytes() == good


def test_files_written_just_now_may_still_change(
    room: Path, game: Path, checks: list[Path], command: Command
) -> None:
    (game / "regles.livret").write_text(RULES, encoding="utf-8")
    command("check", game)
    command("check", game)
    assert len(checks) == 2


def test_files_that_cannot_be_read_are_looked_for_each_time(
    room: Path, game: Path, checks: list[Path], command: Command
) -> None:
    (game / "suite" / "plus.livret").unlink()
    assert command("check", game).status == 1
    write(game / "suite" / "plus.livret", "issue Autre\n")
    assert command("check", game).status == 0


def test_the_cache_does_not_grow_for_ever(
    room: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "MOST", 10)
    for number in range(25):
        cache.write_cached(f"piece-{number}", b"content")
        os.utime(room / f"piece-{number}", (number, number))
    left = {path.name for path in room.iterdir()}
    assert len(left) <= 10
    assert "piece-24" in left
    assert cache.read_cached("piece-24") == b"content"
    assert cache.read_cached("piece-0") is None
