"""Examples: an `exemple` block in, a case that can be run out.

What an example asks of the loader (players, variants, readings, its own components) is
read from its surface by `request_of`; its steps are resolved by `resolve_example` against
the rules loaded for that request.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from . import core, nodes
from .asked import DEFAULTS, Choices
from .components import RawCard
from .core import Family
from .environment import Environment, cites_of
from .expressions import resolve_as, resolve_condition, resolve_expression
from .kinds import describe, is_any, is_set, set_of
from .program import Provenance
from .source import Span
from .statements import resolve_statements
from .symbols import Category, Symbol, Symbols
from .yaml_source import Entry, LocatedMap, LocatedScalar


@dataclass(frozen=True, slots=True)
class Request:
    """What an example asks for before it starts; players 0: the fewest the game takes."""

    players: int = 0
    seed: int = 1
    choices: Choices = DEFAULTS
    components: tuple[RawCard, ...] = ()
    start: nodes.Word | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """One line of an example."""

    span: Span


@dataclass(frozen=True, slots=True)
class Named:
    """`soit x = …` of a preparation: a name of the déroulement, or one it uses itself."""

    word: nodes.Word
    slot: str
    value: core.Expr
    is_used: bool


@dataclass(frozen=True, slots=True)
class Given(Step):
    """Statements that prepare the table, and names of the déroulement given a value."""

    body: core.Body
    names: tuple[Named, ...]


@dataclass(frozen=True, slots=True)
class Pick:
    """An option: one of the values of `value`, or an ability with its arguments.

    `arguments` None: whatever they are, if the ability is offered in one way only.
    """

    span: Span
    value: core.Expr | None = None
    ability: str = ""
    arguments: tuple[core.Expr, ...] | None = None


@dataclass(frozen=True, slots=True)
class Play(Step):
    """A player decides. word: passe, fini, oui, non, or empty with picks, one after another.

    `is_whole`: they stand in braces, and nothing more is picked.
    """

    player: core.Expr
    word: str = ""
    picks: tuple[Pick, ...] = ()
    is_whole: bool = False


@dataclass(frozen=True, slots=True)
class Dice(Step):
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Chance(Step):
    """A seeded random player decides `count` times (0: to the end of the game)."""

    count: int


@dataclass(frozen=True, slots=True)
class Expect(Step):
    """word: vrai, offert, refusé, issue, décision, journal.

    What is offered or refused is a pick, or an answer by its name (passe, fini, oui, non).
    """

    word: str
    condition: core.Expr | None = None
    pick: Pick | None = None
    name: str = ""
    cites: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Case:
    """An example ready to run."""

    title: str
    cites: tuple[str, ...]
    span: Span
    request: Request
    steps: tuple[Step, ...] = field(default=())


def request_of(node: nodes.Example) -> Request:
    """Return what an example asks for, as written; mistakes are left to the checks."""
    request = Request()
    variants: list[str] = []
    readings: dict[str, str] = {}
    options: dict[str, str] = {}
    components: list[RawCard] = []
    for line in node.lines:
        match line:
            case nodes.ExamplePlayers():
                request = replace(request, players=line.count.value)
            case nodes.ExampleSeed():
                request = replace(request, seed=line.seed.value)
            case nodes.ExampleVariants():
                variants += [word.text for word in line.names.words]
            case nodes.ExampleReading():
                readings[line.name.text] = line.choice.text
            case nodes.ExampleOption():
                options[line.name.text] = _text(line.value)
            case nodes.ExampleComponent():
                components.append(_component(line))
            case nodes.ExampleStart():
                request = replace(request, start=line.phase)
            case _:
                pass
    choices = Choices(tuple(variants), readings, options)
    return replace(request, choices=choices, components=tuple(components))


def _text(value: nodes.Expr) -> str:
    """Return a plain word or number of an example as text."""
    match value:
        case nodes.Name():
            return value.name.text
        case nodes.Number():
            return str(value.value)
        case nodes.Negative(operand=nodes.Number(value=number)):
            return str(-number)
        case nodes.True_():
            return "vrai"
        case nodes.False_():
            return "faux"
        case _:
            return "?"


def _component(line: nodes.ExampleComponent) -> RawCard:
    """Return an example's own component as if a file had it."""
    entries = {}
    for setting in line.settings:
        text = _text(setting.value)
        words = {"vrai": True, "faux": False}
        value = int(text) if text.lstrip("-").isdecimal() else words.get(text, text)
        key = LocatedScalar(setting.name.span, setting.name.text, setting.name.text)
        entries[setting.name.text] = Entry(
            key, LocatedScalar(setting.value.span, value, text)
        )
    return RawCard(
        id=line.name.text,
        type=line.type.text,
        label=line.name.text,
        copies=1,
        entries=LocatedMap(line.span, entries),
        abilities=None,
        text="",
        provenance=Provenance("exemple", "", "", "", ()),
        cites=(),
        span=line.name.span,
    )


