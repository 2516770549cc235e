"""The messages about kinds: a value that is not what its place wants (K)."""

from __future__ import annotations

from .diagnostics import Message
from .wording import error, warning

_VALUES = {
    "K01": error(
        (
            "il faut « {expected} », et ceci est « {found} »",
            (
                "pour un seul « {item} » de cet ensemble, écrire « premier(…) »",
                "pour un ensemble d'un seul « {single} », mettre des accolades",
                "donner ici une valeur de genre « {expected} »",
            ),
        ),
        (
            "this should be “{expected}” but is “{found}”",
            (
                "for one “{item}” of that set, write “premier(…)”",
                "for a set of one “{single}”, add braces",
                "give a value of kind “{expected}” here",
            ),
        ),
        """Every value has a kind: a number, a player, a cell, a component of a type, a
value of an enumeration, a set of those. The place wants one kind and the expression
gives another. Example: ``finir Victoire gagnants j``; write ``finir Victoire gagnants
{j}``, for the winners are a set.""",
    ),
    "K02": error(
        (
            "« {name} » reçoit {found} argument(s), il en faut {expected}",
            "voir sa déclaration ; les arguments sont séparés par des virgules",
        ),
        (
            "“{name}” receives {found} argument(s), it takes {expected}",
            "see its declaration; arguments are separated by commas",
        ),
        """A definition, value, procedure, event or function is given too many or too
few arguments. What stands before a dot counts as the first: ``c.voisines`` is
``voisines(c)``. Example: ``distance(c)``; write ``distance(c, autre)``.""",
    ),
    "K03": error(
        (
            "il faut un ensemble, et ceci est « {found} »",
            "écrire l'ensemble, ou mettre la valeur entre accolades",
        ),
        (
            "a set is wanted, and this is “{found}”",
            "write the set, or put the value between braces",
        ),
        """``parmi``, ``dans``, ``où``, ``pour chaque`` and the aggregates speak of the
items of a set. Example: ``pour chaque c dans 3``; write ``pour chaque c dans
intervalle(1, 3)``.""",
    ),
    "K04": error(
        (
            "« {left} » et « {right} » ne se comparent pas",
            "comparer deux valeurs du même genre",
        ),
        (
            "“{left}” and “{right}” cannot be compared",
            "compare two values of the same kind",
        ),
        """Values of two kinds are never equal, so the comparison is a slip. Example:
``c.pion = 1`` where ``pion`` is a player; write ``c.pion = J1``.""",
    ),
    "K05": error(
        (
            "il faut une condition, et ceci est « {found} »",
            "comparer la valeur à une autre",
        ),
        ("a condition is wanted, and this is “{found}”", "compare the value with another"),
        """``si``, ``tant que``, ``où``, ``exige``, ``et``, ``ou``, ``non`` want
something true or false; no other value counts as true. Example: ``si j.pions :``; write
``si j.pions > 0 :``.""",
    ),
    "K10": warning(
        (
            "ceci n'est jamais rien",
            ("ôter la comparaison, ou déclarer « {optional} »", "ôter la comparaison"),
        ),
        (
            "this is never rien",
            ("remove the comparison, or declare “{optional}”", "remove the comparison"),
        ),
        """Only a kind declared with ``ou rien`` (or the result of ``premier``,
``décalage``, ``peut choisir``…) can be ``rien``; the comparison always has the same
answer. Example: ``si c.rangée = rien :``; remove it.""",
    ),
    "K11": error(
        (
            "« {name} » dépend de « {owner} » : de qui ou de quoi s'agit-il ?",
            "écrire « x.{name} » ou « {name}(x) »",
        ),
        (
            "“{name}” depends on “{owner}”: whose is meant?",
            "write “x.{name}” or “{name}(x)”",
        ),
        """A state or zone declared with ``de`` exists once for each owner, a definition
with parameters needs them. Example: ``si pions = 0 :`` with ``compteur pions de
Joueur``; write ``si j.pions = 0 :``.""",
    ),
    "K12": error(
        (
            "« {name} » veut un seul élément, et ceci est « {found} »",
            "prendre un élément, par exemple « premier(…) », ou filtrer avec « où »",
        ),
        (
            "“{name}” wants one item, and this is “{found}”",
            "take one item, for example “premier(…)”, or filter with “où”",
        ),
        """A dot, ``est`` and the items between braces speak of one thing, not of a set.
Example: ``Case.marque = rien``; write ``tous(Case, .marque = rien)``.""",
    ),
    "K13": error(
        (
            "ces valeurs n'ont pas de genre commun : {found}",
            "leur donner le même genre",
        ),
        ("these values have no kind in common: {found}", "give them the same kind"),
        """The items of a set, and the two branches of ``si … alors … sinon``, must be
of one kind, otherwise nothing could be done with the result. Example: ``{J1, 2}``;
write ``{J1, J2}``.""",
    ),
    "K15": error(
        ("nombre plus grand que {limit}", "écrire un nombre plus petit"),
        ("number greater than {limit}", "write a smaller number"),
        """No rule needs such a number; it is nearly always a slip.""",
    ),
    "K16": error(
        (
            "ce nombre doit être connu avant la partie",
            "écrire un nombre, ou le nom d'une option",
        ),
        (
            "this number must be known before the game",
            "write a number, or the name of an option",
        ),
        """Lines on a board are listed once, before the game, so their length cannot
change during it. Example: ``alignements(Damier, j.pions)``; write ``alignements(Damier,
3)``.""",
    ),
}

