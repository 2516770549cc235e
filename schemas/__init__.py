"""JSON Schemas (draft 2020-12) of the files livret reads and writes."""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from typing import Any

#: What each schema describes; `load_schema` knows these names.
NAMES = (
    "components",
    "coverage",
    "diagnostics",
    "journal",
    "manifest",
    "results",
    "save",
    "statements",
    "survivors",
)


@cache
def load_schema(name: str) -> dict[str, Any]:
    """Return a schema by its name, `manifest` for `manifest.schema.json`."""
    if name not in NAMES:
        raise KeyError(name)
    text = resources.files(__package__).joinpath(f"{name}.schema.json").read_text("utf-8")
    schema: dict[str, Any] = json.loads(text)
    return schema
