"""Diagnostics as text and as data: excerpts, carets under the right characters, order."""

import io
import json
import re
from pathlib import Path
from string import Formatter

import pytest

from livret.dsl.characters import width
from livret.dsl.diagnostics import Diagnostic, Message, Place
from livret.dsl.messages import MESSAGES
from livret.dsl.render import render, render_all, sort, summary, to_json
from livret.dsl.source import NOWHERE, Source, Span
from livret.interpreter.screen import wants_colour

FILE = Path("regles.livret")
OTHER = Path("errata.livret")


def at(line: int, column: int, end: int, path: Path = FILE) -> Span:
    return Span(path, line, column, line, end)


def lines(text: str, diagnostic: Diagnostic, other: str = "") -> list[str]:
    """Return a diagnostic as lines, with the sources of both files."""
    sources = {FILE: Source(FILE, text), OTHER: Source(OTHER, other)}
    return render(diagnostic, sources).split("\n")


def under(text: str, column: int, end: int, line: int = 1) -> str:
    """Return the part of the excerpt that stands right above the carets."""
    shown = lines(text, Diagnostic("S10", at(line, column, end)))
    index = next(index for index, part in enumerate(shown) if "^" in part)
    start, length = shown[index].index("^"), shown[index].count("^")
    return columns(shown[index - 1], start, length)


def columns(text: str, start: int, length: int) -> str:
    """Return what a terminal shows in some columns of a line."""
    found, column = "", 0
    for character in text:
        if start <= column < start + length:
            found += character
        column += width(character)
    return found


# Excerpts --------------------------------------------------------------------


def test_the_whole_of_a_diagnostic() -> None:
    text = "phase A :\n  si x == 1 :\n"
    assert lines(text, Diagnostic("S10", at(2, 8, 10), cites=("AB-1", "AB-2"))) == [
        "regles.livret:2:8: S10 « == » n'existe pas",
        "  |",
        "1 | phase A :",
        "2 |   si x == 1 :",
        "  |        ^^",
        "  = [AB-1, AB-2]",
        "  = aide : écrire « = » pour comparer",
    ]


@pytest.mark.parametrize(
    ("text", "column", "end", "wanted"),
    [
        ("si été == 1", 8, 10, "=="),
        ("si e\u0301te\u0301 == 1", 8, 10, "=="),
        ("si 漢字 == 1", 7, 9, "=="),
        ("si \t== 1", 5, 7, "=="),
        ("a" * 300 + " == " + "b" * 300, 302, 304, "=="),
        ("== " + "b" * 300, 1, 3, "=="),
        ("a" * 98 + " ==", 100, 102, "=="),
    ],
)
def test_carets_stand_under_what_they_mark(
    text: str, column: int, end: int, wanted: str
) -> None:
    assert under(text, column, end) == wanted


def test_long_lines_are_cut_on_both_sides() -> None:
    shown = lines("a" * 300 + "==" + "b" * 300, Diagnostic("S10", at(1, 301, 303)))[2]
    assert shown.startswith("1 | …aaa") and shown.endswith("bbb…")
    assert len(shown) < 110


def test_a_mark_past_the_end_of_a_line_has_one_caret() -> None:
    shown = lines("joueurs", Diagnostic("S29", at(1, 8, 9)))
    assert shown[3] == "  |        ^"


def test_a_span_of_several_lines_is_marked_on_its_first() -> None:
    shown = lines("f(a,\n  b)", Diagnostic("S10", Span(FILE, 1, 2, 2, 5)))
    assert shown[2:4] == ["1 | f(a,", "  |  ^^^"]


def test_control_characters_are_made_visible() -> None:
    shown = lines("a\x1b[31m\u202eb", Diagnostic("S25", at(1, 2, 3), {"character": "\x1b"}))
    assert not re.search("[\x00-\x09\x0b-\x1f\u202e]", "\n".join(shown))
    assert shown[2] == "1 | a�[31m�b"


def test_second_place_in_the_same_file() -> None:
    diagnostic = Diagnostic("S03", at(4, 3, 6), places=(Place(at(1, 1, 7), "header"),))
    assert lines("si x :\n\n\n  f()", diagnostic)[1:-1] == [
        "  |",
        "1 | si x :",
        "  | ------ le bloc s'ouvre ici",
        "…",
        "4 |   f()",
        "  |   ^^^",
    ]


def test_second_place_in_another_file() -> None:
    place = Place(at(12, 1, 7, OTHER), "header")
    shown = lines(
        "f()", Diagnostic("S03", at(1, 1, 4), places=(place,)), "\n" * 11 + "si x :"
    )
    assert shown[1:-1] == [
        "   |",
        " 1 | f()",
        "   | ^^^",
        "  --> errata.livret:12:1",
        "12 | si x :",
        "   | ------ le bloc s'ouvre ici",
    ]


