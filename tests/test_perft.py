"""Counts of sequences, positions and complete games against known numbers."""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from livret.dsl.loader import load
from livret.interpreter.cli import main
from livret.interpreter.compiler import Rules, compile_program
from livret.interpreter.perft import count
from livret.interpreter.runtime import State
from livret.rulesets import shipped


def rules_of(folder: Path, players: int = 2) -> Rules:
    program, findings = load(folder)
    assert program is not None, findings
    return compile_program(program, players, automatic=False)


@pytest.fixture(scope="module")
def breakthrough() -> Rules:
    return rules_of(shipped()["breakthrough"])


def test_all_games_of_tic_tac_toe() -> None:
    plies = list(count(rules_of(shipped()["morpion"])))
    assert sum(ply.games for ply in plies) == 255_168
    assert sum(ply.new for ply in plies) == 5_478
    assert [ply.positions for ply in plies] == [
        1,
        9,
        72,
        252,
        756,
        1260,
        1520,
        1140,
        390,
        78,
    ]
    assert [ply.games for ply in plies][5:] == [1440, 5328, 47952, 72576, 127872]
    assert plies[-1].is_last and plies[-1].depth == 9


def test_connect_four_positions() -> None:
    """https://oeis.org/A212693: positions after n plies of the 7 × 6 game."""
    plies = list(count(rules_of(shipped()["puissance-4"]), 8))
    found = [ply.positions for ply in plies]
    assert found == [1, 7, 49, 238, 1120, 4263, 16422, 54859, 184275]
    assert [ply.sequences for ply in plies][:7] == [7**depth for depth in range(7)]
    assert not plies[-1].is_last


# Breakthrough: two programs that know nothing of each other ------------------

Square = tuple[int, int]
Board = dict[Square, int]


def moves(board: Board, player: int) -> Iterator[tuple[Square, Square]]:
    forward = 1 if player == 0 else -1
    for (column, row), owner in board.items():
        if owner != player:
            continue
        for side in (-1, 0, 1):
            target = (column + side, row + forward)
            if not (0 <= target[0] < 8 and 0 <= target[1] < 8):
                continue
            found = board.get(target)
            if found is None or (side != 0 and found != player):
                yield (column, row), target


def leaves(board: Board, player: int, depth: int) -> int:
    """Sequences of `depth` moves; a game that is over goes no further."""
    if depth == 0:
        return 1
    total = 0
    for source, target in list(moves(board, player)):
        after = dict(board)
        del after[source]
        after[target] = player
        over = target[1] == (7 if player == 0 else 0) or 1 - player not in after.values()
        if not over or depth == 1:
            total += leaves(after, 1 - player, depth - 1)
    return total


def board_of(rules: Rules, state: State) -> Board:
    pieces = getattr(state, rules.layout.states["pion"])
    cells = rules.program.boards["Damier"].cells
    return {
        (cell.column - 1, cell.row - 1): owner
        for cell, owner in zip(cells, pieces, strict=True)
        if owner >= 0
    }


def sequences(rules: Rules, state: State, depth: int) -> int:
    if depth == 0:
        return 1
    if state.result is not None:
        return 0
    total = 0
    for option in state.options:
        after = state.clone()
        rules.apply(after, option)
        total += sequences(rules, after, depth - 1)
    return total


def test_breakthrough_from_the_start(breakthrough: Rules) -> None:
    start = board_of(breakthrough, breakthrough.begin(0))
    assert [leaves(start, 0, depth) for depth in range(4)] == [1, 22, 484, 11_132]
    counted = [ply.sequences for ply in count(breakthrough, 4)]
    # Depth 4 is also Fairy-Stockfish's: github.com/fairy-stockfish/Fairy-Stockfish,
    # tests/perft.sh, « perft.exp breakthrough startpos 4 256036 ».
    assert counted == [1, 22, 484, 11_132, 256_036]


def test_breakthrough_from_the_middle_of_games(breakthrough: Rules) -> None:
    rng = Random(1)
    met = set()
    for plies in (10, 25, 40, 55, 60, 65, 70):
        state = breakthrough.begin(0)
        for _ in range(plies):
            if state.result is None:
                before = state.clone()
                breakthrough.apply(state, rng.choice(state.options))
        if state.result is not None:
            state = before  # one move before the end: some sequences stop early
        board = board_of(breakthrough, state)
        met.add(len(board))
        for depth in range(1, 4):
            expected = leaves(board, state.who, depth)
            assert sequences(breakthrough, state, depth) == expected
    assert len(met) > 3


