"""Monte Carlo tree search over the worlds a player may imagine.

One tree for the player who thinks. Each iteration imagines a world, walks down the tree
with what that world offers, adds a decision to it, plays on at random and tells every
decision on the way what its player got. How often a decision was on offer counts too
(information-set search): what is rarely possible is not tried too often when it is.
With nothing hidden and no chance this is plain UCT. Any number of players.
"""

from __future__ import annotations

import time
from collections.abc import Hashable
from dataclasses import dataclass, field
from math import log, sqrt
from random import Random

from .compiler import Rules
from .rewards import Judge, Rewards, squash
from .runtime import Option, State
from .worlds import Worlds

#: How often a bot thinks through a game before it decides, unless told otherwise.
ITERATIONS = 400
#: How much it tries what it knows little of.
CURIOSITY = 0.7
#: Random decisions before a position is measured, where the rules have a measure.
HORIZON = 60
#: Random decisions before a game that does not end counts as undecided.
PATIENCE = 5_000

#: A decision and what was chosen there: which ask, who, which option by its name.
Step = tuple[int, int, Hashable]


@dataclass(slots=True)
class Node:
    """What is known of a step: its player's rewards over the visits, the steps after it."""

    total: float = 0.0
    visits: int = 0
    offered: int = 0
    children: dict[Step, Node] = field(default_factory=dict)

    def promise(self) -> float:
        """Return how good the step has been, more if it is little known."""
        curiosity = CURIOSITY * sqrt(log(self.offered) / self.visits)
        return self.total / self.visits + curiosity


class MctsBot:
    """Thinks for a number of iterations, or for some seconds."""

    def __init__(
        self, rules: Rules, iterations: int = ITERATIONS, seconds: float | None = None
    ) -> None:
        self.apply = rules.apply
        self.iterations = iterations
        self.seconds = seconds
        self.judge = Judge(rules)
        self.worlds = Worlds(rules)

    def choose(self, state: State, rng: Random) -> Option:
        """Return the option that was taken most."""
        if len(state.options) == 1:
            return state.options[0]
        root = Node()
        scale = 1 + max(map(abs, self.judge.margins(state)))
        start = time.monotonic()
        thoughts = 0
        while self._goes_on(thoughts, start):
            self._think(root, self.worlds.imagine(state, state.who, rng), scale, rng)
            thoughts += 1
        visits = [
            root.children[step].visits if step in root.children else 0
            for step in self._steps(root, root, state)
        ]
        return state.options[visits.index(max(visits))]

    def _goes_on(self, thoughts: int, start: float) -> bool:
        if self.seconds is None:
            return thoughts < self.iterations
        return thoughts == 0 or time.monotonic() - start < self.seconds

    def _think(self, root: Node, world: State, scale: float, rng: Random) -> None:
        """Walk down the tree in a world, add a step, play on, and tell what came of it."""
        node = root
        path: list[tuple[Node, int]] = []
        is_new = False
        while world.result is None and not is_new:
            player = world.who
            option, node, is_new = _descend(
                node, world, self._steps(root, node, world), rng
            )
            path.append((node, player))
            self.apply(world, option)
        rewards = self._play_on(world, scale, rng)
        for node, player in path:
            node.visits += 1
            node.total += rewards[player]

    def _steps(self, root: Node, node: Node, world: State) -> list[Step]:
        """Return the options of a world as steps; at the root they stand in one order."""
        ask, who = world.ask, world.who
        if node is root:
            return [(ask, who, place) for place in range(len(world.options))]
        return [(ask, who, self.worlds.name(world, option)) for option in world.options]

    def _play_on(self, world: State, scale: float, rng: Random) -> Rewards:
        """Take random options to the end, or to where the position is measured."""
        apply, random = self.apply, rng.random
        has_measure = self.judge.measure is not None
        for _ in range(HORIZON if has_measure else PATIENCE):
            if world.result is not None:
                return self.judge.rewards(world)
            options = world.options
            apply(world, options[int(random() * len(options))])
        if world.result is not None:
            return self.judge.rewards(world)
        return tuple(squash(margin, scale) for margin in self.judge.margins(world))


def _descend(
    node: Node, world: State, steps: list[Step], rng: Random
) -> tuple[Option, Node, bool]:
    """Return an option that was never taken, else the most promising; say if it is new."""
    known: list[tuple[Option, Node]] = []
    untried: list[tuple[Option, Step]] = []
    for option, step in zip(world.options, steps, strict=True):
        child = node.children.get(step)
        if child is None:
            untried.append((option, step))
        else:
            child.offered += 1
            known.append((option, child))
    if untried:
        option, step = untried[int(rng.random() * len(untried))]
        child = node.children[step] = Node(offered=1)
        return option, child, True
    best = max(known, key=lambda pair: pair[1].promise())
    return *best, False
