"""The messages of the timing checks about windows, order, batches and limits (T06 to T15)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from .diagnostics import Message
from .wording import error, warning


class Case(NamedTuple):
    """One way in which a check finds something wrong, and what to do about it."""

    fault_fr: str
    fault_en: str
    mend_fr: str = ""
    mend_en: str = ""


_CASES: Mapping[str, Case] = {
    "T06 window": Case("s'ouvre la fenêtre « {name} »", "window “{name}” opens"),
    "T06 response": Case("on répond à « {name} »", "players respond to “{name}”"),
    "T07 never": Case(
        "ne se quitte pas : on doit y agir, et aucune action n'en revient",
        "cannot be left: one must act in it, and no action comes back",
    ),
    "T07 stuck": Case(
        "peut rester ouverte quoi qu'on fasse, à {seats} joueurs",
        "may stay open whatever one does, with {seats} players",
    ),
    "T07 passes": Case(
        "se ferme après {found} passes, pas {wanted}, à {seats} joueurs",
        "closes after {found} passes, not {wanted}, with {seats} players",
    ),
    "T07 missing": Case(
        "interroge un joueur qui a quitté la partie, à {seats} joueurs",
        "asks somebody who has left the game, with {seats} players",
    ),
    "T08 forced": Case(
        "les réponses à « {event} » peuvent venir avant ce qui est forcé",
        "responses to “{event}” can come before what is forced",
        "écrire ce qui est forcé avant ce qui est facultatif",
        "write what is forced before what is optional",
    ),
    "T08 again": Case(
        "ce qui est forcé par « {event} » peut revenir après les réponses",
        "what “{event}” forces can come back after the responses",
        "écrire ce qui est forcé avant ce qui est facultatif",
        "write what is forced before what is optional",
    ),
    "T08 cancel": Case(
        "« {other} » peut répondre à « {event} » avant que « {name} » l'annule",
        "“{other}” can answer “{event}” before “{name}” cancels it",
        "émettre d'abord un événement qu'on peut annuler, qui émet ensuite celui-ci",
        "first emit an event that can be cancelled, which then emits this one",
    ),
    "T09 stage": Case(
        "l'ordre de « {one} » et « {other} » compte ({on}), et personne ne le choisit",
        "the order of “{one}” and “{other}” matters ({on}), and nobody chooses it",
        "dire dans le profil qui ordonne : « ordre … »",
        "say in the profile who orders: “ordre …”",
    ),
    "T09 batch": Case(
        "l'ordre de « {one} » et « {other} » compte ({on}), et personne ne le choisit",
        "the order of “{one}” and “{other}” matters ({on}), and nobody chooses it",
        "les émettre l'un après l'autre, dans l'ordre voulu",
        "emit them one after the other, in the order that is meant",
    ),
    "T09 idle": Case(
        "on demande l'ordre de {names}, qui ne change rien",
        "players are asked for the order of {names}, which changes nothing",
    ),
    "T10 nobody": Case(
        "personne ne décide entre {names}, possibles ensemble à « {event} »",
        "nobody decides between {names}, possible together at “{event}”",
        "le dire dans le profil : « ordre … »",
        "say it in the profile: “ordre …”",
    ),
    "T10 first": Case(
        "personne ne dit qui répond le premier à « {event} »",
        "nobody says who is the first to respond to “{event}”",
        "le dire dans le profil : « ordre … »",
        "say it in the profile: “ordre …”",
    ),
    "T10 gone": Case(
        "qui ordonne ce qui répond à « {event} » peut avoir quitté la partie",
        "who orders what answers “{event}” may have left the game",
        "nommer quelqu'un d'autre dès qu'un joueur quitte la partie",
        "name somebody else as soon as a player leaves the game",
    ),
    "T10 owner": Case(
        "la carte de « {name} » peut être restée à un joueur qui a quitté la partie",
        "the card of “{name}” may still belong to a player who has left the game",
        "déplacer les cartes d'un joueur avant de l'éliminer",
        "move the cards of a player before eliminating them",
    ),
    "T11 cancel": Case(
        "« {name} » annule ou remplace « {event} » alors qu'il a déjà eu lieu",
        "“{name}” cancels or replaces “{event}” after it has happened",
    ),
    "T11 modify": Case(
        "« {name} » modifie « {target} » pour la durée de « {event} », mais rien ne le lit plus",
        "“{name}” modifies “{target}” as long as “{event}” lasts, but nothing reads it any more",
    ),
    "T11 forbid": Case(
        "« {name} » interdit « {target} » pour la durée de « {event} », mais il ne viendra plus",
        "“{name}” forbids “{target}” as long as “{event}” lasts, but it will not come any more",
    ),
    "T13 window": Case("la fenêtre « {name} » s'ouvre", "window “{name}” opens"),
    "T13 response": Case("on répond à « {name} »", "players respond to “{name}”"),
    "T13 control": Case("le contrôle « {name} » se fait", "control “{name}” is made"),
    "T14 open": Case(
        "on répond à « {first} » avant que vienne « {second} » : la suite est fermée",
        "players respond to “{first}” before “{second}” comes: what follows is closed",
        "écrire les deux dans « enchaîné »",
        "write both in “enchaîné”",
    ),
    "T14 closed": Case(
        "on ne répond à « {first} » qu'après « {second} » : la suite est ouverte",
        "players respond to “{first}” only after “{second}”: what follows is open",
        "les écrire l'un après l'autre, sans « enchaîné »",
        "write one after the other, without “enchaîné”",
    ),
    "T15 outside": Case(
        "« {name} » est limitée par {scope}, mais jamais utilisée pendant ce temps",
        "“{name}” is limited per {scope}, but never used during that time",
        "limiter par ce qui est en cours quand on s'en sert",
        "limit it per something that is under way when it is used",
    ),
    "T15 leak": Case(
        "« {name} », limitée par {scope}, sert aussi quand rien ne remet son compte à zéro",
        "“{name}”, limited per {scope}, is also used where nothing sets its count back",
        "limiter par ce qui est en cours partout où on s'en sert",
        "limit it per something that is under way wherever it is used",
    ),
    "T15 endless": Case(
        "« {name} » peut servir sans fin : ni coût, ni limite, ni rien qui s'épuise",
        "“{name}” can be used for ever: no cost, no limit, nothing that runs out",
        "lui donner un coût ou une limite",
        "give it a cost or a limit",
    ),
    "T15 useless": Case(
        "la limite de « {name} », {count} par {scope}, ne retient personne",
        "the limit of “{name}”, {count} per {scope}, holds nobody back",
        "l'ôter : on ne peut pas s'en servir davantage",
        "remove it: it cannot be used more often anyway",
    ),
}


def why(case: str, **values: object) -> dict[str, object]:
    """Return the values of a message, with the wording of a case in both languages."""
    words = {}
    for name, text in _CASES[case]._asdict().items():
        quotes = "« {} »" if name.endswith("fr") else "“{}”"
        shown = {key: _listed(value, quotes) for key, value in values.items()}
        words[name] = text.format(**shown)
    return {**values, **words}


def _listed(value: object, quotes: str) -> object:
    return ", ".join(map(quotes.format, value)) if isinstance(value, tuple) else value


_WINDOWS = {
    "T06": warning(
        (
            "dans l'étape « {step} », qui ne l'admet pas, {fault_fr}",
            "l'ouvrir après l'étape, ou dire ce que l'étape admet",
        ),
        (
            "in step “{step}”, which does not admit it, {fault_en}",
            "open it after the step, or say what the step admits",
        ),
        """A step that says ``admet rien`` or ``admet réponses`` runs something that lets
