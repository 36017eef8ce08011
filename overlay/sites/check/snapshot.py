"""The elements of a page as the browser itself reports them, so that the page's script can't interfere."""

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

    `box` is x, y, width, height in pixels of the page, None if it has no area. `text` is the number of
    characters in it. `backend_id` is the browser's number for it while it exists.
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

    def descendants(self) -> Iterator[Node]:
        """Yield the elements inside it, in their order."""
        todo = self.children[::-1]
        while todo:
            yield (node := todo.pop())
            todo += reversed(node.children)

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
    """Return the elements of the page's main document in their order, including those in shadow trees."""
    session = await page.context.new_cdp_session(page)
    try:
        return await elements_in(session)
    finally:
        await session.detach()


async def elements_in(session: CDPSession) -> list[Node]:
    """Return the elements of the document that a page's session shows now; see `elements`."""
    return parse(await call(session, "DOMSnapshot.captureSnapshot", {"computedStyles": []}))


def parse(answer: Any) -> list[Node]:
    """Return the elements in the answer to `DOMSnapshot.captureSnapshot`."""
    strings: list[str] = answer["strings"]

    def string(number: int) -> str:
        return strings[number] if number >= 0 else ""

    document = answer["documents"][0]
    nodes, layout = document["nodes"], document["layout"]
    boxes: dict[int, Any] = dict(zip(layout["nodeIndex"], layout["bounds"], strict=True))
    found: dict[int, Node] = {}
    for index, (kind, parent) in enumerate(zip(nodes["nodeType"], nodes["parentIndex"], strict=True)):
        above = found.get(parent)
        if kind == ELEMENT and not (name := string(nodes["nodeName"][index]).lower()).startswith("::"):
            flat = [string(number) for number in nodes["attributes"][index]]
            node = Node(name, dict(zip(flat[::2], flat[1::2], strict=True)))
            node.parent = above
            node.backend_id = nodes["backendNodeId"][index]
            x, y, width, height = boxes.get(index, (0, 0, 0, 0))
            node.box = (x, y, width, height) if width > 0 and height > 0 else None
            if above:
                above.children.append(node)
            found[index] = node
        elif kind == TEXT and above and above.tag not in SILENT:
            size = len(string(nodes["nodeValue"][index]).strip())
            for node in (above, *above.ancestors()) if size else ():
                node.text += size
        elif above:
            found[index] = above  # a shadow root: its content belongs to its host
    return list(dict.fromkeys(found.values()))
