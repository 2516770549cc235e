"""What goes wrong around a game, said in two languages: games, choices, saves that changed.

Faults of the rules themselves have their examples in `diagnostics/`, with all other codes.
"""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

import livret
from livret.dsl.diagnostics import Diagnostic
from livret.dsl.messages_runtime import RUNTIME
from livret.dsl.render import render_all
from livret.dsl.source import NOWHERE
from livret.interpreter.api import Game, Ruleset
from livret.interpreter.guard import time_limit

FOLDER = Path(__file__).parent / "diagnostics"
Golden = Callable[[Path, str], None]

RULES = """\
joueurs 2
variante brève "Partie brève"
plateau Damier de Case : grille 2 par 2
état marque de Case : Joueur ou rien = rien
issue Fin "La partie est finie"

définition libres() : ensemble de Case = Case où .marque = rien

déroulement :
  à tour de rôle j depuis J1 horaire :
    j choisit c parmi libres() "Marquer une case"
    c.marque devient j
  si non brève :
    J1 choisit d parmi libres() "Marquer encore"
    d.marque devient J1
  finir Fin
"""


def ruleset(name: str = "jeu", **changes: str) -> Ruleset:
    """Write a small game in a folder and load it; changes are words to replace."""
    text = RULES
    for before, after in changes.items():
        assert before in text
        text = text.replace(before, after)
    folder = Path(name)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    (folder / "regles.livret").write_text(text, encoding="utf-8")
    return livret.load(folder)


def game(plies: int = 0) -> Game:
    """Play so many choices of the small game, the first one each time."""
    played = ruleset().new_game()
    for _ in range(plies):
        played.apply(0)
    return played


def caught(call: Callable[[], object]) -> Diagnostic:
    """Return what a call is refused with."""
    with pytest.raises((livret.GameError, livret.RulesetError)) as error:
        call()
    if isinstance(error.value, livret.RulesetError):
        return error.value.diagnostics[0]
    return error.value.diagnostic


def written(content: str) -> Path:
    path = Path("partie.json")
    path.write_text(content, encoding="utf-8")
    return path


def resumed(**changes: object) -> Diagnostic:
    """Resume a game whose saved data were changed."""
    data = game(2).save_data()
    return caught(lambda: ruleset().resume(data | changes))


def other_choice() -> Diagnostic:
    data = game(2).save_data()
    data["choices"][1][1] = data["choices"][0][1]
    return caught(lambda: ruleset().resume(data))


def changed_rule(after: str, accept: bool = False) -> Diagnostic:
    """Resume a game after its rules have changed."""
    data = game(2).save_data()
    other = ruleset(**{"Case où .marque = rien": after})
    if accept:
        return other.resume(data, accept_changes=True).remarks[0]
    return caught(lambda: other.resume(data))


def slow() -> Diagnostic:
    def run() -> None:
        with time_limit(0.01):
            while True:
                pass

    return caught(run)


MADE: dict[str, Callable[[], Diagnostic]] = {
    "R01": lambda: caught(lambda: livret.load("morpions")),
    "R02": lambda: caught(lambda: ruleset().new_game(players=5)),
    "R03": lambda: caught(lambda: game().apply(99)),
    "R04": lambda: caught(lambda: game(3).apply(0)),
    "R05": lambda: caught(lambda: game(1).undo(3)),
    "R06": lambda: caught(lambda: game().why_not("z9")),
    "R07": lambda: caught(lambda: game().diff(ruleset("autre", Fin="Terme").new_game())),
    "R08": lambda: caught(lambda: game().view(7)),
    # What a program writes on the standard input of a game.
    "R09": lambda: Diagnostic("R09", NOWHERE),
    "R19": slow,
    "R30": lambda: caught(lambda: ruleset().resume(Path("absente.json"))),
    "R31": lambda: caught(lambda: ruleset().resume(written("{"))),
    "R32": lambda: caught(lambda: ruleset().resume(written("[]"))),
    "R33": lambda: resumed(version=9),
    "R34": lambda: resumed(slug="autre"),
    "R35": lambda: resumed(settings=livret.load("jeu", variants=["brève"]).asked.to_json()),
    "R36": lambda: changed_rule("Case où .marque = rien et .colonne > 1"),
    "R37": other_choice,
    "R38": lambda: resumed(digest=""),
    "R39": lambda: changed_rule("Case où .marque = rien et .colonne > 0"),
    "R40": lambda: changed_rule("Case où .marque = rien et .colonne > 0", accept=True),
    "R41": lambda: caught(lambda: game().save(Path("absent", "partie.json"))),
    "R42": lambda: caught(
        lambda: ruleset("autre", Fin="Terme").from_json(game().to_json())
    ),
    "R43": lambda: caught(game().determinize(0, 1).save_data),
}


@pytest.mark.parametrize("code", MADE)
def test_what_goes_wrong_is_said_in_two_languages(
    code: str, golden: Golden, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ruleset()
    found = MADE[code]()
    assert found.code == code
    for lang in ("fr", "en"):
        golden(FOLDER / f"{code}.{lang}.txt", render_all([found], {}, lang))


def test_every_code_has_a_text() -> None:
    examples = {path.stem for path in FOLDER.glob("R*.livret")}
    assert examples | set(MADE) == set(RUNTIME)
    assert not examples & set(MADE)
