"""The full text of a code editor in the page (CodeMirror, Monaco, Ace) that draws only the lines in view.

The editor's objects exist in the page's main world, so the text is read there. It is untrusted, like all the
text that the page draws, and used in the same way. The page script compares it with the drawn lines.
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
"""UTF-16 units; a longer text is ignored."""
_TEXT = """function (most) {
    const within = (selector) => (this.matches(selector) ? this : this.querySelector(selector));
    const tries = [
        () => {
            const content = within(".cm-content");
            const tile = content.cmTile ?? content.cmView;
            return (tile.view ?? tile.rootView.view).state.doc.toString();
        },
        () => within(".CodeMirror").CodeMirror.getValue(),
        () => within(".ace_editor").env.editor.getValue(),
        () => {
            const editor = within(".monaco-editor");
            return monaco.editor.getEditors().find((one) => one.getDomNode() === editor).getValue();
        },
    ];
    for (const attempt of tries) {
        try {
            const text = attempt();
            if (typeof text === "string" && text.length <= most) return text;
        } catch {}
    }
    return null;
}"""


async def full_text(document: Document, unit: int) -> str | None:
    """Return the unit's full text according to the page's editor; None when no known editor answers.

    Known editors: CodeMirror 6 and 5, Ace, and Monaco on sites that expose the global `monaco`. Errors in the
    page also return None.
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
        log.debug("no full text of a block of %s: %s", document.url, error)
        return None
    text = answer.get("result", {}).get("value")
    return text if isinstance(text, str) and len(text) <= MAX_TEXT else None
