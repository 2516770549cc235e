"""The JSON Schemas: valid, used, and of one opinion with livret's own checks."""

import copy
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

import livret
from livret.dsl import shapes
from livret.dsl.boards import build_board, build_plan
from livret.dsl.components import COMMON_KEYS, load_components
from livret.dsl.diagnostics import Diagnostic
from livret.dsl.loader import load
from livret.dsl.manifest import load_manifest
from livret.dsl.program import Program
from livret.dsl.render import to_json
from livret.dsl.schema import generate_schema, names_of
from livret.dsl.source import NOWHERE, Source
from livret.dsl.timing.builder import build_graph
from livret.dsl.timing.checks import CHECKS as TIMING_CHECKS
from livret.dsl.timing.findings import Verdict, run_checks
from livret.dsl.traits import build_card
from livret.dsl.yaml_source import (
    Located,
    LocatedList,
    LocatedMap,
    LocatedScalar,
    compose,
    read,
)
from livret.interpreter.cli import main
from livret.schemas import NAMES, load_schema

ROOT = Path(__file__).parent.parent
RULESETS = ROOT / "rulesets"
GAME = RULESETS / "retour-du-roi"
#: The schemas of files people write, and examples of such files.
WRITTEN = {
    "manifest": "livret.yaml",
    "components": "composants.yaml",
    "statements": "enonces.yaml",
    "survivors": "survivants.yaml",
}


def plain(node: Located) -> Any:
    match node:
        case LocatedMap():
            return {key: plain(entry.value) for key, entry in node.entries.items()}
        case LocatedList():
            return [plain(item) for item in node.items]
        case LocatedScalar():
            return node.value
        case _:
            raise TypeError(node)


def located(data: object) -> Located:
    root, diagnostics = compose(
        Source(Path("essai.yaml"), json.dumps(data, ensure_ascii=False))
    )
    assert root is not None
    assert not diagnostics
    return root


def is_valid(data: object, schema: dict[str, Any]) -> bool:
    return Draft202012Validator(schema).is_valid(data)


def content(path: Path) -> Any:
    root, diagnostics = read(path)
    assert root is not None
    assert not diagnostics
    return plain(root)


# ------------------------------------------------------------ shipped schemas


def test_the_names_are_the_files() -> None:
    files = (ROOT / "schemas").glob("*.schema.json")
    assert sorted(NAMES) == sorted(path.name.removesuffix(".schema.json") for path in files)


@pytest.mark.parametrize("name", NAMES)
def test_a_shipped_schema_is_a_schema(name: str) -> None:
    schema = load_schema(name)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema["$id"].endswith(f"/{name}.schema.json")
    assert schema["title"]
    assert schema["description"]
    Draft202012Validator.check_schema(schema)


def test_another_name_is_no_schema() -> None:
    with pytest.raises(KeyError):
        load_schema("../pyproject")


@pytest.mark.parametrize("name", WRITTEN)
def test_shipped_files_have_the_shape_of_their_schema(name: str) -> None:
    paths = sorted(RULESETS.glob(f"*/{WRITTEN[name]}"))
    assert paths
    for path in paths:
        root, _ = read(path)
        assert root is not None
        assert not shapes.check(root, load_schema(name))
        assert is_valid(plain(root), load_schema(name))


# ---------------------------------------------------- one opinion, two readers

BASES: dict[str, Any] = {
    "manifest": {
        "titre": "Le Gué",
        "slug": "le-gue",
        "édition": 3,
        "langue": "fr",
        "description": "Un jeu.",
        "auteurs": ["A"],
        "date": "2004-12-31",
        "sources": [{"id": "livret", "titre": "Règles", "rang": 1, "document": "a.txt"}],
        "fichiers": ["a.livret"],
    },
    "components": {
        "groupes": [
            {
                "provenance": {
                    "origine": "livret",
                    "lignes": "3-4",
                    "citations": ["AB-1"],
                    "sauf": [{"clés": ["force"], "origine": "public", "adresse": "ici"}],
                },
                "composants": [
                    {"id": "a", "type": "Armée", "exemplaires": 2, "nom": "A", "force": 3},
                    {"id": "b", "type": "Lieu", "texte": "B", "citations": ["AB-2"]},
                ],
            }
        ],
        "plateaux": {
            "un": {
                "forme": "hexagones",
                "provenance": {"origine": "reconstitué"},
                "repère": "paires",
                "rangées": {"0": ["a", 1], "1": ["X"]},
                "légende": {"a": {"sol": "eau"}, "1": {}},
            },
            "deux": {
                "forme": "graphe",
                "provenance": {"origine": "public", "adresse": "là"},
                "cases": {"gué": {}, "pont": {"sol": "eau"}},
                "liens": [["gué", "pont"]],
            },
        },
    },
    "statements": {
        "document": "a.txt",
        "enonces": [
            {"id": "AB-1", "genre": "regle", "executable": "oui", "lignes": [1, 2]},
            {
                "id": "AB-2",
                "genre": "exemple",
                "executable": "non",
                "carte": 3,
                "voir": ["AB-1"],
            },
        ],
    },
    "survivors": {
        "survivants": [{"ligne": "a devient 1", "fautes": ["un mot", "a"], "raison": "a"}],
    },
}
VALUES: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 99_999, 1.5, "", "a", "oui", "livret", "graphe", "hexagones",
    "un mot", "AB-1", "2004-12-31", "x" * 250, [], ["a"], ["a", "a"], [1, 2, 3], {}, {"a": 1},
)  # fmt: skip
KEYS = (
    "id",
    "type",
    "nom",
    "forme",
    "origine",
    "liens",
    "inconnue",
    "un mot",
    "titre",
    "0",
)


