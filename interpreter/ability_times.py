"""When an ability can be used: `livret timing GAME --ability X`."""

from __future__ import annotations

from collections.abc import Iterator

from ..dsl.program import Ability
from ..dsl.suggestions import closest, folded
from ..dsl.timing.graph import Graph
from ..dsl.timing.turns import BOTH, OTHER, OWN, Parts
from ..dsl.timing.uses import Use, Uses
from .misuse import Misuse
from .phrases import phrase
from .screen import Screen

_WHO = {
    frozenset({OWN}): ("le joueur dont c'est le tour", "the player in turn"),
    frozenset({OTHER}): ("les autres joueurs", "the other players"),
    BOTH: ("tous les joueurs", "all players"),
}
_SOME = ("selon les règles", "as the rules say")


def show_ability(graph: Graph, name: str, screen: Screen, as_json: bool) -> None:
    """Print in which windows an ability is offered, to whom, and why not elsewhere."""
    for ability in find_abilities(graph, name):
        uses = Uses(graph)
        if as_json:
            screen.json(_data(graph, ability, uses))
        else:
            _show(graph, ability, uses, screen)


def find_abilities(graph: Graph, name: str) -> list[Ability]:
    """Return the abilities of a name or title; raise Misuse if there is none."""
    abilities = graph.program.abilities.values()
    wanted = folded(name)
    found = [a for a in abilities if wanted in (folded(a.name), folded(a.title))]
    if found:
        return found
    meant = closest(name, [text for a in abilities for text in (a.name, a.title)])
    raise Misuse(
        f"aucune capacité « {name} »" + (f" ; est-ce « {meant} » ?" if meant else ""),
        f"no ability “{name}”" + (f"; is it “{meant}”?" if meant else ""),
    )


def _show(graph: Graph, ability: Ability, uses: Uses, screen: Screen) -> None:
    cites = f" [{', '.join(ability.cites)}]" if ability.cites else ""
    screen.heading(f"{ability.cls} {ability.name}{cites}", is_first=True)
    if ability.title != ability.name:
        screen.prose(ability.title, 2)
    found = uses.of(ability)
    screen.heading(screen.pick("Où, et pour qui", "Where, and for whom"))
    if found:
        rows = [_row(use, screen) for use in found]
        headers = (
            screen.pick("moment", "moment"), screen.pick("dans", "in"),
            screen.pick("pour", "for"), screen.pick("règle", "rule"),
        )  # fmt: skip
        screen.table(headers, rows)
    else:
        screen.prose(screen.pick("nulle part", "nowhere"), 2)
    limits = list(_conditions(graph, ability, screen))
    if limits:
        screen.heading(screen.pick("À condition", "Provided"))
        for line in limits:
            screen.prose(line, 2, hang=2)
    elsewhere = list(_elsewhere(graph, ability, screen))
    if elsewhere:
        screen.heading(screen.pick("Pourquoi pas ailleurs", "Why not elsewhere"))
        for line in elsewhere:
            screen.prose(line, 2, hang=2)


def _row(use: Use, screen: Screen) -> tuple[str, ...]:
    span = use.node.span
    return (
        use.moment,
        ", ".join(use.scopes),
        screen.pick(*who(use.parts)),
        f"{span.path.name}:{span.line}",
    )


def who(parts: Parts | None) -> tuple[str, str]:
    """Return whose turn it may be, in both languages."""
    return _SOME if parts is None else _WHO.get(parts, _SOME)


def _conditions(graph: Graph, ability: Ability, screen: Screen) -> Iterator[str]:
    """Yield what else must hold: where the card lies, requirements, limits, prohibitions."""
    if ability.zones:
        zones = ", ".join(ability.zones)
        yield screen.pick(f"sa carte est dans : {zones}", f"its card is in: {zones}")
    for each in ability.requirements:
        cites = f" [{', '.join(each.cites)}]" if each.cites else ""
        yield f"{each.title or phrase(each.condition)}{cites}"
    for limit in ability.limits:
        count = phrase(limit.count)
        yield screen.pick(f"{count} par {limit.scope}", f"{count} per {limit.scope}")
    for other in graph.program.abilities.values():
        trigger = other.trigger
        if (
            other.cls == "interdit"
            and trigger is not None
            and trigger.event == ability.name
        ):
            yield screen.pick(f"sauf si « {other.title} »", f"unless “{other.title}”")


def _elsewhere(graph: Graph, ability: Ability, screen: Screen) -> Iterator[str]:
    """Yield why each other window does not offer it."""
    if ability.cls != "action":
        if ability.trigger is not None:
            event = ability.trigger.event
            yield screen.pick(
                f"ne répond qu'à « {event} », {ability.trigger.moment}",
                f"answers “{event}” only, {ability.trigger.moment}",
            )
        return
    for name, window in graph.program.windows.items():
        is_open = graph.entries["window", name] in graph.reachable
        if not is_open:
            yield screen.pick(f"{name} : ne s'ouvre jamais", f"{name}: never opens")
        elif name not in ability.windows:
            yield (
                screen.pick(
                    f"{name} : la règle ne dit pas « pendant {name} »",
                    f"{name}: the rule does not say “pendant {name}”",
                )
                + f" ({window.span.path.name}:{window.span.line})"
            )


def _data(graph: Graph, ability: Ability, uses: Uses) -> dict[str, object]:
    return {
        "ability": ability.name,
        "class": ability.cls,
        "title": ability.title,
        "cites": list(ability.cites),
        "uses": [
            {
                "moment": use.moment,
                "scopes": list(use.scopes),
                "turn": None if use.parts is None else sorted(use.parts),
                "path": use.node.span.path.as_posix(),
                "line": use.node.span.line,
            }
            for use in uses.of(ability)
        ],
        "not": [
            name
            for name in graph.program.windows
            if ability.cls == "action" and name not in ability.windows
        ],
    }
