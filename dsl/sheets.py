"""What the table shows: a `fiche` in, its lines and the kind they are about out.

`lui` is the component or the player. What is shown is shown to whoever sees the component;
nothing of it is a rule of the game.
"""

from __future__ import annotations

from . import core, nodes
from .abilities import is_zone
from .builtins import CANDIDATE
from .core import Family, Kind
from .environment import Environment, cites_of
from .expressions import resolve_condition, resolve_expression
from .kinds import describe, is_any, is_set
from .program import Sheet, Shown
from .symbols import Category, Variable


def resolve_sheet(node: nodes.Sheet, env: Environment) -> Sheet:
    """Return a sheet with its names resolved."""
    kind = None if node.kind is None else _kind(node.kind, env)
    with env.locals.block():
        if kind is None:
            return _sheet(node, None, env)
        variable = Variable("", env.locals.slot(CANDIDATE), kind, node.span)
        with env.locals.candidate_of(variable):
            return _sheet(node, kind, env)


def _kind(word: nodes.Word, env: Environment) -> Kind | None:
    families = (Family.COMPONENT, Family.PLAYER)
    known = {n: k for n, k in env.symbols.kinds.items() if k.family in families}
    if word.text not in known:
        env.unknown("N02", word, known, what=Category.TYPE.value)
        return None
    env.used.add((Category.TYPE, word.text))
    return known[word.text]


def _sheet(node: nodes.Sheet, kind: Kind | None, env: Environment) -> Sheet:
    zones: list[str] = []
    lines: list[Shown] = []
    under: core.Expr | None = None
    for line in node.lines:
        match line:
            case nodes.FromZones():
                zones += [word.text for word in line.zones.words if is_zone(word, env)]
            case nodes.Shown():
                value = resolve_expression(line.value, env)
                title = None if line.title is None else line.title.text
                lines.append(Shown(value, title, _condition(line.condition, env)))
            case nodes.ShownText():
                lines.append(Shown(None, None, _condition(line.condition, env)))
            case nodes.Under():
                under = _bearer(line.bearer, env)
    return Sheet(kind, tuple(zones), tuple(lines), under, cites_of(node.cites), node.span)


def _condition(node: nodes.Expr | None, env: Environment) -> core.Expr | None:
    return None if node is None else resolve_condition(node, env)


def _bearer(node: nodes.Expr, env: Environment) -> core.Expr:
    """Return the component under which another is shown, which may be none."""
    bearer = resolve_expression(node, env)
    is_one = bearer.kind.family is Family.COMPONENT and not is_set(bearer.kind)
    if not is_one and not is_any(bearer.kind):
        env.report("K01", bearer.span, expected="composant", found=describe(bearer.kind))
    return bearer
