"""Surface expressions to resolved ones: names bound, every kind known and checked."""

from __future__ import annotations

from typing import assert_never

from . import core, nodes
from .builtins import AGGREGATES, CANDIDATE, Aggregate, Item, Shape
from .core import Family
from .environment import MAX_NUMBER, Environment, failed
from .kinds import (
    ANY,
    accepts,
    describe,
    is_any,
    is_related,
    is_set,
    item_of,
    join,
    may_be_nothing,
    maybe,
    present,
    set_of,
)
from .references import (
    apply,
    builtins_named,
    candidate,
    known_functions,
    name_argument,
    needs_hint,
    report_arity,
    resolve_access,
    resolve_member,
    resolve_name,
)
from .source import Span
from .symbols import Category, Variable

Hint = core.Kind | None

AnyExpr = (
    nodes.Number
    | nodes.True_
    | nodes.False_
    | nodes.Nobody
    | nodes.Name
    | nodes.CandidateAccess
    | nodes.Access
    | nodes.Method
    | nodes.Call
    | nodes.SetLiteral
    | nodes.Negative
    | nodes.Binary
    | nodes.Compare
    | nodes.Member
    | nodes.NotMember
    | nodes.IsA
    | nodes.Not_
    | nodes.And_
    | nodes.Or_
    | nodes.IfElse
    | nodes.Where
)


def resolve_expression(node: nodes.Expr, env: Environment, hint: Hint = None) -> core.Expr:
    """Return the resolved expression; `hint` is the kind its surroundings expect."""
    expr: AnyExpr = node  # type: ignore[assignment]
    match expr:
        case nodes.Number():
            return _number(expr, env)
        case nodes.True_():
            return core.Const(expr.span, core.BOOLEAN, 1, "vrai")
        case nodes.False_():
            return core.Const(expr.span, core.BOOLEAN, 0, "faux")
        case nodes.Nobody():
            return core.Const(expr.span, core.NOTHING, -1, "rien")
        case nodes.Name():
            return resolve_name(expr.name, env, hint)
        case nodes.CandidateAccess():
            return resolve_access(candidate(expr.name, env), expr.name, env)
        case nodes.Access():
            return _access(expr, env)
        case nodes.Method():
            return _call(expr.name, (expr.base, *expr.arguments), expr.span, env)
        case nodes.Call():
            return _call(expr.name, expr.arguments, expr.span, env)
        case nodes.SetLiteral():
            return _set(expr, env, hint)
        case nodes.Negative():
            return _negative(expr, env)
        case nodes.Binary():
            left = env.expect(resolve_expression(expr.left, env), core.NUMBER)
            right = env.expect(resolve_expression(expr.right, env), core.NUMBER)
            return core.Operation(expr.span, core.NUMBER, expr.operator.text, (left, right))
        case nodes.Compare():
            return _compare(expr, env)
        case nodes.Member():
            return _member(expr.item, expr.group, "dans", expr.span, env)
        case nodes.NotMember():
            return _member(expr.item, expr.group, "hors", expr.span, env)
        case nodes.IsA():
            return _is_a(expr, env)
        case nodes.Not_():
            operand = resolve_condition(expr.operand, env)
            return core.Operation(expr.span, core.BOOLEAN, "non", (operand,))
        case nodes.And_():
            sides = (resolve_condition(expr.left, env), resolve_condition(expr.right, env))
            return core.Operation(expr.span, core.BOOLEAN, "et", sides)
        case nodes.Or_():
            sides = (resolve_condition(expr.left, env), resolve_condition(expr.right, env))
            return core.Operation(expr.span, core.BOOLEAN, "ou", sides)
        case nodes.IfElse():
            return _if_else(expr, env, hint)
        case nodes.Where():
            return _where(expr, env)
        case _:
            assert_never(expr)


def resolve_condition(node: nodes.Expr, env: Environment) -> core.Expr:
    """Return an expression that must be true or false."""
    expr = resolve_expression(node, env, core.BOOLEAN)
    if not accepts(core.BOOLEAN, expr.kind, env.symbols.hierarchy):
        env.report("K05", expr.span, found=describe(expr.kind))
    return expr


