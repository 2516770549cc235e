"""Texts become nodes with their places; several mistakes are told in one run."""

import unicodedata
from pathlib import Path

import pytest
from lark import Tree

from livret.dsl import nodes
from livret.dsl.conversion import class_name
from livret.dsl.diagnostics import Diagnostic
from livret.dsl.files import read_source
from livret.dsl.grammar import tables
from livret.dsl.parser import MAX_MISTAKES, parse
from livret.dsl.source import Source, Span

CONSTRUCTS = (Path(__file__).parent / "constructs.livret").read_text(encoding="utf-8")
SECTIONS = [section.split("\n", 1) for section in CONSTRUCTS.split("\n# == ")[1:]]
FILE = Path("essai.livret")


def read(text: str, origin: tuple[int, int] = (1, 1)) -> tuple[nodes.Declaration, ...]:
    """Return the declarations of a text that must have no mistake."""
    declarations, mistakes = parse(Source(FILE, text), origin)
    assert mistakes == []
    return declarations


def places(mistakes: list[Diagnostic]) -> list[tuple[str, int, int]]:
    """Return the code, line and column of each mistake."""
    return [(found.code, found.span.line, found.span.column) for found in mistakes]


def words(declarations: tuple[nodes.Declaration, ...]) -> list[nodes.Word]:
    """Return all the words of some declarations."""
    found = (node for root in declarations for node in root.walk())
    return [node for node in found if isinstance(node, nodes.Word)]


# Constructs ------------------------------------------------------------------


@pytest.mark.parametrize(("header", "text"), SECTIONS, ids=[name for name, _ in SECTIONS])
def test_construct_is_read(header: str, text: str) -> None:
    rules = header.split(", ")
    tree = tables().parse("\n" + text)
    names = {str(subtree.data) for subtree in tree.iter_subtrees()}
    assert set(rules) <= names
    types = {type(node).__name__ for root in read(text) for node in root.walk()}
    classes = {class_name(rule) for rule in rules}
    assert {name for name in classes if hasattr(nodes, name)} <= types


def test_every_rule_of_the_grammar_is_shown() -> None:
    shown = {str(tree.data) for _, text in SECTIONS for tree in subtrees(text)}
    rules = {
        rule.alias or str(rule.origin.name)
        for rule in tables().rules
        if rule.alias or not rule.options.expand1
    }
    assert {name for name in rules if not name.startswith("_")} - shown == set()


def subtrees(text: str) -> list[Tree[object]]:
    return list(tables().parse("\n" + text).iter_subtrees())


def test_every_class_of_nodes_is_shown() -> None:
    shown = {type(node) for root in read(CONSTRUCTS) for node in root.walk()}
    concrete = {
        cls
        for cls in vars(nodes).values()
        if isinstance(cls, type)
        and issubclass(cls, nodes.Node)
        and not cls.__subclasses__()
    }
    assert concrete - shown == set()


def test_operators_bind_as_in_mathematics() -> None:
    (score,) = read("score j = 1 + 2 * 3 - 4\n")
    assert isinstance(score, nodes.Score)
    match score.value:
        case nodes.Binary(
            left=nodes.Binary(
                left=nodes.Number(value=1),
                operator=nodes.Word(text="+"),
                right=nodes.Binary(operator=nodes.Word(text="*")),
            ),
            operator=nodes.Word(text="-"),
            right=nodes.Number(value=4),
        ):
            pass
        case other:
            pytest.fail(f"{other}")


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("a et b ou c", "(a et b) ou c"),
        ("a ou b et c", "a ou (b et c)"),
        ("non a et b", "(non a) et b"),
        ("non a = b", "non (a = b)"),
        ("a où b ou c", "a où (b ou c)"),
        (
            "si a alors b sinon si c alors d sinon e",
            "si a alors b sinon (si c alors d sinon e)",
        ),
        ("si a alors b sinon c où d", "(si a alors b sinon c) où d"),
        ("-a.b", "-(a.b)"),
        ("-a * b", "(-a) * b"),
        ("a - b - c", "(a - b) - c"),
        ("a != b", "a ≠ b"),
        ("a <= b", "a ≤ b"),
        ("a >= b", "a ≥ b"),
    ],
)
def test_precedence(left: str, right: str) -> None:
    assert shape(f"score j = {left}\n") == shape(f"score j = {right}\n")


def shape(text: str) -> object:
    """Return a text's tree without places."""

    def bare(item: object) -> object:
        if isinstance(item, nodes.Node):
            names = [name for name in vars_of(item) if name != "span"]
            return type(item).__name__, [bare(getattr(item, name)) for name in names]
        return [bare(part) for part in item] if isinstance(item, tuple) else item

    return bare(read(text))


def vars_of(node: nodes.Node) -> list[str]:
    return list(type(node).__dataclass_fields__)


# Places ----------------------------------------------------------------------


def test_words_stand_where_their_span_says() -> None:
    lines = CONSTRUCTS.split("\n")
    for word in words(read(CONSTRUCTS)):
        span = word.span
        assert lines[span.line - 1][span.column - 1 : span.end_column - 1] == word.text


