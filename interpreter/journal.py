"""The journal: what happened, line by line, each with the rule it obeyed.

Generated code notes numbers; they become sentences only when somebody reads them. A line
remembers who saw what it tells, so that one player's journal keeps the others' secrets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from ..dsl import core
from ..dsl.core import Family, Kind
from ..dsl.source import Span
from ..dsl.terms import Lang
from .compiler import Rules, program_bodies
from .names import Names
from .runtime import State
from .slots import slots_in
from .units import Note, statements_in
from .visibility import EVERYBODY, Sight, sees

_HEADINGS = ("round", "phase", "step", "turn")
#: Notes of a state that changes: they end with the value before and the new one.
_CHANGES = ("set", "adjust")
#: What a player does or undergoes: the player stands first among the values.
_OF_PLAYERS = ("choose", "pass", "ability", "turn", "eliminate", "readmit")


@dataclass(frozen=True, slots=True)
class Record:
    """A note as it was taken: its number, its values, and who may know each value.

    A pass `is_automatic` if there was nothing else to choose.
    """

    note: int
    values: tuple[Any, ...]
    viewers: tuple[int, ...]
    ply: int
    is_automatic: bool = False


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the journal. `who` acted, if anybody; `ply` counts the choices before.

    A pass `is_automatic` if there was nothing else to choose.
    """

    kind: str
    fr: str
    en: str
    cites: tuple[str, ...]
    rule: str
    who: int | None
    ply: int
    is_automatic: bool = False

    @property
    def is_heading(self) -> bool:
        """Tell whether a part of the course begins here."""
        return self.kind in _HEADINGS

    def text(self, lang: Lang = "fr") -> str:
        """Return the line in a language."""
        return self.fr if lang == "fr" else self.en

    def to_json(self) -> dict[str, Any]:
        """Return the line as plain data."""
        return {
            "kind": self.kind,
            "fr": self.fr,
            "en": self.en,
            "cites": list(self.cites),
            "rule": self.rule,
            "who": self.who,
            "ply": self.ply,
        }


def record(
    rules: Rules, sight: Sight, before: State | None, after: State, ply: int
) -> list[Record]:
    """Take the notes out of a state that has just run, with who saw what.

    A component is known to whoever saw it before the choice or sees it after.
    """
    records: list[Record] = []
    was_asked = before is not None and len(before.options) > 1
    for number, values in after.log or ():
        note = rules.notes[number]
        viewers = tuple(
            _viewers(rules, sight, note, position, values, before, after)
            for position in range(len(values))
        )
        # What a player chooses is noted first of all that it leads to.
        is_automatic = note.kind == "pass" and (bool(records) or not was_asked)
        records.append(Record(number, values, viewers, ply, is_automatic))
    after.log = None
    return records


def _viewers(
    rules: Rules, sight: Sight, note: Note, position: int, values: tuple[Any, ...],
    before: State | None, after: State,
) -> int:  # fmt: skip
    if note.kind in _CHANGES and position >= len(values) - 2:
        variable = rules.program.states[note.subject]
        owner = values[0] if variable.owner is not None else -1
        return sight.state_viewers(variable, owner, after)
    if note.kind == "choose" and position == 1 and note.span in _secret_choices(rules):
        return int(1 << values[0])
    if note.kinds[position].family is not Family.COMPONENT:
        return EVERYBODY
    value = values[position]
    items = value if isinstance(value, tuple | list) else (value,)
    viewers = EVERYBODY
    for item in items:
        if item < 0:
            continue
        seen = sight.zone_viewers(after.at[item])
        if before is not None:
            seen = _union(seen, sight.zone_viewers(before.at[item]))
        viewers = _common(viewers, seen)
    return viewers


@lru_cache(maxsize=16)
def _secret_choices(rules: Rules) -> frozenset[Span]:
    """Return the places of the choices that become the value of a secret state."""
    found = set()
    for body in program_bodies(rules.program):
        statements = list(statements_in(body))
        kept = {
            slot
            for statement in statements
            if isinstance(statement, core.Assign)
            and rules.program.states[statement.target.state].secret
            for slot in slots_in(statement.value)
        }
        found |= {
            s.span for s in statements if isinstance(s, core.Choose) and s.slot in kept
        }
    return frozenset(found)


def _union(one: int, other: int) -> int:
    return EVERYBODY if EVERYBODY in (one, other) else one | other


