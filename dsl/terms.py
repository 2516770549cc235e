"""The words messages use for what a ruleset declares, in French and in English.

A diagnostic names such a thing by the value `what`, in the word of the rule files
(« fenêtre », `Category.WINDOW`); the renderer puts the phrase of the reader's language.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from .categories import Category

Lang = Literal["fr", "en"]

#: French and English phrase, with its article.
TERMS: Mapping[str, tuple[str, str]] = {
    Category.ENUMERATION: ("une énumération", "an enumeration"),
    Category.MEMBER: ("une valeur d'énumération", "a value of an enumeration"),
    Category.TYPE: ("un type de composant", "a type of component"),
    Category.CARD: ("un composant", "a component"),
    Category.CELL_KIND: ("un genre de case", "a kind of cell"),
    Category.CELL: ("une case", "a cell"),
    Category.STATE: ("un état", "a state"),
    Category.CHARACTERISTIC: ("une caractéristique", "a characteristic"),
    Category.ZONE: ("une zone", "a zone"),
    Category.BOARD: ("un plateau", "a board"),
    Category.DEFINITION: ("une définition", "a definition"),
    Category.VALUE: ("une valeur", "a value"),
    Category.SETTING: ("une option", "an option"),
    Category.PROCEDURE: ("une procédure", "a procedure"),
    Category.EVENT: ("un événement", "an event"),
    Category.WINDOW: ("une fenêtre", "a window"),
    Category.PHASE: ("une phase", "a phase"),
    Category.STEP: ("une étape", "a step"),
    Category.LOOP: ("une boucle", "a loop"),
    Category.OUTCOME: ("une issue", "an outcome"),
    Category.ABILITY: ("une capacité", "an ability"),
    Category.DIE: ("un dé", "a die"),
    Category.TRACK: ("une piste", "a track"),
    Category.CONTROL: ("un contrôle", "a control"),
    Category.CONSTRUCTION: ("une construction", "a construction"),
    Category.LOCAL: ("un nom local", "a local name"),
    "genre": ("un genre de valeur", "a kind of value"),
    "choix": ("un choix", "a choice"),
    "variante": ("une variante", "a variant"),
    "lecture": ("une lecture", "a reading"),
    "plan": ("un plan de plateau", "a plan of a board"),
    "action": ("une action", "an action"),
    "réponse": ("une réponse", "a response"),
    "forcé": ("un forcé", "a forced ability"),
    "permanent": ("un permanent", "a permanent"),
    "interdit": ("un interdit", "a prohibition"),
    "remplacement": ("un remplacement", "a replacement"),
    "invariant": ("un invariant", "an invariant"),
    "amendement": ("un amendement", "an amendment"),
    "chronologie": ("une chronologie", "a chronology"),
    "exemple": ("un exemple", "an example"),
}


def phrase(word: object, lang: Lang) -> str:
    """Return the phrase for a word of the rule files, or the word itself."""
    french, english = TERMS.get(str(word), (str(word), str(word)))
    return french if lang == "fr" else english
