"""Surface statements to resolved ones."""

from __future__ import annotations

from typing import assert_never

from . import core, nodes
from .cited import cited
from .core import Family
from .environment import Environment, cites_of, failed, title_of
from .expressions import (
    resolve_as,
    resolve_condition,
    resolve_expression,
    resolve_options,
    resolve_set,
)
from .kinds import describe, is_any, is_related, is_set, item_of, maybe, present
from .references import report_arity
from .scopes import check_place, check_scope
from .symbols import Category, Symbol

#: What a step admits when it does not say.
DEFAULT_PERMISSION = "actions"
DEFAULT_DIRECTION = "horaire"
DEFAULT_POSITION = "dessus"
#: The hidden local of a loop that counts.
COUNTER = "tours"

Loop = (
    nodes.Conditional
    | nodes.WhileLoop
    | nodes.RepeatLoop
    | nodes.EndlessLoop
    | nodes.ForLoop
    | nodes.TurnLoop
    | nodes.Simultaneous
    | nodes.Phase
    | nodes.Step
)
Decision = nodes.Choose | nodes.MayChoose | nodes.ChooseMany | nodes.ChooseWhether
Deed = (
    nodes.RunPhase
    | nodes.OpenWindow
    | nodes.Let
    | nodes.Roll
    | nodes.Assign
    | nodes.Increase
    | nodes.Decrease
    | nodes.Move
    | nodes.Draw
    | nodes.Shuffle
    | nodes.Eliminate
    | nodes.Readmit
    | nodes.Emit
    | nodes.Cancel
    | nodes.Lasting
    | nodes.Forbid
    | nodes.Leave
    | nodes.Finish
    | nodes.Nothing
    | nodes.Perform
)


def resolve_block(block: nodes.Block, env: Environment) -> core.Body:
    """Return the statements of a block; names bound in it end with it."""
    with env.locals.block():
        return resolve_statements(block, env)


def resolve_statements(block: nodes.Block, env: Environment) -> core.Body:
    """Return the statements of a block, its names left visible."""
    return tuple(resolve_statement(statement, env) for statement in block.statements)


def resolve_statement(node: nodes.Statement, env: Environment) -> core.Statement:
    """Return one resolved statement."""
    if isinstance(node, Loop):
        return _compound(node, env)
    if isinstance(node, Decision):
        return _decision(node, env)
    return _deed(node, env)  # type: ignore[arg-type]


# Statements made of statements -------------------------------------------


def _compound(node: Loop, env: Environment) -> core.Statement:
    match node:
        case nodes.Conditional():
            return _conditional(node, env)
        case nodes.WhileLoop():
            condition = resolve_condition(node.condition, env)
            return core.While(node.span, (), condition, resolve_block(node.body, env))
        case nodes.RepeatLoop():
            times = resolve_as(node.times, core.NUMBER, env)
            slot = env.locals.slot(COUNTER)
            return core.Repeat(node.span, (), slot, times, resolve_block(node.body, env))
        case nodes.EndlessLoop():
            name = "" if node.name is None else node.name.text
            body = resolve_block(node.body, env)
            title = title_of(node.title, name)
            return core.Endless(node.span, cites_of(node.cites), name, title, body)
        case nodes.ForLoop():
            return _for(node, env)
        case nodes.TurnLoop():
            return _turns(node, env)
        case nodes.Simultaneous():
            body = resolve_block(node.body, env)
            chained = node.how.text == "enchaîné"
            return core.Simultaneous(node.span, cites_of(node.cites), body, chained)
        case nodes.Phase():
            name, title = node.name.text, title_of(node.title, node.name.text)
            body = cited(resolve_block(node.body, env), node.cites)
            return core.PhaseBlock(node.span, cites_of(node.cites), name, title, body)
        case nodes.Step():
            name, title = node.name.text, title_of(node.title, node.name.text)
            admits = DEFAULT_PERMISSION if node.permission is None else node.permission.text
            body = cited(resolve_block(node.body, env), node.cites)
            return core.StepBlock(
                node.span, cites_of(node.cites), name, title, admits, body
            )
        case _:
            assert_never(node)


