"""What a rule is built on: a declaration in, the declarations its words lead to out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from . import nodes
from .citations import name_of

#: Declarations whose content is part of every rule that names them.
EXPANDED = (nodes.Definition, nodes.Value, nodes.Procedure)


class Dependencies:
    """The declarations of a ruleset by name; the words of a rule lead from one to others."""

    def __init__(self, declarations: Iterable[nodes.Declaration]) -> None:
        self.by_name: dict[str, list[nodes.Declaration]] = {}
        for node in declarations:
            if not isinstance(node, nodes.Example | nodes.Amendment):
                self.by_name.setdefault(name_of(node), []).append(node)

    def named_in(self, node: nodes.Node) -> Iterator[nodes.Declaration]:
        """Yield the declarations that the words of a node name, each once, not itself."""
        for word in sorted(_words(node)):
            for found in self.by_name.get(word, ()):
                if found is not node:
                    yield found

    def reach(
        self,
        node: nodes.Node,
        through: tuple[type[nodes.Declaration], ...] = EXPANDED,
    ) -> list[nodes.Declaration]:
        """Return all a node names, and what is named in turn by those of some classes."""
        found: dict[int, nodes.Declaration] = {}
        waiting: list[nodes.Node] = [node]
        while waiting:
            for each in self.named_in(waiting.pop()):
                if id(each) not in found and each is not node:
                    found[id(each)] = each
                    if isinstance(each, through):
                        waiting.append(each)
        return list(found.values())


def _words(node: nodes.Node) -> set[str]:
    """Return every word a node has, names and keywords alike."""
    return {each.text for each in node.walk() if isinstance(each, nodes.Word)}
