"""Who cites what: every statement id in a ruleset, with the rule, example or component.

Works on what was read, before anything is resolved: rules an amendment brings count too.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from . import nodes
from .program import Provenance
from .source import Span

if TYPE_CHECKING:
    from .loader import Reading
from .manifest import texts


class Role(StrEnum):
    """What a citation stands in."""

    RULE = "rule"
    EXAMPLE = "example"
    COMPONENT = "component"
    WAIVER = "waiver"


@dataclass(frozen=True, slots=True)
class Citation:
    """One id in one place. `node` is what carries it, `declaration` what that stands in.

    A component has neither: `owner` is then its id, else the name of the declaration.
    """

    id: str
    role: Role
    owner: str
    span: Span
    node: nodes.Node | None = None
    declaration: nodes.Declaration | None = None


def citations(reading: Reading) -> list[Citation]:
    """Return every citation of a ruleset: rules and examples, then components."""
    found = [
        each
        for node in declarations(reading)
        for each in sorted(_in_declaration(node), key=lambda cite: cite.span)
    ]
    found.extend(_in_components(reading))
    return found


def declarations(reading: Reading) -> Iterator[nodes.Declaration]:
    """Yield every declaration: of the rules, of amendments, of cards."""
    for node in reading.declarations:
        yield node
        if isinstance(node, nodes.Amendment):
            for line in changes_of(node):
                if isinstance(line, nodes.Replace | nodes.Add):
                    yield line.declaration
    for block in reading.blocks.values():
        yield from block


def changes_of(node: nodes.Amendment) -> Iterator[nodes.Node]:
    """Yield the lines of an amendment, those about components one by one."""
    for line in node.lines:
        if isinstance(line, nodes.AmendmentComponent):
            yield from line.changes
        else:
            yield line


def name_of(node: nodes.Declaration) -> str:
    """Return the name of a declaration, or its title, or nothing if it has neither."""
    for key in ("name", "title"):
        word = getattr(node, key, None)
        if isinstance(word, nodes.Word | nodes.Title):
            return word.text
    return ""


def _in_declaration(declaration: nodes.Declaration) -> Iterator[Citation]:
    """Yield the citations of a declaration, those of an amendment's own lines apart."""
    match declaration:
        case nodes.Example():
            role = Role.EXAMPLE
        case nodes.Waiver():
            role = Role.WAIVER
        case _:
            role = Role.RULE
    owner = name_of(declaration)
    waiting: list[nodes.Node] = [declaration]
    while waiting:
        node = waiting.pop()
        for child in node.children():
            if isinstance(child, nodes.Cites):
                for word in child.ids:
                    yield Citation(word.text, role, owner, word.span, node, declaration)
            elif not isinstance(child, nodes.Declaration) or isinstance(child, nodes.Phase):
                waiting.append(child)


def _in_components(reading: Reading) -> Iterator[Citation]:
    """Yield the citations of components and, once per group, of where they come from."""
    seen: set[Provenance] = set()
    for card in reading.components.cards.values():
        for cite in texts(card.entries, "citations"):
            yield Citation(cite, Role.COMPONENT, card.id, card.place("citations"))
        if card.provenance not in seen:
            seen.add(card.provenance)
            for cite in _in_provenance(card.provenance):
                yield Citation(cite, Role.COMPONENT, card.id, card.span)
    for plan in reading.components.plans.values():
        for cite in _in_provenance(plan.provenance):
            yield Citation(cite, Role.COMPONENT, plan.name, plan.span)


def _in_provenance(provenance: Provenance) -> Iterator[str]:
    yield from provenance.cites
    for _, exception in provenance.exceptions:
        yield from exception.cites