def places(data: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every container with a key or index of it."""
    if isinstance(data, dict):
        for key, value in data.items():
            yield data, key
            yield from places(value)
    elif isinstance(data, list):
        for index, value in enumerate(data):
            yield data, index
            yield from places(value)


def mutate(base: Any, data: st.DataObject, values: tuple[Any, ...] = VALUES) -> Any:
    """Return a copy with one to three changes: a value replaced, removed or added."""
    changed = copy.deepcopy(base)
    for _ in range(data.draw(st.integers(1, 3))):
        found = list(places(changed))
        if not found:
            break
        owner, key = found[data.draw(st.integers(0, len(found) - 1))]
        match data.draw(st.sampled_from(["replace", "remove", "add"])):
            case "replace":
                owner[key] = copy.deepcopy(data.draw(st.sampled_from(values)))
            case "remove":
                del owner[key]
            case _ if isinstance(owner, dict):
                name = data.draw(st.sampled_from(KEYS))
                owner.setdefault(name, copy.deepcopy(data.draw(st.sampled_from(values))))
            case _:
                owner.append(copy.deepcopy(data.draw(st.sampled_from(values))))
    return changed


@pytest.mark.parametrize("name", WRITTEN)
def test_the_bases_are_valid(name: str) -> None:
    assert is_valid(BASES[name], load_schema(name))
    assert not shapes.check(located(BASES[name]), load_schema(name))


@pytest.mark.parametrize("name", WRITTEN)
@given(data=st.data())
@settings(max_examples=150, deadline=None)
def test_our_messages_and_the_schema_agree(name: str, data: st.DataObject) -> None:
    changed = mutate(BASES[name], data)
    ours = shapes.check(located(changed), load_schema(name))
    assert (not ours) == is_valid(changed, load_schema(name)), (changed, ours)


# ------------------------------------------------------ the generated schema


@pytest.fixture(scope="module")
def program() -> Program:
    found, diagnostics = load(GAME)
    assert found is not None, diagnostics
    return found


@pytest.fixture(scope="module")
def schema(program: Program) -> dict[str, Any]:
    return generate_schema(program)


def component(schema: dict[str, Any], card: dict[str, Any]) -> bool:
    """Tell whether the generated schema accepts a component."""
    group = {"provenance": {"origine": "livret"}, "composants": [{"id": "x"} | card]}
    return is_valid({"groupes": [group]}, schema)


def test_a_generated_schema_is_a_schema(schema: dict[str, Any]) -> None:
    Draft202012Validator.check_schema(schema)
    assert schema["title"] == "Composants : Le Retour du Roi"
    assert json.loads(json.dumps(schema)) == schema


def test_the_shipped_schema_is_left_as_it_was(schema: dict[str, Any]) -> None:
    assert schema["$defs"]["component"] != load_schema("components")["$defs"]["component"]
    assert load_schema("components")["$defs"]["component"]["additionalProperties"] is True


def test_the_components_of_a_ruleset_pass_its_schema(schema: dict[str, Any]) -> None:
    assert is_valid(content(GAME / "composants.yaml"), schema)


def test_a_characteristic_belongs_to_its_type(schema: dict[str, Any]) -> None:
    """What an editor needs: completed for one type, refused for another."""
    assert component(schema, {"type": "Armée", "couleur": "rohan", "valeur": 1})
    assert not component(schema, {"type": "Tuile", "couleur": "rohan", "valeur": 1})
    assert component(schema, {"type": "Tuile", "sorte": "orque", "valeur": 1, "points": 1})
    assert not component(schema, {"type": "Armée", "couleur": "rohan"})
    assert not component(schema, {"type": "Armée", "couleur": "bleu", "valeur": 1})
    assert not component(schema, {"type": "Armee", "couleur": "rohan", "valeur": 1})
    assert component(schema, {"type": "Héros", "valeur": 1})
    assert component(schema, {"type": "Héros", "valeur": 1, "deux_couleurs": True})
    assert not component(schema, {"type": "Héros", "valeur": 1, "deux_couleurs": "oui"})


def test_a_generated_schema_speaks_as_its_ruleset(schema: dict[str, Any]) -> None:
    branches = {
        branch["if"]["properties"]["type"]["const"]: branch["then"]
        for branch in schema["$defs"]["component"]["allOf"]
    }
    assert branches["Tuile"]["title"] == "Force de Sauron"
    points = branches["Tuile"]["properties"]["points"]
    assert points["title"] == "Points de victoire"
    assert points["description"] == "nombre, caché"
    assert branches["Héros"]["properties"]["deux_couleurs"]["default"] is False
    plan = schema["properties"]["plateaux"]["properties"]["plan"]
    assert plan["title"] == "Champ de bataille"


def test_every_kind_of_characteristic_has_its_schema(tmp_path: Path) -> None:
    (tmp_path / "regles.livret").write_text(
        "joueurs 2\n"
        "énumération Couleur : rouge, verte\n"
        "plateau Terrain de Case : grille 2 par 1\n"
        "type Carte :\n"
        "  n : nombre\n"
        "  m : Couleur ou rien\n"
        "  b : booléen = vrai\n"
        "  c : Couleur = verte\n"
        "  d : ensemble de Couleur = {verte}\n"
        "  e : Case ou rien\n"
        "  j : Joueur\n"
        'issue Fin "Fin"\n'
        "déroulement :\n"
        "  finir Fin\n",
        encoding="utf-8",
    )
    program, diagnostics = load(tmp_path)
    assert program is not None, diagnostics
    found = generate_schema(program)
    Draft202012Validator.check_schema(found)
    (branch,) = found["$defs"]["component"]["allOf"]
    expected = {
        "n": {"type": "integer"},
        "m": {"enum": ["rouge", "verte", None]},
        "b": {"type": "boolean", "default": True},
        "c": {"enum": ["rouge", "verte"], "default": "verte"},
        "d": {
            "type": "array",
            "items": {"enum": ["rouge", "verte"]},
            "uniqueItems": True,
            "default": ["verte"],
        },
        "e": {"enum": ["a1", "b1", None]},
    }
    properties = branch["then"]["properties"]
    for name, part in expected.items():
        labels = {"title", "description"}
        assert {k: v for k, v in properties[name].items() if k not in labels} == part
    assert properties["j"]["enum"][:2] == ["J1", "J2"]
    assert branch["then"]["required"] == ["n", "j"]


def checked(folder: Path, data: object, program: Program) -> list[Diagnostic]:
    """Return what livret's own checks say of a component file, types and boards known."""
    path = folder / "composants.yaml"
    path.write_text(json.dumps(data, ensure_ascii=False), encoding="utf-8")
    raw, found = load_components(folder, load_manifest(folder)[0])
    for card in raw.cards.values():
        found += build_card(card, program.types, names_of(program))[1]
    for board in program.boards.values():
        if board.plan in raw.plans:
            geometry, mistakes = build_plan(raw.plans[board.plan])
            found += mistakes
            found += build_board(
                geometry,
                name=board.name,
                title=board.title,
                cites=(),
                span=NOWHERE,
                cell=board.cell,
                characteristics=board.characteristics,
                names=names_of(program),
            )[1]
    return found


@pytest.fixture(scope="module")
def sample() -> Any:
    """Return a part of a real component file, without what a schema cannot say."""
    data = content(GAME / "composants.yaml")
    for group in data["groupes"]:
        group["provenance"].pop("sauf", None)
        for card in group["composants"]:
            card.pop("capacités", None)
        del group["composants"][2:]
    data["plateaux"]["plan"]["rangées"] = {"0": ["D", "M"], "1": ["T"]}
    return data


#: Not in a schema: names taken twice, signs of a plan, sizes.
BEYOND = {"Y40", "Y41", "Y47", "Y48", "Y49"}


@given(data=st.data())
@settings(
    max_examples=120,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
def test_the_generated_schema_and_the_checks_agree(
    data: st.DataObject,
    program: Program,
    schema: dict[str, Any],
    sample: Any,
    tmp_path: Path,
) -> None:
    base = copy.deepcopy(sample)
    rows = base["plateaux"]["plan"].pop("rangées")
    legend = base["plateaux"]["plan"]["légende"]
    words = ("rohan", "orque", "départ", "Armée", "Tuile", "Héros", "Carte", "Lieu")
    changed = mutate(base, data, (*VALUES, *words))
    plans = changed.get("plateaux")
    plan = plans.get("plan") if isinstance(plans, dict) else None
    if isinstance(plan, dict):
        plan["rangées"] = rows
        cells = plan.get("légende")
        if isinstance(cells, dict):
            # A sign without legend is no matter of shape: put back those in use.
            for sign in ("D", "M", "T"):
                cells.setdefault(sign, legend[sign])
    ours = [each for each in checked(tmp_path, changed, program) if each.code not in BEYOND]
    theirs = [error.message for error in Draft202012Validator(schema).iter_errors(changed)]
    if isinstance(plan, dict) and plan.get("forme") not in ("hexagones", None):
        return  # A plan of another form than its board wants is told by the board.
    assert (not ours) == (not theirs), (ours, theirs)


def test_the_sample_is_sound(
    program: Program, schema: dict[str, Any], sample: Any, tmp_path: Path
) -> None:
    assert is_valid(sample, schema)
    assert not checked(tmp_path, sample, program)


def test_common_keys_are_those_of_the_schema() -> None:
    properties = load_schema("components")["$defs"]["component"]["properties"]
    assert set(properties) == set(COMMON_KEYS)


# ------------------------------------------------------------------- exports


def diagnostics_of(folder: Path) -> list[Diagnostic]:
    """Return what is said of an example, by the checks of time if it is one of theirs."""
    program, found = load(folder)
    if program is None or not folder.name.startswith("T"):
        return found
    findings = run_checks(build_graph(program), TIMING_CHECKS)
    return [each.diagnostic for each in findings if each.verdict is not Verdict.PROVED]


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_findings_have_the_shape_of_their_schema(lang: Any) -> None:
    examples = (ROOT / "tests" / "diagnostics").iterdir()
    # What is wrong with a deck (B) stands in no ruleset.
    folders = [path for path in examples if path.is_dir() and path.name[0] != "B"]
    told = [diagnostics_of(folder) for folder in folders]
    assert all(told)
    found = [each for group in told for each in group]
    data = json.loads(json.dumps(to_json(found, lang)))
    errors = Draft202012Validator(load_schema("diagnostics")).iter_errors(data)
    assert [error.message for error in errors] == []


def assert_shape(data: object, name: str) -> None:
    plain_data = json.loads(json.dumps(data))
    errors = Draft202012Validator(load_schema(name)).iter_errors(plain_data)
    assert [f"{error.json_path}: {error.message}" for error in errors] == []


@pytest.mark.parametrize("game", ["morpion", "breakthrough", "retour-du-roi"])
def test_saves_and_journals_have_the_shape_of_their_schemas(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ruleset = livret.load(game)
    chance = random.Random(3)
    played = ruleset.new_game(seed=7)
    for _ in range(80):
        if played.decision is not None:
            played.apply(chance.choice(played.decision.choices))
    assert_shape(played.save_data(), "save")
    played.save(tmp_path / "partie.json", seats=["human", "random"])
    assert_shape(json.loads((tmp_path / "partie.json").read_text("utf-8")), "save")
    assert main(["replay", str(tmp_path / "partie.json"), "--format", "json"]) == 0
    assert_shape(json.loads(capsys.readouterr().out), "journal")


def test_results_have_the_shape_of_their_schema(tmp_path: Path) -> None:
    out = tmp_path / "parties.jsonl"
    command = ["simulate", "puissance-4", "-n", "20", "--seed", "1", "--out", str(out)]
    assert main(command) == 0
    lines = out.read_text("utf-8").splitlines()
    assert len(lines) == 20
    for line in lines:
        assert_shape(json.loads(line), "results")


@pytest.mark.parametrize("game", ["morpion", "retour-du-roi"])
def test_coverage_has_the_shape_of_its_schema(
    game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["coverage", game, "--format", "json"]) == 0
    assert_shape(json.loads(capsys.readouterr().out), "coverage")


def test_the_command_prints_the_generated_schema(
    schema: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["schema", "retour-du-roi"]) == 0
    assert json.loads(capsys.readouterr().out) == schema
