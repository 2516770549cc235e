"""YAML is read as plain data with places; what is not plain data is a diagnostic."""

import os
import random
import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from livret.dsl import render, yaml_source
from livret.dsl.diagnostics import Diagnostic
from livret.dsl.parser import parse
from livret.dsl.source import Source
from livret.dsl.yaml_source import (
    Located,
    LocatedList,
    LocatedMap,
    LocatedScalar,
    compose,
    read,
)

FILE = Path("essai.yaml")


def tree(text: str) -> Located:
    root, diagnostics = compose(Source(FILE, text))
    assert not diagnostics
    assert root is not None
    return root


def mistakes(text: str) -> list[Diagnostic]:
    diagnostics = compose(Source(FILE, text))[1]
    for diagnostic in diagnostics:
        for lang in ("fr", "en"):
            assert render.render(diagnostic, {FILE: Source(FILE, text)}, lang)
    return diagnostics


def codes(text: str) -> list[str]:
    return [diagnostic.code for diagnostic in mistakes(text)]


def plain(node: Located | None) -> object:
    """Return a tree as plain Python data."""
    match node:
        case LocatedMap():
            return {key: plain(entry.value) for key, entry in node.entries.items()}
        case LocatedList():
            return [plain(item) for item in node.items]
        case LocatedScalar():
            return node.value
        case _:
            return None


def place(node: Located | None) -> tuple[int, int, int, int]:
    assert node is not None
    span = node.span
    return span.line, span.column, span.end_line, span.end_column


# ------------------------------------------------------------------- values


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("3", 3),
        ("-12", -12),
        ("0", 0),
        ("2.5", 2.5),
        ("true", True),
        ("false", False),
        ("null", None),
        ("~", None),
        ('"3"', "3"),
        ("'true'", "true"),
        # Words other YAML readers turn into something else stay words.
        ("oui", "oui"),
        ("yes", "yes"),
        ("on", "on"),
        ("N", "N"),
        ("0x1F", "0x1F"),
        ("012", "012"),
        ("1_000", "1_000"),
        ("12:30:45", "12:30:45"),
        ("2004-12-31", "2004-12-31"),
        (".inf", ".inf"),
        ("=", "="),
        ("٣", "٣"),
    ],
)
def test_a_word_is_what_its_author_sees(text: str, value: object) -> None:
    root = tree(f"clé: {text}\n")
    assert plain(root) == {"clé": value}
    assert type(plain(root.get("clé"))) is type(value)  # type: ignore[attr-defined]


def test_keys_are_their_text() -> None:
    assert plain(tree("0: a\ntrue: b\n")) == {"0": "a", "true": "b"}


def test_every_node_knows_its_place() -> None:
    root = tree("a:\n  - {b: 1, c: deux}\n  - trois\n")
    assert isinstance(root, LocatedMap)
    items = root.get("a")
    assert isinstance(items, LocatedList)
    first, second = items.items
    assert isinstance(first, LocatedMap)
    assert place(root) == (1, 1, 3, 10)
    assert place(items) == (2, 3, 3, 10)
    assert place(first) == (2, 5, 2, 20)
    assert place(first.entries["c"].key) == (2, 12, 2, 13)
    assert place(first.get("c")) == (2, 15, 2, 19)
    assert place(second) == (3, 5, 3, 10)


def test_columns_count_composed_characters() -> None:
    decomposed = "e\N{COMBINING ACUTE ACCENT}te\N{COMBINING ACUTE ACCENT}: x\n"
    root = tree(decomposed)
    assert isinstance(root, LocatedMap)
    assert place(root.get("été")) == (1, 6, 1, 7)


