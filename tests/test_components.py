"""Manifests, components and statements: files in, values out; mistakes at their place."""

import os
import random
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from livret.dsl import components as component_files
from livret.dsl import render
from livret.dsl.components import RawComponents, load_components
from livret.dsl.diagnostics import Diagnostic
from livret.dsl.inventory import load_inventory, load_statements
from livret.dsl.loader import load
from livret.dsl.manifest import load_manifest
from livret.dsl.program import Manifest, Program
from livret.dsl.yaml_source import MAX_BYTES, LocatedList, LocatedMap, LocatedScalar, read
from livret.interpreter.cli import main

ROOT = Path(__file__).parent.parent
SHARED = ROOT.parent / "shared"
GAME = ROOT / "rulesets" / "retour-du-roi"
FACTS = SHARED / "facts" / "retour-du-roi" / "components.yaml"
INVENTORY = SHARED / "inventory" / "retour-du-roi.yaml"

needs_shared = pytest.mark.skipif(not SHARED.is_dir(), reason="../shared is absent")


def write(folder: Path, name: str, text: str) -> None:
    (folder / name).write_text(text, encoding="utf-8")


def manifest(folder: Path, text: str) -> tuple[Manifest, list[str]]:
    write(folder, "livret.yaml", text)
    found, diagnostics = load_manifest(folder)
    return found, shown(diagnostics)


def components(folder: Path, text: str) -> tuple[RawComponents, list[str]]:
    write(folder, "composants.yaml", text)
    found, diagnostics = load_components(folder, load_manifest(folder)[0])
    return found, shown(diagnostics)


def shown(diagnostics: list[Diagnostic]) -> list[str]:
    """Return codes with their places; every message must render."""
    for each in diagnostics:
        assert render.render(each, {}, "fr")
        assert render.render(each, {}, "en")
    return [f"{each.code} {each.span.line}:{each.span.column}" for each in diagnostics]


# ------------------------------------------------------------------ manifest


def test_a_folder_without_manifest_has_one_of_its_name(tmp_path: Path) -> None:
    folder = tmp_path / "Mon Jeu d'Été"
    folder.mkdir()
    found, diagnostics = load_manifest(folder)
    assert not diagnostics
    assert found.slug == "mon-jeu-d-t"
    assert found.title == found.slug
    assert found.language == "fr"


def test_a_manifest_says_all_it_may(tmp_path: Path) -> None:
    for name in ("a.livret", "b.livret", "cartes.yaml"):
        write(tmp_path, name, "")
    found, diagnostics = manifest(
        tmp_path,
        "titre: Le Gué\n"
        "slug: le-gue\n"
        "édition: 2\n"
        "langue: fr\n"
        "description: |\n  Un jeu.\n"
        "auteurs: [A, B]\n"
        "inventaire: gue\n"
        "date: 2004-02-29\n"
        "sources:\n"
        "  - {id: livret, titre: Règles, rang: 1, date: 2003-01-01, document: regles.txt}\n"
        "  - {id: faq, titre: Questions}\n"
        "fichiers: [b.livret, a.livret]\n"
        "composants: [cartes.yaml]\n",
    )
    assert not diagnostics
    assert found == Manifest(
        slug="le-gue",
        title="Le Gué",
        edition="2",
        language="fr",
        description="Un jeu.",
        inventory="gue",
        sources=(("livret", "Règles", 1, "2003-01-01"), ("faq", "Questions", 0, "")),
        authors=("A", "B"),
        date="2004-02-29",
        documents=(("livret", "regles.txt"),),
        files=("b.livret", "a.livret"),
        components=("cartes.yaml",),
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("titre: [a]\n", ["Y21 1:8"]),
        ("titre: 3\n", ["Y21 1:8"]),
        ("titre: ''\n", ["Y30 1:8"]),
        (f"titre: {'x' * 300}\n", ["Y30 1:8"]),
        ("slug: x\n", ["Y27 1:1"]),
        ("- titre\n", ["Y25 1:1"]),
        ("titre: a\ntitr: b\n", ["Y26 2:1"]),
        ("titre: a\nslug: Le Gué\n", ["Y31 2:7"]),
        ("titre: a\nauteurs: Wallace\n", ["Y24 2:10"]),
        ("titre: a\ndate: 2004-13-01\n", ["Y31 2:7"]),
        ("titre: a\ndate: 2004-02-30\n", ["Y36 2:7"]),
        ("titre: a\nsources:\n  - {id: x, titre: a, rang: -1}\n", ["Y28 3:29"]),
        ("titre: a\nsources:\n  - {titre: a}\n", ["Y27 3:6"]),
        ("titre: a\nsources: [{id: x, titre: a}, {id: x, titre: b}]\n", ["Y35 2:35"]),
        ("titre: a\nsources: [a]\n", ["Y25 2:11"]),
        ("titre: a\ntitre: b\n", ["Y05 2:1"]),
        ("titre: a\nfichiers: [absent.livret]\n", ["Y34 2:12"]),
        ("titre: a\nfichiers: [r.livret, r.livret]\n", ["Y33 2:22"]),
        ("titre: [\n", ["Y04 2:1"]),
        ("", ["Y27 1:1"]),
    ],
)
def test_a_wrong_manifest_is_told_where(
    tmp_path: Path, text: str, expected: list[str]
) -> None:
    write(tmp_path, "r.livret", "")
    assert manifest(tmp_path, text)[1] == expected


