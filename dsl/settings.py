"""Variants, readings and options: what is declared, and what the loader chose."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from . import core, nodes
from .asked import Choices
from .collector import Collector
from .core import Family, Kind
from .diagnostics import Diagnostic, Place
from .environment import cites_of, title_of
from .expressions import resolve_as, resolve_set
from .folding import Value, fold
from .kinds import describe
from .program import Setting
from .source import NOWHERE
from .suggestions import closest

MAX_CHOICES = 200


def resolve_settings(
    declarations: Sequence[nodes.Declaration], choices: Choices, collector: Collector
) -> list[tuple[Setting, Kind]]:
    """Return every setting with the kind of its value; report what is wrong."""
    found: list[tuple[Setting, Kind]] = []
    for node in declarations:
        match node:
            case nodes.Variant():
                found.append((_variant(node, choices), core.BOOLEAN))
            case nodes.Reading():
                found.append(
                    (_reading(node, choices, collector), Kind(Family.ENUM, node.name.text))
                )
            case nodes.Option():
                found.append(_option(node, choices, collector))
            case _:
                pass
    by_class = {
        cls: [s.name for s, _ in found if s.cls == cls]
        for cls in ("variante", "lecture", "option")
    }
    asked = (
        ("variante", choices.variants),
        ("lecture", choices.readings),
        ("option", choices.options),
    )
    for cls, names in asked:
        collector.findings.extend(_unknown(cls, names, by_class[cls]))
    return found


def _unknown(cls: str, asked: Iterable[str], known: list[str]) -> Iterable[Diagnostic]:
    """Yield what was asked for and is not declared."""
    for name in asked:
        if name not in known:
            values = {
                "name": name,
                "what": cls,
                "closest": closest(name, known),
                "known": known,
            }
            yield Diagnostic("L03", NOWHERE, values)


def _variant(node: nodes.Variant, choices: Choices) -> Setting:
    name = node.name.text
    return Setting(
        name, title_of(node.title, name), cites_of(node.cites), node.name.span,
        cls="variante",
        choices=(("non", "non"), ("oui", "oui")),
        values=(0, 1),
        default=0,
        chosen=int(name in choices.variants),
        reason="",
    )  # fmt: skip


def _reading(node: nodes.Reading, choices: Choices, collector: Collector) -> Setting:
    name = node.name.text
    alternatives = [line for line in node.lines if isinstance(line, nodes.Alternative)]
    reasons = [line.title.text for line in node.lines if isinstance(line, nodes.Reason)]
    defaults = [n for n, line in enumerate(alternatives) if line.default is not None]
    names = [line.name.text for line in alternatives]
    if len(alternatives) < 2:
        collector.env.report("L06", node.name.span, name=name)
    for line in alternatives:
        first = alternatives[names.index(line.name.text)]
        if first is not line:
            places = (Place(first.name.span, "first"),)
            collector.env.report(
                "N03", line.name.span, places, name=line.name.text, what="choix"
            )
    if not defaults:
        collector.env.report("L01", node.name.span, name=name, choices=names)
    for extra in defaults[1:]:
        places = (Place(alternatives[defaults[0]].span, "first"),)
        collector.env.report("L02", alternatives[extra].span, places, name=name)
    default = defaults[0] if defaults else 0
    chosen = default
    asked = choices.readings.get(name)
    if asked is not None and asked in names:
        chosen = names.index(asked)
    elif asked is not None:
        values = {
            "name": asked,
            "reading": name,
            "closest": closest(asked, names),
            "known": names,
        }
        collector.findings.append(Diagnostic("L04", node.name.span, values))
    cites = [*cites_of(node.cites)]
    for each in node.lines:
        cites += cites_of(each.cites)
    titles = [title_of(line.title, line.name.text) for line in alternatives]
    return Setting(
        name, title_of(node.title, name), tuple(dict.fromkeys(cites)), node.name.span,
        cls="lecture",
        choices=tuple(zip(names, titles, strict=True)),
        values=tuple(range(len(names))),
        default=default,
        chosen=chosen,
        reason=" ".join(reasons),
    )  # fmt: skip


def _option(
    node: nodes.Option, choices: Choices, collector: Collector
) -> tuple[Setting, Kind]:
    env = collector.env
    kind = collector.kind(node.kind)
    default = fold(resolve_as(node.default, kind, env), collector.symbols)
    if not isinstance(default, int):
        env.report("D10", node.default.span)
        default = 0
    domain = _domain(node, kind, collector)
    words = {_word(value, kind, collector): value for value in domain}
    if domain and default not in domain:
        env.report("L05", node.default.span, name=node.name.text, known=list(words))
    chosen = default
    asked = choices.options.get(node.name.text)
    if asked is not None:
        read = words.get(asked)
        if (
            read is None
            and not domain
            and asked.lstrip("-").isdecimal()
            and len(asked) < 10
        ):
            read = int(asked)
        if read is None:
            values = {"name": node.name.text, "found": asked, "known": list(words)}
            env.findings.append(Diagnostic("L07", node.name.span, values))
        else:
            chosen = read
    setting = Setting(
        node.name.text, title_of(node.title, node.name.text), cites_of(node.cites),
        node.name.span,
        cls="option",
        choices=tuple((word, word) for word in words),
        values=tuple(words.values()),
        default=default,
        chosen=chosen,
        reason="",
    )  # fmt: skip
    return setting, kind


def _domain(node: nodes.Option, kind: Kind, collector: Collector) -> tuple[int, ...]:
    """Return the values an option may have; none: any number."""
    if node.among is not None:
        among = resolve_set(node.among, collector.env)
        value: Value | None = fold(among, collector.symbols)
        if not isinstance(value, tuple) or len(value) > MAX_CHOICES:
            collector.env.report("D10", node.among.span)
            return ()
        return value
    match kind.family:
        case Family.BOOLEAN:
            return (0, 1)
        case Family.ENUM:
            return tuple(range(len(collector.symbols.groups[kind.name])))
        case Family.NUMBER | Family.ANY:
            return ()
        case _:
            collector.env.report("K20", node.kind.span, found=describe(kind))
            return ()


def _word(value: int, kind: Kind, collector: Collector) -> str:
    """Return a value of an option as its author writes it."""
    match kind.family:
        case Family.BOOLEAN:
            return "vrai" if value else "faux"
        case Family.ENUM:
            return list(collector.symbols.groups[kind.name])[value]
        case _:
            return str(value)
