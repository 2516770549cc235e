"""The messages about the structure of declarations (D)."""

from __future__ import annotations

from .diagnostics import Message
from .wording import FIRST, error, warning

_GAME = {
    "D01": error(
        (
            "nombre de joueurs impossible",
            "écrire de 1 à {limit} joueurs, le plus petit nombre d'abord",
        ),
        (
            "impossible number of players",
            "write from 1 to {limit} players, the smaller number first",
        ),
        """``joueurs`` says for how many players the game is, the least first. Example:
``joueurs 4 à 2``; write ``joueurs 2 à 4``.""",
    ),
    "D03": error(
        (
            "cette déclaration ne se fait qu'une fois",
            "réunir les deux en une, ou ôter celle-ci",
        ),
        (
            "this declaration stands only once",
            "make one of the two, or remove this one",
        ),
        """``joueurs``, ``profil``, ``mise en place``, ``déroulement``, ``score`` and
``évaluation`` concern the whole game: a second one would contradict the first, and
nothing says which comes first. Example: two ``déroulement``; put the second into a
``phase`` and run it from the first.""",
        FIRST,
    ),
    "D17": error(
        (
            "le dossier « {folder} » ne contient pas de règles",
            "y écrire un fichier « regles.livret », ou donner un autre dossier",
        ),
        (
            "folder “{folder}” holds no rules",
            "write a file “regles.livret” in it, or name another folder",
        ),
        """A ruleset is a folder with at least one file whose name ends in ``.livret``.
``livret new FOLDER`` makes one to start from.""",
    ),
    "D20": error(
        (
            "le nombre de joueurs n'est dit nulle part",
            "écrire par exemple « joueurs 2 à 4 »",
        ),
        (
            "the number of players is said nowhere",
            "write for example “joueurs 2 à 4”",
        ),
        """A game is set up for a number of players; the rules must say which are
possible. Write ``joueurs 2``, or ``joueurs 2 à 4``.""",
    ),
    "D21": error(
        (
            "le déroulement du jeu n'est dit nulle part",
            "déclarer « déroulement : » avec ce qui se passe dans une partie",
        ),
        (
            "the course of the game is said nowhere",
            "declare “déroulement:” with what happens in a game",
        ),
        """``déroulement`` is what a game does from its set-up to its end; without it
nothing would ever happen. Example: only ``action`` and ``fenêtre`` declared; add a
``déroulement`` that opens the window for each player in turn.""",
    ),
}

_MATERIAL = {
    "D02": error(
        (
            "« {name} » n'a aucune valeur possible : {low} est plus grand que {high}",
            "mettre la plus petite borne d'abord",
        ),
        (
            "“{name}” has no possible value: {low} is greater than {high}",
            "put the lower bound first",
        ),
        """Bounds and tracks go from the lower number to the higher. Example: ``compteur
vies borné 5 à 0``; write ``compteur vies borné 0 à 5``.""",
    ),
    "D04": error(
        (
            "« {name} » n'a pas le même genre que dans un autre type",
            "donner le même genre aux deux, ou deux noms différents",
        ),
        (
            "“{name}” has another kind than in another type",
            "give both the same kind, or two different names",
        ),
        """A characteristic of one name has one kind in all types that have it: then a
rule can read it from a component whose exact type it does not know. Example: ``force :
nombre`` in one type and ``force : Force`` in another; rename one.""",
        {"first": ("l'autre est ici", "the other one is here")},
    ),
    "D05": error(
        (
            "le type « {name} » est au-dessus de lui-même : {chain}",
            "ôter l'un des « de »",
        ),
        ("type “{name}” stands above itself: {chain}", "remove one of the “de”"),
        """``type A de B`` says that every A is a B; a circle of them says nothing.
Example: ``type A de B`` and ``type B de A``; keep one.""",
    ),
    "D15": error(
        (
            "« {name} » n'a pas de première valeur",
            "en donner une avec « = », ou déclarer « {kind} ou rien »",
        ),
        (
            "“{name}” has no first value",
            "give one with “=”, or declare “{kind} ou rien”",
        ),
        """A number starts at 0, a condition at ``faux``, a set empty, but no player,
cell or component is the natural first one. Example: ``état chef : Joueur``; write
``état chef : Joueur = J1`` or ``état chef : Joueur ou rien``.""",
    ),
    "D16": error(
        ("un dé a de 2 à {limit} faces", "en écrire au moins deux"),
        ("a die has from 2 to {limit} faces", "write at least two"),
        """A die with one face decides nothing, one with no face cannot be thrown.
Example: ``dé D6 : 6 à 1``; write ``dé D6 : 1 à 6``.""",
    ),
    "D18": error(
        (
            "un composant ne porte que des capacités",
            "mettre cette déclaration dans un fichier .livret",
        ),
        (
            "a component bears abilities only",
            "put this declaration in a .livret file",
        ),
        """The block ``capacités`` of a component holds actions, responses, forced and
permanent abilities, prohibitions and replacements: what the component can do.
Definitions and the rest concern the whole game and stand in the rule files.""",
    ),
    "D19": error(
        (
            "le plan « {name} » décrit un plateau « {found} », pas « {expected} »",
            "écrire « {found} {name} », ou changer le plan",
        ),
        (
            "plan “{name}” describes a board of shape “{found}”, not “{expected}”",
            "write “{found} {name}”, or change the plan",
        ),
        """The shape said in the rules must be that of the plan in the component file:
rows of hexagons, or a graph of places and links.""",
    ),
    "D23": error(
        (
            "« {name} » commence à {found}, hors de ses bornes ({low} à {high})",
            "donner une première valeur entre les bornes",
        ),
        (
            "“{name}” starts at {found}, outside its bounds ({low} to {high})",
            "give a first value between the bounds",
        ),
        """A counter or marker never leaves its bounds, so it cannot start outside them.
Example: ``compteur vies = 7 borné 0 à 5``; write ``compteur vies = 5 borné 0 à 5``.""",
    ),
}