_DEEDS = {
    "K06": error(
        (
            "« {name} » est une caractéristique : elle ne change pas",
            "déclarer un état pour ce qui change en cours de partie",
        ),
        (
            "“{name}” is a characteristic: it does not change",
            "declare a state for what changes during the game",
        ),
        """The characteristics of a component or cell are printed on it. What varies is
a state, a counter, or a value with modifiers. Example: ``soi.force augmente de 1``;
declare ``valeur force_totale(c : Carte) : nombre = c.force`` and write ``modifie
force_totale(soi) de 1 durant tour``.""",
    ),
    "K07": error(
        (
            "ceci ne peut pas changer",
            "écrire avant le verbe un état, un compteur ou un marqueur",
        ),
        (
            "this cannot change",
            "put a state, a counter or a marker before the verb",
        ),
        """``devient``, ``augmente de`` and ``diminue de`` change something declared
with ``état``, ``compteur`` or ``marqueur``. A ``soit`` keeps its value. Example: ``soit
n = 3`` then ``n devient 4``; declare ``compteur n = 3``.""",
    ),
    "K08": error(
        ("il faut une zone", "nommer une zone, avec son propriétaire si elle en a un"),
        ("a zone is wanted", "name a zone, with its owner if it has one"),
        """Components move from zone to zone. A filter or a set is not a place. Example:
``déplacer c vers j``; write ``déplacer c vers j.main``.""",
    ),
    "K09": error(
        (
            "« {found} » ne se déplace pas",
            "déplacer un composant ; pour le reste, changer un état",
        ),
        (
            "“{found}” does not move",
            "move a component; for anything else, change a state",
        ),
        """Only components lie in zones. Example: ``déplacer j vers prison``; declare
``état en_prison de Joueur : booléen = faux`` and write ``j.en_prison devient vrai``.""",
    ),
    "K14": error(
        (
            "« modifie » ne touche qu'une valeur déclarée par « valeur »",
            "déclarer une valeur, ou changer un état avec devient",
        ),
        (
            "“modifie” acts only on a value declared with “valeur”",
            "declare a value, or change a state with devient",
        ),
        """A value is computed anew at each use: its base and all that modifies it at
that moment. Nothing else has modifiers. Example: ``modifie soi.force de 1 durant tour``
with a characteristic ``force``; declare ``valeur force_totale(c : Carte) : nombre =
c.force``.""",
    ),
    "K26": error(
        (
            "la zone « {zone} » contient « {holds} », pas « {found} »",
            "choisir une autre zone, ou élargir ce qu'elle contient",
        ),
        (
            "zone “{zone}” holds “{holds}”, not “{found}”",
            "choose another zone, or widen what it holds",
        ),
        """A zone holds components of one type and its subtypes. Example: ``déplacer
tuile vers j.main`` with ``zone main de Joueur : Carte secrète``; declare another zone
for the tiles, or a type above both.""",
    ),
    "K28": error(
        (
            "« {name} » n'est jamais rien",
            "ôter « ou rien », et donner une valeur à ce qui n'en a pas",
        ),
        (
            "“{name}” is never rien",
            "remove “ou rien”, and give a value to what has none",
        ),
        """``rien`` is nobody, no cell, no component, no value of an enumeration. A number or
a truth value is always one: a card without a price has the price 0, or another state says
whether there is a price.""",
    ),
    "K27": error(
        (
            "« {name} » se compte sur une grille, et ce plateau est : {found}",
            "se servir de « voisines » et de « distance »",
        ),
        (
            "“{name}” counts on a grid, and this board is: {found}",
            "use “voisines” and “distance”",
        ),
        """Only a grid has columns and rows in straight lines. On hexagons and graphs, cells
are related by ``voisines`` and ``distance``.""",
    ),
}

