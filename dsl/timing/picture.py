"""A picture of the course as boxes in boxes: a Graph in, a tree of boxes and arrows out.

Drawn are the moments somebody decides, dice fall, an event happens or the game ends;
phases, steps, turns and rounds are boxes around them. What lies between is an arrow. A
phase or procedure that is not opened is one box that tells what is inside.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace

from .. import core
from ..program import Declared
from ..terms import Lang
from .boxes import Arrow, Box
from .builder import COURSE, SETUP
from .contents import Contents, is_shown
from .graph import Graph
from .lifecycle import stage_boxes
from .nesting import Nest, following_shown, openings
from .places import Node, Unit
from .telling import name_of
from .turns import BOTH, OTHER, OWN, Turns

#: Parts that can be shown from inside.
OPENABLE = ("phase", "procedure", "event", "ability")
#: Boxes a picture may have before its phases are folded.
MANY = 40
#: Abilities named in one box.
MAX_LINES = 8


def draw(graph: Graph, opened: Collection[str] | None = None, lang: Lang = "fr") -> Box:
    """Return the picture of a game.

    `opened` are the phases, procedures, events and abilities to show from inside; without any, all
    phases are, unless that would be too much to look at.
    """
    if opened is not None:
        return _Drawing(graph, frozenset(opened), lang).whole()
    whole = _Drawing(graph, frozenset(graph.program.phases), lang).whole()
    return whole if whole.count() <= MANY else _Drawing(graph, frozenset(), lang).whole()


class _Drawing:
    def __init__(self, graph: Graph, opened: frozenset[str], lang: Lang) -> None:
        self.graph, self.opened, self.lang = graph, opened, lang
        #: The units drawn so far.
        self.drawn: set[Unit] = set()
        self.turns = Turns(graph)
        self.contents = Contents(graph)
        self.rows = {
            row.name.text: row.colour.text
            for chart in graph.program.chronologies
            for row in chart.rows
        }

    def pick(self, french: str, english: str) -> str:
        return french if self.lang == "fr" else english

    def whole(self) -> Box:
        """Return the set-up, folded, if it has something to show, and the course."""
        start = Box("start", "start", self.pick("début", "start"))
        boxes, arrows = [start], list[Arrow]()
        last = start.key
        if self.contents.of(SETUP):
            title = self.pick("mise en place", "set-up")
            lines = self.contents.tell(SETUP, self.lang)
            boxes.append(Box("setup", "unit", title, lines, self.contents.tone(SETUP)))
            arrows.append(Arrow(last, "setup"))
            last = "setup"
        course = self._group(COURSE, "course", "", (COURSE,))
        boxes += course.inside
        arrows += [Arrow(last, key) for key in self._firsts(course)]
        arrows += course.arrows
        boxes += self._apart()
        title = self.graph.program.manifest.title
        return Box("game", "group", title, inside=tuple(boxes), arrows=tuple(arrows))

    def _apart(self) -> Iterator[Box]:
        """Yield the opened parts that the course only comes to by an ability."""
        for unit in self.graph.entries:
            if unit[0] in OPENABLE and unit[1] in self.opened and unit not in self.drawn:
                yield self._unit(unit, f"{unit[0]}-{unit[1]}", (), ())

    def _firsts(self, box: Box) -> list[str]:
        """Return the boxes of a level that no arrow leads forward to."""
        order = {inner.key: rank for rank, inner in enumerate(box.inside)}
        led = {a.target for a in box.arrows if order[a.source] < order[a.target]}
        return [inner.key for inner in box.inside if inner.key not in led]

    # Units ---------------------------------------------------------------

    def _group(self, unit: Unit, key: str, title: str, around: tuple[Unit, ...]) -> Box:
        """Return a unit from inside; `around` are the units opened around it."""
        self.drawn.add(unit)
        members = [self.graph.nodes[number] for number in self.graph.members[unit]]
        shown = {
            node.number: self._box(node, f"{key}-{node.number}", around)
            for node in members
            if node.number in self.graph.reachable and self._is_shown(node)
        }
        paths = openings(members)
        shown |= dict(self._empty_steps(members, shown, paths, key))
        shown = dict(sorted(shown.items()))
        arrows = tuple(
            (source, target, is_jump)
            for source in shown
            for target, is_jump in following_shown(
                self.graph, unit, source, shown, paths[source]
            )
        )
        nest = Nest(self.graph, self.lang, key, shown, paths, arrows, self.rows)
        boxes, lines = nest.fill(())
        tone = self.contents.tone(unit)
        row = self.rows.get(unit[1], "")
        return Box(key, "group", title, (), tone, row, boxes, lines)

    def _empty_steps(
        self,
        members: list[Node],
        shown: Mapping[int, Box],
        paths: Mapping[int, tuple[int, ...]],
        key: str,
    ) -> Iterator[tuple[int, Box]]:
        """Yield a box for each step or phase of a unit in which nothing else is shown."""
        filled = {opening for number in shown for opening in paths[number]}
        for node in members:
            if not isinstance(node.statement, core.StepBlock | core.PhaseBlock):
                continue
            opening = next(n for n in self.graph.closings if n > node.number)
            if opening not in filled and node.number in self.graph.reachable:
                row = self.rows.get(node.name, "")
                name = name_of(node, self.lang)
                yield (
                    node.number,
                    Box(f"{key}-{node.number}", "unit", name, (), "closed", row),
                )

    def _is_shown(self, node: Node) -> bool:
        statement = node.statement
        if isinstance(statement, core.RunPhase):
            return True
        if isinstance(statement, core.Perform):
            return bool(self.contents.of(("procedure", statement.procedure)))
        return is_shown(node)

    def _box(self, node: Node, key: str, around: tuple[Unit, ...]) -> Box:
        match node.statement:
            case core.OpenWindow():
                return self._window(node, node.statement, key)
            case core.Emit(event=name):
                return self._unit(("event", name), key, self._answers(name), around)
            case core.RunPhase(phase=name):
                return self._unit(("phase", name), key, (), around)
            case core.Perform(procedure=name):
                return self._unit(("procedure", name), key, (), around)
            case core.Finish(outcome=name):
                title = self.graph.program.outcomes[name].title
                return Box(key, "end", title)
            case core.Leave(scope=scope):
                return Box(key, "jump", self.pick(f"quitter {scope}", f"leave {scope}"))
            case core.Choose():
                return Box(key, "choice", node.label, self._decider(node, node.statement))
            case _:
                return Box(key, "chance", node.label)

    def _decider(self, node: Node, choice: core.Choose) -> tuple[str, ...]:
        parts = self.turns.parts(choice.chooser, node)
        return (self._who(parts),) if parts else ()

    def _who(self, parts: frozenset[str] | None) -> str:
        return self.pick(*_WHO[_TONES.get(parts, "some")])

    def _window(self, node: Node, statement: core.OpenWindow, key: str) -> Box:
        """Return an open window: who may act, and what they can do."""
        program = self.graph.program
        parts = self.turns.parts(statement.seats, node)
        offered = [
            a.title for a in program.abilities.values() if statement.window in a.windows
        ]
        lines = (self._who(parts), *(f"· {title}" for title in _cut(offered)))
        window = program.windows[statement.window]
        row = self.rows.get(window.name, "")
        return Box(key, "window", window.title, lines, _TONES.get(parts, "some"), row)

    def _answers(self, event: str) -> tuple[str, ...]:
        """Return the abilities that answer an event, with their moment."""
        found = []
        for ability in self.graph.program.abilities.values():
            trigger = ability.trigger
            if trigger is not None and trigger.event == event:
                moment = trigger.moment if trigger.moment in _MOMENTS else ability.cls
                words = _MOMENTS.get(moment, (moment, moment))
                found.append(f"{self.pick(*words)} : {ability.title}")
        return tuple(f"· {line}" for line in _cut(found))

    def _unit(
        self, unit: Unit, key: str, lines: tuple[str, ...], around: tuple[Unit, ...]
    ) -> Box:
        """Return a phase, procedure, event or ability: from inside if it is opened."""
        declared = self._declared(unit)
        is_event = unit[0] == "event"
        if unit[1] in self.opened and unit not in around:
            group = self._group(unit, key, declared.title, (*around, unit))
            if is_event:
                inside, ways = stage_boxes(
                    self.graph.program, unit[1], key, group, self.lang
                )
                return replace(group, inside=inside, arrows=ways)
            if group.inside:
                return group
        tone, row = self.contents.tone(unit), self.rows.get(unit[1], "")
        if not is_event:
            lines = self.contents.tell(unit, self.lang)
        kind = "event" if is_event else "unit"
        return Box(key, kind, declared.title, lines, tone, row)

    def _declared(self, unit: Unit) -> Declared:
        program = self.graph.program
        parts: Mapping[str, Mapping[str, Declared]] = {
            "event": program.events,
            "phase": program.phases,
            "procedure": program.procedures,
            "ability": program.abilities,
        }
        return parts[unit[0]][unit[1]]


_TONES: Mapping[frozenset[str] | None, str] = {
    frozenset({OWN}): "own",
    frozenset({OTHER}): "others",
    BOTH: "all",
}
_WHO = {
    "own": ("le joueur dont c'est le tour", "the player in turn"),
    "others": ("les autres joueurs", "the other players"),
    "all": ("tous les joueurs", "all players"),
    "some": ("certains joueurs", "some players"),
}
_MOMENTS = {"avant": ("avant", "before"), "après": ("après", "after")}


def _cut(titles: list[str]) -> list[str]:
    """Return the first titles, and how many more there are."""
    left = len(titles) - MAX_LINES
    return titles if left <= 0 else [*titles[:MAX_LINES], f"… + {left}"]
