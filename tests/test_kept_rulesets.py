"""The rules a game is played by are kept, found again, and dropped once anything changes."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

from livret.dsl.cache import read_cached, write_cached
from livret.interpreter import kept_rulesets
from livret.interpreter.api import Ruleset
from livret.interpreter.kept_rulesets import load_kept

RULES = """\
joueurs 2
issue Fin "La fin"
option mise "Mise" : nombre = 3
compteur points de Joueur = 0 "Points"
déroulement :
  J1 choisit combien parmi intervalle(1, mise) "Combien"
  J1.points augmente de combien
  finir Fin gagnants {J1}
exemple "Un point" :
  quand :
    J1 : 1
  alors :
    J1.points = 1
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a game whose files were not written just now, and an empty cache."""
    cache = tmp_path / "cache"
    cache.mkdir(mode=0o700)
    monkeypatch.setenv("LIVRET_CACHE", str(cache))
    folder = tmp_path / "jeu"
    folder.mkdir()
    write(folder, RULES)
    return folder


@pytest.fixture
def loads(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Return the folders that were really read, in order."""
    done: list[Path] = []
    load = kept_rulesets.load

    def watched(folder: Path, **rest: object) -> Ruleset:
        done.append(folder)
        return load(folder, **rest)  # type: ignore[arg-type]

    monkeypatch.setattr(kept_rulesets, "load", watched)
    return done


def write(folder: Path, text: str) -> None:
    (folder / "regles.livret").write_text(text, encoding="utf-8")
    os.utime(folder / "regles.livret", (1_000_000_000, 1_000_000_000))


def loaded(folder: Path, **options: str) -> Ruleset:
    return load_kept(folder, (), {}, options, None, True)


def kept(folder: Path) -> Path:
    (file,) = (folder.parent / "cache").glob("program-*")
    return file


def test_a_kept_ruleset_plays_the_same_game(folder: Path, loads: list[Path]) -> None:
    first, second = loaded(folder), loaded(folder)
    assert len(loads) == 1
    assert second.asked == first.asked and dict(second.hashes) == dict(first.hashes)
    one, other = first.new_game(seed=7), second.new_game(seed=7)
    one.apply(1)
    other.apply(1)
    assert one == other and one.save_data() == other.save_data()
    assert other.result is not None and other.view(0) == one.view(0)


def test_another_question_is_another_ruleset(folder: Path, loads: list[Path]) -> None:
    assert len(loaded(folder).new_game().state.options) == 3
    assert len(loaded(folder, mise="5").new_game().state.options) == 5
    assert len(loads) == 2


def test_changed_rules_are_read_anew(folder: Path, loads: list[Path]) -> None:
    loaded(folder)
    write(folder, RULES.replace("= 3", "= 4"))
    assert len(loaded(folder).new_game().state.options) == 4
    assert len(loads) == 2


def test_changed_code_reads_anew(
    folder: Path, loads: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded(folder)
    monkeypatch.setattr("livret.dsl.kept.code_stamp", lambda: "another livret")
    loaded(folder)
    assert len(loads) == 2


@pytest.mark.parametrize("damage", [b"", b"nonsense", b'{"code": 1}\n'])
def test_what_is_damaged_is_read_anew(
    folder: Path, loads: list[Path], damage: bytes
) -> None:
    loaded(folder)
    kept(folder).write_bytes(damage)
    assert loaded(folder).new_game().state.options
    assert len(loads) == 2


def test_what_another_livret_kept_is_read_anew(folder: Path, loads: list[Path]) -> None:
    loaded(folder)
    name = kept(folder).name
    content = read_cached(name)
    assert content is not None
    head = content.partition(b"\n")[0]
    for other in (b"not a pickle", pickle.dumps(3), pickle.dumps((1, 2))):
        write_cached(name, head + b"\n" + other)
        assert loaded(folder).new_game().state.options
    assert len(loads) == 4


def test_nothing_of_the_reader_is_loaded_to_play(folder: Path) -> None:
    loaded(folder)
    code = (
        "import sys; from livret.interpreter.cli import main; "
        f"main(['play', {str(folder)!r}, '--seat', 'J1=human']); "
        "heavy = ('lark', 'ruamel.yaml', 'rich', 'networkx', 'livret.dsl.nodes', "
        "'livret.dsl.messages'); print([n for n in heavy if n in sys.modules])"
    )
    environment = {**os.environ, "XDG_STATE_HOME": str(folder.parent / "state")}
    done = subprocess.run(
        [sys.executable, "-c", code], input="quitter\n", capture_output=True,
        encoding="utf-8", env=environment,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "[]"
