"""Abilities: an action, response, forced, permanent, prohibition or replacement resolved.

Names are bound in this order, whatever the order of the clauses: `moi` and `soi`, the
trigger's, the parameters', a modifier's; then requirements, limits, `montant`, cost and
effect.

`moi` is who uses an action or a response, and who would use what a prohibition is about.
For anything else it is the player in whose zone the card lies, or else the player who
orders (`profil`); without either it means nobody.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from . import core, nodes
from .builtins import AMOUNT, CANDIDATE, ME, RESERVED, SELF, WILDCARD
from .cited import cited
from .collector import AnyAbility
from .core import Family, Kind
from .diagnostics import Place
from .environment import Environment, cites_of, title_of
from .expressions import resolve_as, resolve_condition, resolve_expression, resolve_options
from .kinds import ANY, item_of, maybe, present
from .program import (
    Ability,
    Announcement,
    Limit,
    Modifier,
    Parameter,
    Requirement,
    Trigger,
)
from .references import report_arity
from .scopes import MOMENTS, check_place, check_scope, is_moment
from .source import Span
from .statements import find_target, resolve_statements
from .symbols import Category, Symbols, Variable
from .timing.rewriting import free_names, substitute

CLASSES: Mapping[type[nodes.Declaration], str] = {
    nodes.Action: "action",
    nodes.Response: "réponse",
    nodes.Forced: "forcé",
    nodes.Permanent: "permanent",
    nodes.Prohibition: "interdit",
    nodes.Replacement: "remplacement",
}

#: Which clauses each class of ability may have.
_ADMITS: Mapping[str, tuple[type[nodes.Clause], ...]] = {
    "action": (
        nodes.During, nodes.FromZones, nodes.Parameter, nodes.Requirement, nodes.Limit,
        nodes.Cost, nodes.Effect, nodes.Common, nodes.Announcement,
    ),
    "réponse": (
        nodes.FromZones, nodes.Parameter, nodes.Requirement, nodes.Limit, nodes.Cost,
        nodes.Effect, nodes.LastKnown, nodes.Immediate, nodes.Common, nodes.Announcement,
    ),
    "forcé": (
        nodes.FromZones, nodes.Parameter, nodes.Requirement, nodes.Limit, nodes.Effect,
        nodes.LastKnown, nodes.Immediate, nodes.Announcement,
    ),
    "permanent": (nodes.FromZones, nodes.Requirement, nodes.Modifier),
    "interdit": (nodes.FromZones, nodes.Requirement),
    "remplacement": (
        nodes.FromZones, nodes.Requirement, nodes.Effect, nodes.Announcement,
    ),
}  # fmt: skip

_WORDS: Mapping[type[nodes.Clause], str] = {
    nodes.During: "pendant",
    nodes.FromZones: "depuis",
    nodes.Parameter: "avec",
    nodes.Requirement: "exige",
    nodes.Limit: "limite",
    nodes.Modifier: "modifie",
    nodes.Cost: "coût",
    nodes.Effect: "effet",
    nodes.LastKnown: "mémoire",
    nodes.Immediate: "aussitôt",
    nodes.Common: "commune",
    nodes.Announcement: "annonce",
}

#: Clauses that stand once.
_SINGLE = (
    nodes.During, nodes.FromZones, nodes.Cost, nodes.Effect, nodes.LastKnown,
    nodes.Immediate, nodes.Common, nodes.Announcement,
)  # fmt: skip


#: Clauses that mean something after an event only.
_AFTERWARDS = (nodes.LastKnown, nodes.Immediate)


@dataclass(frozen=True, slots=True)
class Bearer:
    """The card an ability stands on: its id, its type, the zones it works from."""

    card: str
    type: str
    zones: tuple[str, ...]


def resolve_ability(
    node: AnyAbility, env: Environment, bearer: Bearer | None, has_order: bool
) -> Ability:
    """Return a resolved ability; on a card its name is `card.name`.

    `has_order`: the profile says who orders what is simultaneous.
    """
    cls = CLASSES[type(node)]
    env.is_ability = True
    env.cancels = cls in ("réponse", "forcé") and _moment(node) == "avant"
    _check_clauses(node, cls, env)
    zones = _zones(node, env, bearer)
    me = _me(node, cls, env, bearer is not None, zones, has_order)
    if me is not None:
        env.locals.bind(ME, me, node.name.span)
    if bearer is not None:
        env.locals.bind(SELF, Kind(Family.COMPONENT, bearer.type), node.name.span)
    trigger = _trigger(node, cls, env)
    parameters = tuple(_parameters(node, env))
    if parameters and me is None:
        env.report("N08", parameters[0].span, name=ME)
    modifiers = _modifiers(node, env)
    requirements = tuple(_requirements(node, env))
    if trigger is not None:
        parameters = tuple(_fitting(parameters, requirements, env))
    limits = tuple(_limits(node, env))
    if any(limit.amount is not None for limit in limits):
        env.locals.bind(AMOUNT, core.NUMBER, node.name.span)
    cost = tuple(_statements(node, nodes.Cost, env))
    effect = tuple(_statements(node, nodes.Effect, env))
    name = node.name.text
    return Ability(
        name=name if bearer is None else f"{bearer.card}.{name}",
        title=title_of(node.title, name),
        cites=cites_of(node.cites),
        span=node.span,
        cls=cls,
        card=None if bearer is None else bearer.card,
        windows=_windows(node, cls, env),
        zones=zones,
        trigger=trigger,
        parameters=parameters,
        requirements=requirements,
        limits=limits,
        modifiers=modifiers,
        cost=cost,
        effect=effect,
        last_known=any(isinstance(clause, nodes.LastKnown) for clause in node.clauses),
        immediate=any(isinstance(clause, nodes.Immediate) for clause in node.clauses),
        common=_is_common(node, bearer, env),
        announcement=_announcement(node, env),
    )


def _me(
    node: AnyAbility,
    cls: str,
    env: Environment,
    is_on_card: bool,
    zones: tuple[str, ...],
    has_order: bool,
) -> Kind | None:
    """Return the kind of `moi`, None where it means nobody."""
    events = env.symbols.of(Category.EVENT)
    forbids_use = (
        isinstance(node, nodes.Prohibition) and node.pattern.name.text not in events
    )
    if cls in ("action", "réponse") or forbids_use:
        return core.PLAYER
    if not is_on_card:
        return core.PLAYER if has_order and cls in ("forcé", "remplacement") else None
    owners = [env.symbols.expressions[zone].params for zone in zones]
    is_owned = all(owner == (core.PLAYER,) for owner in owners)
    return core.PLAYER if is_owned or has_order else maybe(core.PLAYER)


def parameter_kinds(node: AnyAbility, symbols: Symbols) -> tuple[Kind, ...]:
    """Return the kinds of an action's parameters, mistakes left for later."""
    env = Environment(symbols, [], set(), is_ability=True)
    env.locals.bind(ME, core.PLAYER, node.name.span)
    return tuple(parameter.kind for parameter in _parameters(node, env))


