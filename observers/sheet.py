"""The rule that hides raw text, in a sheet of the inspector: the page can neither see nor clear it.

`CSS.createStyleSheet` (Chrome DevTools Protocol) adds to a frame an author sheet that `document.styleSheets`
does not list; it outlives `CSS.disable`, sent at once so that the page's own sheets are not reported to us.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from observers.cdp import call

if TYPE_CHECKING:
    from playwright.async_api import CDPSession


async def hide_after(session: CDPSession, frame_id: str, mark: str) -> None:
    """Hide whatever element follows one with attribute `mark` in frame `frame_id`, until its next document.

    Raises playwright's Error when the frame is gone.
    """
    await call(session, "DOM.enable")
    await call(session, "CSS.enable")
    try:
        made = await call(session, "CSS.createStyleSheet", {"frameId": frame_id})
        await call(
            session,
            "CSS.setStyleSheetText",
            {"styleSheetId": made["styleSheetId"], "text": f"[{mark}] + * {{ display: none !important; }}"},
        )
    finally:
        await call(session, "CSS.disable")
