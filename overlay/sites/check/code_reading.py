"""Reads the code blocks of a page as the page script does, out of the reach of the page's own script."""

from __future__ import annotations

import json
import secrets
from dataclasses import dataclass

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Page
from pydantic import TypeAdapter

import injected_js
from observers.cdp import call
from observers.protocol import Role
from overlay.sites.profile import SiteProfile


@dataclass(frozen=True, slots=True)
class CheckedBlock:
    """A code block in a message; `Checked` of injected_js/site/page_check.js."""

    role: Role
    read: bool
    partly: bool


_BLOCKS = TypeAdapter(list[CheckedBlock])


async def read_code(page: Page, profile: SiteProfile, code: str) -> list[CheckedBlock]:
    """Return the code blocks in the page's messages. `code` is the selector of code in use, "" for none.

    Raises playwright's Error if the page goes away, or if its blocks can't be read.
    """
    given = ", ".join(json.dumps(value) for value in (profile.for_page(), code))
    script = f"""(() => {{
'use strict';
{injected_js.bundle(None, injected_js.CHECK)}
return page_check.checkedBlocks({given});
}})()"""
    session = await page.context.new_cdp_session(page)
    try:
        tree = await call(session, "Page.getFrameTree")
        frame = tree["frameTree"]["frame"]["id"]
        name = {"frameId": frame, "worldName": secrets.token_hex(8)}
        world = (await call(session, "Page.createIsolatedWorld", name))["executionContextId"]
        asked = {"expression": script, "contextId": world, "returnByValue": True}
        answer = await call(session, "Runtime.evaluate", asked)
    finally:
        await session.detach()
    if "exceptionDetails" in answer:
        said = answer["exceptionDetails"].get("exception", {}).get("description", "")
        raise PlaywrightError(f"the page's code blocks could not be read: {said[:300]}")
    return _BLOCKS.validate_python(answer["result"].get("value"))
