"""A way through the timing graph in words: nodes in, numbered steps out.

Steps have the names of the book: phases, steps, windows, abilities, events, choices. What
only marks a place, or changes a value on the way, is left out; the last node never is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from .. import core
from ..source import NOWHERE
from ..terms import Lang
from .places import Kind, Node, Stage

#: What a node is called, before its title: French, English.
_WORDS: Mapping[Kind, tuple[str, str]] = {
    Kind.WINDOW: ("fenêtre", "window"),
    Kind.CHOICE: ("choix", "choice"),
    Kind.CHANCE: ("hasard", "chance"),
    Kind.ABILITY: ("capacité", "ability"),
    Kind.CONTROL: ("contrôle", "control"),
    Kind.END: ("fin", "end"),
    Kind.CLOSE: ("", ""),
    Kind.RETURN: ("", ""),
    Kind.STEP: ("", ""),
    Kind.CALL: ("", ""),
}
_STAGES: Mapping[Stage, tuple[str, str]] = {
    Stage.PROPOSE: ("est proposé", "is proposed"),
    Stage.FORBID: ("est-il interdit ?", "is it forbidden?"),
    Stage.REPLACE: ("est-il remplacé ?", "is it replaced?"),
    Stage.BEFORE_FORCED: ("avant, les forcés", "before, forced ones"),
    Stage.BEFORE_FREE: ("avant, les réponses", "before, responses"),
    Stage.ACT: ("se produit", "happens"),
    Stage.CHECK: ("les contrôles", "the controls"),
    Stage.AFTER_FORCED: ("après, les forcés", "after, forced ones"),
    Stage.AFTER_FREE: ("après, les réponses", "after, responses"),
    Stage.DONE: ("est passé", "is over"),
}
#: Stages that stand in a trace although something else follows.
_TOLD_STAGES = (Stage.PROPOSE, Stage.ACT, Stage.AFTER_FORCED, Stage.AFTER_FREE)
#: Statements that stand in a trace although they are only passed.
_TOLD = core.Leave | core.Finish | core.Cancel | core.StepBlock
#: Scopes by what opens them.
_SCOPES: Mapping[str, tuple[str, str]] = {
    "phase": ("phase", "phase"),
    "étape": ("étape", "step"),
    "tour": ("tour", "turn"),
    "manche": ("manche", "round"),
    "boucle": ("boucle", "loop"),
}
#: Units whose entry is told.
_UNITS: Mapping[str, tuple[str, str]] = {
    "setup": ("mise en place", "set-up"),
    "course": ("déroulement", "course"),
    "phase": ("phase", "phase"),
    "procedure": ("procédure", "procedure"),
    "control": ("contrôle", "control"),
}


def tell(trace: Sequence[Node], lang: Lang = "fr") -> list[str]:
    """Return the steps of a way, each with its citations and its place."""
    steps: list[tuple[str, str]] = []
    for node, name in _told(trace, lang):
        where = "" if not node.cites else f" [{', '.join(node.cites)}]"
        if node.span != NOWHERE:
            where += f" — {node.span.path.name}:{node.span.line}"
        if steps and steps[-1][0] == name:
            # A scope and what opens it have one name: the place of the latter is told.
            steps.pop()
        steps.append((name, where))
    return [f"{name}{where}" for name, where in steps]


def tell_briefly(trace: Sequence[Node], lang: Lang = "fr", most: int = 6) -> str:
    """Return the last steps of a way in one line."""
    names = list(dict.fromkeys(name for _, name in _told(trace, lang)))
    return " ▸ ".join(names if len(names) <= most else ["…", *names[-most:]])


def _told(trace: Sequence[Node], lang: Lang) -> Iterator[tuple[Node, str]]:
    for node, following in pairwise(trace):
        text = _on_the_way(node, following, lang)
        runs = isinstance(following.statement, core.RunPhase)
        if text:
            # A phase stands where it is run.
            yield following if runs and node.kind is Kind.OPEN else node, text
    if trace:
        yield trace[-1], name_of(trace[-1], lang)


def _on_the_way(node: Node, following: Node, lang: Lang) -> str:
    """Return a node of a way in words, nothing for one that is only passed."""
    match node.kind:
        case Kind.RETURN | Kind.CLOSE | Kind.CONTROL | Kind.TEST:
            return ""
        case Kind.EVENT:
            return name_of(node, lang) if node.stage in _TOLD_STAGES else ""
        case Kind.CALL:
            # A call that is entered is told by what it enters, a phase by its scope.
            is_over = following.unit == node.unit
            runs = isinstance(node.statement, core.RunPhase)
            return name_of(node, lang) if is_over and not runs else ""
        case Kind.STEP:
            is_told = node.statement is None or isinstance(node.statement, _TOLD)
            return name_of(node, lang) if is_told else ""
        case Kind.OPEN if node.scopes[-1][0] in ("étape", "boucle"):
            # A step is told where it stands, a loop by its rounds.
            return ""
        case _:
            return name_of(node, lang)


def name_of(node: Node, lang: Lang = "fr") -> str:
    """Return what a node is, in the words of the book."""
    pick = 0 if lang == "fr" else 1
    match node.kind:
        case Kind.START:
            return ("début de la partie", "start of the game")[pick]
        case Kind.EVENT if node.stage is not None:
            word = ("événement", "event")[pick]
            title = node.label.rpartition(" : ")[0]
            return f"{word} {_quoted(title, lang)} : {stage_words(node.stage, lang)}"
        case Kind.OPEN if node.scopes:
            word = _SCOPES[node.scopes[-1][0]][pick]
            return word if node.label == word else f"{word} {_quoted(node.label, lang)}"
        case Kind.STEP if isinstance(node.statement, core.StepBlock):
            return f"{_SCOPES['étape'][pick]} {_quoted(node.label, lang)}"
        case Kind.STEP if node.statement is None and node.unit[0] in _UNITS:
            word = _UNITS[node.unit[0]][pick]
            same = node.label == _UNITS[node.unit[0]][0]
            return word if same else f"{word} {_quoted(node.label, lang)}"
        case _:
            word = _WORDS.get(node.kind, ("", ""))[pick]
            return f"{word} {_quoted(node.label, lang)}".lstrip() if word else node.label


def stage_words(stage: Stage, lang: Lang) -> str:
    """Return what happens at a stage of an event."""
    return _STAGES[stage][0 if lang == "fr" else 1]


def _quoted(title: str, lang: Lang) -> str:
    return f"« {title} »" if lang == "fr" else f"“{title}”"
