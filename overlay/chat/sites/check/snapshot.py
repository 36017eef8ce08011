"""The elements of a page as the browser reports them; the page's script can't change the report."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from playwright.async_api import CDPSession, Page

from observers.cdp import call

ELEMENT, TEXT = 1, 3
SILENT = ("script", "style", "noscript", "template")


@dataclass(slots=True, eq=False)
class Node:
    """One element.

    `box` is x, y, width, height in pixels of the page, None if it takes up no room. `text` is the number of
    characters in it. `backend_id` is the browser's number for it, which lasts as long as the element.
    """

    tag: str
    attributes: dict[str, str]
    parent: Node | None = None
    box: tuple[float, float, float, float] | None = None
    text: int = 0
    children: list[Node] = field(default_factory=list["Node"])
    backend_id: int = 0

    def ancestors(self) -> Iterator[Node]:
        """Yield the elements around it, from the inside out."""
        at = self.parent
        while at:
            yield at
            at = at.parent

    @property
    def classes(self) -> list[str]:
        """Its classes."""
        return self.attributes.get("class", "").split()

    @property
    def brief(self) -> str:
        """Its start tag, cut to one line."""
        named = [f'{name}="{value}"' if value else name for name, value in self.attributes.items()]
        start = " ".join([self.tag, *named]).replace("\n", " ")
        return f"<{start}>" if len(start) <= 110 else f"<{start[:109]}…>"


async def elements(page: Page) -> list[Node]:
    """Return the elements of the page's own document in their order, including those in shadow trees."""
    session = await page.context.new_cdp_session(page)
    try:
        return await elements_in(session)
    finally:
        await session.detach()


async def elements_in(session: CDPSession) -> list[Node]:
    """Return the elements of the document that a page's session shows now; see `elements`."""
    return parse(await call(session, "DOMSnapshot.captureSnapshot", {"computedStyles": []}))


def parse(told: Any) -> list[Node]:
    """Return the elements in the answer to `DOMSnapshot.captureSnapshot`."""
    strings: list[str] = told["strings"]

    def said(number: int) -> str:
        return strings[number] if number >= 0 else ""

    document = told["documents"][0]
    nodes, layout = document["nodes"], document["layout"]
    boxes: dict[int, Any] = dict(zip(layout["nodeIndex"], layout["bounds"], strict=True))
    found: dict[int, Node] = {}
    for index, (kind, parent) in enumerate(zip(nodes["nodeType"], nodes["parentIndex"], strict=True)):
        above = found.get(parent)
        if kind == ELEMENT and not said(nodes["nodeName"][index]).startswith("::"):
            flat = [said(number) for number in nodes["attributes"][index]]
            node = Node(said(nodes["nodeName"][index]).lower(), dict(zip(flat[::2], flat[1::2], strict=True)))
            node.parent = above
            node.backend_id = nodes["backendNodeId"][index]
            x, y, width, height = boxes.get(index, (0, 0, 0, 0))
            node.box = (x, y, width, height) if width > 0 and height > 0 else None
            if above:
                above.children.append(node)
            found[index] = node
        elif kind == TEXT and above and above.tag not in SILENT:
            size = len(said(nodes["nodeValue"][index]).strip())
            for node in (above, *above.ancestors()) if size else ():
                node.text += size
        elif above:
            found[index] = above  # a shadow root: its content belongs to its host
    return list(dict.fromkeys(found.values()))