# ---------------------------------------------------------------- path tricks


@pytest.mark.parametrize(
    "name",
    [
        "/etc/passwd",
        "../secret.livret",
        "a/../../secret.livret",
        "..",
        "..\\\\secret.livret",
        "lien.livret",
        "dossier-lien/secret.livret",
    ],
)
@pytest.mark.parametrize("key", ["fichiers", "composants"])
def test_a_ruleset_reads_no_file_outside_its_folder(
    tmp_path: Path, key: str, name: str
) -> None:
    folder = tmp_path / "jeu"
    folder.mkdir()
    write(tmp_path, "secret.livret", "joueurs 2\n")
    (folder / "lien.livret").symlink_to(tmp_path / "secret.livret")
    (folder / "dossier-lien").symlink_to(tmp_path)
    found, diagnostics = manifest(folder, f'titre: a\n{key}: ["{name}"]\n')
    assert [each[:3] for each in diagnostics] == ["Y32"]
    assert not found.files
    assert not found.components


@pytest.mark.parametrize("name", ["regles.livret", "composants.yaml", "livret.yaml"])
def test_nothing_is_shown_of_a_file_outside(
    tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "jeu"
    folder.mkdir()
    write(folder, "autres.livret", "joueurs 2\n")
    write(tmp_path, "secret", "mot de passe\n")
    (folder / name).symlink_to(tmp_path / "secret")
    assert main(["check", str(folder)]) == 1
    output = capsys.readouterr().out
    assert "Y32" in output
    assert "mot de passe" not in output


@pytest.mark.parametrize("name", ["", ".", "sous", "tube", "boucle", "absent", "x" * 150])
def test_a_ruleset_reads_regular_files_only(tmp_path: Path, name: str) -> None:
    (tmp_path / "sous").mkdir()
    os.mkfifo(tmp_path / "tube")
    (tmp_path / "boucle").symlink_to(tmp_path / "boucle")
    found, diagnostics = manifest(tmp_path, f'titre: a\nfichiers: ["{name}"]\n')
    assert [each[:3] for each in diagnostics] in (["Y34"], ["Y30", "Y34"], ["Y34", "Y30"])
    assert not found.files


def test_a_link_inside_the_folder_may_be_read(tmp_path: Path) -> None:
    (tmp_path / "sous").mkdir()
    write(tmp_path / "sous", "vrai.livret", "")
    (tmp_path / "lien.livret").symlink_to("sous/vrai.livret")
    found, diagnostics = manifest(
        tmp_path, "titre: a\nfichiers: [lien.livret, sous/vrai.livret]\n"
    )
    assert not diagnostics
    assert found.files == ("lien.livret", "sous/vrai.livret")


@pytest.mark.parametrize("name", ["livret.yaml", "composants.yaml", "enonces.yaml"])
def test_a_pipe_in_place_of_a_file_never_waits(tmp_path: Path, name: str) -> None:
    os.mkfifo(tmp_path / name)
    found = load_manifest(tmp_path)
    diagnostics = [*found[1], *load_components(tmp_path, found[0])[1]]
    diagnostics += load_statements(tmp_path)[1]
    assert [each[:3] for each in shown(diagnostics)] == ["Y34"]


def test_component_files_are_bounded_together(tmp_path: Path) -> None:
    comment = "#" * 79 + "\n"
    for number in range(4):
        write(tmp_path, f"{number}.yaml", comment * (MAX_BYTES // 3 // len(comment)))
    write(tmp_path, "livret.yaml", "titre: a\n")
    found = load_components(tmp_path, load_manifest(tmp_path)[0])[1]
    assert shown(found) == ["Y44 1:1"]
    assert found[0].span.path.name == "3.yaml"


# ---------------------------------------------------------------- components

GROUP = """\
groupes:
  - provenance: {origine: livret, lignes: 12, citations: [AB-1]}
    composants:
      - id: archer
        type: Armée
        nom: L'Archer
        exemplaires: 3
        texte: Tire de loin.
        citations: [AB-2]
        force: 2
        capacités: |
          action Tirer :
            effet :
              ne rien faire
"""


def test_a_component_is_read_with_its_group(tmp_path: Path) -> None:
    found, diagnostics = components(tmp_path, GROUP)
    assert not diagnostics
    card = found.cards["archer"]
    assert (card.type, card.label, card.copies) == ("Armée", "L'Archer", 3)
    assert card.text == "Tire de loin."
    assert card.cites == ("AB-2", "AB-1")
    assert (card.provenance.origin, card.provenance.lines) == ("livret", "12")
    assert card.abilities is not None
    assert (card.abilities.line, card.abilities.column) == (12, 11)


def test_a_provenance_may_have_exceptions(tmp_path: Path) -> None:
    sauf = "sauf: [{clés: [force], origine: public, adresse: ici.example}]"
    text = GROUP.replace("citations: [AB-1]", sauf)
    found, diagnostics = components(tmp_path, text)
    assert not diagnostics
    ((keys, other),) = found.cards["archer"].provenance.exceptions
    assert keys == ("force",)
    assert (other.origin, other.address) == ("public", "ici.example")
    assert components(tmp_path, text.replace("[force]", "[forc]"))[1] == ["Y20 2:62"]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("groupes:", "groupe:", ["Y26 1:1"]),
        ("origine: livret", "origine: livre", ["Y20 2:27"]),
        ("origine: livret, ", "", ["Y27 2:18"]),
        ("  - provenance: {origine: livret, lignes: 12, citations: [AB-1]}\n    c", "  - c",
         ["Y27 2:5"]),
        ("lignes: 12", "ligne: 12", ["Y26 2:35"]),
        ("id: archer", "id: l'archer", ["Y31 4:13"]),
        ("id: archer", "nom: archer", ["Y05 6:9", "Y27 4:9"]),
        ("id: archer", "id: 3", ["Y21 4:13"]),
        ("type: Armée", "couleur: Armée", ["Y27 4:9"]),
        ("exemplaires: 3", "exemplaires: trois", ["Y22 7:22"]),
        ("exemplaires: 3", "exemplaires: -1", ["Y28 7:22"]),
        ("exemplaires: 3", "exemplaires: 1000000", ["Y28 7:22"]),
        ("exemplaires: 3", "exemplaires: true", ["Y22 7:22"]),
        ("citations: [AB-2]", "citations: AB-2", ["Y24 9:20"]),
        ("citations: [AB-2]", "citations: [ab2]", ["Y31 9:21"]),
        ("capacités: |", "capacités: >", ["Y42 11:20"]),
        ("      - id: archer", "      - archer", ["Y04 5:13"]),
    ],
)  # fmt: skip
def test_a_wrong_component_is_told_where(
    tmp_path: Path, old: str, new: str, expected: list[str]
) -> None:
    text = GROUP.replace(old, new, 1)
    assert text != GROUP
    assert sorted(components(tmp_path, text)[1]) == sorted(expected)


def test_a_name_stands_once_over_all_files(tmp_path: Path) -> None:
    write(tmp_path, "autres.yaml", GROUP)
    assert components(tmp_path, GROUP)[1] == ["Y40 4:13"]


def test_copies_are_bounded_together(tmp_path: Path) -> None:
    most = component_files.MAX_COPIES
    text = GROUP.replace("exemplaires: 3", f"exemplaires: {most}")
    entry = "      - {id: X, type: Armée}\n"
    text += entry.replace("X", "un") + entry.replace("X", "deux")
    assert components(tmp_path, text)[1] == ["Y41 15:14"]


def test_files_are_read_as_listed_or_by_name(tmp_path: Path) -> None:
    write(tmp_path, "b.yaml", GROUP.replace("archer", "beta"))
    write(tmp_path, "a.yaml", GROUP.replace("archer", "alpha"))
    write(tmp_path, "enonces.yaml", "enonces: []\n")
    found = load_components(tmp_path, load_manifest(tmp_path)[0])[0]
    assert list(found.cards) == ["alpha", "beta"]
    write(tmp_path, "livret.yaml", "titre: a\ncomposants: [b.yaml]\n")
    found = load_components(tmp_path, load_manifest(tmp_path)[0])[0]
    assert list(found.cards) == ["beta"]


def test_an_empty_file_has_no_components(tmp_path: Path) -> None:
    found, diagnostics = components(tmp_path, "")
    assert not diagnostics
    assert not found.cards


# --------------------------------------------------------- types of the rules

RULES = """\
joueurs 2
énumération Couleur : rouge, verte
type Carte :
  nom_long : booléen = faux
type Armée de Carte :
  force : nombre
  couleur : Couleur = verte
  alliées : ensemble de Couleur = {}
  chef : Joueur ou rien
type Lieu de Carte :
  menace : nombre
issue Fin "Fin"
déroulement :
  finir Fin
"""


def game(folder: Path, cards: str) -> tuple[Program | None, list[str]]:
    write(folder, "regles.livret", RULES)
    group = "groupes:\n  - provenance: {origine: public}\n    composants:\n"
    write(folder, "composants.yaml", group + cards)
    program, diagnostics = load(folder)
    wrong = [each for each in diagnostics if each.code.startswith("Y")]
    return program, shown(wrong)


def test_characteristics_become_numbers(tmp_path: Path) -> None:
    program, _ = game(
        tmp_path,
        "      - {id: a, type: Armée, force: -2, couleur: rouge, alliées: [verte, rouge], "
        "chef: J2, nom_long: true}\n"
        "      - {id: b, type: Armée, force: 0}\n"
        "      - {id: c, type: Armée, force: 1, chef: null}\n",
    )
    assert program is not None
    expected = {
        "a": {"nom_long": 1, "force": -2, "couleur": 0, "alliées": (1, 0), "chef": 1},
        "b": {"nom_long": 0, "force": 0, "couleur": 1, "alliées": (), "chef": -1},
        "c": {"nom_long": 0, "force": 1, "couleur": 1, "alliées": (), "chef": -1},
    }
    assert {name: dict(card.values) for name, card in program.cards.items()} == expected


@pytest.mark.parametrize(
    ("card", "expected"),
    [
        ("{id: a, type: Armee, force: 1}", ["Y43 4:23"]),
        ("{id: a, type: Armee, frce: 1}", ["Y43 4:23"]),
        ("{id: a, type: Armée}", ["Y27 4:10"]),
        ("{id: a, type: Armée, force: 1, menace: 1}", ["Y26 4:40"]),
        ("{id: a, type: Lieu, menace: 1, force: 1}", ["Y26 4:40"]),
        ("{id: a, type: Carte, force: 1}", ["Y26 4:30"]),
        ("{id: a, type: Armée, forcé: 1}", ["Y26 4:30", "Y27 4:10"]),
        ("{id: a, type: Armée, force: '1'}", ["Y22 4:37"]),
        ("{id: a, type: Armée, force: 1.5}", ["Y22 4:37"]),
        ("{id: a, type: Armée, force: null}", ["Y22 4:37"]),
        ("{id: a, type: Armée, force: [1]}", ["Y22 4:37"]),
        ("{id: a, type: Armée, force: {b: 1}}", ["Y22 4:37"]),
        ("{id: a, type: Armée, force: 1, couleur: vert}", ["Y20 4:49"]),
        ("{id: a, type: Armée, force: 1, couleur: 0}", ["Y20 4:49"]),
        ("{id: a, type: Armée, force: 1, alliées: verte}", ["Y24 4:49"]),
        ("{id: a, type: Armée, force: 1, alliées: [verte, vert]}", ["Y20 4:57"]),
        ("{id: a, type: Armée, force: 1, alliées: [verte, verte]}", ["Y46 4:57"]),
        ("{id: a, type: Armée, force: 1, chef: J9}", ["Y20 4:46"]),
        ("{id: a, type: Armée, force: 1, nom_long: oui}", ["Y23 4:50"]),
    ],
)
def test_a_wrong_characteristic_is_told_where(
    tmp_path: Path, card: str, expected: list[str]
) -> None:
    program, found = game(tmp_path, f"      - {card}\n")
    assert program is None
    assert sorted(found) == sorted(expected)


def test_the_help_names_what_the_type_has(tmp_path: Path) -> None:
    game(tmp_path, "      - {id: a, type: Lieu, menace: 1, forc: 1}\n")
    (found,) = (each for each in load(tmp_path)[1] if each.code == "Y26")
    assert render.fault(found) == "« Lieu » n'a pas de clé « forc »"
    assert "menace" in render.help_text(found)
    assert "force" not in render.help_text(found)


WHOLE = """\
groupes:
  - provenance: {origine: public, adresse: ici, sauf: [{clés: [force], origine: livret}]}
    composants:
      - {id: a, type: Armée, force: -2, couleur: rouge, alliées: [verte, rouge]}
      - id: b
        type: Lieu
        menace: 3
        capacités: |
          permanent Ombre :
            exige 1 = 1
plateaux:
  plan:
    forme: hexagones
    provenance: {origine: livret, lignes: 3-4}
    repère: paires
    rangées: {0: [a, X], 1: [a, a]}
    légende: {a: {}}
"""


@given(st.data())
@settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
def test_any_component_file_gives_diagnostics_never_an_exception(
    tmp_path: Path, data: st.DataObject
) -> None:
    lines = WHOLE.splitlines(keepends=True)
    chance = random.Random(data.draw(st.integers(0, 2**32)))
    match data.draw(st.sampled_from(["cut", "shuffle", "swap", "bytes", "words"])):
        case "cut":
            content = WHOLE[: chance.randrange(len(WHOLE))].encode()
        case "shuffle":
            chance.shuffle(lines)
            content = "".join(lines).encode()
        case "swap":
            one, other = chance.sample(range(len(lines)), 2)
            lines[one], lines[other] = lines[other], lines[one]
            content = "".join(lines).encode()
        case "bytes":
            raw_bytes = bytearray(WHOLE.encode())
            for _ in range(5):
                raw_bytes[chance.randrange(len(raw_bytes))] = chance.randrange(256)
            content = bytes(raw_bytes)
        case _:
            words = WHOLE.split(" ")
            words[chance.randrange(len(words))] = chance.choice(words)
            content = " ".join(words).encode()
    write(tmp_path, "regles.livret", RULES)
    (tmp_path / "composants.yaml").write_bytes(content)
    shown(load(tmp_path)[1])


# ----------------------------------------------------------------- statements


def test_statements_are_read_with_their_numbers(tmp_path: Path) -> None:
    path = tmp_path / "inventaire.yaml"
    path.write_text(
        "enonces:\n"
        "  - id: AB-012\n"
        "    genre: regle\n"
        "    executable: oui\n"
        "    lignes: [3, 5]\n"
        "    resume: 'Piocher 2 cartes (+1 contre AB-044), valeur 16 ; 3,5 non ; x4 non.'\n",
        encoding="utf-8",
    )
    found, diagnostics = load_inventory(path)
    assert not diagnostics
    statement = found["AB-012"]
    assert (statement.kind, statement.is_executable, statement.lines) == (
        "regle",
        True,
        (3, 5),
    )
    assert statement.numbers == {2, 1, 16, 3}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ["Y27 1:1"]),
        ("enonces: {}\n", ["Y24 1:10"]),
        ("enonces:\n  - {id: AB-1, genre: regle}\n", ["Y27 2:6"]),
        ("enonces:\n  - {id: AB-1, genre: règle, executable: oui}\n", ["Y20 2:23"]),
        ("enonces:\n  - {id: AB-1, genre: regle, executable: true}\n", ["Y20 2:42"]),
        (
            "enonces:\n"
            "  - {id: AB-1, genre: regle, executable: oui}\n"
            "  - {id: AB-1, genre: regle, executable: oui}\n",
            ["Y45 3:10"],
        ),
    ],
)
def test_wrong_statements_are_told_where(
    tmp_path: Path, text: str, expected: list[str]
) -> None:
    write(tmp_path, "enonces.yaml", text)
    assert shown(load_statements(tmp_path)[1]) == expected


