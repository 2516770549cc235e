"""The messages about names: unknown, taken, hidden, or not what is wanted there (N)."""

from __future__ import annotations

from .diagnostics import Message
from .wording import FIRST, error, warning

_CLOSEST_FR = ("est-ce « {closest} » ({where}) ?", "est-ce « {closest} » ?")
_CLOSEST_EN = ("is “{closest}” meant ({where})?", "is “{closest}” meant?")

NAMES: dict[str, Message] = {
    "N01": error(
        (
            "nom inconnu : « {name} »",
            (*_CLOSEST_FR, "le déclarer, ou corriger l'orthographe"),
        ),
        ("unknown name: “{name}”", (*_CLOSEST_EN, "declare it, or correct the spelling")),
        """An expression uses a name that nothing declares: no state, zone, definition,
value of an enumeration, parameter or ``soit`` of that name is visible there. A name
bound in a block ends with the block. Example: ``c.marqe devient j``; write ``c.marque
devient j``.""",
    ),
    "N02": error(
        (
            "« {name} » n'est pas le nom d'{what}",
            (*_CLOSEST_FR, "déclarer {what} de ce nom, ou corriger l'orthographe"),
        ),
        (
            "“{name}” is not the name of {what}",
            (*_CLOSEST_EN, "declare {what} of that name, or correct the spelling"),
        ),
        """The place wants the name of one sort of declaration: ``ouvrir`` a window,
``émettre`` an event, ``lancer`` a die, a colon the kind of a value… and nothing of that
sort has this name. Example: ``ouvrir Cou pour j``; write ``ouvrir Coup pour j``, with
``fenêtre Coup`` declared somewhere.""",
    ),
    "N03": error(
        (
            "« {name} » est déjà le nom d'{what}",
            "choisir un autre nom, ou ôter l'une des deux déclarations",
        ),
        (
            "“{name}” is already the name of {what}",
            "choose another name, or remove one of the two declarations",
        ),
        """Two declarations of one name: a reader could not tell which is meant. All
that can stand in an expression (states, zones, types, definitions, options…) shares one
set of names; so do the windows among themselves, the events, the abilities. Example:
``état or : nombre`` beside ``zone or : Carte visible``; rename one of them.""",
        FIRST,
    ),
    "N04": warning(
        ("ce « {name} » en cache un autre", "choisir un autre nom"),
        ("this “{name}” hides another one", "choose another name"),
        """A local name that is already visible there hides the first one up to the end
of the block; a reader easily takes one for the other. Example: ``pour chaque j dans
joueurs`` inside ``à tour de rôle j …``; write ``pour chaque autre dans joueurs``.""",
        {"hidden": ("caché par le nouveau", "hidden by the new one")},
    ),
    "N05": error(
        ("« {name} » est un nom du langage", "choisir un autre nom"),
        ("“{name}” is a name of the language", "choose another name"),
        """Some names always mean the same: ``moi``, ``soi``, ``lui``, ``joueurs``, the
seats ``J1``, ``J2``…, and the kinds ``nombre``, ``booléen``, ``Joueur``. They cannot be
declared. Example: ``soit moi = J1``; write ``soit premier_joueur = J1``.""",
    ),
    "N06": error(
        ("« {name} » a plusieurs sens ici", "écrire l'un de : {choices}"),
        ("“{name}” has several meanings here", "write one of: {choices}"),
        """Two enumerations, boards or readings have a value of this name, and the place
does not tell which is meant. Example: ``soit x = rouge`` with a ``rouge`` in
``Couleur`` and another in ``Feu``; write ``soit x = Couleur.rouge``.""",
    ),
    "N07": error(
        (
            "il n'y a pas de candidat ici",
            "nommer ce dont il s'agit, ou mettre la condition après « où »",
        ),
        (
            "there is no candidate here",
            "name what is meant, or put the condition after “où”",
        ),
        """``lui``, and a dot with nothing before it, mean the item under test in a
filter (``E où …``) or an aggregate (``somme(E, …)``). Elsewhere there is no such item.
Example: ``si .marque = rien :``; write ``si c.marque = rien :``.""",
    ),
    "N08": error(
        (
            "« {name} » ne désigne personne ici",
            "recevoir le joueur ou le composant en paramètre",
        ),
        (
            "“{name}” means nobody here",
            "take the player or the component as a parameter",
        ),
        """``moi`` is the player who uses an ability, ``soi`` the component that bears
it: ``moi`` has a meaning in an ability only, ``soi`` in an ability that stands on a
component. Example: ``définition riche() : booléen = moi.or > 9``; write ``définition
riche(j : Joueur) : booléen = j.or > 9`` and call ``riche(moi)``.""",
    ),
    "N09": error(
        (
            "« {kind} » n'a pas de « {name} »",
            (*_CLOSEST_FR, "le déclarer, ou corriger l'orthographe"),
        ),
        (
            "“{kind}” has no “{name}”",
            (*_CLOSEST_EN, "declare it, or correct the spelling"),
        ),
        """What follows a dot must belong to what stands before it: a characteristic of
a component or cell, a state or zone of such an owner, a definition whose first
parameter is of that kind, a value of the enumeration. Example: ``j.jetons`` with
``compteur jetons de Case``; write ``c.jetons``, or declare ``compteur jetons de
Joueur``.""",
    ),
    "N12": error(
        ("« {name} » est {what} et n'a pas de valeur", "écrire ici une valeur"),
        ("“{name}” is {what} and has no value", "write a value here"),
        """The name is declared, but as something that an expression cannot read: a
window, an event, a phase, a procedure, an outcome… Example: ``si Percée :`` where
``Percée`` is an outcome; write the condition that leads to it.""",
    ),
    "N13": error(
        (
            "« {name} » ne nomme rien qui s'ouvre et se ferme",
            (
                *_CLOSEST_FR,
                "nommer une phase, une étape, une boucle ou une fenêtre, ou écrire partie, "
                "manche, tour, phase, étape, fenêtre ou événement",
            ),
        ),
        (
            "“{name}” names nothing that opens and closes",
            (
                *_CLOSEST_EN,
                "name a phase, a step, a loop or a window, or write partie, manche, tour, "
                "phase, étape, fenêtre or événement",
            ),
        ),
        """``quitter``, ``durant`` and ``limite … par`` speak of a stretch of the game:
a phase, step, named loop or window of the ruleset, or one of the general words
(``partie``, ``manche``, ``tour``…). Example: ``limite 1 par joueur``; write ``limite 1
par tour``.""",
    ),
    "N14": error(
        (
            "« {name} » est {what} et ne s'applique à rien",
            "ôter les parenthèses ou le point",
        ),
        (
            "“{name}” is {what} and applies to nothing",
            "remove the brackets or the dot",
        ),
        """Only states, zones, definitions, values and built-in functions apply to
arguments. Example: ``Couleur(j)`` where ``Couleur`` is an enumeration; declare ``état
couleur de Joueur : Couleur`` and write ``couleur(j)`` or ``j.couleur``.""",
    ),
    "N15": error(
        (
            "« {name} » ne joue pas : il y a {most} joueurs au plus",
            "nommer un joueur de la partie, ou changer « joueurs »",
        ),
        (
            "“{name}” does not play: there are {most} players at most",
            "name a player of the game, or change “joueurs”",
        ),
        """``J1`` to ``J8`` are the seats of the players, of those that the rules
(``joueurs``) or the example allow. Example: ``J3`` in an example without ``joueurs 3``; an
example has the fewest players of the game. In rules, a player of larger games only may be
``rien``.""",
    ),
}
