"""livret: the rules of board and card games, written as text, checked and played.

``livret.load(...)`` is the way in. The names below are imported on first use, so that
``import livret`` costs nothing: the command line starts with it, and so does pytest.
Keep this file free of other imports (docs/decisions/0001-root-package.rst).
"""

from importlib import import_module
from typing import Any

__version__ = "0.1.0"
__all__ = ["GameError", "RulesetError", "__version__", "games", "load", "resume"]

# Public name -> the module that defines it.
_HOMES = {
    "GameError": "livret.interpreter.faults",
    "RulesetError": "livret.interpreter.faults",
    "games": "livret.interpreter.api",
    "load": "livret.interpreter.api",
    "resume": "livret.interpreter.api",
}


def __getattr__(name: str) -> Any:
    """Import a public name when it is first asked for."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