def test_a_ruleset_without_statements_has_none(tmp_path: Path) -> None:
    assert load_statements(tmp_path) == ({}, [])


def test_the_statements_a_ruleset_keeps_have_no_summary() -> None:
    """Summaries, and with them the numbers, come from the inventory only."""
    found, diagnostics = load_statements(GAME)
    assert not diagnostics
    assert len(found) == 120
    assert sum(each.is_executable for each in found.values()) == 111
    for statement in found.values():
        assert 0 < len(statement.title.split()) <= 8
        assert not statement.summary
        assert not statement.numbers


def runs(text: str) -> set[tuple[str, ...]]:
    """Return all runs of four words of a text."""
    words = text.casefold().split()
    return {tuple(words[at : at + 4]) for at in range(len(words) - 3)}


@needs_shared
def test_the_statements_a_ruleset_keeps_are_those_of_the_inventory() -> None:
    kept, known = load_statements(GAME)[0], load_inventory(INVENTORY)[0]
    assert list(kept) == list(known)
    for name, statement in kept.items():
        other = known[name]
        assert (statement.kind, statement.is_executable, statement.lines) == (
            other.kind,
            other.is_executable,
            other.lines,
        )
        assert not runs(statement.title) & runs(other.summary)


@needs_shared
@pytest.mark.parametrize("path", sorted((SHARED / "inventory").glob("*.yaml")), ids=str)
def test_every_inventory_is_readable(path: Path) -> None:
    found, diagnostics = load_inventory(path)
    assert not diagnostics
    assert len(found) > 100


