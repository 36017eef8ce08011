"""A document whose page defines overlay's entry itself."""

from __future__ import annotations

from typing import Any

from playwright.async_api import BrowserContext, Page

from observers.cdp import call
from observers.document import Document


async def document_in(context: BrowserContext, page: Page, html: str) -> Document:
    """Show `html` in the page and return its document; the entry is `window.entry`."""
    await page.set_content(html)
    session = await context.new_cdp_session(page)
    found: list[str] = []

    def created(event: dict[str, Any]) -> None:
        # Playwright has its own named world in the page.
        if not event["context"]["name"]:
            found.append(event["context"]["uniqueId"])

    session.on("Runtime.executionContextCreated", created)
    await call(session, "Runtime.enable")
    return Document(session, page, found[0], "", "entry")
