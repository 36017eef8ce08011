"""The panel's list of calls: filter, copy, run again, and a thousand of them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from playwright.async_api import BrowserContext, Locator, expect

from overlay.ui.panel.messages import PanelMessage
from overlay.ui.panel.state import CallRow
from tests.support.scene import call, idle
from tests.ui.panel.room import PlayedChat, Room, room

MANY = 1_000


@pytest.fixture
async def here(context: BrowserContext) -> AsyncIterator[Room]:
    async with room(context) as here:
        yield here


class PlayedCalls:
    """A section that lists these calls."""

    def __init__(self, rows: list[CallRow]) -> None:
        self.rows = rows
        self.said: list[PanelMessage] = []

    def state(self) -> dict[str, Any]:
        return {"calls": self.rows}

    async def carry_out(self, message: PanelMessage) -> str | None:
        self.said.append(message)
        return None

    def window_lost(self) -> None:
        pass


def row(number: int, **more: Any) -> CallRow:
    known: dict[str, Any] = {
        "id": f"c{number}",
        "chat": "one",
        "group": "over",
        "name": f"tool_{number}",
        "status": "done",
        "note": "",
        "text": "{}",
        "actions": ["show", "again"],
        "open": False,
    }
    return CallRow.model_validate(known | more)


async def listed(here: Room, *rows: CallRow) -> PlayedCalls:
    played = PlayedCalls(list(rows))
    here.panel.add(played)
    here.panel.changed()
    await items(here).first.wait_for()
    return played


def items(here: Room) -> Locator:
    return here.page.locator("#calls li")


async def test_a_call_is_run_again_by_one_press(here: Room) -> None:
    page = here.scene.page()
    page.stream(call(text="x"))
    page.press()
    await here.button("Run again note").click()
    await expect(items(here)).to_have_count(2)
    await idle()
    assert here.scene.ran == ["x", "x"]


async def test_a_press_that_no_user_made_runs_nothing_again(here: Room) -> None:
    page = here.scene.page()
    page.stream(call(text="x"))
    page.press()
    await here.button("Run again note").evaluate("(button) => button.click()")
    await here.button("Show note").click()
    await here.page.get_by_role("region", name="Result of note").wait_for()
    assert here.scene.ran == ["x"]


@pytest.mark.thorough
async def test_calls_are_found_by_name_arguments_and_state(here: Room) -> None:
    running = row(3, group="running", status="running")
    await listed(here, row(1), row(2, text='{"path": "/Notes"}', status="denied"), running)
    names, found, state = (
        items(here).locator(".name"),
        here.page.locator("#call-text"),
        here.page.locator("#call-state"),
    )
    for text, name in (("TOOL_1", "tool_1"), ("notes", "tool_2"), ("runn", "tool_3")):
        await found.fill(text)
        await expect(names).to_have_text([name])
    await expect(here.page.locator("#calls-found")).to_have_text("1 of 3 calls")
    await found.fill("")
    for label, name in (("Not allowed", "tool_2"), ("Running", "tool_3"), ("Done", "tool_1")):
        await state.select_option(label)
        await expect(names).to_have_text([name])


@pytest.mark.thorough
async def test_the_calls_of_one_chat_can_be_listed(context: BrowserContext) -> None:
    chats = PlayedChat(open=lambda: [("one", "First"), ("two", "Second")])
    async with room(context, chat=chats) as here:
        await listed(here, row(1), row(2, chat="two"))
        await here.page.locator("#call-chat").select_option("Second")
        await expect(items(here).locator(".name")).to_have_text(["tool_2"])


@pytest.mark.thorough
async def test_of_a_thousand_calls_only_those_near_the_view_are_in_the_page_down_to_the_last(
    here: Room,
) -> None:
    await listed(here, *(row(number) for number in range(MANY)))
    assert 10 < await items(here).count() < 100
    while not await here.page.get_by_text(f"tool_{MANY - 1}", exact=True).count():
        await here.page.keyboard.press("End")
    await expect(items(here).last).to_have_attribute("aria-posinset", str(MANY))
    assert await items(here).count() < 100


@pytest.mark.thorough
async def test_a_result_stays_open_while_its_row_is_out_of_sight(here: Room) -> None:
    page = here.scene.page()
    page.stream(call(text="x"))
    page.press()
    await here.button("Show note").click()
    shown = here.page.get_by_role("region", name="Result of note")
    await shown.wait_for()
    id_ = str(await items(here).first.get_attribute("data-key"))
    await listed(
        here,
        row(0, id=id_, name="note", actions=["show", "insert", "again"]),
        *(row(number) for number in range(1, MANY)),
    )
    await expect(here.page.get_by_text("tool_1", exact=True)).to_be_visible()
    while await shown.count():
        await here.page.keyboard.press("End")
    # Chromium drops a Home while it still scrolls to the end.
    while not await shown.count():
        await here.page.keyboard.press("Home")
    await expect(shown).to_have_text("noted x")


@pytest.mark.thorough
async def test_a_change_of_one_call_is_sent_alone(here: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    played = await listed(here, *(row(number) for number in range(MANY)))
    sent: list[int] = []
    window = here.panel._window  # pyright: ignore[reportPrivateUsage]
    assert window
    real = window.show

    async def counted(shown: Any) -> None:
        if shown.calls:
            sent.append(len(shown.calls.changed))
        await real(shown)

    monkeypatch.setattr(window, "show", counted)
    played.rows = [row(0, status="failed"), *played.rows[1:]]
    here.panel.changed()
    await expect(items(here).first.locator(".badge")).to_have_text("failed")
    assert sent == [1]


@pytest.mark.thorough
async def test_a_call_that_was_opened_while_it_ran_shows_its_result_when_it_ends(here: Room) -> None:
    here.scene.work = asyncio.Event()
    page = here.scene.page()
    page.stream(call(text="x"))
    page.press()
    await here.button("Show note").click()
    await here.page.get_by_role("region", name="Arguments of note").wait_for()
    here.scene.work.set()
    await expect(here.page.get_by_role("region", name="Result of note")).to_have_text("noted x")


@pytest.mark.thorough
async def test_a_running_call_stays_open_after_a_copy_and_its_result_can_be_copied(
    here: Room,
) -> None:
    here.scene.work = asyncio.Event()
    page = here.scene.page()
    page.stream(call(text="a b"))
    page.press()
    await here.button("Show note").click()
    pasted, copied = here.page.locator("#call-text"), here.page.get_by_text("Copied.")

    async def paste() -> str:
        await pasted.fill("")
        await pasted.press("Control+V")
        # An input of one line takes line ends as spaces.
        text = " ".join((await pasted.input_value()).split())
        await pasted.fill("")
        return text

    await here.button("Copy the arguments of note").click()
    await expect(copied).to_be_visible()
    here.scene.work.set()
    await here.page.get_by_role("region", name="Result of note").wait_for()
    await expect(copied).to_be_visible()
    assert await paste() == '{ "text": "a b" }'
    await here.button("Copy the result of note").click()
    await expect(copied.last).to_be_visible()
    assert await paste() == "noted a b"
