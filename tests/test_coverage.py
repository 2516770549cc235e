"""Coverage: which statements are bound, waived, missing, exercised; absent numbers."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from livret.dsl.citations import Role, citations
from livret.dsl.coverage import Coverage, Fate, cover
from livret.dsl.inventory import load_inventory
from livret.dsl.loader import read
from livret.interpreter.commands.coverage import runs

Command = Callable[..., Any]

SHARED = Path(__file__).parent.parent.parent / "shared" / "inventory"

RULES = """\
joueurs 2 [ABC-001]
type Carte [ABC-002]
zone pioche [ABC-003] : Carte cachée
compteur tours = 0 borné 0 à 50
issue Fin [ABC-010]

définition limite [ABC-004] : nombre = dizaine + 2
définition dizaine : nombre = 10

mise en place [ABC-003] :
  déplacer Carte vers pioche

déroulement :
  boucle :
    à tour de rôle j depuis J1 horaire :
      tours augmente de 1 [ABC-005]
      si tours ≥ limite :
        finir Fin gagnants {j} [ABC-006]

dispense [ABC-007] "Texte d'ambiance."

exemple "La limite" [ABC-004] :
  soit :
    tours devient 11
  alors :
    issue Fin [ABC-010]
"""

COMPONENTS = """\
groupes:
  - provenance: {origine: livret, lignes: "3", citations: [ABC-008]}
    composants:
      - {id: soldat, type: Carte, exemplaires: 30}
      - {id: reine, type: Carte, exemplaires: 2, citations: [ABC-008]}
"""

STATEMENTS = """\
enonces:
  - {id: ABC-001, genre: materiel, executable: oui, resume: Deux joueurs.}
  - {id: ABC-002, genre: materiel, executable: oui, resume: Il y a 32 cartes.}
  - {id: ABC-003, genre: mise-en-place, executable: oui, resume: Une pioche de 40 cartes.}
  - {id: ABC-004, genre: regle, executable: oui, resume: La limite est de 12 tours.}
  - {id: ABC-005, genre: regle, executable: oui, resume: Un tour compte pour quinze.}
  - {id: ABC-006, genre: regle, executable: oui, resume: "Fin (voir RDR-045) au tour 12."}
  - {id: ABC-007, genre: remarque, executable: non, resume: Il était 3 fois.}
  - {id: ABC-008, genre: materiel, executable: oui, resume: 30 soldats et deux reines.}
  - {id: ABC-009, genre: remarque, executable: non, resume: Âge conseillé.}
  - {id: ABC-010, genre: fin-de-partie, executable: oui, resume: La partie finit.}
"""


@pytest.fixture
def game(tmp_path: Path) -> Path:
    folder = tmp_path / "jeu"
    folder.mkdir()
    (folder / "regles.livret").write_text(RULES, encoding="utf-8")
    (folder / "composants.yaml").write_text(COMPONENTS, encoding="utf-8")
    (folder / "enonces.yaml").write_text(STATEMENTS, encoding="utf-8")
    return folder


@pytest.fixture
def coverage(game: Path) -> Coverage:
    reading = read(game)
    statements, diagnostics = load_inventory(game / "enonces.yaml")
    assert not diagnostics and not reading.findings
    return cover(reading, statements.values())


def ids(coverage: Coverage, fate: Fate) -> list[str]:
    return [each.statement.id for each in coverage.of(fate)]


def test_statements_are_bound_waived_or_missing(coverage: Coverage) -> None:
    assert ids(coverage, Fate.WAIVED) == ["ABC-007"]
    assert ids(coverage, Fate.MISSING) == ["ABC-009"]
    assert len(coverage.of(Fate.BOUND)) == 8
    assert coverage.unknown == ()


def test_an_example_exercises_what_it_cites(coverage: Coverage) -> None:
    exercised = [each.statement.id for each in coverage.statements if each.is_exercised]
    assert exercised == ["ABC-004", "ABC-010"]


def test_what_was_played_counts_too(game: Path) -> None:
    statements, _ = load_inventory(game / "enonces.yaml")
    coverage = cover(read(game), statements.values(), exercised=["ABC-005"])
    exercised = [each.statement.id for each in coverage.statements if each.is_exercised]
    assert exercised == ["ABC-004", "ABC-005", "ABC-010"]


def test_absent_numbers_are_told(coverage: Coverage) -> None:
    """32 are the copies of a type; 40 and 15 are nowhere, and 12 only as 10 + 2."""
    absent = {each.statement.id: each.absent for each in coverage.statements if each.absent}
    assert absent == {
        "ABC-003": (40,),
        "ABC-004": (12,),
        "ABC-005": (15,),
        "ABC-006": (12,),
    }


def test_citations_know_where_they_stand(game: Path) -> None:
    found = citations(read(game))
    roles = {role: [each.id for each in found if each.role is role] for role in Role}
    assert roles[Role.WAIVER] == ["ABC-007"]
    assert roles[Role.EXAMPLE] == ["ABC-004", "ABC-010"]
    assert roles[Role.COMPONENT] == ["ABC-008", "ABC-008"]
    last = next(each for each in found if each.id == "ABC-006")
    assert (last.span.line, last.owner) == (18, "")


def test_an_amendment_binds_what_its_rules_cite(game: Path) -> None:
    text = """\