def _conditional(
    node: nodes.Conditional | nodes.OtherwiseIf, env: Environment
) -> core.Statement:
    condition = resolve_condition(node.condition, env)
    then = resolve_block(node.body, env)
    otherwise: core.Body = ()
    match node.otherwise:
        case nodes.Otherwise(body=body):
            otherwise = resolve_block(body, env)
        case nodes.OtherwiseIf() as inner:
            otherwise = (_conditional(inner, env),)
        case None:
            pass
    return core.If(node.span, (), condition, then, otherwise)


def _for(node: nodes.ForLoop, env: Environment) -> core.Statement:
    group = resolve_set(node.group, env)
    with env.locals.block():
        slot = env.bind(node.name, item_of(group.kind)).slot
        body = resolve_block(node.body, env)
    return core.For(node.span, (), slot, group, body)


def _turns(node: nodes.TurnLoop, env: Environment) -> core.Statement:
    start = resolve_as(node.rotation.start, core.PLAYER, env)
    direction = node.rotation.direction.text
    with env.locals.block():
        slot = env.bind(node.name, core.PLAYER).slot
        body = resolve_block(node.body, env)
    cites = cites_of(node.cites)
    return core.Turns(node.span, cites, slot, start, direction, title_of(node.title), body)


# Decisions ---------------------------------------------------------------


def _decision(node: Decision, env: Environment) -> core.Statement:
    chooser = resolve_as(node.chooser, core.PLAYER, env)
    cites, title = cites_of(node.cites), title_of(node.title)
    if isinstance(node, nodes.ChooseWhether):
        slot = env.bind(node.name, core.BOOLEAN, is_result=True).slot
        return core.Choose(
            node.span, cites, "whether", chooser, slot, None, None, None, None, title
        )
    if isinstance(node, nodes.ChooseMany):
        return _choose_many(node, chooser, env)
    group = resolve_options(node.group, env)
    kind = present(item_of(group.kind))
    is_optional = isinstance(node, nodes.MayChoose)
    variable = env.bind(node.name, maybe(kind) if is_optional else kind, is_result=True)
    mode = "optional" if is_optional else "one"
    return core.Choose(
        node.span, cites, mode, chooser, variable.slot, group, None, None, None, title
    )


def _choose_many(
    node: nodes.ChooseMany, chooser: core.Expr, env: Environment
) -> core.Statement:
    """Return the choice of several items; the items chosen so far are visible in it.

    Their kind comes from the group, which may itself speak of them: the group is
    resolved a first time, in silence, for its kind.
    """
    minimum = resolve_as(node.minimum, core.NUMBER, env)
    maximum = resolve_as(node.maximum, core.NUMBER, env)
    variable = env.bind(node.name, set_kind_of(node.group, node.name, env), is_result=True)
    group = resolve_options(node.group, env)
    condition = None if node.condition is None else resolve_condition(node.condition, env)
    return core.Choose(
        node.span,
        cites_of(node.cites),
        "many",
        chooser,
        variable.slot,
        group,
        minimum,
        maximum,
        condition,
        title_of(node.title),
    )


def set_kind_of(group: nodes.Expr, name: nodes.Word, env: Environment) -> core.Kind:
    """Return the kind of a group whose own expression may speak of what is chosen."""
    silent = Environment(env.symbols, [], set(), env.locals, env.is_ability)
    with env.locals.block():
        env.locals.bind(name.text, failed(name.span).kind, name.span)
        return present(resolve_set(group, silent).kind)


# Deeds -------------------------------------------------------------------


