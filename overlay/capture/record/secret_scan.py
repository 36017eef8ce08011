"""Scans everything that was recorded for secrets.

A line of text is scanned when it is removed or replaced, or at the end: until then it only grows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from observers.recording_protocol import SetAttribute, SetSheets, SetUrl, SetValue
from overlay.capture.dom_tree import Item, by_document
from overlay.capture.model import Add, Attach, Closed, Node, Op, Opened, PageLine, Step
from overlay.capture.record.visible_text import VisibleText, block_of, joined, line, texts_in

Look = Callable[[str], None]


def look_at_pages(lines: Iterable[PageLine], look: Look) -> None:
    """Call `look` with each text of the pages: lines at their longest, attributes, values, URLs, sheets."""
    once = _Once(look)
    open_ones: dict[int, _PageScan] = {}
    for entry, page in by_document(lines, lambda opened: _PageScan(opened, once)):
        if page is None:
            continue
        match entry:
            case Opened():
                open_ones[entry.doc] = page
                page.opened(entry)
            case Step():
                page.step(entry)
            case Closed():
                open_ones.pop(entry.doc).over()
    for page in open_ones.values():
        page.over()


class _Once:
    """Calls `look` at most once for each text, and not for texts of up to 3 characters."""

    def __init__(self, look: Look) -> None:
        self._look = look
        self._seen: set[str] = set()

    def __call__(self, text: str) -> None:
        if len(text) > 3 and text not in self._seen:
            self._seen.add(text)
            self._look(text)


class _PageScan:
    def __init__(self, opened: Opened, look: Look) -> None:
        self._mirror = VisibleText(opened)
        self._look = look
        self._lines: dict[Item, str] = {}

    def opened(self, opened: Opened) -> None:
        self._look(opened.url)
        self._look(opened.title)
        for text in opened.sheets:
            self._look(text)
        for node in opened.tree:
            self._node(node)
        for block in dict.fromkeys(block_of(item) for item in texts_in(self._mirror.root)):
            self._lines[block] = joined(line(block))
        self._mirror.clear()

    def step(self, step: Step) -> None:
        mirror = self._mirror
        mirror.clear()
        for op in step.ops:
            mirror.apply(op)
            self._op(op)
        over = [text for item in mirror.gone for text in self._left(item)]
        for block in mirror.blocks():
            before, now = self._lines.get(block, ""), joined(line(block))
            self._lines[block] = now
            if not now.startswith(before):
                over.append(before)
            # A page that rebuilds the line for each token removes a beginning of the new line: skip it.
            over = [text for text in over if not now.startswith(text)]
        for text in over:
            self._look(text)

    def over(self) -> None:
        for text in self._lines.values():
            self._look(text)

    def _left(self, item: Item) -> list[str]:
        """Return and forget the lines of a removed subtree."""
        found: list[str] = []
        waiting = [item]
        while waiting:
            item = waiting.pop()
            if text := self._lines.pop(item, ""):
                found.append(text)
            waiting += item.inner
        return found

    def _op(self, op: Op) -> None:
        match op:
            case Add():
                self._node(op.node)
            case SetAttribute() | SetValue():
                self._look(op.value or "")
            case Attach():
                for kid in op.shadow.kids:
                    self._node(kid)
            case SetSheets():
                for text in op.sheets:
                    self._look(text)
            case SetUrl():
                self._look(op.url)
            case _:
                pass

    def _node(self, node: Node) -> None:
        for _, value in node.attrs:
            self._look(value)
        self._look(node.comment or "")
        self._look(node.value or "")
        for kid in [*node.kids, *(node.shadow.kids if node.shadow else [])]:
            self._node(kid)
