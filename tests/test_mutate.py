"""`livret mutate`: every kind of fault on small rules, what finds it, and the report."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from livret.dsl import nodes
from livret.dsl.loader import Reading, build, read
from livret.interpreter.mutants import Mutant, mutants, rules_alone, sample
from livret.interpreter.mutation import Judge, Killer, UnfitRules, make_plan, try_mutants
from livret.interpreter.mutators import Kind
from livret.interpreter.survivors import fault_of, load_reasons

ROOT = Path(__file__).resolve().parent.parent
SHIPPED = (ROOT / "rulesets").glob("*/survivants.yaml")

START = 'joueurs 2 à 3\nissue Fin "Fin"\n'
COURSE = """\
compteur points de Joueur = 0
événement Prise(j : Joueur) :
  points(j) augmente de 1
déroulement :
  émettre Prise(J1)
  finir Fin
"""


def write(folder: Path, text: str) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "regles.livret").write_text(START + text, encoding="utf-8")
    return folder


def faults(folder: Path, text: str) -> list[tuple[Kind, str, str]]:
    """Return the kind, the line and the words of every mutant of some rules."""
    found = mutants(rules_alone(read(write(folder, text))))
    return [(each.kind, each.line, each.text[0]) for each in found]


def of(kind: Kind, found: list[tuple[Kind, str, str]]) -> set[tuple[str, str]]:
    return {(line, text) for each, line, text in found if each is kind}


# ------------------------------------------------------------------ operators


def test_a_trigger_answers_before_instead_of_after(tmp_path: Path) -> None:
    line = "forcé Prime après Prise(j) :"
    rules = f"{COURSE}{line}\n  effet :\n    points(j) augmente de 1\n"
    found = faults(tmp_path, rules)
    assert of(Kind.MOMENT, found) == {(line, "« avant » au lieu de « après »")}
    assert of(Kind.DUTY, found) == {(line, "« réponse » au lieu de « forcé »")}


def test_a_choice_becomes_optional_or_forced(tmp_path: Path) -> None:
    rules = """\
état marque : Joueur ou rien = rien
déroulement :
  J1 choisit a parmi joueurs
  J1 peut choisir b parmi joueurs
  marque devient si a = J1 alors b sinon a
  finir Fin
"""
    assert of(Kind.DUTY, faults(tmp_path, rules)) == {
        ("J1 choisit a parmi joueurs", "« peut choisir » au lieu de « choisit »"),
        ("J1 peut choisir b parmi joueurs", "« choisit » au lieu de « peut choisir »"),
    }


WINDOWS = """\
compteur points de Joueur = 0 borné 0 à 9
fenêtre Matin :
  clôture passe
fenêtre Midi :
  clôture passe
fenêtre Soir :
  clôture passe
action Gagner :
  pendant Midi
  exige points(moi) < 3 et points(moi) ≠ 2
  limite 2 par tour
  effet :
    points(moi) augmente de 1
déroulement :
  à tour de rôle j depuis J1 horaire :
    ouvrir Matin pour j
    ouvrir Midi pour j
    points(J1) devient points(J2)
  ouvrir Soir pour J1
  finir Fin
"""


def test_an_ability_moves_to_the_next_window_or_the_one_before(tmp_path: Path) -> None:
    assert of(Kind.WINDOW, faults(tmp_path, WINDOWS)) == {
        ("pendant Midi", "« Matin » au lieu de « Midi »"),
        ("pendant Midi", "« Soir » au lieu de « Midi »"),
        ("ouvrir Matin pour j", "échangé avec « ouvrir Midi pour j »"),
        ("ouvrir Midi pour j", "échangé avec « points(J1) devient points(J2) »"),
        ("à tour de rôle j depuis J1 horaire :", "échangé avec « ouvrir Soir pour J1 »"),
        ("ouvrir Soir pour J1", "échangé avec « finir Fin »"),
    }


def test_conditions_are_forgotten(tmp_path: Path) -> None:
    line = "exige points(moi) < 3 et points(moi) ≠ 2"
    found = [each for each in faults(tmp_path, WINDOWS) if each[0] is Kind.EXCEPTION]
    assert found == [
        (Kind.EXCEPTION, line, "« exige » oublié"),
        (Kind.EXCEPTION, line, "« et » sans « points(moi) ≠ 2 »"),
        (Kind.EXCEPTION, line, "« et » sans « points(moi) < 3 »"),
    ]


def test_limits_and_bounds_are_forgotten(tmp_path: Path) -> None:
    floor = "valeur prix() : nombre = 2 plancher 0"
    found = faults(tmp_path, WINDOWS.replace("< 3", "< prix()") + f"{floor}\n")
    assert of(Kind.LIMIT, found) == {
        ("limite 2 par tour", "« limite » oubliée"),
        ("compteur points de Joueur = 0 borné 0 à 9", "bornes oubliées"),
        (floor, "« plancher » oublié"),
    }


def test_the_table_is_walked_another_way(tmp_path: Path) -> None:
    line = "à tour de rôle j depuis J1 horaire :"
    ways = {
        (line, "« antihoraire » au lieu de « horaire »"),
        (line, "« depuis » un siège plus à gauche"),
    }
    assert ways <= of(Kind.ORDER, faults(tmp_path, WINDOWS))
    write(tmp_path, WINDOWS)
    rules = (tmp_path / "regles.livret").read_text("utf-8").replace("2 à 3", "2")
    (tmp_path / "regles.livret").write_text(rules, encoding="utf-8")
    found = mutants(rules_alone(read(tmp_path)))
    assert "« antihoraire » au lieu de « horaire »" not in [m.text[0] for m in found]


def test_numbers_are_one_off(tmp_path: Path) -> None:
    rules = "compteur points = 0\ndéroulement :\n  points devient 5\n  finir Fin\n"
    assert of(Kind.LITERAL, faults(tmp_path, rules)) == {
        ("joueurs 2 à 3", "« 1 » au lieu de « 2 »"),
        ("joueurs 2 à 3", "« 3 » au lieu de « 2 »"),
        ("joueurs 2 à 3", "« 2 » au lieu de « 3 »"),
        ("joueurs 2 à 3", "« 4 » au lieu de « 3 »"),
        ("compteur points = 0", "« -1 » au lieu de « 0 »"),
        ("compteur points = 0", "« 1 » au lieu de « 0 »"),
        ("points devient 5", "« 4 » au lieu de « 5 »"),
        ("points devient 5", "« 6 » au lieu de « 5 »"),
    }


def test_neighbours_are_swapped_unless_it_is_the_same(tmp_path: Path) -> None:
    rules = """\
compteur a = 0
compteur b = 0
déroulement :
  a devient 1
  b devient 2
  a devient b
  finir Fin
"""
    assert of(Kind.ORDER, faults(tmp_path, rules)) == {
        ("b devient 2", "échangé avec « a devient b »"),
        ("a devient b", "échangé avec « finir Fin »"),
    }


def test_advice_to_bots_and_judges_are_no_rules(tmp_path: Path) -> None:
    rules = """\
compteur a = 1
définition espoir : nombre = 7 * a
définition plafond : nombre = 8
évaluation j = espoir + 9
invariant "Peu" : a < plafond
déroulement :
  finir Fin
exemple "Un" :
  alors :
    a = 1
"""
    lines = {line for _, line, _ in faults(tmp_path, rules)}
    assert lines == {"joueurs 2 à 3", "compteur a = 1"}


STATEMENTS = """\
enonces:
  - {id: T-1, genre: regle, executable: oui}
  - {id: T-2, genre: regle, executable: oui}
"""
CITED = """\
compteur a = 0 [T-1]
déroulement :
  a augmente de 1 [T-1, T-2]
  finir Fin
exemple "Un" [T-1, T-2] :
  alors :
    a = 1
"""


def test_a_forgotten_statement_is_missed(tmp_path: Path) -> None:
    folder = write(tmp_path, CITED)
    (folder / "enonces.yaml").write_text(STATEMENTS, encoding="utf-8")
    reading = read(folder)
    judge = Judge(make_plan(reading, reading.statements))
    trials = {
        mutant.cites: judge.judge(number)
        for number, mutant in enumerate(judge.mutants)
        if mutant.kind is Kind.CITATION
    }
    assert {cites: (each.killer, each.detail) for cites, each in trials.items()} == {
        ("T-1",): (Killer.COVERAGE, "T-1"),
        ("T-2",): (Killer.COVERAGE, "T-2"),
    }


def test_a_mutant_tells_its_rule_its_place_and_its_statements(tmp_path: Path) -> None:
    rules = f'{COURSE}définition prix "Prix" [T-7] : nombre = 4\ninvariant "P" : prix > 0\n'
    found = mutants(rules_alone(read(write(tmp_path, rules))))
    mutant = next(each for each in found if each.rule == "prix")
    assert mutant.cites == ("T-7",)
    assert mutant.span.line == 9
    assert mutant.line == 'définition prix "Prix" [T-7] : nombre = 4'


def _amendments_tried(rules: Reading) -> set[str]:
    """Return the names of the amendments that some mutant changes."""
    changed = [node for each in mutants(rules) for node in each.declarations.values()]
    return {node.name.text for node in changed if isinstance(node, nodes.Amendment)}


def test_what_holds_on_request_only_is_not_on_trial() -> None:
    rules = rules_alone(read(ROOT / "tests/language/amendments"))
    always = replace(rules, manifest=replace(rules.manifest, on_request=()))
    assert _amendments_tried(always) - _amendments_tried(rules) == {"RâteauNeuf"}


def test_every_mutant_can_be_built_or_is_refused(tmp_path: Path) -> None:
    """A mutant is a reading like any other: never a failure of livret."""
    reading = rules_alone(read(write(tmp_path, WINDOWS)))
    for mutant in mutants(reading):
        program, findings = build(mutant.apply(reading))
        assert program is not None or findings


# -------------------------------------------------------------------- trials

COUNTED = """\
compteur n = 0
compteur m = 0
état sorte : booléen = faux
déroulement :
  tant que n < 3 :
    n augmente de 1
  m devient 4
  sorte devient vrai
  si n = 3 et m < 9 :
    finir Fin
exemple "Jusqu'à trois" :
  alors :
    n = 3
    issue Fin
"""


def judged(folder: Path, text: str, seconds: float = 30.0) -> dict[tuple[str, str], Killer]:
    """Return what killed each mutant, by its line and its words; survivors are left out."""
    judge = Judge(make_plan(read(write(folder, text))), seconds)
    return {
        (mutant.line, mutant.text[0]): trial.killer
        for number, mutant in enumerate(judge.mutants)
        if (trial := judge.judge(number)).killer is not None
    }


def test_examples_find_what_they_show(tmp_path: Path) -> None:
    found = judged(tmp_path, COUNTED)
    assert found["tant que n < 3 :", "« 4 » au lieu de « 3 »"] is Killer.EXAMPLE
    assert ("m devient 4", "« 5 » au lieu de « 4 »") not in found


def test_a_mutant_that_loops_for_ever_is_killed(tmp_path: Path) -> None:
    found = judged(tmp_path, COUNTED)
    assert found["n augmente de 1", "« 0 » au lieu de « 1 »"] is Killer.ENDLESS


def test_a_mutant_that_takes_too_long_is_killed(tmp_path: Path) -> None:
    found = judged(tmp_path, COUNTED, seconds=1e-6)
    assert found["m devient 4", "« 5 » au lieu de « 4 »"] is Killer.ENDLESS


def test_checks_find_what_cannot_be(tmp_path: Path) -> None:
    rules = COUNTED.replace("compteur m = 0", "compteur m = 0 borné 0 à 9")
    found = judged(tmp_path, rules)
    line = "compteur m = 0 borné 0 à 9"
    assert found[line, "« -1 » au lieu de « 0 »"] is Killer.CHECK


def test_timing_finds_what_no_path_leads_to(tmp_path: Path) -> None:
    text = WINDOWS + 'exemple "Rien" :\n  alors :\n    points(J1) = 0\n'
    rules = text.replace("  ouvrir Soir pour J1\n", "")
    found = judged(tmp_path, rules)
    assert found["pendant Midi", "« Soir » au lieu de « Midi »"] in (
        Killer.CHECK,
        Killer.TIMING,
    )


def test_rules_whose_examples_fail_are_refused(tmp_path: Path) -> None:
    folder = write(tmp_path, COUNTED.replace("n = 3\n    issue", "n = 2\n    issue"))
    with pytest.raises(UnfitRules, match="Jusqu'à trois"):
        make_plan(read(folder))


def test_the_number_of_processes_changes_nothing(tmp_path: Path) -> None:
    judge = Judge(make_plan(read(write(tmp_path, COUNTED))))
    numbers = list(range(len(judge.mutants)))
    alone = list(try_mutants(judge, numbers, 1))
    assert alone == list(try_mutants(judge, numbers, 2))
    assert [trial.number for trial in alone] == numbers


def test_a_sample_is_its_seeds_and_has_every_kind(tmp_path: Path) -> None:
    found: list[Mutant] = mutants(rules_alone(read(write(tmp_path, WINDOWS))))
    kinds = {each.kind for each in found}
    some = sample(found, len(kinds), 1)
    assert some == sample(found, len(kinds), 1) == sorted(some)
    assert some != sample(found, len(kinds), 2)
    assert {found[number].kind for number in some} == kinds
    assert sample(found, 10_000, 1) == list(range(len(found)))


# ------------------------------------------------------------------ the verb


def test_the_report_has_figures_and_survivors(tmp_path: Path, command: Any) -> None:
    folder = write(tmp_path, COUNTED)
    done = command("mutate", folder, "--kind", "literal")
    assert done.status == 1
    assert "literal  nombre ±1" in done.out
    assert "Que rien n'a trouvées" in done.out
    assert "nombre ±1 : « 5 » au lieu de « 4 »" in done.out
    assert "     9  m devient 4" in done.out
    english = command("mutate", folder, "--kind", "literal", "--lang", "en")
    assert "number ±1: “5” instead of “4”" in english.out


def test_the_report_as_data(tmp_path: Path, command: Any) -> None:
    folder = write(tmp_path, COUNTED)
    data = json.loads(command("mutate", folder, "--format", "json").out)
    assert data["tried"] == data["mutants"] == len(data["trials"])
    assert data["killed"] == sum(each["killer"] is not None for each in data["trials"])
    assert sum(each["tried"] for each in data["kinds"].values()) == data["tried"]
    assert data["score"] == round(100 * data["killed"] / data["tried"], 1)
    some = json.loads(command("mutate", folder, "--sample", "4", "--format", "json").out)
    assert some["tried"] == 4
    assert some["mutants"] == data["mutants"]
    assert all(each in data["trials"] for each in some["trials"])


def test_a_share_can_be_enough(tmp_path: Path, command: Any) -> None:
    folder = write(tmp_path, COUNTED)
    assert command("mutate", folder, "--at-least", "10").status == 0
    assert command("mutate", folder, "--at-least", "99").status == 1


def test_reasons_explain_survivors(tmp_path: Path, command: Any) -> None:
    folder = write(tmp_path, COUNTED)
    trials = json.loads(command("mutate", folder, "--format", "json").out)["trials"]
    lines = ["survivants:"]
    for each in trials:
        if each["killer"] is None:
            lines.append(f"  - ligne: {json.dumps(each['written'])}")
            lines.append(f"    fautes: [{json.dumps(each['text'])}]")
            lines.append("    raison: Sans effet sur la fin.")
    reasons = folder / "survivants.yaml"
    reasons.write_text("\n".join(lines), encoding="utf-8")
    done = command("mutate", folder)
    assert done.status == 0
    assert "→ Sans effet sur la fin." in done.out
    assert "Que rien n'a trouvées, expliquées" in done.out
    extra = "  - {ligne: m devient 4, fautes: [sottise], raison: Non.}"
    reasons.write_text("\n".join([*lines, extra]), encoding="utf-8")
    done = command("mutate", folder)
    assert done.status == 1
    assert "Explications sans objet" in done.out
    assert "sottise" in done.out
    # A run of some kinds only does not know about the others.
    reasons.write_text("\n".join(lines), encoding="utf-8")
    assert "sans objet" not in command("mutate", folder, "--kind", "order").out


def test_reasons_of_another_shape_are_refused(tmp_path: Path, command: Any) -> None:
    folder = write(tmp_path, COUNTED)
    reasons = folder / "survivants.yaml"
    reasons.write_text("survivants:\n  - {ligne: a, raison: b}\n", encoding="utf-8")
    done = command("mutate", folder)
    assert done.status == 1
    assert "survivants.yaml:2" in done.err


def test_a_failing_example_stops_it(tmp_path: Path, command: Any) -> None:
    folder = write(tmp_path, COUNTED.replace("n = 3\n    issue", "n = 2\n    issue"))
    done = command("mutate", folder)
    assert done.status == 1
    assert "Jusqu'à trois" in done.err


@pytest.mark.parametrize(
    "words",
    [("--kind", "zut"), ("--sample", "0"), ("--jobs", "0"), ("--at-least", "101")],
)
def test_wrong_options_are_refused(words: tuple[str, ...], command: Any) -> None:
    assert command("mutate", "morpion", *words).status == 2


# ------------------------------------------------------------- shipped rules


@pytest.mark.parametrize("name", sorted(path.parent.name for path in SHIPPED))
def test_shipped_reasons_are_about_faults_that_can_be_made(name: str) -> None:
    folder = ROOT / "rulesets" / name
    reading = read(folder)
    reasons, mistakes = load_reasons(folder)
    assert not mistakes
    made = {fault_of(each) for each in mutants(rules_alone(reading), reading.statements)}
    assert reasons
    assert set(reasons) <= made


def test_most_faults_in_a_shipped_game_are_found(command: Any) -> None:
    done = command("mutate", "morpion")
    assert done.status == 0, done.out
