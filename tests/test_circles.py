"""Circles of rules are found as a well-known library finds them."""

import networkx as nx
from hypothesis import given
from hypothesis import strategies as st

from livret.dsl.checks.circles import Unit, find_circles, reverse, spread
from livret.dsl.symbols import Category

NAMES = st.sampled_from("abcdefgh").map(lambda name: (Category.PROCEDURE, name))
GRAPHS = st.dictionaries(NAMES, st.frozensets(NAMES, max_size=4), max_size=8)
Graph = dict[Unit, frozenset[Unit]]


def drawn(edges: Graph) -> "nx.DiGraph[Unit]":
    """Return the graph of the parts that have edges of their own."""
    graph: nx.DiGraph[Unit] = nx.DiGraph()
    graph.add_nodes_from(edges)
    graph.add_edges_from(
        (a, b) for a, others in edges.items() for b in others if b in edges
    )
    return graph


@given(GRAPHS)
def test_each_knot_has_one_circle_and_each_circle_closes(edges: Graph) -> None:
    graph = drawn(edges)
    knots = [
        knot
        for knot in nx.strongly_connected_components(graph)
        if len(knot) > 1 or graph.has_edge(*list(knot) * 2)
    ]
    circles = list(find_circles(edges))
    assert len(circles) == len(knots)
    for circle in circles:
        assert len(set(circle)) == len(circle)
        assert set(circle) <= next(knot for knot in knots if circle[0] in knot)
        for unit, other in zip(circle, circle[1:] + circle[:1], strict=True):
            assert other in edges[unit]


@given(GRAPHS)
def test_a_circle_comes_before_those_it_leads_to(edges: Graph) -> None:
    firsts = [circle[0] for circle in find_circles(edges)]
    for number, first in enumerate(firsts):
        seen: set[Unit] = set()
        spread(edges, [first], seen)
        assert not seen & set(firsts[:number])


@given(GRAPHS, NAMES)
def test_reaching_forwards_is_being_reached_backwards(edges: Graph, start: Unit) -> None:
    forwards: set[Unit] = set()
    spread(edges, [start], forwards)
    for unit in forwards:
        backwards: set[Unit] = set()
        spread(reverse(edges), [unit], backwards)
        assert start in backwards
