"""How a deck is built before a game: a `construction` in, its lists and rules out.

Lists stand in the conditions as local names. They are the deck's, not the game's: a rule
about decks reads printed values, never a zone, a state or a player.
"""

from __future__ import annotations

from . import core, nodes
from .core import Family
from .environment import Environment, cites_of, title_of
from .expressions import resolve_condition, resolve_set
from .kinds import ANY, describe, is_any, set_of
from .program import Construction, DeckList, DeckRule
from .symbols import Category


def resolve_construction(node: nodes.Construction, env: Environment) -> Construction:
    """Return a construction with its names resolved."""
    lists: list[DeckList] = []
    rules: list[DeckRule] = []
    for line in node.lines:
        match line:
            case nodes.ConstructionList():
                lists.append(_list(line, env))
            case nodes.Requirement():
                condition = resolve_condition(line.condition, env)
                rules.append(_rule(line, condition, refuses=False))
            case nodes.Refusal():
                rules.append(_rule(line, _group(line, env), refuses=True))
    if not lists:
        env.report("D35", node.name.span, name=node.name.text)
    return Construction(
        node.name.text,
        title_of(node.title, node.name.text),
        cites_of(node.cites),
        node.span,
        tuple(lists),
        tuple(rules),
    )


def _list(line: nodes.ConstructionList, env: Environment) -> DeckList:
    known = {n: k for n, k in env.symbols.kinds.items() if k.family is Family.COMPONENT}
    kind = known.get(line.holds.text, ANY)
    if is_any(kind):
        env.unknown("N02", line.holds, known, what=Category.TYPE.value)
    env.used.add((Category.TYPE, line.holds.text))
    variable = env.bind(line.name, set_of(kind))
    name = line.name.text
    title, cites = title_of(line.title, name), cites_of(line.cites)
    return DeckList(name, title, cites, line.span, line.holds.text, variable.slot)


def _group(line: nodes.Refusal, env: Environment) -> core.Expr:
    """Return the set of what is refused: components, as the player is told which."""
    group = resolve_set(line.group, env)
    if group.kind.family is not Family.COMPONENT and not is_any(group.kind):
        found = describe(group.kind)
        env.report("K01", group.span, expected="composants", found=found)
    return group


def _rule(
    line: nodes.Requirement | nodes.Refusal, expr: core.Expr, refuses: bool
) -> DeckRule:
    return DeckRule(expr, refuses, title_of(line.title), cites_of(line.cites), line.span)
