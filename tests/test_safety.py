"""A ruleset from a stranger can only play: nothing it says reaches Python, nothing hangs."""

from __future__ import annotations

import ast
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import livret
from livret.dsl.loader import load
from livret.dsl.render import render_all
from livret.interpreter.compiler import compile_program
from livret.interpreter.evaluate import Evaluator
from livret.interpreter.faults import GameError, rule_faults
from livret.interpreter.guard import time_limit
from livret.interpreter.runtime import RuleFault

ROOT = Path(__file__).resolve().parent.parent
SOURCES = [livret.load(slug) for slug in livret.games()]

#: Strings that may stand in generated code: kinds of faults and names of columns.
ALLOWED_STRINGS = {
    "no_option", "division", "range", "repeat", "nesting", "endless", "leave", "nobody",
    "number",
}  # fmt: skip


def write(folder: Path, text: str, manifest: str = "titre: Essai\n") -> Path:
    (folder / "livret.yaml").write_text(manifest, encoding="utf-8")
    (folder / "regles.livret").write_text(text, encoding="utf-8")
    return folder


# Generated code ----------------------------------------------------------


def generated() -> Iterator[tuple[str, str]]:
    for ruleset in SOURCES:
        for players in range(ruleset.players[0], ruleset.players[1] + 1):
            for journal in (False, True):
                rules = compile_program(ruleset.program, players, journal)
                yield f"{ruleset.slug}-{players}-{journal}", rules.source


@pytest.mark.parametrize(
    ("name", "source"), list(generated()), ids=lambda value: value[:30]
)
def test_generated_code_is_plain_arithmetic_on_the_state(name: str, source: str) -> None:
    """No import, no dunder, no attribute but the state's own, no text of the author."""
    for node in ast.walk(ast.parse(source)):
        assert not isinstance(node, ast.Import | ast.ImportFrom | ast.Global)
        if isinstance(node, ast.Attribute):
            assert not node.attr.startswith("_")
            assert isinstance(node.value, ast.Name | ast.Attribute | ast.Subscript)
        if isinstance(node, ast.Name):
            assert node.id == "__slots__" or not node.id.startswith("__")
            assert node.id.isascii()
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            assert node.value in ALLOWED_STRINGS or node.value[1:].isdecimal()


HOSTILE = (
    """
joueurs 1
énumération __import__ : __class__, os, système
état S : nombre = 0 "{{x.__class__}} %s \\\\N{{DIGIT}} ' + str(1) + '"
état F : nombre = 0 "{0.__init__.__globals__}"
état eval : nombre = 1
définition exec(BLOCKS : nombre) : nombre = BLOCKS + eval
issue run "'; import os; os.abort(); '"
procédure apply(take : nombre) "\N{RIGHT-TO-LEFT OVERRIDE}titre" :
  S augmente de exec(take)
déroulement :
  boucle :
    apply(F)
    J1 choisit y parmi __import__ "{y.__class__.__mro__}"
    si y = système :
      finir run gagnants {{J1}}
""".replace("{{", "{")
    .replace("}}", "}")
    .replace("\N{RIGHT-TO-LEFT OVERRIDE}", "")
)


def test_names_and_titles_are_never_code(tmp_path: Path) -> None:
    ruleset = livret.load(write(tmp_path, HOSTILE))
    for journal in (False, True):
        source = compile_program(ruleset.program, 1, journal).source
        for word in ("import", "eval", "globals", "class__", "mro"):
            assert word not in source.replace("class Table", "")
    game = ruleset.new_game()
    game.apply(0)
    assert game.decision is not None
    assert "{y.__class__.__mro__}" in game.decision.title
    game.apply(2)
    assert game.result is not None
    assert any("os.abort" in entry.text() for entry in game.journal)


# Endless, huge, deep -----------------------------------------------------

