"""Python text whose value is known while it is written.

A reading or an option that was settled before the game leaves conditions like `0 == 1`
all over the rules: what they decide is decided here, and the rest is not written.
"""

from __future__ import annotations

import operator
import re

COMPARE = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_NUMBER = re.compile(r"-?\d+")
#: A call may meet a fault, which must not be lost.
_CALL = re.compile(r"\w\(")


def known_truth(text: str) -> bool | None:
    """Return the truth of a text that is a constant, else None."""
    if text in ("True", "False"):
        return text == "True"
    return bool(int(text)) if _NUMBER.fullmatch(text) else None


def compared(left: str, sign: str, right: str) -> str:
    """Give the text of a comparison."""
    if _NUMBER.fullmatch(left) and _NUMBER.fullmatch(right):
        return str(COMPARE[sign](int(left), int(right)))
    return f"({left} {sign} {right})"


def joined(left: str, is_and: bool, right: str) -> str:
    """Give the text of « left et right » or « left ou right »."""
    deciding = not is_and
    known = known_truth(left)
    if known is not None:
        return str(deciding) if known is deciding else right
    known = known_truth(right)
    if known is not None and known is not deciding:
        return left
    if known is not None and not _CALL.search(left):
        return str(deciding)
    return f"({left} {'and' if is_and else 'or'} {right})"


def negated(text: str) -> str:
    """Give the text of « non text »."""
    known = known_truth(text)
    return f"(not {text})" if known is None else str(not known)


def chosen(test: str, then: str, otherwise: str) -> str:
    """Give the text of « si test alors then sinon otherwise »."""
    known = known_truth(test)
    if known is None:
        return f"({then} if {test} else {otherwise})"
    return then if known else otherwise
