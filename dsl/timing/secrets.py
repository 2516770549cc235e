"""Who learns what from being asked: T24."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from .. import core
from ..builtins import ME
from ..diagnostics import Diagnostic
from ..program import Ability
from .conditions import Conditions
from .findings import Check, Finding, Soundness, Verdict
from .graph import Graph
from .origins import Origins
from .places import Kind, Node, Unit
from .rewriting import free_names, substitute
from .sight import ANYBODY_ELSE, Sight

#: Callers followed from a parameter to what it is given, at most.
MAX_DEPTH = 4


@dataclass(frozen=True, slots=True)
class Asked:
    """What the options of a decision depend on, and who sees them."""

    unit: Unit
    viewer: core.Expr
    reads: tuple[core.Expr, ...]


def told_secret(graph: Graph) -> Iterator[Finding]:
    """T24. Prove that what is offered to a player depends on what they see only.

    A decision that passes by itself when there is nothing to do may tell the others
    something: that is said, without judgement.
    """
    secrets = _Secrets(graph)
    for node, name, asked in secrets.decisions():
        told = sorted({each for found in secrets.expanded(asked) for each in found})
        if told:
            secret = ", ".join(told)
            values = {
                "name": name,
                "secret": tuple(told),
                "why_fr": f"dépend de « {secret} », que celui qui choisit ne voit pas",
                "why_en": f"depends on “{secret}”, which the one who chooses does not see",
            }
            yield _finding(graph, node, values, Verdict.ALERT)
    for node, name, passing in secrets.passed():
        known = ", ".join(passing)
        values = {
            "name": name,
            "why_fr": f"passe d'elle-même selon « {known} », que les autres ne voient pas",
            "why_en": f"passes by itself by “{known}”, which the others do not see",
        }
        yield _finding(graph, node, values, Verdict.INFO)


def _finding(
    graph: Graph, node: Node, values: Mapping[str, object], verdict: Verdict
) -> Finding:
    trace = tuple(graph.path(graph.start, [node.number]) or ())
    return Finding(verdict, Diagnostic("T24", node.span, values, (), node.cites), trace)


class _Secrets:
    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.program = graph.program
        self.conditions = graph.known(Conditions)
        self.effects = self.conditions.effects
        self.origins = Origins(self.conditions)

    def decisions(self) -> Iterator[tuple[Node, str, Asked]]:
        """Yield the choices and the optional abilities, with what their options read."""
        for node in self.graph.of_kind(Kind.CHOICE):
            choice = node.statement or self.conditions.parameter(node)
            if node.number not in self.graph.reachable or not isinstance(
                choice, core.Choose
            ):
                continue
            parts = (choice.group, choice.minimum, choice.maximum, choice.condition)
            reads = tuple(
                self.conditions.unfold(each) for each in parts if each is not None
            )
            asked = Asked(node.unit, self.conditions.unfold(choice.chooser), reads)
            yield node, choice.title or node.label, asked
        for ability in self.program.abilities.values():
            if ability.cls in ("action", "réponse"):
                node = self.graph.nodes[self.graph.entries["ability", ability.name]]
                if node.number in self.graph.reachable:
                    yield node, ability.title, self._of_ability(ability)

    def _of_ability(self, ability: Ability) -> Asked:
        reads = [each.condition for each in ability.requirements]
        reads += [each.group for each in ability.parameters]
        me = core.Local(ability.span, core.PLAYER, ME)
        unit = ("ability", ability.name)
        return Asked(unit, me, tuple(map(self.conditions.unfold, reads)))

    def expanded(self, asked: Asked, depth: int = MAX_DEPTH) -> Iterator[tuple[str, ...]]:
        """Yield what is told, for each way the unit of a decision is called."""
        asked = self._with_lets(asked)
        slots = [name for each in (*asked.reads, asked.viewer) for name in free_names(each)]
        given = {
            slot: list(self.origins.given(asked.unit, slot))
            for slot in dict.fromkeys(slots)
        }
        calls = max((len(found) for found in given.values()), default=0)
        if not calls or depth == 0:
            yield self._told(asked)
            return
        for number in range(calls):
            values = {slot: found[number][1] for slot, found in given.items() if found}
            values = {slot: self.conditions.unfold(each) for slot, each in values.items()}
            home = next(found[number][0] for found in given.values() if found)
            reads = tuple(substitute(each, values) for each in asked.reads)
            yield from self.expanded(
                Asked(home, substitute(asked.viewer, values), reads), depth - 1
            )

    def _with_lets(self, asked: Asked) -> Asked:
        """Put what « soit » says in the place of its names."""
        values = {
            slot: self.conditions.unfold(binding.value)
            for (unit, slot), binding in self.effects.bindings.items()
            if unit == asked.unit and isinstance(binding, core.Let)
        }
        reads, viewer = asked.reads, asked.viewer
        for _ in range(MAX_DEPTH):
            reads = tuple(substitute(each, values) for each in reads)
            viewer = substitute(viewer, values)
        return Asked(asked.unit, viewer, reads)

    def _told(self, asked: Asked) -> tuple[str, ...]:
        sight = Sight(self.program, asked.viewer, self._taken(asked.unit))
        return tuple(name for each in asked.reads for name in sight.told(each))

    def _taken(self, unit: Unit) -> dict[str, core.Expr]:
        """Return the sets that the items of a unit were chosen from, and still lie in."""
        moved = {
            node.statement.items.slot
            for node in self.graph.nodes
            if node.unit == unit
            and isinstance(node.statement, core.Move)
            and isinstance(node.statement.items, core.Local)
        }
        found = {
            slot: self.conditions.unfold(binding.group)
            for (home, slot), binding in self.effects.bindings.items()
            if home == unit
            and isinstance(binding, core.Choose | core.For)
            and binding.group is not None
            and slot not in moved
        }
        ability = self.program.abilities.get(unit[1]) if unit[0] == "ability" else None
        for parameter in () if ability is None else ability.parameters:
            found.setdefault(parameter.slot, self.conditions.unfold(parameter.group))
        return found

    def _hand_of(self, ability: Ability) -> Iterator[str]:
        """Yield the zones in which only their owner sees that they hold an ability's card."""
        for name in ability.zones if ability.card is not None else ():
            if self.program.zones[name].visibility != "visible":
                yield self.program.zones[name].title

    def passed(self) -> Iterator[tuple[Node, str, tuple[str, ...]]]:
        """Yield the windows that pass by themselves by what others do not see."""
        other = core.Local(self.graph.nodes[0].span, core.PLAYER, ANYBODY_ELSE)
        for window in self.program.windows.values():
            node = self.graph.nodes[self.graph.entries["window", window.name]]
            offered = [
                each
                for each in self.program.abilities.values()
                if window.name in each.windows
            ]
            if node.number not in self.graph.reachable:
                continue
            told: set[str] = set()
            for ability in offered:
                asked = self._of_ability(ability)
                told.update(self._hand_of(ability))
                if not asked.reads and ability.card is None:
                    # There is always something to do: nobody is passed over.
                    told.clear()
                    break
                sight = Sight(self.program, other, self._taken(asked.unit))
                told.update(name for each in asked.reads for name in sight.told(each))
            if told:
                yield node, window.title, tuple(sorted(told))


CHECKS: tuple[Check, ...] = (Check("T24", Soundness.SAFE, told_secret),)