def _deed(node: Deed, env: Environment) -> core.Statement:
    span, cites = node.span, cites_of(node.cites)
    match node:
        case nodes.RunPhase():
            env.named(Category.PHASE, node.name)
            return core.RunPhase(span, cites, node.name.text)
        case nodes.OpenWindow():
            return _open(node, env)
        case nodes.Let():
            value = resolve_expression(node.value, env)
            slot = env.bind(node.name, value.kind, is_result=True).slot
            return core.Let(span, cites, slot, value)
        case nodes.Roll():
            times = resolve_as(node.times, core.NUMBER, env)
            env.named(Category.DIE, node.die)
            slot = env.bind(node.name, core.NUMBERS, is_result=True).slot
            return core.Roll(span, cites, slot, times, node.die.text)
        case nodes.Assign():
            target = _target(node.target, env)
            hint = None if target is None else target.kind
            value = resolve_expression(node.value, env, hint)
            if target is None:
                return core.Nothing(span, cites)
            return core.Assign(span, cites, target, env.expect(value, target.kind))
        case nodes.Increase():
            return _adjust(node, env)
        case nodes.Decrease():
            return _adjust(node, env)
        case nodes.Move():
            return _move(node, env)
        case nodes.Draw():
            count = resolve_as(node.count, core.NUMBER, env)
            source, zone = resolve_zone(node.source, env), resolve_zone(node.zone, env)
            _check_fits(env, node.zone, source, zone)
            return core.Draw(span, cites, count, source, zone)
        case nodes.Shuffle():
            return core.Shuffle(span, cites, resolve_zone(node.zone, env))
        case nodes.Eliminate():
            return core.Eliminate(span, cites, resolve_as(node.player, core.PLAYER, env))
        case nodes.Readmit():
            return core.Readmit(span, cites, resolve_as(node.player, core.PLAYER, env))
        case nodes.Emit():
            symbol = env.named(Category.EVENT, node.name)
            arguments = resolve_arguments(node.name, node.arguments, symbol, env)
            return core.Emit(span, cites, node.name.text, arguments)
        case nodes.Cancel():
            if not env.cancels:
                env.report("D09", span)
            return core.Cancel(span, cites)
        case nodes.Lasting():
            return _lasting(node, env)
        case nodes.Forbid():
            return _forbid(node, env)
        case nodes.Leave():
            skips = () if node.skips is None else node.skips.names.words
            for word in skips:
                check_place(word, env)
            scope = check_scope(node.scope.name, env)
            return core.Leave(span, cites, scope, tuple(word.text for word in skips))
        case nodes.Finish():
            env.named(Category.OUTCOME, node.outcome)
            winners = None
            if node.winners is not None:
                winners = resolve_as(node.winners, core.PLAYERS, env)
            return core.Finish(span, cites, node.outcome.text, winners)
        case nodes.Nothing():
            return core.Nothing(span, cites)
        case nodes.Perform():
            symbol = env.named(Category.PROCEDURE, node.call.name)
            arguments = resolve_arguments(node.call.name, node.call.arguments, symbol, env)
            return core.Perform(span, cites, node.call.name.text, arguments)
        case _:
            assert_never(node)


def _open(node: nodes.OpenWindow, env: Environment) -> core.Statement:
    env.named(Category.WINDOW, node.name)
    seats = resolve_expression(node.seats, env)
    if not is_related(core.PLAYER, seats.kind, env.symbols.hierarchy):
        env.expect(seats, core.PLAYER)
    start, direction = None, DEFAULT_DIRECTION
    if node.rotation is not None:
        start = resolve_as(node.rotation.start, core.PLAYER, env)
        direction = node.rotation.direction.text
        if not is_set(seats.kind):
            env.report("D34", node.rotation.span)
    cites = cites_of(node.cites)
    return core.OpenWindow(node.span, cites, node.name.text, seats, start, direction)


def _target(node: nodes.Expr, env: Environment) -> core.Global | core.Column | None:
    """Return what is to be changed, or None after a report."""
    target = resolve_expression(node, env)
    match target:
        case core.Global() | core.Column():
            return target
        case core.Characteristic():
            env.report("K06", target.span, name=target.table)
        case _ if not is_any(target.kind):
            env.report("K07", target.span)
        case _:
            pass
    return None


def _adjust(node: nodes.Increase | nodes.Decrease, env: Environment) -> core.Statement:
    target = _target(node.target, env)
    amount = resolve_as(node.amount, core.NUMBER, env)
    cites = cites_of(node.cites)
    if target is None:
        return core.Nothing(node.span, cites)
    env.expect(target, core.NUMBER)
    if isinstance(node, nodes.Decrease):
        amount = core.Operation(amount.span, core.NUMBER, "négatif", (amount,))
    return core.Adjust(node.span, cites, target, amount)


