"""With the keyboard alone, from the top of the page to a call's result in the model's next turn."""

from __future__ import annotations

import pytest
from playwright.async_api import BrowserContext, Locator, Page, expect

from overlay.companion.companion import Companion
from overlay.tools import tool
from tests.companion.test_companion import DEMO, fence, say
from tests.injected.calls import fenced
from tests.injected.stage import Demo, Stage, in_sight
from tests.support.faces import in_face
from tests.support.scene import call

MOST = 60
"""Presses of Tab after which there is nothing left to reach."""


async def tab_to(page: Page, target: Locator) -> None:
    """Press Tab until `target` has the focus, and look at it in plain sight for a moment."""
    for _ in range(MOST):
        await page.keyboard.press("Tab")
        if await target.evaluate("(element) => element === document.activeElement && document.hasFocus()"):
            break
    else:
        raise AssertionError("Tab does not reach it")
    await in_sight(target, 700)


@pytest.mark.thorough
async def test_a_call_is_changed_run_inserted_and_sent_by_keyboard(
    context: BrowserContext, demo: Demo
) -> None:
    message = demo.prepare(fenced("xml"))
    async with Stage(context, demo.url, site="demo") as stage:
        await stage.ask(message)
        await stage.answered()
        await stage.ready()
        await tab_to(stage.page, in_face(stage.page, ".edit-button", 0))
        await stage.page.keyboard.press("Enter")
        field = in_face(stage.page, "[data-field=gnu]", 0)
        await expect(field).to_have_value("tapir")
        await expect(in_face(stage.page, "[data-field=zebra]", 0)).to_be_focused()
        await stage.page.keyboard.press("Tab")
        await stage.page.keyboard.press("ControlOrMeta+a")
        await stage.page.keyboard.type("aardvark")
        await tab_to(stage.page, in_face(stage.page, ".save-button", 0))
        await stage.page.keyboard.press("Enter")
        changed = in_face(stage.page, ".changed-params", 0)
        await expect(changed).to_contain_text("gnu · changed by you")
        await expect(changed).to_contain_text("aardvark")
        await tab_to(stage.page, stage.execute)
        await stage.page.keyboard.press("Enter")
        await stage.until("done")
        for part, kind in (("insert", "inserted"), ("submit", "submitted")):
            await tab_to(stage.page, in_face(stage.page, f".{part}-button", 0))
            await stage.page.keyboard.press("Enter" if part == "insert" else "Space")
            await stage.until(kind)
        assert [run["gnu"] for run in stage.tools.runs] == ["aardvark"]


@pytest.mark.thorough
async def test_a_dangerous_call_is_approved_reviewed_and_sent_by_keyboard(
    context: BrowserContext, demo: Demo
) -> None:
    wiped: list[str] = []

    @tool(destructive=True)
    def wipe(what: str) -> str:
        """Deletes."""
        wiped.append(what)
        return "it is gone"

    async with Companion(
        demo.url, context=context, tools=[wipe], profile=DEMO, panel=True, inspectable=True
    ) as companion:
        assert companion.panel
        assert companion.panel.page
        page, panel = companion.page, companion.panel.page
        await say(companion, fence(call("wipe", what="disk")))
        await page.bring_to_front()
        execute = in_face(page, ".execute-button")
        await execute.wait_for()
        await tab_to(page, execute)
        await page.keyboard.press("Enter")
        await panel.get_by_role("article").wait_for()
        allow = panel.get_by_role("button", name="Allow once")
        await expect(allow).to_be_enabled()
        await tab_to(panel, allow)
        await panel.keyboard.press("Enter")
        review = panel.get_by_role("button", name="Review the result of wipe")
        await review.wait_for()
        assert wiped == ["disk"]
        await tab_to(panel, review)
        await panel.keyboard.press("Enter")
        text = panel.get_by_label("Result of wipe, as the model will read it")
        await text.wait_for()
        await tab_to(panel, text)
        await panel.keyboard.press("ControlOrMeta+a")
        await panel.keyboard.type("nothing is left")
        await tab_to(panel, panel.get_by_role("button", name="Send", exact=True))
        await panel.keyboard.press("Enter")
        sent = in_face(page, "[data-status=result] .result-value", 1)
        await expect(sent).to_contain_text("nothing is left")
