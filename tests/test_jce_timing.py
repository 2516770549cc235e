"""What random games walk of the turn of the living card game, in its three scenarios."""

from __future__ import annotations

from pathlib import Path

from livret.dsl.asked import Choices
from livret.dsl.loader import build, read
from livret.dsl.timing.builder import build_graph
from livret.dsl.timing.places import Node
from livret.interpreter.edge_coverage import EdgeCoverage, play_random

FOLDER = Path(__file__).parent.parent / "rulesets/jce"
SCENARIOS = ("forêt_noire", "anduin", "dol_guldur")
GAMES = 40
#: Only who wins goes on to the next scenario: random games never do, its examples do.
CAMPAIGN = "campagne.livret"
#: Of the edges of the turn. Games and examples together walk 95 %: docs/timing.rst.
LEAST = 0.9


def is_of_the_turn(node: Node) -> bool:
    """Tell whether a node belongs neither to a card nor to what follows a victory."""
    return node.unit[0] != "ability" and node.span.path.name != CAMPAIGN


def test_random_games_walk_the_turn() -> None:
    """Every move is an edge, and most edges of the turn are walked by chance alone."""
    reading = read(FOLDER)
    together: EdgeCoverage | None = None
    for scenario in SCENARIOS:
        program, _ = build(reading, Choices(options={"scénario": scenario}))
        assert program is not None
        coverage = play_random(program, build_graph(program), GAMES, 2)
        assert not coverage.faults
        if together is None:
            together = coverage
        else:
            together.add(coverage)
    assert together is not None
    nodes = together.graph.nodes
    turn = [e for e in together.edges() if is_of_the_turn(nodes[e.source])]
    walked = sum(edge in together.walked for edge in turn)
    assert walked >= LEAST * len(turn), f"{walked} of {len(turn)}"