def placed(rules: Rules, rows: str, player: int) -> State:
    """The position of a FEN, upper case for the first player, who is to move."""
    assert player == 0
    state = rules.begin(0)
    labels = {cell.label: n for n, cell in enumerate(rules.program.boards["Damier"].cells)}
    pieces = getattr(state, rules.layout.states["pion"])
    pieces[:] = [-1] * 64
    for row, text in zip("87654321", rows.split("/"), strict=True):
        column = 0
        for letter in text:
            if letter.isdigit():
                column += int(letter)
                continue
            pieces[labels["abcdefgh"[column] + row]] = 0 if letter == "P" else 1
            column += 1
    getattr(state, rules.layout.states["pions"])[:] = [pieces.count(0), pieces.count(1)]
    state.options = rules.module["w0"](state, player)
    return state


def test_breakthrough_where_games_end(breakthrough: Rules) -> None:
    """The other position in Fairy-Stockfish's tests/perft.sh: 121264 at depth 4."""
    rows = "1p2pp1p/2p2ppp/2P5/8/8/3P2P1/1p1P2PP/1PP1PP1P"
    state = placed(breakthrough, rows, 0)
    board = board_of(breakthrough, state)
    for depth in range(1, 4):
        assert sequences(breakthrough, state, depth) == leaves(board, 0, depth)
    assert sequences(breakthrough, state, 4) == 121_264


# What is counted -------------------------------------------------------------


def write(folder: Path, text: str) -> Path:
    (folder / "regles.livret").write_text(text, encoding="utf-8")
    return folder


FORCED = """joueurs 1
issue Fin "Fin"
compteur total = 0
déroulement :
  répéter 3 fois :
    J1 choisit pas parmi {1} "Avancer"
    total augmente de pas
  finir Fin
"""


def test_decisions_with_one_option_are_counted(tmp_path: Path) -> None:
    plies = list(count(rules_of(write(tmp_path, FORCED), 1)))
    assert [(ply.sequences, ply.games) for ply in plies] == [(1, 0), (1, 0), (1, 0), (1, 1)]


DICE = """joueurs 1
issue Fin "Fin"
dé D : 1 à 6
compteur total = 0
déroulement :
  répéter 2 fois :
    lancer jet = 1 fois D
    total augmente de somme(jet)
    J1 choisit pas parmi {1, 2} "Avancer"
    total augmente de pas
  finir Fin
"""


def test_chance_falls_as_the_seed_says(tmp_path: Path) -> None:
    rules = rules_of(write(tmp_path, DICE), 1)
    plies = list(count(rules, seed=3))
    assert [ply.sequences for ply in plies] == [1, 2, 4]
    assert [ply.positions for ply in plies] == [1, 2, 3]
    assert list(count(rules, seed=3)) == plies


ROUND = """joueurs 1
issue Fin "Fin"
plateau Piste de Case : grille 4 par 1
état ici : Case = a1
déroulement :
  boucle :
    J1 choisit là parmi voisines(ici) "Aller"
    ici devient là
    si ici.rangée = 2 :
      finir Fin
"""


def test_a_game_without_end_stops_at_the_limit(tmp_path: Path) -> None:
    plies = list(count(rules_of(write(tmp_path, ROUND), 1), limit=50))
    assert sum(ply.new for ply in plies) == 4
    assert not plies[-1].is_last
    assert sum(ply.positions for ply in plies[:-1]) <= 50


def test_command_prints_the_counts(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", "morpion", "--lang", "fr"]) == 0
    out = capsys.readouterr().out
    assert "en tout : 255168 parties complètes, 5478 positions" in out
    assert main(["perft", "morpion", "--depth", "2", "--format", "json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert [ply["sequences"] for ply in data["plies"]] == [1, 9, 72]
    assert data["complete"] is False


def test_command_refuses_wrong_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", "morpion", "--depth", "-1", "--lang", "en"]) == 2
    assert "--depth: at least 0" in capsys.readouterr().err
    assert main(["perft", "morpion", "--players", "5", "--lang", "en"]) == 2
    assert "--players: at most 2" in capsys.readouterr().err


FAULTY = """joueurs 1
issue Fin "Fin"
compteur total = 1
déroulement :
  boucle :
    J1 choisit pas parmi {0, 1} "Avancer"
    total devient 4 / pas
    si total > 9 :
      finir Fin
"""


def test_a_rule_that_fails_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = write(tmp_path, FAULTY)
    assert main(["perft", str(folder), "--depth", "3", "--lang", "fr"]) == 1
    captured = capsys.readouterr()
    assert "R11" in captured.err and "regles.livret:7" in captured.err
