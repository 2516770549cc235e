"""The messages about what is never used or reached (U) and what never ends (P)."""

from __future__ import annotations

from .diagnostics import Message
from .wording import error, warning

_UNUSED = {
    "U01": warning(
        (
            "« {name} » n'est utilisé nulle part",
            "s'en servir dans une règle, ou ôter la déclaration",
        ),
        ("“{name}” is used nowhere", "use it in a rule, or remove the declaration"),
        """No rule that can ever apply uses this declaration. Either it is left over, or
the rule that should use it is missing. Example: ``dé D6 : 1 à 6`` and no ``lancer …
fois D6``; write the throw, or remove the die.""",
    ),
    "U02": warning(
        (
            "rien n'est jamais « {name} »",
            "s'en servir, ou l'ôter de l'énumération « {kind} »",
        ),
        (
            "nothing is ever “{name}”",
            "use it, or remove it from enumeration “{kind}”",
        ),
        """No rule names this value, no component or cell has it, and no rule runs
through all values of the enumeration. Example: ``énumération Couleur : rouge, noire,
verte`` in a game without anything green; remove ``verte``.""",
    ),
    "U03": warning(
        (
            "« {name} » ne change rien au jeu",
            "s'en servir dans une règle ou un amendement, ou l'ôter",
        ),
        (
            "“{name}” changes nothing in the game",
            "use it in a rule or an amendment, or remove it",
        ),
        """An option, variant or reading that no rule reads: whoever chooses it plays
the same game. Example: ``variante Longue`` alone; write ``si Longue :`` where it
matters, or ``quand Longue`` in an amendment.""",
    ),
    "U04": warning(
        ("« {name} » n'est jamais lu", "s'en servir ensuite, ou ôter la ligne"),
        ("“{name}” is never read", "use it afterwards, or remove the line"),
        """The result of a choice or of dice, a ``soit``, or a parameter that nothing
reads: somebody decides and nothing follows. Example: ``j choisit c parmi Case`` as the
last line; write what happens to ``c``.""",
    ),
    "U05": warning(
        (
            "« {name} » change mais n'est jamais lu",
            "s'en servir dans une règle ou un score, ou ôter la déclaration",
        ),
        (
            "“{name}” changes but is never read",
            "use it in a rule or a score, or remove the declaration",
        ),
        """Rules change this state, and no condition, amount, choice, score or example
looks at it. Example: ``compteur points de Joueur`` that only increases; use it in
``score``.""",
    ),
}

_UNREACHABLE = {
    "U10": warning(
        ("rien ne mène jusqu'ici", "ôter ces lignes, ou les placer avant"),
        ("nothing leads here", "remove these lines, or move them before"),
        """What stands above always leaves, ends the game, or repeats for ever. Example:
a line after ``finir Victoire gagnants {j}``; put it before.""",
        {"ends": ("on ne va pas plus loin que ceci", "nothing goes further than this")},
    ),
    "U11": warning(
        (
            "cette condition est toujours « {found} »",
            "l'ôter, ou écrire la vraie condition",
        ),
        ("this condition is always “{found}”", "remove it, or write the real condition"),
        """A condition written as ``vrai`` or ``faux`` decides nothing; it is often left
over from a trial. Example: ``si faux :``; remove the block.""",
    ),
    "U12": warning(
        (
            "la phase « {name} » n'est jamais jouée",
            "la jouer par « phase {name} », ou ôter la déclaration",
        ),
        (
            "phase “{name}” is never run",
            "run it with “phase {name}”, or remove the declaration",
        ),
        """From the course on, no way leads to this phase. Example: ``phase Nuit :``
declared and never mentioned; write ``phase Nuit`` in the course.""",
    ),
    "U13": warning(
        (
            "la fenêtre « {name} » ne s'ouvre jamais",
            "l'ouvrir par « ouvrir {name} pour … », ou ôter la déclaration",
        ),
        (
            "window “{name}” is never opened",
            "open it with “ouvrir {name} pour …”, or remove the declaration",
        ),
        """From the course on, nothing opens this window, so the actions that can be
done in it only are never offered. Write ``ouvrir`` where players shall act.""",
        {"useless": ("ne peut servir qu'alors", "can be used only then")},
    ),
    "U14": warning(
        (
            "l'événement « {name} » ne se produit jamais",
            "l'émettre par « émettre {name}(…) », ou ôter la déclaration",
        ),
        (
            "event “{name}” never happens",
            "emit it with “émettre {name}(…)”, or remove the declaration",
        ),
        """From the course on, nothing emits this event, so what answers it never fires.
Example: ``événement Blessure(c : Carte)`` while wounds are written as ``c.blessures
augmente de 1``; put that line in the event and write ``émettre Blessure(c)``.""",
        {"useless": ("ne répond qu'à lui", "answers only to it")},
    ),
    "U15": warning(
        (
            "l'issue « {name} » n'arrive jamais",
            "écrire « finir {name} » où elle arrive, ou ôter la déclaration",
        ),
        (
            "outcome “{name}” never comes",
            "write “finir {name}” where it comes, or remove the declaration",
        ),
        """From the course on, no ``finir`` leads to this end of the game. Example:
``issue Nulle`` in a game whose board can be full; write the test and ``finir Nulle``.""",
    ),
    "U16": warning(
        (
            "personne ne peut rien faire dans la fenêtre « {name} »",
            "déclarer une action « pendant {name} », ou ne pas l'ouvrir",
        ),
        (
            "nobody can do anything in window “{name}”",
            "declare an action “pendant {name}”, or do not open it",
        ),
        """The window is opened, but no action names it: all players can do is pass.""",
    ),
    "U17": warning(
        (
            "la fenêtre « {name} » est ouverte pour personne",
            "écrire les joueurs qui peuvent agir",
        ),
        (
            "window “{name}” is opened for nobody",
            "write the players who may act",
        ),
        """A window opened for an empty set closes at once, even if an action in it is
compulsory. Example: ``ouvrir Coup pour {}``; write ``ouvrir Coup pour j``.""",
    ),
    "U19": warning(
        (
            "ce filtre vaut pour les deux branches du « si »",
            "mettre entre parenthèses ce qu'il doit filtrer : « sinon (E où …) »",
        ),
        (
            "this filter holds for both branches of the “si”",
            "put what it should filter in parentheses: “sinon (E où …)”",
        ),
        """``où`` binds least: in ``si c alors A sinon B où d`` it filters A as well as B, though
it reads as if it belonged to B alone. Parentheses tell which is meant: ``sinon (B où d)``,
or ``(si c alors A sinon B) où d``.""",
    ),
    "U18": warning(
        ("{found} fois : rien ne se passe", "écrire au moins 1"),
        ("{found} times: nothing happens", "write at least 1"),
        """A repetition or a throw of dice with a number below 1 does nothing. Example:
``répéter 0 fois :``; write the number that is meant.""",
    ),
}

