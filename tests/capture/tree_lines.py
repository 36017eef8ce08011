"""A recorded tree as `tree_dump.js` writes the built page: one node a line. The tests compare the two."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from overlay.capture.dom_tree import Item

SURROGATE = re.compile("[\ud800-\udfff]")


def lines_of(item: Item, depth: int = 0) -> Iterator[str]:
    """Yield the lines of what is in the node."""
    pad = "  " * depth
    text = ""
    for kid in item.kids:
        if kid.text is not None:
            text += kid.text
            continue
        if text:
            yield pad + quoted(text)
            text = ""
        if kid.comment is not None:
            yield f"{pad}<!--{quoted(kid.comment)}-->"
        elif kid.doctype is not None:
            yield f"{pad}<!doctype {kid.doctype}>"
        else:
            yield from element_lines(kid, depth)
    if text:
        yield pad + quoted(text)


def element_lines(item: Item, depth: int) -> Iterator[str]:
    pad = "  " * depth
    attrs = sorted(f"{name}={quoted(value)}" for name, value in item.attrs.items())
    space = f"{item.ns}:" if item.ns else ""
    yield f"{pad}<{space}{' '.join([item.tag or '', *attrs])}>"
    if item.shadow:
        yield f"{pad}  #shadow"
        yield from lines_of(item.shadow, depth + 2)
    if item.tag != "script":  # its text is not built
        yield from lines_of(item, depth + 1)


def quoted(text: str) -> str:
    """The text as JavaScript's `JSON.stringify` writes it."""
    whole = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
    plain = json.dumps(whole, ensure_ascii=False)
    return SURROGATE.sub(lambda found: f"\\u{ord(found[0]):04x}", plain)
