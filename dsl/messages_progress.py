"""The messages of the timing checks about scopes, loops, ends and choices (T16 to T26)."""

from __future__ import annotations

from .diagnostics import Message
from .wording import error, warning

_SCOPES: dict[str, Message] = {
    "T16": warning(
        (
            "ce qui dure « durant {scope} » n'a pas de fin sûre : {why_fr}",
            "nommer une portée qui est ouverte ici à chaque fois, ou l'ouvrir autour",
        ),
        (
            "what lasts “durant {scope}” has no sure end: {why_en}",
            "name a scope that is open here each time, or open it around",
        ),
        """A lasting effect ends when its scope closes. If the scope is not open when the
effect begins, it lasts until the next one of that name closes, or for ever. Example: an
action of two windows that says ``modifie force(h) de 1 durant Combat`` while one of the
windows is opened outside ``phase Combat``; write ``durant fenêtre``, or take the action
out of that window.""",
    ),
    "T17": error(
        (
            "« quitter {scope} » {why_fr}",
            (
                "écrire « quitter {scope} en sautant {skipped} », ou sauter moins loin",
                "la remettre à sa première valeur avant de quitter « {scope} »",
            ),
        ),
        (
            "“quitter {scope}” {why_en}",
            (
                "write “quitter {scope} en sautant {skipped}”, or jump less far",
                "set it back to its first value before leaving “{scope}”",
            ),
        ),
        """A jump says all that it skips. Every ordinary way through the scope goes by the
phases and steps named here; the jump leaves them out without a word. Example: ``quitter
tour`` in the first step of a turn whose third step always takes place; write ``quitter
Premier en sautant Deuxième``, which leaves the third in place. The same holds for a state
that ordinary ways always set back before the scope ends: an attack cut short must not
leave its attacker.""",
        {
            "skipped": ("ceci n'a pas lieu", "this does not take place"),
            "reset": ("remise en place ici d'ordinaire", "ordinarily set back here"),
        },
    ),
    "T26": warning(
        (
            "ce saut peut laisser « {event} » sans réponse : « {waiting} » attend encore",
            "sauter après « {event} », dans ce qui l'émet, ou dans une capacité qui y répond",
        ),
        (
            "this jump may leave “{event}” unanswered: “{waiting}” is still waiting",
            "jump after “{event}”, in what emits it, or in an ability that answers it",
        ),
        """An event has happened, and a scope closes before its answers have had their
turn: in other games such a trigger resolves in the next step, here it is lost. Example:
``événement Chute(c)`` whose body says ``quitter phase`` while a ``forcé`` answers ``après
Chute``; make the jump where the event is emitted, behind it.""",
        {"waiting": ("cette capacité attend", "this ability waits")},
    ),
}

_LOOPS: dict[str, Message] = {
    "T18": warning(
        (
            "« {name} » peut s'appeler sans fin : {chain}",
            "n'appeler que tant que quelque chose s'épuise : une zone qu'on vide, un "
            "compteur borné, un nombre qui diminue",
        ),
        (
            "“{name}” may call itself for ever: {chain}",
            "call only as long as something runs out: a zone that is emptied, a bounded "
            "counter, a number that gets less",
        ),
        """A rule that leads to itself needs something that runs out each time and is never
given back. Example: a card that makes another one be revealed, while the deck is refilled
from the discard pile in between; reveal only ``si existe(pioche)``, and refill it
elsewhere.""",
        {"next": ("puis ceci", "then this")},
    ),
    "T19": warning(
        (
            "« {name} » {why_fr} : {chain}",
            (
                "ajouter une limite, ou une exigence que l'effet rend fausse, {forced}",
                "dire combien de fois on peut la répéter",
            ),
        ),
        (
            "“{name}” {why_en}: {chain}",
            (
                "add a limit, or a requirement that the effect makes false, {forced_en}",
                "say how often it may be repeated",
            ),
        ),
        """Forced abilities and state checks that answer each other go on for ever once
they begin, and nobody can stop them. Example: ``forcé A après Soin`` emits ``Blessure``,
``forcé B après Blessure`` emits ``Soin``; give one of them ``limite 1 par tour``. A chain
that needs somebody's will is only told: rules often say how often it may be repeated.""",
        {"next": ("puis ceci", "then this")},
    ),
    "T20": warning(
        (
            "rien ne dit que « {name} » se termine : une manche peut ressembler à la précédente",
            "épuiser quelque chose à chaque manche et finir quand il n'y en a plus, ou dire "
            'pourquoi : « dispense T20 "…" »',
        ),
        (
            "nothing says that “{name}” ends: one round may be like the one before",
            "use something up in each round and end when it is gone, or say why: "
            '“dispense T20 "…"”',
        ),
        """Every way from the start of a round to the next goes by no test that can be
passed only so often: no counter that only rises to its bound, no zone that is only
emptied, no cells that are only marked, no throw of a die that leaves the loop sooner or
later. The game may last for ever. Many games may, if their players want it: ``dispense
T20 "…"`` says so in the rules.""",
    ),
    "T21": warning(
        (
            "après ce changement, « {decision} » peut venir avant le contrôle « {name} »",
            "contrôler aussitôt : en faire un événement, ou déplacer ce qui suit",
        ),
        (
            "after this change, “{decision}” may come before the check “{name}”",
            "check at once: make it an event, or move what follows",
        ),
        """Something changes that can end the game, and somebody is asked before the rules
look at it: the game goes on although it is over. State checks are read after events,
abilities, steps, turns and rounds, not between two lines. Example: an effect takes the
last life, then lets the victim choose a card; let an ``événement`` take the life.""",
        {"check": ("le contrôle", "the check")},
    ),
}

