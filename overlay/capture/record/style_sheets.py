"""The style sheets of a recording."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from observers.recording_protocol import SetSheets
from overlay.capture.model import Add, Attach, Node, Opened, PageLine, Shadow, Step
from overlay.capture.record.assets import Kept


def style_sheets(lines: Iterable[PageLine], assets: Iterable[Kept]) -> Iterator[str]:
    """Yield the texts of the sheets in the pages' lines and in the assets."""
    for asset in assets:
        if asset.text:
            yield asset.data.decode("utf-8", "replace")
    for line in lines:
        match line:
            case Opened():
                yield from line.sheets
                for node in line.tree:
                    yield from _in_node(node)
            case Step():
                for op in line.ops:
                    yield from _in_op(op)
            case _:
                pass


def _in_op(op: object) -> Iterator[str]:
    match op:
        case Add():
            yield from _in_node(op.node)
        case SetSheets():
            yield from op.sheets
        case Attach():
            yield from _in_shadow(op.shadow)
        case _:
            pass


def _in_shadow(shadow: Shadow) -> Iterator[str]:
    yield from shadow.sheets
    for kid in shadow.kids:
        yield from _in_node(kid)


def _in_node(node: Node) -> Iterator[str]:
    for kid in node.kids:
        if node.tag == "style" and kid.text:
            yield kid.text
        yield from _in_node(kid)
    if node.shadow:
        yield from _in_shadow(node.shadow)
