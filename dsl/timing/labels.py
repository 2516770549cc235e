"""A few words for a statement, in the language of the rules."""

from __future__ import annotations

from .. import core


def label_of(statement: core.Statement) -> str:
    """Return a few words for a statement."""
    match statement:
        case core.Let():
            return f"soit {statement.slot}"
        case core.Assign():
            return f"{statement.target.state} devient"
        case core.Adjust():
            return f"{statement.target.state} change"
        case core.Move():
            return f"déplacer vers {statement.zone.zone}"
        case core.Draw():
            return f"piocher de {statement.source.zone}"
        case core.Shuffle():
            return f"mélanger {statement.zone.zone}"
        case core.Roll():
            return f"lancer {statement.die}"
        case core.Eliminate():
            return "éliminer"
        case core.Readmit():
            return "réintégrer"
        case core.Emit():
            return f"émettre {statement.event}"
        case core.Perform():
            return statement.procedure
        case core.RunPhase():
            return f"phase {statement.phase}"
        case core.OpenWindow():
            return f"ouvrir {statement.window}"
        case core.Lasting():
            return f"modifie {statement.value} durant {statement.scope}"
        case core.Forbid():
            return f"interdire {statement.target} durant {statement.scope}"
        case core.Cancel():
            return "annuler événement"
        case core.Finish():
            return f"finir {statement.outcome}"
        case core.For():
            return "pour chaque"
        case core.Repeat():
            return "répéter"
        case core.While():
            return "tant que"
        case _:
            return "ne rien faire"
