"""What each check proves when it finds nothing: French, English, by code."""

from __future__ import annotations

from collections.abc import Mapping

CLAIMS: Mapping[str, tuple[str, str]] = {
    "T01": (
        "une partie peut arriver à chaque étape, fenêtre, choix et événement",
        "a game can come to every step, window, choice and event",
    ),
    "T02": (
        "de partout, la partie peut finir ; chaque issue peut arriver",
        "from everywhere the game can end; every outcome can come",
    ),
    "T03": ("chaque capacité peut servir", "every ability can be of use"),
    "T04": (
        "chaque capacité s'utilise quand son en-tête l'annonce, et alors seulement",
        "every ability is used when its header announces it, and only then",
    ),
    "T05": ("chaque fenêtre offre quelque chose", "every window offers something"),
    "T06": (
        "aucune étape fermée n'ouvre de fenêtre qu'elle n'admet pas",
        "no closed step opens a window it does not admit",
    ),
    "T07": (
        "chaque fenêtre se ferme quand tous passent, à tout nombre de joueurs",
        "every window closes once all pass, with any number of players",
    ),
    "T08": (
        "les forcés passent avant les réponses, et ce qui annule avant le reste",
        "what is forced comes before responses, and what cancels before the rest",
    ),
    "T09": (
        "là où l'ordre compte, quelqu'un le choisit",
        "where the order matters, somebody chooses it",
    ),
    "T10": (
        "quelqu'un ordonne ce qui est simultané, dans tous les cas",
        "somebody orders what is simultaneous, in every case",
    ),
    "T11": (
        "ce qui annule ou remplace un événement vient avant qu'il se produise",
        "what cancels or replaces an event comes before it happens",
    ),
    "T12": (
        "aucune réponse immédiate ne manque son moment",
        "no immediate response misses its moment",
    ),
    "T13": (
        "rien n'interrompt ce qui est simultané",
        "nothing interrupts what is simultaneous",
    ),
    "T14": (
        "« et » n'ouvre aucune fenêtre, « puis » celles que le profil dit",
        "“et” opens no window, “puis” those that the profile says",
    ),
    "T15": (
        "chaque limite compte dans sa portée ; aucune action gratuite ne sert sans fin",
        "every limit counts in its scope; no free action can be used for ever",
    ),
    "T16": (
        "chaque effet qui dure prend fin avec sa portée",
        "every lasting effect ends with its scope",
    ),
    "T17": ("chaque saut dit tout ce qu'il saute", "every jump says all that it skips"),
    "T18": (
        "aucune règle ne s'appelle elle-même sans fin",
        "no rule calls itself for ever",
    ),
    "T19": (
        "aucune suite de forcés ne se nourrit d'elle-même",
        "no chain of forced abilities feeds itself",
    ),
    "T20": (
        "chaque manche rapproche la partie de sa fin",
        "every round brings the game closer to its end",
    ),
    "T21": (
        "la fin de la partie est contrôlée avant qu'on choisisse à nouveau",
        "the end of the game is checked before anybody chooses again",
    ),
    "T22": (
        "aucun choix obligatoire ne peut rester sans option",
        "no compulsory choice can be without options",
    ),
    "T23": ("chaque décision a un seul auteur", "every decision has one decider"),
    "T24": (
        "les options de chacun ne dépendent que de ce qu'il voit",
        "the options of each depend only on what they see",
    ),
    "T25": (
        "chaque capacité répond d'une carte qui est encore là, ou s'en souvient",
        "every ability answers for a card that is still there, or remembers it",
    ),
    "T26": (
        "rien n'attend encore quand une phase se ferme",
        "nothing is still waiting when a phase closes",
    ),
    "T27": (
        "tous les contrôles comptent les mêmes modificateurs, à jour",
        "all state checks count the same modifiers, up to date",
    ),
    "T28": (
        "les deux versions ont les mêmes moments",
        "both versions have the same moments",
    ),
    "T29": (
        "la chronologie du livret et les règles disent la même chose",
        "the book's timing chart and the rules say the same",
    ),
    "T30": (
        "chaque pas des parties suivies est un arc du graphe",
        "every move of the games that were followed is an edge of the graph",
    ),
}