HEAD = "joueurs 1\nétat n : nombre = 1\nissue Fin\n"
ENDLESS = {
    "loop": "déroulement :\n  boucle :\n    n devient 1\n",
    "while": "déroulement :\n  tant que n > 0 :\n    n devient 1\n  finir Fin\n",
    "recursion": "procédure p() :\n  p()\ndéroulement :\n  p()\n  finir Fin\n",
    "definition": "définition f(x : nombre) : nombre = f(x)\ndéroulement :\n  n devient f(1)\n",
    "mutual": "définition f(x : nombre) : nombre = g(x)\n"
    "définition g(x : nombre) : nombre = f(x)\ndéroulement :\n  n devient f(1)\n",
    "repeat": "déroulement :\n  répéter 999999999 fois :\n    n augmente de 1\n  finir Fin\n",
    "nested repeats": "déroulement :\n  répéter 90000 fois :\n    répéter 90000 fois :\n"
    "      n augmente de 1\n  finir Fin\n",
    "range": "déroulement :\n  n devient somme(intervalle(1, 999999999))\n  finir Fin\n",
    "number": "déroulement :\n  boucle B :\n    n devient n * n * n + 2\n    si n < 0 :\n"
    "      quitter B\n  finir Fin\n",
    "events": "événement A() :\n  émettre B()\névénement B() :\n  émettre A()\n"
    "déroulement :\n  émettre A()\n  finir Fin\n",
    "product": "définition gros(a : nombre) : nombre = somme(intervalle(1, 90000), "
    "somme(intervalle(1, 90000), lui + a))\ndéroulement :\n  n devient gros(1)\n  finir Fin\n",
}


@pytest.mark.parametrize("name", ENDLESS)
def test_endless_rules_end_in_a_diagnostic(name: str, tmp_path: Path) -> None:
    """Refused before play, or stopped by a limit; the guard stops a single expression."""
    program, findings = load(write(tmp_path, HEAD + ENDLESS[name]))
    if program is None:
        assert render_all(findings, {}, "fr") and render_all(findings, {}, "en")
        return
    with pytest.raises(GameError), time_limit(2):
        rules = compile_program(program, 1)
        with rule_faults(rules):
            rules.begin(1)


DEEP = {
    "parentheses": "état x : nombre = " + "(" * 5000 + "1" + ")" * 5000 + "\n",
    "sums": "état x : nombre = " + " + ".join(["1"] * 20000) + "\n",
    "negations": "état x : booléen = " + "non " * 5000 + "vrai\n",
    "calls": "état x : nombre = " + "absolu(" * 3000 + "1" + ")" * 3000 + "\n",
    "dots": "état x : nombre = x" + ".x" * 5000 + "\n",
    "blocks": "déroulement :\n" + "".join(f"{'  ' * n}si vrai :\n" for n in range(1, 400)),
    "names": "énumération E : " + ", ".join(f"v{n}" for n in range(50000)) + "\n",
    "declarations": "".join(f"état x{n} : nombre = 0\n" for n in range(5000)),
    "long name": f"état {'x' * 100000} : nombre = 0\n",
    "digits": f"état x : nombre = {'9' * 100000}\n",
    "grid": "plateau P de C : grille 100000 par 100000\n",
    "die": "dé D : 1 à 999999999\n",
    "track": "piste P : -999999999 à 999999999\nmarqueur m sur P = 0\n",
}


@pytest.mark.parametrize("name", DEEP)
def test_monstrous_files_end_in_bounded_time(name: str, tmp_path: Path) -> None:
    text = "joueurs 1\nissue Fin\n" + DEEP[name]
    if "déroulement" not in text:
        text += "déroulement :\n  finir Fin\n"
    with time_limit(60):
        program, findings = load(write(tmp_path, text))
        render_all(findings, {}, "fr")
        if program is not None:
            rules = compile_program(program, 1)
            with rule_faults(rules):
                rules.begin(1)


# Mutations ---------------------------------------------------------------

TEXTS = {
    path: path.read_text(encoding="utf-8")
    for path in sorted((ROOT / "rulesets").glob("*/*.livret"))
}
SMALL = [text for path, text in TEXTS.items() if path.name == "regles.livret"]


