"""Pictures of a turn: every box apart, every arrow joined, every notation well formed."""

from __future__ import annotations

import importlib.util
import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

from livret.dsl.loader import load
from livret.dsl.timing.boxes import Box
from livret.dsl.timing.builder import build_graph
from livret.dsl.timing.graph import Graph
from livret.dsl.timing.layering import lay_out
from livret.dsl.timing.notations import to_data, to_dot, to_mermaid
from livret.dsl.timing.picture import MANY, draw
from livret.dsl.timing.svg import to_svg

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = sorted(
    path.parent
    for pattern in ("rulesets/*/livret.yaml", "tests/language/*/livret.yaml")
    for path in ROOT.glob(pattern)
)


def graph_of(folder: Path) -> Graph:
    program, found = load(folder)
    assert program is not None, found
    return build_graph(program)


def all_boxes(box: Box) -> Iterator[Box]:
    yield box
    for inner in box.inside:
        yield from all_boxes(inner)


def titles(box: Box) -> list[str]:
    return [inner.title for inner in all_boxes(box)]


@pytest.mark.parametrize("seed", range(20))
def test_boxes_never_overlap_and_arrows_join_them(seed: int) -> None:
    chance = random.Random(seed)
    count = chance.randint(1, 14)
    sizes = [(chance.randint(20, 200), chance.randint(20, 90)) for _ in range(count)]
    arrows = [
        (chance.randrange(count), chance.randrange(count))
        for _ in range(chance.randint(0, 20))
    ]
    layout = lay_out([(float(w), float(h)) for w, h in sizes], arrows)
    spots = [
        (x, y, x + w, y + h) for (x, y), (w, h) in zip(layout.corners, sizes, strict=True)
    ]
    for index, one in enumerate(spots):
        assert one[0] >= -0.01 and one[2] <= layout.width + 0.01
        assert one[1] >= -0.01 and one[3] <= layout.height + 0.01
        for other in spots[:index]:
            apart_across = one[2] <= other[0] or other[2] <= one[0]
            apart_down = one[3] <= other[1] or other[3] <= one[1]
            assert apart_across or apart_down
    assert len(layout.routes) == len(arrows)
    for (source, target), route in zip(arrows, layout.routes, strict=True):
        assert is_on_edge(route[0], spots[source]) and is_on_edge(route[-1], spots[target])


def is_on_edge(point: tuple[float, float], spot: tuple[float, float, float, float]) -> bool:
    (x, y), (left, top, right, bottom) = point, spot
    inside = left - 0.01 <= x <= right + 0.01 and top - 0.01 <= y <= bottom + 0.01
    on_edge = min(abs(x - left), abs(x - right), abs(y - top), abs(y - bottom)) < 0.01
    return inside and on_edge


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda path: path.name)
def test_every_notation_is_well_formed(folder: Path) -> None:
    graph = graph_of(folder)
    picture = draw(graph)
    keys = [box.key for box in all_boxes(picture)]
    assert len(keys) == len(set(keys))
    for box in all_boxes(picture):
        inside = {inner.key for inner in box.inside}
        assert {end for a in box.arrows for end in (a.source, a.target)} <= inside
    for lang in ("fr", "en"):
        image = ElementTree.fromstring(to_svg(draw(graph, lang=lang), lang))
        assert image.tag.endswith("svg")
    dot = to_dot(picture)
    assert dot.count("{") == dot.count("}")
    assert to_mermaid(picture).startswith("flowchart TB\n")
    data = json.loads(json.dumps(to_data(graph)))
    assert len(data["nodes"]) == len(graph.nodes)
    assert len(data["edges"]) == len(graph.edges)


def test_svg_shows_every_title() -> None:
    picture = draw(graph_of(ROOT / "rulesets/retour-du-roi"))
    text = " ".join(ElementTree.fromstring(to_svg(picture)).itertext())
    shown = re.sub(r"\W", "", text)
    assert all(re.sub(r"\W", "", title) in shown for title in titles(picture))


def test_windows_are_coloured_by_who_may_act() -> None:
    boxes = list(
        all_boxes(
            draw(graph_of(ROOT / "tests/museum/23-shadow-instead-of-maneuver/mended"))
        )
    )
    tones = {box.title: box.tone for box in boxes if box.kind == "window"}
    assert tones == {"Agir dans l'ombre": "others", "Agir en manœuvre": "all"}
    assert "· Manœuvre : feinter" in next(b for b in boxes if b.tone == "all").lines


