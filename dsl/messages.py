"""The catalogue: every diagnostic code and its wording, gathered from the families."""

from __future__ import annotations

from .diagnostics import Message
from .messages_checks import CHECKS
from .messages_choices import AMENDMENTS, CITATIONS, SETTINGS
from .messages_components import COMPONENTS
from .messages_decks import CONSTRUCTIONS, DECKS
from .messages_declarations import STRUCTURE
from .messages_examples import EXAMPLES
from .messages_kinds import KINDS
from .messages_names import NAMES
from .messages_progress import PROGRESS
from .messages_runtime import RUNTIME
from .messages_syntax import SYNTAX
from .messages_timing import DOCUMENTS, REACHABILITY
from .messages_windows import WINDOWS

_FAMILIES: tuple[dict[str, Message], ...] = (
    SYNTAX,
    NAMES,
    KINDS,
    STRUCTURE,
    CONSTRUCTIONS,
    AMENDMENTS,
    SETTINGS,
    CITATIONS,
    CHECKS,
    EXAMPLES,
    COMPONENTS,
    DECKS,
    RUNTIME,
    REACHABILITY,
    WINDOWS,
    PROGRESS,
    DOCUMENTS,
)

#: Message by code, in the order of the families.
MESSAGES: dict[str, Message] = {
    code: message for family in _FAMILIES for code, message in family.items()
}

if len(MESSAGES) != sum(map(len, _FAMILIES)):
    raise ValueError("a diagnostic code stands in two families")
