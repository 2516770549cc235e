"""The page about speed: its tables and its plot hold the figures of the bench."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from xml.etree import ElementTree

from livret.rulesets import shipped

ROOT = Path(__file__).resolve().parent.parent
FIGURES = json.loads((ROOT / "bench" / "results.json").read_text("utf-8"))


def test_every_figure_is_shown(tmp_path: Path) -> None:
    path = ROOT / "docs" / "performance_tables.py"
    spec = importlib.util.spec_from_file_location("performance_tables", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.write_performance(tmp_path)
    drawn = ElementTree.parse(tmp_path / "performance.svg").getroot()
    words = " ".join(drawn.itertext())
    table = (tmp_path / "performance-games.inc").read_text("utf-8")
    for each in FIGURES["games"]:
        assert f"{each['game']}, {each['engine']}" in words
        assert f"- {each['ratio']:.2f}\n" in table
    page = (ROOT / "docs" / "performance.rst").read_text("utf-8")
    for file in tmp_path.iterdir():
        assert f"pictures/{file.name}" in page


def test_the_figures_are_of_shipped_games() -> None:
    compared = {each["game"] for each in FIGURES["games"] if each["engine"] == "cpython"}
    assert compared and compared <= set(FIGURES["rates"]) <= set(shipped())
