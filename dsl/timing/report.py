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
from .findings import Finding, Reached, Replay, Verdict
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
    if finding.replay is not None:
        yield from _replayed(finding, finding.replay, lang)


def _replayed(finding: Finding, replay: Replay, lang: Lang) -> Iterator[str]:
    """Yield what a game did with the trace, and the commands."""
    pick = 0 if lang == "fr" else 1
    is_alert = finding.verdict is Verdict.ALERT
    told = _reached(replay, is_alert, lang)
    if told:
        yield told
    if replay.command:
        yield f"{('rejouer :', 'replay it:')[pick]} {replay.command}"
    if replay.further:
        yield f"{('chercher encore :', 'search further:')[pick]} {replay.further}"


def _reached(replay: Replay, is_alert: bool, lang: Lang) -> str:
    """Return what the search came to, nothing if there was none."""
    moves, is_french = replay.moves, lang == "fr"
    if replay.reached is Reached.SOUGHT:
        if not moves:
            return ""
        if is_french:
            return f"aucune partie trouvée en {moves} pas de recherche"
        return f"no game found within {moves} moves of search"
    verb = (
        ("montré", "shown") if replay.reached is Reached.SHOWN else ("parcouru", "walked")
    )
    text = f"{verb[0]} par une partie, {_choices(replay, lang)}"
    if not is_french:
        text = f"{verb[1]} by a game, {_choices(replay, lang)}"
    if is_alert and is_french:
        return f"{text} ; cela ne prouve pas la faute"
    return f"{text}; this does not prove the fault" if is_alert else text


def _choices(replay: Replay, lang: Lang) -> str:
    """Return how many choices lead there, and the one that fails."""
    count, is_french = replay.choices, lang == "fr"
    many = "" if count == 1 or is_french else "s"
    text = f"en {count} choix" if is_french else f"in {count} choice{many}"
    if not replay.fault:
        return text
    if not replay.then[0]:
        return f"dès le début : {replay.fault}" if is_french else f"at once: {replay.fault}"
    then = _quoted(replay.then[0 if is_french else 1], lang)
    if is_french:
        before = f"{text} puis" if count else "au premier choix,"
        return f"{before} {then} : {replay.fault}"
    before = f"{text}, then" if count else "at the first choice,"
    return f"{before} {then}: {replay.fault}"


def _quoted(title: str, lang: Lang) -> str:
    return f"« {title} »" if lang == "fr" else f"“{title}”"


def _plain_replay(replay: Replay | None, lang: Lang) -> dict[str, object] | None:
    """Return a replay as plain data."""
    if replay is None:
        return None
    return {
        "reached": replay.reached.value,
        "command": replay.command or None,
        "further": replay.further or None,
        "file": replay.file or None,
        "choices": replay.choices,
        "moves": replay.moves,
        "then": replay.then[0 if lang == "fr" else 1] or None,
        "fault": replay.fault or None,
    }


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
        "replay": _plain_replay(finding.replay, lang),
        "reason": finding.reason or None,
    }
