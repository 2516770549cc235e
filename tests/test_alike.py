"""Components that look alike are one option, unless the rules tell them apart."""

from pathlib import Path

import pytest

from livret.dsl.loader import load
from livret.interpreter.compiler import Rules, compile_program

COMPONENTS = """\
groupes:
  - provenance: {origine: reconstitué}
    composants:
      - {id: épée, type: Arme, tranchant: 3, forgée: true, exemplaires: 3}
      - {id: pierre, type: Objet, exemplaires: 2}
"""

RULES = """\
joueurs 2
type Objet
type Arme de Objet :
  tranchant : nombre
  forgée : booléen
zone sac de Joueur : Objet secrète
zone tas : Objet visible
état dernier_posé : Objet ou rien = rien

fenêtre Tour :
  clôture unique

action Poser "Poser un objet" :
  pendant Tour
  avec objet parmi moi.sac
  exige {condition}
  effet :
    déplacer objet vers tas

mise en place :
  déplacer Objet vers sac(J1)
  dernier_posé devient premier(épée)

déroulement :
  ouvrir Tour pour J1
"""


def rules_of(folder: Path, condition: str, more: str = "") -> Rules:
    (folder / "composants.yaml").write_text(COMPONENTS, encoding="utf-8")
    text = RULES.replace("{condition}", condition) + more
    (folder / "regles.livret").write_text(text, encoding="utf-8")
    program, findings = load(folder)
    assert program is not None, findings
    return compile_program(program, 2)


def offered(rules: Rules) -> list[str]:
    """The components offered, by id, passing left out."""
    found = []
    for option in rules.begin(1).options:
        assert isinstance(option, tuple)
        if len(option) > 1:
            found.append(rules.layout.entities[option[2]].card.id)
    return found


def test_an_action_offers_look_alikes_once(tmp_path: Path) -> None:
    assert offered(rules_of(tmp_path, "vrai")) == ["épée", "pierre"]


def test_conditions_come_before_look_alikes_are_joined(tmp_path: Path) -> None:
    """The first sword is excluded; another one, which looks the same, must be offered."""
    assert offered(rules_of(tmp_path, "objet ≠ dernier_posé")) == ["épée", "pierre"]


def test_states_of_their_own_tell_components_apart(tmp_path: Path) -> None:
    more = '\nétat usé de Objet : booléen = faux\ninvariant "" : tous(Objet, non .usé)\n'
    assert offered(rules_of(tmp_path, "vrai", more)) == ["épée"] * 3 + ["pierre"] * 2


@pytest.mark.parametrize("condition", ["objet.forgée", "objet.tranchant > 0"])
def test_what_a_component_lacks_reads_as_nothing(tmp_path: Path, condition: str) -> None:
    assert offered(rules_of(tmp_path, condition)) == ["épée"]


def test_a_number_it_lacks_is_zero(tmp_path: Path) -> None:
    assert offered(rules_of(tmp_path, "objet.tranchant = 0")) == ["pierre"]
