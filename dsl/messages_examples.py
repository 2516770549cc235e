"""The messages about examples: how they are written, and why one does not hold (E)."""

from __future__ import annotations

from .diagnostics import Message
from .wording import error

_WRITTEN = {
    "E01": error(
        (
            "ceci vient trop tard dans l'exemple",
            "le placer avant le premier « soit », « quand » ou « alors »",
        ),
        (
            "this comes too late in the example",
            "put it before the first “soit”, “quand” or “alors”",
        ),
        """Players, seed, variants, readings, options, components and the first phase
are settled before the game of the example begins. Example: ``joueurs 3`` after ``quand
:``; put it on the first line of the example.""",
    ),
    "E02": error(
        (
            "cet exemple n'attend rien",
            "ajouter « alors : » et ce qui doit être vrai",
        ),
        (
            "this example expects nothing",
            "add “alors:” and what must be true",
        ),
        """An example that expects nothing can never fail. Write under ``alors :`` what
must be true, offered, refused, decided or over.""",
    ),
    "E03": error(
        (
            "ceci ne prépare pas la table",
            "sous « soit », changer des états et déplacer des composants seulement",
        ),
        (
            "this does not prepare the table",
            "under “soit”, only change states and move components",
        ),
        """``soit :`` puts the table in the situation the example is about. Nobody
decides, nothing is announced and nothing ends there. Example: ``J1 choisit c parmi
Case``; write the result, ``a1.marque devient J1``, or the play under ``quand :``.""",
    ),
    "E04": error(
        (
            "il faut une option, et ceci est « {found} »",
            "écrire un élément, ou plusieurs entre accolades",
        ),
        (
            "an option is wanted, and this is “{found}”",
            "write one item, or several between braces",
        ),
        """A player picks an option: an item, or an action with its parameters. Several
picks stand between braces, in their order. Example: ``J1 : Case``; write ``J1 : a1``.""",
    ),
}