players act, or respond, before it ends: a procedure, an event, the effect of an ability,
a step inside it. The path shows how. Example: ``étape Révéler admet réponses`` emits an
event, and a response to it says ``ouvrir Actions pour moi``; open the window once the
step is over.""",
        {"opens": ("ouvert ici", "opened here")},
    ),
    "T07": error(
        (
            "la fenêtre « {name} » {fault_fr}",
            "permettre d'y passer (« clôture passe »), ou faire finir une de ses actions",
        ),
        (
            "window “{name}” {fault_en}",
            "let players pass in it (“clôture passe”), or let one of its actions end",
        ),
        """For each number of seats the window is written out as an automaton: who is
asked, how many have passed, who has left. Its end must be reachable from everywhere, all
passing must close it in one round, and nobody who has left may be asked. Example:
``clôture obligatoire`` and one action, always possible, whose effect opens the same
window again: nobody can pass, and no action ever comes back.""",
    ),
    "T08": error(
        ("{fault_fr}", "{mend_fr}"),
        ("{fault_en}", "{mend_en}"),
        """What is forced comes before what is optional, after the state checks: proved
for every event and every batch by the dominators of the graph. What cancels an event must
come before others answer it, or they have answered something that never happens. Example:
two responses before ``Blessure(c)``, one draws a card, the other says ``annuler
événement``: the first player draws, the second saves, and the card is drawn for nothing.
Emit ``Coup(c)``, which can be cancelled and whose body emits ``Blessure(c)``.""",
        {
            "other": ("répond sans attendre", "answers without waiting"),
            "cancels": ("peut annuler", "may cancel"),
        },
    ),
    "T11": error(
        ("{fault_fr}", "répondre avant l'événement : « avant … »"),
        ("{fault_en}", "answer before the event: “avant …”"),
        """An interrupt written as a reaction. What cancels or replaces an event, or
