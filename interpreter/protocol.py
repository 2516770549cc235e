"""One decision per line, for programs: JSON on standard output, answers on standard input.

Out: `{"type": "decision", …}` with the decision and the table as its player sees it,
`{"type": "error", …}` if an answer cannot be taken (the same decision waits), at last
`{"type": "result", …}`. In: `{"choice": 0}`, `{"undo": 1}`, `{"save": "file"}` or
`{"quit": true}`. The end of the input means quit.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from ..dsl.render import fault, help_text
from .faults import GameError, game_error
from .game import Game
from .guard import time_limit
from .session import PATIENCE, Bots

MAX_LINE = 100_000


def serve(game: Game, seats: Sequence[str]) -> None:
    """Play a game with a program at the other end."""
    bots, chance, told = Bots(seats), Random(game.seed), 0
    while (decision := game.decision) is not None:
        if decision.player in bots:
            with time_limit(PATIENCE):
                game.apply_option(bots.option(decision.player, game, chance))
            continue
        entries = game.journal_for(decision.player)
        told = min(told, len(entries))
        _write(
            {
                "type": "decision",
                **decision.to_json(),
                "view": game.view(decision.player).to_json(),
                "journal": [entry.to_json() for entry in entries[told:]],
            }
        )
        told = len(entries)
        if not _obey(game, seats):
            return
    result = game.result
    assert result is not None
    _write(
        {
            "type": "result",
            "outcome": result.outcome,
            "title": result.title,
            "winners": list(result.winners),
            "scores": list(result.scores),
            "plies": game.plies,
        }
    )


def _obey(game: Game, seats: Sequence[str]) -> bool:
    """Read lines until one is obeyed; False if the game is to end here."""
    while True:
        line = sys.stdin.readline(MAX_LINE)
        if not line:
            return False
        try:
            answer = _answer(line)
            if answer.get("quit"):
                return False
            if _do(game, answer, seats):
                return True
        except GameError as error:
            _write(
                {
                    "type": "error",
                    "code": error.diagnostic.code,
                    "fr": fault(error.diagnostic, "fr"),
                    "en": fault(error.diagnostic, "en"),
                    "help_fr": help_text(error.diagnostic, "fr"),
                    "help_en": help_text(error.diagnostic, "en"),
                }
            )


def _do(game: Game, answer: dict[str, Any], seats: Sequence[str]) -> bool:
    match answer:
        case {"choice": int(index)} if not isinstance(index, bool):
            with time_limit(PATIENCE):
                game.apply(index)
            return True
        case {"undo": int(count)} if not isinstance(count, bool):
            game.undo(count)
            return True
        case {"save": str(name)}:
            game.save(Path(name), list(seats))
            _write({"type": "saved", "file": name})
            return False
        case _:
            raise game_error("R09")


def _answer(line: str) -> dict[str, Any]:
    try:
        answer = json.loads(line)
    except (ValueError, RecursionError):
        raise game_error("R09") from None
    if not isinstance(answer, dict):
        raise game_error("R09")
    return answer


def _write(data: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(data, ensure_ascii=False) + "\n")
    sys.stdout.flush()
