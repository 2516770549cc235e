"""The greedy bot judges an option by what it comes to, where the next choice waits."""

from pathlib import Path
from random import Random

from livret.dsl.loader import load
from livret.interpreter.bots import GreedyBot
from livret.interpreter.compiler import Rules, compile_program
from livret.interpreter.runtime import DONE, PASS

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


def rules_of(folder: Path, text: str, players: int = 1) -> Rules:
    (folder / "regles.livret").write_text(text, encoding="utf-8")
    program, findings = load(folder)
    assert program is not None, findings
    return compile_program(program, players)


def choices(rules: Rules, seed: int, most: int = 100) -> list[object]:
    """What the bot chooses, alone, to the end of a game."""
    bot, state, rng, chosen = GreedyBot(rules), rules.begin(seed), Random(seed), []
    while state.result is None:
        chosen.append(bot.choose(state, rng))
        rules.apply(state, chosen[-1])
        assert len(chosen) < most, "the bot does not come to an end"
    return chosen


RESTLESS = """\
joueurs 1
issue Fin "Fin"
compteur pas = 0
compteur biens = 9

fenêtre Pause :
  clôture unanime

action Bouger "Bouger" :
  pendant Pause
  effet :
    pas augmente de 1

déroulement :
  ouvrir Pause pour J1
  biens diminue de 3
  J1 choisit pris parmi {0, 1} "Prendre"
  biens augmente de pris
  finir Fin

évaluation j = biens
"""


def test_what_only_puts_off_a_loss_is_not_done(tmp_path: Path) -> None:
    """Acting and passing are judged at the next choice, after the same loss."""
    for seed in range(5):
        assert choices(rules_of(tmp_path, RESTLESS), seed) == [PASS, 1]


TEAM = """\
joueurs 1
issue Fin "Fin"
compteur tours = 0

type Ami :
  force : nombre
zone prêts : Ami visible
zone partis : Ami visible

mise en place :
  déplacer Ami vers prêts

définition élan : nombre = somme(partis, .force)

déroulement :
  J1 choisit de 0 à 4 équipe parmi prêts "Équipe"
  déplacer équipe vers partis
  J1 choisit sûr parmi {0, 1} "Être sûr"
  tours devient sûr
  finir Fin

évaluation j = (si élan ≥ 6 alors 20 sinon 0) - nombre(partis)
"""

FRIENDS = """\
groupes:
  - provenance: {origine: reconstitué}
    composants:
      - {id: fort, type: Ami, force: 3, exemplaires: 2}
      - {id: faible, type: Ami, force: 0, exemplaires: 2}
"""


def test_several_picks_are_judged_together(tmp_path: Path) -> None:
    """None of two who are enough together is worth anything alone."""
    (tmp_path / "composants.yaml").write_text(FRIENDS, encoding="utf-8")
    rules = rules_of(tmp_path, TEAM)
    for seed in range(8):
        *picks, _ = choices(rules, seed)
        picked = [rules.layout.entities[each].card.id for each in picks if each != DONE]
        assert picked.count("fort") == 2


FICKLE = """\
joueurs 1
issue Fin "Fin"
dé D : 1 à 2
compteur côté = 1
compteur biens = 0

fenêtre Pause :
  clôture unanime

action Changer "Changer de côté" :
  pendant Pause
  effet :
    côté devient 3 - côté

déroulement :
  ouvrir Pause pour J1
  lancer jet = 1 fois D
  si somme(jet) = côté :
    biens augmente de 1
  J1 choisit pris parmi {0, 1} "Prendre"
  biens augmente de pris
  finir Fin

évaluation j = biens
"""


def test_it_does_not_go_in_circles(tmp_path: Path) -> None:
    """Chance makes either side look better; nobody returns to where they acted."""
    rules = rules_of(tmp_path, FICKLE)
    moves = [len(choices(rules, seed)) for seed in range(60)]
    assert max(moves) == 4  # there, back, no further, and what is taken
