"""What came of a mutation run: as tables and lines on the screen, and as plain data."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from .language import in_language
from .mutants import Mutant
from .mutation import KILLERS, Killer, Trial
from .mutators import KINDS, Kind
from .screen import Screen
from .survivors import Reasons, fault_of, idle

Tried = tuple[Mutant, Trial]


@dataclass(frozen=True, slots=True)
class Run:
    """Mutants that were tried, mutants that were spared, and the reasons authors gave."""

    slug: str
    title: str
    tried: list[Tried]
    spared: list[Mutant]
    reasons: Reasons

    @property
    def survivors(self) -> list[Mutant]:
        return [mutant for mutant, trial in self.tried if not trial.is_killed]

    @property
    def unexplained(self) -> list[Mutant]:
        return [each for each in self.survivors if fault_of(each) not in self.reasons]

    @property
    def idle(self) -> Reasons:
        """Reasons for faults that something finds, or that nobody can make any more."""
        return idle(self.reasons, self.survivors, self.spared)

    @property
    def score(self) -> float:
        return score(self.tried)


def score(tried: Iterable[Tried]) -> float:
    """Return the share of mutants killed, in per cent; 100 if there is none to kill."""
    fates = [trial.is_killed for _, trial in tried]
    return 100 * sum(fates) / len(fates) if fates else 100.0


def to_json(run: Run, screen: Screen) -> dict[str, object]:
    """Return a run as plain data."""
    return {
        "game": run.slug,
        "mutants": len(run.tried) + len(run.spared),
        "tried": len(run.tried),
        "killed": len(run.tried) - len(run.survivors),
        "explained": len(run.survivors) - len(run.unexplained),
        "score": round(run.score, 1),
        "kinds": {
            kind: {"tried": len(each), "killed": _killed(each)}
            for kind, each in _by_kind(run.tried).items()
        },
        "trials": [
            {"kind": mutant.kind, "path": mutant.span.path.as_posix(),
             "line": mutant.span.line, "column": mutant.span.column,
             "rule": mutant.rule, "written": mutant.line,
             "cites": list(mutant.cites), "text": in_language(mutant.text, screen.lang),
             "killer": trial.killer, "detail": trial.detail,
             "reason": _reason(mutant, trial, run)}
            for mutant, trial in run.tried
        ],
        "idle_reasons": [
            {"written": line, "text": fault, "line": reason.span.line}
            for (line, fault), reason in run.idle.items()
        ],
    }  # fmt: skip


def show(run: Run, screen: Screen) -> None:
    """Write the figures, what found the faults, and the survivors by rule."""
    possible = len(run.tried) + len(run.spared)
    screen.heading(
        screen.pick(
            f"{run.title} : {len(run.tried)} fautes d'essai sur {possible}",
            f"{run.title}: {len(run.tried)} faults tried of {possible}",
        ),
        is_first=True,
    )
    screen.write()
    _show_figures(run, screen)
    _show_killers(run, screen)
    _show_survivors(run, screen)
    _show_idle(run, screen)


def _show_figures(run: Run, screen: Screen) -> None:
    """Write the table of kinds, the total last."""
    headers = (
        screen.pick("genre", "kind"), "", screen.pick("essayées", "tried"),
        screen.pick("trouvées", "found"), "%",
    )  # fmt: skip
    rows = [
        (str(kind), in_language(KINDS[kind], screen.lang), *_figures(each, screen))
        for kind, each in _by_kind(run.tried).items()
    ]
    rows.append(("total", "", *_figures(run.tried, screen)))
    screen.table(headers, rows, numbers=(2, 3, 4))


def _figures(tried: list[Tried], screen: Screen) -> tuple[int, int, str]:
    share = f"{score(tried):.1f}"
    return len(tried), _killed(tried), screen.pick(share.replace(".", ","), share)


def _show_killers(run: Run, screen: Screen) -> None:
    """Write what found the faults, and where livret itself failed."""
    if not _killed(run.tried):
        return
    screen.heading(screen.pick("Ce qui les a trouvées", "What found them"))
    for killer, text in KILLERS.items():
        found = [each for each in run.tried if each[1].killer is killer]
        if found:
            screen.prose(f"{len(found):5}  {in_language(text, screen.lang)}")
        if killer is Killer.CRASH:
            for mutant, trial in found:
                screen.prose(f"{_place(mutant)}  {trial.detail}", 7, hang=2)


def _show_survivors(run: Run, screen: Screen) -> None:
    """Write the faults that nothing found, by file and rule, those without reason first."""
    unexplained = run.unexplained
    explained = [each for each in run.survivors if fault_of(each) in run.reasons]
    if unexplained:
        screen.heading(screen.pick("Que rien n'a trouvées", "Found by nothing"))
        _show_mutants(unexplained, run, screen)
    if explained:
        head = screen.pick(
            "Que rien n'a trouvées, expliquées", "Found by nothing, explained"
        )
        screen.heading(head)
        _show_mutants(explained, run, screen)


def _show_mutants(mutants: Iterable[Mutant], run: Run, screen: Screen) -> None:
    """Write mutants by rule, then by line."""
    paragraph: tuple[Path, str] | None = None
    line = 0
    for mutant in sorted(mutants, key=lambda each: each.span):
        if paragraph != (mutant.span.path, mutant.rule):
            paragraph, line = (mutant.span.path, mutant.rule), 0
            screen.prose("  ".join(filter(None, (mutant.span.path.name, mutant.rule))), 2)
        if line != mutant.span.line:
            line = mutant.span.line
            screen.prose(f"{line:4}  {mutant.line}", 2, hang=8)
        cites = f" [{', '.join(mutant.cites)}]" if mutant.cites else ""
        kind = in_language(KINDS[mutant.kind], screen.lang)
        text = in_language(mutant.text, screen.lang)
        screen.prose(f"{screen.pair(kind, text)}{cites}", 10, hang=2)
        reason = run.reasons.get(fault_of(mutant))
        if reason is not None:
            screen.prose(f"→ {reason.text}", 10, hang=2)


def _show_idle(run: Run, screen: Screen) -> None:
    """Write the reasons that explain nothing."""
    if run.idle:
        screen.heading(
            screen.pick("Explications sans objet", "Reasons that explain nothing")
        )
        for (line, fault), reason in run.idle.items():
            where = f"{reason.span.path.name}:{reason.span.line}"
            screen.prose(f"{where}  {line}", 2, hang=2)
            screen.prose(fault, 10, hang=2)


def _reason(mutant: Mutant, trial: Trial, run: Run) -> str | None:
    reason = None if trial.is_killed else run.reasons.get(fault_of(mutant))
    return None if reason is None else reason.text


def _by_kind(tried: Iterable[Tried]) -> dict[Kind, list[Tried]]:
    found: dict[Kind, list[Tried]] = {}
    for each in tried:
        found.setdefault(each[0].kind, []).append(each)
    return {kind: found[kind] for kind in Kind if kind in found}


def _killed(tried: Iterable[Tried]) -> int:
    return sum(trial.is_killed for _, trial in tried)


def _place(mutant: Mutant) -> str:
    return f"{mutant.span.path.name}:{mutant.span.line}"
