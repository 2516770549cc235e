"""A Program as bytes and back, to hand it to another process of ours."""

from __future__ import annotations

import io
import pickle
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from ..dsl.program import Program


def pack(program: Program) -> bytes:
    """Return a program as bytes."""
    packed = io.BytesIO()
    _Packer(packed).dump(program)
    return packed.getvalue()


def unpack(packed: bytes) -> Program:
    """Return the program that was packed; only for what this very version has packed."""
    program: Program = pickle.loads(packed)
    return program


def _frozen(mapping: Mapping[Any, Any]) -> Mapping[Any, Any]:
    return MappingProxyType(mapping)


class _Packer(pickle.Pickler):
    """Writes read-only mappings too."""

    def reducer_override(self, value: Any) -> Any:
        if isinstance(value, MappingProxyType):
            return _frozen, (dict(value),)
        return NotImplemented
