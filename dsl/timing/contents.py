"""What the parts of the rules hold that a picture shows: windows, choices, chance, ends."""

from __future__ import annotations

from collections import Counter

from .. import core
from ..terms import Lang
from .graph import Graph
from .places import Kind, Node, Unit


def is_shown(node: Node) -> bool:
    """Tell whether a node has a box of its own in a picture."""
    if node.kind in (Kind.CHOICE, Kind.CHANCE):
        return node.statement is not None
    return isinstance(
        node.statement, core.OpenWindow | core.Emit | core.Finish | core.Leave
    )


class Contents:
    """Knows what each unit holds, calls included."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self._found: dict[Unit, frozenset[int]] = {}

    def of(self, unit: Unit) -> frozenset[int]:
        """Return the nodes of a unit, and of those it calls, that a picture shows."""
        if unit not in self._found:
            self._found[unit] = frozenset()
            found: set[int] = set()
            for number in self.graph.members[unit]:
                node = self.graph.nodes[number]
                if number not in self.graph.reachable:
                    continue
                if is_shown(node):
                    found.add(number)
                for called in _calls(node):
                    found |= self.of(called)
            self._found[unit] = frozenset(found)
        return self._found[unit]

    def tone(self, unit: Unit) -> str:
        """Return whether players may act in a unit: open, or closed."""
        nodes = (self.graph.nodes[number] for number in self.of(unit))
        is_open = any(isinstance(node.statement, core.OpenWindow) for node in nodes)
        return "open" if is_open else "closed"

    def tell(self, unit: Unit, lang: Lang) -> tuple[str, ...]:
        """Return what a unit holds, in lines: its windows by title, the rest counted."""
        windows: dict[str, None] = {}
        counts: Counter[str] = Counter()
        for number in sorted(self.of(unit)):
            node = self.graph.nodes[number]
            match node.statement:
                case core.OpenWindow(window=name):
                    windows[self.graph.program.windows[name].title] = None
                case core.Finish():
                    counts["end"] += 1
                case core.Emit():
                    counts["event"] += 1
                case core.Leave():
                    counts["jump"] += 1
                case _:
                    counts[node.kind.value] += 1
        pick = 0 if lang == "fr" else 1
        rest = [
            f"{counts[kind]} {words[pick]}{'s' if counts[kind] > 1 and pluralizes else ''}"
            for kind, words, pluralizes in _WORDS
            if counts[kind]
        ]
        lines = [f"▸ {title}" for title in windows]
        return (*lines, ", ".join(rest)) if rest else tuple(lines)


#: Kinds of nodes as they are counted, and whether their word takes an s.
_WORDS = (
    ("CHOIX", ("choix", "choice"), False),
    ("ALEA", ("tirage", "draw"), True),
    ("event", ("événement", "event"), True),
    ("jump", ("saut", "jump"), True),
    ("end", ("fin", "end"), True),
)


def _calls(node: Node) -> tuple[Unit, ...]:
    match node.statement:
        case core.Perform(procedure=name):
            return (("procedure", name),)
        case core.RunPhase(phase=name):
            return (("phase", name),)
        case core.Emit(event=name):
            return (("event", name),)
        case _:
            return ()
