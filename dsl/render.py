"""Diagnostics to text for people, and to plain data for programs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from string import Formatter

from .characters import legible
from .diagnostics import Diagnostic, Message, Severity
from .excerpts import Mark, Paint, excerpt
from .messages import MESSAGES
from .source import NOWHERE, Source
from .terms import Lang, phrase

_COLOURS = {Severity.ERROR: "31", Severity.WARNING: "33", Severity.INFO: "36"}
_COUNTED = {
    ("fr", Severity.ERROR): ("erreur", "erreurs"),
    ("fr", Severity.WARNING): ("alerte", "alertes"),
    ("fr", Severity.INFO): ("remarque", "remarques"),
    ("en", Severity.ERROR): ("error", "errors"),
    ("en", Severity.WARNING): ("warning", "warnings"),
    ("en", Severity.INFO): ("remark", "remarks"),
}


def sort(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return the diagnostics in their one order: path, line, column, code, then text."""

    def key(diagnostic: Diagnostic) -> tuple[str, int, int, str, str]:
        span = diagnostic.span
        text = fault(diagnostic, "en")
        return (span.path.as_posix(), span.line, span.column, diagnostic.code, text)

    return sorted(diagnostics, key=key)


def severity(diagnostic: Diagnostic) -> Severity:
    """Return how grave a diagnostic is."""
    return MESSAGES[diagnostic.code].severity


def fault(diagnostic: Diagnostic, lang: Lang = "fr") -> str:
    """Return what is wrong, in one sentence."""
    message = MESSAGES[diagnostic.code]
    template = message.fault_fr if lang == "fr" else message.fault_en
    return _fill(template, diagnostic.values, lang)


def help_text(diagnostic: Diagnostic, lang: Lang = "fr") -> str:
    """Return the one thing to do, or nothing if there is none to propose."""
    message = MESSAGES[diagnostic.code]
    texts = message.help_fr if lang == "fr" else message.help_en
    for template in (texts,) if isinstance(texts, str) else texts:
        blanks = [name for _, name, _, _ in Formatter().parse(template) if name]
        if all(diagnostic.values.get(name) not in (None, "", (), []) for name in blanks):
            return _fill(template, diagnostic.values, lang)
    return ""


def render(
    diagnostic: Diagnostic,
    sources: Mapping[Path, Source],
    lang: Lang = "fr",
    colour: bool = False,
    grade: Severity | None = None,
    verdict: str = "",
    more: Iterable[str] = (),
) -> str:
    """Return a diagnostic as lines of text; excerpts come from the sources by path.

    A `verdict` stands before the code, in the colour of `grade`; `more` are notes of
    one or several lines between the citations and the help.
    """
    message = MESSAGES[diagnostic.code]
    paint = Paint(_COLOURS[grade or message.severity] if colour else "")
    code = paint.strong(f"{verdict} {diagnostic.code}".lstrip())
    head = f"{code} {fault(diagnostic, lang)}"
    lines: list[str] = []
    gutter = 0
    if diagnostic.span != NOWHERE:
        head = f"{paint.bold(f'{diagnostic.span}:')} {head}"
        marks = [Mark(diagnostic.span, "", is_main=True)]
        for place in diagnostic.places:
            marks.append(Mark(place.span, _label(message, place.label, diagnostic, lang)))
        lines, gutter = excerpt(marks, sources, paint)
    notes = []
    if diagnostic.cites:
        notes.append(f"[{', '.join(diagnostic.cites)}]")
    notes += more
    advice = help_text(diagnostic, lang)
    if advice:
        notes.append(f"{'aide :' if lang == 'fr' else 'help:'} {advice}")
    margin = " " * (gutter + 1)
    bullets = [f"{margin}= {note}".replace("\n", f"\n{margin}  ") for note in notes]
    return "\n".join([head, *lines, *bullets])


def render_all(
    diagnostics: Iterable[Diagnostic],
    sources: Mapping[Path, Source],
    lang: Lang = "fr",
    colour: bool = False,
) -> str:
    """Return all diagnostics in order, an empty line between two, and the count."""
    ordered = sort(diagnostics)
    texts = [render(diagnostic, sources, lang, colour) for diagnostic in ordered]
    return "\n\n".join([*texts, summary(ordered, lang)]) + "\n"


def summary(diagnostics: Iterable[Diagnostic], lang: Lang = "fr") -> str:
    """Return the count, such as « 3 erreurs, 1 alerte »."""
    found = [severity(diagnostic) for diagnostic in diagnostics]
    parts = []
    for grade in Severity:
        count = found.count(grade)
        one, many = _COUNTED[lang, grade]
        if count:
            parts.append(f"{count} {one if count == 1 else many}")
    return ", ".join(parts) or ("aucune erreur" if lang == "fr" else "no error")


def to_json(
    diagnostics: Iterable[Diagnostic], lang: Lang = "fr"
) -> list[dict[str, object]]:
    """Return the diagnostics as plain data, in order, ready for `json.dumps`."""
    return [_plain(diagnostic, lang) for diagnostic in sort(diagnostics)]


def _plain(diagnostic: Diagnostic, lang: Lang) -> dict[str, object]:
    """Return one diagnostic as plain data."""
    span = diagnostic.span
    message = MESSAGES[diagnostic.code]
    return {
        "code": diagnostic.code,
        "severity": str(message.severity),
        "path": span.path.as_posix(),
        "line": span.line,
        "column": span.column,
        "end_line": span.end_line,
        "end_column": span.end_column,
        "message": fault(diagnostic, lang),
        "help": help_text(diagnostic, lang),
        "places": [
            {
                "path": place.span.path.as_posix(),
                "line": place.span.line,
                "column": place.span.column,
                "end_line": place.span.end_line,
                "end_column": place.span.end_column,
                "label": _label(message, place.label, diagnostic, lang),
            }
            for place in diagnostic.places
        ],
        "cites": list(diagnostic.cites),
    }


def _label(message: Message, key: str, diagnostic: Diagnostic, lang: Lang) -> str:
    """Return the label of a second place; no key, no label."""
    if not key:
        return ""
    french, english = message.labels[key]
    return _fill(french if lang == "fr" else english, diagnostic.values, lang)


def _fill(template: str, values: Mapping[str, object], lang: Lang) -> str:
    """Return the template with its blanks filled, control characters made visible."""
    words = {name: _written(name, value, lang) for name, value in values.items()}
    return legible(template.format_map(words))


def _written(name: str, value: object, lang: Lang) -> object:
    """Return a value as a message writes it; `what` is a term of the language."""
    if name == "what":
        return phrase(value, lang)
    return ", ".join(map(str, value)) if isinstance(value, tuple | list) else value
