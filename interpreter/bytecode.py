"""Generated modules as code objects, kept on disk under a hash of their text.

What is kept is checked against its own digest before it is loaded: a stale, cut or
corrupt file is written anew, never trusted.
"""

from __future__ import annotations

import hashlib
import marshal
import sys
from types import CodeType

from ..dsl.cache import read_cached, write_cached

DIGEST = 32


def code_of(source: str, title: str) -> CodeType:
    """Return the code of a generated module; `title` stands for its file in tracebacks."""
    tag = sys.implementation.cache_tag or "python"
    content_hash = hashlib.sha256(repr((title, source)).encode()).hexdigest()
    name = f"rules-{tag}-{content_hash}"
    kept = read_cached(name)
    if kept is not None and hashlib.sha256(kept[DIGEST:]).digest() == kept[:DIGEST]:
        code: CodeType = marshal.loads(kept[DIGEST:])
        return code
    code = compile(source, title, "exec")
    content = marshal.dumps(code)
    write_cached(name, hashlib.sha256(content).digest() + content)
    return code