def resolve_as(node: nodes.Expr, kind: core.Kind, env: Environment) -> core.Expr:
    """Return an expression that must be of a kind."""
    return env.expect(resolve_expression(node, env, kind), kind)


def resolve_set(node: nodes.Expr, env: Environment) -> core.Expr:
    """Return an expression that must be a set."""
    expr = resolve_expression(node, env)
    if not is_set(expr.kind):
        env.report("K03", expr.span, found=describe(expr.kind))
        return failed(expr.span)
    return expr


def resolve_options(node: nodes.Expr, env: Environment) -> core.Expr:
    """Return the set somebody chooses from: `rien` is never among its items."""
    group = resolve_set(node, env)
    if group.kind.lines:
        env.report("K12", group.span, name="parmi", found=describe(group.kind))
        return failed(group.span)
    if not group.kind.optional:
        return group
    slot = env.locals.slot(CANDIDATE)
    item = core.Local(group.span, item_of(group.kind), slot)
    nothing = core.Const(group.span, core.NOTHING, -1, "rien")
    is_there = core.Operation(group.span, core.BOOLEAN, "≠", (item, nothing))
    return core.Where(group.span, present(group.kind), group, slot, is_there)


def _number(node: nodes.Number, env: Environment) -> core.Expr:
    if abs(node.value) > MAX_NUMBER:
        env.report("K15", node.span, limit=MAX_NUMBER)
    return core.Const(node.span, core.NUMBER, node.value, str(node.value))


def _negative(node: nodes.Negative, env: Environment) -> core.Expr:
    operand = env.expect(resolve_expression(node.operand, env), core.NUMBER)
    if isinstance(operand, core.Const) and isinstance(operand.value, int):
        return core.Const(node.span, core.NUMBER, -operand.value, f"-{operand.text}")
    return core.Operation(node.span, core.NUMBER, "négatif", (operand,))


def _access(node: nodes.Access, env: Environment) -> core.Expr:
    if isinstance(node.base, nodes.Name):
        member = resolve_member(node.base, node.name, env)
        if member is not None:
            return member
    return resolve_access(resolve_expression(node.base, env), node.name, env)


def _call(
    word: nodes.Word, arguments: tuple[nodes.Expr, ...], span: Span, env: Environment
) -> core.Expr:
    """Return a call: an aggregate, a built-in or declared function, or an attribute."""
    name = word.text
    declared = env.symbols.expressions.get(name)
    if declared is None and name in AGGREGATES:
        return _aggregate(word, arguments, span, env)
    function = builtins_named(name)
    if declared is None and function is not None:
        return _built_in(word, arguments, span, env)
    if declared is not None:
        hints = declared.params if len(declared.params) == len(arguments) else ()
        resolved = [
            resolve_expression(argument, env, hints[index] if hints else None)
            for index, argument in enumerate(arguments)
        ]
        return apply(word, resolved, span, env)
    resolved = [resolve_expression(argument, env) for argument in arguments]
    if len(resolved) == 1 and any(
        name in table for table in env.symbols.characteristics.values()
    ):
        return resolve_access(resolved[0], word, env)
    elsewhere = env.symbols.find_elsewhere(name)
    if elsewhere is not None:
        env.use(elsewhere)
        env.report("N12", word.span, name=name, what=elsewhere.category.value)
    else:
        env.unknown("N01", word, known_functions(env))
    return failed(span)


def _built_in(
    word: nodes.Word, arguments: tuple[nodes.Expr, ...], span: Span, env: Environment
) -> core.Expr:
    function = builtins_named(word.text)
    assert function is not None
    resolved: list[core.Expr] = []
    for index, argument in enumerate(arguments):
        shape = function.shapes[index] if index < len(function.shapes) else Shape.ITEM
        if shape in (Shape.ZONE, Shape.BOARD):
            category = Category.ZONE if shape is Shape.ZONE else Category.BOARD
            named = name_argument(argument, category, env)
            if named is None:
                for rest in arguments[index + 1 :]:
                    resolve_expression(rest, env)
                return failed(span)
            resolved.append(named)
        else:
            resolved.append(resolve_expression(argument, env))
    if function.shapes[0] is Shape.BOARD and len(resolved) > 1:
        _expect_constant(resolved[1], env)
    return apply(word, resolved, span, env)


