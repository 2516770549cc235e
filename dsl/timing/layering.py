"""Boxes and arrows in layers: sizes and arrows in, positions and routes out.

Arrows go down, from layer to layer; those that go back up run beside the boxes. Boxes
are numbered in reading order: an arrow to an earlier box goes back.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import mean

Point = tuple[float, float]
Size = tuple[float, float]

#: Space between boxes of a layer, between layers, and between arrows that go back.
ACROSS, DOWN, LANE = 28.0, 34.0, 14.0
_SWEEPS = 6


@dataclass(frozen=True, slots=True)
class Layout:
    """The top left corner of each box, the points of each arrow, the size of it all."""

    corners: tuple[Point, ...]
    routes: tuple[tuple[Point, ...], ...]
    width: float
    height: float


def lay_out(sizes: Sequence[Size], arrows: Sequence[tuple[int, int]]) -> Layout:
    """Place boxes of these sizes, joined by these arrows."""
    if not sizes:
        return Layout((), (), 0.0, 0.0)
    parts = [_lay_out_part(sizes, arrows, part) for part in _parts(len(sizes), arrows)]
    corners: dict[int, Point] = {}
    routes: dict[int, tuple[Point, ...]] = {}
    left = 0.0
    for boxes, joined, part in parts:
        for box, (x, y) in zip(boxes, part.corners, strict=True):
            corners[box] = (x + left, y)
        for arrow, route in zip(joined, part.routes, strict=True):
            routes[arrow] = tuple((x + left, y) for x, y in route)
        left += part.width + ACROSS
    height = max(part.height for _, _, part in parts)
    return Layout(
        tuple(corners[box] for box in range(len(sizes))),
        tuple(routes[arrow] for arrow in range(len(arrows))),
        left - ACROSS,
        height,
    )


def _parts(count: int, arrows: Sequence[tuple[int, int]]) -> list[list[int]]:
    """Return the boxes that arrows join, group by group: they stand side by side."""
    group = list(range(count))
    for source, target in arrows:
        one, other = sorted((group[source], group[target]))
        group = [one if each == other else each for each in group]
    return [
        [box for box in range(count) if group[box] == name] for name in sorted({*group})
    ]


def _lay_out_part(
    sizes: Sequence[Size], arrows: Sequence[tuple[int, int]], boxes: list[int]
) -> tuple[list[int], list[int], Layout]:
    """Place the boxes of one group: these boxes, their arrows, and where they are."""
    rank = {box: index for index, box in enumerate(boxes)}
    joined = [index for index, (source, _) in enumerate(arrows) if source in rank]
    layers = _Layers(
        [sizes[box] for box in boxes],
        [(rank[arrows[index][0]], rank[arrows[index][1]]) for index in joined],
    )
    layers.order()
    return boxes, joined, layers.place()


class _Layers:
    """Boxes in layers; a long arrow has a point in each layer it crosses.

    A slot is a box, or such a point: slots beyond the boxes.
    """

    def __init__(self, sizes: Sequence[Size], arrows: Sequence[tuple[int, int]]) -> None:
        self.sizes, self.arrows = list(sizes), arrows
        self.count = len(sizes)
        ranks = self._ranks()
        self.layers: list[list[int]] = [[] for _ in range(max(ranks) + 1)]
        for slot, rank in enumerate(ranks):
            self.layers[rank].append(slot)
        #: The slots each arrow goes through; none for one that goes back.
        self.chains = [self._chain(arrow, ranks) for arrow in arrows]
        self.above: list[list[int]] = [[] for _ in self.sizes]
        self.below: list[list[int]] = [[] for _ in self.sizes]
        for chain in self.chains:
            for upper, lower in pairwise(chain):
                self.below[upper].append(lower)
                self.above[lower].append(upper)

    def _ranks(self) -> list[int]:
        """Return the layer of each box: one below the lowest that leads to it."""
        ranks = [0] * self.count
        for slot in range(self.count):
            for source, target in self.arrows:
                if target == slot and source < slot:
                    ranks[slot] = max(ranks[slot], ranks[source] + 1)
        return ranks

    def _chain(self, arrow: tuple[int, int], ranks: list[int]) -> list[int]:
        source, target = arrow
        if target <= source:
            return []
        chain = [source]
        for rank in range(ranks[source] + 1, ranks[target]):
            slot = len(self.sizes)
            self.sizes.append((0.0, 0.0))
            self.layers[rank].append(slot)
            chain.append(slot)
        return [*chain, target]

    def order(self) -> None:
        """Order each layer by its neighbours, downwards and upwards in turn."""
        for sweep in range(_SWEEPS):
            layers = self.layers if sweep % 2 == 0 else self.layers[::-1]
            neighbours = self.above if sweep % 2 == 0 else self.below
            where = {
                slot: index for layer in self.layers for index, slot in enumerate(layer)
            }
            for layer in layers:
                ranks = {
                    slot: mean([where[each] for each in neighbours[slot]] or [where[slot]])
                    for slot in layer
                }
                layer.sort(key=lambda slot: ranks[slot])
                where.update({slot: index for index, slot in enumerate(layer)})

    def place(self) -> Layout:
        """Return where everything stands."""
        centres = self._centres()
        left = min(centres[slot] - self.sizes[slot][0] / 2 for slot in range(self.count))
        centres = [centre - left for centre in centres]
        tops = self._tops()
        bands = {
            slot: (top, top + tall)
            for layer, (top, tall) in zip(self.layers, tops, strict=True)
            for slot in layer
        }
        corners = tuple(
            (
                centres[slot] - self.sizes[slot][0] / 2,
                (sum(bands[slot]) - self.sizes[slot][1]) / 2,
            )
            for slot in range(self.count)
        )
        right = max(x + self.sizes[slot][0] for slot, (x, _) in enumerate(corners))
        routes = {
            index: self._down(chain, centres, corners, bands)
            for index, chain in enumerate(self.chains)
            if chain
        }
        width = max([right, *(x for route in routes.values() for x, _ in route)])
        for index, (arrow, chain) in enumerate(zip(self.arrows, self.chains, strict=True)):
            if not chain:
                width += LANE
                routes[index] = self._back(arrow, corners, width)
        bottom = tops[-1][0] + tops[-1][1]
        ordered = tuple(routes[index] for index in range(len(self.chains)))
        return Layout(corners, ordered, width, bottom)

    def _tops(self) -> list[tuple[float, float]]:
        """Return the top and the height of each layer."""
        found, top = [], 0.0
        for layer in self.layers:
            tall = max(self.sizes[slot][1] for slot in layer)
            found.append((top, tall))
            top += tall + DOWN
        return found

    def _centres(self) -> list[float]:
        """Return the middle of each slot: near its neighbours, without overlap."""
        centres = [0.0] * len(self.sizes)
        for layer in self.layers:
            self._spread(layer, [0.0] * len(layer), centres)
        for sweep in range(_SWEEPS):
            layers = self.layers if sweep % 2 == 0 else self.layers[::-1]
            neighbours = self.above if sweep % 2 == 0 else self.below
            for layer in layers:
                wanted = [
                    mean([centres[each] for each in neighbours[slot]] or [centres[slot]])
                    for slot in layer
                ]
                self._spread(layer, wanted, centres)
        return centres

    def _spread(self, layer: list[int], wanted: list[float], centres: list[float]) -> None:
        """Put the slots of a layer as near as they can be to where they are wanted."""
        placed: list[float] = []
        for index, slot in enumerate(layer):
            least = wanted[index]
            if index:
                before = layer[index - 1]
                gap = (self.sizes[before][0] + self.sizes[slot][0]) / 2 + ACROSS
                least = max(least, placed[-1] + gap)
            placed.append(least)
        shift = mean(want - have for want, have in zip(wanted, placed, strict=True))
        for slot, x in zip(layer, placed, strict=True):
            centres[slot] = x + shift

    def _down(
        self,
        chain: list[int],
        centres: list[float],
        corners: tuple[Point, ...],
        bands: Mapping[int, tuple[float, float]],
    ) -> tuple[Point, ...]:
        """Route an arrow that goes down: upright through the layers it crosses."""
        first, last = chain[0], chain[-1]
        through = [(centres[slot], y) for slot in chain[1:-1] for y in bands[slot]]
        start = (centres[first], corners[first][1] + self.sizes[first][1])
        return (start, *through, (centres[last], corners[last][1]))

    def _back(
        self, arrow: tuple[int, int], corners: tuple[Point, ...], lane: float
    ) -> tuple[Point, ...]:
        """Route an arrow that goes back: out to the right, up, and in again."""
        source, target = arrow
        (x1, y1), (w1, h1) = corners[source], self.sizes[source]
        (x2, y2), (w2, h2) = corners[target], self.sizes[target]
        low, high = y1 + h1 * 0.7, y2 + h2 * 0.3
        return ((x1 + w1, low), (lane, low), (lane, high), (x2 + w2, high))
