"""What was parsed is kept between runs, and made anew as soon as anything changes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from livret.dsl import loader, remembered
from livret.dsl.loader import Reading, read
from livret.dsl.source import Source

MANIFEST = "titre: Essai\n"
COMPONENTS = """\
groupes:
  - provenance: {origine: reconstitué}
    composants:
      - id: carte
        type: Carte
        capacités: |
          action Jouer "Jouer" :
            pendant Tour
            effet :
              total augmente de 1
"""
STATEMENTS = (
    "enonces:\n  - {id: E-1, genre: regle, titre: Un, section: a, executable: oui}\n"
)
RULES = "joueurs 2\ntype Carte\ncompteur total\nissue Fin\nfenêtre Tour\n"
COURSE = "déroulement :\n  ouvrir Tour pour J1\n  finir Fin\n"


@pytest.fixture
def game(tmp_path: Path) -> Path:
    folder = tmp_path / "jeu"
    folder.mkdir()
    texts = {
        "livret.yaml": MANIFEST,
        "cartes.yaml": COMPONENTS,
        "enonces.yaml": STATEMENTS,
        "regles.livret": RULES,
        "tour.livret": COURSE,
    }
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return what was really parsed, in order: names of files, `cards`, `statements`."""
    done: list[str] = []

    def watch(name: str, told: Callable[..., str]) -> None:
        function = getattr(loader, name)

        def watched(*arguments: Any) -> Any:
            done.append(told(*arguments))
            return function(*arguments)

        monkeypatch.setattr(loader, name, watched)

    def text_of(source: Source, *_: object) -> str:
        return source.path.name

    watch("parse", text_of)
    watch("load_components", lambda *_: "cards")
    watch("load_statements", lambda *_: "statements")
    return done


EVERYTHING = ["cartes.yaml", "cards", "regles.livret", "statements", "tour.livret"]


def kept_file(room: Path) -> Path:
    (found,) = (path for path in room.iterdir() if path.name.startswith("parsed-"))
    return found


def parsed(game: Path, work: list[str]) -> tuple[Reading, list[str]]:
    work.clear()
    return read(game), sorted(work)


def test_a_second_reading_parses_nothing(room: Path, game: Path, work: list[str]) -> None:
    first, done = parsed(game, work)
    assert done == sorted(EVERYTHING)
    second, done = parsed(game, work)
    assert done == []
    assert second == first and first.blocks["carte"]
    assert not first.findings


@pytest.mark.parametrize(
    ("name", "old", "new", "again"),
    [
        ("tour.livret", "J1", "J2", ["tour.livret"]),
        ("regles.livret", "compteur total", "compteur  total", ["regles.livret"]),
        ("cartes.yaml", "Jouer", "Agir", ["cards", "cartes.yaml"]),
        ("cartes.yaml", "id: carte", "id: autre", ["cards"]),
        ("enonces.yaml", "Un", "Deux", ["statements"]),
    ],
)
def test_only_what_changed_is_parsed_again(
    room: Path, game: Path, work: list[str], name: str, old: str, new: str, again: list[str]
) -> None:
    first, _ = parsed(game, work)
    path = game / name
    path.write_text(path.read_text("utf-8").replace(old, new), encoding="utf-8")
    second, done = parsed(game, work)
    assert done == again
    assert second != first
    assert parsed(game, work) == (second, [])


def test_mistakes_are_told_again(room: Path, game: Path, work: list[str]) -> None:
    (game / "tour.livret").write_text("déroulement :\n  finirr Fin\n", encoding="utf-8")
    first, _ = parsed(game, work)
    assert first.findings
    assert parsed(game, work) == (first, [])


@pytest.mark.parametrize("damage", [b"", b"x" * 200, None], ids=["empty", "other", "cut"])
def test_a_damaged_file_is_not_trusted(
    room: Path, game: Path, work: list[str], damage: bytes | None
) -> None:
    first, _ = parsed(game, work)
    path = kept_file(room)
    path.write_bytes(path.read_bytes()[:-1] if damage is None else damage)
    second, done = parsed(game, work)
    assert second == first and done == sorted(EVERYTHING)
    assert parsed(game, work)[1] == []


def test_other_code_parses_anew(
    room: Path, game: Path, work: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    first, _ = parsed(game, work)
    monkeypatch.setattr(remembered, "code_stamp", lambda: "other")
    second, done = parsed(game, work)
    assert second == first and done == sorted(EVERYTHING)


def test_what_is_gone_is_forgotten(room: Path, game: Path, work: list[str]) -> None:
    parsed(game, work)
    size = kept_file(room).stat().st_size
    (game / "tour.livret").unlink()
    assert parsed(game, work)[1] == []
    assert kept_file(room).stat().st_size < size


def test_a_copy_has_its_own_places(room: Path, game: Path, work: list[str]) -> None:
    parsed(game, work)
    other = game.parent / "copie"
    game.rename(other)
    reading, done = parsed(other, work)
    assert done == sorted(EVERYTHING)
    assert {each.span.path.parent for each in reading.declarations} == {other}


def test_without_a_cache_everything_is_parsed(
    game: Path, work: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LIVRET_CACHE", str(game / "regles.livret"))
    first, done = parsed(game, work)
    assert done == sorted(EVERYTHING)
    assert parsed(game, work) == (first, sorted(EVERYTHING))
