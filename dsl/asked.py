"""What is asked of a ruleset: variants, readings, options, and which amendments."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Choices:
    """What the player asks for: variants switched on, readings, options by name."""

    variants: tuple[str, ...] = ()
    readings: Mapping[str, str] = field(default_factory=dict)
    options: Mapping[str, str] = field(default_factory=dict)


#: Nothing asked for: every default.
DEFAULTS = Choices()


@dataclass(frozen=True, slots=True)
class Force:
    """Which amendments are wanted: as of a date, or none at all."""

    as_of: str | None = None
    errata: bool = True


#: Every amendment, whatever its date.
ALL = Force()
