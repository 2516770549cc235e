"""Words and signs of other languages, and what this one writes instead."""

from __future__ import annotations

#: The word whose branch must follow that of a condition.
ELSE = "sinon"

#: Keywords that come together, often run into one.
COMPOUNDS = ("sinon si", "tant que", "pour chaque", "peut choisir", "au lieu de")

#: Words that follow the name of what they change, or of who decides.
CHANGES = ("devient", "augmente", "diminue", "choisit", "peut")

#: Signs that assign elsewhere.
ASSIGNMENTS = {
    "=": "devient",
    ":=": "devient",
    "+=": "augmente de",
    "-=": "diminue de",
    "++": "augmente de 1",
    "--": "diminue de 1",
}

#: Signs that look like one of the language or stand for it elsewhere.
SIGNS = {
    "\u00a0": " ",
    "\u202f": " ",
    "\u2009": " ",
    "“": '"',
    "”": '"',
    "«": '"',
    "»": '"',
    "'": '"',
    "−": "-",
    "–": "-",
    "×": "*",
    "÷": "/",
    "//": "#",
    "%": " modulo ",
    "&": " et ",
    "&&": " et ",
    "|": " ou ",
    "||": " ou ",
    "!": " non ",
    ";": "",
    "<>": "≠",
    "=<": "≤",
    "=>": "≥",
    "∈": " dans ",
    "∉": " hors ",
}

#: English words where a keyword is meant.
ENGLISH = {
    "after": "après",
    "and": "et",
    "as": "comme",
    "before": "avant",
    "becomes": "devient",
    "board": "plateau",
    "chooses": "choisit",
    "clockwise": "horaire",
    "cost": "coût",
    "counter": "compteur",
    "definition": "définition",
    "die": "dé",
    "draw": "piocher",
    "during": "pendant",
    "effect": "effet",
    "elif": "sinon si",
    "else": "sinon",
    "emit": "émettre",
    "enum": "énumération",
    "event": "événement",
    "example": "exemple",
    "false": "faux",
    "finish": "finir",
    "for": "pour chaque",
    "foreach": "pour chaque",
    "forced": "forcé",
    "from": "depuis",
    "grid": "grille",
    "hidden": "cachée",
    "if": "si",
    "in": "dans",
    "is": "est",
    "let": "soit",
    "limit": "limite",
    "loop": "boucle",
    "mod": "modulo",
    "move": "déplacer",
    "not": "non",
    "nothing": "rien",
    "null": "rien",
    "none": "rien",
    "or": "ou",
    "outcome": "issue",
    "players": "joueurs",
    "procedure": "procédure",
    "repeat": "répéter",
    "requires": "exige",
    "response": "réponse",
    "roll": "lancer",
    "set": "ensemble",
    "shuffle": "mélanger",
    "state": "état",
    "step": "étape",
    "then": "alors",
    "times": "fois",
    "to": "vers",
    "track": "piste",
    "true": "vrai",
    "value": "valeur",
    "var": "soit",
    "when": "quand",
    "where": "où",
    "while": "tant que",
    "window": "fenêtre",
    "with": "avec",
}