def test_parents_hold_their_children() -> None:
    for root in read(CONSTRUCTS):
        for node in root.walk():
            for child in node.children():
                assert start(node.span) <= start(child.span)
                assert end(child.span) <= end(node.span)


def start(span: Span) -> tuple[int, int]:
    return span.line, span.column


def end(span: Span) -> tuple[int, int]:
    return span.end_line, span.end_column


def test_an_origin_moves_every_place() -> None:
    here, there = words(read(CONSTRUCTS)), words(read(CONSTRUCTS, (11, 5)))
    for first, second in zip(here, there, strict=True):
        assert second.span.line == first.span.line + 10
        assert second.span.column == first.span.column + 4
        assert second.span.end_column == first.span.end_column + 4


def test_mistakes_in_a_block_of_another_file_have_its_places() -> None:
    text = "action Jouer :\n  exige x == 1\n\naction Passer :\n  effet\n    ne rien faire\n"
    mistakes = parse(Source(FILE, text), (21, 9))[1]
    assert places(mistakes) == [("S10", 22, 19), ("S02", 25, 16)]


def test_second_places_have_the_origin_too() -> None:
    (mistake,) = parse(Source(FILE, "phase A :\n  si x :\n  f()\n"), (21, 9))[1]
    assert mistake.code == "S03"
    assert start(mistake.places[0].span) == (22, 11)


# Several mistakes ------------------------------------------------------------

MANY = """\
joueurs 2
etat tour : nombre = 1

déroulement :
  tour = 1
  si tour == 1 :
    mélanger Pioche
  else :
    melanger Main
  finir Nulle

compteur points
issue Nulle "Rien
score j = (j.points
"""


def test_every_declaration_tells_its_mistakes() -> None:
    declarations, mistakes = parse(Source(FILE, MANY))
    assert places(mistakes) == [
        ("S06", 2, 1),
        ("S09", 5, 8),
        ("S10", 6, 11),
        ("S11", 8, 3),
        ("S06", 9, 5),
        ("S08", 13, 13),
        ("S07", 14, 11),
    ]
    kinds = [type(node).__name__ for node in declarations]
    assert kinds == ["Players", "State", "Course", "Counter", "Outcome", "Score"]


def test_reading_stops_after_many_mistakes() -> None:
    for text in ("zut\n" * 10_000, "phase A :\n" + "\tx\n" * 10_000):
        mistakes = parse(Source(FILE, text))[1]
        assert len(mistakes) == MAX_MISTAKES + 1
        assert mistakes[-1].code == "S31"
    assert len(parse(Source(FILE, "zut\n" * MAX_MISTAKES))[1]) == MAX_MISTAKES


def test_a_bracket_left_open_does_not_swallow_the_next_declaration() -> None:
    declarations, mistakes = parse(Source(FILE, "score j = (1 +\n  2\nissue Nulle\nzut\n"))
    assert places(mistakes) == [("S07", 1, 11), ("S06", 4, 1)]
    assert any(isinstance(node, nodes.Outcome) for node in declarations)


# Texts -----------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["", "\n", "  \n\n", "# rien", "# rien\n  # rien non plus\n", "\ufeff# rien\n"]
)
def test_a_text_without_rules_is_no_mistake(text: str) -> None:
    assert read(text) == ()


@pytest.mark.parametrize(
    "changed",
    [
        CONSTRUCTS.replace("\n", "\r\n"),
        "\ufeff" + CONSTRUCTS,
        unicodedata.normalize("NFD", CONSTRUCTS),
        CONSTRUCTS.rstrip("\n"),
        CONSTRUCTS.replace("\n", "\n\n"),
    ],
    ids=["CRLF", "BOM", "decomposed", "no last line end", "empty lines"],
)
def test_the_form_of_the_text_does_not_matter(changed: str) -> None:
    assert shape(changed) == shape(CONSTRUCTS)


def test_a_file_is_read_as_utf8(tmp_path: Path) -> None:
    path = tmp_path / "regles.livret"
    path.write_bytes("\ufeffissue Égalité\r\n".encode())
    assert read_source(path) == Source(path, "issue Égalité\r\n")
    path.write_bytes(b"# \xc3\xa9\n# \xc3\xa9\xff\n")
    bad = read_source(path)
    assert isinstance(bad, Diagnostic)
    assert places([bad]) == [("S24", 2, 4)]


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    found = read_source(tmp_path)
    assert isinstance(found, Diagnostic)
    assert found.code == "S27"


@pytest.mark.parametrize("damage", [b"", b"not a pickle", b"\x80\x04N."])
def test_damaged_tables_are_built_anew(
    damage: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LIVRET_CACHE", str(tmp_path))
    try:
        tables.cache_clear()
        tables()
        (kept,) = tmp_path.iterdir()
        kept.write_bytes(damage)
        tables.cache_clear()
        assert read("joueurs 2\n")
        assert kept.read_bytes() != damage
    finally:
        tables.cache_clear()