# -------------------------------------------------- the data of a real ruleset


def facts() -> dict[str, object]:
    root, diagnostics = read(FACTS)
    assert not diagnostics
    return plain(root)  # type: ignore[return-value]


def plain(node: object) -> object:
    match node:
        case LocatedMap():
            return {key: plain(entry.value) for key, entry in node.entries.items()}
        case LocatedList():
            return [plain(item) for item in node.items]
        case LocatedScalar():
            return node.value
        case _:
            raise TypeError(node)


def fact(*keys: str) -> object:
    value: object = facts()
    for key in keys:
        assert isinstance(value, dict)
        value = value[key]
    return value


def raw() -> RawComponents:
    found, diagnostics = load_components(GAME, load_manifest(GAME)[0])
    assert not diagnostics
    return found


@pytest.fixture(scope="module")
def program() -> Program:
    found, diagnostics = load(GAME)
    assert found is not None, diagnostics
    return found


def of_type(program: Program, name: str) -> Counter[tuple[int | tuple[int, ...], ...]]:
    """Count the copies of a type's components by their values, in order of declaration."""
    count: Counter[tuple[int | tuple[int, ...], ...]] = Counter()
    for card in program.cards.values():
        if card.type == name:
            count[tuple(card.values.values())] += card.copies
    return count


