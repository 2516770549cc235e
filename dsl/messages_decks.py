"""The messages about constructions (D35, D36) and the decks they judge (B)."""

from __future__ import annotations

from .diagnostics import Message
from .wording import error

_CONSTRUCTIONS = {
    "D35": error(
        (
            "la construction « {name} » n'a pas de liste",
            "ajouter « liste cartes : Type » : ce qu'un joueur apporte",
        ),
        (
            "construction “{name}” has no list",
            "add “liste cartes : Type”: what a player brings",
        ),
        """A deck is made of lists of components. The rules of a construction are about
them. Example: ``liste cartes : Carte``.""",
    ),
    "D36": error(
        (
            "une règle de construction ne lit pas la partie",
            "lire les listes et les caractéristiques imprimées",
        ),
        (
            "a rule of a construction does not read the game",
            "read the lists and what is printed on components",
        ),
        """A deck is built and checked before any game: there is no zone, no state, no
player. Example: ``exige nombre(main(J1)) > 0``; write ``exige nombre(cartes) > 0``.""",
    ),
}

_DECKS = {
    "B01": error(
        (
            "« {name} » n'est pas le nom d'un composant de ce jeu",
            ("est-ce « {closest} » ?", "écrire le nom ou l'identifiant d'un composant"),
        ),
        (
            "“{name}” is not the name of a component of this game",
            ("is “{closest}” meant?", "write the name or the id of a component"),
        ),
        """A deck names components of the game by what is printed on them or by their
identifier, whatever the case and accents. ``livret explain GAME NAME`` shows one.""",
    ),
    "B02": error(
        (
            "« {name} » n'a pas sa place dans la liste « {list} », faite de « {type} »",
            ("est-ce la liste « {closest} » ?", "l'ôter du deck"),
        ),
        (
            "“{name}” has no place in list “{list}”, made of “{type}”",
            ("is list “{closest}” meant?", "take it out of the deck"),
        ),
        """Each list of a construction holds components of one type. Without a list, as in
a plain text, a component goes to the first list that takes its type.""",
    ),
    "B03": error(
        (
            "« {found} » n'est pas un nombre d'exemplaires",
            "écrire un nombre de 1 à {limit}",
        ),
        (
            "“{found}” is not a number of copies",
            "write a number from 1 to {limit}",
        ),
        """A line of a deck is a component with its number of copies: ``3 Garde`` in a plain
text, ``Garde: 3`` in YAML. Without a number it is one copy.""",
    ),
    "B04": error(
        (
            "deck refusé : {title}",
            ("ici : {found}", "changer le deck"),
        ),
        (
            "deck refused: {title}",
            ("here: {found}", "change the deck"),
        ),
        """A rule of the construction does not hold for this deck. The help tells the values
it read, the citation leads to the passage of the rulebook.""",
        {"rule": ("cette règle", "this rule")},
    ),
    "B05": error(
        (
            "deck refusé : {title}",
            "à changer : {cards}",
        ),
        (
            "deck refused: {title}",
            "to be changed: {cards}",
        ),
        """The construction refuses these components, or so many copies of them. The citation
leads to the passage of the rulebook.""",
        {"rule": ("cette règle", "this rule")},
    ),
    "B06": error(
        (
            "« {name} » est le nom de plusieurs composants",
            "écrire l'identifiant : {known}",
        ),
        (
            "“{name}” is the name of several components",
            "write the id: {known}",
        ),
        """Two components may bear one printed name. Where the list does not tell which is
meant, write its identifier.""",
    ),
    "B07": error(
        (
            "« {name} » n'est pas une liste de la construction « {owner} »",
            ("est-ce « {closest} » ?", "listes : {known}"),
        ),
        (
            "“{name}” is not a list of construction “{owner}”",
            ("is “{closest}” meant?", "lists: {known}"),
        ),
        """A deck in YAML has the keys ``nom`` and ``construction``, which may be left out, and
one key for each list of the construction.""",
    ),
    "B09": error(
        (
            "« {name} » n'est pas une construction de ce jeu",
            ("est-ce « {closest} » ?", "choisir parmi : {known}"),
        ),
        (
            "“{name}” is not a construction of this game",
            ("is “{closest}” meant?", "choose among: {known}"),
        ),
        """A deck may say which rules it was built by: ``construction: Tournoi``. Without it,
the first construction of the game is meant, or the one asked for (``--construction``).""",
    ),
    "B08": error(
        (
            "ce deck a plus de {limit} composants",
            "en ôter, ou vérifier les nombres",
        ),
        (
            "this deck has more than {limit} components",
            "take some out, or look at the numbers again",
        ),
        """A limit of livret, not of a game: the rules compare components with each other.""",
    ),
}

CONSTRUCTIONS: dict[str, Message] = _CONSTRUCTIONS
DECKS: dict[str, Message] = _DECKS
