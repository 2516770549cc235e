"""The greedy bot judges an action by what it comes to once its cost is paid."""

from pathlib import Path
from random import Random

from livret.dsl.loader import load
from livret.interpreter.bots import GreedyBot
from livret.interpreter.compiler import compile_program

COMPONENTS = """\
groupes:
  - provenance: {origine: reconstitué}
    composants:
      - {id: or, type: Pièce, prix: 9}
      - {id: cuivre, type: Pièce, prix: 1}
"""

RULES = """\
joueurs 2
type Pièce :
  prix : nombre
zone bourse de Joueur : Pièce visible
zone caisse : Pièce visible
compteur biens de Joueur = 0

fenêtre Marché :
  clôture unique

action Acheter "Acheter" :
  pendant Marché
  avec article parmi {2, 4, 3}
  coût :
    moi choisit payée parmi moi.bourse
    déplacer payée vers caisse
  effet :
    moi.biens augmente de article

mise en place :
  déplacer Pièce vers bourse(J1)

déroulement :
  ouvrir Marché pour J1
  ouvrir Marché pour J1

évaluation j = j.biens + somme(j.bourse, .prix)
"""


def test_a_cost_to_choose_is_part_of_what_an_action_is_worth(tmp_path: Path) -> None:
    """Copper for the dearest article; before the payment all articles look the same."""
    (tmp_path / "composants.yaml").write_text(COMPONENTS, encoding="utf-8")
    (tmp_path / "regles.livret").write_text(RULES, encoding="utf-8")
    program, findings = load(tmp_path)
    assert program is not None, findings
    rules = compile_program(program, 2)
    bot = GreedyBot(rules)
    for seed in range(8):
        state, rng = rules.begin(seed), Random(seed)
        option = bot.choose(state, rng)
        assert option == (0, -1, 4)
        rules.apply(state, option)
        paid = bot.choose(state, rng)
        assert isinstance(paid, int)
        assert rules.layout.entities[paid].card.id == "cuivre"