_DECLARED = {
    "K17": error(
        (
            "« {found} » ne possède rien",
            "mettre après « de » un joueur, une case, un type ou une énumération",
        ),
        (
            "“{found}” owns nothing",
            "put a player, a cell, a type or an enumeration after “de”",
        ),
        """``de`` gives one copy to each owner, so the owners must be known before the
game: players, cells, components, values of an enumeration. Example: ``compteur or de
nombre``; write ``compteur or de Joueur``.""",
    ),
    "K18": error(
        ("une zone ne contient pas de « {found} »", "nommer un type de composant"),
        ("a zone does not hold “{found}”", "name a type of component"),
        """Zones hold components: cards, tiles, tokens, declared with ``type``. Example:
``zone main de Joueur : nombre secrète``; write ``zone main de Joueur : Carte secrète``.""",
    ),
    "K19": error(
        (
            "une valeur est un nombre, pas « {found} »",
            "écrire « : nombre », ou déclarer une définition",
        ),
        (
            "a value is a number, not “{found}”",
            "write “: nombre”, or declare a definition",
        ),
        """Modifiers add up, so what they modify is a number. Example: ``valeur chef(j :
Joueur) : Carte = …``; write ``définition chef(j : Joueur) : Carte = …``.""",
    ),
    "K20": error(
        (
            "une option ne peut être de genre « {found} »",
            "choisir nombre, booléen ou une énumération",
        ),
        (
            "an option cannot be of kind “{found}”",
            "choose nombre, booléen or an enumeration",
        ),
        """An option is chosen by name before the game, when there are no players or
components yet. Example: ``option premier : Joueur = J1``; write ``option premier :
nombre = 1 parmi {1, 2}``.""",
    ),
    "K24": error(
        (
            "la zone « {name} » n'a pas de propriétaire",
            "donner à « place » une zone déclarée avec « de »",
        ),
        (
            "zone “{name}” has no owner",
            "give “place” a zone declared with “de”",
        ),
        """``place(zone, x)`` tells whose copy of the zone holds ``x``. A zone without
owner has one copy only. Example: ``place(pioche, c)``; write ``c dans pioche``.""",
    ),
    "K25": error(
        ("il faut ici le nom d'{what}", "écrire le nom seul, sans calcul"),
        (
            "the name of {what} is wanted here",
            "write the name alone, without an expression",
        ),
        """Some functions work on a whole zone or board, named as it is declared.
Example: ``alignements(Case où .marque = j, 3)``; write ``alignements(Damier, 3) où
tous(lui, .marque = j)``.""",
    ),
}

KINDS: dict[str, Message] = _VALUES | _DEEDS | _DECLARED