def resolve_example(node: nodes.Example, env: Environment) -> Case:
    """Return an example with its names bound; mistakes go to the findings of `env`."""
    request = request_of(node)
    symbols = _with_components(env.symbols, request.components)
    players = request.players or env.seats[0]
    env = Environment(symbols, env.findings, env.used, seats=(players, players))
    _check_request(node, env)
    steps: list[Step] = []
    for line in node.lines:
        match line:
            case nodes.Given():
                steps.append(_given(line, env))
            case nodes.Plays():
                steps.extend(_play(play, env) for play in line.lines)
            case nodes.Expectations():
                steps.extend(_expectation(each, env) for each in line.lines)
            case _:
                pass
    if not any(isinstance(step, Expect) for step in steps):
        env.report("E02", node.title.span)
    return Case(node.title.text, cites_of(node.cites), node.span, request, tuple(steps))


def _with_components(symbols: Symbols, components: tuple[RawCard, ...]) -> Symbols:
    """Return the declared names with an example's own components."""
    own = {
        card.id: Symbol(Category.CARD, card.id, card.span, set_of(symbols.kinds[card.type]))
        for card in components
        if card.type in symbols.kinds
    }
    return replace(symbols, expressions={**own, **symbols.expressions}) if own else symbols


def _check_request(node: nodes.Example, env: Environment) -> None:
    """Report variants, readings, phases and types an example names that do not exist."""
    settings = {
        s.name for s in env.symbols.expressions.values() if s.category is Category.SETTING
    }
    steps_began = False
    for line in node.lines:
        is_step = isinstance(line, nodes.Plays | nodes.Expectations)
        if steps_began and not is_step:
            env.report("E01", line.span)
        steps_began = steps_began or is_step
        match line:
            case nodes.ExampleVariants():
                words = list(line.names.words)
            case nodes.ExampleReading() | nodes.ExampleOption():
                words = [line.name]
            case nodes.ExampleStart():
                env.named(Category.PHASE, line.phase)
                continue
            case nodes.ExampleComponent():
                types = [
                    n for n, k in env.symbols.kinds.items() if k.family is Family.COMPONENT
                ]
                if line.type.text not in types:
                    env.unknown("N02", line.type, types, what=Category.TYPE.value)
                continue
            case _:
                continue
        for word in words:
            if word.text not in settings:
                env.unknown("N02", word, settings, what=Category.SETTING.value)
        if isinstance(line, nodes.ExampleReading):
            group = env.symbols.groups.get(line.name.text, {})
            if group and line.choice.text not in group:
                env.unknown("N09", line.choice, group, kind=line.name.text)


#: What may prepare the table of an example: nothing that asks or jumps.
_PREPARES = (
    core.Let, core.Assign, core.Adjust, core.Move, core.Draw, core.Shuffle, core.Eliminate,
    core.Readmit, core.If, core.For, core.Repeat, core.While, core.Nothing, core.Lasting,
    core.Forbid,
)  # fmt: skip


def _given(line: nodes.Given, env: Environment) -> Given:
    """Return what prepares the table; `soit x = …` at its head names the déroulement's x."""
    names = []
    with env.locals.block():
        body = resolve_statements(line.body, env)
        for statement, node in zip(body, line.body.statements, strict=True):
            if isinstance(statement, core.Let) and isinstance(node, nodes.Let):
                variable = env.locals.find(node.name.text)
                is_used = variable is not None and variable.is_used
                names.append(Named(node.name, statement.slot, statement.value, is_used))
    for statement in _deep(body):
        if not isinstance(statement, _PREPARES):
            env.report("E03", statement.span)
    return Given(line.span, body, tuple(names))


def _deep(body: core.Body) -> Iterator[core.Statement]:
    for statement in body:
        yield statement
        match statement:
            case core.If():
                yield from _deep(statement.then)
                yield from _deep(statement.otherwise)
            case core.For() | core.Repeat() | core.While():
                yield from _deep(statement.body)
            case _:
                pass


