"""Readings without a reason, amendments with a wrong day."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from .. import nodes
from ..diagnostics import Diagnostic
from .subject import Written


def unexplained_reading(written: Written) -> Iterator[Diagnostic]:
    """Yield readings that do not say what the rulebook leaves open."""
    for node in written.declarations:
        if isinstance(node, nodes.Reading) and not any(
            isinstance(line, nodes.Reason) for line in node.lines
        ):
            yield Diagnostic("L08", node.name.span, {"name": node.name.text})


def wrong_date(written: Written) -> Iterator[Diagnostic]:
    """Yield amendments dated on no day of the calendar, or before their source."""
    for node in written.declarations:
        if not isinstance(node, nodes.Amendment):
            continue
        sources = [
            line.name.text for line in node.lines if isinstance(line, nodes.AmendmentSource)
        ]
        published = max((written.sources.get(name, "") for name in sources), default="")
        for line in node.lines:
            if not isinstance(line, nodes.AmendmentDate):
                continue
            if not _is_day(line.date.text):
                yield Diagnostic("A07", line.date.span, {"found": line.date.text})
            elif line.date.text < published:
                values = {"found": line.date.text, "date": published}
                yield Diagnostic("A06", line.date.span, values)


def _is_day(text: str) -> bool:
    """Tell whether the calendar has a day."""
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True
