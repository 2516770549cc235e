"""Invariants hold after every decision: in examples, and in simulations that check."""

from pathlib import Path

import pytest

from livret.dsl.loader import build, read
from livret.interpreter.compiler import compile_program
from livret.interpreter.examples import run_examples
from livret.interpreter.simulation import Plan, simulate

RULES = """\
joueurs 2
compteur or de Joueur = 3
issue Fin "Quelqu'un donne tout"
invariant "Six pièces en tout" [JEU-001] : somme(joueurs, .or) = 6

déroulement :
  boucle :
    à tour de rôle j depuis J1 horaire :
      j choisit n parmi {0, 1, 2} "Donner"
      j.or diminue de n
      suivant(j).or augmente de n
      si n = 2 et j.or = 0 :
        finir Fin

exemple "On donne ce qu'on a" :
  quand :
    J1 : 2
  alors :
    J2.or = 5

exemple "On donne plus qu'on n'a" :
  quand :
    J1 : 2
    J2 : 0
    J1 : 2
  alors :
    issue Fin
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "regles.livret").write_text(RULES, encoding="utf-8")
    return tmp_path


def test_example_fails_where_an_invariant_breaks(folder: Path) -> None:
    sound, broken = run_examples(read(folder))
    assert sound.passed
    (found,) = broken.diagnostics
    assert (found.code, found.span.line, found.cites) == ("R22", 4, ("JEU-001",))
    assert found.values["ply"] == 3
    assert "somme(joueurs, .or) vaut 7" in str(found.values["found"])


@pytest.mark.parametrize("checks", [False, True])
def test_simulation_checks_if_asked(folder: Path, checks: bool) -> None:
    program, _ = build(read(folder))
    assert program is not None
    plan = Plan(2, ("random", "random"), games=20, checks=checks)
    records = list(simulate(plan, compile_program(program, 2)))
    faults = {record.fault.code for record in records if record.fault is not None}
    assert faults == ({"R22"} if checks else set())
