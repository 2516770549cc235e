"""Programs, and what they are made of, as bytes and back: for other processes, and to keep."""

from __future__ import annotations

import copyreg
import io
import pickle
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any


def pack(value: object) -> bytes:
    """Return a program, or any value made of such parts, as bytes."""
    packed = io.BytesIO()
    _Packer(packed, pickle.HIGHEST_PROTOCOL).dump(value)
    return packed.getvalue()


def unpack(packed: bytes) -> Any:
    """Return what was packed; only for what this very version has packed."""
    return pickle.loads(packed)


def _frozen(mapping: Mapping[Any, Any]) -> Mapping[Any, Any]:
    return MappingProxyType(mapping)


def _reduced(mapping: Mapping[Any, Any]) -> tuple[Any, ...]:
    return _frozen, (dict(mapping),)


class _Packer(pickle.Pickler):
    """Writes read-only mappings too."""

    dispatch_table = {**copyreg.dispatch_table, MappingProxyType: _reduced}  # noqa: RUF012
