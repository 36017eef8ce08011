"""Shows instructions in the page, and returns what the user points at or presses."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from typing import Any

from playwright.async_api import CDPSession, Page
from playwright.async_api import Error as PlaywrightError

import injected_js
from observers.cdp import call
from observers.safe_tasks import guarded
from overlay.common.language import mark, translate
from overlay.sites.check.snapshot import Node, elements_in

LIGHT = {
    "contentColor": {"r": 37, "g": 99, "b": 235, "a": 0.25},
    "borderColor": {"r": 37, "g": 99, "b": 235, "a": 0.9},
}
"""How the browser outlines the element under the pointer."""
WAIT = 0.2
"""Seconds before the bar is shown again after the page went to another address."""
MOVE = ("move", mark("Move this bar"))
Buttons = Sequence[tuple[str, str]]


class Guide:
    """The instruction bar of one page. The browser reports the picked element; the page gets no event."""

    def __init__(self, page: Page, session: CDPSession) -> None:
        self.page = page
        self._session = session
        self._tag = f"guide-{secrets.token_hex(6)}"
        self._world = f"guide-{secrets.token_hex(6)}"
        self._context = 0
        self._picked: asyncio.Queue[int] = asyncio.Queue()
        session.on("Overlay.inspectNodeRequested", guarded(self._was_picked))

    def _was_picked(self, event: dict[str, Any]) -> None:
        self._picked.put_nowait(event["backendNodeId"])

    async def snapshot(self) -> list[Node]:
        """Return the page's elements without the bar."""
        nodes = await elements_in(self._session)
        return [
            node for node in nodes if not any(each.tag == self._tag for each in (node, *node.ancestors()))
        ]

    async def press(self, step: str, text: str, buttons: Buttons, *, low: bool = False) -> str:
        """Show an instruction; return the action of the button that is pressed.

        `low`: show the bar at the bottom of the page.
        """
        while True:
            try:
                answer = await self._evaluate(self._show(step, text, buttons, low=low), wait=True)
            except PlaywrightError:
                if self.page.is_closed():
                    raise
                await asyncio.sleep(WAIT)  # the page went to another address
                continue
            if answer:
                return str(answer)

    async def pick(self, step: str, text: str, buttons: Buttons, *, low: bool = False) -> int | str:
        """Show an instruction; return the backend id of the picked element, or the action of a button."""
        while not self._picked.empty():
            self._picked.get_nowait()
        shown = asyncio.create_task(self.press(step, text, buttons, low=low))
        try:
            while True:
                await self._inspect("searchForNode")
                picked = await self._picked.get()
                action = await self._action_of(picked)
                if action == "move":
                    await self._evaluate("guide.move()", wait=False)
                elif action != "bar":
                    return action or picked
        finally:
            shown.cancel()
            await self._inspect("none")

    async def show(self, step: str, text: str) -> None:
        """Show an instruction without a button, and return at once."""
        await self._evaluate(f"void {self._show(step, text, ())}", wait=False)

    async def clear(self) -> None:
        """Remove the bar from the page."""
        await self._evaluate("guide.clear()", wait=False)

    def _show(self, step: str, text: str, buttons: Buttons, *, low: bool = False) -> str:
        labels = [(action, translate(label)) for action, label in (*buttons, MOVE)]
        values = (self._tag, translate(step), translate(text), low, labels)
        return f"guide.show({', '.join(map(json.dumps, values))})"

    async def _evaluate(self, expression: str, *, wait: bool) -> Any:
        frame = (await call(self._session, "Page.getFrameTree"))["frameTree"]["frame"]["id"]
        world = await call(
            self._session, "Page.createIsolatedWorld", {"frameId": frame, "worldName": self._world}
        )
        self._context = world["executionContextId"]
        bar = f"(() => {{ {injected_js.bundle(None, injected_js.GUIDE)}\nreturn instruction_bar; }})()"
        answer = await call(
            self._session,
            "Runtime.evaluate",
            {
                "expression": f"globalThis.guide ??= {bar};\n{expression}",
                "contextId": world["executionContextId"],
                "awaitPromise": wait,
                "returnByValue": True,
            },
        )
        return answer["result"].get("value")

    async def _inspect(self, mode: str) -> None:
        config: dict[str, Any] = LIGHT if mode != "none" else {}
        await call(self._session, "Overlay.setInspectMode", {"mode": mode, "highlightConfig": config})

    async def _action_of(self, backend_id: int) -> str:
        """Return the action of the picked button of the bar, "bar" for another part of it, else ""."""
        script = """function (tag) {
            const root = this.getRootNode();
            if (this.localName !== tag && root.host?.localName !== tag) return "";
            return this.closest("[data-guide]")?.dataset.guide ?? "bar";
        }"""
        wanted = {"backendNodeId": backend_id, "executionContextId": self._context}
        found = await call(self._session, "DOM.resolveNode", wanted)
        answer = await call(
            self._session,
            "Runtime.callFunctionOn",
            {
                "objectId": found["object"]["objectId"],
                "functionDeclaration": script,
                "arguments": [{"value": self._tag}],
                "returnByValue": True,
            },
        )
        return str(answer["result"].get("value") or "")


@asynccontextmanager
async def guided(page: Page) -> AsyncGenerator[Guide]:
    """Give the guide of a page; remove its bar at the end."""
    session = await page.context.new_cdp_session(page)
    guide = Guide(page, session)
    for domain in ("DOM", "Overlay", "Page"):
        await call(session, f"{domain}.enable")
    try:
        yield guide
    finally:
        if not page.is_closed():
            await guide.clear()
            await session.detach()