_RUN = {
    "E10": error(
        (
            "c'est à {found} de décider, pas à {expected}",
            ("{found} doit d'abord répondre à : {title}", "corriger le joueur ou l'ordre"),
        ),
        (
            "it is {found} who decides, not {expected}",
            ("{found} must first answer: {title}", "correct the player or the order"),
        ),
        """The plays of an example follow the rules: the next one belongs to the player
whom the game asks. A missing play before this one is the usual cause.""",
    ),
    "E11": error(
        (
            "« {choice} » n'est pas offert",
            ("choisir parmi : {offered}", "rien n'est offert ici"),
        ),
        (
            "“{choice}” is not offered",
            ("choose among: {offered}", "nothing is offered here"),
        ),
        """The rules do not allow this play in this situation. Either the example is
wrong, or the rule that should offer it is: ``livret play`` and ``why not`` show the
condition that fails.""",
    ),
    "E12": error(
        ("ceci est faux", ("les valeurs sont : {found}", "")),
        ("this is false", ("the values are: {found}", "")),
        """What the example expects does not hold after its plays. The help shows the
values that were compared.""",
    ),
    "E13": error(
        (
            "ceci n'est pas offert",
            ("est offert : {offered}", "personne n'a rien à décider ici"),
        ),
        (
            "this is not offered",
            ("offered is: {offered}", "nobody has anything to decide here"),
        ),
        """The example says that a play is possible, and the rules do not offer it.""",
    ),
    "E14": error(
        ("ceci est offert", "corriger l'exemple, ou la règle qui devrait le refuser"),
        ("this is offered", "correct the example, or the rule that should refuse it"),
        """The example says that a play is refused, and the rules offer it.""",
    ),
    "E15": error(
        (
            "ceci est refusé, mais pas à cause de [{expected}]",
            (
                "les règles qui le refusent citent : {found}",
                "aucune règle citée ne le refuse",
            ),
        ),
        (
            "this is refused, but not because of [{expected}]",
            ("the rules that refuse it cite: {found}", "no cited rule refuses it"),
        ),
        """``refusé … car [ID]`` expects that a condition which fails cites this statement:
a requirement, a limit, a prohibition, the choice of a parameter, or the ability itself
where the condition cites nothing.""",
    ),
    "E16": error(
        (
            "la partie ne se termine pas par « {expected} »",
            ("elle se termine par « {found} »", "elle n'est pas finie, ou sans issue"),
        ),
        (
            "the game does not end with “{expected}”",
            ("it ends with “{found}”", "it is not over, or has no outcome"),
        ),
        """The example expects an outcome that its plays do not lead to.""",
    ),
    "E29": error(
        ("les gagnants ne sont pas : {expected}", ("ce sont : {found}", "il n'y en a pas")),
        ("the winners are not: {expected}", ("they are: {found}", "there are none")),
        """The game ends as the example says, but others win than those after
``gagnants``.""",
    ),
    "E17": error(
        (
            "ce n'est pas à {expected} de décider",
            ("c'est à {found}", "personne n'a rien à décider"),
        ),
        (
            "it is not {expected} who decides",
            ("it is {found}", "nobody has anything to decide"),
        ),
        """The example expects a player to decide, and the game asks another one or is
over.""",
    ),
    "E18": error(
        (
            "le journal ne contient pas {missing} à cet endroit",
            "corriger l'ordre, ou citer l'énoncé dans la règle qui l'applique",
        ),
        (
            "the journal does not have {missing} at that point",
            "correct the order, or cite the statement in the rule that applies it",
        ),
        """The journal of a game cites the rule of each line. The example expects lines
that cite these statements, in this order, since its last ``quand``.""",
    ),
    "E19": error(
        (
            "personne n'a plus rien à décider",
            "ôter cette ligne : la partie est finie",
        ),
        (
            "nobody has anything left to decide",
            "remove this line: the game is over",
        ),
        """The game of the example ended before this play.""",
    ),
    "E21": error(
        (
            "l'exemple a {found} joueurs, le jeu en veut de {low} à {high}",
            "écrire un nombre de joueurs que le jeu permet",
        ),
        (
            "the example has {found} players, the game wants {low} to {high}",
            "write a number of players the game allows",
        ),
        """``joueurs`` of an example must be within the ``joueurs`` of the rules.""",
    ),
    "E22": error(
        (
            "la partie au hasard n'est pas finie après {limit} décisions",
            "donner un nombre : « hasard 20 »",
        ),
        (
            "the random game is not over after {limit} decisions",
            "give a number: “hasard 20”",
        ),
        """``hasard`` without a number plays to the end of the game; this one does not
come. Either the game can go on for ever, or the example needs a number of decisions.""",
    ),
    "E23": error(
        (
            "un exemple ne peut commencer à la phase « {name} »",
            "nommer une phase que le déroulement joue lui-même",
        ),
        (
            "an example cannot start at phase “{name}”",
            "name a phase that the course itself runs",
        ),
        """``début phase X`` starts the game where the course runs X. A phase that only
another phase or an ability runs has no such place.""",
    ),
    "E24": error(
        (
            "« {choice} » désigne plusieurs options",
            ("préciser les paramètres ; est offert : {offered}", "préciser les paramètres"),
        ),
        (
            "“{choice}” means several options",
            ("give the parameters; offered is: {offered}", "give the parameters"),
        ),
        """An action is offered with several parameters, and the play does not say
which. Example: ``J1 : Avancer``; write ``J1 : Avancer(a2, a3)``.""",
    ),
    "E25": error(
        (
            "aucun dé lancé ici n'a de face {found}",
            "écrire l'une de ses faces : {known}",
        ),
        (
            "no die thrown here has a face {found}",
            "write one of its faces: {known}",
        ),
        """``dés`` gives the next results, one number per die, in the order of the
throws.""",
    ),
    "E26": error(
        ("ces dés n'ont pas été lancés : {left}", "ôter ces nombres"),
        ("these dice were not thrown: {left}", "remove these numbers"),
        """Every number after ``dés`` must be the result of a throw; otherwise the example
does not play what it seems to play.""",
    ),
    "E28": error(
        (
            "« {name} » n'est pas un nom du déroulement ici, et rien ne s'en sert",
            ("noms à donner : {known}", "ôter cette ligne"),
        ),
        (
            "“{name}” is not a name of the course here, and nothing uses it",
            ("names to give: {known}", "remove this line"),
        ),
        """Under ``soit :``, ``soit x = …`` gives a value to a name that the course has
where the example starts (``début phase``), or names something for the lines that follow.""",
    ),
    "E27": error(
        (
            "« {name} » n'a pas de valeur quand commence « {phase} »",
            "la donner sous « soit : » : « soit {name} = … »",
        ),
        (
            "“{name}” has no value when “{phase}” begins",
            "give it one under “soit :”: “soit {name} = …”",
        ),
        """``début phase`` starts in the middle of the course. What the course has chosen,
rolled or named before that phase, the example must say.""",
    ),
}

EXAMPLES: dict[str, Message] = _WRITTEN | _RUN
