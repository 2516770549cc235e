"""The messages about YAML files: a ruleset's manifest, components and statements."""

from __future__ import annotations

from .diagnostics import Message
from .wording import FIRST, error

_READING = {
    "Y01": error(
        ("le fichier ne peut être lu : {reason}", "vérifier le chemin et les droits"),
        ("the file cannot be read: {reason}", "check the path and the permissions"),
        """The file is closed to the current user, or the disk failed.""",
    ),
    "Y02": error(
        (
            "l'octet {byte} n'est pas de l'UTF-8",
            "enregistrer le fichier en UTF-8 dans l'éditeur",
        ),
        ("byte {byte} is not UTF-8", "save the file as UTF-8 in the editor"),
        """All files are UTF-8; in another encoding accents would be read wrong.""",
    ),
    "Y03": error(
        ("caractère invisible {character}", "l'effacer"),
        ("invisible character {character}", "delete it"),
        """Control characters, and line ends that editors do not show, change what is read
without being seen; a quoted escape such as ``"\\0"`` counts too.""",
    ),
    "Y04": error(
        (
            "ce texte n'est pas du YAML",
            "vérifier les deux-points, les guillemets et le retrait juste avant",
        ),
        (
            "this text is not YAML",
            "check the colons, quotation marks and indentation just before",
        ),
        """The reader stopped here; the mistake is often on the line above. Usual causes:
a colon inside an unquoted text (``nom: Sam : le fidèle``; quote the text), a bracket
or quotation mark that is not closed, a key shifted against its neighbours.""",
    ),
    "Y05": error(
        (
            "la clé « {key} » est déjà écrite à la ligne {line}",
            "garder l'une des deux valeurs",
        ),
        ("the key “{key}” already stands on line {line}", "keep one of the two values"),
        """A key stands once in a block. Many readers silently keep the last value, and
the author believes in the first.""",
        FIRST,
    ),
    "Y06": error(
        (
            "les ancres et les alias (« & », « * ») ne sont pas lus",
            "répéter la valeur, ou la mettre entre guillemets si c'est un texte",
        ),
        (
            "anchors and aliases (“&”, “*”) are not read",
            "repeat the value, or quote it if it is a text",
        ),
        """A few lines of aliases can stand for millions of values; and a reader of the
file should see each value where it is. An unquoted text cannot start with ``&`` or
``*``: quote it.""",
    ),
    "Y07": error(
        ("le fichier dépasse {limit} octets", "le répartir en plusieurs fichiers"),
        ("the file exceeds {limit} bytes", "split it into several files"),
        """Files are bounded so that a wrong file cannot exhaust the machine.""",
    ),
    "Y08": error(
        ("plus de {limit} valeurs", "répartir le fichier en plusieurs fichiers"),
        ("more than {limit} values", "split the file into several files"),
        """The number of values of a file is bounded, as its size is.""",
    ),
    "Y09": error(
        ("un second document commence ici", "ôter cette ligne « --- »"),
        ("a second document starts here", "remove this line “---”"),
        """A file is one document. What follows ``---`` would be lost without a word.""",
    ),
    "Y10": error(
        (
            "l'étiquette « {tag} » n'est pas lue",
            "l'ôter, ou mettre le texte entre guillemets",
        ),
        ("the tag “{tag}” is not read", "remove it, or quote the text"),
        """Tags (``!…``) ask a reader to build something else than plain data: the way
many programs were made to run foreign code. An unquoted text cannot start with ``!``.""",
    ),
    "Y11": error(
        ("plus de {limit} niveaux imbriqués", "aplatir la structure"),
        ("more than {limit} nested levels", "flatten the structure"),
        """No file livret reads needs that depth.""",
    ),
    "Y12": error(
        ("une clé doit être un mot", "écrire un mot avant « : »"),
        ("a key must be a word", "write a word before “:”"),
        """YAML allows lists and blocks as keys; livret's files have none. Often a bracket
or brace was opened by accident at the start of a line.""",
    ),
    "Y13": error(
        ("nombre de plus de {limit} chiffres", "écrire un nombre plus petit"),
        ("number of more than {limit} digits", "write a smaller number"),
        """No rule needs them; they are nearly always a slip. Quote it if it is a text.""",
    ),
    "Y14": error(
        ("tabulation dans le retrait", "mettre des espaces, deux par niveau"),
        ("tab in the indentation", "use spaces, two for each level"),
        """YAML refuses tabs at the start of a line: their width differs between
editors.""",
    ),
}

