"""The messages about the form of a text: what the parser and its limits refuse."""

from __future__ import annotations

from .diagnostics import Message
from .wording import error

_FORM = {
    "S01": error(
        ("« {found} » n'est pas attendu ici", ("attendu : {expected_fr}", "")),
        ("“{found}” is not expected here", ("expected: {expected_en}", "")),
        """A word or sign where the language has no place for it, and no likelier mistake
was recognised. The help lists what can stand there, if the list is short.
Example: ``issue Nulle 3``, where only a title or a citation can follow the name.""",
    ),
    "S02": error(
        ("il manque « : »", "écrire « : » ici"),
        ("“:” is missing", "write “:” here"),
        """The header of a block, or the name of a declaration, must be followed by a
colon: it is what tells the header from its content. Example: ``si x = 1`` before an
indented line; write ``si x = 1 :``.""",
    ),
    "S03": error(
        ("cette ligne devrait être en retrait", "la décaler de deux espaces"),
        ("this line should be indented", "shift it by two spaces"),
        """A header that ends with a colon is followed by its block, further to the right.
Nothing else tells which lines belong to it. Indent the block by two spaces.""",
        {"header": ("le bloc s'ouvre ici", "the block opens here")},
    ),
    "S04": error(
        ("retrait inattendu", "aligner la ligne sur la précédente"),
        ("unexpected indentation", "align the line with the one before"),
        """A line further right than the one above, although no block was opened. Either
the indentation is an accident, or a header is missing above.""",
    ),
    "S05": error(
        (
            "ce retrait ne correspond à aucun bloc ouvert",
            "aligner la ligne sur un bloc au-dessus",
        ),
        (
            "this indentation matches no open block",
            "align the line with one of the blocks above",
        ),
        """A line that goes back to the left must stop exactly at the margin of a block
above it; otherwise it is unclear which block it belongs to.""",
    ),
    "S06": error(
        (
            "« {found} » n'est pas un mot du langage",
            (
                "est-ce « {wanted} » ?",
                "voir la liste des mots dans la documentation du langage",
            ),
        ),
        (
            "“{found}” is not a word of the language",
            (
                "is “{wanted}” meant?",
                "see the list of words in the language's documentation",
            ),
        ),
        """A line starts with, or contains, an unknown word where a keyword is needed.
The closest keyword is proposed only if the line can then be read. Example:
``etat x : nombre``; write ``état x : nombre``.""",
    ),
    "S07": error(
        ("« {sign} » n'est jamais refermé", "ajouter « {closer} »"),
        ("“{sign}” is never closed", "add “{closer}”"),
        """An opening bracket has no closing one before the end of its declaration.
Brackets may span lines, but not declarations.""",
    ),
    "S08": error(
        (
            "les guillemets ne sont pas refermés",
            "ajouter un guillemet droit à la fin du texte",
        ),
        (
            "the quotation mark is never closed",
            "add a straight quotation mark after the text",
        ),
        """A quoted text starts and ends with a straight quotation mark, on one line.""",
    ),
    "S09": error(
        ("« {found} » ne change pas une valeur", "écrire « {wanted} »"),
        ("“{found}” does not change a value", "write “{wanted}”"),
        """``=`` compares, and gives names and initial values. A value changes with
``devient``, ``augmente de`` or ``diminue de``. Example: ``x = 3`` as a statement;
write ``x devient 3``.""",
    ),
    "S10": error(
        ("« == » n'existe pas", "écrire « = » pour comparer"),
        ("“==” does not exist", "write “=” to compare"),
        """The language compares with a single ``=``.""",
    ),
    "S11": error(
        ("« {found} » est un mot anglais", "écrire « {wanted} »"),
        ("“{found}” is an English word", "write “{wanted}”"),
        """The keywords are French, so that a transcription reads beside its rulebook.
Example: ``if x = 1 :``; write ``si x = 1 :``.""",
    ),
    "S12": error(
        (
            "« sinon » ne suit aucun « si »",
            "placer « sinon » au même retrait que son « si », juste après son bloc",
        ),
        (
            "“sinon” follows no “si”",
            "put “sinon” at the indentation of its “si”, right after its block",
        ),
        """``sinon`` belongs to the ``si`` just above, at the same indentation. A line
between the two, or a shifted margin, separates them.""",
    ),
    "S13": error(
        ("il manque « {wanted} »", "écrire « {wanted} » ici"),
        ("“{wanted}” is missing", "write “{wanted}” here"),
        """One word is missing, and with it the line can be read. Example:
``répéter 3 :``; write ``répéter 3 fois :``.""",
    ),
    "S14": error(
        ("ce bloc est vide", "y mettre une ligne en retrait, au besoin « ne rien faire »"),
        ("this block is empty", "put an indented line in it, if need be “ne rien faire”"),
        """A header that ends with a colon must have a block. Where nothing shall happen,
say so: ``ne rien faire``.""",
    ),
    "S15": error(
        (
            "ces crochets ne contiennent pas une liste de références",
            "une référence s'écrit en majuscules, tiret, numéro : « [AB-12, AB-13] »",
        ),
        (
            "these brackets do not hold a list of references",
            "a reference is capitals, hyphen, number: “[AB-12, AB-13]”",
        ),
        """Square brackets cite statements of the rulebook by their identifiers, with
commas between. Example: ``[ab 12]``; write ``[AB-12]``.""",
    ),
    "S16": error(
        ("« {found} » est un mot du langage, pas un nom", "choisir un autre nom"),
        ("“{found}” is a word of the language, not a name", "choose another name"),
        """Words that expressions are made of (``et``, ``ou``, ``rien``…) cannot be names:
where the name is used, the expression could not be read. A word that begins a statement
(``étape``, ``phase``…) cannot be the name of what changes: ``étape augmente de 1`` would
open a step.""",
    ),
    "S17": error(
        ("« {sign} » ne referme rien", "l'ôter, ou ajouter le signe ouvrant"),
        ("“{sign}” closes nothing", "remove it, or add the opening one"),
        """A closing bracket without an opening one in the same declaration.""",
    ),
    "S18": error(
        ("« {found} » ne referme pas « {sign} »", "écrire « {closer} »"),
        ("“{found}” does not close “{sign}”", "write “{closer}”"),
        """Brackets close in the reverse order of their opening, each with its own kind.""",
        {"opened": ("ouvert ici", "opened here")},
    ),
    "S19": error(
        (
            "le signe « {found} » n'est pas du langage",
            ("écrire « {wanted} »", "l'ôter, ou mettre une espace ordinaire"),
        ),
        (
            "the sign “{found}” is not of the language",
            ("write “{wanted}”", "remove it, or put an ordinary space"),
        ),
        """Signs of other languages, typographic quotation marks and non-breaking spaces
look right but are other characters.""",
    ),
    "S28": error(
        (
            "le bloc commence à la ligne suivante",
            "aller à la ligne après « : », en retrait",
        ),
        ("the block starts on the next line", "break the line after “:” and indent"),
        """A block stands below its header, one statement a line.""",
    ),
    "S29": error(
        ("la ligne s'arrête trop tôt", ("attendu : {expected_fr}", "")),
        ("the line ends too early", ("expected: {expected_en}", "")),
        """The line is unfinished; the help lists what can follow, if the list is short.""",
    ),
}

