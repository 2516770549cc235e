"""Every diagnostic code has an example and its text, as the author sees it, in two languages.

An example is `diagnostics/<CODE>.livret`, or a folder `diagnostics/<CODE>/` that is a whole
ruleset; a suffix (`N01-zone`) makes room for several of one code. The texts stand beside it,
`<example>.fr.txt` and `<example>.en.txt`; `pytest --accept` rewrites them.
"""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import livret
from livret.dsl import limits, yaml_source
from livret.dsl.components import load_components
from livret.dsl.diagnostics import Diagnostic
from livret.dsl.files import read_source
from livret.dsl.loader import check, load, read
from livret.dsl.manifest import load_manifest
from livret.dsl.messages import MESSAGES
from livret.dsl.parser import MAX_MISTAKES, parse
from livret.dsl.render import render_all
from livret.dsl.source import Source, Span
from livret.dsl.timing.builder import build_graph
from livret.dsl.timing.checks import CHECKS
from livret.dsl.timing.differences import differences
from livret.dsl.timing.findings import Finding, Verdict, run_checks
from livret.dsl.timing.report import render_report
from livret.interpreter.decks import judge_file
from livret.interpreter.examples import run_examples
from livret.interpreter.tracing import Tracer

FOLDER = Path(__file__).parent / "diagnostics"
EXAMPLES = sorted(
    path for path in FOLDER.iterdir() if path.is_dir() or path.suffix == ".livret"
)
Golden = Callable[[Path, str], None]


def collect(example: Path) -> list[Diagnostic]:
    """Return the diagnostics of an example copied to the current folder."""
    if example.name.startswith("S") and example.suffix:
        source = read_source(Path(example.name))
        return [source] if isinstance(source, Diagnostic) else parse(source)[1]
    if example.name.startswith("B"):
        program, found = load(Path())
        assert program is not None, found
        return judge_file(next(Path().glob("deck.*")), program)[1]
    reading = read(Path())
    found = check(reading)[1]
    if found or example.name[0] not in "ER":
        return found
    results = [each for result in run_examples(reading) for each in result.diagnostics]
    return results or [fault_in_play()]


def timing_findings(code: str) -> list[Finding]:
    """Return what one timing check says of the current folder, but for a proof."""
    program, found = load(Path())
    assert program is not None, found
    findings = run_checks(build_graph(program), CHECKS)
    own = [each for each in findings if each.code == code]
    return [each for each in own if each.verdict is not Verdict.PROVED]


def changes() -> list[Finding]:
    """Return what the amendments of the current folder change in time."""
    before, after = load(Path(), errata=False)[0], load(Path())[0]
    assert before is not None and after is not None
    return list(differences(build_graph(before), build_graph(after)))


def sources_of(found: list[Diagnostic]) -> dict[Path, Source]:
    """Read the files that diagnostics are about."""
    paths = {place.span.path for diagnostic in found for place in diagnostic.places}
    paths |= {diagnostic.span.path for diagnostic in found}
    sources = map(read_source, paths)
    return {each.path: each for each in sources if isinstance(each, Source)}


def fault_in_play() -> Diagnostic:
    """Return what stops a game of the current folder, the first choice taken each time."""
    with pytest.raises(livret.GameError) as error:
        game = livret.load(Path()).new_game()
        while game.result is None:
            game.apply(0)
    return error.value.diagnostic


def too_large() -> Diagnostic:
    Path("S20.livret").write_text("#" * (limits.MAX_BYTES + 1), encoding="utf-8")
    return refusal(Path("S20.livret"))


def refusal(path: Path) -> Diagnostic:
    found = read_source(path)
    assert isinstance(found, Diagnostic)
    return found


def too_many() -> Diagnostic:
    text = "mot\n" * (MAX_MISTAKES + 1)
    return parse(Source(Path("S31.livret"), text))[1][-1]


def yaml_refusal(name: str, text: str) -> Diagnostic:
    Path(name).write_text(text, encoding="utf-8")
    return yaml_source.read(Path(name))[1][-1]