def test_without_its_source_a_place_is_only_named() -> None:
    place = Place(at(2, 1, 7, OTHER), "header")
    text = render(Diagnostic("S03", at(1, 1, 4), places=(place,)), {})
    assert text.split("\n")[1:-1] == [" --> errata.livret:2:1", "     le bloc s'ouvre ici"]


def test_a_place_beyond_the_source_is_only_named() -> None:
    shown = lines("f()", Diagnostic("S10", at(9, 1, 4)))
    assert len(shown) == 2


def test_what_no_author_wrote_has_no_place() -> None:
    assert render(Diagnostic("S10", NOWHERE), {}).startswith("S10 « == »")


def test_braces_in_values_are_no_templates() -> None:
    text = render(Diagnostic("S01", at(1, 1, 2), {"found": "{0.__class__}"}), {})
    assert "« {0.__class__} »" in text


# Colours ---------------------------------------------------------------------


def test_colours_change_no_letter() -> None:
    diagnostic = Diagnostic("S10", at(1, 1, 3))
    sources = {FILE: Source(FILE, "== 1")}
    plain, coloured = (
        render(diagnostic, sources, "fr", colour) for colour in (False, True)
    )
    assert "\033[" in coloured and "\033[" not in plain
    assert re.sub("\033\\[[0-9;]*m", "", coloured) == plain


def test_colours_are_for_terminals_that_want_them(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert wants_colour(Terminal()) and not wants_colour(io.StringIO())
    monkeypatch.setenv("NO_COLOR", "1")
    assert not wants_colour(Terminal())
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("TERM", "dumb")
    assert not wants_colour(Terminal())


# Several ---------------------------------------------------------------------


def test_order_and_count() -> None:
    found = [
        Diagnostic("S10", at(2, 1, 3)),
        Diagnostic("S29", at(1, 5, 6)),
        Diagnostic("S14", at(1, 5, 6)),
        Diagnostic("S10", at(9, 1, 3, OTHER)),
    ]
    ordered = sort(found)
    assert ordered == sort(reversed(found))
    assert [diagnostic.code for diagnostic in ordered] == ["S10", "S14", "S29", "S10"]
    text = render_all(found, {}, "fr")
    assert text.endswith("\n\n4 erreurs\n")
    assert summary(found[:1], "en") == "1 error"
    assert summary([], "fr") == "aucune erreur"


def test_plain_data_can_be_written_as_json() -> None:
    place = Place(at(1, 1, 7), "header")
    (plain,) = json.loads(
        json.dumps(to_json([Diagnostic("S03", at(2, 3, 6), {}, (place,))]))
    )
    assert plain == {
        "code": "S03",
        "severity": "error",
        "path": "regles.livret",
        "line": 2,
        "column": 3,
        "end_line": 2,
        "end_column": 6,
        "message": "cette ligne devrait être en retrait",
        "help": "la décaler de deux espaces",
        "places": [
            {
                "path": "regles.livret",
                "line": 1,
                "column": 1,
                "end_line": 1,
                "end_column": 7,
                "label": "le bloc s'ouvre ici",
            }
        ],
        "cites": [],
    }


# The catalogue ---------------------------------------------------------------


def blanks(template: str) -> set[str]:
    """Return the names of the blanks of a template, whatever their language."""
    found = {name for _, name, _, _ in Formatter().parse(template) if name}
    return {name.removesuffix("_fr").removesuffix("_en") for name in found}


def helps(texts: str | tuple[str, ...]) -> tuple[str, ...]:
    return (texts,) if isinstance(texts, str) else texts


@pytest.mark.parametrize("code", MESSAGES)
def test_a_message_says_the_same_in_both_languages(code: str) -> None:
    message: Message = MESSAGES[code]
    assert re.fullmatch("[A-Z][0-9]{2}", code)
    assert blanks(message.fault_fr) == blanks(message.fault_en)
    french, english = helps(message.help_fr), helps(message.help_en)
    assert [blanks(text) for text in french] == [blanks(text) for text in english]
    for texts in message.labels.values():
        assert blanks(texts[0]) == blanks(texts[1])
    assert message.explanation


@pytest.mark.parametrize("code", MESSAGES)
def test_a_message_is_one_sentence_without_full_stop(code: str) -> None:
    message = MESSAGES[code]
    for text in (message.fault_fr, message.fault_en, *helps(message.help_fr)):
        assert "\n" not in text and not text.endswith(".")
    assert (
        message.fault_fr[:1] == message.fault_fr[:1].lower() or "«" in message.fault_fr[:1]
    )
    assert "“" not in message.fault_fr and "«" not in message.fault_en