_ENDLESS = {
    "P01": error(
        (
            "« {name} » se calcule à partir de lui-même : {chain}",
            "écrire l'une de ces valeurs sans passer par les autres",
        ),
        (
            "“{name}” is computed from itself: {chain}",
            "write one of these values without the others",
        ),
        """A definition must come to an end, so it cannot need its own value, neither
directly nor through others. A value also needs what modifies it: a permanent that adds
``force_totale(soi)`` to ``force_totale(soi)`` has no end either. Example: ``définition
rang(c : Case) : nombre = rang(décalage(c, 0, -1)) + 1``; write ``définition rang(c :
Case) : nombre = c.rangée``.""",
        {"next": ("puis ici", "then here")},
    ),
    "P02": error(
        (
            "la phase « {name} » se joue à l'intérieur d'elle-même : {chain}",
            "la répéter par une boucle autour d'elle",
        ),
        (
            "phase “{name}” runs inside itself: {chain}",
            "repeat it with a loop around it",
        ),
        """A phase that runs itself has not ended yet when it starts again: what lasts
for the phase never closes. Example: ``phase Combat`` at the end of ``phase Combat :``;
write ``tant que … :`` around ``phase Combat`` where it is run.""",
        {"next": ("puis ici", "then here")},
    ),
    "P03": error(
        (
            "« {name} » se relance toujours, sans fin : {chain}",
            "mettre une condition avant de recommencer",
        ),
        (
            "“{name}” always starts again, without end: {chain}",
            "put a condition before it starts again",
        ),
        """Each part of the circle runs the next whatever happens: nothing stands
between them that could stop it. Example: ``forcé Écho après Cri(j) :`` whose effect is
``émettre Cri(j)``; add ``exige`` or ``limite 1 par tour``.""",
        {"next": ("puis ici", "then here")},
    ),
    "P10": error(
        (
            "cette boucle ne finit jamais",
            "y mettre une décision, « quitter » ou « finir »",
        ),
        (
            "this loop never ends",
            "put a decision, “quitter” or “finir” in it",
        ),
        """Nobody decides anything in the loop and nothing leads out of it, so a game
that comes there goes no further. Example: ``boucle :`` around ``lancer r = 1 fois D6``;
give the loop a name and write ``si … :`` with ``quitter`` and the name.""",
    ),
    "P11": error(
        (
            "la partie ne peut pas finir",
            "déclarer une issue et écrire « finir » quand elle arrive",
        ),
        (
            "the game cannot end",
            "declare an outcome and write “finir” when it comes",
        ),
        """The course repeats for ever, and no rule ends the game. Write ``finir
NomDeLIssue gagnants {j}`` where the rulebook says who wins.""",
    ),
    "P12": error(
        (
            "rien dans la boucle ne change cette condition",
            "changer dans la boucle ce que la condition regarde",
        ),
        (
            "nothing in the loop changes this condition",
            "change in the loop what the condition looks at",
        ),
        """Once true, the condition stays true, and the loop has no other way out.
Example: ``tant que j.or > 0 :`` around ``j.bois augmente de 1``; add ``j.or diminue de
1``.""",
    ),
    "P13": error(
        ("on ne quitte pas la partie", "la finir : « finir » et une issue"),
        ("one does not leave the game", "end it: “finir” and an outcome"),
        """``quitter`` closes a phase, step, turn, round, loop, window or event; the
game goes on after it. A game ends with an outcome. Example: ``quitter partie``; write
``finir Abandon``.""",
    ),
}

CHECKS: dict[str, Message] = _UNUSED | _UNREACHABLE | _ENDLESS
