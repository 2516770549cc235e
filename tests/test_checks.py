"""The checks are silent where they should be: on the shipped games, and on near misses.

A file or folder of `fine/` is a ruleset with nothing to say about it; its first line names
the codes that must be silent and why. What each check does report is in `diagnostics/`.
"""

import shutil
from pathlib import Path

import pytest

from livret.dsl.asked import Choices
from livret.dsl.checks.registry import PROGRAM, WRITTEN
from livret.dsl.diagnostics import Diagnostic
from livret.dsl.loader import check, load, read
from livret.rulesets import shipped

FINE = sorted((Path(__file__).parent / "fine").iterdir())
GAMES = pytest.mark.parametrize("game", shipped().values(), ids=shipped())


def codes(findings: list[Diagnostic]) -> list[str]:
    return [finding.code for finding in findings]


@pytest.mark.parametrize("ruleset", FINE, ids=lambda path: path.stem)
def test_nothing_is_said_about_a_fine_ruleset(ruleset: Path, tmp_path: Path) -> None:
    if ruleset.is_dir():
        shutil.copytree(ruleset, tmp_path, dirs_exist_ok=True)
    else:
        shutil.copy(ruleset, tmp_path)
    program, findings = load(tmp_path)
    assert codes(findings) == []
    assert program is not None


@GAMES
def test_nothing_is_said_about_a_shipped_game(game: Path) -> None:
    reading = read(game)
    program, findings = check(reading)
    assert codes(findings) == []
    assert program is not None
    for setting in program.settings.values():
        for number, (name, _) in enumerate(setting.choices):
            match setting.cls:
                case _ if number == setting.chosen:
                    continue
                case "variante":
                    choices = Choices(variants=(setting.name,))
                case "lecture":
                    choices = Choices(readings={setting.name: name})
                case _:
                    choices = Choices(options={setting.name: name})
            assert codes(check(reading, choices)[1]) == [], f"{setting.name} = {name}"


@pytest.mark.parametrize("one", [*WRITTEN, *PROGRAM], ids=lambda one: one.__name__)
def test_check_says_what_it_yields(one: object) -> None:
    assert (one.__doc__ or "").startswith("Yield ")


def write(folder: Path, text: str) -> list[Diagnostic]:
    (folder / "regles.livret").write_text(text, encoding="utf-8")
    return load(folder)[1]


HEAD = 'joueurs 2\nissue Fin "La partie est finie"\n'


def test_warnings_leave_a_program_and_errors_do_not(tmp_path: Path) -> None:
    text = f"{HEAD}dé Sort : 1 à 6\ndéroulement :\n  finir Fin\n"
    (tmp_path / "regles.livret").write_text(text, encoding="utf-8")
    program, findings = load(tmp_path)
    assert program is not None and codes(findings) == ["U01"]
    endless = text.replace("finir Fin", "boucle :\n    ne rien faire")
    (tmp_path / "regles.livret").write_text(endless, encoding="utf-8")
    program, findings = load(tmp_path)
    assert program is None and "P10" in codes(findings)


def test_an_unused_part_hides_what_only_it_needs(tmp_path: Path) -> None:
    found = write(
        tmp_path,
        f"{HEAD}compteur points\n"
        "définition petit() : booléen = points < 3\n"
        "définition moyen() : booléen = petit() ou points < 6\n"
        "déroulement :\n  finir Fin\n",
    )
    assert [finding.values["name"] for finding in found] == ["moyen"]


def test_both_branches_end(tmp_path: Path) -> None:
    found = write(
        tmp_path,
        f"{HEAD}déroulement :\n"
        '  J1 choisit si vite "Vite ?"\n'
        "  si vite :\n    finir Fin\n  sinon :\n    finir Fin gagnants {J1}\n"
        "  éliminer J1\n",
    )
    assert codes(found) == ["U10"]


def test_procedures_that_call_each_other_for_ever(tmp_path: Path) -> None:
    found = write(
        tmp_path,
        f"{HEAD}procédure Aller() :\n  Revenir()\n"
        "procédure Revenir() :\n  étape Chemin :\n    Aller()\n"
        "déroulement :\n  Aller()\n  finir Fin\n",
    )
    assert codes(found) == ["P03"]
    assert found[0].values["chain"] == "Aller → Revenir → Aller"
    assert len(found[0].places) == 1


def test_parameters_of_definitions_and_procedures_are_read(tmp_path: Path) -> None:
    found = write(
        tmp_path,
        f"{HEAD}définition deux(j : Joueur) : nombre = 2\n"
        "procédure Finir(j : Joueur) :\n  finir Fin\n"
        "événement Cri(j : Joueur)\n"
        "déroulement :\n  émettre Cri(J1)\n"
        "  si deux(J1) = 2 :\n    Finir(J1)\n",
    )
    assert codes(found) == ["U04", "U04"]


def test_mistakes_of_form_do_not_hide_the_course(tmp_path: Path) -> None:
    found = write(tmp_path, f"{HEAD}déroulement :\n  finir Fin gagnant {{J1}}\n")
    assert all(code.startswith("S") for code in codes(found))


def test_an_example_cannot_name_what_does_not_exist(tmp_path: Path) -> None:
    found = write(
        tmp_path,
        f"{HEAD}déroulement :\n  finir Fin\n"
        'exemple "Rien" :\n  variante longue\n  alors :\n    issue Fini\n',
    )
    assert codes(found) == ["N02", "N02"]
