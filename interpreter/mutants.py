"""The mutants of a ruleset: what was read in, readings with one small fault each out.

Only rules are mutated: examples and invariants judge the rules, readings and waivers are
no rules, and what only an `évaluation` uses is advice to a bot. Parsing is done once: a
mutant is a declaration with one node replaced.
"""

from __future__ import annotations

import random
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any

from ..dsl import nodes
from ..dsl.citations import Citation, Role, citations, name_of
from ..dsl.dependencies import EXPANDED, Dependencies
from ..dsl.loader import Reading
from ..dsl.source import Span
from .language import Text
from .mutators import Change, Kind, Lines, Surroundings, changes

#: Where a declaration stands: the card it is on ("" for none), its number there.
Home = tuple[str, int]

_JUDGES = (
    nodes.Example
    | nodes.Invariant
    | nodes.Evaluation
    | nodes.Waiver
    | nodes.Exemption
    | nodes.Reading
    | nodes.Chronology
    | nodes.Sheet
)


@dataclass(frozen=True, slots=True)
class Mutant:
    """One fault: the declarations that differ, its place, the statements it goes against."""

    kind: Kind
    #: The name of the declaration, and the line of the file where the fault is.
    rule: str
    line: str
    span: Span
    cites: tuple[str, ...]
    text: Text
    declarations: Mapping[Home, nodes.Declaration]

    def apply(self, reading: Reading) -> Reading:
        """Return the reading with this fault."""
        top = list(reading.declarations)
        blocks = {card: list(block) for card, block in reading.blocks.items()}
        for (card, number), declaration in self.declarations.items():
            (blocks[card] if card else top)[number] = declaration
        mended = {card: tuple(block) for card, block in blocks.items()}
        return replace(reading, declarations=tuple(top), blocks=mended)


def rules_alone(reading: Reading) -> Reading:
    """Return the rules of which mutants are made: they are built and compiled many times.

    Examples are played from outside; what only an `évaluation` uses no example can need.
    """
    every = [node for _, node in _homes(reading)]
    dependencies = Dependencies(every)
    needed: set[int] = set()
    for node in every:
        if not isinstance(node, (*EXPANDED, nodes.Evaluation)):
            needed.update(map(id, (node, *dependencies.reach(node))))
    kept = (node for node in reading.declarations if id(node) in needed)
    rules = (node for node in kept if not isinstance(node, nodes.Example))
    return replace(reading, declarations=tuple(rules))


def mutants(reading: Reading, statements: Iterable[str] = ()) -> list[Mutant]:
    """Return every mutant of the rules, always in the same order.

    `statements` are the ids of the rulebook: each can be forgotten by the rules.
    """
    homes = dict(_homes(reading))
    rules = homes.values()
    windows = tuple(node.name.text for node in rules if isinstance(node, nodes.Window))
    lines = Lines()
    around = Surroundings(windows, _seats(rules), Dependencies(rules), lines)
    advice = _advice(rules, around.dependencies)
    found = []
    for home, node in homes.items():
        if id(node) in advice or _is_on_request(node, reading.manifest.on_request):
            continue
        for change, faulty, above in _spread(node, around, ()):
            assert isinstance(faulty, nodes.Declaration)
            cites = dict.fromkeys(
                cite for about in change.about for cite in _ids(about) or above
            )
            span = change.about[0].span
            found.append(
                Mutant(
                    change.kind,
                    name_of(node),
                    lines.at(span),
                    span,
                    tuple(cites),
                    change.text,
                    {home: faulty},
                )
            )
    return [*found, *_forgotten(reading, homes, set(statements), lines)]


def sample(found: list[Mutant], size: int, seed: int) -> list[int]:
    """Return the numbers of some mutants, in order: as many of each kind as there are."""
    chance = random.Random(seed)
    kinds: dict[Kind, list[int]] = {}
    for number, mutant in enumerate(found):
        kinds.setdefault(mutant.kind, []).append(number)
    for numbers in kinds.values():
        chance.shuffle(numbers)
    turns = zip_longest(*kinds.values())
    in_turn = [number for turn in turns for number in turn if number is not None]
    return sorted(in_turn[:size])


def _homes(reading: Reading) -> Iterator[tuple[Home, nodes.Declaration]]:
    """Yield every declaration with its home."""
    for number, node in enumerate(reading.declarations):
        yield ("", number), node
    for card, block in reading.blocks.items():
        for number, node in enumerate(block):
            yield (card, number), node


