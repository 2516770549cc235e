"""The messages about amendments (A), settings of a game (L) and citations (C)."""

from __future__ import annotations

from .diagnostics import Message
from .wording import FIRST, error, warning

_AMENDMENTS = {
    "A01": error(
        (
            "rien à amender : « {name} » n'est pas le nom d'{what}",
            ("est-ce « {closest} » ?", "nommer la déclaration que l'erratum corrige"),
        ),
        (
            "nothing to amend: “{name}” is not the name of {what}",
            ("is “{closest}” meant?", "name the declaration that the erratum corrects"),
        ),
        """``remplace`` and ``retire`` name a declaration of the rules in force, with
the same word and name; under ``composant``, an ability of that component. An earlier
amendment may have removed it. Example: ``retire action Avancé``; write ``retire action
Avancer``, or ``ajoute`` for something new.""",
    ),
    "A02": error(
        (
            "« {name} » et « {other} » amendent tous deux « {target} »",
            "donner un rang différent à leurs sources, ou des dates différentes",
        ),
        (
            "“{name}” and “{other}” both amend “{target}”",
            "give their sources different ranks, or give them different dates",
        ),
        """Amendments apply in the order of their source's rank, then of their date. Two
of one rank and date on one declaration, or on one ability or value of a component,
contradict each other, and nothing says which holds. Set the rank of the sources in
``livret.yaml``, or the dates.""",
        {"other": ("l'autre amendement", "the other amendment")},
    ),
    "A03": error(
        (
            "« {name} » n'est pas une source du livret",
            ("est-ce « {closest} » ?", "déclarer la source dans « livret.yaml »"),
        ),
        (
            "“{name}” is not a source of the ruleset",
            ("is “{closest}” meant?", "declare the source in “livret.yaml”"),
        ),
        """An amendment comes from a document. The documents, with their rank and date,
are the ``sources`` of ``livret.yaml``.""",
    ),
    "A04": error(
        (
            "l'amendement « {name} » n'a pas de date",
            "écrire « date AAAA-MM-JJ », ou dater sa source",
        ),
        (
            "amendment “{name}” has no date",
            "write “date YYYY-MM-DD”, or date its source",
        ),
        """A game can be loaded as of a day, so each amendment has a day from which it
holds: its own, or that of its source in ``livret.yaml``.""",
    ),
    "A05": error(
        (
            "l'amendement « {name} » ne change rien",
            "ajouter « remplace », « ajoute », « retire » ou « composant »",
        ),
        (
            "amendment “{name}” changes nothing",
            "add “remplace”, “ajoute”, “retire” or “composant”",
        ),
        """An amendment says what it changes. If the document changes nothing in the
rules, cite it where the rule already says so, or waive the statement with ``dispense``.""",
    ),
    "A06": warning(
        (
            "cet amendement est daté du {found}, avant sa source ({date})",
            "corriger la date ici, ou celle de la source dans « livret.yaml »",
        ),
        (
            "this amendment is dated {found}, before its source ({date})",
            "correct the date here, or that of the source in “livret.yaml”",
        ),
        """An erratum cannot hold before the document that publishes it. One of the two
dates is probably wrong.""",
    ),
    "A07": error(
        ("le {found} n'existe pas", "écrire un jour du calendrier : AAAA-MM-JJ"),
        ("{found} does not exist", "write a day of the calendar: YYYY-MM-DD"),
        """Dates are year, month, day. Example: ``date 2012-02-31``; write ``date
2012-02-29``.""",
    ),
    "A08": error(
        (
            "un amendement ne change pas {what}",
            "l'écrire hors de l'amendement",
        ),
        (
            "an amendment does not change {what}",
            "write it outside the amendment",
        ),
        """Variants, readings and options are chosen before amendments apply: the
condition of an amendment may depend on them. Waivers and amendments are about the
document, not rules of the game. All of them stand outside, whatever their date.""",
    ),
    "A09": error(
        (
            "un amendement ne change pas « {name} » d'un composant",
            "changer une caractéristique, ou : {known}",
        ),
        (
            "an amendment does not change “{name}” of a component",
            "change a characteristic, or: {known}",
        ),
        """An erratum corrects what is printed on a component: a characteristic of its
type, its name, its text, its number of copies. Its abilities change with ``remplace``,
``ajoute`` and ``retire``; its identifier and its type are how the rules know it.""",
    ),
}