def mutate(text: str, chance: random.Random) -> str:
    """Damage a rule file in one of the ways accidents do."""
    lines = text.splitlines(keepends=True)
    match chance.randrange(6):
        case 0:
            return text[: chance.randrange(len(text))]
        case 1:
            chance.shuffle(lines)
            return "".join(lines)
        case 2:
            del lines[chance.randrange(len(lines))]
            return "".join(lines)
        case 3:
            words = text.split(" ")
            one, other = chance.randrange(len(words)), chance.randrange(len(words))
            words[one], words[other] = words[other], words[one]
            return " ".join(words)
        case 4:
            place = chance.randrange(len(text))
            sign = chance.choice("()[]{}:\"'.,#\t\n\r\0\x1b\u2028é∑𝔘0-1")
            return text[:place] + sign + text[place + 1 :]
        case _:
            one = chance.randrange(len(lines))
            lines.insert(chance.randrange(len(lines)), lines[one])
            return "".join(lines)


@settings(
    max_examples=150,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(text=st.sampled_from(SMALL), seed=st.integers(0, 2**32))
def test_damaged_rules_give_diagnostics_or_games(
    text: str, seed: int, tmp_path: Path
) -> None:
    chance = random.Random(seed)
    for _ in range(chance.randrange(1, 4)):
        text = mutate(text, chance) or "\n"
    (tmp_path / "regles.livret").write_bytes(text.encode("utf-8", "replace"))
    program, findings = load(tmp_path)
    render_all(findings, {}, "fr")
    if program is None:
        return
    try:
        with time_limit(20):
            rules = compile_program(program, program.players[0])
            with rule_faults(rules):
                state = rules.begin(seed)
                for _ in range(200):
                    if state.result is not None:
                        break
                    rules.apply(state, chance.choice(state.options))
    except GameError:
        pass


# Two evaluators, one meaning --------------------------------------------


@settings(max_examples=30, deadline=None)
@given(st.sampled_from(SOURCES), st.integers(0, 10**6), st.integers(0, 80))
def test_the_patient_evaluator_agrees_with_generated_code(
    ruleset: livret.Ruleset, seed: int, plies: int
) -> None:
    rules = ruleset.rules()
    chance = random.Random(seed)
    state = rules.begin(seed)
    for _ in range(plies):
        if state.result is not None:
            break
        rules.apply(state, chance.choice(state.options))
    evaluator = Evaluator(rules.layout, state)
    for name in ("score", "evaluation"):
        measure = getattr(ruleset.program, name)
        if measure is None:
            continue
        for player in range(rules.layout.players):
            fast = rules.module[name](state, player)
            assert fast == evaluator.value(measure.value, {measure.slot: player})


# Processes ---------------------------------------------------------------

PLAY = """
import random, sys, livret, hashlib
game = livret.load(sys.argv[1]).new_game(seed=7)
chance = random.Random(7)
while game.result is None:
    game.apply(chance.randrange(len(game.decision.choices)))
text = "\\n".join(entry.fr for entry in game.journal)
print(hashlib.sha256(text.encode()).hexdigest(), game.ruleset.program.fingerprint)
"""


@pytest.mark.parametrize("slug", ["breakthrough", "retour-du-roi"])
def test_a_game_is_the_same_under_any_hash_seed(slug: str) -> None:
    told = set()
    for hash_seed in ("0", "1", "4711"):
        done = subprocess.run(
            [sys.executable, "-c", PLAY, slug],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
        )
        told.add(done.stdout)
    assert len(told) == 1


def test_a_rule_fault_knows_its_place(tmp_path: Path) -> None:
    text = HEAD + "déroulement :\n  n devient n / (n - 1)\n  finir Fin\n"
    program, _ = load(write(tmp_path, text))
    assert program is not None
    rules = compile_program(program, 1)
    with pytest.raises(RuleFault) as caught:
        rules.begin(1)
    assert rules.places[caught.value.place].line == 5
