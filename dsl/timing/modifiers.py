"""State checks and the modifiers they count: T27."""

from __future__ import annotations

from collections.abc import Iterator

from .. import core
from ..checks.walking import inner, walk
from ..diagnostics import Diagnostic, Place
from ..program import Control, Program
from .findings import Check, Finding, Soundness, Verdict
from .graph import Graph
from .places import Kind, Node, Stage
from .ways import Ways, led_to


def stale_modifiers(graph: Graph) -> Iterator[Finding]:
    """T27. Tell which state checks count other modifiers than another one, and which are
    not made again when a modifier they count ends.

    Values are computed whenever they are read, so every check counts all modifiers in
    force; one that reads what a value is made of counts none.
    """
    yield from _different_lists(graph)
    yield from _unchecked_ends(graph)


def _different_lists(graph: Graph) -> Iterator[Finding]:
    program = graph.program
    modified = _modified(program)
    read = {control.name: _read(program, control) for control in program.controls}
    for value in modified:
        base = _plain_reads(program, program.values[value].base)
        counting = [each for each in program.controls if value in read[each.name][0]]
        for control in program.controls:
            bare = base & read[control.name][1]
            if counting and bare and control not in counting:
                values = {
                    "name": control.name,
                    "why_fr": f"lit « {', '.join(sorted(bare))} » sans les modificateurs "
                    f"de « {value} », que « {counting[0].name} » compte",
                    "why_en": f"reads “{', '.join(sorted(bare))}” without the modifiers "
                    f"of “{value}”, which “{counting[0].name}” counts",
                }
                places = (Place(counting[0].span, "counts"),)
                found = Diagnostic("T27", control.span, values, places, control.cites)
                checks = [
                    n.number for n in graph.of_kind(Kind.CONTROL) if n.name == control.name
                ]
                way = graph.path(graph.start, checks) or []
                yield Finding(Verdict.INFO, found, tuple(way))


def _modified(program: Program) -> list[str]:
    """Return the values that something modifies, always or for a while."""
    found = {m.value for each in program.abilities.values() for m in each.modifiers}
    found |= {each.value for each in _lasting(program)}
    return [name for name in program.values if name in found]


def _lasting(program: Program) -> Iterator[core.Lasting]:
    bodies = [program.setup, program.course]
    for part in (program.phases, program.procedures, program.events):
        bodies += [each.body for each in part.values()]
    bodies += [each.body for each in program.controls]
    bodies += [(*each.cost, *each.effect) for each in program.abilities.values()]
    for body in bodies:
        yield from (each for each in walk(*body) if isinstance(each, core.Lasting))


def _read(program: Program, control: Control) -> tuple[frozenset[str], frozenset[str]]:
    """Return the values a control reads, and what it reads besides them."""
    values: set[str] = set()
    for piece in _unfolded(program, control.condition):
        if isinstance(piece, core.ValueOf):
            values.add(piece.value)
    return frozenset(values), _plain_reads(program, control.condition)


def _plain_reads(program: Program, expr: core.Expr) -> frozenset[str]:
    """Return the states and characteristics an expression reads, not through a value."""
    found: set[str] = set()
    for piece in _unfolded(program, expr):
        match piece:
            case core.Global(state=name) | core.Column(state=name):
                found.add(name)
            case core.Characteristic(table=name):
                found.add(name)
            case _:
                pass
    return frozenset(found)


def _unfolded(program: Program, expr: core.Expr) -> Iterator[core.Expr | core.Statement]:
    """Yield the pieces of an expression, those of definitions included."""
    waiting: list[core.Expr | core.Statement] = [expr]
    seen: set[str] = set()
    while waiting:
        piece = waiting.pop()
        yield piece
        waiting.extend(inner(piece))
        if isinstance(piece, core.Call) and piece.definition not in seen:
            seen.add(piece.definition)
            waiting.append(program.definitions[piece.definition].value)


def _unchecked_ends(graph: Graph) -> Iterator[Finding]:
    """Yield the ways from the end of a modifier to a choice that pass no control of it."""
    for node in graph.nodes:
        lasting = node.statement
        if not isinstance(lasting, core.Lasting) or node.number not in graph.reachable:
            continue
        for control in graph.program.controls:
            if lasting.value not in _read(graph.program, control)[0]:
                continue
            way = _way_to_choice(graph, lasting.scope, control)
            if way is not None:
                values = {
                    "name": control.name,
                    "why_fr": f"n'est pas refait quand un modificateur de « {lasting.value} » "
                    f"prend fin avec « {lasting.scope} »",
                    "why_en": f"is not made again when a modifier of “{lasting.value}” ends "
                    f"with “{lasting.scope}”",
                }
                places = (Place(node.span, "modifies"),)
                found = Diagnostic("T27", control.span, values, places, control.cites)
                yield Finding(Verdict.ALERT, found, led_to(graph, way))
                return


def _way_to_choice(graph: Graph, scope: str, control: Control) -> list[Node] | None:
    ends = [
        node.number
        for node in graph.of_kind(Kind.CLOSE, Kind.EVENT)
        if node.number in graph.reachable and _closes(graph, node, scope)
    ]
    checks = {n.number for n in graph.of_kind(Kind.CONTROL) if n.name == control.name}
    asked = {node.number for node in graph.of_kind(Kind.CHOICE, Kind.WINDOW)}
    return Ways(graph, checks).find(ends, asked)


def _closes(graph: Graph, node: Node, scope: str) -> bool:
    """Tell whether a node closes a scope of this kind or name."""
    if node.kind is Kind.EVENT:
        return node.stage is Stage.DONE and scope == "événement"
    opened = (each for each in graph.of_kind(Kind.OPEN) if each.name == node.name)
    kinds = {each.scopes[-1][0] for each in opened if each.scopes}
    if node.unit[0] == "window":
        kinds.add("fenêtre")
    return scope == node.name or scope in kinds


def _has_both(graph: Graph) -> bool:
    return bool(graph.program.controls and _modified(graph.program))


CHECKS: tuple[Check, ...] = (Check("T27", Soundness.SAFE, stale_modifiers, _has_both),)
