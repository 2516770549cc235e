"""Whom a change is about is found once, before the change."""

from __future__ import annotations

from pathlib import Path

import pytest

from livret.interpreter.api import load

RULES = """joueurs 3
compteur force de Joueur = 0 borné 0 à 5
compteur menace de Joueur
issue Fin "La fin"

mise en place :
  pour chaque j dans joueurs :
    j.menace devient 50

déroulement :
  premier(joueurs où .force < 5).force augmente de 9
  premier(joueurs où .force = 0).force devient 3
  éliminer premier(joueurs où .menace ≥ 50)
  éliminer premier(joueurs où .menace ≥ 50)
  premier(joueurs) choisit si finir_ici "Finir ?"
  finir Fin gagnants joueurs
"""


@pytest.mark.parametrize("journal", [False, True])
def test_who_is_changed_is_found_before_the_change(tmp_path: Path, journal: bool) -> None:
    (tmp_path / "livret.yaml").write_text("titre: Essai\n", encoding="utf-8")
    (tmp_path / "regles.livret").write_text(RULES, encoding="utf-8")
    rules = load(tmp_path).rules(3, journal=journal)
    state = rules.begin(1)
    assert getattr(state, rules.layout.states["force"]) == [5, 3, 0]
    assert state.alive == [0, 0, 1] and state.who == 2


def test_the_journal_names_who_was_changed(tmp_path: Path) -> None:
    (tmp_path / "livret.yaml").write_text("titre: Essai\n", encoding="utf-8")
    (tmp_path / "regles.livret").write_text(RULES, encoding="utf-8")
    game = load(tmp_path).new_game(3, 1)
    text = "\n".join(entry.text("fr") for entry in game.journal)
    assert "J1" in text.splitlines()[-4] and "J2" in text.splitlines()[-3], text
    assert "J1" in text.splitlines()[-2] and "J2" in text.splitlines()[-1], text