def test_a_mark_of_byte_order_is_left_out(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes("\ufeffa: 1\n".encode())
    root, diagnostics = read(path)
    assert not diagnostics
    assert plain(root) == {"a": 1}


def test_line_ends_of_other_systems_change_nothing() -> None:
    assert plain(tree("a: 1\r\nb:\r\n  - x\r\n")) == {"a": 1, "b": ["x"]}


@pytest.mark.parametrize("text", ["", "\n\n", "# rien\n"])
def test_an_empty_text_has_no_tree_and_no_mistake(text: str) -> None:
    assert compose(Source(FILE, text)) == (None, [])


# ----------------------------------------------------------- ability blocks


BLOCKS = {
    "plain": ("capacités: |\n  ici\n", (2, 3)),
    "in a list": ("- nom: x\n  capacités: |\n    ici\n", (3, 5)),
    "comment after the sign": ("capacités: |  # voir plus bas\n  ici\n", (2, 3)),
    "last line end dropped": ("capacités: |-\n  ici\n", (2, 3)),
    "last line ends kept": ("capacités: |+\n  ici\n\n\n", (2, 3)),
    "indentation told": ("capacités: |2\n    ici\n", (2, 5)),
    "empty lines first": ("capacités: |\n\n\n  ici\n", (4, 3)),
    "line ends of another system": ("a: 1\r\ncapacités: |\r\n  ici\r\n", (3, 3)),
    "accents before": ("é: ê\ncapacités: |\n      ici\n", (3, 7)),
}


@pytest.mark.parametrize("name", BLOCKS)
def test_the_place_of_a_block_is_that_of_its_text(name: str) -> None:
    text, (line, column) = BLOCKS[name]
    root = tree(text)
    owner = root.items[0] if isinstance(root, LocatedList) else root
    assert isinstance(owner, LocatedMap)
    block = owner.get("capacités")
    assert isinstance(block, LocatedScalar)
    assert block.origin is not None
    lines = block.text.split("\n")
    offset = next(number for number, each in enumerate(lines) if "ici" in each)
    assert block.origin[0] + offset == line
    assert block.origin[1] + lines[offset].index("ici") == column
    assert text.replace("\r", "").split("\n")[line - 1][column - 1 :].startswith("ici")


@pytest.mark.parametrize("form", ["ici", "'ici'", ">\n  ici", '"ici"'])
def test_only_a_literal_block_has_an_origin(form: str) -> None:
    root = tree(f"capacités: {form}\n")
    assert isinstance(root, LocatedMap)
    block = root.get("capacités")
    assert isinstance(block, LocatedScalar)
    assert block.origin is None


def test_a_mistake_inside_a_block_is_shown_in_the_yaml_file() -> None:
    text = (
        "- id: carte\n"
        "  capacités: |\n"
        "\n"
        "    action Jouer :\n"
        "      pendant Tour\n"
        "      effet :\n"
        "        si x == 1 :\n"
        "          ne rien faire\n"
    )
    root = tree(text)
    assert isinstance(root, LocatedList)
    card = root.items[0]
    assert isinstance(card, LocatedMap)
    block = card.get("capacités")
    assert isinstance(block, LocatedScalar)
    assert block.origin is not None
    found = parse(Source(FILE, block.text), block.origin)[1]
    assert [(each.code, each.span.line, each.span.column) for each in found] == [
        ("S10", 7, 14)
    ]
    shown = render.render(found[0], {FILE: Source(FILE, text)})
    assert "7 |         si x == 1 :\n  |              ^^" in shown


# ---------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    ("text", "code", "line", "column"),
    [
        ("a: 1\nb: 2\na: 3\n", "Y05", 3, 1),
        ("{a: 1, a: 2}\n", "Y05", 1, 8),
        ('a: 1\n"a": 2\n', "Y05", 2, 1),
        ("a: &x 1\n", "Y06", 1, 4),
        ("a: [1]\nb: *x\n", "Y06", 2, 4),
        ("a: &x [1]\n", "Y06", 1, 4),
        ("a: 1\n---\nb: 2\n", "Y09", 2, 1),
        ("a: !!python/object/apply:os.system [ls]\n", "Y10", 1, 4),
        ("a: !!int '3'\n", "Y10", 1, 4),
        ("a: !x b\n", "Y10", 1, 4),
        ("? [a, b]\n: 1\n", "Y12", 1, 3),
        ("{[a]: 1}\n", "Y12", 1, 2),
        ("a: 12345678901\n", "Y13", 1, 4),
        ("a: -" + "9" * 500 + "\n", "Y13", 1, 4),
        ("a: " + "9" * 100_000 + "\n", "Y13", 1, 4),
        ("a:\n\tb: 1\n", "Y14", 2, 1),
        ("a: x\0y\n", "Y03", 1, 5),
        ("a: x\u2028y\n", "Y03", 1, 5),
        ("a: x\ry\n", "Y03", 1, 5),
        ('a: "x\\0y"\n', "Y03", 1, 4),
        ('a: "\\ud800"\n', "Y03", 1, 4),
        ("a: [1, 2\nb: 3\n", "Y04", 2, 2),
        ("a: b: c\n", "Y04", 1, 5),
        ('a: "b\n', "Y04", 2, 1),
        ("a: 1\n b: 2\n", "Y04", 2, 3),
        ("%YAML 9999999999999999999999.1\n---\na: 1\n", "Y04", 1, 1),
    ],
)
def test_what_is_not_plain_data_is_refused(
    text: str, code: str, line: int, column: int
) -> None:
    found = mistakes(text)
    places = [(each.code, each.span.line, each.span.column) for each in found]
    assert places == [(code, line, column)]


