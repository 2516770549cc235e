"""What the examples of a ruleset share: Programs, timing graphs and compiled rules.

Each is made once for all examples that ask for the same settings and number of players.
What an example says itself, how its table is prepared and what it expects, becomes a few
functions beside the rules, which stay as they are.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import replace

from ..dsl import core, nodes
from ..dsl.asked import ALL, DEFAULTS, Choices, Force
from ..dsl.diagnostics import Diagnostic
from ..dsl.examples import Given, request_of
from ..dsl.loader import Reading, build
from ..dsl.program import Procedure, Program
from ..dsl.timing.builder import build_graph
from ..dsl.timing.graph import Graph
from .compiler import Rules, finish, make_module, prepare, write_function
from .measures import write_condition
from .module_text import columns_of
from .repeats import read_once
from .units import Rule, Shared, statements_in
from .unusual import with_changes

#: Compiled rules kept at a time: a large game has dozens of settings, each some megabytes.
TABLES = 12

Built = tuple[Program | None, list[Diagnostic]]


class Workbench:
    """The Programs and Tables of one reading, with the amendments in force."""

    def __init__(self, reading: Reading, force: Force = ALL) -> None:
        self.reading = reading
        self.force = force
        self._built: dict[str, Built] = {}
        self._tables: OrderedDict[tuple[int, int], tuple[Program, Table]] = OrderedDict()

    def build(self, choices: Choices = DEFAULTS) -> Built:
        """Return the Program of some settings, or None, and what was found."""
        key = repr(choices)
        if key not in self._built:
            self._built[key] = build(self.reading, choices, self.force)
        return self._built[key]

    def program_of(self, example: nodes.Example) -> Built:
        """Return the Program that an example asks for, or None, and what was found."""
        request = request_of(example)
        if not request.components:
            return self.build(request.choices)
        return build(self.reading, request.choices, self.force, request.components)

    def table(self, program: Program, players: int) -> Table:
        """Return the compiled rules of a Program for a number of players."""
        key = id(program), players
        if key in self._tables:
            self._tables.move_to_end(key)
        else:
            # The Program is kept with its table: no other can get its identity.
            self._tables[key] = program, Table(program, players)
            if len(self._tables) > TABLES:
                self._tables.popitem(last=False)
        return self._tables[key][1]


class Table:
    """Traced and journaled rules, to which examples add what they say themselves."""

    def __init__(self, program: Program, players: int) -> None:
        self.graph: Graph = build_graph(program)
        self.shared: Shared = prepare(
            program, players, journal=True, landmarks=self.graph.landmarks
        )
        self.rules: Rules = finish(self.shared, *make_module(self.shared))
        self._helpers = len(self.shared.constants.code)

    def extended(self, given: Sequence[Given], conditions: Sequence[core.Expr]) -> Rules:
        """Return rules with functions `s…` that prepare the table, and `c…` that tell
        whether conditions hold."""
        missing = [step for step in given if not self._knows(step)]
        if missing:
            return self._with(missing).extended(given, conditions)
        # What this example writes is its own: the next one starts from the rules again.
        shared = replace(self.shared, functions=[], notes=list(self.shared.notes))
        for number, step in enumerate(given):
            rule = Rule("soit", "soit", (), step.span)
            write_function(shared, f"s{number}", rule, (), step.body)
        for number, condition in enumerate(conditions):
            rule = Rule("alors", "alors", (), condition.span)
            write_condition(shared, f"c{number}", rule, condition)
        constants, lists = shared.constants, [*columns_of(shared), "Z", "at"]
        helpers = list(constants.code.values())[self._helpers :]
        changed = (with_changes(constants, function) for function in shared.functions)
        functions = (read_once(function, lists) for function in changed)
        module = {**self.rules.module, **constants.data}
        exec(compile("\n\n".join([*helpers, *functions]), "<exemple>", "exec"), module)
        return replace(
            self.rules,
            module=module,
            notes=tuple(shared.notes),
            places=tuple(constants.places),
        )

    def _knows(self, step: Given) -> bool:
        """Tell whether the rules already keep track of what a preparation does: players
        who leave, what lasts as long as something."""
        for statement in statements_in(step.body):
            match statement:
                case core.Eliminate():
                    if not self.shared.constants.eliminates:
                        return False
                case core.Lasting() | core.Forbid():
                    if statement.scope not in self.shared.durations:
                        return False
                case _:
                    pass
        return True

    def _with(self, given: Sequence[Given]) -> Table:
        """Return the rules compiled as if they said themselves what prepares a table."""
        program = self.shared.program
        said = dict(_procedures(given))
        whole = replace(program, procedures={**program.procedures, **said})
        return Table(whole, self.shared.constants.layout.players)


def _procedures(given: Sequence[Given]) -> Iterator[tuple[str, Procedure]]:
    """Yield preparations as procedures, by names no author can write."""
    for number, step in enumerate(given):
        name = f"soit {number}"
        yield name, Procedure(name, name, (), step.span, (), step.body)
