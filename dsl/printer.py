"""The canonical text of rules: a text in, the same rules evenly laid out, comments kept.

The printer works on the tokens of the text, so it can move space but nothing else; the
result is parsed again and refused unless it is the same tree with the same comments.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields

from . import nodes, yaml_source
from .breaking import INDENT, break_line
from .diagnostics import Diagnostic
from .parentheses import Position, phrase, whole_expressions, without_needless
from .parser import parse, text_lines
from .source import Source, Span
from .spacing import lay_out
from .tokens import Comment, LogicalLine, comments, logical_lines
from .yaml_source import Located, LocatedList, LocatedMap, LocatedScalar

#: The key of a component whose literal block is rules.
ABILITIES = "capacités"


@dataclass(frozen=True, slots=True)
class Item:
    """What is printed together: its first and last line in the text, its level, its lines."""

    first: int
    last: int
    level: int
    lines: list[str]


def format_text(
    source: Source, origin: tuple[int, int] = (1, 1)
) -> tuple[str | None, list[Diagnostic]]:
    """Return the canonical text, or None and the mistakes that prevent it.

    `origin` is where the text starts in its file, as for `parse`.
    """
    declarations, mistakes = parse(source, origin)
    if mistakes:
        return None, mistakes
    if origin != (1, 1):
        declarations, _ = parse(source)
    for expressions in (dict(whole_expressions(declarations)), None):
        text = _print(text_lines(source.text), expressions)
        again, mistakes = parse(Source(source.path, text))
        is_whole = not mistakes and _notes(source.text) == _notes(text)
        if is_whole and same(declarations, again):
            return text, []
    return None, [Diagnostic("S30", Span(source.path, *origin, *origin))]


def format_yaml(source: Source) -> tuple[str | None, list[Diagnostic]]:
    """Return a YAML text with its ability blocks laid out and all else untouched.

    If the YAML or a block has mistakes, None and all of them, with places in the file.
    """
    root, found = yaml_source.compose(source)
    if found:
        return None, found
    lines = source.text.split("\n")
    canonical: list[str] = []
    blocks = [node for node, is_rules in _scalars(root) if is_rules]
    # From the last to the first, so that the lines of those still to come do not move.
    for block in reversed(blocks):
        assert block.origin is not None
        text, mistakes = format_text(Source(source.path, block.text), block.origin)
        found[:0] = mistakes
        canonical.insert(0, block.text if text is None else text)
        if text:
            start, column = block.origin
            count = block.text.rstrip().count("\n") + 1
            end = "\r" if lines[start - 1].endswith("\r") else ""
            lines[start - 1 : start - 1 + count] = [
                f"{' ' * (column - 1) if line else ''}{line}{end}"
                for line in text.removesuffix("\n").split("\n")
            ]
    if found:
        return None, found
    written = "\n".join(lines)
    if written != source.text and not _is_same_yaml(root, Source(source.path, written)):
        return None, [Diagnostic("S30", Span(source.path, 1, 1, 1, 1))]
    return written, []


def same(left: object, right: object) -> bool:
    """Tell whether two trees, or tuples of trees, are equal but for their spans."""
    if isinstance(left, tuple) and isinstance(right, tuple):
        return len(left) == len(right) and all(map(same, left, right))
    if isinstance(left, nodes.Node):
        return type(left) is type(right) and all(
            same(getattr(left, field.name), getattr(right, field.name))
            for field in fields(left)
            if field.name != "span"
        )
    return left == right


def _print(lines: list[str], ends: Mapping[Position, Position] | None) -> str:
    """Return the canonical text of lines without mistakes.

    `ends` gives the end of each whole expression by its start; None leaves parentheses
    as they are.
    """
    written: list[str] = []
    last, level = -1, 0
    for item in _items(list(comments(lines)), logical_lines(lines), ends):
        is_apart = any(not line.strip() for line in lines[last + 1 : item.first])
        if written and is_apart and item.level <= level:
            written.append("")
        written.extend(item.lines)
        last, level = item.last, item.level
    return "\n".join(written) + "\n" if written else ""


def _items(
    waiting: list[Comment],
    logical: Iterable[LogicalLine],
    ends: Mapping[Position, Position] | None,
) -> Iterator[Item]:
    """Yield what is to be printed, in order: each line after the comments that precede it.

    A comment between the brackets of a line goes before the line.
    """
    open_margins: list[int] = []
    for line in logical:
        while waiting and waiting[0].line < line.first:
            yield _own_line(waiting.pop(0), open_margins, line.level)
        del open_margins[line.level :]
        open_margins.append(line.margin)
        end = ""
        while waiting and waiting[0].line <= line.last:
            comment = waiting.pop(0)
            if comment.line == line.last:
                end = f"  {comment.text}"
            else:
                written = [_indented(comment.text, line.level)]
                yield Item(line.first, line.first - 1, line.level, written)
        content = phrase(line.tokens, ends or {})
        content = content if ends is None else without_needless(content)
        margin = INDENT * line.level
        texts = break_line(lay_out(content.tokens), content.expressions, margin)
        yield Item(line.first, line.last, line.level, [*texts[:-1], texts[-1] + end])
    for comment in waiting:
        yield _own_line(comment, open_margins, 0)


def _own_line(comment: Comment, open_margins: list[int], level: int) -> Item:
    """Return a comment before a line of a level, in the block its margin says it ends."""
    for depth in range(level + 1, len(open_margins)):
        if open_margins[depth] <= comment.column:
            level = depth
    return Item(comment.line, comment.line, level, [_indented(comment.text, level)])


def _indented(text: str, level: int) -> str:
    """Return a line at a level."""
    return " " * (INDENT * level) + text


def _notes(text: str) -> list[str]:
    """Return the comments of a text, without their places."""
    return [comment.text for comment in comments(text_lines(text))]


def _is_same_yaml(root: Located | None, written: Source) -> bool:
    """Tell whether a YAML text is the same tree, rules laid out or not."""
    again, mistakes = yaml_source.compose(written)
    if mistakes:
        return False
    before, after = list(_scalars(root)), list(_scalars(again))
    return len(before) == len(after) and all(
        is_rules == is_rules_too and (is_rules or left.value == right.value)
        for (left, is_rules), (right, is_rules_too) in zip(before, after, strict=True)
    )


def _scalars(node: Located | None) -> Iterator[tuple[LocatedScalar, bool]]:
    """Yield the keys and values of a YAML tree in order; true for blocks of rules."""
    match node:
        case LocatedScalar():
            yield node, False
        case LocatedList():
            for item in node:
                yield from _scalars(item)
        case LocatedMap():
            for key, entry in node.entries.items():
                yield entry.key, False
                match entry.value:
                    case LocatedScalar(origin=tuple()) if key == ABILITIES:
                        yield entry.value, True
                    case value:
                        yield from _scalars(value)