def too_large_together() -> Diagnostic:
    for name in ("Y44-1.yaml", "Y44-2.yaml"):
        Path(name).write_text("#" * (yaml_source.MAX_BYTES // 2 + 1), encoding="utf-8")
    return load_components(Path(), load_manifest(Path())[0])[1][-1]


def strange_move() -> Diagnostic:
    """Return what is said of a move that is no edge, livret's own fault."""
    text = "joueurs 1\nissue Fin\ndéroulement :\n  J1 choisit si va\n  finir Fin\n"
    Path("T30.livret").write_text(text, encoding="utf-8")
    program, _ = load(Path())
    assert program is not None
    tracer = Tracer(program)
    choice, end = (tracer.graph.statements[id(each)] for each in program.course)
    tracer.strange[end, choice] += 1
    found = tracer.fault(Span(Path("T30.livret"), 3, 1, 3, 12))
    assert found is not None
    return found


def refused_choice(**asked: Any) -> Diagnostic:
    """Return what a game of one variant, reading and option says of a choice."""
    text = (
        "joueurs 2\nvariante longue\noption cible : nombre = 3 parmi {3, 5}\n"
        "lecture tour :\n  choix tôt défaut\n  choix tard\n"
    )
    Path("regles.livret").write_text(text, encoding="utf-8")
    return next(
        each for each in load(Path(), **asked)[1] if each.code in ("L03", "L04", "L07")
    )


#: What no small file shows: made here, with a text like the others.
MADE: dict[str, Callable[[], Diagnostic]] = {
    "L03": lambda: refused_choice(variants=["longues"]),
    "L04": lambda: refused_choice(readings={"tour": "tar"}),
    "L07": lambda: refused_choice(options={"cible": "4"}),
    "S20": too_large,
    "T30": strange_move,
    "S27": lambda: refusal(Path("S27.livret")),
    # The printer's own fault, if it ever has one.
    "S30": lambda: Diagnostic("S30", Span(Path("S30.livret"), 1, 1, 1, 1)),
    "S31": too_many,
    "Y01": lambda: yaml_source.read(Path("Y01.yaml"))[1][0],
    "Y07": lambda: yaml_refusal("Y07.yaml", "#" * (yaml_source.MAX_BYTES + 1)),
    "Y08": lambda: yaml_refusal("Y08.yaml", f"[{'1,' * yaml_source.MAX_NODES}]"),
    "Y44": too_large_together,
}


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_example_says_what_is_written_beside_it(
    example: Path,
    golden: Golden,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if example.is_dir():
        shutil.copytree(example, tmp_path, dirs_exist_ok=True)
    else:
        shutil.copy(example, tmp_path)
    monkeypatch.chdir(tmp_path)
    code = example.stem.split("-")[0]
    findings = timing_findings(code) if code.startswith("T") or code == "C06" else []
    findings = changes() if code == "T28" else findings
    found = [each.diagnostic for each in findings] or collect(example)
    assert code in {diagnostic.code for diagnostic in found}
    sources = sources_of(found)
    for lang in ("fr", "en"):
        text = render_all(found, sources, lang)
        if findings:
            text = render_report(findings, sources, lang)
        golden(FOLDER / f"{example.stem}.{lang}.txt", text)


@pytest.mark.parametrize("code", MADE)
def test_made_example_says_what_is_written(
    code: str, golden: Golden, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    found = MADE[code]()
    assert found.code == code
    for lang in ("fr", "en"):
        golden(FOLDER / f"{code}.{lang}.txt", render_all([found], {}, lang))


@pytest.mark.parametrize("family", sorted({code[0] for code in MESSAGES}))
def test_every_code_of_a_family_has_an_example(family: str) -> None:
    shown = {path.name.split(".")[0].split("-")[0] for path in FOLDER.glob("*.txt")}
    assert shown <= set(MESSAGES), "a text of no code"
    codes = {code for code in MESSAGES if code.startswith(family)}
    assert sorted(codes - shown) == []


def test_every_text_has_its_example() -> None:
    # What goes wrong around a game has no file of rules: test_runtime_texts.py makes it.
    texts = {path.name.split(".")[0] for path in FOLDER.glob("[!R]*.txt")}
    assert texts == {path.stem for path in EXAMPLES if path.name[0] != "R"} | set(MADE)