_SETTINGS = {
    "L01": error(
        (
            "la lecture « {name} » n'a pas de choix par défaut",
            ("écrire « défaut » après l'un de : {choices}", "lui donner des choix"),
        ),
        (
            "reading “{name}” has no default choice",
            ("write “défaut” after one of: {choices}", "give it choices"),
        ),
        """Where the rulebook can be read in several ways, the ruleset names them and
takes one unless a player asks for another. Example: ``choix stricte "…"`` and ``choix
large "…"``; write ``choix stricte "…" défaut``.""",
    ),
    "L02": error(
        ("la lecture « {name} » a deux choix par défaut", "n'en garder qu'un"),
        ("reading “{name}” has two default choices", "keep one of them"),
        """One way to read the rule holds when nobody asks for another; two cannot.""",
        FIRST,
    ),
    "L03": error(
        (
            "« {name} » n'est pas {what} de ce jeu",
            ("est-ce « {closest} » ?", "choisir parmi : {known}", "n'en demander aucune"),
        ),
        (
            "“{name}” is not {what} of this game",
            ("is “{closest}” meant?", "choose among: {known}", "ask for none"),
        ),
        """The command line (``--variant``, ``--reading``, ``--option``), an example or
a saved game asks for a variant, reading or option that the ruleset does not declare.
``livret info GAME`` lists them.""",
    ),
    "L04": error(
        (
            "« {name} » n'est pas un choix de la lecture « {reading} »",
            ("est-ce « {closest} » ?", "choisir parmi : {known}"),
        ),
        (
            "“{name}” is not a choice of reading “{reading}”",
            ("is “{closest}” meant?", "choose among: {known}"),
        ),
        """The command line, an example or a saved game asks for a way to read the rule
that the ruleset does not declare. ``livret info GAME`` lists them.""",
    ),
    "L05": error(
        (
            "la valeur par défaut de « {name} » n'est pas parmi ses valeurs possibles",
            "choisir parmi : {known}",
        ),
        (
            "the default of “{name}” is not among its possible values",
            "choose among: {known}",
        ),
        """The default of an option must be one of the values after ``parmi``. Example:
``option cible : nombre = 4 parmi {3, 5}``; write ``option cible : nombre = 3 parmi {3,
5}``.""",
    ),
    "L06": error(
        (
            "la lecture « {name} » ne laisse pas le choix",
            "écrire au moins deux lignes « choix »",
        ),
        (
            "reading “{name}” leaves no choice",
            "write at least two lines “choix”",
        ),
        """A reading exists because the rulebook can be read in two ways. With one way
there is nothing to declare: write the rule.""",
    ),
    "L07": error(
        (
            "« {found} » n'est pas une valeur possible de l'option « {name} »",
            ("choisir parmi : {known}", "donner un nombre entier"),
        ),
        (
            "“{found}” is not a possible value of option “{name}”",
            ("choose among: {known}", "give a whole number"),
        ),
        """The command line, an example or a saved game asks for a value that the option
does not have. ``livret info GAME`` lists the values.""",
    ),
    "L08": warning(
        (
            "la lecture « {name} » ne dit pas pourquoi",
            'ajouter « raison "…" » : ce que le livret laisse ouvert',
        ),
        (
            "reading “{name}” does not say why",
            'add “raison "…"”: what the rulebook leaves open',
        ),
        """A later reader must be able to judge the default. Say in one sentence what
the rulebook leaves open or says twice, and why this choice is the default.""",
    ),
}

_CITATIONS = {
    "C01": error(
        (
            "l'énoncé « {name} » n'existe pas",
            (
                "est-ce « {closest} » ?",
                "citer un énoncé de l'inventaire, ou l'y ajouter",
            ),
        ),
        (
            "statement “{name}” does not exist",
            (
                "is “{closest}” meant?",
                "cite a statement of the inventory, or add it there",
            ),
        ),
        """What stands between square brackets is the identifier of a statement of the
rulebook. It must be one of those listed for the ruleset (``enonces.yaml``): the
journal, the explanations and the coverage report lead back to the text through it.""",
    ),
    "C02": warning(
        (
            "« {name} » est à la fois cité et dispensé",
            "ôter la dispense, puisque la règle existe",
        ),
        (
            "“{name}” is both cited and waived",
            "remove the waiver, since the rule exists",
        ),
        """``dispense`` says that a statement has no rule, and why. A citation says that
it has one.""",
        {"cited": ("cité ici", "cited here")},
    ),
    "C03": error(
        (
            "on ne peut dispenser de « {name} » : cet énoncé n'existe pas",
            ("est-ce « {closest} » ?", "l'ôter de la liste"),
        ),
        (
            "“{name}” cannot be waived: there is no such statement",
            ("is “{closest}” meant?", "remove it from the list"),
        ),
        """A waiver names statements of the ruleset's inventory (``enonces.yaml``).""",
    ),
    "C04": warning(
        ("« {name} » est dispensé deux fois", "ne garder qu'une raison"),
        ("“{name}” is waived twice", "keep one reason"),
        """One reason is enough, and with two a reader cannot tell which counts.""",
        FIRST,
    ),
    "C05": error(
        (
            "« {name} » n'est pas un contrôle du temps",
            ("est-ce « {closest} » ?", "écrire le code d'un constat de « livret timing »"),
        ),
        (
            "“{name}” is no check of time",
            ("is “{closest}” meant?", "write the code of a finding of “livret timing”"),
        ),
        """``dispense T20 "…"`` keeps what one of the checks of ``livret timing`` finds,
and says why. These checks are called T01 to T29.""",
    ),
    "C06": warning(
        (
            "cette dispense n'explique rien : {code} ne trouve rien de tel",
            "la retirer, ou nommer ce que le constat nomme ; une erreur se corrige",
        ),
        (
            "this explains nothing: {code} has no such finding",
            "remove it, or name what the finding names; an error is mended",
        ),
        """``dispense T20 Round "…"`` explains why a finding of a timing check stays. Once
the rules have changed and the check is silent, or speaks of something else, the explanation
misleads. Alerts and information can be explained. An error is certain: it is mended.""",
    ),
}

AMENDMENTS: dict[str, Message] = _AMENDMENTS
SETTINGS: dict[str, Message] = _SETTINGS
CITATIONS: dict[str, Message] = _CITATIONS
