"""What the tests share: the option that accepts new golden texts, and golden texts."""

from collections.abc import Callable
from pathlib import Path

import pytest


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