_CHOICES: dict[str, Message] = {
    "T22": warning(
        (
            "rien ne dit qu'il y ait de quoi choisir pour « {name} »",
            "tester avant : « si existe(…) : », l'exiger, ou écrire « peut choisir »",
        ),
        (
            "nothing says that there is something to choose for “{name}”",
            "test it before: “si existe(…) :”, require it, or write “peut choisir”",
        ),
        """Somebody must choose, and on some way to the choice nothing proves that there is
anything to choose from: no test, no requirement, nothing that the components or the board
make sure of. Example: ``j choisit c parmi j.main`` when hands may be empty; write ``si
existe(j.main) :`` around it, and say what happens otherwise. Whether a ``requiert`` can be
met is not looked at.""",
        {"since": ("depuis ceci, plus rien ne le dit", "since this, nothing says so")},
    ),
    "T23": warning(
        (
            "il se peut que personne ne décide « {name} »",
            "tester avant que ce joueur existe et qu'il est encore « dans joueurs »",
        ),
        (
            "it may be that nobody decides “{name}”",
            "test before that this player exists and is still “dans joueurs”",
        ),
        """The one who decides may be ``rien``, may have no seat at some number of players,
may have been eliminated on the way, or is the one who orders simultaneous things in rules
without a ``profil``. Example: ``chef choisit …`` after ``éliminer j`` when ``chef`` may be
``j``; write ``si chef hors joueurs :`` and name another.""",
        {"since": ("depuis ceci, plus rien ne le dit", "since this, nothing says so")},
    ),
    "T24": warning(
        (
            "« {name} » {why_fr}",
            (
                "ne filtrer que par ce que voit celui qui choisit, sans « {secret} »",
                "rien à corriger : un meneur de jeu peut laisser passer un peu de temps",
            ),
        ),
        (
            "“{name}” {why_en}",
            (
                "filter only by what the one who chooses sees, without “{secret}”",
                "nothing to mend: whoever runs the game may let some time pass",
            ),
        ),
        """What is offered to a player tells them what it depends on. Example: ``j choisit
c parmi main(k) où .couleur = rouge`` shows ``j`` which cards of ``k`` are red; let ``k``
choose. A window that passes by itself because a player can do nothing tells the others
so: that is only said, nothing is wrong with the rules.""",
    ),
    "T25": error(
        (
            "« {name} » répond après « {event} », qui envoie sa carte à « {to} » : elle n'y "
            "peut plus rien",
            "écrire « mémoire », ou « depuis » la zone où elle arrive",
        ),
        (
            "“{name}” answers after “{event}”, which sends its card to “{to}”: it can do "
            "nothing from there",
            "write “mémoire”, or “depuis” the zone it comes to",
        ),
        """An ability works from some zones. The event it answers has moved its own card to
another by the time it could answer, so that it never does. Example: ``forcé Adieu après
Départ(c)`` with ``exige c = soi``, while ``Départ`` moves ``c`` to the discard pile; write
``mémoire``: the card answers as if it still lay where it was.""",
        {"moved": ("la carte part ici", "the card leaves here")},
    ),
}

PROGRESS: dict[str, Message] = {
    code: message for code, message in sorted((_SCOPES | _LOOPS | _CHOICES).items())
}
