"""A book's timing chart compared with its rules: T29."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from .. import nodes
from ..diagnostics import Diagnostic, Place
from ..environment import cites_of
from .charts import Row, read_chart
from .findings import Check, Finding, Soundness, Verdict
from .graph import Graph
from .places import Node
from .ways import led_to


def chart_against_rules(graph: Graph) -> Iterator[Finding]:
    """T29. Prove that the rules let players act in the green rows of each chart and in no
    red one, and that the rows follow each other as the chart has them."""
    for chart in graph.program.chronologies:
        rows = read_chart(graph, chart)
        for index, row in enumerate(rows):
            yield from _colour(graph, chart, row)
            if index + 1 < len(rows):
                yield from _order(graph, chart, row, rows[index + 1])


def _colour(graph: Graph, chart: nodes.Chronology, row: Row) -> Iterator[Finding]:
    """Compare what a row says of acting with the rules; a gap that is told is no fault."""
    agrees = row.is_green == bool(row.window)
    gap = row.node.gap
    if agrees and gap is None:
        return
    way = led_to(graph, list(row.window or row.following)) if not agrees else ()
    if agrees:
        why = (
            "est dite en écart avec les règles, et ne l'est pas",
            "is said to disagree with the rules, and does not",
        )
        edit = ("ôter « écart »", "remove “écart”")
    elif row.is_green:
        why = (
            "est verte, mais les règles n'y ouvrent aucune fenêtre",
            "is green, but the rules open no window in it",
        )
        edit = (
            'ouvrir une fenêtre après cette étape, ou expliquer l\'écart : écart "…"',
            'open a window after that step, or explain the gap: écart "…"',
        )
    else:
        name = row.window[-1].name
        why = (
            f"est rouge, mais les règles y ouvrent « {name} »",
            f"is red, but the rules open “{name}” in it",
        )
        edit = (
            'ôter la fenêtre, ou expliquer l\'écart : écart "…"',
            'remove the window, or explain the gap: écart "…"',
        )
    verdict = Verdict.ERROR
    if not agrees and gap is not None:
        verdict = Verdict.INFO
        edit = (f"écart expliqué : {gap.text}", f"explained gap: {gap.text}")
    yield _row_finding(verdict, chart, row, why, edit, way)


def _order(
    graph: Graph, chart: nodes.Chronology, row: Row, after: Row
) -> Iterator[Finding]:
    if row.following or not set(row.begins) & graph.reachable:
        return
    why = (
        f"n'est pas suivie de « {after.name} » dans les règles",
        f"is not followed by “{after.name}” in the rules",
    )
    edit = ("mettre les lignes dans l'ordre des règles", "put the rows in the rules' order")
    way = graph.path(graph.start, row.begins) or []
    yield _row_finding(Verdict.ERROR, chart, row, why, edit, tuple(way))


def _row_finding(
    verdict: Verdict,
    chart: nodes.Chronology,
    row: Row,
    why: tuple[str, str],
    edit: tuple[str, str],
    way: tuple[Node, ...],
) -> Finding:
    values: Mapping[str, object] = {
        "name": row.name,
        "chart": chart.name.text,
        "why_fr": why[0],
        "why_en": why[1],
        "edit_fr": edit[0],
        "edit_en": edit[1],
    }
    places = (Place(row.window[-1].span, "window"),) if row.window and way else ()
    diagnostic = Diagnostic("T29", row.node.span, values, places, cites_of(row.node.cites))
    return Finding(verdict, diagnostic, way)


def _has_charts(graph: Graph) -> bool:
    return bool(graph.program.chronologies)


CHECKS: tuple[Check, ...] = (
    Check("T29", Soundness.DEFINITE, chart_against_rules, _has_charts),
)
