"""Elements without a page: `node("button#send.big", box=(0, 0, 30, 30))`."""

from __future__ import annotations

import re

from overlay.sites.check.snapshot import Node

Box = tuple[float, float, float, float]
_TAG = re.compile(r"^[\w-]+")
_ID = re.compile(r"#([\w-]+)")
_CLASS = re.compile(r"\.([\w-]+)")


def node(spec: str, *children: Node, box: Box | None = (0, 0, 200, 40), text: int = 0, **named: str) -> Node:
    """An element with these children; underscores in `named` mean hyphens."""
    tag = _TAG.match(spec)
    assert tag
    attributes = {name.replace("_", "-"): value for name, value in named.items()}
    if found := _ID.search(spec):
        attributes["id"] = found[1]
    if classes := _CLASS.findall(spec):
        attributes["class"] = " ".join(classes)
    made = Node(tag[0], attributes, box=box, text=text, children=list(children))
    for child in children:
        child.parent = made
    return made
