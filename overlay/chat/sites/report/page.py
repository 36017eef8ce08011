"""A page as an HTML file that holds its structure only: tags, and attributes in the vocabulary's words.

`overlay sites check --page` reads the file. Texts are filler, addresses, values and styles are empty, and
what the browser does not lay out is `display: none`. Frames, scripts and style sheets are left out. The
elements of a shadow tree are those of its host, the outermost of them with `data-shadow`.
"""

from __future__ import annotations

import html
from typing import Any

from playwright.async_api import Page

from observers.cdp import call
from overlay.chat.sites.report.vocabulary import TAGS, veiled

ELEMENT, TEXT, DOCUMENT = 1, 3, 9
LEFT_OUT = frozenset(("script", "style", "noscript", "link", "meta", "title", "base", "template"))
VOID = frozenset(("br", "col", "embed", "hr", "img", "input", "param", "source", "track", "wbr"))
_EMPTIED = """href src srcset srcdoc poster action formaction data value content style d points transform
viewbox"""
EMPTIED = frozenset(_EMPTIED.split())
FILLER = 40
"""Characters of a text at most: its length says enough."""
DEEPEST = 400


async def structure_of(page: Page) -> str:
    """Return the HTML of the page's own document. Raises Playwright's Error when the page goes away."""
    session = await page.context.new_cdp_session(page)
    try:
        told = await call(session, "DOMSnapshot.captureSnapshot", {"computedStyles": []})
    finally:
        await session.detach()
    return html_of(told)


def html_of(told: Any) -> str:
    """Return the HTML for the answer to `DOMSnapshot.captureSnapshot`."""
    return f"<!doctype html>\n<!-- structure only: overlay sites report -->\n{_Writer(told).whole()}\n"


class _Writer:
    def __init__(self, told: Any) -> None:
        self._strings: list[str] = told["strings"]
        document = told["documents"][0]
        self._nodes = document["nodes"]
        self._laid_out = set(document["layout"]["nodeIndex"])
        self._in_shadow = set(self._nodes.get("shadowRootType", {"index": []})["index"])
        self._children: dict[int, list[int]] = {}
        for index, parent in enumerate(self._nodes["parentIndex"]):
            self._children.setdefault(parent, []).append(index)

    def whole(self) -> str:
        """Return the document. The walk needs no recursion: pages can be nested deep."""
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
                parts.append("x" * min(len(self._said(self._nodes["nodeValue"][at]).strip()), FILLER))
            elif kind in (ELEMENT, DOCUMENT) and depth < DEEPEST:
                tag = self._said(self._nodes["nodeName"][at]).lower() if kind == ELEMENT else ""
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
        flat = [self._said(number) for number in self._nodes["attributes"][at]]
        attributes = dict(zip(map(_name, flat[::2]), map(_value, flat[::2], flat[1::2]), strict=True))
        if at in self._in_shadow and self._nodes["parentIndex"][at] not in self._in_shadow:
            attributes["data-shadow"] = ""
        if shown and at not in self._laid_out and tag not in ("head", "html", "body"):
            attributes["style"] = "display: none"
        words = "".join(f' {key}="{html.escape(value)}"' for key, value in attributes.items())
        return f"<{name}{words}>", "" if tag in VOID else f"</{name}>\n"

    def _said(self, number: int) -> str:
        return self._strings[number] if number >= 0 else ""


def _name(name: str) -> str:
    """Return the name of a tag or an attribute; signs that would end it in a file become `-`."""
    plain = "".join(sign if sign.isalnum() or sign in "-_:." else "-" for sign in veiled(name))
    return plain if plain[:1].isalpha() else f"x{plain}"


def _value(name: str, value: str) -> str:
    lower = name.lower()
    return "" if lower in EMPTIED or lower.startswith("on") else veiled(value)
