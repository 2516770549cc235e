"""Whether a decision costs more where more cards lie in the box, with abilities of their own.

The same games of the living card game, with generated cards that never come into play: of a
set that the scenario does not use. Each bears one ability: an action, a forced effect, a
response, something permanent, in turn.
"""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time

from livret.dsl.loader import load
from livret.interpreter.compiler import Rules, compile_program
from livret.interpreter.layout import lay_out
from livret.interpreter.measuring import SLICES
from livret.interpreter.runtime import State
from livret.rulesets import shipped

GAME, PLAYERS, WINDOW = "jce", 2, "Actions"
#: The pool, as multiples of the cards the game has.
TIMES = (1, 2, 4, 8)
#: Positions that are kept to ask what an empty window costs, and how often each is asked.
POSITIONS, ASKED = 50, 20

CARD = """\
      - id: boîte_{0}
        type: Ennemi
        nom: Carte de la boîte {0}
        numéro: {0}
        groupe: set_sauron
        coût_engagement: 50
        menace: 1
        attaque: 1
        défense: 1
        vie: 1
        capacités: |
          {1}
"""
ABILITIES = (
    """action Agir{0} "Agir" :
            pendant Actions
            effet :
              soi.progression augmente de 1""",
    """forcé Subir{0} "Subir" après Dégâts(c, n, source) :
            exige c = soi
            effet :
              soi.progression augmente de 1""",
    """réponse Répondre{0} "Répondre" après EngagementQuête(c) :
            effet :
              soi.progression augmente de 1""",
    """permanent Durer{0} "Durer" :
            modifie Attaque(c) de si c = soi alors 1 sinon 0""",
)


@dataclass(frozen=True, slots=True)
class PoolCost:
    """What the same games cost with so many cards; microseconds."""

    cards: int
    abilities: int
    plies: int
    decision: float
    window: float
    clone: float


def pool_costs(seconds: float) -> list[PoolCost]:
    """Measure every size of the pool, in turns: a busy machine slows all of them."""
    with TemporaryDirectory() as folder:
        sizes = [rules_with(Path(folder), times) for times in TIMES]
    batch = games_in(sizes[0], seconds / SLICES)
    slices = [[play(rules, batch) for rules in sizes] for _ in range(SLICES)]
    found = []
    for rules, parts in zip(sizes, zip(*slices, strict=True), strict=True):
        plies = parts[0][0]
        spent = median(spent for _, spent in parts)
        window, clone = costs_at(rules, positions_of(rules))
        cards, abilities = len(rules.layout.entities), len(rules.program.abilities)
        costs = (1e6 * cost for cost in (spent / plies, window, clone))
        found.append(PoolCost(cards, abilities, plies, *costs))
    return found


def rules_with(folder: Path, times: int) -> Rules:
    """Compile the game with so many times as many cards."""
    here = folder / str(times)
    shutil.copytree(shipped()[GAME], here)
    program, findings = load(here)
    assert program is not None, findings
    count = (times - 1) * len(lay_out(program, PLAYERS).entities)
    if count:
        cards = [
            CARD.format(1000 + n, ABILITIES[n % len(ABILITIES)].format(n))
            for n in range(count)
        ]
        head = "groupes:\n  - provenance: {origine: reconstitué}\n    composants:\n"
        (here / "zz-boîte.yaml").write_text(head + "".join(cards), encoding="utf-8")
        program, findings = load(here)
        assert program is not None, findings
    return compile_program(program, PLAYERS)


def play(rules: Rules, games: int) -> tuple[int, float]:
    """Play so many random games, always the same; return their plies and the time."""
    rng, plies, begun = Random(0), 0, process_time()
    for _ in range(games):
        state = rules.begin(rng.getrandbits(32))
        while state.result is None:
            rules.apply(state, state.options[int(rng.random() * len(state.options))])
        plies += state.plies
    return plies, process_time() - begun


def games_in(rules: Rules, seconds: float) -> int:
    """Return how many games fit into some seconds, after a warm-up."""
    play(rules, 5)
    return max(1, int(20 * seconds / play(rules, 20)[1]))


def positions_of(rules: Rules) -> list[State]:
    """Return positions in which the player asked can only pass, in the window of actions."""
    listed, seed = lister(rules), 0
    found: list[State] = []
    while len(found) < POSITIONS:
        rng, state = Random(seed), rules.begin(seed)
        while state.result is None and len(found) < POSITIONS:
            if not listed(state, state.who):
                found.append(state.clone())
            rules.apply(state, rng.choice(state.options))
        seed += 1
    return found


def lister(rules: Rules):  # type: ignore[no-untyped-def]
    """Return what lists the options of the window of actions."""
    return rules.module[f"w{list(rules.program.windows).index(WINDOW)}"]


def costs_at(rules: Rules, positions: list[State]) -> tuple[float, float]:
    """Return the seconds an empty window takes, and a copy; medians."""
    listed, windows, clones = lister(rules), [], []
    for _ in range(SLICES):
        begun = process_time()
        for _ in range(ASKED):
            for state in positions:
                listed(state, state.who)
        asked = process_time()
        for state in positions * ASKED:
            state.clone()
        windows.append(asked - begun)
        clones.append(process_time() - asked)
    count = len(positions) * ASKED
    return median(windows) / count, median(clones) / count