def _expect_constant(expr: core.Expr, env: Environment) -> None:
    """Report an argument that must be known before the game."""
    if not isinstance(expr, core.Const):
        env.report("K16", expr.span)


# Sets --------------------------------------------------------------------


def _aggregate(
    word: nodes.Word, arguments: tuple[nodes.Expr, ...], span: Span, env: Environment
) -> core.Expr:
    aggregate = AGGREGATES[word.text]
    if not 1 <= len(arguments) <= 2:
        report_arity(word, 1 if aggregate.item is Item.NONE else 2, len(arguments), env)
        return failed(span)
    group = resolve_expression(arguments[0], env)
    pair = builtins_named(word.text)
    if pair is not None and len(arguments) == 2 and not is_set(group.kind):
        return apply_pair(word, group, resolve_expression(arguments[1], env), span, env)
    if not is_set(group.kind):
        env.report("K03", group.span, found=describe(group.kind))
        group = failed(group.span)
    given = len(arguments) == 2
    wanted = {Item.NONE: (False,), Item.NUMBER_OR_NONE: (False, True)}.get(
        aggregate.item, (True,)
    )
    if given not in wanted:
        report_arity(word, 2 if wanted == (True,) else 1, len(arguments), env)
        return failed(span)
    variable = Variable("", env.locals.slot(CANDIDATE), item_of(group.kind), span)
    item = None
    if given:
        with env.locals.candidate_of(variable):
            item = _aggregate_item(aggregate, arguments[1], env)
    elif aggregate.item is Item.NUMBER_OR_NONE:
        env.expect(group, core.NUMBERS)
    kind = aggregate.result_kind(group.kind, None if item is None else item.kind)
    return core.Fold(span, kind, word.text, group, variable.slot, item)


def _aggregate_item(aggregate: Aggregate, node: nodes.Expr, env: Environment) -> core.Expr:
    match aggregate.item:
        case Item.CONDITION:
            return resolve_condition(node, env)
        case Item.ANYTHING:
            return resolve_expression(node, env)
        case _:
            return resolve_as(node, core.NUMBER, env)


def apply_pair(
    word: nodes.Word, left: core.Expr, right: core.Expr, span: Span, env: Environment
) -> core.Expr:
    """Return the greater or lesser of two numbers."""
    sides = (env.expect(left, core.NUMBER), env.expect(right, core.NUMBER))
    return core.Builtin(span, core.NUMBER, word.text, sides)


def _set(node: nodes.SetLiteral, env: Environment, hint: Hint) -> core.Expr:
    inner = None if hint is None else item_of(hint)
    items = tuple(resolve_expression(item, env, inner) for item in node.items)
    if not items:
        kind = hint if hint is not None and hint.many else set_of(ANY)
        return core.SetOf(node.span, kind, ())
    for item in items:
        if is_set(item.kind) and not is_any(item.kind):
            env.report("K12", item.span, name="{ }", found=describe(item.kind))
            return failed(node.span)
    kind_of_items = join((item.kind for item in items), env.symbols.hierarchy)
    if kind_of_items is None:
        found = list(dict.fromkeys(describe(item.kind) for item in items))
        env.report("K13", node.span, found=found)
        return failed(node.span)
    return core.SetOf(node.span, set_of(kind_of_items), items)


def _where(node: nodes.Where, env: Environment) -> core.Expr:
    group = resolve_set(node.group, env)
    kind = item_of(group.kind)
    if node.name is not None:
        # Once the item has a name, « lui » is left to the filter around.
        with env.locals.block():
            variable = env.bind(node.name, kind)
            condition = resolve_condition(node.condition, env)
    else:
        variable = Variable("", env.locals.slot(CANDIDATE), kind, node.span)
        with env.locals.candidate_of(variable):
            condition = resolve_condition(node.condition, env)
    return core.Where(node.span, group.kind, group, variable.slot, condition)


# Comparisons -------------------------------------------------------------


