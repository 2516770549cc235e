"""The messages about any YAML file: what cannot be read, what has not its shape."""

from __future__ import annotations

from .diagnostics import Message
from .wording import FIRST, error

_READING = {
    "Y01": error(
        ("le fichier ne peut être lu : {reason_fr}", "vérifier le chemin et les droits"),
        ("the file cannot be read: {reason_en}", "check the path and the permissions"),
        """The file is absent, closed to the current user, or not a regular file.""",
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
a colon inside an unquoted text (``nom: Le gué : la crue``; quote the text), a bracket
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
        """No file livret reads needs that depth; a hostile one could exhaust the machine.""",
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
            "le nombre de valeurs de « {key} » est {found}",
            (
                "il en faut {exact}",
                "il en faut de {low} à {high}",
                "il en faut {low} au moins",
            ),
        ),
        (
            "the number of values of “{key}” is {found}",
            (
                "it takes {exact}",
                "it takes from {low} to {high}",
                "it takes at least {low}",
            ),
        ),
        """The list is too short or too long. A link between cells, for instance, has two
ends.""",
    ),
    "Y30": error(
        (
            "« {key} » est un texte de longueur {found}",
            ("il faut de {low} à {high} caractères", "il ne peut être vide"),
        ),
        (
            "“{key}” is a text of length {found}",
            ("it takes from {low} to {high} characters", "it cannot be empty"),
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

YAML: dict[str, Message] = _READING | _SHAPE
