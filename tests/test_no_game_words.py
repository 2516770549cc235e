"""No game, card or place is named in the language or the interpreter."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import livret
from livret.dsl.suggestions import folded

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared" / "inventory"
WORD = re.compile(r"[^\W\d_]{4,}")
#: Words of titles and labels that are words of every game, or of every French sentence.
COMMON = frozenset(
    {
        "carte", "cartes", "jeux", "joueur", "joueurs", "regle", "regles", "livre", "livret",
        "force", "libre", "noire", "points", "point", "case", "tour", "partie", "plateau",
        "armee", "courage", "marche", "porte", "protection", "relance", "relancer", "renforts",
        "reprendre", "retour", "forcee", "heros", "cause", "chance", "chef", "chemin",
        "chemins", "commune", "coup", "cours", "dans", "ensemble", "entree", "face", "faire",
        "garde", "inattendu", "longue", "pour", "route", "sans", "secrets", "sous", "tenir",
        "tester", "toujours", "vers", "lances",
    }
)  # fmt: skip


def words_of(text: str) -> set[str]:
    return {folded(word) for word in WORD.findall(text)} - COMMON


def game_words() -> set[str]:
    """Return the words of the shipped games: titles, components, zones."""
    words: set[str] = set()
    for slug in livret.games():
        program = livret.load(slug).program
        if not program.manifest.sources:
            continue
        words |= words_of(program.manifest.title) | words_of(slug.replace("-", " "))
        for card in program.cards.values():
            words |= words_of(card.label) | words_of(card.id.replace("_", " "))
    return words


def test_words_of_the_shipped_games_stand_in_no_python() -> None:
    words = game_words()
    assert {"gandalf", "nazgul"} <= words
    assert not list(hits(words))


def test_titles_of_the_inventories_stand_in_no_python() -> None:
    if not SHARED.is_dir():
        pytest.skip("../shared is not beside the checkout")
    words: set[str] = set()
    for path in SHARED.glob("*.yaml"):
        words |= words_of(path.stem.replace("-", " "))
    assert {"seigneur", "anneaux", "montagne"} <= words
    assert not list(hits(words))


def hits(words: set[str]) -> list[str]:
    """Return where the words stand in the two packages."""
    found = []
    for folder in ("dsl", "interpreter"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix not in (".py", ".lark"):
                continue
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                named = words_of(line) & words
                if named:
                    found.append(
                        f"{path.relative_to(ROOT)}:{number}: {', '.join(sorted(named))}"
                    )
    return found
