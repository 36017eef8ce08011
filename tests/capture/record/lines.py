"""Short ways to write the lines of a page."""

from __future__ import annotations

from typing import Any

from overlay.capture.model import Node, Opened, PageLine, Step
from overlay.capture.record.text_rewrite import Rules
from overlay.capture.record.visible_text import VisibleText, joined, texts_in
from tests.capture.page_line import PAGE_LINE


def text(number: int, data: str) -> dict[str, Any]:
    return {"id": number, "text": data}


def element(number: int, tag: str, *kids: dict[str, Any], **attrs: str) -> dict[str, Any]:
    return {"id": number, "tag": tag, "attrs": list(attrs.items()), "kids": list(kids)}


def opened(*tree: dict[str, Any], **more: Any) -> Opened:
    line = PAGE_LINE.validate_python(
        {"t": "document", "at": 0, "doc": 1, "url": "http://a/", "tree": list(tree), **more}
    )
    assert isinstance(line, Opened)
    return line


def step(number: int, *ops: dict[str, Any]) -> Step:
    return Step.model_validate({"at": number, "doc": 1, "n": number, "ops": list(ops)})


def splice(node: int, at: int, cut: int, new: str) -> dict[str, Any]:
    return {"o": "text", "id": node, "at": at, "cut": cut, "text": new}


def add(parent: int, node: dict[str, Any], before: int = 0) -> dict[str, Any]:
    return {"o": "add", "parent": parent, "before": before, "node": node}


def remove(node: int) -> dict[str, Any]:
    return {"o": "del", "id": node}


def states(lines: list[PageLine]) -> list[str]:
    """All text of the one document after each line."""
    found: list[str] = []
    mirror: VisibleText | None = None
    for line in lines:
        if isinstance(line, Opened):
            mirror = VisibleText(line)
        elif isinstance(line, Step) and mirror:
            for op in line.ops:
                mirror.apply(op)
        if mirror:
            found.append(joined([*texts_in(mirror.root)]))
    return found


def all_rules(change: Any) -> Rules:
    return Rules(change, lambda _tag, _name, value: change(value), change, change, change, change)


__all__ = ["Node", "add", "all_rules", "element", "opened", "remove", "splice", "states", "step", "text"]
