"""The messages about running: playing, rules that fail while played, saved games."""

from __future__ import annotations

from .diagnostics import Message
from .wording import error, warning

_PLAYING = {
    "R01": error(
        (
            "aucun jeu ne s'appelle « {name} »",
            ("est-ce « {closest} » ?", "jeux livrés : {known}"),
        ),
        (
            "no game is called “{name}”",
            ("is “{closest}” meant?", "shipped games: {known}"),
        ),
        """A game is named by the slug of a shipped ruleset, or by the folder of any
other. Example: ``livret.load("morpoin")``; write ``livret.load("morpion")``.""",
    ),
    "R02": error(
        (
            "ce jeu ne se joue pas à {found}",
            "choisir un nombre de joueurs de {low} à {high}",
        ),
        (
            "this game is not for {found} players",
            "choose a number of players from {low} to {high}",
        ),
        """A ruleset says how many players it is for with ``joueurs``.""",
    ),
    "R03": error(
        (
            "« {option} » n'est pas un choix offert",
            ("choisir l'un des {count} choix de la décision « {title} »", ""),
        ),
        (
            "“{option}” is not among the choices",
            ("choose one of the {count} choices of the decision “{title}”", ""),
        ),
        """Only what the decision offers can be chosen: a choice, its index, or its raw
option. ``why_not`` says why something else is not offered.""",
    ),
    "R04": error(
        ("la partie est finie", "en commencer une autre, ou revenir en arrière"),
        ("the game is over", "begin another one, or undo"),
        """After the end of a game nothing can be chosen; ``undo`` goes back.""",
    ),
    "R05": error(
        (
            "on ne peut revenir {count} choix en arrière",
            "il y a {known} choix à annuler",
        ),
        ("cannot undo {count} choices", "there are {known} choices to undo"),
        """A game goes back at most to its first decision.""",
    ),
    "R06": error(
        (
            "« {name} » n'est le nom ni d'une capacité ni d'une chose à choisir",
            ("est-ce « {closest} » ?", ""),
        ),
        (
            "“{name}” names neither an ability nor something to choose",
            ("is “{closest}” meant?", ""),
        ),
        """``why_not`` is asked about an ability by its name or title, with what would be
chosen for its parameters, or about an item by its label.""",
    ),
    "R07": error(
        (
            "ces deux parties n'ont pas les mêmes règles",
            "comparer deux parties d'un même jeu, chargé de même",
        ),
        (
            "these two games do not have the same rules",
            "compare two games of one ruleset, loaded alike",
        ),
        """Two games can be compared when they are of the same ruleset, with the same
settings and number of players.""",
    ),
    "R08": error(
        ("il n'y a pas de joueur {found}", "les joueurs vont de 0 à {high}"),
        ("there is no player {found}", "players go from 0 to {high}"),
        """Players are numbered from 0 in seat order; ``None`` stands for a spectator.""",
    ),
    "R09": error(
        (
            "cette ligne n'est pas une réponse",
            'écrire {{"choice": 0}}, {{"undo": 1}}, {{"save": "fichier"}} ou {{"quit": true}}',
        ),
        (
            "this line is not an answer",
            'write {{"choice": 0}}, {{"undo": 1}}, {{"save": "file"}} or {{"quit": true}}',
        ),
        """``livret play --json`` reads one JSON object per line. Anything else is refused,
and the decision is asked again.""",
    ),
}

