"""What names mean in expressions: bare, after a dot, or with arguments."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from . import builtins, core, nodes
from .builtins import AGGREGATES, FUNCTIONS, Function, Shape
from .core import Family
from .environment import Environment, failed
from .kinds import ANY, describe, is_any, is_related, is_set, maybe, present
from .source import Span
from .symbols import Category, Symbol

Resolve = Callable[[nodes.Expr, Environment, core.Kind | None], core.Expr]


def resolve_name(word: nodes.Word, env: Environment, hint: core.Kind | None) -> core.Expr:
    """Return what a bare name means; `hint` is the kind its surroundings expect."""
    name, span = word.text, word.span
    variable = env.locals.find(name)
    if variable is not None:
        variable.is_used = True
        return core.Local(span, variable.kind, variable.slot)
    if name == builtins.CANDIDATE:
        return candidate(word, env)
    if name in (builtins.ME, builtins.SELF):
        env.report("N08", span, name=name)
        return failed(span)
    if name == builtins.ALL_PLAYERS:
        return core.All(span, core.PLAYERS)
    if name == core.PLAYER.name:
        return core.Seats(span, core.PLAYERS)
    if name in builtins.SEATS:
        return _seat(word, env)
    member = find_member(word, env, hint)
    if member is not None:
        return core.Const(span, member.kind, member.value, name)
    symbol = env.symbols.expressions.get(name)
    if symbol is not None:
        return _bare(env.use(symbol), word, env)
    if len(env.symbols.members.get(name, ())) > 1:
        owners = [f"{each.params[0].name}.{name}" for each in env.symbols.members[name]]
        env.report("N06", span, name=name, choices=owners)
        return failed(span)
    return _unknown(word, env)


def _seat(word: nodes.Word, env: Environment) -> core.Expr:
    """Return the player of a seat, who may be `rien` if some games have fewer."""
    seat = builtins.SEATS.index(word.text)
    always, most = env.seats
    if seat >= most:
        env.report("N15", word.span, name=word.text, most=most)
        return failed(word.span)
    kind = core.PLAYER if seat < always else maybe(core.PLAYER)
    return core.Const(word.span, kind, seat, word.text)


def find_member(
    word: nodes.Word, env: Environment, hint: core.Kind | None
) -> Symbol | None:
    """Return the value of an enumeration, cell or alternative that a bare name means.

    An alternative of a reading is known by its bare name only beside its reading.
    """
    found = env.symbols.members.get(word.text, ())
    for symbol in found:
        if hint is not None and symbol.kind.name == hint.name:
            env.used.add((Category.MEMBER, symbol.name))
            return symbol
    if word.text in env.symbols.expressions:
        return None
    plain = [symbol for symbol in found if symbol.category is not Category.SETTING]
    return plain[0] if len(plain) == 1 else None


def needs_hint(node: nodes.Expr, env: Environment) -> bool:
    """Tell whether an expression is a bare name that only its surroundings explain."""
    match node:
        case nodes.Name(name=word):
            known = (
                env.locals.find(word.text) is not None
                or word.text in env.symbols.expressions
                or find_member(word, env, None) is not None
            )
            return not known and word.text in env.symbols.members
        case nodes.SetLiteral(items=items):
            return any(needs_hint(item, env) for item in items)
        case _:
            return False


def candidate(word: nodes.Word, env: Environment) -> core.Expr:
    """Return the candidate of the innermost filter."""
    variable = env.locals.candidate
    if variable is None:
        env.report("N07", word.span, name=word.text)
        return failed(word.span)
    variable.is_used = True
    return core.Local(word.span, variable.kind, variable.slot)


def _bare(symbol: Symbol, word: nodes.Word, env: Environment) -> core.Expr:
    """Return what a declared name means without dot or arguments."""
    span = word.span
    if symbol.params:
        env.report("K11", span, name=word.text, owner=describe(symbol.params[0]))
        return core.Const(span, ANY, 0, word.text)
    match symbol.category:
        case Category.STATE:
            return core.Global(span, symbol.kind, symbol.name)
        case Category.ZONE:
            return core.Contents(span, symbol.kind, symbol.name, None)
        case Category.DEFINITION:
            return core.Call(span, symbol.kind, symbol.name, ())
        case Category.VALUE:
            return core.ValueOf(span, symbol.kind, symbol.name, ())
        case Category.SETTING:
            return core.Const(span, symbol.kind, symbol.value, word.text)
        case Category.CARD:
            return core.Copies(span, symbol.kind, symbol.name)
        case Category.TYPE | Category.ENUMERATION | Category.CELL_KIND:
            return core.All(span, symbol.kind)
        case _:
            env.report("N12", span, name=word.text, what=symbol.category.value)
            return failed(span)


def _unknown(word: nodes.Word, env: Environment) -> core.Expr:
    """Report a name that means nothing in an expression."""
    elsewhere = env.symbols.find_elsewhere(word.text)
    if elsewhere is not None:
        env.use(elsewhere)
        env.report("N12", word.span, name=word.text, what=elsewhere.category.value)
    else:
        known = [*env.locals.names(), *env.symbols.expressions, *env.symbols.members]
        env.unknown("N01", word, [*known, builtins.ALL_PLAYERS])
    return failed(word.span)


# After a dot -------------------------------------------------------------


def resolve_member(
    base: nodes.Name, word: nodes.Word, env: Environment
) -> core.Expr | None:
    """Return `Group.value` if the base is an enumeration, a board or a reading."""
    owner = base.name.text
    group = env.symbols.groups.get(owner)
    if group is None or env.locals.find(owner) is not None:
        return None
    symbol = group.get(word.text)
    span = _joined(base.span, word.span)
    env.used.add((env.symbols.expressions[owner].category, owner))
    if symbol is None:
        if env.symbols.expressions[owner].category is Category.SETTING:
            return None
        env.unknown("N09", word, group, kind=owner)
        return failed(span)
    env.used.add((Category.MEMBER, symbol.name))
    return core.Const(span, symbol.kind, symbol.value, word.text)


def resolve_access(base: core.Expr, word: nodes.Word, env: Environment) -> core.Expr:
    """Return `base.word`: a state, a characteristic, a zone or a function of the base."""
    span = _joined(base.span, word.span)
    if is_any(base.kind):
        return failed(span)
    if is_set(base.kind) and not _takes_set(word.text, env):
        env.report("K12", word.span, name=word.text, found=describe(base.kind))
        return failed(span)
    attribute = _attribute(base, word, span, env)
    if attribute is not None:
        return attribute
    if word.text in env.symbols.expressions or builtins_named(word.text) is not None:
        return apply(word, (base,), span, env)
    env.unknown("N09", word, env.symbols.attributes(base.kind), kind=base.kind.name)
    return failed(span)


def _takes_set(name: str, env: Environment) -> bool:
    """Tell whether a name is a function whose first argument is a set."""
    symbol = env.symbols.expressions.get(name)
    if symbol is not None:
        return bool(symbol.params) and is_set(symbol.params[0])
    function = FUNCTIONS.get(name)
    return name in AGGREGATES or (function is not None and function.shapes[0] is Shape.SET)


def _attribute(
    base: core.Expr, word: nodes.Word, span: Span, env: Environment
) -> core.Expr | None:
    """Return a characteristic of the base, if it has one of that name."""
    if is_set(base.kind):
        return None
    symbol = env.symbols.characteristic(present(base.kind), word.text)
    if symbol is None:
        return None
    env.used.add((Category.CHARACTERISTIC, symbol.name))
    return core.Characteristic(span, symbol.kind, symbol.params[0], symbol.name, base)


def builtins_named(name: str) -> Function | None:
    """Return the built-in function of that name, aggregates aside."""
    return FUNCTIONS.get(name) or builtins.PAIRS.get(name)


# With arguments ----------------------------------------------------------


def apply(
    word: nodes.Word, arguments: Sequence[core.Expr], span: Span, env: Environment
) -> core.Expr:
    """Return a declared or built-in function applied to resolved arguments."""
    symbol = env.symbols.expressions.get(word.text)
    if symbol is not None:
        return _apply_declared(env.use(symbol), word, tuple(arguments), span, env)
    function = builtins_named(word.text)
    assert function is not None
    return _apply_builtin(word, function, tuple(arguments), span, env)


def _apply_declared(
    symbol: Symbol,
    word: nodes.Word,
    arguments: tuple[core.Expr, ...],
    span: Span,
    env: Environment,
) -> core.Expr:
    """Return a state, zone, definition or value for its arguments."""
    callable_ = symbol.category in (
        Category.STATE,
        Category.ZONE,
        Category.DEFINITION,
        Category.VALUE,
    )
    if not callable_:
        env.report("N14", word.span, name=word.text, what=symbol.category.value)
        return failed(span)
    if len(arguments) != len(symbol.params):
        report_arity(word, len(symbol.params), len(arguments), env)
        return core.Const(span, ANY, 0, "?")
    arguments = tuple(
        env.expect_item(argument, kind, symbol.category)
        for argument, kind in zip(arguments, symbol.params, strict=True)
    )
    match symbol.category:
        case Category.STATE:
            return core.Column(span, symbol.kind, symbol.name, arguments[0])
        case Category.ZONE:
            return core.Contents(span, symbol.kind, symbol.name, arguments[0])
        case Category.VALUE:
            return core.ValueOf(span, symbol.kind, symbol.name, arguments)
        case _:
            return core.Call(span, symbol.kind, symbol.name, arguments)


def report_arity(word: nodes.Word, wanted: int, given: int, env: Environment) -> None:
    """Report a call with too many or too few arguments."""
    env.report("K02", word.span, name=word.text, expected=wanted, found=given)


def _apply_builtin(
    word: nodes.Word,
    function: Function,
    arguments: tuple[core.Expr, ...],
    span: Span,
    env: Environment,
) -> core.Expr:
    """Return a built-in function for its arguments."""
    least = len(function.shapes) - function.spare
    if not least <= len(arguments) <= len(function.shapes):
        report_arity(word, len(function.shapes), len(arguments), env)
        return failed(span)
    shapes = function.shapes[: len(arguments)]
    fits = [
        _check_shape(shape, argument, arguments, env)
        for shape, argument in zip(shapes, arguments, strict=True)
    ]
    kinds = tuple(argument.kind for argument in arguments)
    if not all(fits) or is_any(kinds[0]):
        return failed(span)
    shape = env.symbols.shapes.get(kinds[0].name, builtins.GRID)
    if word.text in builtins.ON_GRIDS and shape != builtins.GRID:
        env.report("K27", word.span, name=word.text, found=shape)
        return failed(span)
    arguments = tuple(
        env.expect(argument, core.PLAYER) if shape is Shape.PLAYER else argument
        for shape, argument in zip(shapes, arguments, strict=True)
    )
    owner: core.Kind | None = None
    if function.shapes[0] is Shape.ZONE:
        assert isinstance(arguments[0], core.Const)
        owners = env.symbols.expressions[arguments[0].text].params
        if not owners:
            env.report("K24", arguments[0].span, name=arguments[0].text)
            return failed(span)
        owner = owners[0]
    return core.Builtin(span, function.result_kind(kinds, owner), word.text, arguments)


def _check_shape(
    shape: Shape, argument: core.Expr, arguments: Sequence[core.Expr], env: Environment
) -> bool:
    """Report an argument that is not what a built-in function takes; tell if it is."""
    kind = argument.kind
    if is_any(kind):
        return True
    match shape:
        case Shape.NUMBER:
            wanted = core.NUMBER
        case Shape.PLAYER:
            wanted = core.PLAYER
        case Shape.CELL:
            if kind.family is Family.CELL and not is_set(kind):
                first = arguments[0]
                if first.kind.family is Family.CELL and first.kind.name != kind.name:
                    env.expect(argument, present(first.kind))
                    return False
                return True
            env.report("K01", argument.span, expected="case", found=describe(kind))
            return False
        case Shape.COMPONENT:
            if kind.family is Family.COMPONENT and not is_set(kind):
                return True
            env.report("K01", argument.span, expected="composant", found=describe(kind))
            return False
        case Shape.SET | Shape.SAME_SET:
            if not is_set(kind):
                env.report("K03", argument.span, found=describe(kind))
                return False
            if shape is Shape.SAME_SET:
                same = is_related(arguments[0].kind, kind, env.symbols.hierarchy)
                if not same:
                    env.report(
                        "K01",
                        argument.span,
                        expected=describe(arguments[0].kind),
                        found=describe(kind),
                    )
                return same
            return True
        case Shape.ITEM | Shape.ZONE | Shape.BOARD:
            return True
    before = len(env.findings)
    env.expect(argument, wanted)
    return len(env.findings) == before


def name_argument(
    node: nodes.Expr, category: Category, env: Environment
) -> core.Expr | None:
    """Return a zone's or a board's name as an argument, or None after a report."""
    word = node.name if isinstance(node, nodes.Name) else None
    symbol = None if word is None else env.symbols.expressions.get(word.text)
    if word is not None and symbol is not None and symbol.category is category:
        env.use(symbol)
        return core.Const(node.span, symbol.kind, symbol.value, symbol.name)
    known = [s.name for s in env.symbols.expressions.values() if s.category is category]
    if word is not None:
        env.unknown("N02", word, known, what=category.value)
    else:
        env.report("K25", node.span, what=category.value)
    return None


def _joined(start: Span, end: Span) -> Span:
    """Return the span from the start of one to the end of another."""
    return Span(start.path, start.line, start.column, end.end_line, end.end_column)


def known_functions(env: Environment) -> Iterator[str]:
    """Yield everything that can be called in an expression."""
    yield from builtins.NAMES
    for symbol in env.symbols.expressions.values():
        if symbol.params or symbol.category in (Category.DEFINITION, Category.VALUE):
            yield symbol.name
    for table in env.symbols.characteristics.values():
        yield from table
