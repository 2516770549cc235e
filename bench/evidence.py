"""Evidence that a ruleset is right: very many games that end well, and use all its cards.

    python -m bench.evidence --random 2000 --thinking 200 --jobs 2

For each choice of the option that matters and each number of players, random games with
the invariants checked after every decision, and games of bots that think. The JSON has
how they ended, what went wrong, and the cards that were never in play: which never came
to a zone of the profile's `en jeu` and had no ability used. A row that is there already
goes on with the games it has not yet.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from pathlib import Path
from time import process_time
from typing import Any

import livret
from livret.interpreter.compiler import Rules
from livret.interpreter.layout import lay_out
from livret.interpreter.runtime import State
from livret.interpreter.simulation import Plan, Table
from livret.interpreter.summaries import Share

from .__main__ import earlier

RESULTS = Path(__file__).parent / "evidence.json"
#: What is shown for a ruleset: the option whose choices are compared.
OPTIONS = {"jce": "scénario"}
#: Games a process plays before it reports.
BATCH = 20
#: Decisions after which a game of bots that think counts as one that does not end.
STEPS = 20_000


@dataclass(frozen=True, slots=True)
class Setting:
    """What is played: the ruleset, the value of its option, how many players, which bot."""

    game: str
    value: str
    players: int
    bot: str

    @property
    def plan(self) -> Plan:
        """One plan of all its games: random games are checked after every decision."""
        bots = (self.bot,) * self.players
        return Plan(self.players, bots, steps=STEPS, checks=self.bot == "random")


@dataclass(slots=True)
class Tally:
    """What became of some games of a setting."""

    games: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)
    wins: int = 0
    faults: Counter[str] = field(default_factory=Counter)
    unfinished: int = 0
    decisions: int = 0
    seconds: float = 0.0
    seen: set[str] = field(default_factory=set)

    def add(self, other: Tally) -> None:
        """Add the games of another tally."""
        self.games += other.games
        self.outcomes += other.outcomes
        self.wins += other.wins
        self.faults += other.faults
        self.unfinished += other.unfinished
        self.decisions += other.decisions
        self.seconds += other.seconds
        self.seen |= other.seen

    @classmethod
    def of_row(cls, row: dict[str, Any]) -> Tally:
        """Return what a row of the results was made of."""
        games = row["games"]
        return cls(
            games,
            Counter(row["outcomes"]),
            row["wins"],
            Counter(row["faults"]),
            row["unfinished"],
            round(row["decisions"] * games),
            row["seconds"] * games,
            set(row["cards"]),
        )

    def to_json(self, setting: Setting) -> dict[str, Any]:
        """Return a row of the results."""
        return asdict(setting) | {
            "games": self.games,
            "outcomes": dict(sorted(self.outcomes.items())),
            "wins": self.wins,
            "interval": list(Share(self.wins, self.games).interval),
            "faults": dict(sorted(self.faults.items())),
            "unfinished": self.unfinished,
            "decisions": self.decisions / max(self.games, 1),
            "seconds": self.seconds / max(self.games, 1),
            "cards": sorted(self.seen),
        }


@lru_cache(maxsize=2)
def table_of(setting: Setting) -> Table:
    """Compile a setting, with the journal that tells what was in play."""
    options = {OPTIONS[setting.game]: setting.value}
    rules = livret.load(setting.game, options=options).rules(setting.players, journal=True)
    return Table(setting.plan, rules)


def play(setting: Setting, numbers: range) -> Tally:
    """Play some games of a setting."""
    table, tally = table_of(setting), Tally(games=len(numbers))
    begun = process_time()
    for number in numbers:
        record, state = table.play_out(number)
        tally.decisions += record.length
        if record.fault is not None:
            tally.faults[f"{record.fault.code} ({number})"] += 1
        elif record.outcome is None:
            tally.unfinished += 1
        else:
            tally.outcomes[record.outcome] += 1
            tally.wins += bool(record.winners)
        if state is not None:
            tally.seen |= cards_in_play(table.rules, state)
    tally.seconds = process_time() - begun
    return tally


def cards_in_play(rules: Rules, state: State) -> set[str]:
    """Return the cards that came into play in a game, by what was noted of it."""
    layout, program = rules.layout, rules.program
    zones = {number for name in program.in_play for number in layout.zone_copies(name)}
    seen = set()
    for number, values in state.log or ():
        note = rules.notes[number]
        if note.kind in ("move", "draw") and values[1] in zones:
            moved = values[0] if isinstance(values[0], tuple | list) else (values[0],)
            seen |= {layout.entities[each].card.id for each in moved if each >= 0}
        elif note.kind == "ability":
            card = program.abilities[note.rule].card
            if card is not None:
                seen.add(card)
    return seen


def settings_of(game: str, bot: str) -> Iterator[Setting]:
    """Yield what a bot is to play."""
    program = livret.load(game).program
    least, most = program.players
    for players in range(least, most + 1):
        for value, _ in program.settings[OPTIONS[game]].choices:
            yield Setting(game, value, players, bot)


def gather(
    setting: Setting, tally: Tally, games: int, pool: ProcessPoolExecutor
) -> dict[str, Any]:
    """Play the games of a setting that a tally has not, in a pool; return its row."""
    starts = range(tally.games, games, BATCH)
    batches = [range(start, min(start + BATCH, games)) for start in starts]
    for done in as_completed([pool.submit(play, setting, numbers) for numbers in batches]):
        tally.add(done.result())
    return tally.to_json(setting)


def summary(game: str, rows: list[dict[str, Any]]) -> dict[str, Any]:
    """Return what all rows of a ruleset say together."""
    program = livret.load(game).program
    cards = {entity.card.id for entity in lay_out(program, program.players[1]).entities}
    seen = {card for row in rows if row["game"] == game for card in row["cards"]}
    return {"game": game, "cards": len(cards), "never": sorted(cards - seen)}


def main() -> None:
    """Play what is missing, print a line per row, write the figures after each."""
    parser = argparse.ArgumentParser(prog="python -m bench.evidence", description=__doc__)
    parser.add_argument("--game", choices=OPTIONS, action="append", help="repeatable")
    parser.add_argument("--random", type=int, default=2000, help="games of random bots")
    parser.add_argument("--thinking", type=int, default=200, help="games of better bots")
    parser.add_argument("--bot", default="greedy", help="the better bot")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--again", action="store_true", help="play all rows anew")
    parser.add_argument("--out", type=Path, default=RESULTS, help="the JSON file")
    arguments = parser.parse_args()
    games = arguments.game or list(OPTIONS)
    rows = [] if arguments.again else earlier(arguments.out).get("rows", [])
    bots = {"random": arguments.random, arguments.bot: arguments.thinking}
    with ProcessPoolExecutor(arguments.jobs) as pool:
        for bot, count in bots.items():
            if not count:
                continue
            for setting in (each for game in games for each in settings_of(game, bot)):
                row = next((row for row in rows if is_of(row, setting)), None)
                tally = Tally.of_row(row) if row else Tally()
                if row is None or tally.games < count:
                    rows = [row for row in rows if not is_of(row, setting)]
                    row = gather(setting, tally, count, pool)
                    rows.append(row)
                    write(arguments.out, games, rows)
                print(line_of(row), flush=True)
    for each in write(arguments.out, games, rows)["rulesets"]:
        never = ", ".join(each["never"]) or "none"
        print(f"{each['game']}: {each['cards']} cards, never in play: {never}")


def is_of(row: dict[str, Any], setting: Setting) -> bool:
    """Tell whether a row is that of a setting."""
    return asdict(setting).items() <= row.items()


def line_of(row: dict[str, Any]) -> str:
    """Return a row in words."""
    low, high = row["interval"]
    troubles = sum(row["faults"].values()) + row["unfinished"]
    return (
        f"{row['game']} {row['value']} {row['players']} {row['bot']}: {row['games']} games, "
        f"{row['wins']} won ({low:.1%} to {high:.1%}), {troubles} went wrong, "
        f"{row['decisions']:.0f} decisions, {row['seconds']:.2f} s a game"
    )


def write(path: Path, games: list[str], rows: list[dict[str, Any]]) -> dict[str, Any]:
    """Write the figures; return them."""
    figures = {"rulesets": [summary(game, rows) for game in games], "rows": rows}
    text = json.dumps(figures, ensure_ascii=False, indent=1)
    path.write_text(text + "\n", encoding="utf-8")
    return figures


if __name__ == "__main__":
    main()