_FAULTS = {
    "R10": error(
        (
            "il n'y a rien à choisir ici",
            "écrire « peut choisir », ou vérifier avant qu'il y a de quoi choisir",
        ),
        (
            "there is nothing to choose here",
            "write “peut choisir”, or check beforehand that there is something",
        ),
        """``choisit`` needs at least one item, and ``choisit de a à b`` enough of them.
The game met a state where there is none. Offer the choice only when it is possible.""",
    ),
    "R11": error(
        ("division par zéro", "vérifier le diviseur avant de diviser"),
        ("division by zero", "check the divisor before dividing"),
        """``/`` and ``modulo`` by zero have no answer. Example: ``total / nombre(main)``
with an empty hand; write ``si nombre(main) = 0 alors 0 sinon total / nombre(main)``.""",
    ),
    "R12": error(
        ("intervalle trop grand : de {low} à {high}", "réduire ses bornes"),
        ("range too large: from {low} to {high}", "reduce its bounds"),
        """Ranges are bounded so that no rule can exhaust the machine.""",
    ),
    "R13": error(
        ("trop de répétitions : {count}", "vérifier ce nombre"),
        ("too many repetitions: {count}", "check this number"),
        """Repetitions, dice and picks are bounded; no game needs so many.""",
    ),
    "R14": error(
        (
            "les règles s'appellent sans fin",
            "chercher une règle qui en déclenche une autre qui la déclenche",
        ),
        (
            "the rules call each other without end",
            "look for a rule that triggers another that triggers it",
        ),
        """Events, procedures or definitions nest deeper than any game needs: somewhere
one of them leads back to itself. Give it a condition that ends.""",
    ),
    "R15": error(
        (
            "les règles tournent sans jamais demander de choix",
            "vérifier la condition de fin de la boucle",
        ),
        (
            "the rules run on without ever asking for a choice",
            "check the condition that ends the loop",
        ),
        """A loop ran a very long time without a decision and without an end of the
game. Often its condition never changes, or nobody can act any more.""",
    ),
    "R16": error(
        (
            "« {scope} » n'est pas ouvert : on ne peut le quitter",
            "n'utiliser cette règle que pendant « {scope} »",
        ),
        (
            "“{scope}” is not open: it cannot be left",
            "use this rule only during “{scope}”",
        ),
        """``quitter`` leaves a phase, step, turn or loop that is running. Here the rule
was used outside of it.""",
    ),
    "R20": error(
        (
            "on ne peut sauter « {name} » d'ici",
            "ne faire ce saut que là où « {name} » suit",
        ),
        (
            "“{name}” cannot be skipped from here",
            "make this jump only where “{name}” follows",
        ),
        """``quitter … en sautant`` was used in a place of that name that other phases or
steps follow.""",
    ),
    "R21": error(
        (
            "un nombre négatif est offert là où l'on peut passer ou finir",
            "offrir des nombres à partir de 0",
        ),
        (
            "a negative number is offered where one may pass or be done",
            "offer numbers from 0 on",
        ),
        """Where a player may choose nothing, or several numbers, the options are numbers
from 0 on. Example: ``j peut choisir n parmi {-1, 1}``; name the two choices in an
``énumération``.""",
    ),
    "R22": error(
        (
            "l'invariant « {title} » n'est plus vrai, à la décision {ply}",
            (
                "les valeurs sont : {found}",
                "corriger la règle qui le rompt, ou l'invariant",
            ),
        ),
        (
            "the invariant “{title}” no longer holds, at decision {ply}",
            (
                "the values are: {found}",
                "correct the rule that breaks it, or the invariant",
            ),
        ),
        """An ``invariant`` holds at every decision of every game. It is checked in examples
and by ``livret simulate --check``. Either a rule breaks it, or it says too much.""",
    ),
    "R17": error(
        (
            "il n'y a « rien » ici, où il faut quelque chose",
            "vérifier « ≠ rien » avant",
        ),
        (
            "there is “rien” here, where something is needed",
            "check “≠ rien” beforehand",
        ),
        """Reading through ``rien`` gives 0, ``faux``, ``rien`` or an empty set. Changing what
belongs to it is refused, since nobody would notice that nothing changed; so is giving it
to a definition, a function or a state that wants a player, a cell or a component.""",
    ),
    "R18": error(
        ("ce nombre sort des limites", "borner le compteur, ou vérifier la règle"),
        ("this number is out of bounds", "bound the counter, or check the rule"),
        """Numbers are bounded so that no rule can exhaust the machine.""",
    ),
    "R19": error(
        (
            "ces règles demandent trop de temps ou de mémoire",
            "chercher la règle qui examine trop de cas",
        ),
        (
            "these rules need too much time or memory",
            "look for the rule that examines too many cases",
        ),
        """One step of the game took longer than it may, or more memory than there is.""",
    ),
}

