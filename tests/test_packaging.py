"""The house: what is declared in pyproject.toml is what stands on disk."""

import ast
import importlib.metadata
import sys
import tomllib
from collections.abc import Iterator
from importlib.util import resolve_name
from pathlib import Path

import pytest

import livret

ROOT = Path(__file__).parent.parent
FOLDERS = ("dsl", "interpreter", "rulesets", "schemas")
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
SETUPTOOLS = PYPROJECT["tool"]["setuptools"]

# Modules that only a tool or another Python loads may import what comes with it.
LOADED_BY_A_TOOL = {
    "livret.interpreter.pytest_plugin": {"pytest"},
    "livret.interpreter.worker": {"__pypy__"},
}


def package_of(folder: Path) -> str:
    """Name the package that a folder of the repository is."""
    return ".".join(("livret", *folder.relative_to(ROOT).parts))


def sources(folder: str) -> Iterator[Path]:
    """Find the Python files of a folder."""
    return (ROOT / folder).rglob("*.py")


def imports(source: str, package: str) -> set[str]:
    """List in full every name a module of this package imports, at any depth."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            name = "." * node.level + (node.module or "")
            home = resolve_name(name, package)
            found.update(f"{home}.{alias.name}" for alias in node.names)
    return found


def reaches_interpreter(name: str) -> bool:
    """Tell whether to import this name is to import the interpreter."""
    return name == "livret.load" or f"{name}.".startswith("livret.interpreter.")


def canonical(distribution: str) -> str:
    """Spell the name of a distribution in the one way (`Ruamel_yaml` is `ruamel-yaml`)."""
    return distribution.lower().replace("_", "-").replace(".", "-")


def declared() -> set[str]:
    """List the distributions livret asks for at run time, its extras among them."""
    extras = PYPROJECT["project"]["optional-dependencies"]
    dependencies = [*PYPROJECT["project"]["dependencies"], *extras["cluster"]]
    return {canonical(line.split(">=")[0].strip()) for line in dependencies}


def test_packages_are_the_folders_on_disk() -> None:
    on_disk = {"livret"}
    for folder in FOLDERS:
        on_disk |= {
            package_of(file.parent)
            for file in sources(folder)
            if file.name == "__init__.py"
        }
    assert set(SETUPTOOLS["packages"]) == on_disk


def test_every_python_file_is_in_a_package() -> None:
    for folder in FOLDERS:
        for file in sources(folder):
            assert package_of(file.parent) in SETUPTOOLS["packages"], file


def test_tests_are_not_a_package() -> None:
    # With one, pytest would take the tests for modules of the package in the root.
    assert not (ROOT / "tests" / "__init__.py").exists()


def test_version_is_the_same_everywhere() -> None:
    assert livret.__version__ == PYPROJECT["project"]["version"]


def test_unknown_public_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no_such_name"):
        _ = livret.no_such_name


def test_dsl_never_imports_interpreter() -> None:
    for file in sources("dsl"):
        names = imports(file.read_text(encoding="utf-8"), package_of(file.parent))
        assert not {name for name in names if reaches_interpreter(name)}, file


@pytest.mark.parametrize(
    "line",
    [
        "import livret.interpreter",
        "import livret.interpreter.engine as engine",
        "from livret import interpreter",
        "from livret import load",
        "from livret.interpreter import engine",
        "from .. import interpreter",
        "from ..interpreter.state import State",
        "def late():\n    from ..interpreter import state",
    ],
)
def test_imports_of_interpreter_are_recognised(line: str) -> None:
    assert any(reaches_interpreter(name) for name in imports(line, "livret.dsl"))


@pytest.mark.parametrize(
    "line",
    ["from .nodes import Rule", "from livret.dsl import interpreters", "import livret"],
)
def test_other_imports_are_left_alone(line: str) -> None:
    assert not any(reaches_interpreter(name) for name in imports(line, "livret.dsl"))


def test_third_party_libraries_are_declared() -> None:
    distributions = importlib.metadata.packages_distributions()
    for folder in FOLDERS:
        for file in sources(folder):
            package = package_of(file.parent)
            names = imports(file.read_text(encoding="utf-8"), package)
            tops = {name.partition(".")[0] for name in names} - {"livret"}
            tops -= sys.stdlib_module_names
            tops -= LOADED_BY_A_TOOL.get(f"{package}.{file.stem}", set())
            for top in tops:
                homes = {canonical(home) for home in distributions.get(top, ())}
                assert homes & declared(), f"{file} imports {top}"


def test_data_files_are_matched_by_a_pattern() -> None:
    patterns: dict[str, list[str]] = SETUPTOOLS["package-data"]
    shipped: set[Path] = set()
    for package, globs in patterns.items():
        home = ROOT.joinpath(*package.split(".")[1:])
        shipped.update(file for glob in globs for file in home.glob(glob))
    for folder in FOLDERS:
        for file in (ROOT / folder).rglob("*"):
            parts = file.relative_to(ROOT).parts
            hidden = any(part.startswith(".") or part == "__pycache__" for part in parts)
            if file.is_file() and file.suffix != ".py" and not hidden:
                assert file in shipped, f"{file}: add its kind to package-data"


def test_packages_with_types_say_so() -> None:
    for folder in (ROOT, ROOT / "dsl", ROOT / "interpreter"):
        assert (folder / "py.typed").is_file()
