"""Boards: cells, labels and neighbours, from sizes and from plans."""

from pathlib import Path

import pytest

from livret.dsl import boards
from livret.dsl.boards import Geometry, build_grid, build_plan, column_letters, diagonals
from livret.dsl.components import load_components
from livret.dsl.diagnostics import Diagnostic
from livret.dsl.loader import load
from livret.dsl.manifest import load_manifest
from livret.dsl.program import Board
from livret.dsl.source import NOWHERE

PROVENANCE = "provenance: {origine: reconstitué}"
HEXAGONS = f"""\
plateaux:
  plan:
    forme: hexagones
    {PROVENANCE}
    repère: impaires
    rangées:
      0: [a, a, a]
      1: [b, b]
      2: [a, X, a]
    légende:
      a: {{}}
      b: {{}}
"""
GRAPH = f"""\
plateaux:
  plan:
    forme: graphe
    {PROVENANCE}
    cases:
      gué: {{}}
      pont: {{}}
      tour: {{}}
    liens: [[gué, pont], [tour, pont]]
"""


def grid(columns: int, rows: int) -> Geometry:
    geometry, diagnostics = build_grid(columns, rows, NOWHERE)
    assert not diagnostics
    return geometry


def plan(folder: Path, text: str) -> tuple[Geometry, list[Diagnostic]]:
    (folder / "composants.yaml").write_text(text, encoding="utf-8")
    components, diagnostics = load_components(folder, load_manifest(folder)[0])
    assert not diagnostics
    return build_plan(components.plans["plan"])


def labelled(geometry: Geometry | Board) -> dict[str, list[str]]:
    """Return the neighbours of each cell by label."""
    labels = [cell.label for cell in geometry.cells]
    return {
        label: [labels[other] for other in others]
        for label, others in zip(labels, geometry.neighbours, strict=True)
    }


def codes(found: list[Diagnostic]) -> list[str]:
    return [each.code for each in found]


# --------------------------------------------------------------------- grids


def test_the_cells_of_a_grid_are_named_like_a_chessboard() -> None:
    geometry = grid(3, 2)
    assert [cell.label for cell in geometry.cells] == ["a1", "b1", "c1", "a2", "b2", "c2"]
    assert [(cell.column, cell.row) for cell in geometry.cells[:4]] == [
        (1, 1),
        (2, 1),
        (3, 1),
        (1, 2),
    ]


def test_neighbours_of_a_grid_share_a_side() -> None:
    neighbours = labelled(grid(3, 3))
    assert sorted(neighbours["b2"]) == ["a2", "b1", "b3", "c2"]
    assert sorted(neighbours["a1"]) == ["a2", "b1"]
    corners = diagonals(grid(3, 3).cells)
    assert [len(each) for each in corners] == [1, 2, 1, 2, 4, 2, 1, 2, 1]


def test_columns_after_the_alphabet_have_two_letters() -> None:
    assert [column_letters(number) for number in (1, 26, 27, 52, 53, 702, 703)] == [
        "a",
        "z",
        "aa",
        "az",
        "ba",
        "zz",
        "aaa",
    ]
    assert len({cell.label for cell in grid(100, 100).cells}) == boards.MAX_CELLS


@pytest.mark.parametrize("size", [(0, 3), (3, 0), (101, 100), (999_999_999, 999_999_999)])
def test_a_grid_of_no_cell_or_too_many_is_refused(size: tuple[int, int]) -> None:
    geometry, found = build_grid(*size, NOWHERE)
    assert codes(found) == ["Y47"]
    assert not geometry.cells


# ------------------------------------------------------------------ hexagons


def test_a_shifted_row_touches_two_cells_of_the_rows_beside(tmp_path: Path) -> None:
    geometry, found = plan(tmp_path, HEXAGONS)
    assert not found
    assert labelled(geometry) == {
        "h0_0": ["h0_1", "h1_0"],
        "h0_1": ["h0_0", "h0_2", "h1_0", "h1_1"],
        "h0_2": ["h0_1", "h1_1"],
        "h1_0": ["h0_0", "h0_1", "h1_1", "h2_0"],
        "h1_1": ["h0_1", "h0_2", "h1_0", "h2_2"],
        "h2_0": ["h1_0"],
        "h2_2": ["h1_1"],
    }


def test_the_other_rows_may_be_shifted(tmp_path: Path) -> None:
    geometry, found = plan(tmp_path, HEXAGONS.replace("impaires", "paires"))
    assert not found
    neighbours = labelled(geometry)
    assert neighbours["h0_0"] == ["h0_1", "h1_0", "h1_1"]
    assert neighbours["h1_0"] == ["h0_0", "h1_1", "h2_0"]


@pytest.mark.parametrize("shifted", ["paires", "impaires"])
def test_hexagons_are_neighbours_of_their_neighbours(tmp_path: Path, shifted: str) -> None:
    geometry, _ = plan(tmp_path, HEXAGONS.replace("impaires", shifted))
    for cell, others in enumerate(geometry.neighbours):
        assert len(set(others)) == len(others) <= 6
        assert cell not in others
        assert all(cell in geometry.neighbours[other] for other in others)


