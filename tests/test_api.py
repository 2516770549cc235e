"""Loading a ruleset: by slug or folder, with settings, with its mistakes."""

import doctest
import subprocess
import sys
from pathlib import Path

import pytest

import livret
from livret.dsl.messages_runtime import RUNTIME
from livret.dsl.render import fault, help_text
from livret.interpreter.api import Ruleset

ROOT = Path(__file__).parent.parent
VEILLEE = Path(__file__).parent / "games" / "veillee"

CHOICES = """\
joueurs 2
option but : nombre = 3 parmi {3, 5}
variante Longue "Partie longue"
lecture nul "Match nul" :
  choix partage défaut
  choix duel
  raison "Le texte ne dit rien"
état total : nombre = 0
issue Fin "Fin"
issue Autre "Autre"
déroulement :
  tant que total < but ou (Longue et total < 9) :
    J1 choisit n parmi {1, 2} "Ajouter"
    total augmente de n
  si nul = duel :
    finir Autre gagnants joueurs
  finir Fin gagnants {J1}
"""


def write(folder: Path, text: str) -> Path:
    """Make a ruleset of one file."""
    folder.mkdir(exist_ok=True)
    (folder / "regles.livret").write_text(text, encoding="utf-8")
    return folder


def length(ruleset: Ruleset) -> int:
    """Play the first choice to the end and count."""
    game = ruleset.new_game()
    while game.result is None:
        game.apply(0)
    return game.plies


def test_shipped_games_are_listed_and_load() -> None:
    assert {"morpion", "puissance-4", "breakthrough"} <= set(livret.games())
    for slug in livret.games():
        ruleset = livret.load(slug)
        assert ruleset.slug == slug
        assert ruleset.new_game().decision is not None


def test_a_folder_anywhere_loads() -> None:
    ruleset = livret.load(VEILLEE)
    assert (ruleset.title, ruleset.players) == ("La veillée", (2, 3))
    assert livret.load(str(VEILLEE)).program.fingerprint == ruleset.program.fingerprint


def test_unknown_game_names_the_closest() -> None:
    with pytest.raises(livret.RulesetError) as caught:
        livret.load("morpoin")
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.code == "R01"
    assert "morpion" in help_text(diagnostic, "en")


@pytest.mark.parametrize(
    "source",
    [
        "",
        ".",
        "/",
        "../..",
        "a\0b",
        "morpion/../morpion",
        pytest.param("x" * 5000, id="long"),
    ],
)
def test_odd_names_are_refused_or_load(source: str) -> None:
    try:
        assert livret.load(source).slug
    except livret.RulesetError as error:
        assert error.diagnostics


def test_mistakes_of_a_ruleset_are_all_there(tmp_path: Path) -> None:
    folder = write(
        tmp_path / "faux", "joueurs 2\nétat x : nombre = y\nétat z : nombre = w\n"
    )
    with pytest.raises(livret.RulesetError) as caught:
        livret.load(folder)
    assert [d.span.line for d in caught.value.diagnostics if d.code == "N01"] == [2, 3]
    assert str(folder) in str(caught.value)


def test_settings_change_the_game(tmp_path: Path) -> None:
    folder = write(tmp_path / "choix", CHOICES)
    assert length(livret.load(folder)) == 3
    assert length(livret.load(folder, options={"but": 5})) == 5
    assert length(livret.load(folder, variants=["Longue"])) == 9
    duel = livret.load(folder, readings={"nul": "duel"})
    game = duel.new_game()
    while game.result is None:
        game.apply(0)
    assert (game.result.outcome, game.result.winners) == ("Autre", (0, 1))
    assert duel.settings["nul"].chosen == 1


@pytest.mark.parametrize(
    "settings",
    [{"options": {"but": 4}}, {"variants": ["Courte"]}, {"readings": {"nul": "non"}}],
)
def test_unknown_settings_are_refused(tmp_path: Path, settings: dict[str, object]) -> None:
    with pytest.raises(livret.RulesetError) as caught:
        livret.load(write(tmp_path / "choix", CHOICES), **settings)
    assert all(d.code.startswith("L") for d in caught.value.diagnostics)


def test_number_of_players_is_checked() -> None:
    ruleset = livret.load(VEILLEE)
    assert ruleset.new_game().players == 2
    assert ruleset.new_game(3).players == 3
    for count in (0, 1, 4, -1, 10**9):
        with pytest.raises(livret.GameError) as caught:
            ruleset.new_game(count)
        assert caught.value.diagnostic.code == "R02"


def test_rules_are_compiled_once() -> None:
    ruleset = livret.load("morpion")
    assert ruleset.rules(2) is ruleset.rules(2)
    assert ruleset.rules(2, journal=True) is not ruleset.rules(2)


def test_import_is_lazy() -> None:
    code = "import livret, sys; print(any(m.startswith('livret.') for m in sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "False"
    for name in livret.__all__:
        assert getattr(livret, name) is not None


def test_every_message_can_be_written() -> None:
    for code, message in RUNTIME.items():
        assert message.explanation, code
        for text in (message.fault_fr, message.fault_en):
            assert text and not text.endswith("."), code


def test_error_speaks_both_languages() -> None:
    with pytest.raises(livret.GameError) as caught:
        livret.load("morpion").new_game(7)
    diagnostic = caught.value.diagnostic
    assert fault(diagnostic) == "ce jeu ne se joue pas à 7"
    assert fault(diagnostic, "en") == "this game is not for 7 players"


@pytest.mark.parametrize("page", ["api.rst"])
def test_examples_of_the_documentation_run(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    results = doctest.testfile(
        str(ROOT / "docs" / page), module_relative=False, encoding="utf-8",
        optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE,
    )  # fmt: skip
    assert results.attempted > 10
    assert results.failed == 0
