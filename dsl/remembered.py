"""What was parsed once and has not changed: kept on disk for each folder, by its text.

All that is kept of a folder stands in one file, with a stamp of the code that made it. A text
that changed is parsed anew, and so is everything where the code changed or the file is damaged.
"""

from __future__ import annotations

import gc
import hashlib
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from .cache import read_cached, write_cached
from .kept import code_stamp
from .packing import pack, unpack

#: Gives what a key stands for: as it is kept, or made by the function.
Remembering = Callable[[object, Callable[[], Any]], Any]


@contextmanager
def remembering(folder: Path) -> Iterator[Remembering]:
    """Give what recalls the parts of a folder; at the end, keep those that are new."""
    place = f"{folder}\0{os.path.realpath(folder)}"
    name = f"parsed-{hashlib.sha256(place.encode('utf-8', 'surrogateescape')).hexdigest()}"
    stamp = code_stamp()
    known, used = _recalled(name, stamp), {}

    def remembered(key: object, make: Callable[[], Any]) -> Any:
        digest = hashlib.sha256(repr(key).encode("utf-8", "surrogateescape")).digest()
        used[digest] = known[digest] if digest in known else make()
        return used[digest]

    yield remembered
    if used.keys() != known.keys():
        try:
            write_cached(name, pack((stamp, used)))
        except RecursionError:
            # Too deep to be kept; it is parsed again each time.
            return


def _recalled(name: str, stamp: str) -> dict[bytes, Any]:
    """Return what is kept under a name by this very code."""
    content = read_cached(name)
    if content is None:
        return {}
    was_enabled = gc.isenabled()
    # Nothing that is unpacked is garbage.
    gc.disable()
    try:
        kept_stamp, known = unpack(content)
    except Exception:
        # Written by a livret that kept something else; it may raise anything.
        return {}
    finally:
        if was_enabled:
            gc.enable()
    return known if kept_stamp == stamp and isinstance(known, dict) else {}
