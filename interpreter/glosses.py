"""What can be told of a rule: a name in, its text, citations, amendments, readings out."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from ..dsl import nodes
from ..dsl.amendments import COMPONENT, key_of
from ..dsl.citations import Citation, citations, declarations, name_of
from ..dsl.components import RawCard
from ..dsl.dependencies import Dependencies
from ..dsl.files import read_source
from ..dsl.loader import Reading
from ..dsl.parser import text_lines
from ..dsl.program import Ability, AmendmentNote, Board, Setting
from ..dsl.source import Source, Span
from ..dsl.suggestions import closest, folded
from .layout import lay_out
from .loading import Loaded
from .names import Names

_HEADER_END = re.compile(r'["\[(:=]')


@dataclass(frozen=True, slots=True)
class Use:
    """When an ability can be used: a window or an event, and the rules that lead there."""

    ability: str
    #: pendant for a window; avant, après, interdit or remplacement for an event or action.
    moment: str
    target: str
    opened_by: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Gloss:
    """A rule or a component as written, and everything that bears on it."""

    name: str
    title: str
    span: Span
    text: str
    cites: tuple[str, ...]
    uses: tuple[Use, ...]
    settings: tuple[Setting, ...]
    amendments: tuple[AmendmentNote, ...]
    named_in: tuple[str, ...]
    provenance: str = ""
    #: What amendments change on a component: the amendment's name, the change as written.
    changes: tuple[tuple[str, str], ...] = ()


class Glossary:
    """Explains the rules and components of one loaded ruleset."""

    def __init__(self, loaded: Loaded) -> None:
        self.program = loaded.program
        self.cards = loaded.reading.components.cards
        self.blocks = loaded.reading.blocks
        self.citations = citations(loaded.reading)
        self.declarations = list(declarations(loaded.reading))
        self.dependencies = Dependencies(self.declarations)
        self._texts: dict[Path, list[str]] = {}
        self._bearers = dict(_bearers(loaded.reading))
        self.places = {
            node.span: node
            for declaration in self.declarations
            for node in declaration.walk()
            if isinstance(node, nodes.Step | nodes.Phase | nodes.EndlessLoop)
        }

    def find(self, what: str) -> list[Gloss]:
        """Return what has this name, id or title, whatever its case and accents."""
        wanted = folded(what)
        found = [
            self._rule(node)
            for node in (*self.declarations, *self._inner())
            if wanted in map(folded, self._names(node))
        ]
        for card in self.cards.values():
            labels = {card.id, card.label, self.program.cards[card.id].label}
            if wanted in map(folded, labels):
                found.append(self._component(card))
        found += [
            self._cell(board, number)
            for board in self.program.boards.values()
            for number, cell in enumerate(board.cells)
            if wanted == folded(cell.label)
        ]
        return found

    def text(self, span: Span) -> str:
        """Return the lines of a span as the author wrote them, at the left margin."""
        lines = self._lines(span.path)[span.line - 1 : span.end_line]
        return textwrap.dedent("\n".join(lines)).rstrip()

    def label(self, node: nodes.Node) -> str:
        """Return the header of a rule: « action Avancer », « mise en place »."""
        header = self._lines(node.span.path)[node.span.line - 1][node.span.column - 1 :]
        label = _HEADER_END.split(header, maxsplit=1)[0].strip()
        if isinstance(node, nodes.Example | nodes.Invariant):
            return f"{label} « {node.title.text} »"
        return label

    def citing(self, statement: str) -> list[Citation]:
        """Return the citations of a statement, those inside what another is on left out."""
        found: list[Citation] = []
        for each in self.citations:
            if each.id == statement and not any(_holds(other, each) for other in found):
                found.append(each)
        return found

    def meant(self, what: str, ids: Iterable[str]) -> str | None:
        """Return the known name or id closest to one that nothing has."""
        known = {*ids, *(each.id for each in self.citations), *self.cards}
        known.update(card.label for card in self.cards.values())
        boards = self.program.boards.values()
        known.update(cell.label for board in boards for cell in board.cells)
        for node in (*self.declarations, *self._inner()):
            known.update(self._names(node))
        return closest(what, known)

    def _lines(self, path: Path) -> list[str]:
        """Return the lines of a file, read once."""
        if path not in self._texts:
            source = read_source(path)
            self._texts[path] = (
                text_lines(source.text) if isinstance(source, Source) else []
            )
        return self._texts[path]

    def _inner(self) -> Iterator[nodes.Step | nodes.Phase | nodes.EndlessLoop]:
        """Yield the named places inside rules; a phase at top level is a declaration."""
        tops = {id(node) for node in self.declarations}
        for node in self.places.values():
            if id(node) not in tops and node.name is not None:
                yield node

    def _names(self, node: nodes.Node) -> list[str]:
        """Return what a declaration, or a place in one, can be called."""
        names = []
        for key in ("name", "title"):
            word = getattr(node, key, None)
            if isinstance(word, nodes.Word | nodes.Title):
                names.append(word.text)
        if isinstance(node, nodes.Enumeration):
            names += [word.text for word in node.values.words]
        ability = self._ability(node)
        return [*names, ability.name] if ability else names

    def _ability(self, node: nodes.Node) -> Ability | None:
        """Return the ability in force that a declaration became."""
        for ability in self.program.abilities.values():
            if ability.span == node.span:
                return ability
        return None

    def _rule(self, node: nodes.Node) -> Gloss:
        names = self._names(node)
        ability = self._ability(node)
        title = getattr(node, "title", None)
        return Gloss(
            name=names[0],
            title=title.text if title is not None and title.text != names[0] else "",
            span=node.span,
            text=self.text(node.span),
            cites=_cites_in(node),
            uses=tuple(self._uses([ability] if ability else [])),
            settings=self._settings([node]),
            amendments=tuple(self._amendments(node)),
            named_in=tuple(self._named_in(node, names[0])),
        )

    def _component(self, card: RawCard) -> Gloss:
        block = self.blocks.get(card.id, ())
        abilities = [a for a in self.program.abilities.values() if a.card == card.id]
        cites = [*card.cites, *card.provenance.cites]
        cites += [cite for node in block for cite in _cites_in(node)]
        changes = list(self._changes(card.id))
        details = (card.provenance.lines, card.provenance.address, card.provenance.note)
        return Gloss(
            name=card.id,
            title=self.program.cards[card.id].label,
            span=card.span,
            text=self.text(_whole(card)),
            cites=tuple(dict.fromkeys(cites)),
            uses=tuple(self._uses(abilities)),
            settings=self._settings(block),
            amendments=tuple({note.name: note for note, _ in changes}.values()),
            named_in=tuple(self._naming(card.id)),
            provenance=", ".join(filter(None, (card.provenance.origin, *details))),
            changes=tuple((note.name, self.text(span)) for note, span in changes),
        )

    def _cell(self, board: Board, number: int) -> Gloss:
        """Return a cell: what its board says of it, in the words of the rules."""
        cell = board.cells[number]
        names = Names(lay_out(self.program, self.program.players[1]))
        lines = [f"{cell.label} : {board.cell}"]
        for key, characteristic in board.characteristics.items():
            value = names.label(board.tables[key][number], characteristic.kind)
            lines.append(f"{cell.label}.{key} = {value}")
        near = ", ".join(board.cells[other].label for other in board.neighbours[number])
        lines.append(f"voisines({cell.label}) = {{{near}}}")
        origin = "" if board.provenance is None else board.provenance.origin
        return Gloss(
            name=cell.label,
            title=board.title,
            span=board.span,
            text="\n".join(lines),
            cites=board.cites,
            uses=(),
            settings=(),
            amendments=(),
            named_in=tuple(self._naming(cell.label)),
            provenance=origin,
        )

    def _uses(self, abilities: Iterable[Ability]) -> Iterator[Use]:
        """Yield when abilities can be used, and which rules lead there."""
        for ability in abilities:
            for name in ability.windows:
                where = tuple(self._with(nodes.OpenWindow, name))
                yield Use(ability.name, "pendant", name, where)
            if ability.trigger is not None:
                name = ability.trigger.event
                where = tuple(self._with(nodes.Emit, name))
                yield Use(ability.name, ability.trigger.moment, name, where)

    def _with(
        self, kind: type[nodes.OpenWindow] | type[nodes.Emit], name: str
    ) -> Iterator[str]:
        """Yield the rules that open a window or emit an event."""
        for node in self.declarations:
            if isinstance(node, nodes.Amendment | nodes.Example):
                continue
            if any(isinstance(n, kind) and n.name.text == name for n in node.walk()):
                yield self.label(node)

    def _settings(self, rules: Iterable[nodes.Node]) -> tuple[Setting, ...]:
        """Return the readings, variants and options that rules depend on."""
        classes = (nodes.Reading, nodes.Variant, nodes.Option)
        names = {
            name_of(each)
            for rule in rules
            for each in self.dependencies.reach(rule)
            if isinstance(each, classes)
        }
        return tuple(each for name, each in self.program.settings.items() if name in names)

    def _amendments(self, node: nodes.Node) -> Iterator[AmendmentNote]:
        """Yield the amendments that touch a declaration, in force or not."""
        target = " ".join(key_of(node)) if isinstance(node, nodes.Declaration) else ""
        if id(node) in self._bearers:
            target = f"{COMPONENT} {self._bearers[id(node)]} {target}"
        for note in self.program.amendments:
            if target in note.targets and note.span != node.span:
                yield note

    def _changes(self, card: str) -> Iterator[tuple[AmendmentNote, Span]]:
        """Yield what amendments, in force or not, change on a component."""
        for note in self.program.amendments:
            for target, span in zip(note.targets, note.changes, strict=True):
                if target.startswith(f"{COMPONENT} {card} "):
                    yield note, span

    def _named_in(self, node: nodes.Node, name: str) -> Iterator[str]:
        if isinstance(node, nodes.Declaration):
            own = self.label(node)
            yield from (label for label in self._naming(name) if label != own)

    def _naming(self, name: str) -> Iterator[str]:
        """Yield the rules that name something, each once."""
        found = (
            self.label(node)
            for node in self.declarations
            if not isinstance(node, nodes.Example | nodes.Amendment)
            and any(
                isinstance(each, nodes.Word) and each.text == name for each in node.walk()
            )
        )
        yield from dict.fromkeys(found)


def _bearers(reading: Reading) -> Iterator[tuple[int, str]]:
    """Yield the abilities of components and of their amendments, with the component's id."""
    for card, block in reading.blocks.items():
        yield from ((id(node), card) for node in block)
    amendments = (n for n in reading.declarations if isinstance(n, nodes.Amendment))
    for line in (line for node in amendments for line in node.lines):
        if isinstance(line, nodes.AmendmentComponent):
            for change in line.changes:
                if isinstance(change, nodes.Replace | nodes.Add):
                    yield id(change.declaration), line.name.text


def _whole(card: RawCard) -> Span:
    """Return the place of a component, the lines of its abilities included."""
    span, block = card.entries.span, card.abilities
    if block is None:
        return span
    last = block.line + block.text.rstrip().count("\n")
    return replace(span, end_line=max(span.end_line, last))


def _holds(outer: Citation, inner: Citation) -> bool:
    """Tell whether what carries a citation stands inside what carries another."""
    if outer.node is None or inner.node is None:
        return False
    within = range(outer.node.span.line, outer.node.span.end_line + 1)
    return outer.declaration is inner.declaration and inner.node.span.line in within


def _cites_in(node: nodes.Node) -> tuple[str, ...]:
    """Return the ids cited anywhere in a node, each once, in order."""
    cites = (each for each in node.walk() if isinstance(each, nodes.Cites))
    return tuple(dict.fromkeys(word.text for each in cites for word in each.ids))
