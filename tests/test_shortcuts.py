"""Shorter generated code gives what the patient evaluator gives, shape by shape."""

from pathlib import Path
from random import Random

import pytest

from livret.dsl.loader import load
from livret.interpreter.compiler import compile_program
from livret.interpreter.evaluate import Evaluator
from livret.interpreter.repeats import in_one_loop

RULES = """joueurs 3
plateau Damier de Case : grille 4 par 4
énumération Couleur : rouge, vert, bleu
état marque de Case : Joueur ou rien = rien
état teinte de Case : Couleur = rouge
état base de Joueur : Case ou rien = rien
compteur tours = 0
issue Fin "Fin"

définition libre(c : Case) : booléen = c.marque = rien et décalage(c, 0, 1).marque ≠ J1
définition est_à(c : Case, j : Joueur) : booléen = c.marque = j
définition poids(c : Case, j : Joueur) : nombre = si c.est_à(j) alors c.colonne sinon 0
définition bord(c : Case) : booléen = c.rangée = 1 ou c.colonne = 4

déroulement :
  boucle :
    à tour de rôle j depuis J1 horaire :
      j choisit c parmi Case où .libre "Marquer"
      c.marque devient j
      si c.bord :
        j.base devient c
      c.teinte devient si tours modulo 2 = 0 alors vert sinon bleu
      tours augmente de 1
      si tours ≥ 9 ou non existe(Case où .libre) :
        finir Fin

évaluation j = {value}
"""

SHAPES = {
    "a value somewhere in a column": "si existe(Case où .marque = j) alors 1 sinon 0",
    "a value nowhere in a column": "si tous(Case, .marque ≠ j) alors 1 sinon 0",
    "a value on the left": "si existe(Case où j = .marque) alors 1 sinon 0",
    "how often in a column": "nombre(Case où .teinte = vert)",
    "a column against itself": "nombre(Case où .marque = (si .bord alors j sinon rien))",
    "another way round": "si tous(Case, .teinte = rouge) alors 1 sinon 0",
    "players": "nombre(joueurs où .base ≠ rien)",
    "a filter over a column": "somme(Case où .marque = j et .teinte ≠ rouge, .colonne)",
    "two columns": "nombre(Case où .teinte = vert et .marque = j)",
    "lines with all": "nombre(alignements(Damier, 2) où tous(lui, .marque = j))",
    "lines with some": "nombre(alignements(Damier, 3) où existe(lui où .marque = j))",
    "lines of the line": "somme(alignements(Damier, 3), nombre(lui où .marque = j))",
    "a line that is kept": "nombre(valeurs(alignements(Damier, 2) où tous(lui, .bord), "
    "nombre(lui où .marque = j)))",
    "a definition of a column": "nombre(Case où .libre)",
    "a definition with two values": "nombre(Case où est_à(lui, j))",
    "a definition in a definition": "somme(Case, poids(lui, j))",
    "a definition in a filter in a sum": "somme(Case où est_à(lui, j), poids(lui, j))",
    "an offset": "nombre(Case où décalage(lui, 1, 1).marque = j)",
    "an offset from nothing": "nombre(Case où décalage(décalage(lui, 1, 0), 0, 1).marque = j)",
    "an offset that differs": "nombre(Case où décalage(lui, j.base.colonne, 0).marque = j)",
    "a column at nothing": "si j.base.marque = j alors j.base.rangée sinon 7",
    "distances": "somme(Case où .marque = j, distance(j.base, lui))",
    "distances of other cells": "somme(Case où .marque = j, distance(décalage(lui, 1, 0), lui))",
    "nested filters": "nombre((Case où .marque = j) où existe(voisines(lui) où .marque = j))",
    "what is the same for all": "nombre(Case où .colonne = nombre(Case où .marque = j))",
    "what is the same inside": "nombre(Case où existe(voisines(lui) où .marque = j.base.marque))",
    "if there are some, those": "somme(si existe(Case où .marque = j et .bord) alors "
    "(Case où .marque = j et .bord) sinon (Case où .marque = j), .rangée)",
    "if there are some, others": "somme(si existe(Case où .marque = j) alors "
    "(Case où .teinte = vert) sinon (Case où .teinte = bleu), .rangée)",
    "values and one more": "nombre(Case comme c où nombre(valeurs(union(Case où .marque = j, {c}) "
    "où .bord, .colonne)) ≤ 2)",
    "a line through a cell": "nombre(Case où existe(alignements(Damier, 2, lui) où "
    "tous(lui, .marque = j)))",
    "members twice": "nombre(valeurs(union(Case où .marque = j, Case où .bord), .marque))",
    "a sum of a filter of a filter": "somme((Case où .marque = j) où .teinte = vert, .colonne)",
    "the same name twice": "nombre(Case où .marque = j) - nombre(Case où .marque = J2)",
}


@pytest.mark.parametrize("shape", SHAPES)
def test_the_short_way_gives_the_same(shape: str, tmp_path: Path) -> None:
    text = RULES.replace("{value}", SHAPES[shape])
    (tmp_path / "regles.livret").write_text(text, encoding="utf-8")
    program, findings = load(tmp_path)
    assert program is not None and program.evaluation is not None, findings
    rules = compile_program(program, 3)
    assert rules.evaluation is not None
    found = set()
    for seed in range(12):
        state, rng = rules.begin(seed), Random(seed)
        while state.result is None:
            for seat in range(3):
                slots = {program.evaluation.slot: seat}
                patient = Evaluator(rules.layout, state)
                expected = patient.value(program.evaluation.value, slots)
                assert rules.evaluation(state, seat) == expected
                found.add(expected)
            rules.apply(state, rng.choice(state.options))
    assert len(found) > 1, "the shape is met with one value only"


@pytest.mark.parametrize(
    ("loop", "expected"),
    [
        ("y2 in ([y1 for y1 in h if (y1 in M)])", "y2 in h if (y2 in M)"),
        (
            "y2 in [y1 for y1 in (a if b else ()) if f(y1)]",
            "y2 in (a if b else ()) if f(y2)",
        ),
        ("y2 in [y1 for y1 in h if y1] + [b]", "y2 in [y1 for y1 in h if y1] + [b]"),
        ("y2 in ([y1 for y1 in h if y1] or b)", "y2 in ([y1 for y1 in h if y1] or b)"),
        ("y2 in h", "y2 in h"),
    ],
)
def test_a_filter_of_a_filter_is_one_loop(loop: str, expected: str) -> None:
    assert in_one_loop(loop) == expected
