"""A picture as SVG: a tree of boxes in, a file that every browser shows out."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import escape

from ..characters import width
from ..terms import Lang
from .boxes import Box
from .layering import Point, lay_out

#: Width of a character, in bold and not, height of a line, space around a text.
_BOLD, _CHARACTER, _LINE, _PAD = 7.8, 7.0, 16.0, 10.0
#: Characters of a line at most, height of the title of a group, room for a dot.
_COLUMNS, _TITLE, _DOT = 34, 22.0, 14.0
#: Width of a column of the legend.
_LEGEND_WIDTH = 300.0

_STYLE = """
text { font: 12px system-ui, "DejaVu Sans", sans-serif; fill: #1c1c1c; }
.title { font-weight: 600; } .note { fill: #555; }
.box { fill: #fff; stroke: #888; } .group { fill: #00000006; stroke: #bbb; }
.open { stroke: #2e7d32; stroke-width: 1.6; } .closed { stroke: #c62828; }
.own { fill: #c8e6c9; } .all { fill: #bbdefb; } .others { fill: #ffe0b2; }
.some { fill: #e1d5ee; } .window { stroke: #2e7d32; stroke-width: 1.6; }
.choice { fill: #fffde7; } .chance { fill: #eceff1; } .event { fill: #fce4ec; }
.start, .end { fill: #37474f; stroke: #37474f; } .onend { fill: #fff; }
.jump { stroke-dasharray: 4 3; } .arrow { fill: none; stroke: #555; }
.rouge { fill: #c62828; } .verte { fill: #2e7d32; }
"""

_LEGEND: tuple[tuple[str, tuple[str, str]], ...] = (
    ("window own", ("agit : le joueur dont c'est le tour", "acts: the player in turn")),
    ("window all", ("agissent : tous", "act: all players")),
    ("window others", ("agissent : les autres", "act: the others")),
    ("window some", ("agissent : certains", "act: some players")),
    ("choice", ("choix imposé par les règles", "choice the rules ask for")),
    ("chance", ("hasard", "chance")),
    ("event", ("événement", "event")),
    ("open", ("bord vert : une fenêtre s'y ouvre", "green edge: a window opens in it")),
    ("closed", ("bord rouge : aucune fenêtre", "red edge: no window")),
)


@dataclass(frozen=True, slots=True)
class _Drawn:
    """The lines of SVG of a box whose corner is at 0, 0, and its size."""

    lines: tuple[str, ...]
    wide: float
    high: float


def to_svg(picture: Box, lang: Lang = "fr") -> str:
    """Return a picture as the text of an SVG file."""
    drawn = _draw(picture)
    legend = list(_legend(picture, lang))
    wide = max(drawn.wide, _LEGEND_WIDTH) + 2 * _PAD
    legend_lines, high = _columns(legend, wide, drawn.high + 3 * _PAD)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide:.0f}" height="{high:.0f}" '
            f'viewBox="0 0 {wide:.0f} {high:.0f}" role="img">',
            f"<title>{escape(picture.title)}</title>",
            f"<style>{_STYLE}</style>",
            '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" '
            'markerHeight="7" orient="auto"><path d="M0 0 8 4 0 8z" fill="#555"/></marker>'
            "</defs>",
            f'<rect width="{wide:.0f}" height="{high:.0f}" fill="#fff"/>',
            f'<g transform="translate({_PAD:.0f} {_PAD:.0f})">',
            *drawn.lines,
            "</g>",
            *legend_lines,
            "</svg>",
            "",
        ]
    )


def _draw(box: Box) -> _Drawn:
    return _draw_group(box) if box.kind == "group" else _draw_box(box)


def _draw_box(box: Box) -> _Drawn:
    """Draw a moment: its title, then its lines."""
    title = textwrap.wrap(box.title, _COLUMNS) or [""]
    notes = [part for line in box.lines for part in textwrap.wrap(line, _COLUMNS + 4)]
    wide = max([*map(_bold, title), *(width(line) * _CHARACTER for line in notes)])
    wide += 2 * _PAD + (_DOT if box.row else 0)
    high = (len(title) + len(notes)) * _LINE + _PAD
    rounded = high / 2 if box.kind in ("start", "end") else 4
    lines = [_rectangle(f"box {box.kind} {box.tone}", wide, high, rounded)]
    on_end = " onend" if box.kind in ("start", "end") else ""
    for index, line in enumerate((*title, *notes)):
        kind = "title" if index < len(title) else "note"
        lines.append(_text(line, _PAD, _LINE * (index + 1), kind + on_end))
    return _Drawn((*lines, *_mark(box, wide)), wide, high)


def _draw_group(box: Box) -> _Drawn:
    """Draw a stretch of time around its boxes."""
    inside = [_draw(inner) for inner in box.inside]
    order = {inner.key: index for index, inner in enumerate(box.inside)}
    arrows = [(order[arrow.source], order[arrow.target]) for arrow in box.arrows]
    layout = lay_out([(each.wide, each.high) for each in inside], arrows)
    title = textwrap.shorten(box.title, 2 * _COLUMNS, placeholder="…")
    wide = max(layout.width, _bold(title) + (_DOT if box.row else 0)) + 2 * _PAD
    high = layout.height + _TITLE + 2 * _PAD
    shift = (wide - layout.width) / 2
    lines = [
        _rectangle(f"group {box.tone}", wide, high, 6),
        _text(title, _PAD, _LINE, "title"),
        *_mark(box, wide),
        f'<g transform="translate({shift:.1f} {_TITLE + _PAD:.1f})">',
    ]
    for arrow, route in zip(box.arrows, layout.routes, strict=True):
        lines.append(_path(route, "arrow jump" if arrow.is_jump else "arrow"))
    for drawn, (x, y) in zip(inside, layout.corners, strict=True):
        lines += [f'<g transform="translate({x:.1f} {y:.1f})">', *drawn.lines, "</g>"]
    return _Drawn((*lines, "</g>"), wide, high)


def _bold(line: str) -> float:
    return width(line) * _BOLD


def _rectangle(kinds: str, wide: float, high: float, rounded: float) -> str:
    return (
        f'<rect class="{" ".join(kinds.split())}" width="{wide:.1f}" height="{high:.1f}" '
        f'rx="{rounded:.0f}"/>'
    )


def _text(line: str, x: float, y: float, kind: str) -> str:
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}">{escape(line)}</text>'


def _mark(box: Box, wide: float) -> Iterator[str]:
    """Yield the colour that the book's chart gives to a box: a dot in its corner."""
    if box.row:
        yield f'<circle class="{box.row}" cx="{wide - 9:.1f}" cy="9" r="4"/>'


def _path(route: tuple[Point, ...], kinds: str) -> str:
    """Return an arrow: straight sides if it goes back, else soft bends downwards."""
    (x, y), rest = route[0], route[1:]
    steps = [f"M{x:.1f} {y:.1f}"]
    goes_back = route[-1][1] <= route[0][1]
    for to_x, to_y in rest:
        if goes_back:
            steps.append(f"L{to_x:.1f} {to_y:.1f}")
        else:
            half = (y + to_y) / 2
            steps.append(f"C{x:.1f} {half:.1f} {to_x:.1f} {half:.1f} {to_x:.1f} {to_y:.1f}")
        x, y = to_x, to_y
    return f'<path class="{kinds}" marker-end="url(#tip)" d="{" ".join(steps)}"/>'


def _legend(picture: Box, lang: Lang) -> Iterator[tuple[str, str]]:
    """Yield the kinds of boxes that a picture has, with what they mean."""
    present = {kind for box in _all(picture) for kind in (box.kind, box.tone)}
    for kinds, (french, english) in _LEGEND:
        if kinds.split()[-1] in present:
            yield kinds, french if lang == "fr" else english
    rows = {box.row for box in _all(picture)} - {""}
    if rows:
        words: Mapping[Lang, str] = {
            "fr": "point : couleur dans le tableau du livret",
            "en": "dot: colour in the book's chart",
        }
        yield "row", words[lang]


def _all(box: Box) -> Iterator[Box]:
    yield box
    for inner in box.inside:
        yield from _all(inner)


def _columns(
    legend: list[tuple[str, str]], wide: float, top: float
) -> tuple[list[str], float]:
    """Return the lines of the legend in columns, and where it ends."""
    columns = max(1, int(wide // _LEGEND_WIDTH))
    lines = []
    for index, (kinds, words) in enumerate(legend):
        x = _PAD + _LEGEND_WIDTH * (index % columns)
        y = top + 20 * (index // columns)
        lines.append(f'<g transform="translate({x:.0f} {y:.0f})">')
        if kinds == "row":
            lines.append('<circle class="verte" cx="9" cy="6" r="4"/>')
        else:
            lines.append(_rectangle(f"box {kinds}", 18, 12, 2))
        lines += [_text(words, 26, 11, "note"), "</g>"]
    rows = -(-len(legend) // columns)
    return lines, top + 20 * rows + _PAD
