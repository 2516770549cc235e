"""The messages of the timing checks (T), one table per theme."""

from __future__ import annotations

from .diagnostics import Message
from .wording import error, info

REACHABILITY: dict[str, Message] = {
    "T01": error(
        (
            "aucune partie n'arrive jamais à « {name} »",
            "l'ôter, ou ouvrir un chemin jusque-là",
        ),
        (
            "no game ever comes to “{name}”",
            "remove it, or open a way to it",
        ),
        """The timing graph has every move a game can make, and no path leads here: a
proof. Often a step before always jumps away. Example: ``ouvrir Actions pour joueurs``
after the call of a procedure that always says ``quitter Tour``; open the window before
the call, or make the jump conditional.""",
        {"ends": ("on ne va pas plus loin que ceci", "nothing goes further than this")},
    ),
    "T02": error(
        ("{why_fr}", "écrire « finir … » sur un chemin qui parte de là"),
        ("{why_en}", "write “finir …” on a way that leads from there"),
        """No path leads to an end of the game from a place games come to, or to an
outcome that is declared. Example: a ``boucle`` whose only exit is a test that another
loop inside it never lets it reach; or ``issue Défaite`` that only an ability of no window
could bring.""",
    ),
    "T03": error(
        (
            "« {name} » ne sert jamais : rien ne mène à « {missing} »",
            "ouvrir ou émettre « {missing} », ou corriger ce nom",
        ),
        (
            "“{name}” is never of use: nothing leads to “{missing}”",
            "open or emit “{missing}”, or correct that name",
        ),
        """An action of windows that no game opens, or an ability that answers, forbids or
replaces an event that no game emits. Example: ``réponse Éclaireur après Exploré(l)``
while the rules emit ``Explore(l)``; write the name of the event that happens.""",
    ),
    "T04": error(
        ("« {name} » {why_fr}", "{edit_fr}"),
        ("“{name}” {why_en}", "{edit_en}"),
        """The header of the ability in the book, transcribed by ``annonce``, and the rules
do not agree: where it can be used, in whose turn, or whether it is optional. Example:
``annonce Manœuvre`` and ``pendant Actions``, a window that opens in the phase
``Ombre`` too; open another window there, or announce both.""",
        {
            "header": ("son en-tête", "its header"),
            "use": ("s'utilise ici", "can be used here"),
        },
    ),
    "T05": info(
        (
            "la fenêtre « {name} » n'offre rien à personne",
            "la passer d'office, ou écrire ce qu'on peut y faire",
        ),
        (
            "window “{name}” offers nothing to anybody",
            "pass it without asking, or write what can be done in it",
        ),
        """No ability of the whole ruleset can be used in this window, which games do
open. It may exist in the text of the book only, or wait for cards that are not
transcribed yet; the engine passes it without asking. Example: ``fenêtre Réflexion`` and
no action ``pendant Réflexion``.""",
    ),
}
