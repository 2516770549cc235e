"""Which lines a line depends on: margins, the headers above it, the `si` of a `sinon`."""

from __future__ import annotations

from .limits import bracket_depth, code_length
from .wrong_words import ELSE


def margin(line: str) -> int:
    """Return the width of a line's indentation."""
    return len(line) - len(line.lstrip())


def first_word(line: str) -> str:
    """Return the word a line starts with, empty if it has none."""
    words = line[: code_length(line)].split(":")[0].split(maxsplit=1)
    return words[0] if words else ""


def code_above(lines: list[str], index: int) -> int:
    """Return the index of the last line with code before another, -1 if there is none."""
    above = index - 1
    while above >= 0 and not code_length(lines[above]):
        above -= 1
    return above


def code_below(lines: list[str], index: int) -> int:
    """Return the index of the first line with code after another, or how many lines."""
    below = index + 1
    while below < len(lines) and not code_length(lines[below]):
        below += 1
    return below


def context(lines: list[str], index: int) -> list[str]:
    """Return the lines before one of them, blank where they cannot matter for its syntax.

    What matters are the other lines of its brackets, the headers it stands under and, for
    it may be a `sinon`, a way to the end of the block before it, so that its `si` is whole.
    """
    starts = _logical_starts(lines[: index + 1])
    kept: set[int] = set()
    waiting = [index, code_above(lines, starts[index])]
    while waiting:
        at = waiting.pop()
        for start in _with_headers(lines, starts, at) if at >= 0 else ():
            if start in kept:
                break
            kept.add(start)
            if first_word(lines[start]) == ELSE:
                waiting.append(code_above(lines, start))
    return [lines[at] if starts[at] in kept else "" for at in range(index)]


def _with_headers(lines: list[str], starts: list[int], index: int) -> list[int]:
    """Return where a logical line and the headers above it start, from the inside out."""
    found = [starts[index]]
    above = code_above(lines, found[-1])
    while above >= 0:
        start = starts[above]
        if margin(lines[start]) < margin(lines[found[-1]]):
            found.append(start)
        above = code_above(lines, start)
    return found


def _logical_starts(lines: list[str]) -> list[int]:
    """Return, for each line, the index of the one where its outermost bracket opened."""
    starts: list[int] = []
    depth = 0
    for index, line in enumerate(lines):
        starts.append(starts[-1] if depth and index else index)
        depth = bracket_depth(line, depth)
    return starts