def _moment(node: AnyAbility) -> str:
    if isinstance(node, nodes.Response | nodes.Forced):
        return node.trigger.moment.text
    return ""


def _check_clauses(node: AnyAbility, cls: str, env: Environment) -> None:
    """Report clauses this class of ability does not have, has twice or lacks."""
    seen: dict[type[nodes.Clause], Span] = {}
    for clause in node.clauses:
        kind = type(clause)
        if isinstance(clause, _AFTERWARDS) and _moment(node) == "avant":
            env.report("D33", clause.span, clause=_WORDS[kind])
        elif kind not in _ADMITS[cls]:
            allowed = [_WORDS[each] for each in _ADMITS[cls]]
            env.report("D06", clause.span, clause=_WORDS[kind], what=cls, known=allowed)
        elif kind in seen and kind in _SINGLE:
            places = (Place(seen[kind], "first"),)
            env.report("D07", clause.span, places, clause=_WORDS[kind])
        seen.setdefault(kind, clause.span)
    if cls == "action" and nodes.During not in seen:
        env.report("D08", node.name.span, name=node.name.text)
    if cls == "permanent" and nodes.Modifier not in seen:
        env.report("D11", node.name.span, name=node.name.text)
    if cls in ("action", "réponse", "forcé", "remplacement") and nodes.Effect not in seen:
        env.report("D12", node.name.span, name=node.name.text, what=cls)


def _windows(node: AnyAbility, cls: str, env: Environment) -> tuple[str, ...]:
    found = []
    for clause in node.clauses:
        if cls == "action" and isinstance(clause, nodes.During):
            for word in clause.windows.words:
                if env.named(Category.WINDOW, word) is not None:
                    found.append(word.text)
    return tuple(found)


