"""The rule that hides raw text, in a sheet of the inspector: the page can neither see nor clear it.

`CSS.createStyleSheet` (Chrome DevTools Protocol) adds to a frame an author sheet that `document.styleSheets`
does not list; it outlives `CSS.disable`, sent at once so that the page's own sheets are not reported to us.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from observers.cdp import call

if TYPE_CHECKING:
    from playwright.async_api import CDPSession


class Hider:
    """Hides in the frames of one session, one frame at a time: the `CSS.disable` of one would drop the
    `CSS.enable` of another, which is then never answered.
    """

    def __init__(self, session: CDPSession, mark: str) -> None:
        self._session = session
        self._mark = mark
        self._one = asyncio.Lock()
        self._gone: set[str] = set()

    def forget(self, mark: str) -> None:
        """The companion with that mark has gone: with the next rules of ours, its own leave the sheet."""
        self._gone.add(mark)

    async def hide_in(self, frame_id: str, *, within: float, faded: str = "") -> None:
        """Hide whatever element follows one with the mark in that frame, until its next document.

        `faded` is a selector of what its site draws with less than full opacity: where a block stands in it,
        it gets its full one, since a faded button can't be told from one that something lies over.

        Raises playwright's Error when the frame is gone, TimeoutError when the browser took more than
        `within` seconds.
        """
        await self._write(frame_id, self._rules(faded), within)

    async def clear(self, frame_id: str, *, within: float) -> None:
        """Take the rule out of that frame's document again, which goes on without us. Raises as `hide_in`."""
        await self._write(frame_id, "", within)

    async def _write(self, frame_id: str, rules: str, within: float) -> None:
        """Make `rules` all that the sheet holds of ours: a document has one of these for all its sessions, so
        another companion's rules stand in it too. Each rule is a line.
        """
        async with self._one, asyncio.timeout(within):
            await call(self._session, "DOM.enable")
            try:
                await call(self._session, "CSS.enable")
                made = await call(self._session, "CSS.createStyleSheet", {"frameId": frame_id})
                sheet = {"styleSheetId": made["styleSheetId"]}
                before = await call(self._session, "CSS.getStyleSheetText", sheet)
                marks = {self._mark, *self._gone}
                others = [
                    line for line in before["text"].splitlines() if not any(mark in line for mark in marks)
                ]
                text = "\n".join([*others, *([rules] if rules else [])])
                await call(self._session, "CSS.setStyleSheetText", {**sheet, "text": text})
            finally:
                await call(self._session, "CSS.disable")

    def _rules(self, faded: str) -> str:
        rules = f"[{self._mark}] + * {{ display: none !important; }}"
        if faded:
            faded = faded.replace("\n", " ")
            rules += f"\n:is({faded}):has([{self._mark}]) {{ opacity: 1 !important; }}"
        return rules
