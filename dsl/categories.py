"""What a name of a ruleset can be declared as."""

from __future__ import annotations

from enum import StrEnum


class Category(StrEnum):
    """What a name is declared as."""

    ENUMERATION = "énumération"
    MEMBER = "valeur d'énumération"
    TYPE = "type"
    CARD = "composant"
    CELL_KIND = "case"
    CELL = "case de plateau"
    STATE = "état"
    CHARACTERISTIC = "caractéristique"
    ZONE = "zone"
    BOARD = "plateau"
    DEFINITION = "définition"
    VALUE = "valeur"
    SETTING = "option"
    PROCEDURE = "procédure"
    EVENT = "événement"
    WINDOW = "fenêtre"
    PHASE = "phase"
    STEP = "étape"
    LOOP = "boucle"
    OUTCOME = "issue"
    ABILITY = "capacité"
    DIE = "dé"
    TRACK = "piste"
    CONTROL = "contrôle"
    CONSTRUCTION = "construction"
    LOCAL = "nom local"
