"""Figures over many games: how often, how long, how much, and how sure that is.

Goes in: the records of a simulation, one by one. Comes out: a `Summary` that can be read
at any time. Intervals hold the true value in 95 of 100 simulations.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Any

from .simulation import Record

#: Standard deviations on each side that hold 95 of 100 values.
CONFIDENCE = 1.959964
#: Games that went wrong told one by one; the rest is counted.
TOLD = 5


@dataclass(frozen=True, slots=True)
class Share:
    """How many of how many."""

    count: int
    total: int

    @property
    def value(self) -> float:
        """The share, 0 of nothing."""
        return self.count / self.total if self.total else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The Wilson score interval of the share."""
        if not self.total:
            return 0.0, 1.0
        square = CONFIDENCE**2 / self.total
        centre = self.value + square / 2
        reach = CONFIDENCE * sqrt(
            self.value * (1 - self.value) / self.total + square / (4 * self.total)
        )
        low, high = (centre - reach) / (1 + square), (centre + reach) / (1 + square)
        return max(low, 0.0), min(high, 1.0)

    def to_json(self) -> dict[str, Any]:
        """Return the figures as plain data."""
        low, high = self.interval
        return {"count": self.count, "share": self.value, "low": low, "high": high}


@dataclass(slots=True)
class Sample:
    """Numbers seen one by one: their mean, how sure it is, the least and the greatest."""

    count: int = 0
    least: int = 0
    greatest: int = 0
    _sum: int = 0
    _squares: int = 0

    def add(self, number: int) -> None:
        """Take a number in; sums of integers lose no precision."""
        if not self.count:
            self.least = self.greatest = number
        elif number < self.least:
            self.least = number
        elif number > self.greatest:
            self.greatest = number
        self.count += 1
        self._sum += number
        self._squares += number * number

    @property
    def mean(self) -> float:
        """The mean, 0 of nothing."""
        return self._sum / self.count if self.count else 0.0

    @property
    def margin(self) -> float:
        """Half the length of the interval around the mean."""
        if self.count < 2:
            return 0.0
        spread = self.count * self._squares - self._sum**2
        return CONFIDENCE * sqrt(spread / (self.count - 1)) / self.count

    def to_json(self) -> dict[str, Any]:
        """Return the figures as plain data."""
        return {
            "mean": self.mean,
            "margin": self.margin,
            "least": self.least,
            "greatest": self.greatest,
        }


@dataclass(slots=True)
class Summary:
    """The figures of the games so far.

    Shares are of the `finished` games; the others are `unfinished` (too long) or
    `faulty` (a rule failed), of which the first few are kept.
    """

    players: int
    games: int = 0
    finished: int = 0
    unfinished: int = 0
    faulty: int = 0
    told: list[Record] = field(default_factory=list)
    lengths: Sample = field(default_factory=Sample)
    _outcomes: Counter[str] = field(default_factory=Counter)
    _wins: Counter[int] = field(default_factory=Counter)
    _scores: dict[int, Sample] = field(default_factory=dict)
    _bots: dict[str, tuple[int, int]] = field(default_factory=dict)

    def add(self, record: Record) -> None:
        """Take the record of a game in."""
        self.games += 1
        if record.outcome is None:
            self._add_failure(record)
            return
        self.finished += 1
        self.lengths.add(record.length)
        self._outcomes[record.outcome] += 1
        self._wins.update(record.winners)
        for seat, score in enumerate(record.scores):
            self._scores.setdefault(seat, Sample()).add(score)
        for seat, bot in enumerate(record.bots):
            wins, games = self._bots.get(bot, (0, 0))
            self._bots[bot] = (wins + (seat in record.winners), games + 1)

    def _add_failure(self, record: Record) -> None:
        if record.fault is None:
            self.unfinished += 1
        else:
            self.faulty += 1
        if len(self.told) < TOLD:
            self.told.append(record)

    def outcomes(self, names: Sequence[str]) -> dict[str, Share]:
        """Return how often the game came to each of these ends, and to any other."""
        known = dict.fromkeys([*names, *self._outcomes])
        return {name: Share(self._outcomes[name], self.finished) for name in known}

    @property
    def wins(self) -> tuple[Share, ...]:
        """How often each seat was among the winners."""
        return tuple(Share(self._wins[s], self.finished) for s in range(self.players))

    @property
    def scores(self) -> tuple[Sample, ...]:
        """The scores of each seat; nothing if the game has none."""
        return tuple(self._scores[seat] for seat in sorted(self._scores))

    @property
    def bots(self) -> dict[str, Share]:
        """How often each bot was among the winners, over the seats it sat in."""
        return {bot: Share(*figures) for bot, figures in self._bots.items()}

    def to_json(self, outcomes: Sequence[str]) -> dict[str, Any]:
        """Return all figures as plain data."""
        shares = self.outcomes(outcomes)
        return {
            "games": self.games,
            "finished": self.finished,
            "unfinished": self.unfinished,
            "faulty": self.faulty,
            "outcomes": {name: share.to_json() for name, share in shares.items()},
            "wins": [share.to_json() for share in self.wins],
            "bots": {bot: share.to_json() for bot, share in self.bots.items()},
            "scores": [sample.to_json() for sample in self.scores],
            "length": self.lengths.to_json(),
            "failures": [record.to_json() for record in self.told],
        }