_SAVES = {
    "R30": error(
        (
            "la partie ne peut être lue : {reason}",
            "vérifier le chemin et les droits",
        ),
        ("the game cannot be read: {reason}", "check the path and the permissions"),
        """The file is absent, too large, or closed to the current user.""",
    ),
    "R31": error(
        ("ce fichier n'est pas du JSON", "reprendre une copie intacte du fichier"),
        ("this file is not JSON", "use an intact copy of the file"),
        """Saved games are JSON. This one is truncated or was edited by hand.""",
    ),
    "R32": error(
        (
            "« {path} » devrait être {expected_fr}",
            "reprendre une copie intacte du fichier",
        ),
        ("“{path}” should be {expected_en}", "use an intact copy of the file"),
        """A saved game or state has a fixed shape; every part is checked before it is
used, since a file may come from anywhere.""",
    ),
    "R33": error(
        (
            "cette partie est au format {found} ; ce livret lit le format {known}",
            "mettre livret à jour",
        ),
        (
            "this game is in format {found}; this livret reads format {known}",
            "update livret",
        ),
        """The file was written by another version of livret.""",
    ),
    "R34": error(
        (
            "cette partie est d'un autre jeu : « {found} », pas « {wanted} »",
            "la reprendre avec les règles de « {found} »",
        ),
        (
            "this game is of another ruleset: “{found}”, not “{wanted}”",
            "resume it with the rules of “{found}”",
        ),
        """A game is resumed with the ruleset it was begun with.""",
    ),
    "R35": error(
        (
            "cette partie a été commencée avec d'autres réglages : {found}",
            "charger les règles avec ces réglages",
        ),
        (
            "this game was begun with other settings: {found}",
            "load the rules with these settings",
        ),
        """Variants, readings, options, date and errata must be those of the beginning.""",
    ),
    "R36": error(
        (
            "les règles ont changé depuis cette partie : {changed} ; "
            "les choix ne se rejouent plus à partir du choix {number}",
            "la reprendre avec les règles d'alors",
        ),
        (
            "the rules have changed since this game: {changed}; "
            "its choices no longer replay from number {number} on",
            "resume it with the rules of that time",
        ),
        """A saved game keeps a hash of each rule. Some rules differ now, and one of the
saved choices is not offered any more, or is another player's.""",
    ),
    "R37": error(
        (
            "le choix {number} de cette partie n'est pas offert : {found}",
            "reprendre une copie intacte du fichier",
        ),
        (
            "choice {number} of this game is not offered: {found}",
            "use an intact copy of the file",
        ),
        """The rules are the same, but a saved choice is not legal: the file is altered.""",
    ),
    "R38": error(
        (
            "les choix rejoués ne mènent pas à la situation enregistrée",
            "reprendre une copie intacte du fichier",
        ),
        (
            "the choices do not lead to the saved situation",
            "use an intact copy of the file",
        ),
        """A saved game holds a digest of its situation. The rules are the same, the
choices are legal, and yet they lead elsewhere: the file was changed.""",
    ),
    "R39": error(
        (
            "les règles ont changé depuis cette partie : {changed} ; "
            "les choix se rejouent{to_fr}",
            "la reprendre en acceptant les changements",
        ),
        (
            "the rules have changed since this game: {changed}; "
            "the choices still replay{to_en}",
            "resume it accepting the changes",
        ),
        """Some rules differ from those the game was begun with. All choices are still
offered; the message says whether they lead to the same situation. Nothing is resumed
under other rules unless that is asked for.""",
    ),
    "R40": warning(
        ("partie reprise avec des règles changées : {changed}", ""),
        ("game resumed with changed rules: {changed}", ""),
        """The game was resumed although these rules differ from those it was begun with,
because that was asked for.""",
    ),
    "R41": error(
        (
            "la partie ne peut être écrite : {reason}",
            "choisir un autre endroit, ou libérer de la place",
        ),
        (
            "the game cannot be written: {reason}",
            "choose another place, or free some space",
        ),
        """The file is written whole or not at all; what stood there is still there.""",
    ),
    "R43": error(
        (
            "cette partie n'a pas été jouée depuis son début",
            "enregistrer la partie d'origine, ou garder « to_json »",
        ),
        (
            "this game was not played from its beginning",
            "save the game it comes from, or keep its “to_json”",
        ),
        """A saved game is the choices from the beginning. A game that starts from a state
(``determinize``, ``from_json``) has none.""",
    ),
    "R42": error(
        (
            "cette situation est d'autres règles que celles chargées",
            "la relire avec les règles d'alors, ou reprendre la partie enregistrée",
        ),
        (
            "this state is of other rules than those loaded",
            "read it with the rules of that time, or resume the saved game",
        ),
        """A state is numbers whose meaning follows from the exact rules. Saved games
(``save``) keep names instead, and survive most changes.""",
    ),
}

RUNTIME: dict[str, Message] = _PLAYING | _FAULTS | _SAVES
