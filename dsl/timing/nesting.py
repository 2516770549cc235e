"""Boxes put in the boxes of phases, steps, turns and rounds: one unit of the rules."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

from .. import core
from ..terms import Lang
from .boxes import Arrow, Box
from .graph import Graph
from .places import Kind, Link, Node, Unit
from .telling import name_of

_GROUPS = ("phase", "étape", "tour", "manche")
#: Those that come again and again.
_REPEATED = ("tour", "manche")


@dataclass(frozen=True)
class Nest:
    """The boxes of one unit, put in the boxes of its phases, steps, turns and rounds."""

    graph: Graph
    lang: Lang
    key: str
    shown: Mapping[int, Box]
    #: The openings around each node, and what is shown next after each.
    paths: Mapping[int, tuple[int, ...]]
    arrows: tuple[tuple[int, int, bool], ...]
    #: The colour a chart of the book gives to a name.
    rows: Mapping[str, str]

    def fill(self, path: tuple[int, ...]) -> tuple[tuple[Box, ...], tuple[Arrow, ...]]:
        """Return the boxes directly inside a place, in order, and their arrows."""
        boxes: dict[str, Box] = {}
        for number, box in self.shown.items():
            place = self.paths[number]
            if place[: len(path)] != path:
                continue
            if place == path:
                boxes[box.key] = box
            elif self._name(place[len(path)]) not in boxes:
                group = self._open(place[: len(path) + 1])
                boxes[group.key] = group
        arrows = dict.fromkeys(self._between(path))
        return tuple(boxes.values()), tuple(arrows)

    def _name(self, opening: int) -> str:
        return f"{self.key}-o{opening}"

    def _open(self, path: tuple[int, ...]) -> Box:
        node = self.graph.nodes[path[-1]]
        inside, arrows = self.fill(path)
        tone = "open" if any(_may_act(box) for box in inside) else "closed"
        row = self.rows.get(node.name, "")
        title = name_of(node, self.lang)
        if node.scopes[-1][0] in _REPEATED:
            title = f"↻ {title}"
        return Box(self._name(path[-1]), "group", title, (), tone, row, inside, arrows)

    def _between(self, path: tuple[int, ...]) -> Iterator[Arrow]:
        """Yield the arrows between two boxes of a place, whatever box they start in."""
        depth = len(path)
        for source, target, is_jump in self.arrows:
            one, other = self.paths[source], self.paths[target]
            if one[:depth] != path or other[:depth] != path:
                continue
            start = self._name(one[depth]) if len(one) > depth else self.shown[source].key
            end = self._name(other[depth]) if len(other) > depth else self.shown[target].key
            if start != end or (one == other == path):
                yield Arrow(start, end, is_jump)


def _may_act(box: Box) -> bool:
    return box.kind == "window" or box.tone == "open"


def openings(members: list[Node]) -> dict[int, tuple[int, ...]]:
    """Return the openings around each node of a unit, outermost first.

    Nodes stand in the order they were made: what follows an opening and has its scope is
    inside it. The scope around the running of a phase is the phase itself.
    """
    drawn = {
        node.number
        for node, following in pairwise(members)
        if node.kind is Kind.OPEN
        and node.scopes[-1][0] in _GROUPS
        and not isinstance(following.statement, core.RunPhase)
    }
    found: dict[int, tuple[int, ...]] = {}
    stack: list[int] = []
    for node in members:
        opened = [
            scope for scope in node.scopes if scope[0] not in ("événement", "fenêtre")
        ]
        opens = node.kind is Kind.OPEN
        del stack[len(opened) - opens :]
        if opens:
            stack.append(node.number)
        found[node.number] = tuple(number for number in stack if number in drawn)
    return found


def following_shown(
    graph: Graph, unit: Unit, source: int, shown: Collection[int], around: Collection[int]
) -> Iterator[tuple[int, bool]]:
    """Yield what is shown next after a node of a unit, and whether by a jump.

    The next turn or round is not told: what opens `around` the node again is left out.
    """
    if isinstance(graph.nodes[source].statement, core.Finish):
        return
    seen = set(around)
    waiting = [(source, False)]
    for number, is_jump in waiting:
        for edge in graph.out(number):
            if graph.nodes[edge.target].unit != unit or edge.target in seen:
                continue
            seen.add(edge.target)
            jumps = is_jump or edge.kind is Link.JUMP
            if edge.target in shown:
                yield edge.target, jumps
            else:
                waiting.append((edge.target, jumps))
