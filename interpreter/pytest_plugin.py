"""The pytest plugin: the `exemple` blocks of a ruleset are collected as tests.

A `.livret` file is collected if its folder has a manifest (`livret.yaml`): each of its
examples is one test. Nothing of the interpreter is imported before such a file is met.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from ..dsl import nodes
    from ..dsl.diagnostics import Diagnostic
    from .workbench import Workbench

_BENCHES = pytest.StashKey[dict[Path, "Workbench"]]()


def pytest_collect_file(
    file_path: Path, parent: pytest.Collector
) -> pytest.Collector | None:
    """Collect the rule files of rulesets."""
    if file_path.suffix == ".livret" and (file_path.parent / "livret.yaml").is_file():
        return RuleFile.from_parent(parent, path=file_path)
    return None


class RuleFile(pytest.File):
    """A rule file; its examples are read with the whole folder, once per run."""

    def collect(self) -> Iterator[ExampleItem]:
        from ..dsl.loader import read
        from .examples import own_examples
        from .workbench import Workbench

        benches = self.config.stash.setdefault(_BENCHES, {})
        folder = self.path.parent
        if folder not in benches:
            benches[folder] = Workbench(read(folder))
        for node in own_examples(benches[folder]):
            if node.span.path == self.path:
                yield ExampleItem.from_parent(
                    self, name=node.title.text, bench=benches[folder], node=node
                )


class ExampleItem(pytest.Item):
    """One example as a test."""

    def __init__(self, *, bench: Workbench, node: nodes.Example, **more: Any) -> None:
        super().__init__(**more)
        self.bench = bench
        self.node = node

    def runtest(self) -> None:
        from .examples import run_example

        result = run_example(self.bench, self.node)
        if not result.passed:
            raise ExampleFailed(result.diagnostics)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], *more: Any) -> str:
        """Show a failed example as the command line would: where, what, why."""
        from ..dsl.render import render_all
        from .loading import sources_of

        if not isinstance(excinfo.value, ExampleFailed):
            return str(super().repr_failure(excinfo, *more))
        found = list(excinfo.value.diagnostics)
        return render_all(found, sources_of(found), "fr")

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, self.node.span.line - 1, self.name


class ExampleFailed(Exception):
    """An example does not hold."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        super().__init__("exemple")
        self.diagnostics = tuple(diagnostics)