_SHAPE = {
    "Y20": error(
        (
            "« {found} » n'est pas une valeur possible de « {key} »",
            (
                "est-ce « {closest} » ? (possibles : {known})",
                "valeurs possibles : {known}",
                "aucune valeur n'est déclarée pour cette clé",
            ),
        ),
        (
            "“{found}” is not a possible value of “{key}”",
            (
                "is “{closest}” meant? (possible: {known})",
                "possible values: {known}",
                "no value is declared for this key",
            ),
        ),
        """The key takes one of a list of words: those of an enumeration, of the cells of
a board, of the components of a type, or those fixed by livret. Example: ``origine:
publique``; write ``origine: public``.""",
    ),
    "Y21": error(
        (
            "« {key} » doit être un texte, pas « {found} »",
            "mettre la valeur entre guillemets",
        ),
        ("“{key}” must be a text, not “{found}”", "put the value in quotation marks"),
        """Unquoted numbers, ``true``, ``false`` and ``null`` are not texts; nor are lists
and blocks.""",
    ),
    "Y22": error(
        (
            "« {key} » doit être un nombre entier, pas « {found} »",
            "écrire des chiffres, sans guillemets ni virgule",
        ),
        (
            "“{key}” must be a whole number, not “{found}”",
            "write digits, without quotation marks or decimals",
        ),
        """Values of rules are whole numbers. ``"3"`` is a text, ``3.0`` a decimal.""",
    ),
    "Y23": error(
        (
            "« {key} » doit être vrai ou faux, pas « {found} »",
            "écrire « true » ou « false », sans guillemets",
        ),
        (
            "“{key}” must be true or false, not “{found}”",
            "write “true” or “false”, without quotation marks",
        ),
        """YAML's own words are ``true`` and ``false``; ``oui`` and ``yes`` are texts.""",
    ),
    "Y24": error(
        ("« {key} » doit être une liste, pas « {found} »", "écrire « [a, b] »"),
        ("“{key}” must be a list, not “{found}”", "write “[a, b]”"),
        """Even a list of one value has its brackets (or its dash): ``[a]``.""",
    ),
    "Y25": error(
        (
            "« {key} » doit être un bloc de clés, pas « {found} »",
            "écrire une ligne « clé: valeur » par valeur",
        ),
        (
            "“{key}” must be a block of keys, not “{found}”",
            "write a line “key: value” for each value",
        ),
        """A block of ``key: value`` lines is needed here. Often the indentation, or the
space after a colon, is missing.""",
    ),
    "Y26": error(
        (
            "« {owner} » n'a pas de clé « {key} »",
            (
                "est-ce « {closest} » ? (clés possibles : {known})",
                "clés possibles : {known}",
                "ôter cette ligne",
            ),
        ),
        (
            "“{owner}” has no key “{key}”",
            (
                "is “{closest}” meant? (possible keys: {known})",
                "possible keys: {known}",
                "remove this line",
            ),
        ),
        """Nothing is silently ignored: a key that nobody reads is a slip, or belongs to
another type. What a component may have is what its type declares in the rules.""",
    ),
    "Y27": error(
        ("il manque « {key} » dans « {owner} »", "ajouter une ligne « {key}: … »"),
        ("“{key}” is missing in “{owner}”", "add a line “{key}: …”"),
        """The key is required. A characteristic may be left out only if the rules give it
a value by default, or if its kind has ``rien``.""",
    ),
    "Y28": error(
        (
            "« {key} » vaut {found}, hors des limites",
            ("de {low} à {high}", "{low} au moins", "{high} au plus"),
        ),
        (
            "“{key}” is {found}, out of bounds",
            ("from {low} to {high}", "at least {low}", "at most {high}"),
        ),
        """The number is smaller or greater than the file's format allows.""",
    ),
    "Y29": error(
        (
            "« {key} » a {found} valeurs",
            ("il en faut de {low} à {high}", "il en faut au moins {low}"),
        ),
        (
            "“{key}” has {found} values",
            ("it takes from {low} to {high}", "it takes at least {low}"),
        ),
        """The list is too short or too long. A link between cells, for instance, has two
ends.""",
    ),
    "Y30": error(
        (
            "le texte de « {key} » a {found} caractères",
            ("il en faut de {low} à {high}", "il en faut au moins {low}"),
        ),
        (
            "the text of “{key}” has {found} characters",
            ("it takes from {low} to {high}", "it takes at least {low}"),
        ),
        """Texts are bounded, for the reader as for the tables they are shown in.""",
    ),
    "Y31": error(
        (
            "« {found} » n'a pas la forme attendue pour « {key} »",
            ("écrire par exemple « {example} »", ""),
        ),
        (
            "“{found}” has not the form expected of “{key}”",
            ("write for example “{example}”", ""),
        ),
        """Names, dates, citations and numbers of rows have a fixed form: a name starts
with a letter and has no space, a date is ``2004-12-31``, a citation ``AB-012``.""",
    ),
}

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
            "le jeu compte ici plus de {limit} composants",
            "vérifier le nombre d'exemplaires",
        ),
        (
            "the game has more than {limit} components from here on",
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
}

_BOARDS = {
    "Y47": error(
        ("ce plateau a {found} cases", "il en faut de 1 à {limit}"),
        ("this board has {found} cells", "it takes from 1 to {limit}"),
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

COMPONENTS: dict[str, Message] = _READING | _SHAPE | _MANIFEST | _COMPONENTS | _BOARDS