amendement E "Plus court" [ABC-020] :
  date 2014-01-01
  remplace définition limite [ABC-021] : nombre = 6
"""
    (game / "errata.livret").write_text(text, encoding="utf-8")
    found = citations(read(game))
    assert [(each.id, each.owner) for each in found if each.id > "ABC-019"] == [
        ("ABC-020", "E"),
        ("ABC-021", "limite"),
    ]


def test_the_verb_prints_figures_and_lists(command: Command, game: Path) -> None:
    outcome = command("coverage", game)
    assert outcome.status == 1
    lines = [line.split() for line in outcome.out.splitlines()]
    assert ["total", "10", "8", "1", "1", "8", "8", "2"] in lines
    assert ["regle", "3", "3", "0", "0", "3", "3", "1"] in lines
    assert "ABC-009  Âge conseillé." in outcome.out
    assert "ABC-007  Texte d'ambiance." in outcome.out
    assert "ABC-001…003, ABC-005…006, ABC-008" in outcome.out
    assert "ABC-003  40 | Une pioche de 40 cartes." in outcome.out


def test_the_verb_is_content_when_nothing_is_missing(command: Command, game: Path) -> None:
    more = f'{RULES}\ndispense [ABC-009] "Rien à jouer."\n'
    (game / "regles.livret").write_text(more, encoding="utf-8")
    assert command("coverage", game).status == 0


def test_the_verb_as_json(command: Command, game: Path) -> None:
    data = json.loads(command("coverage", game, "--format", "json").out)
    assert data["total"]["bound"] == 8 and data["total"]["exercised"] == 2
    waived = [each for each in data["statements"] if each["fate"] == "waived"]
    assert [each["reason"] for each in waived] == ["Texte d'ambiance."]
    assert data["inventory"].endswith("enonces.yaml")


def test_played_examples_exercise_the_rules_they_run(command: Command, game: Path) -> None:
    data = json.loads(command("coverage", game, "--run", "--format", "json").out)
    exercised = {each["id"] for each in data["statements"] if each["exercised"]}
    assert exercised == {"ABC-004", "ABC-005", "ABC-006", "ABC-010"}


def test_an_inventory_can_be_given(command: Command, game: Path, tmp_path: Path) -> None:
    other = tmp_path / "inventaires"
    other.mkdir()
    short = "".join(STATEMENTS.splitlines(keepends=True)[:3])
    (other / "jeu.yaml").write_text(short, encoding="utf-8")
    for given in (other, other / "jeu.yaml"):
        words = ("coverage", game, "--inventory", given, "--format", "json")
        data = json.loads(command(*words).out)
        assert data["total"]["statements"] == 2
        assert {each["id"] for each in data["unknown"]} >= {"ABC-003", "ABC-010"}
    assert command("coverage", game, "--inventory", tmp_path / "absent").status == 2


def test_an_inventory_with_mistakes_is_told(command: Command, game: Path) -> None:
    wrong = game.parent / "faux.yaml"
    wrong.write_text("enonces:\n  - {id: x}\n", encoding="utf-8")
    outcome = command("coverage", game, "--inventory", wrong)
    assert (outcome.status, outcome.out) == (1, "")
    assert "faux.yaml:2" in outcome.err


def test_citations_without_a_list_of_statements_ask_for_one(
    command: Command, game: Path
) -> None:
    (game / "enonces.yaml").unlink()
    outcome = command("coverage", game)
    assert outcome.status == 1
    assert "écrire enonces.yaml" in outcome.out and len(outcome.out.splitlines()) == 1


def test_a_game_without_statements_has_nothing_to_cover(command: Command) -> None:
    outcome = command("coverage", "morpion")
    assert outcome.status == 0
    assert "pas d'inventaire" in outcome.out


@pytest.mark.parametrize(
    ("ids", "expected"),
    [
        ([], []),
        (["A-1"], ["A-1"]),
        (["A-001", "A-002", "B-003"], ["A-001…002", "B-003"]),
        (["A-001", "A-003", "A-003a", "A-004"], ["A-001", "A-003", "A-003a", "A-004"]),
    ],
)
def test_runs_of_ids_are_short(ids: list[str], expected: list[str]) -> None:
    assert runs(ids) == expected


@pytest.mark.skipif(not SHARED.is_dir(), reason="needs ../shared/inventory")
def test_the_shared_inventory_is_found(command: Command) -> None:
    data = json.loads(command("coverage", "retour-du-roi", "--format", "json").out)
    assert Path(data["inventory"]).samefile(SHARED / "retour-du-roi.yaml")
    assert data["total"]["statements"] == 120
