"""Numbers among the arguments of a verb: declared, then checked against what they count."""

from __future__ import annotations

from argparse import Namespace

from ..dsl.program import Program
from .arguments import Parser
from .language import Text
from .misuse import Misuse

#: Seeds beyond say nothing more, and JSON readers lose digits.
HIGHEST_SEED = 2**53


def declare_players(parser: Parser) -> None:
    """Add `--players`."""
    text = (
        "nombre de joueurs ; par défaut le moindre",
        "how many play; by default the least",
    )
    declare_number(parser, "--players", text=text)


def declare_seed(parser: Parser) -> None:
    """Add `--seed`."""
    text = ("graine du hasard ; 0 par défaut", "seed of chance; 0 by default")
    declare_number(parser, "--seed", text=text, default=0)


def declare_number(
    parser: Parser, *names: str, text: Text, default: int | None = None
) -> None:
    """Add an option whose value is a number."""
    parser.add(*names, type=int, value="NUMBER", default=default, text=text)


def players_of(arguments: Namespace, program: Program) -> int:
    """Return the number of players asked for, or the least the game allows."""
    low, high = program.players
    asked: int | None = arguments.players
    if asked is None:
        return low
    check_number("--players", asked, low, high)
    return asked


def seed_of(arguments: Namespace) -> int:
    """Return the seed asked for."""
    seed: int = arguments.seed
    check_number("--seed", seed, 0, HIGHEST_SEED)
    return seed


def check_number(name: str, value: int, low: int, high: int | None = None) -> None:
    """Refuse a number that is too small or too great."""
    if value < low:
        raise Misuse(
            f"{name} : au moins {low}, non {value}", f"{name}: at least {low}, not {value}"
        )
    if high is not None and value > high:
        raise Misuse(
            f"{name} : au plus {high}, non {value}", f"{name}: at most {high}, not {value}"
        )
