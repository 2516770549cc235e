"""What ends and what may go on for ever: T18, T19 and T20 on rules of a few lines."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import pytest

from livret.dsl.loader import load
from livret.dsl.timing.builder import build_graph
from livret.dsl.timing.checks import CHECKS
from livret.dsl.timing.findings import Finding, Verdict, run_checks

ROOT = Path(__file__).parent.parent
HEAD = """joueurs 2
dé Sort : 1 à 6
type Jeton
zone sac : Jeton visible
zone rebut : Jeton visible
plateau Grille de Case : grille 2 par 2
état prise de Case : Joueur ou rien = rien
compteur reste = 9 borné 0 à 9
compteur pas
état fini : booléen = faux
issue Fin "Fin"

mise en place :
  déplacer Jeton vers sac

"""
TOKENS = """groupes:
  - provenance: {origine: reconstitué}
    composants:
      - {id: jeton, type: Jeton, nom: Jeton, exemplaires: 9}
"""


def alerts(folder: Path, course: str, code: str = "T20") -> list[Finding]:
    """Return the alerts of one check on a course of play."""
    body = "".join(f"  {line}\n" for line in course.strip("\n").splitlines())
    text = f"{HEAD}déroulement :\n{body}"
    (folder / "regles.livret").write_text(text, encoding="utf-8")
    (folder / "composants.yaml").write_text(TOKENS, encoding="utf-8")
    program, found = load(folder)
    assert program is not None, found
    findings = run_checks(build_graph(program), CHECKS)
    return [each for each in findings if (each.code, each.verdict) == (code, Verdict.ALERT)]


#: Rounds that end, each by something else, and what makes them last.
ROUNDS = {
    "a counter that only falls": (
        """
boucle :
  reste diminue de 1
  si reste = 0 :
    finir Fin
""",
        ("reste diminue de 1", "reste diminue de 0"),
    ),
    "a zone that is only emptied": (
        """
boucle :
  si non existe(sac) :
    finir Fin
  J1 choisit jeton parmi sac
  déplacer jeton vers rebut
""",
        ("déplacer jeton vers rebut", "déplacer jeton vers sac"),
    ),
    "the first of a zone, as long as there is one": (
        """
boucle :
  soit jeton = premier(sac)
  si jeton ≠ rien :
    déplacer jeton vers rebut
  sinon :
    finir Fin
""",
        ("déplacer jeton vers rebut", "déplacer jeton vers sac"),
    ),
    "cells that are only taken": (
        """
boucle :
  à tour de rôle j depuis J1 horaire :
    si non existe(Case où .prise = rien) :
      finir Fin
    j choisit case parmi Case où .prise = rien
    case.prise devient j
""",
        ("case.prise devient j", "case.prise devient rien"),
    ),
    "a state that is set for good": (
        """
boucle :
  si fini :
    finir Fin
  fini devient vrai
""",
        ("fini devient vrai", "fini devient faux"),
    ),
    "a die that is thrown each time": (
        """
boucle :
  lancer face = 2 fois Sort
  si somme(face) = 12 :
    finir Fin
  pas augmente de 1
""",
        ("somme(face) = 12", "somme(face) = 13"),
    ),
}


@pytest.mark.parametrize("name", ROUNDS)
def test_rounds_end_and_last(name: str, tmp_path: Path) -> None:
    course, change = ROUNDS[name]
    assert alerts(tmp_path, course) == []
    lasting = course.replace(*change)
    assert lasting != course
    (found,) = alerts(tmp_path, lasting)
    assert found.trace and found.cycle


def test_a_die_thrown_once_ends_nothing(tmp_path: Path) -> None:
    course = """
lancer face = 1 fois Sort
boucle :
  si face = {6} :
    finir Fin
  pas augmente de 1
"""
    assert alerts(tmp_path, course)


def test_a_die_that_something_else_can_outweigh_ends_nothing(tmp_path: Path) -> None:
    course = """
boucle :
  lancer face = 1 fois Sort
  si somme(face) > pas :
    finir Fin
  pas augmente de 1
"""
    assert alerts(tmp_path, course)


def test_a_die_that_only_starts_anew_ends_nothing(tmp_path: Path) -> None:
    course = """
boucle :
  lancer face = 1 fois Sort
  si face = {6} :
    quitter manche
  J1 choisit si finit
  si finit :
    finir Fin
"""
    assert alerts(tmp_path, course)


def test_the_first_of_a_zone_taken_once_empties_nothing(tmp_path: Path) -> None:
    course = """
soit jeton = premier(sac)
boucle :
  si jeton ≠ rien :
    déplacer jeton vers rebut
  sinon :
    finir Fin
"""
    assert alerts(tmp_path, course)


def test_a_first_that_may_be_missing_empties_nothing(tmp_path: Path) -> None:
    course = """
boucle :
  soit jeton = premier(sac)
  soit autre = premier(sac)
  si jeton ≠ rien :
    pas augmente de 1
  sinon :
    finir Fin
  déplacer autre vers rebut
"""
    assert alerts(tmp_path, course)


def test_an_inner_loop_is_judged_by_its_own_rounds(tmp_path: Path) -> None:
    course = """
boucle Dehors :
  J1 choisit si finit
  si finit :
    finir Fin
  boucle Dedans :
    lancer face = 1 fois Sort
    si face = {6} :
      quitter Dedans
    pas augmente de 1
"""
    (found,) = alerts(tmp_path, course)
    assert found.diagnostic.span.line == len(HEAD.splitlines()) + 2


def test_generated_rules_of_the_bench_are_right(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spec = importlib.util.spec_from_file_location(
        "bench_timing", ROOT / "bench" / "timing.py"
    )
    assert spec is not None and spec.loader is not None
    bench = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, spec.name, bench)
    spec.loader.exec_module(bench)
    sizes = []
    for cards in (8, 16):
        bench.write_rules(tmp_path, cards)
        found = bench.measure("généré", tmp_path)
        assert found.cards == cards
        sizes.append(found.edges)
    assert sizes[1] - sizes[0] >= 8
