"""The catalogue of diagnostics: every code is reported, worded in two languages, explained."""

import importlib.util
import re
from pathlib import Path
from string import Formatter

import pytest

from livret.dsl.diagnostics import Message
from livret.dsl.messages import MESSAGES
from livret.dsl.symbols import Category
from livret.dsl.terms import TERMS, phrase

ROOT = Path(__file__).parent.parent
CODES = pytest.mark.parametrize(("code", "message"), MESSAGES.items(), ids=MESSAGES)


def blanks(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def helps(texts: str | tuple[str, ...]) -> tuple[str, ...]:
    return (texts,) if isinstance(texts, str) else texts


def in_one_language(name: str) -> str:
    """Return the name of a blank without the language it is for."""
    return re.sub("_(fr|en)$", "", name)


@CODES
def test_both_languages_say_the_same(code: str, message: Message) -> None:
    french, english = helps(message.help_fr), helps(message.help_en)
    assert len(french) == len(english)
    pairs = [(message.fault_fr, message.fault_en), *zip(french, english, strict=True)]
    for one, other in (*pairs, *message.labels.values()):
        assert set(map(in_one_language, blanks(one))) == set(
            map(in_one_language, blanks(other))
        ), f"{code}: {one} / {other}"


@CODES
def test_fault_is_one_plain_sentence(code: str, message: Message) -> None:
    for text in (message.fault_fr, message.fault_en):
        assert text and not text.endswith(".") and "\n" not in text
    assert "“" not in message.fault_fr and "«" not in message.fault_en


@CODES
def test_code_is_explained(code: str, message: Message) -> None:
    assert len(message.explanation) > 40, "say what is refused, why, and what to write"
    assert message.explanation.rstrip().endswith(".")
    assert message.explanation.count("``") % 2 == 0


def test_every_code_is_reported_and_every_reported_code_is_worded() -> None:
    reported: set[str] = set()
    for folder in ("dsl", "interpreter"):
        for path in (ROOT / folder).rglob("*.py"):
            if not path.name.startswith("messages"):
                reported |= set(re.findall(r'"([A-Z]\d\d)"', path.read_text("utf-8")))
    assert reported == set(MESSAGES)


def test_every_category_has_its_terms() -> None:
    assert set(Category) <= set(TERMS)
    assert phrase(Category.WINDOW, "fr") == "une fenêtre"
    assert phrase("fenêtre", "en") == "a window"
    assert phrase("autre chose", "en") == "autre chose"


def test_every_code_has_a_page_with_its_explanation_and_example(tmp_path: Path) -> None:
    spec = importlib.util.spec_from_file_location(
        "diagnostic_pages", ROOT / "docs" / "diagnostic_pages.py"
    )
    assert spec is not None and spec.loader is not None
    pages = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(pages)
    (tmp_path / "Z99.rst").write_text("a code that is gone", "utf-8")
    pages.write_pages(tmp_path)
    assert {path.stem for path in tmp_path.iterdir()} == set(MESSAGES)
    for code, message in MESSAGES.items():
        text = (tmp_path / f"{code}.rst").read_text("utf-8")
        assert message.explanation in text
    page = (tmp_path / "N01.rst").read_text("utf-8")
    assert "pionts" in page and "nom inconnu" in page and "unknown name" in page


def test_index_of_the_pages_has_every_family() -> None:
    index = (ROOT / "docs" / "diagnostics" / "index.rst").read_text("utf-8")
    listed = set(re.findall(r"^   ([A-Z])\[0-9\]\[0-9\]$", index, re.MULTILINE))
    assert listed == {code[0] for code in MESSAGES}
