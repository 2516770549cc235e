"""Saved games: the choices from the beginning, by names, and what proves the rest.

A save holds no state. Resuming replays the choices under the loaded rules and compares a
digest of the situation. A hash of each rule tells which ones changed in between.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..dsl.diagnostics import Diagnostic
from ..dsl.program import Card, Program
from ..dsl.source import NOWHERE, Span
from ..dsl.writing import replace_file
from .checker import Checker
from .decisions import COMPONENT, coded_option, option_code
from .faults import GameError, file_span, game_error
from .names import Names
from .runtime import State

if TYPE_CHECKING:
    from .api import Ruleset
    from .game import Game

FORMAT, VERSION = "livret-save", 1
MAX_BYTES = 20_000_000
#: Changed rules named in a message; the others are counted.
SHOWN = 8


# Writing -----------------------------------------------------------------


def save_data(game: Game, seats: object) -> dict[str, Any]:
    """Return a game as plain data."""
    if not game.is_whole:
        raise game_error("R43")
    ruleset = game.ruleset
    return {
        "format": FORMAT,
        "version": VERSION,
        "slug": ruleset.slug,
        "title": ruleset.title,
        "fingerprint": ruleset.program.fingerprint,
        "settings": ruleset.asked.to_json(),
        "players": game.players,
        "seed": game.seed,
        "seats": seats,
        "every_window": game.rules.asks_to_pass,
        "choices": _coded_choices(game),
        "digest": digest(game),
        "rules": dict(ruleset.hashes),
    }


def _coded_choices(game: Game) -> list[Any]:
    """Return each choice as [player, code]."""
    names = game.ruleset.names(game.players)
    rules = game.rules
    return [
        [who, option_code(rules, names, rules.asks[ask], option)]
        for (ask, who), option in zip(game.asked, game.choices, strict=True)
    ]


def write(path: Path, text: str) -> None:
    """Write a file whole or not at all: what stood there stays until the end."""
    try:
        replace_file(path, text.encode())
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise game_error("R41", file_span(path), reason=reason) from None


# Reading -----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Save:
    """A saved game as it was read: its shape is right, its choices are not yet believed."""

    slug: str
    fingerprint: str
    settings: Mapping[str, Any]
    players: int
    seed: int
    seats: Any
    every_window: bool
    choices: tuple[tuple[int, Any], ...]
    digest: str
    rules: Mapping[str, str]
    span: Span


def read(source: str | Path | Mapping[str, Any]) -> Save:
    """Read a saved game from its file or its data, and check its shape."""
    if not isinstance(source, str | Path):
        return _shaped(source, NOWHERE)
    path = Path(source)
    return _shaped(_parsed(path), file_span(path))


def _parsed(path: Path) -> object:
    content = _content(path)
    try:
        parsed: object = json.loads(content.decode("utf-8"))
    except json.JSONDecodeError as error:
        raise game_error("R31", file_span(path, error.lineno, error.colno)) from None
    except (ValueError, RecursionError):
        raise game_error("R31", file_span(path)) from None
    return parsed


def _content(path: Path) -> bytes:
    try:
        if path.exists() and not path.is_file():  # A pipe could make wait for ever.
            raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))
        with open(path, "rb") as file:
            content = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise game_error("R30", file_span(path), reason=reason) from None
    if len(content) > MAX_BYTES:
        raise game_error("R30", file_span(path), reason=f"> {MAX_BYTES}")
    return content


def _shaped(data: object, span: Span) -> Save:
    check = Checker(span)
    parts = check.mapping(data, "partie")
    if parts.get("format") != FORMAT:
        raise check.fail("format", f"« {FORMAT} »", f"“{FORMAT}”")
    version = check.integer(check.part(parts, "version"), "version")
    if version != VERSION:
        raise game_error("R33", span, found=version, known=VERSION)
    rules = check.mapping(check.part(parts, "rules"), "rules")
    players = check.integer(check.part(parts, "players"), "players", 0, 100)
    choices = []
    for number, row in enumerate(check.sequence(check.part(parts, "choices"), "choices")):
        path = f"choices[{number}]"
        pair = check.sequence(row, path, 2)
        choices.append((check.integer(pair[0], f"{path}[0]", 0, players - 1), pair[1]))
    return Save(
        slug=check.text(check.part(parts, "slug"), "slug"),
        fingerprint=check.text(check.part(parts, "fingerprint"), "fingerprint"),
        settings=_settings(check, check.part(parts, "settings")),
        players=players,
        seed=check.integer(check.part(parts, "seed"), "seed"),
        seats=parts.get("seats"),
        every_window=check.boolean(parts.get("every_window", False), "every_window"),
        choices=tuple(choices),
        digest=check.text(check.part(parts, "digest"), "digest"),
        rules={name: check.text(value, f"rules.{name}") for name, value in rules.items()},
        span=span,
    )


def _settings(check: Checker, value: object) -> dict[str, Any]:
    """Check the settings a game was begun with."""
    parts = check.mapping(value, "settings")
    variants = check.each(check.part(parts, "variants"), "settings.variants", check.text)
    settings: dict[str, Any] = {"variants": variants}
    for name in ("readings", "options"):
        pairs = check.mapping(check.part(parts, name), f"settings.{name}")
        settings[name] = {
            k: check.text(v, f"settings.{name}.{k}") for k, v in pairs.items()
        }
    as_of = parts.get("as_of")
    settings["as_of"] = None if as_of is None else check.text(as_of, "settings.as_of")
    settings["errata"] = check.boolean(parts.get("errata", True), "settings.errata")
    return settings


# Resuming ----------------------------------------------------------------


def resume(
    ruleset: Ruleset, source: str | Path | Mapping[str, Any] | Save, accept_changes: bool
) -> Game:
    """Replay a saved game and verify it."""
    save = source if isinstance(source, Save) else read(source)
    if save.slug != ruleset.slug:
        raise game_error("R34", save.span, found=save.slug, wanted=ruleset.slug)
    if save.settings != ruleset.asked.to_json():
        raise game_error("R35", save.span, found=_in_words(save.settings))
    changed = changed_rules(save.rules, ruleset.hashes)
    game, failed = _replay(ruleset, save, changed)
    reached = failed is None and digest(game) == save.digest
    if not changed:
        if failed is not None:
            number, found = failed
            raise game_error("R37", save.span, number=number, found=found)
        if not reached:
            raise game_error("R38", save.span)
        return game
    names = _named(changed)
    if failed is not None:
        raise game_error("R36", save.span, changed=names, number=failed[0])
    if not accept_changes:
        raise game_error("R39", save.span, changed=names, **_destination(reached))
    game.remarks = (Diagnostic("R40", save.span, {"changed": names}),)
    return game


def _replay(
    ruleset: Ruleset, save: Save, changed: tuple[str, ...]
) -> tuple[Game, tuple[int, str] | None]:
    """Return the game as far as it can be replayed, and the choice that cannot."""
    game = ruleset.new_game(save.players, save.seed, every_window=save.every_window)
    names = ruleset.names(save.players)
    for number, (player, code) in enumerate(save.choices, 1):
        state = game.state
        found = json.dumps(code, ensure_ascii=False)[:60]
        if state.result is not None or state.who != player:
            return game, (number, found)
        option = coded_option(game.rules, names, game.rules.asks[state.ask], code)
        if option is None or option not in state.options:
            return game, (number, found)
        try:
            game.apply_option(option)
        except GameError:
            if not changed:
                raise
            return game, (number, found)
    return game, None


def _destination(reached: bool) -> dict[str, str]:
    if reached:
        return {
            "to_fr": " et mènent à la même situation",
            "to_en": ", to the same situation",
        }
    return {
        "to_fr": ", mais mènent à une autre situation",
        "to_en": ", to another situation",
    }


def _in_words(settings: Mapping[str, Any]) -> str:
    """Return settings as a person would ask for them."""
    words = [*settings["variants"]]
    words += [f"{k}={v}" for n in ("readings", "options") for k, v in settings[n].items()]
    if settings["as_of"]:
        words.append(str(settings["as_of"]))
    if not settings["errata"]:
        words.append("sans errata")
    return ", ".join(words) or "ceux par défaut"


# Comparing rules ---------------------------------------------------------


def changed_rules(before: Mapping[str, str], now: Mapping[str, str]) -> tuple[str, ...]:
    """Return the names of the rules that differ, in order: changed, gone or new."""
    names = sorted({*before, *now})
    return tuple(name for name in names if before.get(name) != now.get(name))


def _named(changed: tuple[str, ...]) -> str:
    shown = [f"« {name} »" for name in changed[:SHOWN]]
    more = len(changed) - len(shown)
    return ", ".join(shown) + (f" (+ {more})" if more else "")


def rule_hashes(program: Program) -> dict[str, str]:
    """Return a hash of each rule, by its word and name; titles and places do not count."""
    return {name: _hash(value) for name, value in _rules(program)}


def _rules(program: Program) -> Iterator[tuple[str, object]]:
    families: tuple[tuple[str, Mapping[str, Any]], ...] = (
        ("énumération", program.enumerations), ("type", program.types),
        ("composant", program.cards), ("plateau", program.boards),
        ("état", program.states), ("piste", program.tracks), ("zone", program.zones),
        ("dé", program.dice), ("fenêtre", program.windows), ("événement", program.events),
        ("définition", program.definitions), ("procédure", program.procedures),
        ("valeur", program.values), ("phase", program.phases), ("issue", program.outcomes),
    )  # fmt: skip
    for word, family in families:
        for name, declared in family.items():
            yield f"{word} {name}", declared
    for ability in program.abilities.values():
        yield f"{ability.cls} {ability.name}", ability
    for control in program.controls:
        yield f"contrôle {control.name}", control
    yield "joueurs", program.players
    yield "mise en place", program.setup
    yield "déroulement", program.course
    yield "score", program.score
    yield "profil", (program.order, program.in_play)


_UNPLAYED = frozenset({"span", "title", "cites", "provenance"})
_UNPLAYED_OF_CARDS = _UNPLAYED | {"label", "text"}


def _hash(value: object) -> str:
    return hashlib.sha256("".join(_canonical(value)).encode()).hexdigest()[:16]


def _canonical(value: object) -> Iterator[str]:
    """Yield a text of a value in which only what is played counts."""
    if is_dataclass(value) and not isinstance(value, type):
        unplayed = _UNPLAYED_OF_CARDS if isinstance(value, Card) else _UNPLAYED
        yield f"{type(value).__name__}("
        for field in fields(value):
            if field.name not in unplayed:
                yield f"{field.name}="
                yield from _canonical(getattr(value, field.name))
        yield ")"
    elif isinstance(value, Mapping):
        yield "{"
        for key, item in value.items():
            yield f"{key!r}:"
            yield from _canonical(item)
        yield "}"
    elif isinstance(value, tuple | list):
        yield "["
        for item in value:
            yield from _canonical(item)
        yield "]"
    else:
        yield f"{value!r},"


# Digest ------------------------------------------------------------------


def digest(game: Game) -> str:
    """Return a digest of the situation, by names: it survives a change of numbering."""
    names = game.ruleset.names(game.players)
    situation = _situation(game, names, game.state)
    text = json.dumps(situation, ensure_ascii=False, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def _situation(game: Game, names: Names, state: State) -> dict[str, Any]:
    layout, program = game.rules.layout, game.rules.program
    values: dict[str, Any] = {}
    for name, variable in program.states.items():
        held = getattr(state, layout.states[name])
        if variable.owner is None:
            values[name] = names.code(held, variable.kind)
        else:
            owners = [names.code(n, variable.owner) for n in range(len(held))]
            codes = [names.code(value, variable.kind) for value in held]
            values[name] = [list(pair) for pair in zip(owners, codes, strict=True)]
    situation: dict[str, Any] = {
        "states": values,
        "zones": {
            names.zone_code(number): names.code(tuple(items), COMPONENT)
            for number, items in enumerate(state.Z)
        },
        "alive": state.alive,
        "chance": dict(zip(layout.streams, state.rng, strict=True)),
    }
    if state.result is not None:
        outcome, winners = state.result
        known = list(program.outcomes)
        situation["result"] = [known[outcome] if outcome >= 0 else None, list(winners)]
    else:
        ask = game.rules.asks[state.ask]
        options = [option_code(game.rules, names, ask, option) for option in state.options]
        situation["decision"] = [ask.rule, ask.mode, state.who, options]
    return situation