def _common(one: int, other: int) -> int:
    if one == EVERYBODY:
        return other
    return one if other == EVERYBODY else one & other


def tell(
    rules: Rules, names: Names, records: Sequence[Record], player: int | None, referee: bool
) -> tuple[Entry, ...]:
    """Return the lines as a player, a spectator (None) or the referee reads them.

    A move of no component, a state that stays what it is and, but to the referee, a discreet
    state and what nothing is seen of are not told.
    """
    entries = []
    for taken in _together(rules, names, records):
        note = rules.notes[taken.note]
        masked = frozenset(
            position
            for position, viewers in enumerate(taken.viewers)
            if not referee and not sees(viewers, player)
        )
        if _is_idle(note, taken.values):
            continue
        if note.kind in _CHANGES and not referee:
            is_blank = len(masked) == len(taken.values) > 2
            if is_blank or rules.program.states[note.subject].discreet:
                continue
        who = _actor(note, taken.values)
        fr, en = (_sentence(names, note, taken.values, masked, lang) for lang in LANGS)
        entries.append(
            Entry(
                note.kind, fr, en, note.cites, note.rule, who, taken.ply, taken.is_automatic
            )
        )  # fmt: skip
    return tuple(entries)


def noteworthy(entries: Sequence[Entry]) -> list[Entry]:
    """Return lines without the passes that nobody chose, and the steps they leave empty."""
    kept = [entry for entry in entries if not entry.is_automatic]
    following = [entry.is_heading for entry in kept[1:]] + [False] * bool(kept)
    return [
        entry
        for entry, before_heading in zip(kept, following, strict=True)
        if not (entry.kind in ("step", "turn") and before_heading)
    ]


def _is_idle(note: Note, values: tuple[Any, ...]) -> bool:
    """Tell whether nothing happened."""
    if note.kind in ("move", "draw"):
        return values[0] in ((), [])
    return note.kind in _CHANGES and bool(values[-1] == values[-2])


def _together(rules: Rules, names: Names, records: Sequence[Record]) -> Iterator[Record]:
    """Yield the records, moves by one rule to one place as one.

    Of what goes out of sight together, all is seen or nothing.
    """
    waiting: Record | None = None
    for taken in records:
        if waiting is not None and _goes_with(rules, names, waiting, taken):
            items = (*_items(waiting), *_items(taken))
            seen = _common(waiting.viewers[0], taken.viewers[0])
            values, viewers = (items, *taken.values[1:]), (seen, *taken.viewers[1:])
            waiting = replace(waiting, values=values, viewers=viewers)
            continue
        if waiting is not None:
            yield waiting
        waiting = taken
    if waiting is not None:
        yield waiting


def _goes_with(rules: Rules, names: Names, one: Record, other: Record) -> bool:
    is_move = rules.notes[one.note].kind == "move"
    if not is_move or (one.note, one.ply) != (other.note, other.ply):
        return False
    if one.values[1] != other.values[1]:
        return False
    zone, _ = names.zone_of(one.values[1])
    is_hidden = rules.program.zones[zone].visibility == "cachée"
    return is_hidden or one.viewers == other.viewers


def _items(taken: Record) -> tuple[int, ...]:
    items = taken.values[0]
    return tuple(items) if isinstance(items, tuple | list) else (items,)


LANGS: tuple[Lang, Lang] = ("fr", "en")


def _actor(note: Note, values: tuple[Any, ...]) -> int | None:
    if note.kind in _OF_PLAYERS and values:
        seat: int = values[0]
        return seat if seat >= 0 else None
    return None


# Sentences ---------------------------------------------------------------

Words = Sequence[str]
#: What makes a sentence of a title and values in words.
Sentence = Callable[[str, Words], str]


def _sentence(
    names: Names, note: Note, values: tuple[Any, ...], masked: frozenset[int], lang: Lang
) -> str:
    """Return the sentence of a note; masked values are only counted."""
    words = [
        _hidden(value, kind, lang) if position in masked else names.label(value, kind, lang)
        for position, (value, kind) in enumerate(zip(values, note.kinds, strict=True))
    ]
    if note.kind in ("move", "draw"):
        words[1] = names.zone_label(values[1], lang)
    if note.kind == "choose" and note.kinds[1].family is Family.BOOLEAN:
        words[1] = {"fr": ("non", "oui"), "en": ("no", "yes")}[lang][bool(values[1])]
    if note.kind == "event":
        # What an event is about may be nothing: then nothing is said of it.
        words = [
            word
            for word, value, kind in zip(words, values, note.kinds, strict=True)
            if kind.many or kind.family in (Family.NUMBER, Family.BOOLEAN) or value >= 0
        ]
    if note.kind == "ability" and values[0] < 0:
        return _plain(note.title, words[1:])
    write = SENTENCES[note.kind][LANGS.index(lang)]
    return write(note.title, words)