def test_a_second_key_shows_the_first() -> None:
    (found,) = mistakes("a: 1\nb: 2\na: 3\n")
    assert found.places[0].span.line == 1


def test_mistakes_of_one_file_are_told_together_up_to_a_number() -> None:
    assert codes("a: 1\na: 2\nb: 12345678901\n") == ["Y05", "Y13"]
    assert len(codes("a: 1\n" * 5000)) == yaml_source.MAX_MISTAKES
    assert len(codes("- 12345678901\n" * 5000)) == yaml_source.MAX_MISTAKES


# ------------------------------------------------------------ hostile files


def test_a_bomb_of_aliases_is_refused_at_its_first_sign() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    for level in range(1, 30):
        items = ", ".join([f"*a{level - 1}"] * 9)
        lines.append(f"a{level}: &a{level} [{items}]")
    assert codes("\n".join(lines) + "\n") == ["Y06"]


@pytest.mark.parametrize(
    "text",
    ["[" * 100_000, "{a: " * 50_000, "- " * 20_000 + "x", "? " * 20_000],
    ids=["brackets", "braces", "dashes", "questions"],
)
def test_deep_nesting_ends_in_a_diagnostic(text: str) -> None:
    assert codes(text)[-1] in ("Y04", "Y11", "Y12")


def test_depth_is_bounded_at_a_known_level() -> None:
    within = "[" * yaml_source.MAX_DEPTH + "]" * yaml_source.MAX_DEPTH
    assert not codes(within)
    assert codes(f"[{within}]") == ["Y11"]


def test_too_many_values_end_in_a_diagnostic() -> None:
    assert codes("[" + "1," * yaml_source.MAX_NODES + "]")[-1] == "Y08"


def test_a_huge_file_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes(b"a: 1\n")
    os.truncate(path, 10 * 1024**3)
    root, diagnostics = read(path)
    assert root is None
    assert [each.code for each in diagnostics] == ["Y07"]


def test_a_pipe_or_a_device_is_never_opened(tmp_path: Path) -> None:
    pipe = tmp_path / "tube.yaml"
    os.mkfifo(pipe)
    for path in (pipe, Path("/dev/zero"), tmp_path):
        answers: list[list[Diagnostic]] = []
        reader = threading.Thread(
            target=lambda p=path, a=answers: a.append(read(p)[1]), daemon=True
        )
        reader.start()
        reader.join(timeout=10)
        assert not reader.is_alive(), path
        assert [each.code for each in answers[0]] == ["Y01"]


def test_an_absent_file_is_told(tmp_path: Path) -> None:
    assert [each.code for each in read(tmp_path / "absent.yaml")[1]] == ["Y01"]


def test_other_encodings_are_told_at_their_place(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes("a: 1\nété: é\n".encode().replace("é\n".encode(), b"\xe9\n"))
    (found,) = read(path)[1]
    assert (found.code, found.span.line, found.span.column) == ("Y02", 2, 6)
    path.write_bytes("a: 1\n".encode("utf-16"))
    assert [each.code for each in read(path)[1]] == ["Y02"]


SOUND = """\
groupes:
  - provenance: {origine: livret, lignes: "3-4"}
    composants:
      - id: carte
        type: Carte
        valeur: -3
        capacités: |
          action Jouer :
            effet :
              ne rien faire
"""


@given(st.data())
def test_any_text_gives_a_tree_or_diagnostics(data: st.DataObject) -> None:
    """Cut, doubled, shuffled and random characters: never an exception."""
    text = data.draw(st.sampled_from([SOUND, data.draw(st.text(max_size=200))]))
    generator = random.Random(data.draw(st.integers(0, 2**32)))
    characters = list(text)
    for _ in range(generator.randrange(8)):
        at = generator.randrange(len(characters) + 1)
        match generator.randrange(4):
            case 0:
                del characters[at : at + generator.randrange(20)]
            case 1:
                characters[at:at] = generator.choice("\t\n\r:-|>&*!%@`{}[]\"'#?, é\0\x85")
            case 2:
                characters[at:at] = characters[at : at + 30]
            case _:
                characters[at:at] = generator.choice(
                    ["- ", "? ", "|2\n", ">-\n", "---\n", "..."]
                )
    root, diagnostics = compose(Source(FILE, "".join(characters)))
    assert root is None or isinstance(root, Located)
    for diagnostic in diagnostics:
        assert render.fault(diagnostic)
        assert diagnostic.span.line >= 1
        assert diagnostic.span.column >= 1