_ABILITIES = {
    "D06": error(
        (
            "« {clause} » n'a pas sa place dans {what}",
            "clauses possibles : {known}",
        ),
        ("“{clause}” has no place in {what}", "possible clauses: {known}"),
        """Each class of ability has its own clauses: an action has a window, a
permanent only modifies, a forced one costs nothing. Example: ``pendant Coup`` in a
``forcé``; remove it, or declare an ``action``.""",
    ),
    "D07": error(
        ("« {clause} » est écrit deux fois", "réunir les deux lignes en une"),
        ("“{clause}” is written twice", "make one line of the two"),
        """This clause stands once in a declaration. Example: two lines ``pendant``;
write ``pendant Matin, Soir``.""",
        FIRST,
    ),
    "D08": error(
        (
            "l'action « {name} » ne dit pas quand on peut la faire",
            "ajouter « pendant » et une fenêtre",
        ),
        (
            "action “{name}” does not say when it can be done",
            "add “pendant” and a window",
        ),
        """An action is offered in windows, and only in those it names. Add for example
``pendant Coup``, with ``fenêtre Coup`` declared and opened somewhere.""",
    ),
    "D09": error(
        (
            "il n'y a rien à annuler ici",
            "placer « annuler événement » dans une capacité « avant … »",
        ),
        (
            "there is nothing to cancel here",
            "put “annuler événement” in an ability “avant …”",
        ),
        """An event can be cancelled as long as it is only announced: in a response or a
forced ability ``avant`` it. Example: ``réponse Parer après Blessure(c) :`` with
``annuler événement``; write ``réponse Parer avant Blessure(c) :``.""",
    ),
    "D11": error(
        (
            "le permanent « {name} » ne modifie rien",
            "ajouter « modifie … de … »",
        ),
        ("permanent “{name}” modifies nothing", "add “modifie … de …”"),
        """A permanent ability acts by its modifiers, as long as its requirements hold.
Example: only ``exige`` in it; add ``modifie force_totale(soi) de 1``.""",
    ),
    "D12": error(
        ("« {name} » n'a pas d'effet", "ajouter « effet : » et ce qui se passe"),
        ("“{name}” has no effect", "add “effet:” and what happens"),
        """An action, response, forced ability or replacement is there for its effect.
Where nothing shall happen, say so: ``effet :`` with ``ne rien faire``.""",
    ),
    "D13": error(
        (
            "« {clause} » ne vaut que pour la capacité d'un composant",
            "ôter la ligne, ou écrire la capacité avec le composant",
        ),
        (
            "“{clause}” is for the ability of a component only",
            "remove the line, or write the ability with the component",
        ),
        """``depuis`` says in which zones a component must lie for its ability to work,
``commune`` that every player may use it. A rule lies in no zone, and is everybody's.""",
    ),
    "D14": error(
        (
            "on ne sait pas d'où la capacité « {name} » agit",
            "ajouter « depuis » et une zone, ou « en jeu » dans le profil",
        ),
        (
            "it is unknown from where ability “{name}” works",
            "add “depuis” and a zone, or “en jeu” to the profile",
        ),
        """The ability of a component works while the component lies in certain zones:
those it names with ``depuis``, or those the ``profil`` calls ``en jeu``.""",
    ),
    "D22": error(
        (
            "cette limite vaut {found} : la capacité ne servirait jamais",
            "écrire au moins 1, ou ôter la capacité",
        ),
        (
            "this limit is {found}: the ability could never be used",
            "write at least 1, or remove the ability",
        ),
        """``limite n par …`` allows n uses. Example: ``limite 0 par tour``; write
``limite 1 par tour``, or declare an ``interdit``.""",
    ),
}

