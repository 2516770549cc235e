"""Findings as text: a verdict, the rules with their places, the way, what to do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from ..diagnostics import Severity
from ..excerpts import Paint
from ..messages_proofs import CLAIMS
from ..render import render
from ..render import to_json as diagnostics_to_json
from ..source import Source
from ..terms import Lang
from .findings import Finding, Verdict
from .telling import tell

#: Each verdict: its word in French and English, its words when counted, its colour.
_WORDS: Mapping[Verdict, tuple[str, str]] = {
    Verdict.PROVED: ("PROUVÉ", "PROVED"),
    Verdict.ERROR: ("ERREUR", "ERROR"),
    Verdict.ALERT: ("ALERTE", "ALERT"),
    Verdict.INFO: ("INFO", "INFO"),
}
_COUNTED: Mapping[Verdict, tuple[tuple[str, str], tuple[str, str]]] = {
    Verdict.ERROR: (("erreur", "erreurs"), ("error", "errors")),
    Verdict.ALERT: (("alerte", "alertes"), ("alert", "alerts")),
    Verdict.INFO: (("information", "informations"), ("note", "notes")),
    Verdict.PROVED: (("preuve", "preuves"), ("proof", "proofs")),
}
_GRADES: Mapping[Verdict, Severity] = {
    Verdict.ERROR: Severity.ERROR,
    Verdict.ALERT: Severity.WARNING,
    Verdict.INFO: Severity.INFO,
}
_GREEN = "32"


def render_report(
    findings: Iterable[Finding],
    sources: Mapping[Path, Source],
    lang: Lang = "fr",
    colour: bool = False,
) -> str:
    """Return findings as text: the gravest first, then what is proved, then the count."""
    ordered = ordered_findings(findings)
    told = [render_finding(f, sources, lang, colour) for f in ordered if not _is_proof(f)]
    proofs = [render_finding(f, sources, lang, colour) for f in ordered if _is_proof(f)]
    parts = [*told, "\n".join(proofs), count(ordered, lang)]
    return "\n\n".join(part for part in parts if part) + "\n"


def ordered_findings(findings: Iterable[Finding]) -> list[Finding]:
    """Return findings by verdict, code and place."""
    verdicts = list(_COUNTED)

    def key(finding: Finding) -> tuple[object, ...]:
        span = finding.diagnostic.span
        place = (span.path.as_posix(), span.line, span.column)
        return verdicts.index(finding.verdict), finding.code, place

    return sorted(findings, key=key)


def _is_proof(finding: Finding) -> bool:
    return finding.verdict is Verdict.PROVED


def render_finding(
    finding: Finding,
    sources: Mapping[Path, Source],
    lang: Lang = "fr",
    colour: bool = False,
) -> str:
    """Return one finding as text; a proof is one line."""
    word = verdict_word(finding.verdict, lang)
    if _is_proof(finding):
        code = Paint(_GREEN if colour else "").strong(f"{word} {finding.code}")
        return f"{code} {claim(finding.code, lang)}"
    return render(
        finding.diagnostic,
        sources,
        lang,
        colour,
        grade=_GRADES[finding.verdict],
        verdict=word,
        more=_ways(finding, lang),
    )


def verdict_word(verdict: Verdict, lang: Lang) -> str:
    """Return a verdict in a language."""
    return _WORDS[verdict][0 if lang == "fr" else 1]


def claim(code: str, lang: Lang) -> str:
    """Return what a check proves when it finds nothing."""
    return CLAIMS[code][0 if lang == "fr" else 1]


def _ways(finding: Finding, lang: Lang) -> Iterator[str]:
    """Yield the notes that show how a game comes there."""
    pick = 0 if lang == "fr" else 1
    if finding.trace:
        yield _numbered(("chemin :", "way:")[pick], tell(finding.trace, lang))
    if finding.cycle:
        whole = (*finding.cycle, finding.cycle[0])
        yield _numbered(("puis sans fin :", "then for ever:")[pick], tell(whole, lang))
    if finding.reason:
        yield f"{('expliqué :', 'explained:')[pick]} {finding.reason}"
    if finding.replay:
        word = ("rejouer :", "replay it:")[pick]
        yield f"{word} livret replay {finding.replay}"


def _numbered(head: str, steps: list[str]) -> str:
    size = len(str(len(steps)))
    lines = [f"{number:>{size}}. {step}" for number, step in enumerate(steps, 1)]
    return "\n".join([head, *lines])


def count(findings: Iterable[Finding], lang: Lang = "fr") -> str:
    """Return how many findings of each verdict there are: « 1 erreur, 12 preuves »."""
    findings = list(findings)
    verdicts = [finding.verdict for finding in findings if not finding.reason]
    parts = []
    for verdict, words in _COUNTED.items():
        number = verdicts.count(verdict)
        one, many = words[0 if lang == "fr" else 1]
        if number:
            parts.append(f"{number} {one if number == 1 else many}")
    explained = sum(bool(finding.reason) for finding in findings)
    if explained:
        word = ("expliqué" + "s" * (explained > 1)) if lang == "fr" else "explained"
        parts.append(f"{explained} {word}")
    return ", ".join(parts)


def to_json(findings: Iterable[Finding], lang: Lang = "fr") -> list[dict[str, object]]:
    """Return findings as plain data, in order."""
    return [_plain(finding, lang) for finding in ordered_findings(findings)]


def _plain(finding: Finding, lang: Lang) -> dict[str, object]:
    head: dict[str, object] = {
        "code": finding.code,
        "verdict": verdict_word(finding.verdict, lang),
    }
    if _is_proof(finding):
        return {**head, "message": claim(finding.code, lang)}
    (plain,) = diagnostics_to_json([finding.diagnostic], lang)
    return {
        **plain,
        **head,
        "way": tell(finding.trace, lang),
        "nodes": [node.number for node in finding.trace],
        "cycle": tell(finding.cycle, lang),
        "replay": finding.replay or None,
        "reason": finding.reason or None,
    }
