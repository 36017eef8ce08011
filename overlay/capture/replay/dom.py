"""Computes the recorded page from its steps in Python; the replayed page must have the same tree."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator

from overlay.capture.dom_tree import Item, Tree
from overlay.capture.model import Opened, PageLine, Step
from overlay.capture.recording import CorruptRecording
from overlay.capture.replay.sanitize import NOT_RECORDED, kept, silent

_SURROGATE = re.compile("[\ud800-\udfff]")


class Dom(Tree):
    """The tree of one document. An invalid operation raises CorruptRecording with the step and the node."""

    def __init__(self, opened: Opened) -> None:
        self._where = f"document {opened.doc}"
        super().__init__(opened)

    def apply_step(self, step: Step) -> None:
        """Apply all operations of a step."""
        self._where = f"step {step.n}"
        for op in step.ops:
            self.apply(op)

    def lines(self) -> Iterator[str]:
        """Yield the tree in the format of `tree_dump.js`, one node a line."""
        return _kids(self.root, 0)

    def fault(self, what: str) -> None:
        """Raise CorruptRecording."""
        raise CorruptRecording(f"{self._where}: {what}. Record it again.")


def doms_of(lines: Iterable[PageLine]) -> dict[int, Dom]:
    """Return the final tree of each document, closed ones included, by number.

    Raises CorruptRecording if a step can't be applied.
    """
    doms: dict[int, Dom] = {}
    for line in lines:
        if isinstance(line, Opened):
            doms[line.doc] = Dom(line)
        elif line.doc not in doms:
            raise CorruptRecording(
                f"{line.t} at {line.at:g} ms: there is no document {line.doc}. Record it again."
            )
        elif isinstance(line, Step):
            doms[line.doc].apply_step(line)
    return doms


def quoted(text: str) -> str:
    """Return `text` as JavaScript's `JSON.stringify` writes it."""
    plain = json.dumps(text, ensure_ascii=False)
    return _SURROGATE.sub(lambda found: f"\\u{ord(found[0]):04x}", plain)


def _kids(item: Item, depth: int) -> Iterator[str]:
    pad = "  " * depth
    text = ""
    for kid in item.kids:
        if kid.tag == NOT_RECORDED:
            continue
        if kid.text is not None:
            text += kid.text
            continue
        if text:
            yield pad + _text(text)
            text = ""
        if kid.comment is not None:
            yield f"{pad}<!--{quoted(kid.comment)}-->"
        elif kid.doctype is not None:
            yield f"{pad}<!doctype {kid.doctype}>"
        else:
            yield from _element(kid, kid.tag or "", depth)
    if text:
        yield pad + _text(text)


def _text(text: str) -> str:
    return quoted(text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass"))


def _element(item: Item, tag: str, depth: int) -> Iterator[str]:
    pad = "  " * depth
    attrs = sorted(f"{name}={quoted(value)}" for name, value in item.attrs.items() if kept(tag, name, value))
    space = f"{item.ns}:" if item.ns else ""
    yield f"{pad}<{space}{' '.join([tag, *attrs])}>"
    if item.shadow:
        yield f"{pad}  #shadow"
        yield from _kids(item.shadow, depth + 2)
    if not silent(tag):
        yield from _kids(item, depth + 1)
