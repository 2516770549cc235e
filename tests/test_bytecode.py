"""Generated code is kept on disk, and never trusted blindly."""

from pathlib import Path

import pytest

from livret.interpreter.bytecode import code_of


def run(source: str) -> object:
    names: dict[str, object] = {}
    exec(code_of(source, "<test>"), names)
    return names["answer"]


def test_code_is_kept_and_found_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tmp_path.chmod(0o700)
    monkeypatch.setenv("LIVRET_CACHE", str(tmp_path))
    assert run("answer = 42") == 42
    (kept,) = tmp_path.iterdir()
    stamp = kept.stat().st_mtime_ns
    assert run("answer = 42") == 42
    assert kept.stat().st_mtime_ns == stamp
    assert run("answer = 43") == 43
    assert len(list(tmp_path.iterdir())) == 2


@pytest.mark.parametrize("damage", [b"", b"short", bytes(200)])
def test_a_corrupt_file_is_written_anew(
    damage: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tmp_path.chmod(0o700)
    monkeypatch.setenv("LIVRET_CACHE", str(tmp_path))
    run("answer = 42")
    (kept,) = tmp_path.iterdir()
    good = kept.read_bytes()
    kept.write_bytes(damage)
    assert run("answer = 42") == 42
    assert kept.read_bytes() == good


def test_without_a_safe_folder_nothing_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tmp_path.chmod(0o777)
    monkeypatch.setenv("LIVRET_CACHE", str(tmp_path))
    assert run("answer = 42") == 42
    assert not list(tmp_path.iterdir())