def test_a_sign_without_legend_is_refused_where_it_stands(tmp_path: Path) -> None:
    _, found = plan(tmp_path, HEXAGONS.replace("[b, b]", "[b, c]"))
    assert [(each.code, each.span.line, each.span.column) for each in found] == [
        ("Y20", 8, 14)
    ]


def test_the_sign_of_the_outside_has_no_legend(tmp_path: Path) -> None:
    _, found = plan(tmp_path, HEXAGONS.replace("      b: {}", "      b: {}\n      X: {}"))
    assert codes(found) == ["Y48"]


def test_a_plan_without_cells_is_refused(tmp_path: Path) -> None:
    rows = "[a, a, a]", "[b, b]", "[a, X, a]"
    text = HEXAGONS
    for row in rows:
        text = text.replace(row, "[X]")
    _, found = plan(tmp_path, text)
    assert codes(found) == ["Y47"]


# -------------------------------------------------------------------- graphs


def test_links_of_a_graph_go_both_ways(tmp_path: Path) -> None:
    geometry, found = plan(tmp_path, GRAPH)
    assert not found
    assert labelled(geometry) == {
        "gué": ["pont"],
        "pont": ["gué", "tour"],
        "tour": ["pont"],
    }


@pytest.mark.parametrize(
    ("links", "expected"),
    [
        ("[[gué, pond]]", ["Y20"]),
        ("[[gué, gué]]", ["Y49"]),
        ("[[gué, pont], [pont, gué]]", ["Y49"]),
        ("[[x, y]]", ["Y20", "Y20"]),
    ],
)
def test_links_that_mean_nothing_are_refused(
    tmp_path: Path, links: str, expected: list[str]
) -> None:
    _, found = plan(tmp_path, GRAPH.replace("[[gué, pont], [tour, pont]]", links))
    assert codes(found) == expected


def test_a_graph_without_cells_is_refused(tmp_path: Path) -> None:
    text = GRAPH.replace("      gué: {}\n      pont: {}\n      tour: {}\n", "")
    text = text.replace("cases:", "cases: {}").replace("[[gué, pont], [tour, pont]]", "[]")
    _, found = plan(tmp_path, text)
    assert codes(found) == ["Y47"]


# ----------------------------------------------------------- in a ruleset


RULES = """\
joueurs 2
énumération Sol : herbe, eau
plateau Terrain de Case : {shape}
  sol : Sol
  hauteur : nombre = 1
  guet : Case ou rien
  sols : ensemble de Sol = {{herbe}}
issue Fin "Fin"
déroulement :
  finir Fin
"""


def ruleset(folder: Path, shape: str, components: str) -> tuple[Board, list[Diagnostic]]:
    (folder / "regles.livret").write_text(RULES.format(shape=shape), encoding="utf-8")
    (folder / "composants.yaml").write_text(components, encoding="utf-8")
    program, found = load(folder)
    assert program is not None, found
    return program.boards["Terrain"], found


def test_cells_have_the_characteristics_of_the_legend(tmp_path: Path) -> None:
    text = HEXAGONS.replace("a: {}", "a: {sol: herbe, guet: h1_1}")
    text = text.replace("b: {}", "b: {sol: eau, hauteur: 3, sols: [eau, herbe]}")
    board, _ = ruleset(tmp_path, "hexagones plan", text)
    assert board.tables["sol"] == (0, 0, 0, 1, 1, 0, 0)
    assert board.tables["hauteur"] == (1, 1, 1, 3, 3, 1, 1)
    assert board.tables["guet"] == (4, 4, 4, -1, -1, 4, 4)
    assert board.tables["sols"][0] == (0,)
    assert board.tables["sols"][3] == (1, 0)
    assert board.plan == "plan"
    assert board.provenance is not None
    assert board.provenance.origin == "reconstitué"


def test_a_mistake_in_the_legend_is_told_once_at_its_place(tmp_path: Path) -> None:
    text = HEXAGONS.replace("a: {}", "a: {sol: herb}").replace("b: {}", "b: {sl: eau}")
    (tmp_path / "regles.livret").write_text(
        RULES.format(shape="hexagones plan"), encoding="utf-8"
    )
    (tmp_path / "composants.yaml").write_text(text, encoding="utf-8")
    program, found = load(tmp_path)
    assert program is None
    assert [(each.code, each.span.line, each.span.column) for each in found] == [
        ("Y20", 11, 16),
        ("Y26", 12, 11),
        ("Y27", 12, 11),
    ]


def test_a_sign_nobody_uses_must_be_right_all_the_same(tmp_path: Path) -> None:
    text = HEXAGONS.replace(": {}", ": {sol: eau}") + "      c: {sol: feu}\n"
    (tmp_path / "regles.livret").write_text(
        RULES.format(shape="hexagones plan"), encoding="utf-8"
    )
    (tmp_path / "composants.yaml").write_text(text, encoding="utf-8")
    program, found = load(tmp_path)
    assert program is None
    assert [(each.code, each.span.line) for each in found] == [("Y20", 13)]


def test_a_graph_has_characteristics_too(tmp_path: Path) -> None:
    text = GRAPH.replace(": {}", ": {sol: eau}")
    board, _ = ruleset(tmp_path, "graphe plan", text)
    assert [cell.label for cell in board.cells] == ["gué", "pont", "tour"]
    assert board.tables["sol"] == (1, 1, 1)