def _is_common(node: AnyAbility, bearer: Bearer | None, env: Environment) -> bool:
    """Tell whether any player may use a card's ability."""
    found = [clause for clause in node.clauses if isinstance(clause, nodes.Common)]
    if found and bearer is None:
        env.report("D13", found[0].span, name=node.name.text, clause="commune")
    return bool(found)


def _announcement(node: AnyAbility, env: Environment) -> Announcement | None:
    """Return what the header announces; names are found as those of moments and scopes."""
    for clause in node.clauses:
        if isinstance(clause, nodes.Announcement):
            words = clause.moments.words
            for word in words:
                check_place(word, env, MOMENTS)
            at = {word.text for word in words if is_moment(word.text, env)}
            return Announcement(
                tuple(word.text for word in words if word.text in at),
                tuple(word.text for word in words if word.text not in at),
                "" if clause.turn is None else clause.turn.text,
                "" if clause.mode is None else clause.mode.text,
                cites_of(clause.cites),
                clause.span,
            )
    return None


def _zones(node: AnyAbility, env: Environment, bearer: Bearer | None) -> tuple[str, ...]:
    """Return where the card must lie: as the ability says, or where cards are in play."""
    words = [
        w for c in node.clauses if isinstance(c, nodes.FromZones) for w in c.zones.words
    ]
    if bearer is None:
        if words:
            env.report("D13", words[0].span, name=node.name.text, clause="depuis")
        return ()
    if not words:
        if not bearer.zones:
            env.report("D14", node.name.span, name=node.name.text)
        return bearer.zones
    return tuple(word.text for word in words if is_zone(word, env))


def is_zone(word: nodes.Word, env: Environment) -> bool:
    """Tell whether a name is a zone, after a report if it is not."""
    symbol = env.symbols.expressions.get(word.text)
    if symbol is None or symbol.category is not Category.ZONE:
        zones = [
            s.name for s in env.symbols.expressions.values() if s.category is Category.ZONE
        ]
        env.unknown("N02", word, zones, what=Category.ZONE.value)
        return False
    env.use(symbol)
    return True


def _trigger(node: AnyAbility, cls: str, env: Environment) -> Trigger | None:
    match node:
        case nodes.Response() | nodes.Forced():
            pattern, moment = node.trigger.pattern, node.trigger.moment.text
            symbol = env.named(Category.EVENT, pattern.name)
        case nodes.Replacement():
            pattern, moment = node.pattern, cls
            symbol = env.named(Category.EVENT, pattern.name)
        case nodes.Prohibition():
            pattern, moment = node.pattern, cls
            symbol = find_target(pattern.name, env)
        case _:
            return None
    kinds = () if symbol is None else symbol.params
    if symbol is not None and pattern.names and len(pattern.names) != len(kinds):
        report_arity(pattern.name, len(kinds), len(pattern.names), env)
    slots = []
    for index in range(max(len(kinds), len(pattern.names))):
        word = pattern.names[index] if index < len(pattern.names) else None
        kind = kinds[index] if index < len(kinds) else ANY
        if word is None or word.text == WILDCARD:
            slots.append(env.locals.slot(WILDCARD))
        else:
            slots.append(env.bind(word, kind).slot)
    return Trigger(moment, pattern.name.text, tuple(slots))


def _parameters(node: AnyAbility, env: Environment) -> Iterator[Parameter]:
    for clause in node.clauses:
        if isinstance(clause, nodes.Parameter):
            group = resolve_options(clause.group, env)
            kind = present(item_of(group.kind))
            variable = env.bind(clause.name, kind, is_result=True)
            cites = cites_of(clause.cites)
            title = title_of(clause.title, clause.name.text)
            yield Parameter(variable.slot, kind, group, title, cites, clause.span)


def _fitting(
    parameters: tuple[Parameter, ...],
    requirements: tuple[Requirement, ...],
    env: Environment,
) -> Iterator[Parameter]:
    """Yield parameters chosen once an ability fires, only from what its requirements admit.

    A requirement is about the last of the parameters that it names.
    """
    later = {parameter.slot for parameter in parameters}
    for parameter in parameters:
        later.discard(parameter.slot)
        group, slot = parameter.group, env.locals.slot(CANDIDATE)
        item = core.Local(parameter.span, parameter.kind, slot)
        for requirement in requirements:
            names = free_names(requirement.condition)
            if parameter.slot in names and not names & later:
                condition = substitute(requirement.condition, {parameter.slot: item})
                group = core.Where(group.span, group.kind, group, slot, condition)
        yield replace(parameter, group=group)


