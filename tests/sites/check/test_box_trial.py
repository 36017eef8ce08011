"""A message box that is found need not take a text."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser, Page

from overlay.sites.check.box_trial import BoxTrial, try_box

SIZE = "style='width: 300px; height: 40px'"
AREA = f"<textarea id=box {SIZE}>a draft</textarea><button id=go>Send</button>"
RICH = f"<div id=box contenteditable=true {SIZE}><p>a draft</p></div><button id=go>Send</button>"


async def tried(page: Page, body: str) -> BoxTrial:
    await page.goto("about:blank")
    await page.set_content(body)
    return await try_box(page, "#box", "#go")


async def test_a_box_that_takes_a_text_has_its_draft_back_afterwards(still_page: Page) -> None:
    read = "document.querySelector('#box').value ?? document.querySelector('#box').innerText"
    for body in (AREA, RICH):
        assert await tried(still_page, body) == BoxTrial("", send=True, draft=True, lives=True)
        assert await still_page.evaluate(read) == "a draft"


async def test_a_box_that_takes_a_part_of_a_text_keeps_its_draft(still_page: Page) -> None:
    await tried(still_page, AREA.replace("id=box", "id=box maxlength=10"))
    assert await still_page.locator("#box").input_value() == "a draft"


async def test_a_box_that_does_not_take_a_text_is_said_to_fail(still_page: Page) -> None:
    script = "<script>box.oninput = () => { box.value = %s; }</script>"
    found = {
        name: (await tried(still_page, body)).fault
        for name, body in {
            "read only": AREA.replace("id=box", "id=box readonly"),
            "puts its draft back": AREA + script % "'a draft'",
            "changes the text": AREA + script % "box.value.toUpperCase()",
            "takes no focus": f"{AREA}<script>box.onfocus = () => box.blur()</script>",
            "keeps what was deleted": AREA + script % "box.value.length < 14 ? 'a draftoverlay' : box.value",
        }.items()
    }
    assert found == {
        "read only": "it takes no text",
        "puts its draft back": "it takes no text",
        "changes the text": "it changes what is written into it",
        "takes no focus": "it does not take the focus",
        "keeps what was deleted": "it does not let go of what was written into it",
    }


async def test_a_send_button_that_appears_once_something_is_written_is_seen(still_page: Page) -> None:
    show = "<script>box.oninput = () => setTimeout(() => { go.hidden = !box.value; }, 50)</script>"
    found = await tried(still_page, AREA.replace("a draft", "").replace("id=go", "id=go hidden") + show)
    assert (found.fault, found.send, found.draft) == ("", True, False)


@pytest.mark.thorough
async def test_a_box_in_a_page_without_script_takes_a_text(browser: Browser) -> None:
    context = await browser.new_context(java_script_enabled=False)
    page = await context.new_page()
    found = [await tried(page, body) for body in (AREA, RICH)]
    await context.close()
    assert [(one.fault, one.send) for one in found] == [("", True), ("", True)]
