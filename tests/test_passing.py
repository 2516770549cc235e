"""Windows in which one can only pass: who is asked, and what the others learn."""

import io
import json
import sys
from pathlib import Path

import pytest

import livret
from livret.interpreter.cli import main
from livret.interpreter.passing import can_only_pass, tells

RULES = """\
joueurs 2
type Carte
zone pioche de Joueur "Pioche" : Carte cachée
zone main de Joueur "Main" : Carte secrète
zone table "Table" : Carte visible
compteur élan de Joueur = 1 "Élan"
issue Fin "Le matin"
fenêtre Nuit "La nuit" :
  clôture passe
mise en place :
  déplacer feu vers pioche(J1)
  déplacer premier(pierre) vers main(J1)
  déplacer premier(sauf(pierre, {premier(pierre)})) vers main(J2)
  déplacer pierre où place(main, lui) = rien vers pioche(J2)
déroulement :
  répéter 2 fois :
    ouvrir Nuit pour joueurs
  finir Fin gagnants joueurs
"""
CARDS = """\
groupes:
  - provenance: {origine: reconstitué, note: inventé}
    composants:
      - {id: pierre, type: Carte, nom: Pierre, exemplaires: 6, texte: Elle ne fait rien.}
      - id: feu
        type: Carte
        nom: Feu
        exemplaires: 2
        capacités: |
          action Allumer "Allumer le feu" :
            pendant Nuit
            depuis main
            exige moi.élan > 0
            effet :
              moi.élan diminue de 1
              déplacer soi vers table
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "nuit"
    folder.mkdir()
    (folder / "regles.livret").write_text(RULES, encoding="utf-8")
    (folder / "cartes.yaml").write_text(CARDS, encoding="utf-8")
    return folder


def test_who_can_only_pass_is_asked_if_one_wants(folder: Path) -> None:
    ruleset = livret.load(folder)
    assert ruleset.new_game().result is not None
    game = ruleset.new_game(every_window=True)
    asked = []
    while game.decision is not None:
        assert can_only_pass(game.rules, game.state)
        asked.append((game.decision.player, [c.label for c in game.decision.choices]))
        game.apply(0)
    assert asked == [(0, ["Passer"]), (1, ["Passer"])] * 2
    assert all(entry.is_automatic for entry in game.journal if entry.kind == "pass")


def test_passing_over_tells_what_a_hidden_card_could_have_done(folder: Path) -> None:
    ruleset = livret.load(folder)
    game, sight = ruleset.new_game(every_window=True), ruleset.sight(2)
    before = game.state.key()
    assert tells(game.rules, sight, game.state, [1])
    assert not tells(game.rules, sight, game.state, [])
    assert game.state.key() == before
    game.apply(0)
    # J2 has stones only, in hand and in the deck: everybody may know that.
    assert not tells(game.rules, sight, game.state, [0])


def test_what_nobody_could_do_tells_nothing(folder: Path) -> None:
    rules = folder / "regles.livret"
    text = rules.read_text(encoding="utf-8")
    rules.write_text(text.replace('= 1 "Élan"', '= 0 "Élan"'), encoding="utf-8")
    ruleset = livret.load(folder)
    game = ruleset.new_game(every_window=True)
    assert not tells(game.rules, ruleset.sight(2), game.state, [1])


@pytest.mark.parametrize(
    ("words", "asked"),
    [
        (("--seat", "all=human"), ["J1", "J1"]),
        (("--seat", "all=human", "--every-window"), ["J1", "J2", "J1", "J2"]),
        (("--seat", "J1=human"), []),
        (("--seat", "J1=human", "--every-window"), ["J1", "J1"]),
    ],
)
def test_which_windows_are_shown(
    words: tuple[str, ...],
    asked: list[str],
    folder: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    # Each line passes, or says that somebody is ready to look.
    monkeypatch.setattr(sys, "stdin", io.StringIO("passer\n" * 9))
    assert main(["play", str(folder), *words, "--lang", "fr"]) == 0
    out = capsys.readouterr().out
    heads = [line for line in out.splitlines() if line.endswith("— La nuit")]
    assert [line.split()[0] for line in heads] == asked
    assert "Le matin" in out


def test_a_game_with_every_window_is_resumed_with_them(
    folder: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    kept = tmp_path / "nuit.json"
    words = ("play", str(folder), "--seat", "all=human", "--every-window")
    monkeypatch.setattr(sys, "stdin", io.StringIO("passer\n\nquitter\n"))
    assert main([*words, "--save", str(kept)]) == 0
    data = json.loads(kept.read_text(encoding="utf-8"))
    assert data["every_window"] is True and data["choices"] == [[0, []]]
    game = livret.load(folder).resume(kept)
    assert game.decision is not None and game.decision.player == 1
    plain = tmp_path / "plain.json"
    livret.load(folder).new_game().save(plain)
    assert main(["play", str(folder), "--resume", str(plain), "--every-window"]) == 2
    assert "--every-window" in capsys.readouterr().err


def test_alike_cards_are_one_choice_and_cards_are_shown(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    rules = folder / "regles.livret"
    text = rules.read_text(encoding="utf-8")
    text = text.replace("feu vers pioche(J1)", "feu vers main(J1)")
    text = text.replace("compteur élan", "compteur marque de Carte\ncompteur élan")
    text = text.replace(
        "répéter", "premier(pierre).marque augmente de premier(feu).marque\n  répéter"
    )
    rules.write_text(text, encoding="utf-8")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    lines = "voir 1\nvoir pierre\nvoir dragon\n1\n" + "passer\n" * 5
    monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
    assert main(["play", str(folder), "--seat", "J1=human", "--lang", "fr"]) == 0
    out = capsys.readouterr().out
    assert "  1. Feu : Allumer le feu\n  2. Passer\n" in out
    assert "  J1 : Feu : Allumer le feu\n" in out
    assert "  Feu  Carte\n" in out
    assert "  Pierre  Carte\n    Elle ne fait rien.\n" in out
    assert "Donner le nom d'une carte" in out


def test_several_numbers_are_several_picks_and_no_more(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    rules = folder / "regles.livret"
    text = rules.read_text(encoding="utf-8")
    text = text.replace(
        "  répéter 2 fois :\n    ouvrir Nuit pour joueurs\n",
        "  ouvrir Nuit pour joueurs\n"
        '  J1 choisit de 0 à 3 voulus parmi intervalle(1, 5) "Vœux"\n'
        "  J1.élan augmente de somme(voulus, lui)\n",
    )
    text += 'score j "Élan gardé" = j.élan\n'
    rules.write_text(text, encoding="utf-8")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setattr(sys, "stdin", io.StringIO("2, 4\n"))
    assert main(["play", str(folder), "--seat", "J1=human", "--lang", "fr"]) == 0
    out = capsys.readouterr().out
    assert "plusieurs numéros à la fois" in out
    assert "Élan (J1) : 1 → 7" in out
    assert "Élan gardé : J1 7, J2 1\n" in out
