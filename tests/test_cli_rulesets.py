"""Verbs about a ruleset's files: list, info, new, check, schema, explain."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from livret.rulesets import shipped
from livret.schemas import NAMES, load_schema

Command = Callable[..., Any]

RULES = """\
joueurs 2 à 3
énumération Couleur : rouge, bleu
type Carte "Une carte" [ABC-001] :
  force : nombre
zone pioche : Carte cachée
zone main de Joueur : Carte secrète
compteur coups = 0
option cible : nombre = 3 parmi intervalle(1, 5)
variante longue "Une partie plus longue" [ABC-002]
lecture fin "Quand finir" [ABC-003] :
  choix tôt "Au but" défaut
  choix tard "Un coup après"
  raison "Le livret hésite."
issue Fin "Le but est atteint" [ABC-003]

définition but : nombre = cible + (si fin = tard alors 1 sinon si longue alors 2 sinon 0)

fenêtre Coup "Le coup d'un joueur" :
  clôture obligatoire

action Jouer "Jouer un coup" [ABC-002] :
  pendant Coup
  exige coups < but "Il reste des coups" [ABC-003]
  effet :
    coups augmente de 1
    émettre Joué(moi)

événement Joué(j : Joueur)

forcé Fêter après Joué(j) :
  exige coups ≥ but
  effet :
    finir Fin gagnants {j}

mise en place :
  déplacer Carte vers pioche

déroulement [ABC-001] :
  boucle :
    à tour de rôle j depuis J1 horaire :
      ouvrir Coup pour j

amendement Errata1 "Deux coups d'un coup" [ABC-004] :
  date 2014-05-31
  remplace action Jouer "Jouer deux coups" [ABC-004] :
    pendant Coup
    effet :
      coups augmente de 2
      émettre Joué(moi)

dispense [ABC-005] "Texte d'ambiance."

exemple "Un coup passe la main" [ABC-002] :
  quand :
    J1 : Jouer()
  alors :
    décision J2
"""

COMPONENTS = """\
groupes:
  - provenance: {origine: livret, lignes: "3"}
    composants:
      - {id: soldat, type: Carte, nom: Le Soldat, force: 2, exemplaires: 3}
  - provenance: {origine: reconstitué, note: Force proposée.}
    composants:
      - {id: reine, type: Carte, nom: La Reine, force: 9}
"""

MANIFEST = """\
titre: Le Petit Jeu
édition: "2"
description: Un jeu pour les tests.
auteurs: [Personne]
sources:
  - {id: livret, titre: Le livret, rang: 0, document: livret.txt}
"""


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """Return the folder of a small ruleset with everything a card shows."""
    folder = tmp_path / "petit-jeu"
    folder.mkdir()
    (folder / "livret.yaml").write_text(MANIFEST, encoding="utf-8")
    (folder / "composants.yaml").write_text(COMPONENTS, encoding="utf-8")
    (folder / "regles.livret").write_text(RULES, encoding="utf-8")
    return folder


def test_the_game_of_these_tests_is_right(command: Command, game: Path) -> None:
    outcome = command("check", game)
    assert outcome.status == 0, outcome.out


# list ----------------------------------------------------------------------


def test_list_has_every_shipped_game(command: Command) -> None:
    lines = command("list").out.splitlines()
    assert [line.split()[0] for line in lines[1:]] == list(shipped())
    data = json.loads(command("list", "--format", "json").out)
    assert [each["slug"] for each in data] == list(shipped())


# info ----------------------------------------------------------------------


def test_info_shows_the_card_of_a_game(command: Command, game: Path) -> None:
    out = command("info", game).out
    for text in (
        "Le Petit Jeu",
        "2 à 3",
        "Personne",
        "livret : Le livret, livret.txt",
        "1 livret, 1 reconstitué",
        "1 modèles sur 2 sont reconstitués",
        "- Force proposée.",
        "fin : Quand finir [ABC-003]",
        "* tôt : Au but (défaut)",
        "= Le livret hésite.",
        "longue : Une partie plus longue [ABC-002]",
        "en vigueur",
        "2014-05-31",
        "1 exemple",
    ):
        assert text in out, text


def test_info_speaks_english(command: Command, game: Path) -> None:
    out = command("info", game, "--lang", "en").out
    for text in (
        "2 to 3",
        "Readings",
        "(default)",
        "1 rulebook, 1 reconstructed",
        "in force",
    ):
        assert text in out, text


def test_info_follows_the_choices(command: Command, game: Path) -> None:
    words = ("--variant", "longue", "--reading", "fin=tard", "--option", "cible=5")
    data = json.loads(command("info", game, *words, "--format", "json").out)
    chosen = {each["name"]: each["chosen"] for each in data["settings"]}
    assert chosen == {"cible": 5, "longue": 1, "fin": 1}
    assert data["players"] == [2, 3]
    assert data["amendments"][0]["in_force"]
    before = json.loads(command("info", game, "--as-of", "2014-05-30", "--format=json").out)
    assert not before["amendments"][0]["in_force"]


def test_a_choice_that_does_not_exist_is_wrong_usage(command: Command, game: Path) -> None:
    for words in (("--variant", "long"), ("--reading", "fin=tot"), ("--option", "cible=9")):
        outcome = command("info", game, *words)
        assert outcome.status == 2, words
        assert "Traceback" not in outcome.err


def test_a_game_with_errors_has_no_card(command: Command, game: Path) -> None:
    rules = game / "regles.livret"
    rules.write_text(RULES.replace("coups ≥ but", "coup ≥ but"), encoding="utf-8")
    outcome = command("info", game)
    assert (outcome.status, outcome.out) == (1, "")
    assert "est-ce « coups »" in outcome.err


# new -----------------------------------------------------------------------


def test_a_new_game_checks_and_is_laid_out(command: Command, tmp_path: Path) -> None:
    folder = tmp_path / "a" / "mon-jeu"
    assert command("new", folder, "--title", 'Mon "beau" jeu : oui').status == 0
    assert command("check", folder).out == "aucune erreur\n"
    assert command("fmt", "--check", folder).status == 0
    data = json.loads(command("info", folder, "--format", "json").out)
    assert (data["title"], data["slug"]) == ('Mon "beau" jeu : oui', "mon-jeu")
    assert data["rules"]["examples"] >= 2


def test_the_greedy_bot_plays_a_new_game_well(command: Command, tmp_path: Path) -> None:
    assert command("new", tmp_path / "jeu").status == 0
    words = ("-n", "60", "--bots", "random,greedy", "--format", "json")
    data = json.loads(command("simulate", tmp_path / "jeu", *words).out)
    assert data["wins"][1]["count"] >= 58


def test_new_never_overwrites(command: Command, tmp_path: Path) -> None:
    (tmp_path / "livret.yaml").write_text("à moi", encoding="utf-8")
    outcome = command("new", tmp_path)
    assert (outcome.status, outcome.out) == (2, "")
    assert [path.name for path in tmp_path.iterdir()] == ["livret.yaml"]
    assert (tmp_path / "livret.yaml").read_text(encoding="utf-8") == "à moi"
    assert command("new", tmp_path / "livret.yaml").status == 2


def test_new_fills_an_empty_folder(command: Command, tmp_path: Path) -> None:
    assert command("new", tmp_path).status == 0
    assert command("check", tmp_path).status == 0


def test_new_refuses_a_title_no_card_can_hold(command: Command, tmp_path: Path) -> None:
    for title in ("deux\nlignes", "x" * 201):
        assert command("new", tmp_path / "jeu", "--title", title).status == 2
    assert not (tmp_path / "jeu").exists()


# check ---------------------------------------------------------------------


def test_check_shows_every_finding_with_its_excerpt(command: Command, game: Path) -> None:
    rules = game / "regles.livret"
    wrong = RULES.replace("coups ≥ but", "coup ≥ but").replace("issue Fin", "isue Fin")
    rules.write_text(wrong, encoding="utf-8")
    outcome = command("check", game)
    assert outcome.status == 1
    assert f"{rules}:31:9: N01" in outcome.out
    assert "S06" in outcome.out and "^^^^" in outcome.out
    assert outcome.out.rstrip().splitlines()[-1].endswith("erreurs")


def test_check_looks_below_what_an_amendment_replaces(command: Command, game: Path) -> None:
    wrong = RULES.replace("coups < but", "coup < but")
    (game / "regles.livret").write_text(wrong, encoding="utf-8")
    outcome = command("check", game)
    assert outcome.status == 1 and "N01" in outcome.out
    assert command("check", game, "--as-of", "2015-01-01").status == 0


def test_check_as_json_follows_its_schema(command: Command, game: Path) -> None:
    rules = game / "regles.livret"
    rules.write_text(RULES.replace("coups ≥ but", "coup ≥ but"), encoding="utf-8")
    outcome = command("check", game, "--format", "json", "--lang", "en")
    data = json.loads(outcome.out)
    assert outcome.status == 1
    jsonschema.validate(data, load_schema("diagnostics"))
    assert [each["code"] for each in data if each["severity"] == "error"] == ["N01"]
    assert json.loads(command("check", "morpion", "--format", "json").out) == []


def test_check_of_a_file_leaves_the_others_out(command: Command, game: Path) -> None:
    (game / "regles.livret").write_text(RULES.replace("2 à 3", "2 à 99"), encoding="utf-8")
    other = game / "suite.livret"
    other.write_text("issue Autre\nisue Encore\n", encoding="utf-8")
    everything, one = command("check", game).out, command("check", other).out
    assert "regles.livret:1" in everything and "suite.livret:2" in everything
    assert "regles.livret:1" not in one and "suite.livret:2" in one


def test_check_reads_a_file_the_manifest_leaves_out(command: Command, game: Path) -> None:
    listed = f"{MANIFEST}fichiers: [regles.livret]\n"
    (game / "livret.yaml").write_text(listed, encoding="utf-8")
    other = game / "brouillon.livret"
    other.write_text("isue Encore\n", encoding="utf-8")
    assert command("check", game).status == 0
    outcome = command("check", other)
    assert outcome.status == 1 and "S06" in outcome.out


def test_bytes_that_are_no_text_are_told_once_and_alike(
    command: Command, game: Path
) -> None:
    rules = game / "regles.livret"
    rules.write_bytes(b"joueurs 2\n\xff\n")
    by_file, by_folder = command("check", rules), command("check", game)
    assert by_file.status == 1 and by_file.out.count("S24") == 1
    told = command("fmt", rules).out
    assert by_file.out == told
    assert told.splitlines()[0] in by_folder.out.splitlines()
    assert by_folder.out.count("S24") == 1


def test_check_without_a_game_takes_the_folder(
    command: Command, game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (game / "suite.livret").write_text("isue Encore\n", encoding="utf-8")
    monkeypatch.chdir(game)
    assert command("check").out.startswith("suite.livret:1:1: S06")


def test_check_refuses_what_is_no_game(command: Command, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("", encoding="utf-8")
    for target in (tmp_path, tmp_path / "a.txt", tmp_path / "absent"):
        outcome = command("check", target)
        assert (outcome.status, outcome.out) == (2, ""), target


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read_is_a_finding(command: Command, game: Path) -> None:
    (game / "regles.livret").chmod(0)
    outcome = command("check", game)
    assert outcome.status == 1 and "S27" in outcome.out


# schema --------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_schema_prints_the_shipped_ones(command: Command, name: str) -> None:
    assert name in command("schema").out
    assert json.loads(command("schema", name).out) == load_schema(name)


def test_schema_of_a_game_knows_its_types(command: Command, game: Path) -> None:
    schema = json.loads(command("schema", game).out)
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    card = {"id": "roi", "type": "Carte", "force": 4}
    group = {"provenance": {"origine": "livret", "lignes": "1"}, "composants": [card]}
    assert validator.is_valid({"groupes": [group]})
    del card["force"]
    assert not validator.is_valid({"groupes": [group]})


def test_schema_of_nothing_known_is_wrong_usage(command: Command) -> None:
    assert command("schema", "manifestes").status == 2


# explain -------------------------------------------------------------------


def test_explain_a_rule(command: Command, game: Path) -> None:
    out = command("explain", game, "--no-errata", "jouer").out
    for text in (
        "Jouer : Jouer un coup",
        'exige coups < but "Il reste des coups" [ABC-003]',
        "Jouer pendant la fenêtre Coup (déroulement)",
        "lecture fin : Quand finir = Au but",
        "variante longue",
        "Errata1 : Deux coups d'un coup, 2014-05-31, pas en vigueur",
    ):
        assert text in out, text


def test_explain_knows_what_an_amendment_brings(command: Command, game: Path) -> None:
    data = json.loads(command("explain", game, "Jouer", "--format", "json").out)
    base, amended = data
    assert (base["title"], amended["title"]) == ("Jouer un coup", "Jouer deux coups")
    assert base["uses"] == [] and amended["uses"][0]["target"] == "Coup"
    assert base["amendments"][0]["in_force"]


def test_explain_a_component(command: Command, game: Path) -> None:
    out = command("explain", game, "la", "reine").out
    assert "reine : La Reine" in out
    assert "force: 9" in out
    assert "reconstitué, Force proposée." in out


def test_explain_a_trigger_and_a_title(command: Command, game: Path) -> None:
    assert "Fêter après l'événement Joué" in command("explain", game, "Fêter").out
    assert "fenêtre Coup" in command("explain", game, "LE COUP D'UN JOUEUR").out


def test_explain_a_value_of_an_enumeration(command: Command, game: Path) -> None:
    assert "énumération Couleur : rouge, bleu" in command("explain", game, "ROUGE").out


def test_explain_a_cell_shows_what_its_board_says(command: Command) -> None:
    outcome = command("explain", "retour-du-roi", "h3_4")
    assert outcome.status == 0
    assert "h3_4.genre = point" in outcome.out
    assert "voisines(h3_4) = {h2_4, h2_5, h3_3, h3_5, h4_4, h4_5}" in outcome.out
    assert "« h3_4 »" in command("explain", "retour-du-roi", "h3_44").err


def test_explain_a_statement_shows_who_cites_it(command: Command, game: Path) -> None:
    out = command("explain", game, "abc-003").out
    assert "lecture fin" in out and "issue Fin" in out
    data = json.loads(command("explain", game, "ABC-002", "--format", "json").out)
    roles = [each["role"] for each in data["citations"]]
    assert roles == ["rule", "rule", "example"]


def test_explain_a_miss_names_the_closest(command: Command, game: Path) -> None:
    outcome = command("explain", game, "Joueer")
    assert (outcome.status, outcome.out) == (2, "")
    assert "est-ce « Jouer » ?" in outcome.err
    assert "is it “ABC-002”?" in command("explain", game, "ABD-002", "--lang", "en").err
