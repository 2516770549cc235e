"""Pieces of one logical line to lines of text: one if it fits, else broken in brackets.

Line ends count except inside brackets. A long line is broken in its longest bracket, or
in its longest expression, which then gets parentheses of its own: the content goes below,
further right, and is itself broken before its loosest operators, or after its commas.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

from .grammar import tables
from .spacing import CLOSERS, OPENERS, Piece

INDENT = 2
WIDTH = 100
#: An expression shorter than this is not worth lines of its own.
LEAST = 40

#: Rules whose operator a line may be broken before, the loosest first.
_LOOSENESS = ("where", "if_else", "or_", "and_", "additive")


@dataclass(frozen=True, slots=True)
class Group:
    """What stands between brackets, or an expression that has none (no opener)."""

    opener: Piece | None
    items: tuple[Piece | Group, ...]
    closer: Piece | None
    space: str

    @property
    def flat(self) -> str:
        """The text on one line, with its space."""
        ends = [piece.text if piece else "" for piece in (self.opener, self.closer)]
        return f"{self.space}{ends[0]}{flat(self.items).lstrip()}{ends[1]}"

    @property
    def is_breakable(self) -> bool:
        """Whether lines may end in it: not in citations."""
        return self.opener is None or self.opener.type != "LSQB"


Item = Piece | Group


def break_line(
    pieces: Sequence[Piece], expressions: Sequence[tuple[int, int]], margin: int
) -> list[str]:
    """Return the lines of a logical line that starts at a margin.

    `expressions` are the first and last index of the expressions in it that may get
    parentheses, in order and apart from each other.
    """
    return _lines(_grouped(pieces, expressions), margin, is_open=False)


def flat(items: Sequence[Item]) -> str:
    """Return a sequence as text on one line."""
    return "".join(item.flat for item in items)


def _grouped(
    pieces: Sequence[Piece], expressions: Sequence[tuple[int, int]]
) -> tuple[Item, ...]:
    """Return the pieces with those of brackets and of expressions in groups."""
    starts = dict(expressions)
    ends: list[int] = []
    open_groups: list[tuple[Piece | None, str, list[Item]]] = [(None, "", [])]
    for index, piece in enumerate(pieces):
        if index in starts and not _is_closed(pieces[index : starts[index] + 1]):
            open_groups.append((None, piece.space, []))
            ends.append(starts[index])
        if piece.type in OPENERS:
            open_groups.append((piece, piece.space, []))
        elif piece.type in CLOSERS:
            opener, space, items = open_groups.pop()
            open_groups[-1][2].append(Group(opener, tuple(items), piece, space))
        else:
            open_groups[-1][2].append(piece)
        if ends and ends[-1] == index:
            ends.pop()
            _, space, items = open_groups.pop()
            open_groups[-1][2].append(Group(None, tuple(items), None, space))
    return tuple(open_groups[0][2])


def _is_closed(pieces: Sequence[Piece]) -> bool:
    """Tell whether an expression is one word, one call or one pair of brackets."""
    rest = pieces[1:] if pieces[0].type == "NAME" else pieces
    if not rest or rest[0].type not in OPENERS:
        return len(pieces) == 1
    depth = 0
    for index, piece in enumerate(rest):
        depth += (piece.type in OPENERS) - (piece.type in CLOSERS)
        if not depth:
            return index == len(rest) - 1
    return False


def _lines(
    items: Sequence[Item], margin: int, is_open: bool, hang: int = INDENT
) -> list[str]:
    """Return the lines of a sequence; if open, it stands in brackets and may be split.

    `hang` is how much further right the parts after the first go.
    """
    text = flat(items).lstrip()
    whole = [" " * margin + text]
    if margin + len(text) <= WIDTH:
        return whole
    parts = list(_split(items)) if is_open else []
    if len(parts) > 1:
        rest = (_lines(part, margin + hang, True) for part in parts[1:])
        return [*_lines(parts[0], margin, True), *(line for part in rest for line in part)]
    groups = [
        item
        for item in items
        if isinstance(item, Group) and item.is_breakable and len(flat(item.items)) >= LEAST
    ]
    if not groups:
        return whole
    widest = max(groups, key=lambda group: len(group.flat))
    at = items.index(widest)
    opener = widest.opener or Piece("(", "LPAR", "")
    closer = widest.closer or Piece(")", "RPAR", "")
    head = flat([*items[:at], replace(opener, space=widest.space)]).lstrip()
    return [
        " " * margin + head,
        *_lines(widest.items, margin + INDENT, is_open=True, hang=0),
        *_lines([closer, *items[at + 1 :]], margin, is_open),
    ]


def _split(items: Sequence[Item]) -> Iterator[Sequence[Item]]:
    """Yield the parts of a sequence, cut wherever it holds together most loosely."""
    cuts = [_looseness(items, index) for index in range(len(items))]
    loosest = min(cuts)
    if loosest > len(_LOOSENESS):
        return
    start = 0
    for index, looseness in enumerate(cuts):
        if looseness == loosest:
            yield items[start:index]
            start = index
    yield items[start:]


def _looseness(items: Sequence[Item], index: int) -> int:
    """Return how loosely an item holds to the one before, 0 being the most."""
    never = len(_LOOSENESS) + 1
    item, before = items[index], items[index - 1] if index else None
    if before is None:
        return never
    if isinstance(before, Piece) and before.type == "COMMA":
        return 0
    return never if isinstance(item, Group) else _operators().get(item.type, never)


@cache
def _operators() -> dict[str, int]:
    """Return how loose operators are, by terminal: the one before the rule's last operand."""
    found: dict[str, int] = {}
    for rule in tables().rules:
        name = rule.alias or rule.origin.name
        if name in _LOOSENESS:
            operator = rule.expansion[max(len(rule.expansion) - 2, 0)]
            found[operator.name] = _LOOSENESS.index(name) + 1
    return found
