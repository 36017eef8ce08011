"""Orders the messages of a chat that is a tree: an edited question or another answer begins a branch."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from overlay.common.json_types import JsonValue, list_in

from .model import Branch


@dataclass(slots=True)
class Node:
    """A message's place: its parent and its children, as far as the export names them."""

    parent: str | None = None
    children: list[str] = field(default_factory=list[str])


def node_of(parent: JsonValue, children: JsonValue) -> Node:
    """Return the place of a message; what is not an id in an export is left out."""
    ids = [child for child in list_in(children) if isinstance(child, str)]
    return Node(parent if isinstance(parent, str) else None, ids)


def in_order(nodes: Mapping[str, Node], current: JsonValue) -> Iterator[tuple[str, Branch]]:
    """Yield each node once: a parent before its children, and children in their order, with its branch.

    The branch is `current` on the path from the root to the node `current`, or, if there is no such node, on
    the path that follows the last child of each node, which sites show first. A tree may be damaged: links to
    missing nodes are left out, and nodes in a ring come last.
    """
    below = _links(nodes)
    inner = {child for children in below.values() for child in children}
    roots = [name for name in nodes if name not in inner]
    shown = set(_up(nodes, current) if isinstance(current, str) and current in nodes else _down(below, roots))
    seen: set[str] = set()
    # From the last to the first, since the next one is taken from the end; rings have no root.
    waiting = [*reversed(list(nodes)), *reversed(roots)]
    while waiting:
        name = waiting.pop()
        if name not in seen:
            seen.add(name)
            yield name, "current" if name in shown else "other"
            waiting += reversed(below[name])


def _links(nodes: Mapping[str, Node]) -> dict[str, list[str]]:
    """Return the children of each node: those that it names, then those that name it as parent."""
    below = {name: [child for child in node.children if child in nodes] for name, node in nodes.items()}
    known = {(name, child) for name, children in below.items() for child in children}
    for name, node in nodes.items():
        if node.parent is not None and node.parent in nodes and (node.parent, name) not in known:
            below[node.parent].append(name)
    return below


def _up(nodes: Mapping[str, Node], name: str | None) -> Iterator[str]:
    seen: set[str] = set()
    while name is not None and name in nodes and name not in seen:
        seen.add(name)
        yield name
        name = nodes[name].parent


def _down(below: Mapping[str, list[str]], roots: list[str]) -> Iterator[str]:
    seen: set[str] = set()
    level = roots
    while level and level[-1] not in seen:
        seen.add(level[-1])
        yield level[-1]
        level = below[level[-1]]
