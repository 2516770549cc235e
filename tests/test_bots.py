"""Bots choose what is offered, the same every time, and well; they do not look at cards."""

from pathlib import Path
from random import Random

import pytest

from livret.dsl.loader import load
from livret.interpreter.bot_names import BOTS, UnknownBot
from livret.interpreter.bots import make_bot
from livret.interpreter.compiler import Rules, compile_program
from livret.interpreter.rewards import Judge, Stakes, stakes_of
from livret.interpreter.runtime import State
from livret.rulesets import shipped


def rules_of(folder: Path, players: int) -> Rules:
    program, findings = load(folder)
    assert program is not None, findings
    return compile_program(program, players)


def write(folder: Path, text: str) -> Path:
    (folder / "regles.livret").write_text(text, encoding="utf-8")
    return folder


def play(rules: Rules, names: tuple[str, ...], seed: int) -> State:
    bots = [make_bot(name, rules) for name in names]
    state, rng = rules.begin(seed), Random(seed)
    while state.result is None:
        option = bots[state.who].choose(state, rng)
        assert option in state.options
        rules.apply(state, option)
    return state


@pytest.fixture(scope="module")
def tic_tac_toe() -> Rules:
    return rules_of(shipped()["morpion"], 2)


def placed(rules: Rules, *cells: str) -> State:
    """The position after the players marked these cells in turn."""
    labels = [cell.label for cell in rules.program.boards["Damier"].cells]
    state = rules.begin(0)
    for cell in cells:
        rules.apply(state, labels.index(cell))
    return state


def chosen(rules: Rules, state: State, bot: str, seed: int = 0) -> str:
    option = make_bot(bot, rules).choose(state, Random(seed))
    assert isinstance(option, int)
    return rules.program.boards["Damier"].cells[option].label


@pytest.mark.parametrize("bot", ["greedy", "mcts:100"])
def test_a_win_is_taken(tic_tac_toe: Rules, bot: str) -> None:
    state = placed(tic_tac_toe, "a1", "a2", "b1", "b2")
    for seed in range(5):
        assert chosen(tic_tac_toe, state, bot, seed) == "c1"


def test_search_prevents_a_loss(tic_tac_toe: Rules) -> None:
    state = placed(tic_tac_toe, "a1", "a2", "b1")
    for seed in range(5):
        assert chosen(tic_tac_toe, state, "mcts:400", seed) == "c1"


def test_search_against_search_draws(tic_tac_toe: Rules) -> None:
    for seed in range(3):
        state = play(tic_tac_toe, ("mcts:600", "mcts:600"), seed)
        assert state.result is not None and state.result[1] == ()


def test_stronger_bots_win_more(tic_tac_toe: Rules) -> None:
    greedy = [play(tic_tac_toe, ("random", "greedy"), seed).result for seed in range(60)]
    wins = sum(result is not None and result[1] == (1,) for result in greedy)
    losses = sum(result is not None and result[1] == (0,) for result in greedy)
    assert wins > losses
    search = [play(tic_tac_toe, ("random", "mcts:60"), seed).result for seed in range(20)]
    assert sum(result is not None and result[1] == (0,) for result in search) <= 2


@pytest.mark.parametrize("bot", [*BOTS, "mcts:30"])
def test_same_seed_same_choice(tic_tac_toe: Rules, bot: str) -> None:
    state = placed(tic_tac_toe, "b2")
    before = state.key()
    first = [chosen(tic_tac_toe, state, bot, seed) for seed in range(8)]
    assert [chosen(tic_tac_toe, state, bot, seed) for seed in range(8)] == first
    assert state.key() == before


def test_a_time_is_kept(tic_tac_toe: Rules) -> None:
    assert chosen(tic_tac_toe, placed(tic_tac_toe), "mcts:0.01s")


@pytest.mark.parametrize(
    "name", ["", "mctss", "random:3", "greedy:2s", "mcts:", "mcts:1.5"]
)
def test_unknown_bots_are_refused(tic_tac_toe: Rules, name: str) -> None:
    with pytest.raises(UnknownBot):
        make_bot(name, tic_tac_toe)


# What is played for ----------------------------------------------------------

TOGETHER = """joueurs 2 à 3
issue Salut "Tous sont saufs"
issue Perte "Tous sont perdus"
compteur vivres = 3
déroulement :
  boucle :
    à tour de rôle j depuis J1 horaire :
      j choisit prise parmi {0, 1} "Prendre"
      vivres diminue de prise
      si vivres = 0 :
        finir Perte
    finir Salut gagnants joueurs
"""

POINTS = """joueurs 1 à 2
issue Fin "Fin"
compteur points de Joueur = 0
déroulement :
  répéter 3 fois :
    à tour de rôle j depuis J1 horaire :
      j choisit pris parmi {0, 1, 2} "Prendre"
      j.points augmente de pris
  finir Fin
score j = j.points
"""


def test_stakes_follow_from_the_ends(tmp_path: Path, tic_tac_toe: Rules) -> None:
    assert stakes_of(tic_tac_toe.program) is Stakes.CONTEST
    rules = rules_of(write(tmp_path, TOGETHER), 3)
    assert stakes_of(rules.program) is Stakes.TOGETHER
    state = rules.begin(0)
    for prise in (1, 1, 1):
        rules.apply(state, prise)
    assert Judge(rules).rewards(state) == (0, 0, 0)
    state = rules.begin(0)
    for prise in (0, 1, 0):
        rules.apply(state, prise)
    assert Judge(rules).rewards(state) == (1, 1, 1)


def test_players_who_win_together_do_not_lose(tmp_path: Path) -> None:
    rules = rules_of(write(tmp_path, TOGETHER), 3)
    for seed in range(5):
        state = play(rules, ("mcts:200", "mcts:200", "mcts:200"), seed)
        assert state.result is not None and state.result[1] == (0, 1, 2)


def test_draws_stand_between_wins_and_losses(tic_tac_toe: Rules) -> None:
    judge = Judge(tic_tac_toe)
    won = placed(tic_tac_toe, "a1", "a2", "b1", "b2", "c1")
    drawn = placed(tic_tac_toe, "a1", "b1", "c1", "b2", "a2", "c2", "b3", "a3")
    assert judge.rewards(won) == (1, 0)
    assert 0 < judge.rewards(drawn)[0] == judge.rewards(drawn)[1] < 1


@pytest.mark.parametrize("players", [1, 2])
@pytest.mark.parametrize("bot", ["greedy", "mcts:200"])
def test_points_are_taken_where_only_they_count(
    tmp_path: Path, bot: str, players: int
) -> None:
    rules = rules_of(write(tmp_path, POINTS), players)
    assert stakes_of(rules.program) is Stakes.SCORE
    state = play(rules, (bot,) * players, 1)
    assert rules.score is not None
    assert [rules.score(state, seat) for seat in range(players)] == [6] * players


# What is hidden --------------------------------------------------------------

HIDDEN = """joueurs 2
énumération Couleur : rouge, noir
type Carte :
  couleur : Couleur
zone talon : Carte cachée
zone révélée : Carte visible
issue Trouvé "La couleur est devinée"
issue Manqué "La couleur n'est pas devinée"
mise en place :
  déplacer Carte vers talon
  mélanger talon
déroulement :
  J1 choisit annonce parmi Couleur "Deviner"
  piocher 1 de talon vers révélée
  si existe(révélée où .couleur = annonce) :
    finir Trouvé gagnants {J1}
  finir Manqué gagnants {J2}
"""

CARDS = """groupes:
  - provenance: {origine: livret, lignes: "1"}
    composants:
      - {id: as_rouge, type: Carte, nom: As rouge, couleur: rouge, exemplaires: 5}
      - {id: as_noir, type: Carte, nom: As noir, couleur: noir, exemplaires: 5}
"""

DICE = """joueurs 2
dé D : 1 à 2
issue Trouvé "Le jet est deviné"
issue Manqué "Le jet n'est pas deviné"
déroulement :
  J1 choisit annonce parmi {1, 2} "Deviner"
  lancer jet = 1 fois D
  si somme(jet) = annonce :
    finir Trouvé gagnants {J1}
  finir Manqué gagnants {J2}
"""


@pytest.mark.parametrize("bot", ["greedy", "mcts:60"])
def test_bots_cannot_foresee_dice(tmp_path: Path, bot: str) -> None:
    rules = rules_of(write(tmp_path, DICE), 2)
    results = [play(rules, (bot, "random"), seed).result for seed in range(120)]
    found = sum(result is not None and result[0] == 0 for result in results)
    assert 35 <= found <= 85  # five standard deviations around the half


@pytest.mark.parametrize("bot", ["greedy", "mcts:60"])
def test_bots_cannot_see_hidden_cards(tmp_path: Path, bot: str) -> None:
    (tmp_path / "cartes.yaml").write_text(CARDS, encoding="utf-8")
    rules = rules_of(write(tmp_path, HIDDEN), 2)
    results = [play(rules, (bot, "random"), seed).result for seed in range(120)]
    found = sum(result is not None and result[0] == 0 for result in results)
    assert 35 <= found <= 85


BACKS = """joueurs 2
type Tuile :
  points : nombre caché
plateau Table de Case : grille 8 par 1
zone pile : Tuile cachée
zone posée de Case : Tuile visible
issue Trouvé "La tuile forte est trouvée"
issue Manqué "Une autre tuile est trouvée"
état visée : Tuile ou rien = rien
mise en place :
  déplacer Tuile vers pile
  mélanger pile
  pour chaque c dans Case :
    piocher 1 de pile vers posée(c)
déroulement :
  J1 choisit où_chercher parmi Case "Chercher"
  J1 choisit tuile parmi posée(où_chercher) "Retourner"
  visée devient tuile
  J1 choisit certain parmi {0, 1} "Parier"
  si (visée.points = 9) = (certain = 1) :
    finir Trouvé gagnants {J1}
  finir Manqué gagnants {J2}
"""

TILES = """groupes:
  - provenance: {origine: livret, lignes: "1"}
    composants:
      - {id: forte, type: Tuile, nom: Tuile, points: 9, exemplaires: 4}
      - {id: faible, type: Tuile, nom: Tuile, points: 1, exemplaires: 4}
"""


@pytest.mark.parametrize("bot", ["greedy", "mcts:60"])
def test_bots_cannot_see_the_backs_of_what_is_offered(tmp_path: Path, bot: str) -> None:
    """Nor of what a state or a running rule holds: the bet is half and half."""
    (tmp_path / "tuiles.yaml").write_text(TILES, encoding="utf-8")
    rules = rules_of(write(tmp_path, BACKS), 2)
    results = [play(rules, (bot, "random"), seed).result for seed in range(120)]
    found = sum(result is not None and result[0] == 0 for result in results)
    assert 35 <= found <= 85


def test_every_shipped_game_can_be_searched() -> None:
    for slug, folder in shipped().items():
        program, _ = load(folder)
        assert program is not None, slug
        rules = compile_program(program, program.players[1])
        state, rng = rules.begin(3), Random(3)
        bot = make_bot("mcts:20", rules)
        for _ in range(5):
            if state.result is None:
                rules.apply(state, bot.choose(state, rng))
