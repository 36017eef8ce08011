"""A user with a mouse who follows the bar in the page."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from playwright.async_api import CDPSession, Locator, Page
from playwright.async_api import Error as PlaywrightError

from observers.cdp import call
from overlay.sites.learn.lesson import ANSWER, BOX, BUTTON, MINE, SEND, SENT, WRITE

HELLO, RIVERS = "Say hello", "Write ten lines about rivers"


class User:
    """Points at the page's parts; `say` gets what overlay asks for."""

    def __init__(self, page: Page, session: CDPSession) -> None:
        self.page = page
        self._session = session
        self._asked: asyncio.Queue[str] = asyncio.Queue()
        self._last = ""

    def say(self, text: str) -> None:
        self._asked.put_nowait(text)

    async def asked_for(self, text: str) -> None:
        """Wait until overlay asks for that."""
        said = await asyncio.wait_for(self._asked.get(), 60)
        assert said == text
        self._last = text

    async def press(self, action: str) -> None:
        """Press a button of the bar."""
        x, y = await self.middle_of(action)
        await self.page.mouse.click(x, y)

    async def point_at(self, part: Locator) -> None:
        """Scroll to a part of the page and click it, while overlay lets it be picked."""
        await self.middle_of("cancel")
        await part.scroll_into_view_if_needed()
        box = await part.bounding_box()
        assert box
        await self.page.mouse.move(box["x"] + 5, box["y"] + box["height"] / 2)
        await self.page.mouse.click(box["x"] + 5, box["y"] + box["height"] / 2)

    async def follow(self, mine: str, answer: str, box: str, send: str) -> None:
        """Do all that the lesson asks for; `send` is "" where Enter sends."""
        await self.asked_for(SENT)
        await self._write(box, HELLO)
        await self.page.keyboard.press("Enter")
        await self.page.get_by_text("through the land").nth(0).wait_for()
        await self.page.wait_for_function("document.body.innerText.split('through the land').length > 2")
        await self.press("next")
        await self.asked_for(MINE)
        await self.point_at(self.page.locator(mine, has_text=HELLO))
        await self.asked_for(ANSWER)
        await self.point_at(self.page.locator(answer, has_text="Rivers run").last)
        await self.asked_for(BOX)
        await self.point_at(self.page.locator(box))
        await self.asked_for(WRITE)
        await self._write(box, RIVERS)
        await self.press("next")
        await self.asked_for(BUTTON)
        await (self.point_at(self.page.locator(send)) if send else self.press("enter"))
        await self.asked_for(SEND)
        if send:
            await self.page.locator(send).click()
        else:
            await self.page.locator(box).press("Enter")

    async def _write(self, box: str, text: str) -> None:
        await self.page.locator(box).click()
        await self.page.keyboard.type(text)

    async def middle_of(self, action: str) -> tuple[float, float]:
        """Return where a button of the bar is, once the bar shows what overlay asked for last."""
        await call(self._session, "DOM.enable")
        while True:
            with suppress(PlaywrightError):  # the bar is replaced at this moment
                found = await call(self._session, "DOM.getFlattenedDocument", {"depth": -1, "pierce": True})
                shown = any(node.get("nodeValue") == self._last for node in found["nodes"])
                for node in found["nodes"] if shown else ():
                    told = node.get("attributes", [])
                    if dict(zip(told[::2], told[1::2], strict=True)).get("data-guide") == action:
                        wanted = {"backendNodeId": node["backendNodeId"]}
                        box = await call(self._session, "DOM.getBoxModel", wanted)
                        x1, y1, _, _, x2, y2, *_ = box["model"]["border"]
                        return (x1 + x2) / 2, (y1 + y2) / 2
            await self.page.evaluate("new Promise(requestAnimationFrame)")

    async def until_moved(self, action: str, top: float) -> None:
        """Wait until a button of the bar is not at that height."""
        while (await self.middle_of(action))[1] == top:
            await self.page.evaluate("new Promise(requestAnimationFrame)")
