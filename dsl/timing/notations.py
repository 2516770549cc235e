"""A picture in the notations of other tools, and the whole graph as plain data."""

from __future__ import annotations

from collections.abc import Iterator

from ..source import NOWHERE, Span
from .boxes import Arrow, Box
from .graph import Graph
from .places import Edge, Node

#: Colours of boxes by kind and tone, as in the SVG.
_FILLS = {
    "own": "#c8e6c9", "all": "#bbdefb", "others": "#ffe0b2", "some": "#e1d5ee",
    "choice": "#fffde7", "chance": "#eceff1", "event": "#fce4ec",
}  # fmt: skip
_EDGES = {"open": "#2e7d32", "closed": "#c62828", "window": "#2e7d32"}


# Graphviz ----------------------------------------------------------------


def to_dot(picture: Box) -> str:
    """Return a picture in the notation of Graphviz."""
    lines = [
        "digraph turn {",
        "  compound=true; rankdir=TB; newrank=true;",
        '  node [shape=box, style="rounded,filled", fillcolor=white, fontname="sans-serif"];',
        f"  label={_dot(picture.title)};",
        *_dot_inside(picture, "  "),
        "}",
        "",
    ]
    return "\n".join(lines)


def _dot_inside(group: Box, margin: str) -> Iterator[str]:
    for box in group.inside:
        edge = _EDGES.get(box.tone) or _EDGES.get(box.kind, "#888888")
        if box.kind == "group":
            yield f"{margin}subgraph {_dot(f'cluster-{box.key}')} {{"
            yield f"{margin}  label={_dot(box.title)}; color={_dot(edge)};"
            yield from _dot_inside(box, margin + "  ")
            yield f"{margin}}}"
            continue
        fill = _FILLS.get(box.tone) or _FILLS.get(box.kind, "#ffffff")
        label = "\n".join((box.title, *box.lines))
        colours = f"fillcolor={_dot(fill)}, color={_dot(edge)}"
        yield f"{margin}{_dot(box.key)} [label={_dot(label)}, {colours}];"
    for arrow in group.arrows:
        yield f"{margin}{_dot_arrow(group, arrow)}"


def _dot_arrow(group: Box, arrow: Arrow) -> str:
    """Return an arrow; one of a group goes from or to a box in it, cut at its edge."""
    boxes = {box.key: box for box in group.inside}
    source, target = boxes[arrow.source], boxes[arrow.target]
    marks = []
    if source.kind == "group":
        marks.append(f"ltail={_dot(f'cluster-{source.key}')}")
    if target.kind == "group":
        marks.append(f"lhead={_dot(f'cluster-{target.key}')}")
    if arrow.is_jump:
        marks.append("style=dashed")
    ends = f"{_dot(_last(source).key)} -> {_dot(_first(target).key)}"
    return f"{ends} [{', '.join(marks)}];" if marks else f"{ends};"


def _first(box: Box) -> Box:
    return _first(box.inside[0]) if box.inside else box


def _last(box: Box) -> Box:
    return _last(box.inside[-1]) if box.inside else box


def _dot(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


# Mermaid -----------------------------------------------------------------


def to_mermaid(picture: Box) -> str:
    """Return a picture in the notation of Mermaid."""
    kinds = {**_FILLS, "plain": "#ffffff"}
    lines = ["flowchart TB", *_mermaid_inside(picture, "  ")]
    lines += [f"  classDef {kind} fill:{fill},stroke:#888" for kind, fill in kinds.items()]
    return "\n".join([*lines, ""])


def _mermaid_inside(group: Box, margin: str) -> Iterator[str]:
    for box in group.inside:
        name = _mermaid_name(box.key)
        if box.kind == "group":
            yield f"{margin}subgraph {name} [{_mermaid(box.title)}]"
            yield from _mermaid_inside(box, margin + "  ")
            yield f"{margin}end"
            continue
        kind = box.tone if box.tone in _FILLS else box.kind
        label = _mermaid("\n".join((box.title, *box.lines)))
        yield f"{margin}{name}[{label}]:::{kind if kind in _FILLS else 'plain'}"
    for arrow in group.arrows:
        sign = "-.->" if arrow.is_jump else "-->"
        source, target = _mermaid_name(arrow.source), _mermaid_name(arrow.target)
        yield f"{margin}{source} {sign} {target}"


def _mermaid_name(key: str) -> str:
    return "b_" + key.replace("-", "_")


def _mermaid(text: str) -> str:
    escaped = text.replace("&", "#amp;").replace('"', "#quot;").replace("<", "#lt;")
    return '"' + escaped.replace("\n", "<br>") + '"'


# Plain data --------------------------------------------------------------


def to_data(graph: Graph) -> dict[str, object]:
    """Return all nodes and edges of a graph, each with its rule, as plain data."""
    return {
        "nodes": [_node(graph, node) for node in graph.nodes],
        "edges": [_edge(graph, edge) for edge in graph.edges],
    }


def _node(graph: Graph, node: Node) -> dict[str, object]:
    return {
        "id": node.number,
        "kind": node.kind.value,
        "label": node.label,
        "name": node.name,
        "stage": None if node.stage is None else node.stage.value,
        "unit": list(node.unit),
        "rule": node.rule,
        "cites": list(node.cites),
        "place": _place(node.span),
        "scopes": [list(scope) for scope in node.scopes],
        "reads": sorted(node.reads),
        "writes": sorted(node.writes),
        "reachable": node.number in graph.reachable,
    }


def _edge(graph: Graph, edge: Edge) -> dict[str, object]:
    source = graph.nodes[edge.source]
    return {
        "source": edge.source,
        "target": edge.target,
        "kind": edge.kind.value,
        "skips": list(edge.skips),
        "rule": source.rule,
        "cites": list(source.cites),
    }


def _place(span: Span) -> dict[str, object] | None:
    if span == NOWHERE:
        return None
    return {"path": span.path.as_posix(), "line": span.line, "column": span.column}
