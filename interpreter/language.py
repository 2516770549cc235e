"""The language livret speaks to its user: French or English."""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

from ..dsl.terms import Lang

#: The languages, the default first.
LANGS: tuple[Lang, ...] = get_args(Lang)

#: A text in each language, in the order of `LANGS`.
Text = tuple[str, str]


def choose_language(asked: str | None, environment: Mapping[str, str]) -> Lang:
    """Return the language asked for, or else the one the locale names.

    The first of LC_ALL, LC_MESSAGES and LANG that is set counts, as everywhere. French is
    French; no locale, or `C`, is French too, like the rules; any other is English.
    """
    if asked in LANGS:
        return asked
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        locale = environment.get(variable, "")
        if locale:
            name = locale.split(".")[0].split("_")[0].lower()
            return "fr" if name in ("fr", "c", "posix") else "en"
    return "fr"


def in_language(text: Text, lang: Lang) -> str:
    """Return a text in one of its languages."""
    return text[LANGS.index(lang)]
