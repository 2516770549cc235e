"""Two versions of the rules compared: T28. Two graphs in, what came, went and moved out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ..diagnostics import Diagnostic
from ..program import Ability, Declared
from .findings import Finding, Verdict
from .graph import Graph
from .places import Edge, Link, Node, Unit
from .uses import Use, Uses

#: What tells a node from the others in two versions: its unit, kind, label and rank.
Identity = tuple[Unit, str, str, int]


@dataclass(frozen=True, slots=True)
class Sizes:
    """How many nodes and edges two versions have, and how many are in one of them only."""

    nodes: tuple[int, int]
    edges: tuple[int, int]
    came: tuple[int, int]
    went: tuple[int, int]


def sizes(before: Graph, after: Graph) -> Sizes:
    """Count the nodes and edges of two versions, and those that came or went."""
    old, new = identities(before), identities(after)
    old_edges = {_edge(edge, old) for edge in before.edges if edge.kind is not Link.OVER}
    new_edges = {_edge(edge, new) for edge in after.edges if edge.kind is not Link.OVER}
    old_nodes, new_nodes = set(old.values()), set(new.values())
    return Sizes(
        (len(old_nodes), len(new_nodes)),
        (len(old_edges), len(new_edges)),
        (len(new_nodes - old_nodes), len(new_edges - old_edges)),
        (len(old_nodes - new_nodes), len(old_edges - new_edges)),
    )


def identities(graph: Graph) -> dict[int, Identity]:
    """Return what each node is known by: alike nodes of a unit are told by their rank."""
    ranks: Counter[tuple[Unit, str, str]] = Counter()
    found = {}
    for node in graph.nodes:
        alike = (node.unit, node.kind.value, node.label)
        found[node.number] = (*alike, ranks[alike])
        ranks[alike] += 1
    return found


def _edge(edge: Edge, names: Mapping[int, Identity]) -> tuple[Identity, Identity, str]:
    return names[edge.source], names[edge.target], edge.kind.value


def differences(before: Graph, after: Graph) -> Iterator[Finding]:
    """T28. Tell which windows and abilities came, went or moved from one version to the
    other; an ability moves when it is offered elsewhere, or to others."""
    yield from _windows(before, after)
    old, new = Uses(before), Uses(after)
    names = (*before.program.abilities, *after.program.abilities)
    for name in dict.fromkeys(names):
        was, is_now = before.program.abilities.get(name), after.program.abilities.get(name)
        yield from _ability(old, new, was, is_now)


def _windows(before: Graph, after: Graph) -> Iterator[Finding]:
    """Tell which windows games open in one version only."""
    opened, opens = _openings(before), _openings(after)
    for name in (*opens.keys() - opened.keys(), *opened.keys() - opens.keys()):
        came = name in opens
        graph = after if came else before
        what = ("s'ouvre désormais", "is opened now") if came else _NO_LONGER_OPEN
        way = graph.path(graph.start, [opens[name] if came else opened[name]]) or []
        yield _finding(graph.program.windows[name], "fenêtre", what, way)


_NO_LONGER_OPEN = ("ne s'ouvre plus", "is opened no longer")


def _openings(graph: Graph) -> dict[str, int]:
    """Return the windows that games open."""
    entries = {name: graph.entries["window", name] for name in graph.program.windows}
    return {name: entry for name, entry in entries.items() if entry in graph.reachable}


def _ability(
    old: Uses, new: Uses, was: Ability | None, is_now: Ability | None
) -> Iterator[Finding]:
    """Tell what became of one ability."""
    lost = {} if was is None else _places(old.of(was))
    gained = {} if is_now is None else _places(new.of(is_now))
    declared = is_now or was
    assert declared is not None
    if was is not None and is_now is not None and was.cls != is_now.cls:
        what = (f"était {was.cls}, devient {is_now.cls}", f"was {was.cls}, is {is_now.cls}")
        yield _finding(declared, declared.cls, what, [])
    if not lost and not gained:
        return
    if not lost or not gained:
        word = ("peut servir désormais", "can be of use now")
        if not gained:
            word = ("ne peut plus servir", "can be of use no longer")
        places = ", ".join(text for text, _ in {**lost, **gained})
        places_en = ", ".join(text for _, text in {**lost, **gained})
        what = (f"{word[0]} : {places}", f"{word[1]}: {places_en}")
        yield _finding(
            declared, declared.cls, what, _way(new if gained else old, lost or gained)
        )
        return
    for (french, english), use in gained.items():
        if (french, english) not in lost:
            what = (f"s'utilise désormais {french}", f"can be used now {english}")
            yield _finding(
                declared, declared.cls, what, _way(new, {(french, english): use})
            )
    for (french, english), use in lost.items():
        if (french, english) not in gained:
            what = (f"ne s'utilise plus {french}", f"can be used no longer {english}")
            yield _finding(
                declared, declared.cls, what, _way(old, {(french, english): use})
            )


def _way(uses: Uses, places: Mapping[tuple[str, str], Use]) -> list[Node]:
    numbers = [use.node.number for use in places.values()]
    return uses.graph.path(uses.graph.start, numbers) or []


def _places(uses: list[Use]) -> dict[tuple[str, str], Use]:
    """Return the places of an ability in words, French and English."""
    found: dict[tuple[str, str], Use] = {}
    for use in uses:
        for scope in use.scopes or ("",):
            french, english = f"dans « {use.moment} »", f"in “{use.moment}”"
            if scope:
                french, english = f"{french} ({scope})", f"{english} ({scope})"
            whose = _WHOSE.get(use.parts or frozenset(), ("", ""))
            found.setdefault((french + whose[0], english + whose[1]), use)
    return found


_WHOSE = {
    frozenset({"son"}): (" à son tour", " in one's own turn"),
    frozenset({"leur"}): (" au tour d'un autre", " in another player's turn"),
}


def _finding(
    declared: Declared, cls: str, what: tuple[str, str], way: list[Node]
) -> Finding:
    values = {"name": declared.name, "what": cls, "why_fr": what[0], "why_en": what[1]}
    found = Diagnostic("T28", declared.span, values, cites=declared.cites)
    return Finding(Verdict.INFO, found, tuple(way))
