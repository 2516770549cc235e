"""The museum: real timing bugs as small rulesets, each found by its check, then mended.

`museum/<number-name>/faulty` and `mended` are rulesets; the first lines of the faulty rules
say where the bug comes from and which code must find it: `# T04 · repo#number · what`. Two
of them are no matter of time: the loader refuses one (`Y26`), and the coverage of the
statements finds the numbers of the other (`nombres`).
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from livret.dsl.coverage import cover
from livret.dsl.loader import load, read
from livret.dsl.timing.builder import build_graph
from livret.dsl.timing.checks import CHECKS
from livret.dsl.timing.findings import Finding, Verdict, run_checks

MUSEUM = Path(__file__).parent / "museum"
BUGS = sorted(path for path in MUSEUM.iterdir() if path.is_dir())
#: A defect without a way to it: there is none, and that is what is wrong.
NO_WAY = frozenset({"T03"})


def findings(folder: Path) -> list[Finding]:
    program, diagnostics = load(folder)
    assert program is not None, diagnostics
    return run_checks(build_graph(program), CHECKS)


def expected(bug: Path) -> str:
    text = (bug / "faulty" / "regles.livret").read_text(encoding="utf-8")
    head = re.match(r"# (\S+) · \S.* · \S", text)
    assert head, "the first line says the code, the source and the bug"
    return head[1]


TIMED = [bug for bug in BUGS if expected(bug).startswith("T")]


@pytest.mark.parametrize("bug", TIMED, ids=lambda path: path.name)
def test_bug_is_found_with_its_way(bug: Path) -> None:
    code = expected(bug)
    found = [each for each in findings(bug / "faulty") if each.code == code]
    judged = [each for each in found if each.verdict is not Verdict.PROVED]
    assert judged, f"{code} is silent"
    if code not in NO_WAY:
        assert any(each.trace or each.cycle for each in judged), "a finding shows its way"


@pytest.mark.parametrize("bug", TIMED, ids=lambda path: path.name)
def test_mended_rules_are_silent(bug: Path) -> None:
    code = expected(bug)
    found = [each for each in findings(bug / "mended") if each.code == code]
    assert all(each.verdict is Verdict.PROVED for each in found)


def test_every_bug_of_the_list_is_there_or_cannot_be_written() -> None:
    shown = {int(bug.name[:2]) for bug in BUGS}
    told = map(int, re.findall(r"^``(\d\d)``", (MUSEUM / "README.rst").read_text(), re.M))
    assert {*shown, *told} >= set(range(1, 20))
    assert len([number for number in shown if number > 19]) >= 10


def test_unread_parameter_is_refused() -> None:
    bug = MUSEUM / "18-unread-parameter"
    assert load(bug / "mended")[1] == []
    (refused,) = load(bug / "faulty")[1]
    assert refused.code == expected(bug)
    assert (refused.span.path.name, refused.span.line) == ("composants.yaml", 4)


def test_text_that_is_not_the_rule_is_found_by_its_numbers() -> None:
    bug = MUSEUM / "19-text-is-not-the-rule"
    assert expected(bug) == "nombres"
    absent = {}
    for side in ("faulty", "mended"):
        reading = read(bug / side)
        (covered,) = cover(reading, reading.statements.values()).statements
        absent[side] = covered.absent
    assert absent == {"faulty": (3,), "mended": ()}
