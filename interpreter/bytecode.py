"""Generated modules as code objects, kept on disk under a hash of their text."""

from __future__ import annotations

import hashlib
import marshal
import sys
from types import CodeType

from ..dsl.cache import read_cached, write_cached


def code_of(source: str, title: str) -> CodeType:
    """Return the code of a generated module; `title` stands for its file in tracebacks."""
    tag = sys.implementation.cache_tag or "python"
    content_hash = hashlib.sha256(repr((title, source)).encode()).hexdigest()
    name = f"rules-{tag}-{content_hash}"
    kept = read_cached(name)
    if kept is not None:
        code: CodeType = marshal.loads(kept)
        return code
    code = compile(source, title, "exec")
    write_cached(name, marshal.dumps(code))
    return code