def _compare(node: nodes.Compare, env: Environment) -> core.Expr:
    left, right = _both(node.left, node.right, env)
    operator = node.operator.text
    if operator not in ("=", "≠"):
        env.expect(left, core.NUMBER)
        env.expect(right, core.NUMBER)
    else:
        _check_comparison(left, right, node, env)
    return core.Operation(node.span, core.BOOLEAN, operator, (left, right))


def _both(
    left: nodes.Expr, right: nodes.Expr, env: Environment
) -> tuple[core.Expr, core.Expr]:
    """Return both sides; a bare name on one side is read in the light of the other."""
    if needs_hint(left, env) and not needs_hint(right, env):
        second = resolve_expression(right, env)
        return resolve_expression(left, env, second.kind), second
    first = resolve_expression(left, env)
    return first, resolve_expression(right, env, first.kind)


def _check_comparison(
    left: core.Expr, right: core.Expr, node: nodes.Compare, env: Environment
) -> None:
    """Report two sides that can never be equal because of their kinds."""
    if join((left.kind, right.kind), env.symbols.hierarchy) is None:
        related = is_related(left.kind, right.kind, env.symbols.hierarchy)
        if not related or is_set(left.kind) != is_set(right.kind):
            found = [describe(left.kind), describe(right.kind)]
            env.report("K04", node.operator.span, left=found[0], right=found[1])
        return
    for side, other in ((left, right), (right, left)):
        is_nothing = side.kind.family is Family.NOTHING
        if is_nothing and not other.kind.optional and not is_any(other.kind):
            optional = maybe(other.kind) if may_be_nothing(other.kind) else None
            name = None if optional is None or is_set(other.kind) else describe(optional)
            env.report("K10", other.span, optional=name)


def _member(
    item: nodes.Expr, group: nodes.Expr, operator: str, span: Span, env: Environment
) -> core.Expr:
    if needs_hint(item, env):
        resolved_group = resolve_set(group, env)
        element = resolve_expression(item, env, item_of(resolved_group.kind))
    else:
        element = resolve_expression(item, env)
        resolved_group = resolve_expression(group, env, set_of(element.kind))
        if not is_set(resolved_group.kind):
            env.report("K03", resolved_group.span, found=describe(resolved_group.kind))
            return failed(span)
    inner = item_of(resolved_group.kind)
    if not accepts(
        maybe(inner) if not inner.many else inner, element.kind, env.symbols.hierarchy
    ):
        env.report("K04", element.span, left=describe(element.kind), right=describe(inner))
    return core.Operation(span, core.BOOLEAN, operator, (element, resolved_group))


def _is_a(node: nodes.IsA, env: Environment) -> core.Expr:
    item = resolve_expression(node.item, env)
    kind = env.symbols.kinds.get(node.type.text)
    if kind is None or kind.family is not Family.COMPONENT:
        types = [n for n, k in env.symbols.kinds.items() if k.family is Family.COMPONENT]
        env.unknown("N02", node.type, types, what=Category.TYPE.value)
        return failed(node.span)
    env.used.add((Category.TYPE, node.type.text))
    if is_set(item.kind) and not is_any(item.kind):
        env.report("K12", item.span, name=node.type.text, found=describe(item.kind))
    elif not is_related(kind, item.kind, env.symbols.hierarchy):
        env.report("K04", item.span, left=describe(item.kind), right=describe(kind))
    type_ = core.Const(node.type.span, kind, 0, node.type.text)
    return core.Operation(node.span, core.BOOLEAN, "est", (item, type_))


def _if_else(node: nodes.IfElse, env: Environment, hint: Hint) -> core.Expr:
    condition = resolve_condition(node.condition, env)
    then = resolve_expression(node.then, env, hint)
    otherwise = resolve_expression(node.otherwise, env, hint or then.kind)
    kind = join((then.kind, otherwise.kind), env.symbols.hierarchy)
    if kind is None:
        found = [describe(then.kind), describe(otherwise.kind)]
        env.report("K13", node.span, found=found)
        return failed(node.span)
    return core.IfElse(node.span, kind, condition, then, otherwise)
