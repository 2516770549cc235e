"""Name the author's mistake behind a syntax error: Lark's error in, a `Finding` out.

A mistake is named only if its correction lets the parser read on past the line: each
candidate correction is tried, the first that works gives the name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from lark import Token
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from .expected import in_words, reserved
from .grammar import UnevenDedent, declaration_keywords, keywords, tables
from .limits import Finding, code_length
from .outline import code_above, code_below, context, margin
from .suggestions import closest, folded
from .wrong_words import ASSIGNMENTS, CHANGES, COMPOUNDS, ELSE, ENGLISH, SIGNS

_LAYOUT = ("_NL", "_INDENT", "_DEDENT", "$END")
#: What cannot be anything else, even if the rest of the line has a mistake too.
_CERTAIN = ("S10", "S15")
_WORD = re.compile(r"[^\W\d]\w*")
_ASSIGNMENT = re.compile(r"[-+:]?={1,2}|\+\+|--")
#: Signs of other languages, and texts and comments to pass over.
_SIGN = re.compile(
    r'"[^"]*"|#.*|' + "|".join(map(re.escape, sorted(SIGNS, key=len, reverse=True)))
)


@dataclass(frozen=True)
class Fault:
    """Where the parser stopped: lines, index of the line, column, what it accepts."""

    lines: list[str]
    line: int
    column: int
    found: str
    kind: str
    accepts: frozenset[str]

    @property
    def text(self) -> str:
        """The line at fault."""
        return self.lines[self.line]

    @cached_property
    def above(self) -> list[str]:
        """The lines above it, blank where they do not matter."""
        return context(self.lines, self.line)

    def finding(
        self,
        code: str,
        column: int,
        length: int,
        repair: str | None = None,
        **values: object,
    ) -> Finding:
        """Return a finding on the line at fault."""
        return Finding(code, self.line, column, column + length, values, None, repair)


def explain(error: UnexpectedInput | UnevenDedent, lines: list[str]) -> Finding:
    """Return the finding for an error met in a text that is a line end and these lines."""
    if isinstance(error, UnevenDedent):
        line = (error.token.end_line or 2) - 2
        start = margin(lines[line])
        return Finding("S05", line, start + 1, code_length(lines[line]) + 1)
    fault = locate(error, lines)
    if fault.kind == "_INDENT":
        return _indented(fault)
    if fault.accepts == {"_INDENT"}:
        return _without_block(fault)
    for finding in _candidates(fault):
        certain = finding.repair is None or finding.code in _CERTAIN
        if certain or advances(fault, finding.repair or ""):
            return finding
    return _unexpected(fault)


def locate(error: UnexpectedInput, lines: list[str]) -> Fault:
    """Return where an error stands in the lines."""
    if isinstance(error, UnexpectedCharacters):
        line, column = error.line - 2, error.column
        accepts = _accepted(lines[:line], lines[line][: column - 1])
        return Fault(lines, line, column, lines[line][column - 1], "", accepts)
    assert isinstance(error, UnexpectedToken)
    token: Token = error.token
    accepts = frozenset(error.accepts or ())
    line, column = (token.line or 2) - 2, token.column or 1
    if token.type == "_INDENT" or accepts == {"_INDENT"}:
        line = (token.end_line or 2) - 2
        column = 1
    line = min(max(line, 0), len(lines) - 1)
    found = "" if token.type in _LAYOUT else str(token)
    if not found:
        column = min(column, code_length(lines[line]) + 1)
    return Fault(lines, line, column, found, token.type, accepts)


def _accepted(above: list[str], line: str) -> frozenset[str]:
    """Return the terminals that can follow the start of a line."""
    try:
        tables().parse("\n".join(["", *above, line]))
    except UnexpectedToken as error:
        return frozenset(error.accepts or ())
    except (UnexpectedCharacters, UnevenDedent):
        pass
    return frozenset()


def advances(fault: Fault, line: str) -> bool:
    """Tell whether the parser reads past the line at fault once it is so written."""
    below = fault.lines[fault.line + 1 : code_below(fault.lines, fault.line) + 1]
    text = "\n".join(["", *fault.above, line, *below, ""])
    try:
        tables().parse(text)
    except UnexpectedCharacters as error:
        return error.line - 2 > fault.line
    except UnexpectedToken as error:
        return (error.token.line or 0) - 2 > fault.line
    except UnevenDedent as error:
        return (error.token.end_line or 0) - 2 > fault.line + 1
    return True


def _indented(fault: Fault) -> Finding:
    """Return the finding for a line further right than its block allows."""
    above = code_above(fault.lines, fault.line)
    repair = None
    if above >= 0:
        length = code_length(fault.lines[above])
        header = Fault(fault.lines, above, length + 1, "", "_NL", frozenset())
        repair = _inserted(fault.lines[above], length + 1, ":")
        if not fault.lines[above][:length].endswith(":") and advances(header, repair):
            return header.finding("S02", length + 1, 1, repair)
        repair = " " * margin(fault.lines[above]) + fault.text.lstrip()
    start = margin(fault.text)
    return fault.finding("S04", start + 1, max(1, code_length(fault.text) - start), repair)


def _without_block(fault: Fault) -> Finding:
    """Return the finding for a header with nothing below it, or nothing further right."""
    header = fault.line
    if not fault.lines[header].rstrip().endswith(":") or fault.found:
        header = max(code_above(fault.lines, fault.line), 0)
    text = fault.lines[header]
    start = margin(text)
    below = code_below(fault.lines, header)
    if below < len(fault.lines):
        line = fault.lines[below]
        shifted = Fault(fault.lines, below, 1, "", "", frozenset())
        repair = " " * (start + 2) + line.lstrip()
        if margin(line) <= start and advances(shifted, repair):
            place = (header, start + 1, code_length(text) + 1, "header")
            end = code_length(line) + 1
            return Finding("S03", below, margin(line) + 1, end, {}, place, repair)
    return Finding("S14", header, start + 1, code_length(text) + 1)


def _candidates(fault: Fault) -> Iterator[Finding]:
    """Yield the mistakes this could be, each with its correction, the likeliest first."""
    start = margin(fault.text)
    is_branch = "COLON" in fault.accepts
    if fault.text[: fault.column - 1].strip() == ELSE and not is_branch:
        yield fault.finding("S12", start + 1, len(ELSE))
    if fault.accepts == {"CITE"} or _in_citation(fault):
        yield _bad_citation(fault)
    yield from _keyword_as_name(fault, start)
    yield from _signs(fault)
    yield from _english(fault)
    if "COLON" in fault.accepts:
        repair = _inserted(fault.text, fault.column, ":")
        yield fault.finding("S02", fault.column, max(1, len(fault.found)), repair)
    yield from _misspelt(fault)
    yield from _unknown_start(fault, start)
    yield from _missing_word(fault)
    before = fault.text[: fault.column - 1].rstrip()
    if fault.accepts == {"_NL"} and before.endswith(":") and fault.found:
        yield fault.finding("S28", fault.column, code_length(fault.text) + 1 - fault.column)


def _keyword_as_name(fault: Fault, start: int) -> Iterator[Finding]:
    """Yield a first word that begins a statement, though what follows changes a value."""
    words = _WORD.findall(fault.text)[:2]
    if len(words) < 2 or words[0] not in keywords().values() or words[1] not in CHANGES:
        return
    if advances(fault, _replaced(fault.text, start + 1, len(words[0]), "x")):
        yield fault.finding("S16", start + 1, len(words[0]), found=words[0])


def _signs(fault: Fault) -> Iterator[Finding]:
    """Yield signs of other languages at the place of the fault."""

    def ours(match: re.Match[str]) -> str:
        return SIGNS.get(match[0], match[0])

    for match in _at(fault, _SIGN):
        sign, column = match[0], match.start() + 1
        if sign in SIGNS:
            values = {"found": sign, "wanted": SIGNS[sign].strip()}
            repair = _SIGN.sub(ours, fault.text)
            yield fault.finding("S19", column, len(sign), repair, **values)
    for match in _at(fault, _ASSIGNMENT):
        sign, column = match[0], match.start() + 1
        if sign == "==":
            repair = _replaced(fault.text, column, 2, "=")
            yield fault.finding("S10", column, 2, repair)
        if sign in ASSIGNMENTS:
            values = {"found": sign, "wanted": ASSIGNMENTS[sign]}
            repair = _replaced(fault.text, column, len(sign), f" {ASSIGNMENTS[sign]} ")
            yield fault.finding("S09", column, len(sign), repair, **values)


def _at(fault: Fault, pattern: re.Pattern[str]) -> Iterator[re.Match[str]]:
    """Yield the matches in the line at fault that hold the place of the fault."""
    for match in pattern.finditer(fault.text):
        if match.start() < fault.column <= match.end():
            yield match


def _english(fault: Fault) -> Iterator[Finding]:
    """Yield the English words of the line."""
    words = [match for match in _WORD.finditer(fault.text) if match[0].lower() in ENGLISH]
    if not words:
        return
    first = words[0]
    wanted = ENGLISH[first[0].lower()]
    values = {"found": first[0], "wanted": wanted}

    def french(match: re.Match[str]) -> str:
        return ENGLISH.get(match[0].lower(), match[0])

    for repair in (
        _WORD.sub(french, fault.text),
        _replaced(fault.text, first.start() + 1, len(first[0]), wanted),
    ):
        yield fault.finding("S11", first.start() + 1, len(first[0]), repair, **values)


def _misspelt(fault: Fault) -> Iterator[Finding]:
    """Yield words near the fault that are nearly keywords."""
    words = [match for match in _WORD.finditer(fault.text) if match.start() < fault.column]
    known = {*keywords().values(), *COMPOUNDS}
    here = [keywords()[name] for name in fault.accepts if name in keywords()]
    for match in (*words[-1:], *words[:1], *words[-2:-1]):
        for candidates in (here, known):
            wanted = closest(match[0], candidates)
            if wanted is None or match[0] in known:
                continue
            column, length = match.start() + 1, len(match[0])
            repair = _replaced(fault.text, column, length, wanted)
            values = {"found": match[0], "wanted": wanted}
            yield fault.finding("S06", column, length, repair, **values)


def _missing_word(fault: Fault) -> Iterator[Finding]:
    """Yield the one keyword that, put before the fault, lets the parser read on.

    If it stands there already, it was taken for the name that is missing before it.
    """
    working = []
    for name in sorted(fault.accepts):
        word = keywords().get(name)
        if word is None or fault.found in reserved():
            continue
        repair = _inserted(fault.text, fault.column, word)
        if advances(fault, repair):
            working.append((word, repair))
    if len(working) != 1:
        return
    word, repair = working[0]
    before = fault.text[: fault.column - 1].rstrip()
    if before.split()[-1:] == [word]:
        column = len(before) - len(word) + 1
        yield _unexpected(
            replace(fault, column=column, found=word, accepts=frozenset({"NAME"}))
        )
    else:
        length = max(1, len(fault.found))
        yield fault.finding("S13", fault.column, length, repair, wanted=word)


def _unknown_start(fault: Fault, start: int) -> Iterator[Finding]:
    """Yield a first word that starts no declaration or statement."""
    match = _WORD.match(fault.text, start)
    if match is None or match[0] in keywords().values():
        return
    between = fault.text[match.end() : fault.column - 1]
    is_header = start == 0 and match[0] not in declaration_keywords()
    if is_header or (
        fault.kind == "NAME" and match.end() < fault.column and not between.strip()
    ):
        alike = [word for word in keywords().values() if folded(word) == folded(match[0])]
        values = {"found": match[0], "wanted": min(alike, default=None)}
        yield fault.finding("S06", start + 1, len(match[0]), **values)


def _in_citation(fault: Fault) -> bool:
    """Tell whether the fault stands inside the brackets of a citation."""
    before = fault.text[: fault.column - 1]
    return before.rfind("[") > before.rfind("]")


def _bad_citation(fault: Fault) -> Finding:
    """Return the finding for a citation that is no list of references."""
    opening = fault.text.rfind("[", 0, fault.column - 1)
    closing = fault.text.find("]", opening)
    end = closing + 1 if closing >= 0 else code_length(fault.text)
    repair = fault.text[:opening] + fault.text[end:]
    return fault.finding("S15", opening + 1, end - opening, repair)


def _unexpected(fault: Fault) -> Finding:
    """Return the finding for a fault without a name of its own."""
    values = {
        "found": fault.found,
        "expected_fr": in_words(fault.accepts, 0),
        "expected_en": in_words(fault.accepts, 1),
    }
    if not fault.found:
        return fault.finding("S29", fault.column, 1, **values)
    return fault.finding("S01", fault.column, len(fault.found), **values)


def _inserted(line: str, column: int, word: str) -> str:
    """Return the line with a word put in at a column."""
    return f"{line[: column - 1].rstrip()} {word} {line[column - 1 :].lstrip()}".rstrip()


def _replaced(line: str, column: int, length: int, word: str) -> str:
    """Return the line with a stretch of it replaced."""
    return line[: column - 1] + word + line[column - 1 + length :]
