"""What the headers of abilities announce, compared with the rules: T04."""

from __future__ import annotations

from collections.abc import Iterator

from ..diagnostics import Diagnostic, Place
from ..program import Ability, Announcement
from .findings import Check, Finding, Soundness, Verdict
from .graph import Graph
from .places import Node
from .turns import BOTH, OTHER, OWN, Parts
from .uses import Uses

#: How an ability of each class is used.
_MODES = {
    "action": "facultative",
    "réponse": "facultative",
    "forcé": "forcée",
    "remplacement": "forcée",
}
_TURNS: dict[str, Parts] = {
    "son": frozenset({OWN}),
    "leur": frozenset({OTHER}),
    "chaque": BOTH,
}
_PARTS_FR = {OWN: "à son propre tour", OTHER: "au tour d'un autre"}
_PARTS_EN = {OWN: "in one's own turn", OTHER: "in another player's turn"}


def announced_otherwise(graph: Graph) -> Iterator[Finding]:
    """T04. Prove that abilities are used where, by whom and how their header announces.

    A definite report, relative to the header: it tells a place the rules have and the
    header has not, or the mirror.
    """
    announced = [a for a in graph.program.abilities.values() if a.announcement is not None]
    known = Uses(graph) if announced else None
    for ability in announced:
        assert ability.announcement is not None and known is not None
        yield from _Comparison(graph, ability, ability.announcement, known).findings()


class _Comparison:
    """One ability and its header."""

    def __init__(
        self, graph: Graph, ability: Ability, header: Announcement, known: Uses
    ) -> None:
        self.graph, self.ability, self.header = graph, ability, header
        self.uses = known.of(ability)

    def findings(self) -> Iterator[Finding]:
        """Yield the differences: too generous, too strict, the wrong seat, the mode."""
        yield from self._generous()
        yield from self._strict()
        yield from self._seats()
        mode = _MODES[self.ability.cls]
        if self.header.mode and self.header.mode != mode:
            yield self._finding(
                (f"est {mode}, son en-tête l'annonce {self.header.mode}",
                 f"is {_ENGLISH[mode]}, its header announces it as "
                 f"{_ENGLISH[self.header.mode]}"),
                (f"en faire {_BETTER[self.header.mode][0]}, ou corriger l'annonce",
                 f"make it {_BETTER[self.header.mode][1]}, or correct the announcement"),
                self._way(),
            )  # fmt: skip

    def _way(self) -> list[Node]:
        return (
            self.graph.path(self.graph.start, [use.node.number for use in self.uses]) or []
        )

    def _generous(self) -> Iterator[Finding]:
        """Yield a use at each place that the header does not announce."""
        outside = [n for n in self.graph.nodes if not self._is_inside(n)]
        free = {node.number for node in outside}
        for use in self.uses:
            name, number = use.moment, use.node.number
            is_named = not self.header.moments or name in self.header.moments
            way = None
            if not is_named:
                way = self.graph.path(self.graph.start, [number])
            elif self.header.scopes and number in free:
                way = self.graph.path(self.graph.start, [number], free)
            if way is None:
                continue
            scopes = ", ".join(self.header.scopes)
            yield self._finding(
                (f"s'utilise hors de « {scopes} », que son en-tête annonce",
                 f"can be used outside “{scopes}”, which its header announces")
                if is_named else
                (f"s'utilise dans « {name} », que son en-tête n'annonce pas",
                 f"can be used in “{name}”, which its header does not announce"),
                ("restreindre ses moments, ou compléter l'annonce",
                 "restrict its moments, or complete the announcement"),
                way, use.node,
            )  # fmt: skip

    def _is_inside(self, node: Node) -> bool:
        """Tell whether one of the announced scopes is open at a node, in its own unit."""
        return any(name in scope for scope in node.scopes for name in self.header.scopes)

    def _strict(self) -> Iterator[Finding]:
        """Yield what the header announces and the rules never offer."""
        offered = {use.moment for use in self.uses}
        offered.update(name for use in self.uses for name in use.scopes)
        for name in (*self.header.moments, *self.header.scopes):
            if name in offered:
                continue
            yield self._finding(
                (f"ne s'utilise jamais dans « {name} », que son en-tête annonce",
                 f"can never be used in “{name}”, which its header announces"),
                (f"l'offrir dans « {name} », ou corriger l'annonce",
                 f"offer it in “{name}”, or correct the announcement"),
                self._way_to(name),
            )  # fmt: skip

    def _way_to(self, name: str) -> list[Node]:
        """Return a way to where a scope opens, or to a window or event of that name."""
        there = [
            node.number
            for node in self.graph.nodes
            if any(name in scope for scope in node.scopes) or node.name == name
        ]
        return self.graph.path(self.graph.start, there) or []

    def _seats(self) -> Iterator[Finding]:
        """Yield the turns in which it is used, not as announced; unknown ones are left."""
        if not self.header.turn:
            return
        announced = _TURNS[self.header.turn]
        parts: set[str] = set()
        for use in self.uses:
            if use.parts is None:
                return
            parts |= use.parts
            for part in sorted(use.parts - announced):
                way = self.graph.path(self.graph.start, [use.node.number]) or []
                yield self._seat(part, "s'utilise aussi", "can be used also", way, use.node)
        for part in sorted(announced - parts):
            yield self._seat(part, "ne s'utilise jamais", "can never be used", self._way())

    def _seat(
        self, part: str, french: str, english: str, way: list[Node], use: Node | None = None
    ) -> Finding:
        return self._finding(
            (f"{french} {_PARTS_FR[part]}, contre son en-tête",
             f"{english} {_PARTS_EN[part]}, against its header"),
            ("exiger le bon joueur, ou corriger l'annonce",
             "require the right player, or correct the announcement"),
            way, use,
        )  # fmt: skip

    def _finding(
        self,
        why: tuple[str, str],
        edit: tuple[str, str],
        way: list[Node],
        use: Node | None = None,
    ) -> Finding:
        places = [Place(self.header.span, "header")]
        if use is not None:
            places.append(Place(use.span, "use"))
        values = {
            "name": self.ability.name,
            "why_fr": why[0],
            "why_en": why[1],
            "edit_fr": edit[0],
            "edit_en": edit[1],
        }
        cites = tuple(dict.fromkeys((*self.header.cites, *self.ability.cites)))
        diagnostic = Diagnostic("T04", self.ability.span, values, tuple(places), cites)
        return Finding(Verdict.ERROR, diagnostic, tuple(way))


_ENGLISH = {"facultative": "optional", "forcée": "forced"}
#: The class of ability that is used in each mode.
_BETTER = {
    "facultative": ("une réponse", "a response"),
    "forcée": ("un forcé", "a forced ability"),
}


def _announces(graph: Graph) -> bool:
    return any(each.announcement for each in graph.program.abilities.values())


CHECKS: tuple[Check, ...] = (
    Check("T04", Soundness.DEFINITE, announced_otherwise, _announces),
)
