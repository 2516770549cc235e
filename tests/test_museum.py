"""The museum: real timing bugs as small rulesets, each found by its check, then mended.

`museum/<number-name>/faulty` and `mended` are rulesets; the first lines of the faulty rules
say where the bug comes from and which code must find it: `# T04 · repo#number · what`.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from livret.dsl.loader import load
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
    head = re.match(r"# (T\d\d) · \S.* · \S", text)
    assert head, "the first line says the code, the source and the bug"
    return head[1]


@pytest.mark.parametrize("bug", BUGS, ids=lambda path: path.name)
def test_bug_is_found_with_its_way(bug: Path) -> None:
    code = expected(bug)
    found = [each for each in findings(bug / "faulty") if each.code == code]
    judged = [each for each in found if each.verdict is not Verdict.PROVED]
    assert judged, f"{code} is silent"
    if code not in NO_WAY:
        assert any(each.trace or each.cycle for each in judged), "a finding shows its way"


@pytest.mark.parametrize("bug", BUGS, ids=lambda path: path.name)
def test_mended_rules_are_silent(bug: Path) -> None:
    code = expected(bug)
    found = [each for each in findings(bug / "mended") if each.code == code]
    assert all(each.verdict is Verdict.PROVED for each in found)