changes something for as long as it lasts, must come before it happens: afterwards nothing
is left to change, which the graph proves. Example: ``réponse Parer après Coup(c)`` that
says ``modifie dégâts(c) de -2 durant événement`` while the damage was counted when the
blow fell; write ``avant Coup(c)``.""",
    ),
    "T12": warning(
        (
            "« {other} » peut se produire entre « {event} » et la réponse immédiate « {name} »",
            "faire venir « {other} » plus tard, ou ôter « aussitôt »",
        ),
        (
            "“{other}” can happen between “{event}” and its immediate answer “{name}”",
            "let “{other}” come later, or remove “aussitôt”",
        ),
        """An ability that says ``aussitôt`` answers an event right after it. On the path
shown, something else happens first: what is forced by the event, or a state check, emits
another event. Some games then say that the moment is missed; in the others it is a
mistake of the rules as written.""",
    ),
    "T13": error(
        (
            "{fault_fr} avant que tout ce qui est simultané ait eu lieu",
            "émettre les événements dans le bloc même, et y répondre ensuite",
        ),
        (
            "{fault_en} before all that is simultaneous has happened",
            "emit the events in the block itself, and answer them afterwards",
        ),
        """Between the first and the last of the events of ``simultanément`` there is no
window, no response, no state check. Only events emitted in the block itself wait for each
other: those of a procedure that it calls happen, and are answered, one by one. Example:
``simultanément`` with two calls of ``entrer(c)``, which emits ``Entrée(c)``: the first
card is responded to before the second has entered. Write ``émettre Entrée(c)`` in the
block.""",
        {"here": ("ici", "here")},
    ),
    "T14": error(
        ("{fault_fr}", "{mend_fr}"),
        ("{fault_en}", "{mend_en}"),
        """« Do A, then do B » on one card: do players respond to A before B? Books
differ, so the profile says it once (``suite ouverte`` or ``suite fermée``), and every
effect of an ability is compared with it. Example: ``suite fermée`` and an effect that
says ``émettre Défausse(moi)`` then ``émettre Pioche(moi)`` while something responds to
``Défausse``; put both into ``enchaîné``, whose responses wait for its end.""",
        {"then": ("la suite", "what follows")},
    ),
}

_ORDER = {
    "T09": warning(
        ("{fault_fr}", "{mend_fr}"),
        ("{fault_en}", "{mend_en}"),
        """Two abilities fire by rule at the same moment, and one changes what the other
reads or changes: their order makes a difference. The engine takes the order in which they
are written, which no player chose. Example: ``forcé Soigner après Choc(j)`` and ``forcé
Achever après Choc(j)`` with ``exige j.vie = 0``; write ``profil : ordre premier_joueur``.
Events of one ``simultanément`` are answered in the order they are emitted, whoever
orders: what they force must not conflict. An order that is asked for and changes nothing
is told too.""",
        {"other": ("l'autre", "the other")},
    ),
    "T10": error(
        ("{fault_fr}", "{mend_fr}"),
        ("{fault_en}", "{mend_en}"),
        """When several abilities are possible at once somebody decides, whoever owns
them: the same player, several, nobody, somebody who has left. Every book names that
player; ``profil : ordre …`` says it, and must give a player who is in the game. Example:
two ``forcé … après Choc(j)`` and no profile; or ``ordre premier_joueur`` in a game that
eliminates the first player and goes on.""",
        {"since": ("depuis cette élimination", "since this elimination")},
    ),
}

_LIMITS = {
    "T15": error(
        ("{fault_fr}", "{mend_fr}"),
        ("{fault_en}", "{mend_en}"),
        """A limit counts uses while a scope is open and starts from zero when it opens.
Four faults: the scope is never open when the ability is used; the ability is also used
outside it, where nothing sets the count back; an action without cost and limit in a
window that offers it again can be used for ever; a limit that nothing can reach. Example:
``limite 1 par Combat`` of an action ``pendant Voyage`` while the phase ``Combat`` opens no
such window; write ``par Déplacement``.""",
    ),
}

WINDOWS: dict[str, Message] = {**_WINDOWS, **_ORDER, **_LIMITS}