_OTHERS = {
    "D10": error(
        (
            "cette valeur doit être connue avant la partie",
            "écrire un nombre, une valeur d'énumération ou une option",
        ),
        (
            "this value must be known before the game",
            "write a number, a value of an enumeration or an option",
        ),
        """Options, the default of a characteristic and the condition of an amendment
are read when the rules are loaded: there is no player, card or dice result yet.
Example: ``option cible : nombre = nombre(joueurs)``; write ``option cible : nombre =
3``.""",
    ),
    "D24": error(
        (
            "on ne peut choisir de {low} à {high} éléments",
            "écrire le plus petit nombre d'abord, et au moins 1 ensuite",
        ),
        (
            "one cannot choose from {low} to {high} items",
            "write the smaller number first, then at least 1",
        ),
        """``choisit de a à b`` needs a ≤ b, and b at least 1. Example: ``j choisit de 3
à 2 cartes parmi j.main``; write ``j choisit de 2 à 3 cartes parmi j.main``.""",
    ),
    "D25": warning(
        ("« {name} » est déjà dans cette liste", "l'ôter de la liste"),
        ("“{name}” is already in this list", "remove it from the list"),
        """A name twice in one list says nothing more than once; another name was
probably meant. Example: ``pendant Matin, Matin``; write ``pendant Matin, Soir``.""",
        FIRST,
    ),
    "D26": error(
        (
            "la phase « {name} » est écrite sur place, on ne peut la rejouer ailleurs",
            "la déclarer à part, au bord gauche, et la jouer par « phase {name} »",
        ),
        (
            "phase “{name}” is written in place, it cannot be run from elsewhere",
            "declare it apart, at the left margin, and run it with “phase {name}”",
        ),
        """A phase written inside a course or another phase happens there. To run it
from several places, declare it at the left margin.""",
        {"declared": ("écrite ici", "written here")},
    ),
    "D31": error(
        (
            "l'étape « {step} » n'admet pas d'actions, et « {window} » s'ouvre dedans",
            "ouvrir la fenêtre après l'étape, ou écrire « admet actions »",
        ),
        (
            "step “{step}” admits no actions, and “{window}” opens inside",
            "open the window after the step, or write “admet actions”",
        ),
        """``admet rien`` and ``admet réponses`` say that nobody may act in a step. A window
for actions belongs after it.""",
        {"step": ("l'étape est fermée ici", "the step is closed here")},
    ),
    "D32": error(
        (
            "« {skips} » ne vient ni dans « {scope} » ni juste après",
            "nommer dans l'ordre ce qui suit, sans rien entre deux",
        ),
        (
            "“{skips}” comes neither inside “{scope}” nor right after it",
            "name what follows in order, with nothing in between",
        ),
        """``quitter A en sautant B, C`` leaves A and goes on after C. B and C must be the
phases or steps that follow A in its block, one right after the other; before them may
stand the names of places inside A that are given up with it: a jump says all that it
skips.""",
    ),
    "D33": error(
        (
            "« {clause} » n'a de sens qu'après un événement",
            "ôter « {clause} », ou répondre « après »",
        ),
        (
            "“{clause}” makes sense only after an event",
            "remove “{clause}”, or answer “après”",
        ),
        """``mémoire`` lets an ability answer after an event that took its card away, as if
the card still lay where it did just before; ``aussitôt`` says that nothing else happens
between an event and its answer. Before the event there is nothing to remember, and
nothing can come in between.""",
    ),
    "D34": warning(
        (
            "« depuis » ne change rien : la fenêtre s'ouvre pour un seul joueur",
            "ôter « depuis … », ou ouvrir pour un ensemble de joueurs",
        ),
        (
            "“depuis” changes nothing: the window opens for one player",
            "remove “depuis …”, or open it for a set of players",
        ),
        """``depuis`` says where a window begins that several players share. Example: ``ouvrir
Marché pour j depuis J1 horaire``; write ``ouvrir Marché pour joueurs depuis j horaire``.""",
    ),
}

STRUCTURE: dict[str, Message] = _GAME | _MATERIAL | _ABILITIES | _OTHERS