def _hidden(value: Any, kind: Kind, lang: Lang) -> str:
    """Return what is said of something not seen."""
    if kind.family is not Family.COMPONENT:
        return "…"
    count = len(value) if isinstance(value, tuple | list) else 1
    if lang == "fr":
        return (
            f"{count} composant{'s' if count > 1 else ''} non vu{'s' if count > 1 else ''}"
        )
    return f"{count} unseen component{'s' if count > 1 else ''}"


def _list(words: Words) -> str:
    return f" ({', '.join(words)})" if words else ""


def _act(colon: str) -> Sentence:
    return lambda title, words: f"{words[0]}{colon} {title}{_list(words[1:])}"


def _owned(colon: str) -> Sentence:
    return lambda title, words: f"{title}{_list(words[:-2])}{colon} {words[-1]}"


def _adjusted(colon: str) -> Sentence:
    return lambda title, words: (
        f"{title}{_list(words[:-2])}{colon} "
        + (words[-1] if words[-1] == words[-2] else f"{words[-2]} → {words[-1]}")
    )


def _plain(title: str, words: Words) -> str:
    return f"{title}{_list(words)}"


#: French and English sentence by kind of note.
SENTENCES: dict[str, tuple[Sentence, Sentence]] = {
    "choose": (
        lambda title, words: f"{words[0]} choisit {words[1]} ({title})",
        lambda title, words: f"{words[0]} chooses {words[1]} ({title})",
    ),
    "pass": (
        lambda title, words: f"{words[0]} passe ({title})",
        lambda title, words: f"{words[0]} passes ({title})",
    ),
    "ability": (_act(" :"), _act(":")),
    "event": (_plain, _plain),
    "phase": (
        lambda title, words: f"Phase : {title}",
        lambda title, words: f"Phase: {title}",
    ),
    "step": (
        lambda title, words: f"Étape : {title}",
        lambda title, words: f"Step: {title}",
    ),
    "round": (_plain, _plain),
    "turn": (
        lambda title, words: f"Tour de {words[0]}",
        lambda title, words: f"Turn of {words[0]}",
    ),
    "set": (_owned(" :"), _owned(":")),
    "adjust": (_adjusted(" :"), _adjusted(":")),
    "move": (
        lambda title, words: f"{words[0]} → {words[1]}",
        lambda title, words: f"{words[0]} → {words[1]}",
    ),
    "draw": (
        lambda title, words: f"Pioche : {words[0]} → {words[1]}",
        lambda title, words: f"Draw: {words[0]} → {words[1]}",
    ),
    "shuffle": (
        lambda title, words: f"Mélange : {title}",
        lambda title, words: f"Shuffle: {title}",
    ),
    "eliminate": (
        lambda title, words: f"{words[0]} est hors du jeu",
        lambda title, words: f"{words[0]} is out of the game",
    ),
    "readmit": (
        lambda title, words: f"{words[0]} revient en jeu",
        lambda title, words: f"{words[0]} is back in the game",
    ),
    "roll": (
        lambda title, words: f"{title} : {words[0]}",
        lambda title, words: f"{title}: {words[0]}",
    ),
    "cancel": (
        lambda title, words: f"L'événement n'a pas lieu ({title})",
        lambda title, words: f"The event does not happen ({title})",
    ),
    "lasting": (
        lambda title, words: f"{title} : {int(words[0]):+d} pour un temps",
        lambda title, words: f"{title}: {int(words[0]):+d} for a time",
    ),
    "forbid": (
        lambda title, words: f"Interdiction pour un temps ({title})",
        lambda title, words: f"Forbidden for a time ({title})",
    ),
    "leave": (
        lambda title, words: f"Fin anticipée : {title}",
        lambda title, words: f"Early end: {title}",
    ),
    "finish": (
        lambda title, words: f"Fin de la partie : {title} ; gagnants : {words[0]}",
        lambda title, words: f"End of the game: {title}; winners: {words[0]}",
    ),
}
