"""The messages about YAML files: any of them, and a ruleset's manifest and components."""

from __future__ import annotations

from .diagnostics import Message
from .messages_yaml import YAML
from .wording import FIRST, error

_MANIFEST = {
    "Y32": error(
        (
            "« {name} » sort du dossier du jeu",
            "donner un chemin relatif dans le dossier, sans « .. »",
        ),
        (
            "“{name}” leaves the ruleset's folder",
            "give a relative path inside the folder, without “..”",
        ),
        """A ruleset reads its own files only: no absolute path, no ``..``, no link that
leads elsewhere. So a ruleset from a stranger cannot show or mix in your files.""",
    ),
    "Y33": error(
        ("« {name} » est déjà dans la liste", "ôter cette ligne"),
        ("“{name}” is already in the list", "remove this line"),
        """Each file is read once; read twice, all its names would be declared twice.""",
    ),
    "Y34": error(
        (
            "« {name} » n'est pas un fichier lisible",
            "vérifier le nom ; ni dossier, ni tube, ni périphérique",
        ),
        (
            "“{name}” is not a readable file",
            "check the name; no folder, pipe or device",
        ),
        """The file does not exist, or is something else than a regular file. Reading a
pipe or a device could wait for ever.""",
    ),
    "Y35": error(
        (
            "la source « {key} » est déjà décrite à la ligne {line}",
            "donner un autre identifiant à l'une des deux",
        ),
        (
            "the source “{key}” is already described on line {line}",
            "give one of the two another identifier",
        ),
        """Amendments name their source by its identifier, so it must be unique.""",
        FIRST,
    ),
    "Y36": error(
        ("« {found} » n'est pas un jour du calendrier", "corriger le jour ou le mois"),
        ("“{found}” is not a day of the calendar", "correct the day or the month"),
        """The date has the right form, but no such day exists: ``2004-02-30``.""",
    ),
}

_COMPONENTS = {
    "Y40": error(
        (
            "« {id} » est déjà décrit à la ligne {line}",
            "choisir un autre nom, ou augmenter « exemplaires »",
        ),
        (
            "“{id}” is already described on line {line}",
            "choose another name, or raise “exemplaires”",
        ),
        """The names of components, and those of plans, are unique over all files of a
ruleset. Several equal cards are one component with ``exemplaires``.""",
        FIRST,
    ),
    "Y41": error(
        (
            "avec celui-ci, le jeu compte plus de {limit} composants",
            "vérifier le nombre d'exemplaires",
        ),
        (
            "with this one the game has more than {limit} components",
            "check the number of copies",
        ),
        """The copies of all components together are bounded.""",
    ),
    "Y42": error(
        (
            "les capacités doivent former un bloc après « | »",
            "écrire « capacités: | », puis le bloc en retrait à la ligne suivante",
        ),
        (
            "the abilities must be a block after “|”",
            "write “capacités: |”, then the block, indented, on the next line",
        ),
        """Abilities are text of the rule language, whose lines and indentation matter.
Only the literal form ``|`` keeps them, and lets messages point at the right place.""",
    ),
    "Y43": error(
        (
            "aucun type « {found} » n'est déclaré dans les règles",
            (
                "est-ce « {closest} » ? (types : {known})",
                "types déclarés : {known}",
                "déclarer « type {found} » dans un fichier de règles",
            ),
        ),
        (
            "no type “{found}” is declared in the rules",
            (
                "is “{closest}” meant? (types: {known})",
                "declared types: {known}",
                "declare “type {found}” in a rule file",
            ),
        ),
        """What a component may have is told by its type, which the rules declare. The
type is checked first; the other keys make sense only with it.""",
    ),
    "Y44": error(
        (
            "les fichiers de composants dépassent ensemble {limit} octets",
            "ôter de la liste ce dont le jeu n'a pas besoin",
        ),
        (
            "the component files together exceed {limit} bytes",
            "remove from the list what the game does not need",
        ),
        """The files of a ruleset are bounded together as each is alone, so that many
files cannot do what one may not.""",
    ),
    "Y45": error(
        (
            "l'énoncé « {id} » est déjà listé à la ligne {line}",
            "ôter l'un des deux, ou corriger son numéro",
        ),
        (
            "the statement “{id}” is already listed on line {line}",
            "remove one of the two, or correct its number",
        ),
        """Rules cite statements by their identifiers, so each stands once in the list.""",
        FIRST,
    ),
    "Y46": error(
        ("« {found} » est deux fois dans « {key} »", "l'ôter"),
        ("“{found}” stands twice in “{key}”", "remove it"),
        """The characteristic is a set: each value is in it or not.""",
    ),
    "Y50": error(
        (
            "« {name} » est une clé de tous les composants",
            "choisir un autre nom que : {known}",
        ),
        (
            "“{name}” is a key of all components",
            "choose another name than: {known}",
        ),
        """A characteristic is a key of the component files, beside those that every
component has: its type, name, text, citations and abilities.""",
    ),
}

_BOARDS = {
    "Y47": error(
        ("le nombre de cases du plateau est {found}", "il en faut de 1 à {limit}"),
        ("the number of cells of the board is {found}", "it takes from 1 to {limit}"),
        """A board has at least one cell, and not more than the engine holds.""",
    ),
    "Y48": error(
        (
            "le signe « {sign} » est réservé à ce qui est hors du plan",
            "choisir un autre signe dans la légende",
        ),
        (
            "the sign “{sign}” is reserved for what is outside the plan",
            "choose another sign in the legend",
        ),
        """In the rows of a plan of hexagons, ``X`` keeps a place without a cell.""",
    ),
    "Y49": error(
        (
            "le lien de « {first} » à « {second} » n'apporte rien",
            "ôter ce lien : il est déjà donné, ou va d'une case à elle-même",
        ),
        (
            "the link from “{first}” to “{second}” adds nothing",
            "remove it: it is given already, or goes from a cell to itself",
        ),
        """Links go both ways. One that is repeated, or that comes back to its own cell,
is most often a slip for another cell.""",
    ),
}

COMPONENTS: dict[str, Message] = YAML | _MANIFEST | _COMPONENTS | _BOARDS
