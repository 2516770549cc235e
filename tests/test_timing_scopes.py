"""What lasts in a scope that opens inside itself: T16."""

from __future__ import annotations

from pathlib import Path

from livret.dsl.loader import load
from livret.dsl.timing.builder import build_graph
from livret.dsl.timing.checks import CHECKS
from livret.dsl.timing.findings import Verdict, run_checks

RULES = """joueurs 1
compteur colère
issue Fin "Fin"
valeur Force() : nombre = 1

événement Coup(n : nombre)

procédure attaquer(n : nombre) :
  étape Attaque "Une attaque" :
    émettre Coup(n)
  si n = 0 :
    colère augmente de 1

forcé Réplique "Une attaque dans l'attaque" après Coup(n) :
  exige n > 0
  effet :
    attaquer(n - 1)

forcé Rage "Plus fort pour cette attaque" après Coup(n) :
  effet :
    modifie Force() de 1 durant Attaque

déroulement :
  attaquer(2)
  finir Fin
"""


def _alerts(folder: Path, rules: str) -> list[str]:
    (folder / "regles.livret").write_text(rules, encoding="utf-8")
    program, found = load(folder)
    assert program is not None, found
    findings = run_checks(build_graph(program), CHECKS)
    return [each.code for each in findings if each.verdict is Verdict.ALERT]


def test_an_inner_scope_leaves_the_outer_one_open(tmp_path: Path) -> None:
    assert "T16" not in _alerts(tmp_path, RULES)


def test_what_happens_outside_too_may_last(tmp_path: Path) -> None:
    after = RULES.replace("  finir Fin", "  émettre Coup(0)\n  finir Fin")
    assert "T16" in _alerts(tmp_path, after)
    in_procedure = RULES.replace("colère augmente de 1", "émettre Coup(0)")
    assert "T16" in _alerts(tmp_path, in_procedure)