@needs_shared
def test_tiles_have_the_kinds_values_and_points_of_the_facts(program: Program) -> None:
    values = fact("valeurs_de_bataille")
    points = fact("points_de_victoire")
    assert isinstance(values, dict)
    assert isinstance(points, dict)
    sorts = program.enumerations["Sorte"].values
    expected: Counter[tuple[object, ...]] = Counter()
    for sort, table in points.items():
        if sort == "provenance":
            continue
        number = sorts.index("porte" if sort == "porte_noire" else sort)
        for point, copies in table.items():
            expected[number, values[sort], int(point)] = copies
    assert of_type(program, "Tuile") == expected
    assert sum(expected.values()) == fact("materiel", "tuiles_sauron") + 1  # type: ignore[operator]


@needs_shared
def test_cards_have_the_counts_of_the_facts(program: Program) -> None:
    colours = program.enumerations["Couleur"].values
    assert list(colours) == fact("cartes", "armees", "couleurs", "liste")
    counts = fact("cartes", "armees", "effectifs_par_couleur")
    assert isinstance(counts, dict)
    armies = {(c, v): counts[f"valeur_{v}"] for c in range(3) for v in (1, 2, 3)}
    assert of_type(program, "Armée") == armies
    assert of_type(program, "Relance") == {(c,): counts["relancer"] for c in range(3)}
    heroes = fact("cartes", "heros", "liste")
    assert isinstance(heroes, list)
    assert {
        (hero["id"], hero["nom"], hero["valeur"], int("deux_couleurs" in hero))
        for hero in heroes
    } == {
        (card.id, card.label, card.values["valeur"], card.values["deux_couleurs"])
        for card in program.cards.values()
        if card.type == "Héros"
    }
    actions = fact("cartes", "actions", "effectifs")
    assert isinstance(actions, dict)
    del actions["provenance"]
    special = [card for card in program.cards.values() if card.type == "Spéciale"]
    assert {card.id: card.copies for card in special} == actions
    cards = [card.copies for card in program.cards.values() if card.type != "Tuile"]
    assert sum(cards) == fact("materiel", "cartes")


