"""Ability blocks in YAML are laid out; every other byte of the file stays."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from livret.dsl.diagnostics import Diagnostic
from livret.dsl.printer import format_yaml
from livret.dsl.source import Source

FILE = Path("cartes.yaml")

CARDS = """\
# Les cartes   d'essai
groupes:
- provenance: {origine: public,   note: 'é'}
  composants:
    -   id: garde
        texte: |
          action   Ceci:n'est pas une capacité
        capacités: |   # ses capacités
          action   Garder  "Garder" :
              pendant Coup   # toujours


              exige x<=1
        exemplaires:   2
    - id: espion
      capacités: |-
        permanent Aura:
           modifie force( soi ) de 1

plateaux: {}   
"""

LAID_OUT = """\
# Les cartes   d'essai
groupes:
- provenance: {origine: public,   note: 'é'}
  composants:
    -   id: garde
        texte: |
          action   Ceci:n'est pas une capacité
        capacités: |   # ses capacités
          action Garder "Garder" :
            pendant Coup  # toujours

            exige x ≤ 1
        exemplaires:   2
    - id: espion
      capacités: |-
        permanent Aura :
          modifie force(soi) de 1

plateaux: {}   
"""


def formatted(text: str) -> str:
    """Return a text laid out, which must have no mistake."""
    done, mistakes = format_yaml(Source(FILE, text))
    assert mistakes == []
    assert done is not None
    return done


def mistakes(text: str) -> list[tuple[str, int, int]]:
    """Return the code, line and column of the mistakes of a text."""
    done, found = format_yaml(Source(FILE, text))
    assert done is None
    return [place(mistake) for mistake in found]


def place(mistake: Diagnostic) -> tuple[str, int, int]:
    return mistake.code, mistake.span.line, mistake.span.column


def test_only_ability_blocks_change() -> None:
    assert formatted(CARDS) == LAID_OUT
    assert formatted(LAID_OUT) == LAID_OUT


def test_line_ends_stay() -> None:
    assert formatted(CARDS.replace("\n", "\r\n")) == LAID_OUT.replace("\n", "\r\n")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a: 1",
        "a: 1\n\n\n",
        "# seul\n",
        "capacités: action Jouer\n",
        "capacités: >\n  action   Jouer\n",
        "capacités: |\n\n\nautre: 1\n",
        "texte: |\n  capacités: |\n    action   Jouer :\n",
        'texte: "capacités: |"\n',
        "e\u0301: e\u0301   \n",
    ],
)
def test_a_text_without_ability_blocks_stays(text: str) -> None:
    assert formatted(text) == text


@pytest.mark.parametrize("indicator", ["|", "|-", "|+", "|2", "|2-"])
@pytest.mark.parametrize("end", ["", "\n", "\n\n", "\n\nautre: 1\n", "\n# fin\n"])
def test_every_kind_of_literal_block(indicator: str, end: str) -> None:
    before = f"capacités: {indicator}\n  action A:\n      pendant   B{end}"
    after = f"capacités: {indicator}\n  action A :\n    pendant B{end}"
    assert formatted(before) == after


def test_empty_lines_at_the_start_of_a_block_go() -> None:
    assert formatted("capacités: |\n\n  issue A\n") == "capacités: |\n  issue A\n"


def test_long_lines_in_a_block_are_broken_at_its_margin() -> None:
    condition = " et ".join(["première_condition(c)", "deuxième_condition(c)"] * 3)
    text = f"- capacités: |\n    action A :\n      exige {condition}\n"
    done = formatted(text)
    assert "      exige (\n        première_condition(c)\n        et deuxième" in done
    assert formatted(done) == done


def test_mistakes_have_their_place_in_the_file() -> None:
    text = CARDS.replace("exige x<=1", "exige x==1").replace("de 1", "de")
    assert mistakes(text) == [("S10", 13, 22), ("S29", 18, 35)]


def test_bad_yaml_is_told() -> None:
    assert mistakes("a: 1\na: 2\n") == [("Y05", 2, 1)]
    assert [code for code, _, _ in mistakes("a: [1\n")] == ["Y04"]


@given(
    st.lists(st.sampled_from(CARDS.split("\n")), max_size=12).map("\n".join)
    | st.text(alphabet="capités: |\n-#x'\"[]{}&*!", max_size=40)
)
@settings(max_examples=100, deadline=None)
def test_any_yaml_ends_in_a_text_or_in_mistakes(text: str) -> None:
    done, found = format_yaml(Source(FILE, text))
    assert (done is None) == bool(found)
    if done is not None:
        assert format_yaml(Source(FILE, done)) == (done, [])
