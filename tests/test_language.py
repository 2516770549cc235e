"""The language reference is proven: every construct stands in a ruleset that the tests run.

`tests/language/<topic>/` are small rulesets whose examples pytest runs; the pages
`docs/language/<topic>.rst` show parts of them; the glossary has a sentence for each word.
"""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from livret.dsl import builtins, nodes
from livret.dsl.conversion import class_name
from livret.dsl.files import read_source
from livret.dsl.grammar import keywords, tables
from livret.dsl.loader import read
from livret.dsl.printer import format_text
from livret.dsl.source import Source

Command = Callable[..., Any]

HERE = Path(__file__).parent
ROOT = HERE.parent
PAGES = ROOT / "docs" / "language"
TOPICS = sorted(path.parent for path in (HERE / "language").glob("**/livret.yaml"))
SHIPPED = sorted(path.parent for path in (ROOT / "rulesets").glob("*/livret.yaml"))
#: Pages about the language as a whole.
GENERAL = {"index", "glossary"}


def written(folders: list[Path]) -> Iterator[nodes.Node]:
    """Yield every node of the rules and ability blocks of some rulesets."""
    for folder in folders:
        reading = read(folder)
        for declaration in reading.declarations:
            yield from declaration.walk()
        for block in reading.blocks.values():
            for declaration in block:
                yield from declaration.walk()


@pytest.fixture(scope="module")
def shown() -> list[nodes.Node]:
    """All nodes of the topics and of the shipped rulesets."""
    return list(written([*TOPICS, *SHIPPED]))


def rules_of_the_grammar() -> set[str]:
    """Return the rules and aliases of the grammar that become a class of their own."""
    names = set()
    for rule in tables().rules:
        is_inlined = rule.alias is None and rule.options.expand1
        name = str(rule.alias or rule.origin.name)
        if not is_inlined and hasattr(nodes, class_name(name)):
            names.add(name)
    return names


def test_every_rule_of_the_grammar_is_shown(shown: list[nodes.Node]) -> None:
    classes = {type(node).__name__ for node in shown}
    rules = rules_of_the_grammar()
    assert len(rules) > 150
    assert sorted(rule for rule in rules if class_name(rule) not in classes) == []


def test_every_keyword_is_shown() -> None:
    met: set[str] = set()
    for folder in [*TOPICS, *SHIPPED]:
        reading = read(folder)
        blocks = [card.abilities for card in reading.components.cards.values()]
        for text in (*reading.texts.values(), *(b.text for b in blocks if b is not None)):
            state = tables().parse_interactive(text.rstrip() + "\n")
            met.update(token.type for token in state.iter_parse())
    assert sorted(word for name, word in keywords().items() if name not in met) == []


def test_every_function_is_shown(shown: list[nodes.Node]) -> None:
    called = {
        node.name.text
        for node in shown
        if isinstance(node, nodes.Call | nodes.Method | nodes.Access)
    }
    assert sorted(builtins.NAMES - called) == []


@pytest.mark.parametrize("folder", TOPICS, ids=lambda path: path.name)
def test_topic_is_clean(folder: Path, command: Command) -> None:
    done = command("check", str(folder))
    assert (done.status, done.out) == (0, "aucune erreur\n"), done.out


@pytest.mark.parametrize("folder", TOPICS, ids=lambda path: path.name)
def test_topic_is_formatted(folder: Path) -> None:
    for path in folder.glob("*.livret"):
        source = read_source(path)
        assert isinstance(source, Source)
        assert format_text(source)[0] == source.text, f"livret fmt {folder}"


def pages() -> list[Path]:
    return sorted(path for path in PAGES.glob("*.rst") if path.stem not in GENERAL)


def test_every_topic_has_a_page_and_every_page_a_topic() -> None:
    topics = {folder.name for folder in TOPICS if folder.parent.name == "language"}
    assert {page.stem for page in pages()} == topics - {"tutorial"}


@pytest.mark.parametrize("page", pages(), ids=lambda path: path.stem)
def test_page_shows_what_the_tests_run(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    includes = re.findall(
        r"^\.\. literalinclude:: (\S+)\n((?:   :.*\n)*)", text, flags=re.MULTILINE
    )
    assert includes, "a page without an example"
    for target, options in includes:
        path = (page.parent / target).resolve()
        assert path.is_file(), target
        # Decks of a topic are checked by the commands of its page.
        topic = path.parent.parent if path.parent.name == "decks" else path.parent
        assert topic in TOPICS, f"{target} is not run by the tests"
        lines = path.read_text(encoding="utf-8").splitlines()
        marks = re.findall(r":(?:start-after|end-before): (.*)", options)
        for mark in marks:
            assert sum(mark == line.strip() for line in lines) == 1, f"{target}: {mark}"


def glossary() -> dict[str, str]:
    """Return the keywords of the glossary with what is said of them."""
    text = (PAGES / "glossary.rst").read_text(encoding="utf-8")
    rows = re.split(r"^   \* - ", text, flags=re.MULTILINE)[1:]
    entries: dict[str, str] = {}
    for row in rows:
        head, _, rest = row.partition("\n")
        for word in re.findall(r"``(\w+)``", head):
            assert word not in entries, f"{word} stands twice"
            entries[word] = " ".join(rest.replace("     - ", " ").split())
    return entries


def test_glossary_has_a_sentence_for_every_keyword() -> None:
    entries = glossary()
    assert sorted(set(keywords().values()) - set(entries)) == []
    reserved = {*builtins.RESERVED - set(builtins.SEATS), builtins.AMOUNT, "J1"}
    assert sorted(set(entries) - set(keywords().values()) - reserved - builtins.NAMES) == []
    assert sorted(word for word, text in entries.items() if len(text.split()) < 3) == []