@needs_shared
def test_the_plan_is_that_of_the_facts(program: Program) -> None:
    board = program.boards["Champ"]
    rows = fact("plan", "rangees")
    assert isinstance(rows, dict)
    words = dict(
        D="départ", M="minas_tirith", T="point", N="nazgul_case", V="vide", P="devant_porte"
    )
    expected = {
        f"h{row}_{column}": words[sign]
        for row, signs in rows.items()
        for column, sign in enumerate(signs)
        if sign != "X"
    }
    kinds = program.enumerations["Terrain"].values
    found = {
        cell.label: kinds[value]
        for cell, value in zip(board.cells, board.tables["genre"], strict=True)
        if isinstance(value, int)
    }
    assert found == expected
    control = fact("plan", "controle")
    count = Counter(found.values())
    assert control == {
        "cases_a_point": count["point"],
        "cases_nazgul": count["nazgul_case"],
        "cases_porte": count["devant_porte"],
        "cases_depart": count["départ"] + count["minas_tirith"],
    }


def test_hexagons_of_the_plan_touch_as_the_facts_say(program: Program) -> None:
    """Even rows touch columns c-1 and c of the rows beside, odd rows c and c+1."""
    board = program.boards["Champ"]
    index = {(cell.row, cell.column): number for number, cell in enumerate(board.cells)}
    for number, cell in enumerate(board.cells):
        shift = cell.row % 2
        places = [(cell.row, cell.column - 1), (cell.row, cell.column + 1)]
        for row in (cell.row - 1, cell.row + 1):
            places += [(row, cell.column - 1 + shift), (row, cell.column + shift)]
        expected = {index[place] for place in places if place in index}
        assert set(board.neighbours[number]) == expected


def test_every_group_says_where_it_comes_from(program: Program) -> None:
    found = raw()
    provenances = [card.provenance for card in found.cards.values()]
    provenances += [plan.provenance for plan in found.plans.values()]
    for provenance in provenances:
        assert provenance.origin in ("livret", "public", "reconstitué")
        if provenance.origin == "livret":
            assert provenance.lines
        if provenance.origin == "reconstitué":
            assert provenance.note
        for _, other in provenance.exceptions:
            assert other.origin != "livret" or other.lines
            assert other.origin != "public" or other.address
    known = load_statements(GAME)[0]
    for card in program.cards.values():
        assert card.cites
        assert set(card.cites) <= set(known)


@pytest.mark.parametrize(
    "folder", sorted(p.parent for p in GAME.parent.glob("*/livret.yaml"))
)
def test_shipped_manifests_introduce_their_games(folder: Path) -> None:
    found, diagnostics = load_manifest(folder)
    assert not diagnostics
    assert found.slug == folder.name
    assert found.title
    assert found.description
    assert found.edition
