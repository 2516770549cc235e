"""The figures of edge coverage on the screen: by unit, the edges nobody walked, charts."""

from __future__ import annotations

from itertools import islice

from ..dsl.timing.charts import read_chart
from ..dsl.timing.places import Edge, Node, Unit
from ..dsl.timing.telling import name_of, tell_briefly
from .edge_coverage import EdgeCoverage
from .screen import Screen

#: Edges nobody walked that are shown with their way.
SHOWN = 20
_FAMILIES = {
    "": ("fins", "ends"),
    "setup": ("mise en place", "set-up"),
    "course": ("déroulement", "course"),
    "phase": ("phase", "phase"),
    "procedure": ("procédure", "procedure"),
    "control": ("contrôle", "control"),
    "ability": ("capacité", "ability"),
    "window": ("fenêtre", "window"),
    "event": ("événement", "event"),
}


def show_figure(coverage: EdgeCoverage, screen: Screen) -> None:
    """Print what the proofs rest on, in one line."""
    screen.prose(figure(coverage, screen))


def figure(coverage: EdgeCoverage, screen: Screen) -> str:
    """Return how many games were followed and how much of the graph they walked."""
    total = len(coverage.edges())
    walked = sum(1 for edge in coverage.edges() if edge in coverage.walked)
    share = 100 * walked // total if total else 100
    played = screen.count(coverage.games, "partie", "game")
    if coverage.examples:
        played += ", " + screen.count(coverage.examples, "exemple", "example")
    if coverage.faults:
        return screen.pick(
            f"T30 : {played} ; des pas sortent du graphe, ses preuves ne valent rien",
            f"T30: {played}; some moves leave the graph, its proofs are worth nothing",
        )
    return screen.pick(
        f"T30 : {played}, {coverage.moves} pas, tous dans le graphe ; "
        f"{walked} arcs parcourus sur {total} ({share} %)",
        f"T30: {played}, {coverage.moves} moves, all in the graph; "
        f"{walked} edges walked of {total} ({share} %)",
    )


def show_coverage(coverage: EdgeCoverage, screen: Screen) -> None:
    """Print the figures of each unit, then the edges nobody walked and the way to them."""
    title = coverage.graph.program.manifest.title
    head = screen.pair(title, screen.pick("les arcs parcourus", "the edges walked"))
    screen.heading(head, is_first=True)
    show_figure(coverage, screen)
    screen.write()
    rows = [
        (_unit(unit, screen), walked, total, f"{100 * walked // total} %")
        for unit, (walked, total) in coverage.by_unit().items()
    ]
    headers = (
        screen.pick("partie des règles", "part of the rules"),
        screen.pick("parcourus", "walked"),
        screen.pick("arcs", "edges"),
        "",
    )
    screen.table(headers, rows, numbers=(1, 2, 3))
    missing = list(coverage.missing())
    if not missing:
        return
    count = screen.count(len(missing), "arc", "edge")
    screen.heading(screen.pick(f"{count} sans visite", f"{count} nobody walked"))
    alike: dict[str, list[list[Node]]] = {}
    for edge, way in missing:
        alike.setdefault(_arrow(coverage, edge, screen), []).append(way)
    for arrow, ways in islice(alike.items(), SHOWN):
        times = f" × {len(ways)}" if len(ways) > 1 else ""
        screen.prose(f"{arrow}{times}", 2, hang=2)
        steps = tell_briefly(min(ways, key=len)[:-1], screen.lang)
        screen.prose(screen.pair(screen.pick("chemin", "way"), steps), 4, hang=2)
    if len(alike) > SHOWN:
        left = len(alike) - SHOWN
        screen.prose(
            screen.pick(
                f"… et {left} autres ; « --format json » les donne tous",
                f"… and {left} more; “--format json” has them all",
            ),
            2,
        )


def _unit(unit: Unit, screen: Screen) -> str:
    family = screen.pick(*_FAMILIES[unit[0]])
    return f"{family} {unit[1]}".rstrip()


def _arrow(coverage: EdgeCoverage, edge: Edge, screen: Screen) -> str:
    source, target = coverage.graph.nodes[edge.source], coverage.graph.nodes[edge.target]
    return f"{_told(source, screen)} → {_told(target, screen)} ({edge.kind})"


def _told(node: Node, screen: Screen) -> str:
    place = f" ({node.span.path.name}:{node.span.line})" if node.span.line else ""
    return name_of(node, screen.lang) + place


def show_charts(coverage: EdgeCoverage, screen: Screen) -> None:
    """Print each chart of the book beside the rules and the games, three ways."""
    for chart in coverage.graph.program.chronologies:
        name = chart.name.text
        title = name if chart.title is None else chart.title.text
        screen.heading(screen.pair(title, screen.pick("trois témoins", "three witnesses")))
        rows = []
        for index, row in enumerate(read_chart(coverage.graph, chart)):
            visits, opened = coverage.visits[name][index], coverage.open[name][index]
            colour = ("verte", "green") if row.is_green else ("rouge", "red")
            rules = ("aucune fenêtre", "no window")
            if row.window:
                rules = (row.window[-1].name, row.window[-1].name)
            seen = screen.pick(
                f"ouverte {opened} fois sur {visits}", f"open {opened} of {visits}"
            )
            if not visits:
                seen = screen.pick("jamais atteinte", "never reached")
            rows.append((row.name, screen.pick(*colour), screen.pick(*rules), seen))
        headers = (
            screen.pick("ligne", "row"), screen.pick("livret", "book"),
            screen.pick("règles", "rules"), screen.pick("parties", "games"),
        )  # fmt: skip
        screen.table(headers, rows)


def coverage_data(coverage: EdgeCoverage) -> dict[str, object]:
    """Return a coverage as plain data."""
    return {
        "games": coverage.games,
        "examples": coverage.examples,
        "moves": coverage.moves,
        "edges": len(coverage.edges()),
        "walked": sum(1 for edge in coverage.edges() if edge in coverage.walked),
        "units": [
            {"unit": list(unit), "walked": walked, "edges": total}
            for unit, (walked, total) in coverage.by_unit().items()
        ],
        "missing": [
            {
                "source": edge.source,
                "target": edge.target,
                "kind": edge.kind.value,
                "way": [node.number for node in way],
            }
            for edge, way in coverage.missing()
        ],
        "charts": {
            name: [
                {"visits": visits[index], "open": coverage.open[name][index]}
                for index in range(len(_rows(coverage, name)))
            ]
            for name, visits in coverage.visits.items()
        },
    }


def _rows(coverage: EdgeCoverage, name: str) -> tuple[object, ...]:
    charts = coverage.graph.program.chronologies
    return next(chart.rows for chart in charts if chart.name.text == name)
