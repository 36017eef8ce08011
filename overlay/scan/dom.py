"""Reads the text of an element of a saved page as the model wrote it; see `block_text.js` for live pages."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from lxml import etree as lxml_etree

from overlay.scan.element_names import BLOCKS, CALL_TAGS, SILENT

etree: Any = lxml_etree  # lxml has no types
_LINE_CLASSES = frozenset(("cm-line", "line", "token-line", "block", "view-line"))
_LANGUAGE = re.compile(r"(?:^|\s)(?:language|lang)-([\w+#.-]{1,40})")
_OBJECT = "\ufffc"

Marks = list[tuple[int, int]]


def content(element: Any) -> str:
    """Return all text in `element`, without comments."""
    return str(element.xpath("string()"))


def is_fence(element: Any) -> bool:
    """Return whether `element` is a code block, and not code in a sentence."""
    if element.tag == "pre":
        return next(element.iterancestors("pre"), None) is None
    if element.tag != "code" or next(element.iterancestors("pre"), None) is not None:
        return False
    return "\n" in content(element)


def _text_root(fence: Any) -> Any:
    """Return the element with a code block's text: `code`, since a `pre` may also contain a header bar."""
    codes = [] if fence.tag == "code" else list(fence.iter("code"))
    return codes[0] if len(codes) == 1 else fence


def language(fence: Any) -> str:
    """Return the language of the code block, by its attributes, in lower case; "" if there is none."""
    for element in (_text_root(fence), fence):
        named = element.get("data-language") or element.get("data-lang")
        if named:
            return str(named).lower()[:40]
        found = _LANGUAGE.search(element.get("class") or "")
        if found:
            return found[1].lower()
    return ""


def fence_text(fence: Any) -> tuple[str, Marks]:
    """Return a code block's text, and the lines of the file where its parts begin.

    Code views with one element per line have no line breaks in their text, so these are added.
    """
    root = _text_root(fence)
    text = content(root)
    lines: list[Any] = [child for child in root if isinstance(child.tag, str)]
    if "\n" in text or len(lines) < 2 or not all(map(_is_line, lines)):
        return text, [(0, root.sourceline or 0)]
    found, marks, at = [content(line) for line in lines], Marks(), 0
    for line, line_text in zip(lines, found, strict=True):
        marks.append((at, line.sourceline or 0))
        at += len(line_text) + 1
    return "\n".join(found), marks


def _is_line(element: Any) -> bool:
    classes = (element.get("class") or "").split()
    return (
        element.tag == "div" or element.get("data-line") is not None or not _LINE_CLASSES.isdisjoint(classes)
    )


class Prose:
    """A message's text without its code blocks and call elements, which are in `fences` and `calls`.

    There is a line break between two block elements. U+FFFC replaces a code block, so that the texts around
    it are not joined. Leaves out quotes, since quoted calls do not count, and elements for which `aside` is
    true. Inline code keeps its backticks. Renderers of Markdown also write a line end after a `br`; the two
    are one line end.
    """

    def __init__(
        self, unit: Any, is_call: Callable[[Any], bool], aside: Callable[[Any], bool] | None = None
    ) -> None:
        self.fences: list[Any] = []
        self.calls: list[Any] = []
        self.lines: Marks = []
        self._is_call = is_call
        self._parts: list[str] = []
        self._length = 0
        self._gap = False
        self._broken = False
        self._line = 0
        for event, node in (walk := etree.iterwalk(unit, events=("start", "end", "comment", "pi"))):
            if event == "start":
                self._line = max(self._line, node.sourceline or 0)
                if (aside and node is not unit and aside(node)) or not self._enter(node):
                    walk.skip_subtree()
                    continue
                self._data(node.text)
            else:
                if event == "end":
                    self._leave(node)
                if node is not unit:
                    self._data(node.tail)

    @property
    def text(self) -> str:
        """The text."""
        return "".join(self._parts)

    def _write(self, data: str) -> None:
        if self._gap and self._length:
            self._parts.append("\n")
            self._length += 1
        self._gap = self._broken = False
        self.lines.append((self._length, self._line))
        self._parts.append(data)
        self._length += len(data)

    def _data(self, data: str | None) -> None:
        if data:
            if not self._gap or data.strip():
                self._write(data.removeprefix("\n") if self._broken else data)
            self._line += data.count("\n")

    def _enter(self, element: Any) -> bool:
        """Write the text that begins `element`; return whether its content must be read too."""
        tag = element.tag
        if self._is_call(element):
            self.calls.append(element)
        elif is_fence(element):
            self.fences.append(element)
            self._gap = True
            self._write(_OBJECT)
            self._gap = True
        elif tag == "code":
            self._write(f"`{content(element)}`")
        elif tag == "br":
            self._write("\n")
            self._broken = True
        elif tag in CALL_TAGS:
            self._write(f"<{tag}{''.join(_attributes(element))}>")
            return True
        elif tag not in SILENT or _is_shadow(element):
            self._gap = self._gap or tag in BLOCKS
            return True
        return False

    def _leave(self, element: Any) -> None:
        if element.tag in CALL_TAGS and not self._is_call(element):
            self._write(f"</{element.tag}>")
        elif element.tag in BLOCKS:
            self._gap = True


def _attributes(element: Any) -> Iterator[str]:
    for name, value in element.attrib.items():
        escaped = str(value).replace('"', "&quot;")
        yield f' {name}="{escaped}"'


def _is_shadow(element: Any) -> bool:
    """Return whether `element` is a declarative shadow root, as tools write it when they save a page."""
    return (
        element.tag == "template" and (element.get("shadowrootmode") or element.get("shadowroot")) is not None
    )
