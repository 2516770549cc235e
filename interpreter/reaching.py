"""A game that walks a way of the timing graph: looked for, with a bound.

The search is best-first: of the situations it knows, it goes on from the one that has
walked most of the way and is nearest, in the graph, to what comes next; every other time
from the one with the fewest choices, so that no early turn is forgotten. Everything is
counted in moves of the game (one for each landmark passed), never in time: the same
search gives the same answer everywhere.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from heapq import heapify, heappop, heappush, nsmallest
from typing import NamedTuple

from ..dsl.diagnostics import Diagnostic
from ..dsl.timing.graph import Graph
from .compiler import Rules
from .faults import GameError, rule_faults
from .runtime import Option, State
from .tracing import Tracer

#: Choices of one game, games with other chance for each number of players, situations
#: kept to go on from.
DEPTH, SEEDS, KEPT = 400, 4, 20_000
_FAR = 1_000_000


class Moment(NamedTuple):
    """What one choice did: from which state (None: the set-up), to which, passing what."""

    rules: Rules
    before: State | None
    state: State
    passed: Sequence[int]


class Failure(NamedTuple):
    """A choice that a rule does not survive: what was passed until then, and the fault."""

    passed: Sequence[int]
    fault: Diagnostic


@dataclass(frozen=True)
class Aim:
    """What a game must do: pass `points` in order and then, maybe, show something.

    After an `avoided` landmark, or once all is walked and nothing shown, the points from
    `anchor` on are to be walked anew. `shows` is asked at each decision after the walk,
    `fails` of each fault; `around` are landmarks that the game passes between two equal
    situations. If nothing can be shown, to walk is all there is.
    """

    points: tuple[int, ...]
    anchor: int = 0
    avoided: frozenset[int] = frozenset()
    shows: Callable[[Moment], bool] | None = None
    fails: Callable[[Failure], bool] | None = None
    around: frozenset[int] = frozenset()

    @property
    def can_show(self) -> bool:
        """Tell whether a game can prove anything."""
        return bool(self.shows or self.fails or self.around)

    def walk(self, place: int, passed: Sequence[int]) -> tuple[int, bool]:
        """Return how many points are walked, and whether all were on the way."""
        is_done = not self.points
        for number in passed:
            if place > self.anchor and number in self.avoided:
                place = self.anchor
            if place < len(self.points) and number == self.points[place]:
                place += 1
                if place == len(self.points):
                    is_done, place = True, self.anchor
        return place, is_done


@dataclass(frozen=True)
class Found:
    """A game: its seed and choices. `option`, if any, is the choice that fails."""

    players: int
    seed: int
    choices: tuple[Option, ...]
    shown: bool
    option: Option | None = None
    fault: Diagnostic | None = None


@dataclass(eq=False)
class _Step:
    """A situation of the search; its state is dropped once it has been gone on from."""

    run: tuple[int, int]
    parent: _Step | None
    option: Option | None
    state: State | None
    place: int
    walked: bool
    mark: int
    around: frozenset[int]
    depth: int = field(init=False)

    def __post_init__(self) -> None:
        self.depth = 0 if self.parent is None else self.parent.depth + 1

    def back(self) -> Iterator[_Step]:
        """Yield this step and those before it."""
        step: _Step | None = self
        while step is not None:
            yield step
            step = step.parent

    def choices(self) -> tuple[Option, ...]:
        options = [step.option for step in self.back() if step.option is not None]
        return tuple(reversed(options))


class Reacher:
    """Searches games of one graph's rules; what it compiles is kept for the next search."""

    def __init__(self, graph: Graph, seed: int = 0) -> None:
        self.graph = graph
        self.seed = seed
        self.tracer = Tracer(graph.program, graph)
        self.rules: dict[int, Rules] = {}
        self.distances: dict[int, dict[int, int]] = {}

    def reach(self, aim: Aim, moves: int) -> Found | None:
        """Return a game that does what is aimed at, at best one that shows it."""
        return _Search(self, aim, moves).run()

    def rules_for(self, players: int) -> Rules:
        """Return rules that keep a trace."""
        if players not in self.rules:
            self.rules[players] = self.tracer.rules(players)
        return self.rules[players]

    def distance(self, source: int, target: int) -> int:
        """Return how many edges lead from a node to another at least, whoever calls."""
        if target not in self.distances:
            found = {target: 0}
            waiting = deque([target])
            while waiting:
                number = waiting.popleft()
                for before in self.graph.multigraph.predecessors(number):
                    if before not in found:
                        found[before] = found[number] + 1
                        waiting.append(before)
            self.distances[target] = found
        return self.distances[target].get(source, _FAR)


