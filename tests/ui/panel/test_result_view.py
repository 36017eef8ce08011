"""A result in the panel: formatted, searched, as large as the window, and never over a question."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator

import pytest
from playwright.async_api import BrowserContext, Locator, expect

from overlay.calls.markdown_view import markdown_of
from overlay.ui.panel.state import CallRow, PanelState, ResultShown
from tests.ui.panel.room import Room, question, room
from tests.ui.panel.test_call_list import PlayedCalls

ROW = CallRow(
    id="a",
    chat="c",
    group="over",
    name="find",
    status="done",
    note="",
    text="{}",
    actions=["show"],
    open=False,
)
ORDERS = json.dumps([{"number": 10, "city": "Bern"}, {"number": 9, "city": "Zürich"}])


@pytest.fixture
async def here(context: BrowserContext) -> AsyncIterator[Room]:
    async with room(context) as here:
        here.panel.add(PlayedCalls([ROW]))
        here.panel.changed()
        await here.button("Show find").wait_for()
        yield here


async def shown(here: Room, text: str, *, error: bool = False) -> Locator:
    """Show that result, and return its part."""
    markdown = None if error else markdown_of(text)
    await here.panel.show(
        PanelState(result=ResultShown(id="a", arguments="{}", text=text, error=error, markdown=markdown))
    )
    part = here.page.locator(".one-part:has(.enlarge)")
    await part.wait_for()
    return part


@pytest.mark.thorough
async def test_a_list_of_objects_is_a_table_that_can_be_sorted_and_read_as_text(here: Room) -> None:
    part = await shown(here, ORDERS)
    await part.get_by_role("button", name="number").click()
    await expect(part.locator("tbody tr")).to_have_text(["9Zürich", "10Bern"])
    await part.get_by_role("button", name="As text").click()
    await expect(part.locator("pre")).to_have_text(ORDERS)


@pytest.mark.thorough
async def test_an_error_is_shown_as_text(here: Room) -> None:
    part = await shown(here, ORDERS, error=True)
    await expect(part.locator("pre")).to_have_text(ORDERS)


@pytest.mark.thorough
async def test_markdown_is_elements_and_its_markup_is_text(here: Room) -> None:
    part = await shown(here, "# Title\n\n**bold** <img src=x onerror=alert(1)>")
    await expect(part.get_by_role("heading", name="Title")).to_be_visible()
    assert await part.locator("img").count() == 0


@pytest.mark.thorough
async def test_a_long_result_is_searched_line_by_line(here: Room) -> None:
    part = await shown(here, "\n".join(f"line {number}" for number in range(1_000)))
    await part.get_by_role("searchbox", name="Find in the result of find").fill("LINE 99")
    await expect(part.get_by_text("11 of 1000 lines")).to_be_visible()
    await expect(part.locator("pre")).to_have_text(
        " ".join(["line 99", *(f"line 99{end}" for end in range(10))])
    )


@pytest.mark.thorough
async def test_a_result_can_be_as_large_as_the_window(here: Room) -> None:
    part = await shown(here, ORDERS)
    await here.button("Enlarge: find").click()
    filled = "(part) => part.offsetWidth >= document.documentElement.clientWidth && part.offsetHeight >= innerHeight"
    assert await part.evaluate(filled)
    await here.page.keyboard.press("Escape")
    assert not await part.evaluate(filled)


@pytest.mark.thorough
async def test_an_enlarged_result_makes_way_for_a_question(here: Room) -> None:
    await shown(here, ORDERS)
    await here.button("Enlarge: find").click()
    asked = await here.ask(question())
    await here.button("Deny").click()
    assert (await asked).scope == "deny"


async def opened(here: Room, text: str) -> Locator:
    """Open that result from a block, and return what the panel shows in front."""
    here.panel.show_in_front(PanelState(opened=ResultShown(id="a", name="find", arguments="{}", text=text)))
    dialog = here.page.get_by_role("dialog", name="Result of find")
    await dialog.wait_for()
    return dialog


@pytest.mark.thorough
async def test_a_result_that_is_opened_from_its_block_fills_the_window(here: Room) -> None:
    dialog = await opened(here, ORDERS)
    box = await dialog.bounding_box()
    assert box
    assert (box["x"], box["y"]) == (0, 0)
    assert box["width"] >= await here.page.evaluate("document.documentElement.clientWidth")
    await expect(dialog.get_by_role("table")).to_be_visible()


@pytest.mark.thorough
async def test_an_opened_result_never_covers_a_question(here: Room) -> None:
    await opened(here, ORDERS)
    asked = await here.ask(question())
    await expect(here.button("Deny")).to_be_visible()
    await here.button("Deny").click()
    await asked


async def test_an_opened_result_can_be_searched_and_copied_and_is_closed_by_its_button_and_by_escape(
    here: Room,
) -> None:
    dialog = await opened(here, "\n".join(f"line {number}" for number in range(1000)))
    await dialog.get_by_role("searchbox").fill("line 77")
    await expect(dialog.get_by_text("11 of 1000 lines")).to_be_visible()
    await dialog.get_by_role("button", name="Copy the result of find").click()
    await expect(dialog.get_by_text("Copied.")).to_be_visible()
    await here.button("Close").click()
    await expect(dialog).to_be_hidden()
    await opened(here, ORDERS)
    await here.page.keyboard.press("Escape")
    await expect(dialog).to_be_hidden()