_LIMITS = {
    "S20": error(
        ("le fichier dépasse {limit} octets", "le répartir en plusieurs fichiers"),
        ("the file exceeds {limit} bytes", "split it into several files"),
        """Files are bounded so that a wrong file cannot exhaust the machine.""",
    ),
    "S21": error(
        (
            "la ligne a {length} caractères, plus de {limit}",
            "la couper dans des parenthèses",
        ),
        ("the line has {length} characters, more than {limit}", "break it inside brackets"),
        """Lines are bounded, for the reader as for the parser.""",
    ),
    "S22": error(
        ("plus de {limit} niveaux imbriqués", "sortir une partie dans une définition"),
        ("more than {limit} nested levels", "move a part into a definition"),
        """Blocks, brackets and chains of operators are bounded in depth.""",
    ),
    "S23": error(
        ("tabulation dans le retrait", "mettre des espaces, deux par niveau"),
        ("tab in the indentation", "use spaces, two for each level"),
        """The width of a tab differs between editors, so the blocks would too.""",
    ),
    "S24": error(
        (
            "l'octet {byte} n'est pas de l'UTF-8",
            "enregistrer le fichier en UTF-8 dans l'éditeur",
        ),
        ("byte {byte} is not UTF-8", "save the file as UTF-8 in the editor"),
        """All files are UTF-8; in another encoding accents would be read wrong.""",
    ),
    "S25": error(
        ("caractère invisible {character}", "l'effacer"),
        ("invisible character {character}", "delete it"),
        """Control and direction characters change what is seen without being seen.""",
    ),
    "S26": error(
        ("nombre de plus de {limit} chiffres", "écrire un nombre plus petit"),
        ("number of more than {limit} digits", "write a smaller number"),
        """No rule needs them; they are nearly always a slip.""",
    ),
    "S30": error(
        ("ce texte ne peut être mis en forme sans risque", "le laisser tel quel"),
        ("this text cannot be laid out safely", "leave it as it is"),
        """The laid out text is read again before it is written; if it did not mean the
same, or lost a comment, the file stays as it is. Please report such a text.""",
    ),
    "S31": error(
        (
            "plus de {limit} erreurs : la lecture s'arrête ici",
            "corriger d'abord les précédentes",
        ),
        ("more than {limit} mistakes: reading stops here", "correct those before first"),
        """So many mistakes are nearly always one, or a file that holds no rules.""",
    ),
    "S27": error(
        ("le fichier ne peut être lu : {reason_fr}", "vérifier le chemin et les droits"),
        ("the file cannot be read: {reason_en}", "check the path and the permissions"),
        """The file is absent, a directory, or closed to the current user.""",
    ),
}

SYNTAX: dict[str, Message] = _FORM | _LIMITS
