"""A Program as bytes and back, to hand it to another process of ours."""

from __future__ import annotations

import io
import pickle
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any


def pack(value: object) -> bytes:
    """Return a program, or any value made of such parts, as bytes."""
    packed = io.BytesIO()
    _Packer(packed).dump(value)
    return packed.getvalue()


def unpack(packed: bytes) -> Any:
    """Return what was packed; only for what this very version has packed."""
    return pickle.loads(packed)


def _frozen(mapping: Mapping[Any, Any]) -> Mapping[Any, Any]:
    return MappingProxyType(mapping)


class _Packer(pickle.Pickler):
    """Writes read-only mappings too."""

    def reducer_override(self, value: Any) -> Any:
        if isinstance(value, MappingProxyType):
            return _frozen, (dict(value),)
        return NotImplemented
