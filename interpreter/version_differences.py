"""Two versions of the rules compared: `livret timing GAME --diff A B`."""

from __future__ import annotations

import re
from dataclasses import replace

from ..dsl.asked import Choices, Force
from ..dsl.timing.builder import build_graph
from ..dsl.timing.differences import Sizes, differences, sizes
from ..dsl.timing.graph import Graph
from ..dsl.timing.report import ordered_findings, render_finding, to_json
from .loading import as_date, load_game, sources_of
from .screen import Screen

#: What a command is about: the game, the choices and the amendments asked for.
Asked = tuple[str, Choices, Force]


def show_differences(
    asked: Asked, versions: tuple[str, str], screen: Screen, as_json: bool
) -> None:
    """Print which windows and abilities came, went or moved from one version to another."""
    before, after = (_graph(asked, version, screen) for version in versions)
    found = ordered_findings(differences(before, after))
    counted = sizes(before, after)
    if as_json:
        data = {"from": versions[0], "to": versions[1], "nodes": counted.nodes,
                "edges": counted.edges, "came": counted.came, "went": counted.went,
                "changes": to_json(found, screen.lang)}  # fmt: skip
        screen.json(data)
        return
    screen.heading(f"{versions[0]} → {versions[1]}", is_first=True)
    screen.prose(_told(counted, screen))
    if not found:
        screen.prose(
            screen.pick(
                "aucune fenêtre ni capacité ne change de moment",
                "no window or ability changes its moment",
            )
        )
    sources = sources_of(finding.diagnostic for finding in found)
    for finding in found:
        screen.write()
        screen.write(render_finding(finding, sources, screen.lang, screen.has_colour))


def _graph(asked: Asked, version: str, screen: Screen) -> Graph:
    """Return the graph of a version: a date, a reading, or another folder."""
    game, choices, force = asked
    if re.fullmatch(r"\d{4}-\d{2}-\d{2}", version):
        force = Force(as_date("--diff", version), errata=True)
    elif "=" in version:
        name, _, choice = version.partition("=")
        choices = replace(choices, readings={**choices.readings, name: choice})
    else:
        game = version
    return build_graph(load_game(game, screen, choices, force).program)


def _told(counted: Sizes, screen: Screen) -> str:
    nodes, edges = counted.nodes, counted.edges
    came, went = counted.came, counted.went
    return screen.pick(
        f"{nodes[0]} → {nodes[1]} nœuds (+{came[0]}, −{went[0]}) ; "
        f"{edges[0]} → {edges[1]} arcs (+{came[1]}, −{went[1]})",
        f"{nodes[0]} → {nodes[1]} nodes (+{came[0]}, −{went[0]}); "
        f"{edges[0]} → {edges[1]} edges (+{came[1]}, −{went[1]})",
    )
