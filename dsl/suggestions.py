"""The known name closest to a wrong one."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

#: Share of matching letters from which a name is worth suggesting.
LIKENESS = 0.7


def folded(name: str) -> str:
    """Return the name without case or accents, as names are compared."""
    decomposed = unicodedata.normalize("NFD", name.casefold())
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))


def closest(name: str, candidates: Iterable[str]) -> str | None:
    """Return the candidate most like the name, or None if none is like it enough.

    Ties go to the first in alphabetical order, so that messages do not vary.
    """
    # Only here: most commands have no mistake to correct.
    from difflib import SequenceMatcher

    wanted = folded(name)
    best, best_score = None, LIKENESS
    matcher = SequenceMatcher(b=wanted, autojunk=False)
    for candidate in sorted(set(candidates)):
        if candidate == name:
            continue
        matcher.set_seq1(folded(candidate))
        if matcher.real_quick_ratio() < best_score or matcher.quick_ratio() < best_score:
            continue
        score = matcher.ratio()
        if score > best_score or (best is None and score == best_score):
            best, best_score = candidate, score
    return best
