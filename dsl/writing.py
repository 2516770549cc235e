"""Files replaced whole or not at all."""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from pathlib import Path


def replace_file(path: Path, content: bytes, is_lasting: bool = True) -> None:
    """Write a file: all of the new content takes its place, or nothing happens.

    Permissions are kept, and a link stays a link. What is not `is_lasting` may be lost if
    the machine stops: whoever reads it can tell.
    """
    target = path.resolve()
    handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=".livret-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            if is_lasting:
                file.flush()
                os.fsync(file.fileno())
        if target.exists():
            shutil.copymode(target, temporary)
        os.replace(temporary, target)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise
