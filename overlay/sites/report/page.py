"""Writes the structure of a page as an HTML file: tags, and attributes with words of the vocabulary.

`overlay sites check --page` reads the file. Texts are replaced by filler; addresses, values and styles are
empty; elements without a box are `display: none`. Frames, scripts and style sheets are left out. The elements
of a shadow tree become children of its host, the outermost of them with `data-shadow`.
"""

from __future__ import annotations

import html
from typing import Any

from playwright.async_api import Page

from observers.cdp import call
from overlay.sites.report.vocabulary import TAGS, veiled

ELEMENT, TEXT, DOCUMENT = 1, 3, 9
LEFT_OUT = frozenset(("script", "style", "noscript", "link", "meta", "title", "base", "template"))
VOID = frozenset(("br", "col", "embed", "hr", "img", "input", "param", "source", "track", "wbr"))
_EMPTIED = """href src srcset srcdoc poster action formaction data value content style d points transform
viewbox"""
EMPTIED = frozenset(_EMPTIED.split())
FILLER = 40
"""The most characters of filler: only the length of a text matters."""
DEEPEST = 400


async def structure_of(page: Page) -> str:
    """Return the HTML of the page's main document. Raises Playwright's Error when the page is closed."""
    session = await page.context.new_cdp_session(page)
    try:
        snapshot = await call(session, "DOMSnapshot.captureSnapshot", {"computedStyles": []})
    finally:
        await session.detach()
    return html_of(snapshot)


def html_of(snapshot: Any) -> str:
    """Return the HTML for the answer to `DOMSnapshot.captureSnapshot`."""
    return f"<!doctype html>\n<!-- structure only: overlay sites report -->\n{_Writer(snapshot).html()}\n"


class _Writer:
    def __init__(self, snapshot: Any) -> None:
        self._strings: list[str] = snapshot["strings"]
        document = snapshot["documents"][0]
        self._nodes = document["nodes"]
        self._laid_out = set(document["layout"]["nodeIndex"])
        self._in_shadow = set(self._nodes.get("shadowRootType", {"index": []})["index"])
        self._children: dict[int, list[int]] = {}
        for index, parent in enumerate(self._nodes["parentIndex"]):
            self._children.setdefault(parent, []).append(index)

    def html(self) -> str:
        """Return the document. The walk is not recursive, since pages can be nested deeply."""
        parts: list[str] = []
        todo: list[tuple[int | str, int, bool]] = [(index, 0, True) for index in self._children.get(-1, [])]
        todo.reverse()
        while todo:
            at, depth, shown = todo.pop()
            if isinstance(at, str):
                parts.append(at)
                continue
            kind = self._nodes["nodeType"][at]
            if kind == TEXT:
                parts.append("x" * min(len(self._string(self._nodes["nodeValue"][at]).strip()), FILLER))
            elif kind in (ELEMENT, DOCUMENT) and depth < DEEPEST:
                tag = self._string(self._nodes["nodeName"][at]).lower() if kind == ELEMENT else ""
                if tag in LEFT_OUT or tag.startswith("::"):
                    continue
                start, end = self._ends(at, tag, shown=shown)
                parts.append(start)
                todo.append((end, depth, shown))
                inner = shown and (kind != ELEMENT or at in self._laid_out)
                children = [] if tag in ("iframe", "object", *VOID) else self._children.get(at, [])
                todo.extend((child, depth + 1, inner) for child in reversed(children))
        return "".join(parts)

    def _ends(self, at: int, tag: str, *, shown: bool) -> tuple[str, str]:
        if not tag:
            return "", ""
        name = tag if tag in TAGS else _name(tag)
        flat = [self._string(number) for number in self._nodes["attributes"][at]]
        attributes = dict(zip(map(_name, flat[::2]), map(_value, flat[::2], flat[1::2]), strict=True))
        if at in self._in_shadow and self._nodes["parentIndex"][at] not in self._in_shadow:
            attributes["data-shadow"] = ""
        if shown and at not in self._laid_out and tag not in ("head", "html", "body"):
            attributes["style"] = "display: none"
        words = "".join(f' {key}="{html.escape(value)}"' for key, value in attributes.items())
        return f"<{name}{words}>", "" if tag in VOID else f"</{name}>\n"

    def _string(self, number: int) -> str:
        return self._strings[number] if number >= 0 else ""


def _name(name: str) -> str:
    """Return the name of a tag or an attribute; characters that would end it in HTML become `-`."""
    plain = "".join(sign if sign.isalnum() or sign in "-_:." else "-" for sign in veiled(name))
    return plain if plain[:1].isalpha() else f"x{plain}"


def _value(name: str, value: str) -> str:
    lower = name.lower()
    return "" if lower in EMPTIED or lower.startswith("on") else veiled(value)
