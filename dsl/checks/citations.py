"""Citations and waivers against the statements of the rulebook."""

from __future__ import annotations

from collections.abc import Iterator

from .. import nodes
from ..citations import Citation, Role
from ..diagnostics import Diagnostic, Place
from ..messages_proofs import CLAIMS
from ..suggestions import closest
from .subject import Written


def unknown_statement(written: Written) -> Iterator[Diagnostic]:
    """Yield citations and waivers of statements the ruleset does not list.

    A ruleset without a list of statements cites as it likes.
    """
    known = written.statements
    for citation in written.citations if known else ():
        if citation.id not in known:
            code = "C03" if citation.role is Role.WAIVER else "C01"
            values = {"name": citation.id, "closest": closest(citation.id, known)}
            yield Diagnostic(code, citation.span, values)


def unknown_check(written: Written) -> Iterator[Diagnostic]:
    """Yield exemptions from checks there are not."""
    for node in written.declarations:
        if isinstance(node, nodes.Exemption) and node.code.text not in CLAIMS:
            values = {"name": node.code.text, "closest": closest(node.code.text, CLAIMS)}
            yield Diagnostic("C05", node.code.span, values)


def waived_and_cited(written: Written) -> Iterator[Diagnostic]:
    """Yield waivers of statements that a rule, example or component cites."""
    cited: dict[str, Citation] = {}
    for citation in written.citations:
        if citation.role is not Role.WAIVER:
            cited.setdefault(citation.id, citation)
    for waiver in _waivers(written):
        if waiver.id in cited:
            places = (Place(cited[waiver.id].span, "cited"),)
            yield Diagnostic("C02", waiver.span, {"name": waiver.id}, places)


def waived_twice(written: Written) -> Iterator[Diagnostic]:
    """Yield statements with two waivers: two reasons for one absence."""
    first: dict[str, Citation] = {}
    for waiver in _waivers(written):
        other = first.setdefault(waiver.id, waiver)
        if other.declaration is not waiver.declaration:
            places = (Place(other.span, "first"),)
            yield Diagnostic("C04", waiver.span, {"name": waiver.id}, places)


def _waivers(written: Written) -> Iterator[Citation]:
    return (each for each in written.citations if each.role is Role.WAIVER)
