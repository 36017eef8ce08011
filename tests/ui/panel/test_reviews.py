"""The panel shows what goes to the model, before it goes; the user edits it there."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from playwright.async_api import BrowserContext, Locator, expect

from overlay.calls.images import drawn
from overlay.calls.result_text import EDITED
from overlay.chat.composer.composer import ComposerError
from overlay.chat.result_review import CHANGED
from overlay.tools import ToolImage
from overlay.ui.panel.reviews import NOT_THERE
from overlay.ui.panel.state import PanelState
from tests.calls.test_images import png
from tests.support.scene import AUTO, Scene, call, idle
from tests.ui.panel.room import Room, room
from tests.ui.panel.test_actions import PanelScene

TWO = call(text="a") + call("note", "2", text="b")


@pytest.fixture
async def here(context: BrowserContext) -> AsyncIterator[Room]:
    async with room(context, config=AUTO) as here:
        yield here


async def ran(panel: PanelScene, text: str = TWO) -> list[str]:
    """Calls that have run; their ids."""
    panel.page = panel.scene.page()
    panel.page.stream(text)
    await panel.scene.clock.pass_()
    calls = [block.call for block in panel.page.blocks]
    for each in calls:
        panel.calls.note(each)
    return [each.id for each in calls]


def reviewed(panel: PanelScene) -> list[str]:
    return [part.body for state in panel.shown if state.review for part in state.review.parts]


async def test_a_review_shows_the_results_of_the_whole_answer() -> None:
    panel = PanelScene(Scene(AUTO))
    one, _ = await ran(panel)
    assert await panel.say(t="call", id=one, action="review") == ""
    assert reviewed(panel) == ["noted a", "noted b"]


async def test_a_review_ends_when_its_results_are_in_the_message_box() -> None:
    panel = PanelScene(Scene(AUTO))
    one, two = await ran(panel)
    await panel.say(t="call", id=one, action="review")
    await panel.say(t="reviewed", id=one, parts=[{"id": two, "text": None}], submit=True)
    assert panel.shown[-1] == PanelState(reviewed=one)


async def test_a_review_stays_open_if_nothing_could_be_inserted() -> None:
    panel = PanelScene(Scene(AUTO))
    (one,) = await ran(panel, call(text="a"))
    await panel.say(t="call", id=one, action="review")
    panel.scene.box.fault = ComposerError("no box")
    said = await panel.say(t="reviewed", id=one, parts=[{"id": one, "text": None}], submit=True)
    assert said == "The result was not inserted: no box."
    assert len(panel.shown) == 1


async def test_results_that_changed_during_a_review_are_shown_again() -> None:
    panel = PanelScene(Scene(AUTO))
    one, _ = await ran(panel)
    await panel.say(t="call", id=one, action="review")
    panel.page.press("insert", panel.page.blocks[1])
    await idle()
    assert await panel.say(t="reviewed", id=one, parts=[{"id": one, "text": None}], submit=True) == CHANGED
    assert reviewed(panel) == ["noted a", "noted b", "noted a"]


async def test_a_review_sends_nothing_that_was_not_shown() -> None:
    panel = PanelScene(Scene(AUTO))
    (one,) = await ran(panel, call(text="a"))
    await panel.say(t="reviewed", id=one, parts=[{"id": one, "text": "else"}], submit=True)
    assert panel.scene.box.sent == []
    assert reviewed(panel) == ["noted a"]


async def test_a_review_says_how_many_pictures_go_along() -> None:
    panel = PanelScene(Scene(AUTO))
    (one,) = await ran(panel, call(text="a"))
    outcome = panel.page.block.call.outcome
    assert outcome
    outcome.pictures, _ = drawn([ToolImage(png())], "note")
    await panel.say(t="call", id=one, action="review")
    (state,) = panel.shown
    assert state.review
    assert [part.pictures for part in state.review.parts] == [1]


async def test_a_call_without_a_chat_can_not_be_reviewed() -> None:
    panel = PanelScene(Scene(AUTO))
    (one,) = await ran(panel, call(text="a"))
    panel.page.close()
    assert await panel.say(t="call", id=one, action="review") == NOT_THERE


async def test_a_hidden_character_is_mentioned_and_overlays_own_are_not() -> None:
    panel = PanelScene(Scene(AUTO))
    one, _ = await ran(panel, call(text="a\u202eb") + call("note", "2", text="<invoke x"))
    panel.page.press(block=panel.page.blocks[0])
    await idle()
    await panel.say(t="call", id=one, action="review")
    (state,) = panel.shown
    assert state.review
    assert [part.unseen for part in state.review.parts] == [True, False]


def area(here: Room, number: int) -> Locator:
    return here.page.get_by_role("textbox", name="Result of note, as the model will read it").nth(number)


async def test_the_user_edits_one_result_leaves_one_out_and_sends_by_the_keyboard(here: Room) -> None:
    page = here.scene.page()
    page.stream(TWO)
    await here.scene.clock.pass_()
    keys = here.page.keyboard
    await here.button("Review the result of note").last.press("Enter")
    await expect(area(here, 0)).to_be_focused()
    await keys.press("ControlOrMeta+A")
    await keys.type("noted ***")
    await expect(here.page.get_by_text("Edited by you: the text for the model says so.")).to_be_visible()
    await keys.press("Tab")
    await keys.press("Space")
    await expect(area(here, 1)).to_be_hidden()
    await keys.press("Tab")
    await keys.press("Enter")
    await expect(here.page.locator(".reviewing")).to_have_count(0)
    assert here.scene.box.sent == [f'<function_result call_id="1">\n{EDITED}\nnoted ***\n</function_result>']


async def test_a_press_that_no_user_made_sends_nothing(here: Room) -> None:
    page = here.scene.page()
    page.stream(call(text="a"))
    await here.scene.clock.pass_()
    await here.button("Review the result of note").click()
    await here.button("Send").evaluate("(button) => button.click()")
    await here.button("Insert only").click()
    await expect(here.page.locator(".reviewing")).to_have_count(0)
    assert (here.scene.box.text.count("noted a"), here.scene.box.sent) == (1, [])
