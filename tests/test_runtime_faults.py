"""Rules that fail while they run: a diagnostic at the right place, the game unharmed."""

import signal
import threading
import time
from pathlib import Path

import pytest

import livret
from livret.dsl.messages import MESSAGES
from livret.dsl.render import fault, help_text
from livret.interpreter.api import Ruleset
from livret.interpreter.faults import CODES
from livret.interpreter.guard import time_limit

HEAD = """\
joueurs 2
issue Fin
état total : nombre = 0
état élu : Joueur ou rien = rien
compteur or de Joueur = 0
score j = j.or + total
"""

#: Code -> what fails once J1 has chosen 2: declarations, and lines of the course.
FAULTS = {
    "R10": ("", "J1 choisit x parmi {1, 3} où lui = n\ntotal devient x\n"),
    "R11": ("", "total devient 6 / (n - 2)\n"),
    "R12": ("", "total devient nombre(intervalle(1, n * 1000000))\n"),
    "R13": ("", "répéter n * 1000000 fois :\n  total devient 1\n"),
    "R14": (
        "procédure tourne(k : nombre) :\n"
        "  J1 choisit si encore\n"
        "  si encore et k > 0 :\n"
        "    tourne(k)\n",
        "tourne(n)\n",
    ),
    "R15": ("", "tant que total ≠ n + 5 :\n  total devient 1 - total\nélu devient J1\n"),
    "R17": ("", "élu.or augmente de n\n"),
    "R18": ("", "répéter 30 fois :\n  total devient total * 9 + n\n"),
}


def ruleset(folder: Path, declarations: str, course: str) -> Ruleset:
    """Make a ruleset that asks J1 for a number, then runs some lines."""
    lines = "".join(f"  {line}\n" for line in course.splitlines())
    start = "déroulement :\n  J1 choisit n parmi {1, 2, 3}\n"
    text = f"{HEAD}{declarations}{start}{lines}  finir Fin gagnants joueurs\n"
    (folder / "regles.livret").write_text(text, encoding="utf-8")
    return livret.load(folder)


def test_every_fault_of_the_engine_has_a_code() -> None:
    # The other faults are about jumps and orders: the tests of the engine make them.
    assert FAULTS.keys() <= set(CODES.values()) <= MESSAGES.keys()


@pytest.mark.parametrize("code", sorted(FAULTS))
def test_a_fault_is_a_diagnostic_at_its_place(tmp_path: Path, code: str) -> None:
    game = ruleset(tmp_path, *FAULTS[code]).new_game()
    before = game.clone()
    with pytest.raises(livret.GameError) as caught:
        game.apply(1)
        while game.result is None:
            before = game.clone()
            game.apply(0)
    diagnostic = caught.value.diagnostic
    assert diagnostic.code == code
    for lang in ("fr", "en"):
        assert fault(diagnostic, lang) and help_text(diagnostic, lang)
    assert diagnostic.span.path == tmp_path / "regles.livret"
    first = 7 if code == "R14" else 9
    assert diagnostic.span.line >= first
    assert game == before and game.journal == before.journal, "the game is as it was"
    assert game.decision is not None


def test_the_same_game_goes_on_with_another_choice(tmp_path: Path) -> None:
    game = ruleset(tmp_path, *FAULTS["R11"]).new_game()
    with pytest.raises(livret.GameError):
        game.apply(1)
    game.apply(2)
    assert game.result is not None and game.result.scores == (6, 6)


def test_a_fault_before_the_first_decision_is_told(tmp_path: Path) -> None:
    text = f"{HEAD}déroulement :\n  total devient 1 / total\n  finir Fin\n"
    (tmp_path / "regles.livret").write_text(text, encoding="utf-8")
    with pytest.raises(livret.GameError) as caught:
        livret.load(tmp_path).new_game()
    assert caught.value.diagnostic.code == "R11"
    assert caught.value.diagnostic.span.line == 8


def test_a_fault_in_the_score_is_told(tmp_path: Path) -> None:
    text = f"{HEAD}déroulement :\n  J1 choisit n parmi {{1, 2}}\n  total devient n\n  finir Fin\n"
    text = text.replace("j.or + total", "j.or / (total - 1)")
    (tmp_path / "regles.livret").write_text(text, encoding="utf-8")
    game = livret.load(tmp_path).new_game()
    game.apply(0)
    with pytest.raises(livret.GameError) as caught:
        _ = game.result
    assert caught.value.diagnostic.code == "R11"


def test_definitions_without_end_are_told_or_refused(tmp_path: Path) -> None:
    body = "définition sans_fin(k : nombre) : nombre = sans_fin(k + total)\n"
    try:
        game = ruleset(tmp_path, body, "total devient sans_fin(n)\n").new_game()
        game.apply(1)
    except livret.RulesetError as refused:
        assert refused.diagnostics
    except livret.GameError as error:
        assert error.diagnostic.code == "R14"
    else:
        pytest.fail("a definition without end has ended")


def test_leaving_what_is_not_open_is_told_or_refused(tmp_path: Path) -> None:
    body = "procédure sortir(k : nombre) :\n  si k > 0 :\n    quitter tour\n"
    try:
        game = ruleset(tmp_path, body, "sortir(n)\n").new_game()
        game.apply(1)
    except livret.RulesetError as refused:
        assert refused.diagnostics
    except livret.GameError as error:
        assert error.diagnostic.code == "R16"
        assert "tour" in fault(error.diagnostic)
    else:
        pytest.fail("a turn that was not open has been left")


# The guard ---------------------------------------------------------------


def test_a_call_that_takes_too_long_is_ended() -> None:
    with pytest.raises(livret.GameError) as caught, time_limit(0.05):
        while True:
            pass
    assert caught.value.diagnostic.code == "R19"


def test_a_limit_leaves_nothing_behind() -> None:
    before = signal.getsignal(signal.SIGALRM)
    with time_limit(60):
        assert signal.getitimer(signal.ITIMER_REAL)[0] > 0
    assert signal.getitimer(signal.ITIMER_REAL)[0] == 0
    assert signal.getsignal(signal.SIGALRM) is before


def test_the_outer_limit_counts_inside_an_inner_one() -> None:
    with pytest.raises(livret.GameError), time_limit(0.05), time_limit(60):
        while True:
            pass
    with pytest.raises(livret.GameError), time_limit(0.1):
        with time_limit(0):
            pass
        with time_limit(60):
            pass
        while True:
            pass


def test_other_threads_are_left_alone() -> None:
    done = []

    def work() -> None:
        with time_limit(0.001):
            time.sleep(0.02)
            done.append(True)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert done == [True]


def test_a_rule_that_examines_too_many_cases_is_ended(tmp_path: Path) -> None:
    slow = "nombre(intervalle(1, 3000) où nombre(intervalle(1, 3000) comme b où b = n) = 5)"
    game = ruleset(tmp_path, "", f"total devient {slow}\n").new_game()
    before = game.clone()
    with pytest.raises(livret.GameError) as caught, time_limit(0.05):
        game.apply(1)
    assert caught.value.diagnostic.code == "R19"
    assert game == before
