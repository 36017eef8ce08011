"""Rewrites the texts of page lines. The new texts have the same length, so all offsets stay valid.

The rules get whole lines of visible text, even if a line is split over several elements.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import cast

from observers import units
from observers.recording_protocol import SetAttribute, SetSheets, SetUrl, SetValue, SpliceText
from overlay.capture.dom_tree import Item, by_document
from overlay.capture.model import Add, Attach, Delta, Node, Op, Opened, PageLine, Shadow, Step
from overlay.capture.record.visible_text import VisibleText, block_of, joined, line, texts_in

Change = Callable[[str], str]
"""Returns a text of the same length, in characters and in UTF-16 units."""


@dataclass(frozen=True, slots=True)
class Rules:
    """How to rewrite each kind of text. `line` gets whole lines of visible text, `sheet` style sheets;
    `attribute` gets the element's tag, the attribute's name and its value, and returns None for an attribute
    to leave out. A text node for which `stays` is true is not rewritten.
    """

    line: Change
    attribute: Callable[[str, str, str], str | None]
    value: Change
    address: Change
    sheet: Change
    comment: Change
    tag: Change = str
    stays: Callable[[str], bool] = lambda _text: False


def rewritten(lines: Iterable[PageLine], rules: Rules) -> Iterator[PageLine]:
    """Yield the lines with their texts rewritten by the rules."""
    for entry, page in by_document(lines, lambda opened: _PageRewrite(VisibleText(opened), rules)):
        match entry:
            case Opened() if page:
                yield page.opened(entry)
            case Step() if page:
                yield page.step(entry)
            case _:
                yield entry


def rewritten_streams(deltas: Iterable[Delta], change: Change) -> Iterator[Delta]:
    """Yield the changes of watched texts with `change` applied to the whole texts."""
    texts: dict[tuple[int, int], tuple[str, str]] = {}
    for delta in deltas:
        key = delta.doc, delta.unit
        raw, shown = texts.get(key, ("", ""))
        new = units.splice(raw, delta.at, max(0, units.length(raw) - delta.at), delta.text)
        after = change(new)
        texts[key] = new, after
        if after == new and shown == raw:
            yield delta
            continue
        at, cut, text = units.difference(shown, after)
        whole = units.splice(shown, at, cut, text)
        tail = units.splice(whole, 0, at, "")
        yield delta.model_copy(update={"at": at, "text": tail})


def longest_texts(deltas: Iterable[Delta]) -> Iterator[str]:
    """Yield each watched text before each removal of its end, and at its final length."""
    texts: dict[tuple[int, int], str] = {}
    for delta in deltas:
        key = delta.doc, delta.unit
        before = texts.get(key, "")
        cut = units.length(before) - delta.at
        if cut > 0:
            yield before
        texts[key] = units.splice(before, delta.at, max(0, cut), delta.text)
    yield from texts.values()


class _PageRewrite:
    def __init__(self, mirror: VisibleText, rules: Rules) -> None:
        self._mirror = mirror
        self._rules = rules

    def opened(self, opened: Opened) -> Opened:
        rules = self._rules
        for block in dict.fromkeys(block_of(item) for item in texts_in(self._mirror.root)):
            self._show(block)
        self._mirror.clear()
        return opened.model_copy(
            update={
                "url": rules.address(opened.url),
                "title": rules.line(opened.title),
                "tree": [self._node(node) for node in opened.tree],
                "sheets": [rules.sheet(text) for text in opened.sheets],
            }
        )

    def step(self, step: Step) -> Step:
        mirror = self._mirror
        mirror.clear()
        for op in step.ops:
            mirror.apply(op)
        changed: list[Op] = []
        plain = True
        for block in mirror.blocks():
            before = [(item, item.shown) for item in line(block) if item]
            plain &= all(item.plain for item, _ in before) & self._show(block)
            changed += [
                _spliced(item, shown)
                for item, shown in before
                if item.id not in mirror.fresh and item.shown != shown
            ]
        ops = [self._op(op) for op in step.ops if plain or not self._of_text(op)]
        return step.model_copy(update={"ops": [*ops, *([] if plain else changed)]})

    def _of_text(self, op: Op) -> bool:
        item = self._mirror.items.get(op.id) if isinstance(op, SpliceText) else None
        return item is not None and item.text is not None

    def _show(self, block: Item) -> bool:
        """Set `shown` and `plain` of a block's texts; return whether the rules changed nothing."""
        parts = line(block)
        raw = joined(parts)
        shown = self._rules.sheet(raw) if block.tag == "style" else self._rules.line(raw)
        at = 0
        for item in parts:
            if item is None:
                at += 1
                continue
            end = at + len(item.text or "")
            item.shown = item.text or "" if self._rules.stays(item.text or "") else shown[at:end]
            item.plain = item.shown == item.text
            at = end
        return all(item is None or item.plain for item in parts)

    def _op(self, op: Op) -> Op:
        rules = self._rules
        match op:
            case SpliceText() if not self._of_text(op):
                return op.model_copy(update={"text": rules.comment(op.text)})
            case Add():
                return op.model_copy(update={"node": self._node(op.node)})
            case SetAttribute() if op.value is not None:
                item = self._mirror.items.get(op.id)
                value = rules.attribute((item and item.tag) or "", op.name, op.value)
                return op.model_copy(update={"value": value})
            case SetValue():
                return op.model_copy(update={"value": rules.value(op.value)})
            case Attach():
                return op.model_copy(update={"shadow": self._shadow(op.shadow)})
            case SetSheets():
                return op.model_copy(update={"sheets": [rules.sheet(text) for text in op.sheets]})
            case SetUrl():
                return op.model_copy(update={"url": rules.address(op.url)})
            case _:
                return op

    def _node(self, node: Node) -> Node:
        rules = self._rules
        update: dict[str, object] = {}
        if node.text is not None:
            update["text"] = self._mirror.items[node.id].shown
        if node.comment:
            update["comment"] = rules.comment(node.comment)
        if node.attrs:
            tag = cast("str", node.tag)
            given = ((name, rules.attribute(tag, name, value)) for name, value in node.attrs)
            update["attrs"] = [(name, value) for name, value in given if value is not None]
        if node.tag and (tag := rules.tag(node.tag)) != node.tag:
            update["tag"] = tag
        if node.value is not None:
            update["value"] = rules.value(node.value)
        if node.kids:
            update["kids"] = [self._node(kid) for kid in node.kids]
        if node.shadow:
            update["shadow"] = self._shadow(node.shadow)
        return node.model_copy(update=update) if update else node

    def _shadow(self, shadow: Shadow) -> Shadow:
        return shadow.model_copy(
            update={
                "kids": [self._node(kid) for kid in shadow.kids],
                "sheets": [self._rules.sheet(text) for text in shadow.sheets],
            }
        )


def _spliced(item: Item, before: str) -> SpliceText:
    at, cut, text = units.difference(before, item.shown)
    return SpliceText(o="text", id=item.id, at=at, cut=cut, text=text)
