"""What the checks of time cost: on the rulesets, and on rules with more and more cards."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from livret.dsl.loader import load
from livret.dsl.timing.builder import build_graph
from livret.dsl.timing.checks import CHECKS

ROOT = Path(__file__).resolve().parent.parent
#: How many different cards the generated rules have, each with an ability of its own.
CARDS = (25, 50, 100, 200, 400)

RULES = """joueurs 2 à 4
type Carte :
  coût : nombre
zone pioche : Carte cachée
zone main de Joueur : Carte secrète
zone table de Joueur : Carte visible
zone défausse : Carte visible
compteur points de Joueur
compteur blessures de Joueur
compteur manches = 12 borné 0 à 12
issue Fin "Douze manches"

profil :
  ordre J1
  en jeu table

événement Coup(cible : Joueur) "Un coup" :
  cible.blessures augmente de 1
événement Départ(c : Carte) "Un départ" :
  déplacer c vers défausse

fenêtre Actions "Agir"

action Poser "Poser une carte" :
  pendant Actions
  avec c parmi moi.main
  effet :
    déplacer c vers table(moi)
action Frapper "Frapper" :
  pendant Actions
  limite 1 par fenêtre
  effet :
    émettre Coup(suivant(moi))

mise en place :
  déplacer Carte vers pioche
  mélanger pioche

déroulement :
  tant que manches > 0 :
    manches diminue de 1
    pour chaque j dans joueurs :
      piocher 2 de pioche vers main(j)
    à tour de rôle j depuis J1 horaire :
      ouvrir Actions pour joueurs depuis j horaire
  finir Fin gagnants meilleurs(joueurs, .points - .blessures)
"""
#: The abilities of the cards, in turn; the number of the card is put in.
ABILITIES = (
    """action Agir{0} :
            pendant Actions
            limite 1 par tour
            effet :
              moi.points augmente de {0}""",
    """forcé Subir{0} après Coup(j) :
            exige j = moi
            effet :
              moi.blessures augmente de 1""",
    """réponse Répondre{0} après Coup(j) :
            exige j = moi et moi.points > {0}
            effet :
              moi.points diminue de 1
              émettre Départ(soi)""",
    """forcé Partir{0} après Départ(c) :
            mémoire
            exige c = soi
            effet :
              moi.points augmente de 1""",
)


@dataclass(frozen=True, slots=True)
class CheckTime:
    """Processor seconds to read rules, to build their graph and to run all the checks."""

    rules: str
    cards: int
    nodes: int
    edges: int
    reading: float
    building: float
    checking: float
    slowest: str


def check_times() -> list[CheckTime]:
    """Measure every ruleset, then generated ones."""
    folders = sorted(path.parent for path in ROOT.glob("rulesets/*/livret.yaml"))
    found = [measure(folder.name, folder) for folder in folders]
    for cards in CARDS:
        with TemporaryDirectory() as folder:
            write_rules(Path(folder), cards)
            found.append(measure("(generated)", Path(folder)))
    return found


def write_rules(folder: Path, cards: int) -> None:
    """Write a ruleset with so many cards, one ability on each."""
    lines = ["groupes:", "  - provenance: {origine: reconstitué}", "    composants:"]
    for number in range(1, cards + 1):
        ability = ABILITIES[number % len(ABILITIES)].format(number)
        lines.append(f"      - id: carte_{number}\n        type: Carte")
        lines.append(f"        nom: Carte {number}\n        coût: {number % 5}")
        lines.append(f"        capacités: |\n          {ability}")
    (folder / "livret.yaml").write_text('titre: "Banc"\nlangue: fr\n', encoding="utf-8")
    (folder / "regles.livret").write_text(RULES, encoding="utf-8")
    (folder / "composants.yaml").write_text("\n".join(lines) + "\n", encoding="utf-8")


def measure(name: str, folder: Path) -> CheckTime:
    """Measure one ruleset, every check by itself."""
    load(folder)  # The tables of the grammar are made once.
    begun = process_time()
    program, mistakes = load(folder)
    assert program is not None, mistakes
    read = process_time()
    graph = build_graph(program)
    built = process_time()
    spent: dict[str, float] = {}
    for check in CHECKS:
        start = process_time()
        list(check.run(graph))
        spent[check.code] = process_time() - start
    slowest = max(spent, key=spent.__getitem__)
    return CheckTime(
        name, len(program.cards), len(graph.nodes), len(graph.edges), read - begun,
        built - read, sum(spent.values()), slowest,
    )  # fmt: skip
