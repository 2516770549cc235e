"""Mistakes of form are named as their author would; no text breaks or stalls the parser."""

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from livret.dsl import limits
from livret.dsl.diagnostics import Diagnostic
from livret.dsl.parser import MAX_MISTAKES, parse
from livret.dsl.printer import format_text
from livret.dsl.render import fault, help_text, render_all
from livret.dsl.source import Source

HERE = Path(__file__).parent
FILE = Path("essai.livret")
TEXTS = [
    path.read_text(encoding="utf-8")
    for path in [*sorted(HERE.glob("../rulesets/*/*.livret")), HERE / "constructs.livret"]
]
COURSE = "déroulement :\n  "
ACTION = "action Jouer :\n  "

#: A text, then the code of its mistake, its column in the last line, and what is proposed.
MISTAKES = [
    ("joueur 2", "S06", 1, "joueurs"),
    ("ETAT x : nombre", "S06", 1, "état"),
    ("zone Main : Carte visibles", "S06", 19, "visible"),
    ("piste P : 0 a 5", "S06", 13, "à"),
    (COURSE + "repeter 3 fois :\n    f()", "S06", 3, "répéter"),
    (COURSE + "a tour de role j depuis J1 horaire :\n    f()", "S06", 3, "à"),
    (COURSE + "tantque x :\n    f()", "S06", 3, "tant que"),
    (COURSE + "j choisi c parmi C", "S06", 5, "choisit"),
    (COURSE + "retourner x", "S06", 3, None),
    (ACTION + "cout :\n    f()", "S06", 3, "coût"),
    ("definition f : nombre = 1", "S11", 1, "définition"),
    (COURSE + "while x :\n    f()", "S11", 3, "tant que"),
    (COURSE + "for c in C :\n    f()", "S11", 3, "pour chaque"),
    (COURSE + "x devient a and b", "S11", 15, "et"),
    (COURSE + "si a :\n    f()\n  elif b :\n    f()", "S11", 3, "sinon si"),
    (COURSE + "si a :\n    f()\n  else :\n    f()", "S11", 3, "sinon"),
    (COURSE + "x = 1", "S09", 5, "devient"),
    (COURSE + "x := 1", "S09", 5, "devient"),
    (COURSE + "x -= 1", "S09", 5, "diminue de"),
    (COURSE + "x++", "S09", 4, "augmente de 1"),
    (COURSE + "si x == 1 :\n    f()", "S10", 8, None),
    (COURSE + "x devient a && b", "S19", 15, "et"),
    (COURSE + "x devient a <> b", "S19", 15, "≠"),
    (COURSE + "x devient a =< b", "S19", 15, "≤"),
    (COURSE + "x devient !a", "S19", 13, "non"),
    (COURSE + "x devient a\u00a0+ b", "S19", 14, ""),
    ("issue Nulle “Rien”", "S19", 13, '"'),
    ("joueurs 2;", "S19", 10, ""),
    ("// rien", "S19", 1, "#"),
    (COURSE + "répéter 3 :\n    f()", "S13", 13, "fois"),
    (COURSE + "pour c dans C :\n    f()", "S13", 8, "chaque"),
    (COURSE + "déplacer c Z", "S13", 14, "vers"),
    (COURSE + "si a :\n    f()\n  sinon b :\n    f()", "S13", 9, "si"),
    ("compteur points Joueur = 0", "S13", 17, "de"),
    ("état x nombre = 1", "S02", 8, None),
    ("action Jouer\n  pendant Coup", "S02", 13, None),
    (ACTION + "effet\n    f()", "S02", 8, None),
    ('exemple "x" :\n  quand :\n    J1 a', "S02", 8, None),
    (ACTION + "effet : f()", "S28", 11, None),
    (COURSE + "sinon :\n    f()", "S12", 3, None),
    (COURSE + "si a :\n    f()\n    sinon :\n      f()", "S12", 5, None),
    ("joueurs 2 [AB12]", "S15", 11, None),
    (COURSE + "x devient a[1]", "S15", 14, None),
    ("score j = (1", "S07", 11, None),
    (COURSE + "f)", "S17", 4, None),
    ('issue Nulle "Rien', "S08", 13, None),
    ("état et : nombre = 1", "S16", 6, None),
    (COURSE + "étape augmente de 1", "S16", 3, None),
    (COURSE + "phase devient 2", "S16", 3, None),
    ("joueurs", "S29", 8, None),
    (COURSE + "x devient si a alors b", "S29", 25, None),
    (COURSE + "j choisit parmi C", "S01", 13, None),
    (COURSE + "si x = 1 alors :\n    f()", "S01", 12, None),
    ("joueurs deux", "S01", 9, None),
    (COURSE + "f(a b)", "S01", 7, None),
]


