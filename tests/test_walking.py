"""Games followed edge by edge through the timing graph."""

from __future__ import annotations

from pathlib import Path

from livret.dsl.loader import load
from livret.dsl.timing.builder import build_graph
from livret.dsl.timing.places import Kind, Link
from livret.interpreter.edge_coverage import EdgeCoverage, play_random

RULES = """joueurs 1
compteur n
compteur élan = 0 borné 0 à 9
issue Fin "Fin"

procédure noter() "Noter" :
  n augmente de 1

contrôle Essoufflé "Essoufflé" quand élan = 3 :
  élan devient 0

événement Pas() "Un pas" :
  élan augmente de 1

déroulement :
  boucle Manche :
    J1 choisit si x "À gauche"
    si x :
      noter()
    sinon :
      noter()
    émettre Pas()
    si n ≥ 20 :
      finir Fin
"""


def _played(folder: Path, rules: str) -> EdgeCoverage:
    (folder / "regles.livret").write_text(rules, encoding="utf-8")
    program, found = load(folder)
    assert program is not None, found
    return play_random(program, build_graph(program), 4, 1)


def test_a_call_comes_back_to_where_it_was_made(tmp_path: Path) -> None:
    coverage = _played(tmp_path, RULES)
    assert not coverage.faults
    assert list(coverage.missing()) == []
    never = RULES.replace("    si x :\n", "    si x et n > 90 :\n")
    (tmp_path / "never").mkdir()
    graph_nodes = (one := _played(tmp_path / "never", never)).graph.nodes
    told = {(graph_nodes[e.source].kind, e.kind) for e, _ in one.missing()}
    # The test, the call that is never made, its return, and what follows it.
    assert told == {
        (Kind.TEST, Link.IF),
        (Kind.CALL, Link.CALL),
        (Kind.RETURN, Link.BACK),
        (Kind.RETURN, Link.NEXT),
    }


def test_a_state_check_counts_once_wherever_it_stands(tmp_path: Path) -> None:
    coverage = _played(tmp_path, RULES)
    nodes = coverage.graph.nodes
    made = [e for e in coverage.edges() if nodes[e.target].unit[0] == "control"]
    places = [e for e in coverage.graph.edges if e.kind is Link.CALL]
    assert len(places) > len([e for e in made if e.kind is Link.CALL]) == 1
