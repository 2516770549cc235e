"""What the tests share: golden texts and the option that accepts them; commands."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from livret.interpreter.cli import main


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--accept", action="store_true", help="rewrite golden texts with what comes out"
    )


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[Path, str], None]:
    """Return a function that compares a text with a file, or with --accept writes it."""

    def compare(path: Path, text: str) -> None:
        if request.config.getoption("--accept"):
            path.write_text(text, encoding="utf-8", newline="\n")
        expected = path.read_text(encoding="utf-8") if path.exists() else ""
        assert text == expected, f"{path.name} differs; `pytest --accept` rewrites it"

    return compare


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty cache of our own."""
    folder = tmp_path / "cache"
    folder.mkdir(mode=0o700)
    monkeypatch.setenv("LIVRET_CACHE", str(folder))
    return folder


@dataclass(frozen=True)
class Outcome:
    """What a command did."""

    status: int
    out: str
    err: str


Command = Callable[..., Outcome]


@pytest.fixture
def command(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path_factory: pytest.TempPathFactory,
) -> Command:
    """Return a function that runs one command line in this process, in French."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path_factory.mktemp("state")))
    for name in ("LC_ALL", "LC_MESSAGES", "LANG", "LIVRET_DEBUG"):
        monkeypatch.delenv(name, raising=False)

    def run(*words: str | Path) -> Outcome:
        capsys.readouterr()
        status = main([str(word) for word in words])
        return Outcome(status, *capsys.readouterr())

    return run
