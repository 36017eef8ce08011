"""Reads the code blocks of a page as the page script does, out of the reach of the page's own script."""

from __future__ import annotations

import json
import secrets

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Page
from pydantic import BaseModel

import injected_js
from observers.cdp import call
from observers.protocol import UnreadCode
from overlay.sites.profile import SiteProfile


class CheckedCode(BaseModel):
    """The code blocks of the answers; the result of `checkedCode` of injected_js/site/page_check.js.

    `partly`: a code editor draws only a part of its text, and may give the rest to overlay. `outside`: code
    blocks that are in no message.
    """

    blocks: int = 0
    partly: int = 0
    outside: int = 0
    unread: list[UnreadCode] = []


async def read_code(page: Page, profile: SiteProfile) -> CheckedCode:
    """Return how many code blocks the page's answers have, and which can't be read.

    Raises playwright's Error if the page goes away, or if its blocks can't be read.
    """
    given = json.dumps(profile.for_page())
    script = f"""(() => {{
'use strict';
{injected_js.bundle(None, injected_js.CHECK)}
return page_check.checkedCode({given});
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
    return CheckedCode.model_validate(answer["result"].get("value"))