def test_steps_are_red_or_green_and_charts_leave_their_dot() -> None:
    boxes = {
        box.title: box
        for box in all_boxes(draw(graph_of(ROOT / "tests/language/chronology")))
    }
    assert boxes["Le marché"].tone == "open"
    assert (boxes["étape « La criée »"].tone, boxes["étape « La criée »"].row) == (
        "closed",
        "rouge",
    )
    assert boxes["Avant l'ouverture"].row == "verte"


def test_a_part_that_is_opened_is_shown_from_inside() -> None:
    graph = graph_of(ROOT / "rulesets/retour-du-roi")
    folded, opened = draw(graph, []), draw(graph, ["Mouvement"])
    phases = [box for box in all_boxes(folded) if box.title == "Mouvement et combat"]
    assert [box.kind for box in phases] == ["unit"]
    assert "Placer son pion sur la rangée de départ" not in titles(folded)
    assert "Placer son pion sur la rangée de départ" in titles(opened)
    assert opened.count() > folded.count()
    assert any("▸" in line for box in phases for line in box.lines), "it tells its windows"


def test_a_part_only_an_ability_comes_to_stands_apart() -> None:
    graph = graph_of(ROOT / "rulesets/retour-du-roi")
    picture = draw(graph, ["mener_l_attaque"])
    (group,) = [box for box in picture.inside if box.key == "procedure-mener_l_attaque"]
    assert group.kind == "group" and any(box.kind == "window" for box in group.inside)
    assert not any(group.key in (arrow.source, arrow.target) for arrow in picture.arrows)


def test_an_event_from_inside_shows_its_life() -> None:
    graph = graph_of(ROOT / "tests/games/garde")
    (event,) = [
        box
        for box in all_boxes(draw(graph, ["Nuit", "Alerte"]))
        if box.title == "Une alerte"
    ]
    assert [box.title for box in event.inside] == [
        "est proposé", "avant, les réponses", "se produit", "après, les forcés", "est passé",
    ]  # fmt: skip
    assert event.inside[1].lines == ("· Crier pour avertir",)
    (jump,) = [arrow for arrow in event.arrows if arrow.is_jump]
    assert (jump.source, jump.target) == (event.inside[1].key, event.inside[-1].key)


def test_a_picture_too_large_to_look_at_is_folded(monkeypatch: pytest.MonkeyPatch) -> None:
    graph = graph_of(ROOT / "rulesets/retour-du-roi")
    assert draw(graph).count() <= MANY
    monkeypatch.setattr("livret.dsl.timing.picture.MANY", 3)
    assert draw(graph) == draw(graph, [])


def test_text_of_rules_is_escaped(tmp_path: Path) -> None:
    rules = (
        'joueurs 1\nissue Fin "<b> & \'fin\'"\nfenêtre Tour "<script>"\n'
        'action Finir "a & b" :\n  pendant Tour\n  effet :\n    finir Fin\n'
        "déroulement :\n  boucle :\n    ouvrir Tour pour J1\n"
    )
    (tmp_path / "regles.livret").write_text(rules, encoding="utf-8")
    picture = draw(graph_of(tmp_path))
    assert "<script>" not in to_svg(picture)
    assert "<script>" in " ".join(ElementTree.fromstring(to_svg(picture)).itertext())
    assert "<script>" not in to_mermaid(picture)


def test_pictures_of_the_documentation_are_made_by_livret(tmp_path: Path) -> None:
    spec = importlib.util.spec_from_file_location(
        "timing_pictures", ROOT / "docs" / "timing_pictures.py"
    )
    assert spec is not None and spec.loader is not None
    pictures = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(pictures)
    pictures.write_pictures(tmp_path)
    page = (ROOT / "docs" / "timing.rst").read_text("utf-8")
    shown = set(re.findall(r"image:: pictures/(\w+\.svg)", page))
    assert shown == {path.name for path in tmp_path.iterdir()}
    assert all(ElementTree.parse(path) for path in tmp_path.iterdir())