def _play(
    line: nodes.PlayBy | nodes.ScriptedDice | nodes.RandomPlays, env: Environment
) -> Step:
    match line:
        case nodes.ScriptedDice():
            return Dice(line.span, tuple(value.value for value in line.values))
        case nodes.RandomPlays():
            return Chance(line.span, 0 if line.count is None else line.count.value)
        case nodes.PlayBy():
            player = resolve_as(line.player, core.PLAYER, env)
            match line.play:
                case nodes.PlayChoice(choice=nodes.SetLiteral(items=items)):
                    picks = tuple(_pick(item, env) for item in items)
                    return Play(line.span, player, picks=picks, is_whole=True)
                case nodes.PlayChoice(choice=choice):
                    return Play(line.span, player, picks=(_pick(choice, env),))
                case _:
                    return Play(line.span, player, _WORDS[type(line.play)])


#: What a player may answer besides an option.
_WORDS: Mapping[type[nodes.Node], str] = {
    nodes.PlayPass: "passe",
    nodes.PlayDone: "fini",
    nodes.PlayYes: "oui",
    nodes.PlayNo: "non",
}


def _pick(node: nodes.Expr, env: Environment) -> Pick:
    """Return an option: `Action(arguments)`, `card.Action(arguments)`, or a value."""
    abilities = env.symbols.of(Category.ABILITY)
    match node:
        case nodes.Call(name=word, arguments=arguments) if word.text in abilities:
            return Pick(node.span, None, word.text, _arguments(arguments, env))
        case nodes.Name(name=word) if word.text in abilities:
            return Pick(node.span, None, word.text)
        case nodes.Method(base=nodes.Name(name=card), name=word, arguments=arguments) if (
            _is_card(card, env)
        ):
            name = f"{card.text}.{word.text}"
            return Pick(node.span, None, name, _arguments(arguments, env))
        case nodes.Access(base=nodes.Name(name=card), name=word) if _is_card(card, env):
            if (
                env.symbols.characteristic(
                    env.symbols.expressions[card.text].kind, word.text
                )
                is None
            ):
                return Pick(node.span, None, f"{card.text}.{word.text}")
        case _:
            pass
    value = resolve_expression(node, env)
    if is_set(value.kind) and not is_any(value.kind) and not isinstance(value, core.Copies):
        env.report("E04", node.span, found=describe(value.kind))
    return Pick(node.span, value)


def _is_card(word: nodes.Word, env: Environment) -> bool:
    symbol = env.symbols.expressions.get(word.text)
    return symbol is not None and symbol.category is Category.CARD


def _arguments(
    arguments: tuple[nodes.Expr, ...], env: Environment
) -> tuple[core.Expr, ...]:
    return tuple(resolve_expression(argument, env) for argument in arguments)


def _expectation(line: nodes.Node, env: Environment) -> Step:
    match line:
        case nodes.ExpectTrue():
            return Expect(
                line.span,
                "vrai",
                resolve_condition(line.condition, env),
                cites=_one(line.cites),
            )
        case nodes.ExpectOffered():
            return _offer(line, "offert", env)
        case nodes.ExpectRefused():
            return _offer(line, "refusé", env)
        case nodes.ExpectOutcome():
            env.named(Category.OUTCOME, line.outcome)
            winners = None
            if line.winners is not None:
                winners = resolve_as(line.winners, core.PLAYERS, env)
            name, cites = line.outcome.text, _one(line.cites)
            return Expect(line.span, "issue", winners, name=name, cites=cites)
        case nodes.ExpectDecider():
            player = resolve_as(line.player, core.PLAYER, env)
            return Expect(line.span, "décision", player, cites=_one(line.cites))
        case nodes.ExpectJournal():
            groups = tuple(cites_of(group) for group in line.groups)
            return Expect(line.span, "journal", cites=groups)
        case _:
            raise AssertionError(f"unknown expectation {line!r}")


def _offer(
    line: nodes.ExpectOffered | nodes.ExpectRefused, word: str, env: Environment
) -> Expect:
    """Return the expectation that an option, or an answer, is offered or refused."""
    cites = _one(line.cites)
    if isinstance(line.play, nodes.PlayChoice):
        return Expect(line.span, word, pick=_pick(line.play.choice, env), cites=cites)
    return Expect(line.span, word, name=_WORDS[type(line.play)], cites=cites)


def _one(cites: nodes.Cites | None) -> tuple[tuple[str, ...], ...]:
    return () if cites is None else (cites_of(cites),)
