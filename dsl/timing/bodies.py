"""The statements of a unit as nodes and edges of the timing graph.

What waits for its next node is handed on from statement to statement; scopes and jumps
are closed inside the unit, or left for the builder to link.
"""

from __future__ import annotations

from collections.abc import Iterator

from .. import core
from ..checks.skips import followed
from ..checks.walking import bodies_of
from ..program import Control, Declared, Program
from ..source import NOWHERE, Span
from .answers import forbidden_names
from .graph import Graph
from .labels import label_of
from .places import Batch, Edge, Kind, Link, Node, Scope, Stage, Unit
from .touching import PLAYERS, Touching

#: What waits for its next node: where it comes from, and by which kind of edge.
Pending = list[tuple[int, Link]]


class Bodies:
    """Adds the statements of one unit after another to a graph."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.graph = Graph(program)
        self.touching = Touching(program)
        self.unit: Unit = ("", "")
        self.rule = Declared("", "", (), NOWHERE)
        self.scopes: list[Scope] = []
        #: The node that closes each scope now open, for jumps inside this unit.
        self.closings: list[int] = []
        #: Every closing node, for jumps out of a unit into whoever called it.
        self.all_closings: list[tuple[Scope, int]] = []
        self.far_jumps: list[tuple[int, core.Leave]] = []
        self.forbidden = forbidden_names(program)
        #: Are events carried out where they stand while their answers wait?
        self.chained = False

    # Nodes and edges -----------------------------------------------------

    def _node(
        self,
        kind: Kind,
        label: str,
        *,
        statement: core.Statement | None = None,
        span: Span | None = None,
        cites: tuple[str, ...] = (),
        name: str = "",
        stage: Stage | None = None,
        reads: frozenset[str] = frozenset(),
        writes: frozenset[str] = frozenset(),
        silent: bool = False,
    ) -> int:
        number = len(self.graph.nodes)
        if statement is not None:
            span, cites = statement.span, statement.cites
            reads |= self.touching.statement_reads(statement)
            writes |= self.touching.statement_writes(statement)
            self.graph.statements.setdefault(id(statement), number)
        self.graph.nodes.append(
            Node(
                number, kind, label, self.unit, span or self.rule.span, cites or self.rule.cites,
                self.rule.name, name, stage, tuple(self.scopes), reads, writes, silent, statement,
            )
        )  # fmt: skip
        return number

    def _edge(
        self, source: int, target: int, kind: Link, **more: tuple[object, ...]
    ) -> None:
        self.graph.edges.append(Edge(source, target, kind, **more))  # type: ignore[arg-type]

    def _join(self, pending: Pending, target: int) -> None:
        for source, kind in pending:
            self._edge(source, target, kind)

    def _then(self, pending: Pending, target: int) -> Pending:
        """Lead what waits to a node; that node waits now."""
        self._join(pending, target)
        return [(target, Link.NEXT)]

    def _enter(self, unit: Unit, source: int, back: int, kind: Link) -> None:
        """Link a use of a unit: into it, and back from it."""
        self._edge(source, self.graph.entries[unit], kind)
        self._edge(
            self.graph.exits[unit], back, Link.RESUME if kind is Link.OFFER else Link.BACK
        )

    def _controls(self, pending: Pending) -> Pending:
        """The state checks: each may apply, then they are read again."""
        first: int | None = None
        for control in self.program.controls:
            number = self._control(control)
            first = number if first is None else first
            self._join(pending, number)
            pending = [(number, Link.ELSE)]
            self._edge(number, self.graph.entries["control", control.name], Link.CALL)
            self._edge(self.graph.exits["control", control.name], first, Link.BACK)
        return pending

    def _control(self, control: Control) -> int:
        reads = self.touching.reads(control.condition)
        return self._node(
            Kind.CONTROL, control.title, span=control.span, cites=control.cites,
            name=control.name, reads=reads, silent=True,
        )  # fmt: skip

    # Statements ----------------------------------------------------------

    def _body(self, body: core.Body, pending: Pending) -> Pending:
        for statement in body:
            pending = self._statement(statement, pending)
        return pending

    def _statement(self, statement: core.Statement, pending: Pending) -> Pending:
        match statement:
            case core.If():
                return self._if(statement, pending)
            case core.While() | core.Repeat() | core.For():
                return self._loop(statement, pending)
            case core.Turns():
                return self._turns(statement, pending)
            case core.Endless():
                return self._endless(statement, pending)
            case core.PhaseBlock():
                return self._scoped(("phase", statement.name), statement, pending)
            case core.StepBlock():
                return self._scoped(("étape", statement.name), statement, pending)
            case core.Simultaneous():
                return self._simultaneous(statement, pending)
            case core.RunPhase():
                return self._run_phase(statement, pending)
            case core.Perform():
                return self._call(
                    statement, ("procedure", statement.procedure), Link.CALL, pending
                )
            case core.Emit():
                pending = self._call(
                    statement, ("event", statement.event), Link.EMIT, pending
                )
                return self._controls(pending) if self.chained else pending
            case core.OpenWindow():
                return self._call(
                    statement, ("window", statement.window), Link.CALL, pending
                )
            case core.Leave():
                return self._leave(statement, pending)
            case core.Finish():
                return self._finish(statement, pending)
            case core.Choose():
                return self._then(
                    pending,
                    self._node(
                        Kind.CHOICE, statement.title or self.rule.title, statement=statement
                    ),
                )
            case core.Roll() | core.Shuffle() | core.Draw():
                return self._then(
                    pending,
                    self._node(Kind.CHANCE, label_of(statement), statement=statement),
                )
            case _:
                return self._then(
                    pending, self._node(Kind.STEP, label_of(statement), statement=statement)
                )

    def _if(self, statement: core.If, pending: Pending) -> Pending:
        test = self._node(Kind.TEST, "si", statement=statement)
        self._join(pending, test)
        then = self._body(statement.then, [(test, Link.IF)])
        return then + self._body(statement.otherwise, [(test, Link.ELSE)])

    def _loop(
        self, statement: core.While | core.Repeat | core.For, pending: Pending
    ) -> Pending:
        test = self._node(Kind.TEST, label_of(statement), statement=statement)
        self._join(pending, test)
        self._join(self._body(statement.body, [(test, Link.IF)]), test)
        return [(test, Link.ELSE)]

    def _open(
        self, scope: Scope, label: str, pending: Pending, span: Span | None = None
    ) -> Pending:
        """Open a scope; its closing node exists from now on."""
        closing = self._node(
            Kind.CLOSE, f"fin de {label}", name=scope[1] or scope[0], silent=True
        )
        self.scopes.append(scope)
        self.closings.append(closing)
        self.all_closings.append((scope, closing))
        opening = self._node(
            Kind.OPEN, label, span=span, name=scope[1] or scope[0], silent=True
        )
        self.graph.closings[opening] = closing
        return self._then(pending, opening)

    def _close(self, pending: Pending) -> Pending:
        self.scopes.pop()
        return self._then(pending, self.closings.pop())

    def _scoped(
        self, scope: Scope, statement: core.PhaseBlock | core.StepBlock, pending: Pending
    ) -> Pending:
        node = self._node(
            Kind.STEP, statement.title, statement=statement, name=statement.name
        )
        pending = self._then(pending, node)
        pending = self._open(scope, statement.title, pending, statement.span)
        pending = self._close(self._body(statement.body, pending))
        return self._controls(pending)

    def _turns(self, statement: core.Turns, pending: Pending) -> Pending:
        label = statement.title or "tour"
        test = self._node(Kind.TEST, label, statement=statement, reads=frozenset({PLAYERS}))
        self._join(pending, test)
        inside = self._open(("tour", ""), label, [(test, Link.IF)])
        closed = self._close(self._body(statement.body, inside))
        self._join(self._controls(closed), test)
        return [(test, Link.ELSE)]

    def _endless(self, statement: core.Endless, pending: Pending) -> Pending:
        label = statement.title or "manche"
        head = self._node(Kind.STEP, label, statement=statement, name=statement.name)
        if statement.name:
            pending = self._open(("boucle", statement.name), label, pending)
        self._join(pending, head)
        inside = self._open(("manche", ""), label, [(head, Link.NEXT)])
        closed = self._close(self._body(statement.body, inside))
        self._join(self._controls(closed), head)
        if not statement.name:
            return []
        self.scopes.pop()
        return [(self.closings.pop(), Link.NEXT)]

    def _call(
        self, statement: core.Statement, unit: Unit, kind: Link, pending: Pending
    ) -> Pending:
        """A call: into a unit, and back after it."""
        call = self._node(Kind.CALL, label_of(statement), statement=statement, name=unit[1])
        back = self._node(
            Kind.RETURN, f"après {label_of(statement)}", name=unit[1], silent=True
        )
        self._join(pending, call)
        self._enter(unit, call, back, kind)
        return [(back, Link.NEXT)]

    def _run_phase(self, statement: core.RunPhase, pending: Pending) -> Pending:
        phase = self.program.phases[statement.phase]
        pending = self._open(("phase", phase.name), phase.title, pending, statement.span)
        pending = self._close(
            self._call(statement, ("phase", phase.name), Link.CALL, pending)
        )
        return self._controls(pending)

    def _simultaneous(self, statement: core.Simultaneous, pending: Pending) -> Pending:
        """Events at once: all are announced, then carried out, then answered.

        Chained ones are carried out where they stand; only their answers wait.
        """
        label = "enchaîné" if statement.chained else "simultanément"
        start = self._node(Kind.STEP, label, statement=statement)
        outer, self.chained = self.chained, statement.chained
        pending = self._body(statement.body, self._then(pending, start))
        self.chained = outer
        act = self._node(Kind.RETURN, "ensemble : acte", silent=True)
        pending = self._then(pending, act)
        if not statement.chained:
            pending = self._controls(pending)
        forced = self._node(Kind.RETURN, "ensemble : apresF", silent=True)
        free = self._node(Kind.RETURN, "ensemble : apresO", silent=True)
        end = self._node(Kind.RETURN, f"fin de {label}", silent=True)
        for number in (forced, free, end):
            pending = self._then(pending, number)
        emitted = list(_emitted(statement.body))
        names = dict.fromkeys(name for name, _ in emitted)
        repeated = frozenset(
            name for name, again in emitted if again or emitted.count((name, False)) > 1
        )
        self.graph.batches.append(
            Batch(tuple(names), repeated, statement.chained, start, act, forced, free, end)
        )
        return pending

    def _leave(self, statement: core.Leave, pending: Pending) -> Pending:
        node = self._node(Kind.STEP, f"quitter {statement.scope}", statement=statement)
        self._join(pending, node)
        for depth in range(len(self.scopes) - 1, -1, -1):
            if statement.scope in self.scopes[depth]:
                closes = tuple(reversed(self.scopes[depth + 1 :]))
                self._edge(
                    node,
                    self.closings[depth],
                    Link.JUMP,
                    skips=statement.skips,
                    closes=closes,
                )
                if not followed(statement, self.program):
                    return []
                break
        self.far_jumps.append((node, statement))
        return []

    def _finish(self, statement: core.Finish, pending: Pending) -> Pending:
        node = self._node(
            Kind.STEP, label_of(statement), statement=statement, name=statement.outcome
        )
        self._join(pending, node)
        self._edge(node, self._end(statement.outcome), Link.NEXT)
        return []

    def _end(self, outcome: str) -> int:
        """Return the node of an outcome; the empty one is the end of the course."""
        if outcome not in self.graph.ends:
            declared = self.program.outcomes.get(outcome)
            label = "fin du déroulement" if declared is None else declared.title
            unit, rule, scopes = self.unit, self.rule, self.scopes
            self.unit, self.rule, self.scopes = ("", ""), declared or self.rule, []
            self.graph.ends[outcome] = self._node(
                Kind.END, label, name=outcome, silent=True
            )
            self.unit, self.rule, self.scopes = unit, rule, scopes
        return self.graph.ends[outcome]


def _emitted(body: core.Body, again: bool = False) -> Iterator[tuple[str, bool]]:
    """Yield the events statements emit themselves, and whether it may be more than once."""
    for statement in body:
        if isinstance(statement, core.Emit):
            yield statement.event, again
        is_loop = isinstance(
            statement, core.While | core.Repeat | core.For | core.Turns | core.Endless
        )
        for block in bodies_of(statement):
            yield from _emitted(block, again or is_loop)
