"""The rule that hides raw text, in a sheet of the inspector: the page can neither see nor clear it.

`CSS.createStyleSheet` (Chrome DevTools Protocol) adds to a frame an author sheet that `document.styleSheets` does
not list; it outlives `CSS.disable`, which is sent at once so that the page's own sheets are not reported to us.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.async_api import CDPSession


async def hide_after(session: CDPSession, frame_id: str, mark: str) -> None:
    """Hide whatever element follows one with attribute `mark` in frame `frame_id`, until its next document.

    Raises playwright's Error when the frame is gone.
    """
    await session.send("DOM.enable")
    await session.send("CSS.enable")
    try:
        made = await session.send("CSS.createStyleSheet", {"frameId": frame_id})
        await session.send(
            "CSS.setStyleSheetText",
            {"styleSheetId": made["styleSheetId"], "text": f"[{mark}] + * {{ display: none !important; }}"},
        )
    finally:
        await session.send("CSS.disable")