def _modifiers(node: AnyAbility, env: Environment) -> tuple[Modifier, ...]:
    """Return the modifiers; requirements know the names that all of them bind."""
    found: list[Modifier] = []
    bound: dict[str, Variable] = {}
    for clause in node.clauses:
        if isinstance(clause, nodes.Modifier):
            with env.locals.block():
                modifier = _modifier(clause, env, bound)
            if modifier is not None:
                found.append(modifier)
    for variable in bound.values():
        if all(variable.slot in modifier.slots for modifier in found):
            env.locals.show(variable)
    return tuple(found)


def _modifier(
    clause: nodes.Modifier, env: Environment, bound: dict[str, Variable]
) -> Modifier | None:
    """Return a modifier; a fresh name among its arguments is bound, others must match.

    `bound` are the names of the lines before: the same name is the same slot.
    """
    match clause.target:
        case nodes.Call(name=word, arguments=arguments):
            pass
        case nodes.Method(base=base, name=word, arguments=rest):
            arguments = (base, *rest)
        case nodes.Access(base=base, name=word):
            arguments = (base,)
        case nodes.Name(name=word):
            arguments = ()
        case _:
            env.report("K14", clause.target.span)
            return None
    symbol = env.symbols.expressions.get(word.text)
    if symbol is None or symbol.category is not Category.VALUE:
        values = [
            s.name for s in env.symbols.expressions.values() if s.category is Category.VALUE
        ]
        env.unknown("N02", word, values, what=Category.VALUE.value)
        return None
    env.use(symbol)
    if len(arguments) != len(symbol.params):
        report_arity(word, len(symbol.params), len(arguments), env)
        return None
    slots: list[str] = []
    filters: list[core.Expr] = []
    for argument, kind in zip(arguments, symbol.params, strict=True):
        if isinstance(argument, nodes.Name) and _is_fresh(argument.name, env):
            slots.append(_bind_again(argument.name, kind, env, bound).slot)
            continue
        slot = env.locals.slot(WILDCARD)
        given = resolve_expression(argument, env, kind)
        env.expect(given, kind)
        local = core.Local(argument.span, kind, slot)
        filters.append(core.Operation(argument.span, core.BOOLEAN, "=", (local, given)))
        slots.append(slot)
    amount = resolve_as(clause.amount, core.NUMBER, env)
    cites = cites_of(clause.cites)
    return Modifier(word.text, tuple(slots), tuple(filters), amount, cites, clause.span)


def _bind_again(
    word: nodes.Word, kind: Kind, env: Environment, bound: dict[str, Variable]
) -> Variable:
    variable = bound.get(word.text)
    if variable is None or variable.kind != kind:
        variable = bound[word.text] = env.bind(word, kind)
    else:
        env.locals.show(variable)
    return variable


def _is_fresh(word: nodes.Word, env: Environment) -> bool:
    """Tell whether a name means nothing yet."""
    known = env.locals.find(word.text) is not None or word.text in RESERVED
    symbols = env.symbols
    return (
        not known
        and word.text not in symbols.expressions
        and word.text not in symbols.members
    )


def _requirements(node: AnyAbility, env: Environment) -> Iterator[Requirement]:
    for clause in node.clauses:
        if isinstance(clause, nodes.Requirement):
            condition = resolve_condition(clause.condition, env)
            cites = cites_of(clause.cites)
            yield Requirement(condition, title_of(clause.title), cites, clause.span)


def _limits(node: AnyAbility, env: Environment) -> Iterator[Limit]:
    for clause in node.clauses:
        if isinstance(clause, nodes.Limit):
            count = resolve_as(clause.count, core.NUMBER, env)
            amount = None
            if clause.amount is not None:
                amount = resolve_expression(clause.amount, env, core.NUMBER)
            scope = check_scope(clause.scope.name, env)
            shared = clause.shared is not None
            yield Limit(count, scope, amount, shared, cites_of(clause.cites), clause.span)


def _statements(
    node: AnyAbility, kind: type[nodes.Cost] | type[nodes.Effect], env: Environment
) -> Iterator[core.Statement]:
    for clause in node.clauses:
        if isinstance(clause, kind):
            yield from cited(resolve_statements(clause.body, env), clause.cites)
