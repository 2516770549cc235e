"""`livret fmt`: rule files and the ability blocks of components, evenly laid out."""

from __future__ import annotations

import difflib
import sys
from argparse import Namespace
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ...dsl.diagnostics import Diagnostic
from ...dsl.files import read_source
from ...dsl.limits import MAX_BYTES
from ...dsl.printer import format_text, format_yaml
from ...dsl.render import render_all
from ...dsl.source import Source
from ...dsl.writing import replace_file
from ...rulesets import is_ruleset, shipped
from ..arguments import Parser
from ..files import files_under
from ..games import near
from ..misuse import Misuse
from ..screen import Screen
from . import FINE, FOUND

EXAMPLES = (
    ("livret fmt mon-jeu", "met en forme un dossier", "lay out a folder"),
    ("livret fmt --diff regles.livret", "montre sans écrire", "show, write nothing"),
    ("livret fmt --check .", "échoue s'il y a à faire", "fail if there is something to do"),
    ("livret fmt - < regles.livret", "de l'entrée à la sortie", "from input to output"),
)

STANDARD_INPUT = "-"
_YAML = (".yaml", ".yml")
_ENDINGS = (".livret", *_YAML)


@dataclass(frozen=True, slots=True)
class Layout:
    """A text and its canonical form, None if mistakes prevent it."""

    source: Source
    text: str | None
    diagnostics: list[Diagnostic]

    @property
    def is_changed(self) -> bool:
        return self.text is not None and self.text != self.source.text


def declare(parser: Parser) -> None:
    """Add the arguments of the verb."""
    parser.add(
        "paths",
        nargs="*",
        value="PATH",
        completes="file",
        text=(
            "fichiers, dossiers ou jeux livrés, « - » pour l'entrée standard ; "
            "par défaut le dossier courant",
            "files, folders or shipped games, “-” for standard input; "
            "the current folder by default",
        ),
    )
    check = (
        "n'écrit rien ; échoue si un fichier changerait",
        "write nothing; fail if a file would change",
    )
    parser.add("--check", action="store_true", text=check)
    diff = ("montre les changements sans écrire", "show the changes, write nothing")
    parser.add("--diff", action="store_true", text=diff)


def run(arguments: Namespace, screen: Screen) -> int:
    """Format each file; 1 if one has mistakes or, with --check or --diff, would change."""
    if arguments.paths == [STANDARD_INPUT]:
        return _pass_through(screen)
    is_dry = arguments.check or arguments.diff
    layouts = [lay_out(path) for path in targets(arguments.paths)]
    changed = [layout for layout in layouts if layout.is_changed]
    for layout in changed:
        if arguments.diff:
            screen.write("".join(differences(layout)).rstrip("\n"))
        elif not is_dry:
            _write(layout)
    _report(layouts, changed, is_dry, screen)
    has_mistakes = any(layout.diagnostics for layout in layouts)
    return FOUND if has_mistakes or (is_dry and changed) else FINE


def targets(paths: Sequence[str]) -> Iterator[Path]:
    """Yield the files to format, each once."""
    seen = set()
    for name in paths or ["."]:
        path = near(shipped()[name]) if name in shipped() else Path(name)
        if path.is_dir():
            if not paths and not is_ruleset(path):
                raise Misuse(
                    "aucun fichier .livret ici ; donner des fichiers ou un dossier",
                    "no .livret file here; give files or a folder",
                )
            files = list(files_under(path, _ENDINGS))
        elif path.is_file() and path.suffix in _ENDINGS:
            files = [path]
        elif path.is_file():
            raise Misuse(
                f"« {name} » n'est ni un .livret ni un .yaml",
                f"“{name}” is neither a .livret nor a .yaml file",
            )
        else:
            raise Misuse(f"aucun fichier « {name} »", f"no file “{name}”")
        for file in files:
            if file not in seen:
                seen.add(file)
                yield file


def lay_out(path: Path) -> Layout:
    """Return the canonical form of a file."""
    source = read_source(path)
    if isinstance(source, Diagnostic):
        return Layout(Source(path, ""), None, [source])
    return Layout(source, *(format_yaml if path.suffix in _YAML else format_text)(source))


def differences(layout: Layout) -> Iterator[str]:
    """Yield the lines of a unified diff from a text to its canonical form."""
    before = layout.source.text.splitlines(keepends=True)
    after = (layout.text or "").splitlines(keepends=True)
    name = layout.source.path.as_posix()
    for line in difflib.unified_diff(before, after, name, name):
        yield line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"


def _write(layout: Layout) -> None:
    """Put the canonical form in the place of a file, unless it has changed meanwhile."""
    path = layout.source.path
    if read_source(path) != layout.source or layout.text is None:
        raise Misuse(
            f"« {path} » a changé entre-temps ; recommencer",
            f"“{path}” has changed meanwhile; try again",
        )
    replace_file(path, layout.text.encode())


def _report(
    layouts: list[Layout], changed: list[Layout], is_dry: bool, screen: Screen
) -> None:
    """Say which files changed or would, then the mistakes, then the count."""
    verb = ("à mettre en forme", "to format") if is_dry else ("mis en forme", "formatted")
    for layout in changed:
        screen.complain(f"{screen.pick(*verb)} : {layout.source.path}")
    found = [diagnostic for layout in layouts for diagnostic in layout.diagnostics]
    if found:
        sources = {layout.source.path: layout.source for layout in layouts}
        text = render_all(found, sources, screen.lang, screen.has_colour)
        screen.write(text.rstrip("\n"))
    files = screen.count(len(layouts), "fichier", "file")
    screen.complain(f"{files}, {len(changed)} {screen.pick(*verb)}")


def _pass_through(screen: Screen) -> int:
    """Format standard input to standard output; with mistakes, give it back as it is."""
    content = sys.stdin.buffer.read(MAX_BYTES + 1)
    if len(content) > MAX_BYTES:
        limit = f"{MAX_BYTES:,}".replace(",", " ")
        raise Misuse(
            f"plus de {limit} octets en entrée", f"more than {limit} bytes of input"
        )
    try:
        given = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Misuse("l'entrée n'est pas en UTF-8", "the input is not UTF-8") from None
    source = Source(Path("<stdin>"), given)
    text, diagnostics = format_text(source)
    sys.stdout.write(given if text is None else text)
    if text is not None:
        return FINE
    mistakes = render_all(diagnostics, {source.path: source}, screen.lang)
    screen.complain(mistakes.rstrip("\n"))
    return FOUND
