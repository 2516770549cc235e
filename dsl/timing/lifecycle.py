"""The life of an event as boxes, stage after stage, with the abilities that answer it."""

from __future__ import annotations

from itertools import pairwise

from ..program import Program
from ..terms import Lang
from .answers import answers, cancels, forbidden_names
from .boxes import Arrow, Box
from .places import Stage
from .telling import stage_words

#: The stages that stand in a picture, in order: those nothing answers are left out.
_STAGES = (
    Stage.PROPOSE, Stage.FORBID, Stage.REPLACE, Stage.BEFORE_FORCED, Stage.BEFORE_FREE,
    Stage.ACT, Stage.CHECK, Stage.AFTER_FORCED, Stage.AFTER_FREE, Stage.DONE,
)  # fmt: skip
#: Those that every event has.
_ALWAYS = (Stage.PROPOSE, Stage.ACT, Stage.DONE)
#: Those at which players may answer, or need not.
_FREE = (Stage.BEFORE_FREE, Stage.AFTER_FREE)


def stage_boxes(
    program: Program, event: str, key: str, body: Box, lang: Lang
) -> tuple[tuple[Box, ...], tuple[Arrow, ...]]:
    """Return the stages of an event and the ways between them; `body` is what it does."""
    boxes: dict[Stage, Box] = {}
    for stage in _STAGES:
        lines = tuple(f"· {title}" for title in _titles(program, event, stage))
        if not lines and stage not in _ALWAYS:
            continue
        name = f"{key}-{stage}"
        title = stage_words(stage, lang)
        if stage is Stage.ACT and body.inside:
            boxes[stage] = Box(
                name, "group", title, (), body.tone, "", body.inside, body.arrows
            )
        elif stage in _FREE:
            boxes[stage] = Box(name, "window", title, lines, "some")
        else:
            boxes[stage] = Box(name, "event", title, lines)
    arrows = [Arrow(one.key, other.key) for one, other in pairwise(boxes.values())]
    for stage in _escapes(program, event):
        if stage in boxes:
            arrows.append(Arrow(boxes[stage].key, boxes[Stage.DONE].key, is_jump=True))
    return tuple(boxes.values()), tuple(arrows)


def _titles(program: Program, event: str, stage: Stage) -> list[str]:
    """Return what answers an event at a stage: abilities, prohibitions, state checks."""
    if stage is Stage.CHECK:
        return [control.title for control in program.controls]
    if stage is Stage.FORBID:
        return [
            ability.title
            for ability in program.abilities.values()
            if ability.cls == "interdit"
            and ability.trigger is not None
            and ability.trigger.event == event
        ]
    return [ability.title for ability in answers(program, event, stage)]


def _escapes(program: Program, event: str) -> list[Stage]:
    """Return the stages from which an event may end without happening."""
    found = [Stage.FORBID] if event in forbidden_names(program) else []
    if any(True for _ in answers(program, event, Stage.REPLACE)):
        found.append(Stage.REPLACE)
    for stage in (Stage.BEFORE_FORCED, Stage.BEFORE_FREE):
        if any(cancels(ability) for ability in answers(program, event, stage)):
            found.append(stage)
    return found
