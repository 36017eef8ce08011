"""What the page's own editor holds of a text that it draws only a part of.

The editor lives in the page's own world, so it is asked there: what it says is as little to be believed as
what the page draws, and no more is done with it. The page's side compares it with all that is drawn.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from playwright.async_api import Error as PlaywrightError

from observers.cdp import call
from observers.page_api import PageApi

if TYPE_CHECKING:
    from observers.document import Document

log = logging.getLogger(__name__)
MAX_TEXT = 8_000_000
"""UTF-16 units; no more is taken."""
_TEXT = """function (most) {
    const within = (selector) => (this.matches(selector) ? this : this.querySelector(selector));
    const tries = [
        () => {
            const content = within(".cm-content");
            const tile = content.cmTile ?? content.cmView;
            return (tile.view ?? tile.rootView.view).state.doc.toString();
        },
        () => within(".CodeMirror").CodeMirror.getValue(),
        () => {
            const editor = within(".monaco-editor");
            return monaco.editor.getEditors().find((one) => one.getDomNode() === editor).getValue();
        },
    ];
    for (const look of tries) {
        try {
            const text = look();
            if (typeof text === "string" && text.length <= most) return text;
        } catch {}
    }
    return null;
}"""


async def whole_text(document: Document, unit: int) -> str | None:
    """Return all of the unit's text as the page's editor says it is; None where there is none to ask.

    Known are CodeMirror 6 and 5, and Monaco where its site shows it as `monaco`. Never raises for what the
    page does.
    """
    try:
        node = await PageApi(document).node(unit)
        if node is None:
            return None
        answer = await call(
            document.session,
            "Runtime.callFunctionOn",
            {
                "objectId": node,
                "functionDeclaration": _TEXT,
                "arguments": [{"value": MAX_TEXT}],
                "returnByValue": True,
            },
        )
    except PlaywrightError as error:
        log.debug("no whole text of a block of %s: %s", document.url, error)
        return None
    text = answer.get("result", {}).get("value")
    return text if isinstance(text, str) and len(text) <= MAX_TEXT else None