def resolve_zone(node: nodes.Expr, env: Environment) -> core.ZoneRef:
    """Return a zone something moves to or from."""
    expr = resolve_expression(node, env)
    if isinstance(expr, core.Contents):
        return core.ZoneRef(expr.zone, expr.index)
    if not is_any(expr.kind):
        env.report("K08", expr.span)
    return core.ZoneRef("", None)


def _move(node: nodes.Move, env: Environment) -> core.Statement:
    items = resolve_expression(node.items, env)
    zone = resolve_zone(node.zone, env)
    position = DEFAULT_POSITION if node.position is None else node.position.text
    kind = items.kind
    if kind.family not in (Family.COMPONENT, Family.ANY, Family.NOTHING) or kind.lines:
        env.report("K09", items.span, found=describe(kind))
    elif zone.zone:
        holds = env.symbols.expressions[zone.zone].kind
        if not is_related(holds, kind, env.symbols.hierarchy):
            _report_holds(env, items, zone, kind)
    return core.Move(node.span, cites_of(node.cites), items, zone, position)


def _report_holds(
    env: Environment, at: core.Expr | nodes.Expr, zone: core.ZoneRef, kind: core.Kind
) -> None:
    holds = env.symbols.expressions[zone.zone].kind
    env.report("K26", at.span, zone=zone.zone, holds=holds.name, found=kind.name)


def _check_fits(
    env: Environment, node: nodes.Expr, source: core.ZoneRef, zone: core.ZoneRef
) -> None:
    """Report two zones that hold nothing in common."""
    if not source.zone or not zone.zone:
        return
    kind = env.symbols.expressions[source.zone].kind
    holds = env.symbols.expressions[zone.zone].kind
    if not is_related(holds, kind, env.symbols.hierarchy):
        _report_holds(env, node, zone, kind)


def resolve_arguments(
    word: nodes.Word,
    arguments: tuple[nodes.Expr, ...],
    symbol: Symbol | None,
    env: Environment,
) -> tuple[core.Expr, ...]:
    """Return the arguments of an event, procedure or action, checked against it."""
    if symbol is None:
        return tuple(resolve_expression(argument, env) for argument in arguments)
    if len(arguments) != len(symbol.params):
        report_arity(word, len(symbol.params), len(arguments), env)
        return tuple(resolve_expression(argument, env) for argument in arguments)
    return tuple(
        resolve_as(argument, kind, env)
        for argument, kind in zip(arguments, symbol.params, strict=True)
    )


def _lasting(node: nodes.Lasting, env: Environment) -> core.Statement:
    target = resolve_expression(node.target, env)
    amount = resolve_as(node.amount, core.NUMBER, env)
    scope = check_scope(node.scope.name, env)
    cites = cites_of(node.cites)
    if isinstance(target, core.ValueOf):
        return core.Lasting(node.span, cites, target.value, target.arguments, amount, scope)
    if not is_any(target.kind):
        env.report("K14", target.span)
    return core.Nothing(node.span, cites)


def find_target(word: nodes.Word, env: Environment) -> Symbol | None:
    """Return the event or action a pattern names, or None after a report."""
    events, abilities = env.symbols.of(Category.EVENT), env.symbols.of(Category.ABILITY)
    symbol = events.get(word.text) or abilities.get(word.text)
    if symbol is None:
        env.unknown("N02", word, [*events, *abilities], what=Category.EVENT.value)
        return None
    return env.use(symbol)


def _forbid(node: nodes.Forbid, env: Environment) -> core.Statement:
    symbol = find_target(node.pattern.name, env)
    scope = check_scope(node.scope.name, env)
    arguments: tuple[core.Expr, ...] | None = None
    if node.pattern.names:
        values = tuple(nodes.Name(word.span, word) for word in node.pattern.names)
        arguments = resolve_arguments(node.pattern.name, values, symbol, env)
    cites = cites_of(node.cites)
    return core.Forbid(node.span, cites, node.pattern.name.text, arguments, scope)
