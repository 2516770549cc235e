"""The canonical text of rules: a text in, the same rules evenly laid out, comments kept.

The printer works on the tokens of the text, so it can move space but nothing else; the
result is parsed again and refused unless it is the same tree with the same comments.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields

from . import nodes
from .diagnostics import Diagnostic
from .layout import break_line, lay_out
from .parentheses import without_needless
from .parser import parse, text_lines
from .source import Source, Span
from .tokens import Comment, LogicalLine, comments, logical_lines

INDENT = 2


def format_text(
    source: Source, origin: tuple[int, int] = (1, 1)
) -> tuple[str | None, list[Diagnostic]]:
    """Return the canonical text, or None and the mistakes that prevent it.

    `origin` is where the text starts in its file, as for `parse`.
    """
    declarations, diagnostics = parse(source, origin)
    if diagnostics:
        return None, diagnostics
    for keep_parentheses in (False, True):
        text = render(source, keep_parentheses)
        again, mistakes = parse(Source(source.path, text))
        is_whole = not mistakes and _notes(source.text) == _notes(text)
        if is_whole and same(declarations, again):
            return text, []
    return None, [Diagnostic("S30", Span(source.path, *origin, *origin))]


def render(source: Source, keep_parentheses: bool = False) -> str:
    """Return the canonical text of a source that has no syntax mistake."""
    lines = text_lines(source.text)
    logical = logical_lines(lines)
    if not keep_parentheses:
        logical = without_needless(logical)
    written: list[str] = []
    previous_end, previous_level = -1, 0
    for start, end, level, texts in _pieces(lines, logical):
        is_apart = any(not line.strip() for line in lines[previous_end + 1 : start])
        if written and is_apart and level <= previous_level:
            written.append("")
        written.extend(texts)
        previous_end, previous_level = end, level
    return "\n".join(written) + "\n" if written else ""


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


def _notes(text: str) -> list[str]:
    """Return the comments of a text, without their places."""
    return [comment.text for comment in comments(text_lines(text))]


def _pieces(
    lines: list[str], logical: list[LogicalLine]
) -> Iterator[tuple[int, int, int, list[str]]]:
    """Yield what is to be printed in order: first and last line, level, texts."""
    waiting = list(comments(lines))
    open_margins: list[int] = []
    for line in logical:
        while waiting and waiting[0].line < line.first:
            yield _alone(waiting.pop(0), open_margins, line.level)
        del open_margins[line.level :]
        open_margins.extend([line.margin] * (line.level + 1 - len(open_margins)))
        trailing = ""
        while waiting and waiting[0].line <= line.last:
            comment = waiting.pop(0)
            if comment.line == line.last and not comment.is_alone:
                trailing = f"  {comment.text}"
            else:
                yield (
                    comment.line,
                    line.first - 1,
                    line.level,
                    _indented(comment, line.level),
                )
        margin = INDENT * line.level
        texts = break_line(lay_out(line.tokens), margin)
        yield line.first, line.last, line.level, [*texts[:-1], texts[-1] + trailing]
    for comment in waiting:
        yield _alone(comment, open_margins, 0)


def _alone(
    comment: Comment, open_margins: list[int], next_level: int
) -> tuple[int, int, int, list[str]]:
    """Return a comment on its own line, in the block its margin says it belongs to."""
    level = next_level
    for depth in range(next_level + 1, len(open_margins)):
        if open_margins[depth] <= comment.column:
            level = depth
    return comment.line, comment.line, level, _indented(comment, level)


def _indented(comment: Comment, level: int) -> list[str]:
    """Return the lines of a comment at a level."""
    return [" " * (INDENT * level) + comment.text]


_ABILITIES = re.compile(r"^( *)((?:- +)*)capacités *: *\|([-+]?) *(?:#.*)?$")
_SCALAR = re.compile(r"^( *)((?:- +)*)[^#]*?(?::|-) +[|>][-+0-9]* *(?:#.*)?$")


def format_yaml(source: Source) -> tuple[str | None, list[Diagnostic]]:
    """Return a YAML text with the ability blocks laid out and all else untouched.

    Ability blocks are literal scalars of the key named in the component schemas. If one
    has mistakes, None and the mistakes of all of them, with places in the YAML file.
    """
    lines = source.text.split("\n")
    written: list[str] = []
    found: list[Diagnostic] = []
    index = 0
    while index < len(lines):
        line = lines[index].removesuffix("\r")
        written.append(lines[index])
        index += 1
        header = _ABILITIES.match(line) or _SCALAR.match(line)
        if header is None:
            continue
        end = _scalar_end(lines, index, len(header[1]) + len(header[2]))
        if header.re is _ABILITIES:
            block, mistakes = _format_block(source, lines[index:end], index)
            found.extend(mistakes)
            written.extend(block)
        else:
            written.extend(lines[index:end])
        index = end
    return (None, found) if found else ("\n".join(written), [])


def _scalar_end(lines: list[str], start: int, margin: int) -> int:
    """Return the index after the last line of a block scalar, final empty lines apart."""
    end = index = start
    while index < len(lines):
        content = lines[index].strip()
        if content and len(lines[index]) - len(lines[index].lstrip(" ")) <= margin:
            break
        index += 1
        end = index if content else end
    return end


def _format_block(
    source: Source, block: list[str], start: int
) -> tuple[list[str], list[Diagnostic]]:
    """Return the lines of an ability block laid out, or as they are with their mistakes."""
    first = next((line for line in block if line.strip()), "")
    margin = len(first) - len(first.lstrip(" "))
    text = "\n".join(line[margin:].removesuffix("\r") for line in block)
    done, mistakes = format_text(Source(source.path, text), (start + 1, margin + 1))
    if done is None:
        return block, mistakes
    end = "\r" if first.endswith("\r") else ""
    return [
        f"{' ' * margin if line else ''}{line}{end}" for line in done.split("\n")[:-1]
    ], []
