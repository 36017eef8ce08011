"""The arguments of a call on the clipboard, as JSON."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.async_api import BrowserContext, Page, expect

from overlay import Companion, tool
from overlay.demo.server import DemoSite
from tests.acceptance.test_composer_strip import press
from tests.companion.test_companion import DEMO, fence, say
from tests.support.faces import in_face
from tests.support.scene import call


@tool(destructive=True)
def mix(text: str, count: int = 0, names: list[str] | None = None, on: bool = False) -> str:
    """Mixes."""
    return "mixed"


@tool(destructive=True)
def reset() -> str:
    """Resets."""
    return "reset"


async def copied(page: Page) -> Any:
    """Press Copy, and return the JSON that is in the clipboard then."""
    box = page.locator("#composer")
    await press(in_face(page, ".copy-arguments"))
    await expect(in_face(page, ".copy-arguments")).to_have_text("Copied")
    await box.focus()
    await page.keyboard.press("ControlOrMeta+v")
    text = await box.input_value()
    await box.fill("")
    return json.loads(text)


@pytest.mark.thorough
async def test_copy_gives_the_arguments_with_their_types_and_with_the_users_changes(
    site: DemoSite, context: BrowserContext
) -> None:
    async with Companion(
        site.url, context=context, tools=[mix, reset], profile=DEMO, inspectable=True
    ) as companion:
        page = companion.page
        await say(companion, fence(call("reset")))
        await in_face(page, ".execute-button").wait_for()
        assert await in_face(page, ".copy-arguments").count() == 0
        await page.goto(site.url)
        await say(companion, fence(call("mix", text='<b> 5\n"x"', count="5", names='["a", "é"]', on="true")))
        given = {"text": '<b> 5\n"x"', "count": 5, "names": ["a", "é"], "on": True}
        assert await copied(page) == given
        await press(in_face(page, ".edit-button"))
        await expect(in_face(page, ".copy-arguments")).to_have_count(0)
        await in_face(page, "[data-field=count]").fill("7")
        await press(in_face(page, ".save-button"))
        await in_face(page, ".changed-params .param-name").wait_for()
        assert await copied(page) == {**given, "count": 7}
