"""One page of documentation for each diagnostic code, made when the documentation is.

The wording comes from `livret.dsl.messages`, the example and what livret answers to it
from `tests/diagnostics`: each text stands once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from livret.dsl.diagnostics import Message
from livret.dsl.messages import MESSAGES

EXAMPLES = Path(__file__).parent.parent / "tests" / "diagnostics"
#: Longest example shown whole.
MAX_LINES = 40


def write_pages(folder: Path) -> None:
    """Write the pages of all codes in a folder, and remove those of codes that are gone."""
    for old in folder.glob("[A-Z][0-9][0-9].rst"):
        if old.stem not in MESSAGES:
            old.unlink()
    for code, message in MESSAGES.items():
        path = folder / f"{code}.rst"
        text = page(code, message)
        # An unchanged page is not read again.
        if not path.exists() or path.read_text("utf-8") != text:
            path.write_text(text, "utf-8")


def page(code: str, message: Message) -> str:
    """Return the page of one code."""
    title = f"{code}: {_plain(message.fault_en)}"
    parts = [
        title,
        "=" * len(title),
        "",
        f"*{message.severity.value}* · {_plain(message.fault_fr)}",
        "",
        message.explanation,
        "",
    ]
    for stem in sorted({path.name.split(".")[0] for path in EXAMPLES.glob(f"{code}*")}):
        parts += _example(stem)
    return "\n".join(parts) + "\n"


def _plain(template: str) -> str:
    """Return a template with its blanks as dots, safe in running text."""
    text = re.sub(r"\{\w*\}", "…", template)
    return re.sub(r"([*`|_\\])", r"\\\1", text)


def _example(stem: str) -> Iterator[str]:
    """Yield the lines that show an example and what livret answers.

    It is one file, a folder, or an answer only if no small file shows the fault.
    """
    yield from ("Example", "-------", "")
    for file in (EXAMPLES / f"{stem}.livret", *sorted((EXAMPLES / stem).glob("*"))):
        if file.is_file():
            yield from _block(f"``{file.name}``", file.read_text("utf-8", errors="replace"))
    for lang, lead in (("fr", "livret answers"), ("en", "or in English")):
        answer = EXAMPLES / f"{stem}.{lang}.txt"
        if answer.exists():
            yield from _block(lead, answer.read_text("utf-8"))


def _block(lead: str, text: str) -> Iterator[str]:
    """Yield a literal block under a line that introduces it."""
    lines = text.rstrip("\n").split("\n")
    if len(lines) > MAX_LINES:
        lines = [*lines[:MAX_LINES], "…"]
    yield from (f"{lead}::", "")
    for line in lines:
        yield f"   {_printable(line)}".rstrip()
    yield ""


def _printable(line: str) -> str:
    """Return a line without control characters, which no page can show, cut if long."""
    shown = "".join(sign if sign.isprintable() else "�" for sign in line)
    return shown if len(shown) <= 120 else f"{shown[:120]}…"
