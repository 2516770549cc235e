"""The messages of the timing checks (T), one table per theme."""

from __future__ import annotations

from .diagnostics import Message
from .wording import error, info, warning

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
replaces an event that no game emits. Example: ``réponse Balise après Exploré(l)``
while the rules emit ``Explore(l)``; write the name of the event that happens.""",
    ),
    "T04": error(
        ("« {name} » {why_fr}", "{edit_fr}"),
        ("“{name}” {why_en}", "{edit_en}"),
        """The header of the ability in the book, transcribed by ``annonce``, and the rules
do not agree: where it can be used, in whose turn, or whether it is optional. Example:
``annonce Manœuvre`` and ``pendant Actions``, a window that opens in the phase
``Nuit`` too; open another window there, or announce both.""",
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

DOCUMENTS: dict[str, Message] = {
    "T27": warning(
        (
            "le contrôle « {name} » {why_fr}",
            "lui faire lire la valeur, ou écrire quand il est refait",
        ),
        (
            "control “{name}” {why_en}",
            "let it read the value, or write when it is made again",
        ),
        """Two state checks count different modifiers, or a check is not made again when
a modifier that it counts comes to its end. Example: ``contrôle Mort quand existe(Héros où
vie(lui) ≤ 0)`` and ``modifie vie(h) de 2 durant fenêtre``: when the window closes the
hero has no life left, and lives on until something else happens. Let the modifier last
``durant phase``, whose end is followed by the checks.""",
        {
            "counts": ("compte ces modificateurs", "counts these modifiers"),
            "modifies": ("le modificateur", "the modifier"),
        },
    ),
    "T28": info(
        ("« {name} » {why_fr}", ""),
        ("“{name}” {why_en}", ""),
        """What ``livret timing GAME --diff A B`` tells of two versions of the rules (dates,
readings or folders): a window that is opened in one of them only, an ability that can be
used elsewhere, in another turn, or no longer. Nothing is wrong: it is for whoever writes
an erratum to see that it changes what it should, and nothing else.""",
    ),
    "T29": error(
        ("la ligne « {name} » de « {chart} » {why_fr}", "{edit_fr}"),
        ("row “{name}” of “{chart}” {why_en}", "{edit_en}"),
        """The book's own timing chart, transcribed by ``chronologie``, and the rules do
not say the same: a green row where the rules open no window before the next row, a red
one where they open one, or rows in another order. Often the book contradicts itself: say
so in the row with ``écart "…"``, and in a ``lecture`` if both can be played. An ``écart``
that is none is refused too.""",
        {"window": ("cette fenêtre", "this window")},
    ),
    "T30": error(
        (
            "la partie va de « {source} » à « {target} » ({place}), ce que le graphe n'a pas",
            "c'est une faute de livret, non des règles : la signaler avec ce jeu",
        ),
        (
            "the game goes from “{source}” to “{target}” ({place}), which the graph lacks",
            "this is a fault of livret, not of the rules: please report it with this game",
        ),
        """Everything that is proved on the timing graph holds because each move of a game
is one of its edges. That is tested whenever examples are played: a move that is no edge
is a fault of livret itself, never of the author of the rules. The other timing verdicts
about these rules are worth nothing until it is mended.""",
    ),
}
