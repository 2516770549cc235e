"""Why some faults go unnoticed: `survivants.yaml` of a ruleset in, reasons out.

A fault is named by the line it stands on and by its French words, not by a line number:
other lines may move.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from ..dsl import shapes, yaml_source
from ..dsl.components import SURVIVORS
from ..dsl.diagnostics import Diagnostic
from ..dsl.manifest import maps, refused, text, texts
from ..dsl.source import Span
from ..dsl.yaml_source import LocatedMap
from ..schemas import load_schema
from .mutants import Mutant

#: A line of the rules and a fault in it.
Fault = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a fault can survive, and where that is written."""

    text: str
    span: Span


Reasons = dict[Fault, Reason]


def load_reasons(folder: Path) -> tuple[Reasons, list[Diagnostic]]:
    """Return the reasons a ruleset gives, none without a file, and what is wrong there."""
    path = folder / SURVIVORS
    if not path.exists() and not path.is_symlink():
        return {}, []
    refusal = refused(folder, SURVIVORS, Span(path, 1, 1, 1, 1))
    if refusal is not None:
        return {}, [refusal]
    root, diagnostics = yaml_source.read(path)
    if root is not None:
        diagnostics += shapes.check(root, load_schema("survivors"))
    found: Reasons = {}
    for node in maps(root, "survivants") if isinstance(root, LocatedMap) else ():
        reason = Reason(text(node, "raison"), node.span)
        for fault in texts(node, "fautes"):
            found[text(node, "ligne"), fault] = reason
    return found, diagnostics


def fault_of(mutant: Mutant) -> Fault:
    """Return what names the fault of a mutant."""
    return mutant.line, mutant.text[0]


def idle(
    reasons: Reasons, survivors: Iterable[Mutant], spared: Iterable[Mutant]
) -> Reasons:
    """Return the reasons that explain no survivor, nor any mutant that was spared."""
    explained = {fault_of(each) for each in (*survivors, *spared)}
    return {fault: each for fault, each in reasons.items() if fault not in explained}
