"""The CSS rule that hides raw text, in a style sheet that the page can neither see nor clear.

`CSS.createStyleSheet` (Chrome DevTools Protocol) adds an author sheet to a frame that `document.styleSheets`
does not list. The sheet stays after `CSS.disable`, which is sent immediately so that the browser does not
report the page's sheets.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from observers.cdp import call

if TYPE_CHECKING:
    from playwright.async_api import CDPSession


class Hider:
    """Writes the hiding rule into the frames of one session, one frame at a time.

    The `CSS.disable` of one write would cancel the `CSS.enable` of another, which then gets no answer.
    """

    def __init__(self, session: CDPSession, mark: str) -> None:
        self._session = session
        self._mark = mark
        self._lock = asyncio.Lock()
        self._gone: set[str] = set()

    def forget(self, mark: str) -> None:
        """Remove the rules of an ended companion, which used `mark`, at the next write."""
        self._gone.add(mark)

    async def hide_in(self, frame_id: str, *, within: float, faded: str = "") -> None:
        """Hide each element that follows an element with the mark, in the frame's current document. If the
        mark has the value `place`, the hidden element keeps its place and is only not painted; with `apart`,
        it is laid out, without a place in the page's flow.

        `faded` is a selector of elements that the site draws with less than full opacity. Those that contain
        a block get full opacity: a faded button can't be distinguished from a covered one.

        Raises playwright's Error when the frame is gone, TimeoutError when the browser takes more than
        `within` seconds.
        """
        await self._write(frame_id, self._rules(faded), within)

    async def clear(self, frame_id: str, *, within: float) -> None:
        """Remove the rule from the frame's current document. Raises what `hide_in` raises."""
        await self._write(frame_id, "", within)

    async def _write(self, frame_id: str, rules: str, within: float) -> None:
        """Replace this companion's rules in the sheet by `rules`, one rule per line.

        A document has one such sheet for all its CDP sessions, so other companions' rules are in it too.
        """
        async with self._lock, asyncio.timeout(within):
            try:
                await asyncio.gather(call(self._session, "DOM.enable"), call(self._session, "CSS.enable"))
                made = await call(self._session, "CSS.createStyleSheet", {"frameId": frame_id})
                sheet = {"styleSheetId": made["styleSheetId"]}
                before = await call(self._session, "CSS.getStyleSheetText", sheet)
                marks = {self._mark, *self._gone}
                others = [
                    line for line in before["text"].splitlines() if not any(mark in line for mark in marks)
                ]
                text = "\n".join([*others, *([rules] if rules else [])])
                written = call(self._session, "CSS.setStyleSheetText", {**sheet, "text": text})
                await asyncio.gather(written, call(self._session, "CSS.disable"))
            except BaseException:
                await call(self._session, "CSS.disable")
                raise

    def _rules(self, faded: str) -> str:
        # The values of the mark are those of view/host_elements.js.
        apart = f'[{self._mark}="apart"] + *'
        kept = f':is([{self._mark}="place"], [{self._mark}="apart"]) + *'
        rules = f'[{self._mark}=""] + * {{ display: none !important; }}'
        rules += f"\n{apart} {{ position: fixed !important; top: 0 !important; left: 0 !important; }}"
        rules += f"\n{kept}, {kept} * {{ visibility: hidden !important; pointer-events: none !important; }}"
        if faded:
            faded = faded.replace("\n", " ")
            rules += f"\n:is({faded}):has([{self._mark}]) {{ opacity: 1 !important; }}"
        return rules