class _Search:
    def __init__(self, reacher: Reacher, aim: Aim, moves: int) -> None:
        self.reacher = reacher
        self.aim = aim
        self.left = moves
        self.chance = random.Random(reacher.seed)
        self.near: list[tuple[tuple[float, ...], _Step]] = []
        self.early: list[tuple[tuple[float, ...], _Step]] = []
        self.seen: set[int] = set()
        self.marks: set[int] = set()
        self.walked: _Step | None = None
        self.found: Found | None = None

    def run(self) -> Found | None:
        low, high = self.reacher.graph.program.players
        for number in range(SEEDS):
            for players in range(low, high + 1):
                if self.left > 0 and self.found is None:
                    self._begin((players, self.reacher.seed + number))
        turn = 0
        while self.left > 0 and self.found is None and (self.near or self.early):
            turn += 1
            heap = self.near if (turn % 2 and self.near) or not self.early else self.early
            _, step = heappop(heap)
            if step.state is not None:
                self._expand(step)
            for each in (self.near, self.early):
                if len(each) > KEPT:
                    each[:] = nsmallest(KEPT // 2, each, key=lambda entry: entry[0])
                    heapify(each)
        if self.found is None and self.walked is not None:
            self.found = self._game(self.walked, shown=False)
        return self.found

    def _begin(self, run: tuple[int, int]) -> None:
        rules = self.reacher.rules_for(run[0])
        state = rules.fresh(run[1])
        state.stack = [rules.course.frame(), rules.setup.frame()]
        try:
            with rule_faults(rules, state):
                rules.run(state, rules.setup.block)
        except GameError as error:
            self._fail(run, None, None, state.trace or [], error)
            return
        self._take(run, None, None, None, state, state.trace or [])

    def _expand(self, step: _Step) -> None:
        before = step.state
        assert before is not None
        rules = self.reacher.rules_for(step.run[0])
        for option in before.options:
            if self.left <= 0 or self.found is not None:
                return
            state = before.clone()
            try:
                with rule_faults(rules, state):
                    rules.apply(state, option)
            except GameError as error:
                self._fail(step.run, step, option, (state.trace or [])[1:], error)
                continue
            passed = (state.trace or [])[1:]
            self._take(step.run, step, option, before, state, passed)
        step.state = None

    def _fail(
        self,
        run: tuple[int, int],
        parent: _Step | None,
        option: Option | None,
        passed: Sequence[int],
        error: GameError,
    ) -> None:
        """Take note of a choice that does not come to an end: it may show, or walk."""
        self.left -= len(passed) + 1
        choices = () if parent is None else parent.choices()
        _, walked = self.aim.walk(0 if parent is None else parent.place, passed)
        fails = self.aim.fails
        is_shown = fails is not None and fails(Failure(passed, error.diagnostic))
        if is_shown or (walked and not self.aim.can_show):
            self.found = Found(*run, choices, is_shown, option, error.diagnostic)

    def _take(
        self,
        run: tuple[int, int],
        parent: _Step | None,
        option: Option | None,
        before: State | None,
        state: State,
        passed: Sequence[int],
    ) -> None:
        """Take note of a new situation; it may be what was looked for."""
        self.left -= len(passed) + 1
        aim = self.aim
        place, is_done = aim.walk(0 if parent is None else parent.place, passed)
        walked = is_done or (parent is not None and parent.walked)
        key = state.key(chance=False)
        around = aim.around.intersection(passed)
        step = _Step(run, parent, option, state, place, walked, hash(key), around)
        rules = self.reacher.rules_for(run[0])
        if walked and self.walked is None:
            self.walked = step
        is_shown = aim.shows is not None and aim.shows(Moment(rules, before, state, passed))
        is_again = self._recurs(step, key)
        if walked and (not aim.can_show or is_shown or is_again):
            self.found = self._game(step, shown=aim.can_show)
            return
        known = hash((key, tuple(state.rng), place, walked))
        if state.result is not None or step.depth >= DEPTH or known in self.seen:
            return
        self.seen.add(known)
        last = state.trace[-1] if state.trace else self.reacher.graph.start
        left = len(aim.points) - place if not walked or aim.around else 0
        goal = aim.points[place] if aim.points else last
        distance = self.reacher.distance(last, goal)
        tie = self.chance.random()
        heappush(self.near, ((left, distance, -step.depth, tie), step))
        heappush(self.early, ((step.depth, left, distance, tie), step))

    def _recurs(self, step: _Step, key: tuple[object, ...]) -> bool:
        """Tell whether the game has come back to a situation it was in, once around."""
        is_known = step.mark in self.marks
        self.marks.add(step.mark)
        if not self.aim.around or not is_known:
            return False
        around = step.around
        for earlier in list(step.back())[1:]:
            is_around = around == self.aim.around
            if is_around and earlier.mark == step.mark and self._is_same(earlier, key):
                return True
            around |= earlier.around
        return False

    def _is_same(self, step: _Step, key: tuple[object, ...]) -> bool:
        """Play to a situation again, and compare all of it."""
        rules = self.reacher.rules_for(step.run[0])
        state = rules.begin(step.run[1])
        for option in step.choices():
            rules.apply(state, option)
        return state.key(chance=False) == key

    def _game(self, step: _Step, shown: bool) -> Found:
        return Found(*step.run, step.choices(), shown)