@pytest.mark.parametrize(("text", "code", "column", "wanted"), MISTAKES)
def test_the_mistake_is_named(
    text: str, code: str, column: int, wanted: str | None
) -> None:
    (mistake,) = parse(Source(FILE, text + "\n"))[1]
    assert (mistake.code, mistake.span.column) == (code, column)
    assert mistake.values.get("wanted") == wanted


@pytest.mark.parametrize(("text", "code", "column", "wanted"), MISTAKES)
def test_the_mistake_is_named_in_the_middle_of_rules(
    text: str, code: str, column: int, wanted: str | None
) -> None:
    before, after = TEXTS[0], "\n# fin\nissue Dernière\n"
    declarations, mistakes = parse(Source(FILE, f"{before}\n{text}\n{after}"))
    assert [mistake.code for mistake in mistakes] == [code]
    assert mistakes[0].span.column == column
    assert len(declarations) > 5


def test_a_sinon_may_hold_a_mistake_of_its_own() -> None:
    text = COURSE + "si a :\n    f()\n  sinon si b == 1 :\n    f()\n  sinon :\n    f()\n"
    (mistake,) = parse(Source(FILE, text))[1]
    assert (mistake.code, mistake.span.line) == ("S10", 4)


def test_what_is_expected_is_told_in_both_languages() -> None:
    (mistake,) = parse(Source(FILE, "issue Nulle 3\n"))[1]
    assert help_text(mistake, "fr").startswith("attendu : un texte entre guillemets")
    assert help_text(mistake, "en").startswith("expected: a quoted text")


# Any text --------------------------------------------------------------------


def survive(text: str) -> list[Diagnostic]:
    """Parse, format and render a text; check what must hold whatever it is."""
    source = Source(FILE, text)
    _, mistakes = parse(source)
    lines = text.split("\n")
    assert len(mistakes) <= MAX_MISTAKES + 1
    for mistake in mistakes:
        assert fault(mistake, "fr") and fault(mistake, "en")
        assert 1 <= mistake.span.line <= len(lines)
        assert 1 <= mistake.span.column <= mistake.span.end_column
    assert render_all(mistakes, {FILE: source}, "fr")
    formatted, refusals = format_text(source)
    assert refusals == mistakes
    if formatted is not None:
        assert format_text(Source(FILE, formatted)) == (formatted, [])
    return mistakes


@given(st.sampled_from(TEXTS), st.floats(0, 1))
@settings(max_examples=40, deadline=None)
def test_truncated_files(text: str, share: float) -> None:
    survive(text[: int(len(text) * share)])


@given(st.sampled_from(TEXTS), st.integers(0, 2**32))
@settings(max_examples=40, deadline=None)
def test_shuffled_lines(text: str, seed: int) -> None:
    generator = random.Random(seed)
    lines = text.split("\n")
    start = generator.randrange(len(lines))
    part = lines[start : start + generator.randint(2, 40)]
    generator.shuffle(part)
    survive("\n".join([*lines[:start], *part]))