def _seats(rules: Iterable[nodes.Declaration]) -> int:
    """Return the most players there can be."""
    counts = [
        each.maximum or each.minimum for each in rules if isinstance(each, nodes.Players)
    ]
    return max((each.value for each in counts), default=1)


def _advice(rules: Iterable[nodes.Declaration], dependencies: Dependencies) -> set[int]:
    """Return which definitions no rule uses: they serve evaluations, or judges."""
    used: set[int] = set()
    for node in rules:
        if not isinstance(node, (*EXPANDED, _JUDGES)) or _cites_anything(node):
            used.update(id(each) for each in (node, *dependencies.reach(node)))
    return {id(node) for node in rules if id(node) not in used or isinstance(node, _JUDGES)}


def _is_on_request(node: nodes.Declaration, on_request: Container[str]) -> bool:
    """Tell whether an amendment holds only when its date is asked for."""
    return isinstance(node, nodes.Amendment) and any(
        isinstance(line, nodes.AmendmentSource) and line.name.text in on_request
        for line in node.lines
    )


def _cites_anything(node: nodes.Node) -> bool:
    return any(isinstance(each, nodes.Cites) for each in node.walk())


def _spread(
    node: nodes.Node, around: Surroundings, above: tuple[str, ...]
) -> Iterator[tuple[Change, nodes.Node, tuple[str, ...]]]:
    """Yield each change in a node or below, the node so changed, and what is cited there."""
    if isinstance(node, nodes.Example):
        return
    cited = _ids(node) or above
    for change in changes(node, around):
        yield change, change.node, cited
    for name in node.__match_args__:
        value = getattr(node, name)
        if isinstance(value, nodes.Node):
            for change, faulty, inner in _spread(value, around, cited):
                yield change, _set(node, name, faulty), inner
        elif isinstance(value, tuple):
            for number, item in enumerate(value):
                if isinstance(item, nodes.Node):
                    for change, faulty, inner in _spread(item, around, cited):
                        items = (*value[:number], faulty, *value[number + 1 :])
                        yield change, _set(node, name, items), inner


def _set(node: nodes.Node, name: str, value: Any) -> nodes.Node:
    return replace(node, **{name: value})


def _ids(node: nodes.Node) -> tuple[str, ...]:
    """Return the statements that a node itself cites."""
    cites = getattr(node, "cites", None)
    return tuple(word.text for word in cites.ids) if cites is not None else ()


def _forgotten(
    reading: Reading,
    homes: Mapping[Home, nodes.Declaration],
    statements: set[str],
    lines: Lines,
) -> Iterator[Mutant]:
    """Yield, for each statement that rules alone cite, the rules without it.

    One that a component cites too would not be forgotten.
    """
    first: dict[str, Citation] = {}
    elsewhere: set[str] = set()
    for cite in citations(reading):
        if cite.role is Role.RULE and cite.id in statements:
            first.setdefault(cite.id, cite)
        elif cite.role is Role.COMPONENT:
            elsewhere.add(cite.id)
    for id_, cite in sorted(first.items()):
        if id_ in elsewhere:
            continue
        without = {}
        for home, node in homes.items():
            if not isinstance(node, nodes.Waiver):
                changed = _uncited(node, id_)
                if changed is not node:
                    assert isinstance(changed, nodes.Declaration)
                    without[home] = changed
        text = (f"aucune règle ne cite {id_}", f"no rule cites {id_}")
        line = lines.at(cite.span)
        yield Mutant(Kind.CITATION, cite.owner, line, cite.span, (id_,), text, without)


def _uncited(node: nodes.Node, id_: str) -> nodes.Node:
    """Return a node without the citations of a statement, itself if there are none."""
    if isinstance(node, nodes.Example):
        return node
    parts: dict[str, Any] = {}
    for name in node.__match_args__:
        value = getattr(node, name)
        match value:
            case nodes.Cites():
                ids = tuple(word for word in value.ids if word.text != id_)
                changed: Any = replace(value, ids=ids) if ids else None
                changed = value if ids == value.ids else changed
            case nodes.Node():
                changed = _uncited(value, id_)
            case tuple():
                items = tuple(
                    _uncited(item, id_) if isinstance(item, nodes.Node) else item
                    for item in value
                )
                same = all(new is old for new, old in zip(items, value, strict=True))
                changed = value if same else items
            case _:
                continue
        if changed is not value:
            parts[name] = changed
    return replace(node, **parts) if parts else node