@given(st.sampled_from(TEXTS), st.integers(0, 2**32))
@settings(max_examples=60, deadline=None)
def test_damaged_files(text: str, seed: int) -> None:
    """Take out, double or exchange some words, signs and margins."""
    generator = random.Random(seed)
    lines = text.split("\n")
    start = generator.randrange(len(lines))
    lines = lines[start : start + 60]
    for _ in range(generator.randint(1, 8)):
        index = generator.randrange(len(lines))
        words = lines[index].split(" ")
        at, other = generator.randrange(len(words)), generator.randrange(len(words))
        match generator.randrange(5):
            case 0:
                del words[at]
            case 1:
                words.insert(at, words[other])
            case 2:
                words[at], words[other] = words[other], words[at]
            case 3:
                words.insert(
                    at, generator.choice([":", "(", ")", "[", '"', "#", "\t", "="])
                )
            case _:
                words.insert(0, " " * generator.randrange(4))
        lines[index] = " ".join(words)
    survive("\n".join(lines))


@given(st.binary(max_size=400), st.sampled_from(["utf-8", "latin-1", "utf-16-le"]))
@settings(max_examples=80, deadline=None)
def test_random_bytes(content: bytes, encoding: str) -> None:
    survive(content.decode(encoding, "replace"))


@given(st.text(max_size=200))
@settings(max_examples=80, deadline=None)
def test_random_characters(text: str) -> None:
    survive(text)


WORDS = (
    "si sinon : ( ) [ ] { } , . = ≤ - + \n \n\x20\x20 \n\x20\x20\x20\x20 x J1 12 parmi de"
)
WORDS += (
    ' à "a" où comme et ou non alors dans est choisit devient soit finir boucle rien AB-1'
)


@given(st.lists(st.sampled_from(WORDS.split(" ")), max_size=60))
@settings(max_examples=80, deadline=None)
def test_random_words(words: list[str]) -> None:
    survive("déroulement :\n  " + " ".join(words))


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("x" * 900_000, "S21"),
        ("\0" * 1_000, "S25"),
        ("joueurs 2\0\n", "S25"),
        ("#" * (limits.MAX_BYTES + 1), "S20"),
        ("score j = " + "(" * 900, "S22"),
        ("score j = " + "(" * 900 + "1" + ")" * 900, "S22"),
        ("score j = " + "-" * 1_500 + "1", "S22"),
        ("score j = " + "non " * 400 + "x", "S22"),
        ("score j = (1\n" + "+ 1\n" * 5_000 + ")", "S22"),
        ("score j = a" + ".b" * 900, "S22"),
        ("score j = " + "si x alors " * 150, "S29"),
        ("".join(" " * level + "si x :\n" for level in range(1_000)), "S22"),
        (COURSE + "si x :\n    f()\n" + "  sinon si x :\n    f()\n" * 300, "S22"),
        ('"\n' * 20_000, "S08"),
        ("\tx\n" * 20_000, "S23"),
        ("e" + "\u0301" * 100_000, "S21"),
        ("score j = " + "9" * 1_900, "S26"),
        ("issue A\u2028issue B", "S25"),
        ("issue \u202eA", "S25"),
    ],
)
def test_extreme_texts_end_in_a_diagnostic(text: str, code: str) -> None:
    assert code in {mistake.code for mistake in survive(text)}


@pytest.mark.parametrize(
    "tail", ['  "abc"\n', "  x + 3 é\n", "  si zut flop :\n    f()\n", "  3 4 5\n"]
)
def test_mistakes_at_the_end_of_a_long_declaration(tail: str) -> None:
    """Each is looked for among many corrections, but not in all that stands before."""
    text = (
        COURSE + "".join(f"si x{n} :\n    y devient {n}\n  " for n in range(500)) + "f()\n"
    )
    mistakes = survive(text + tail * 12)
    assert len(mistakes) == 12
