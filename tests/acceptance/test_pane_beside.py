"""A pane beside the messages, as for a document that the model writes: a call in it is no answer."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from playwright.async_api import Browser, expect

from tests.acceptance.chat_kinds import TEXT, Room, opened
from tests.acceptance.code_forms import FORMS
from tests.injected.pages import PageSite
from tests.injected.stage import in_sight
from tests.support.effort import corners
from tests.support.faces import in_face

PANE = """
// The site writes into the pane while it writes the answer.
window.write = (form, code) => {
    const pane = document.querySelector("aside") ?? make("aside");
    document.querySelector("main").append(pane);
    pane.replaceChildren(FORMS[form](code));
};
// A document that the user can edit; the site's editor would remove what overlay puts into it.
DRAW["with a document"] = (turn, text) => {
    turn.textContent = "I write.";
    const pane = document.querySelector("aside") ?? make("aside");
    document.querySelector("main").append(pane);
    pane.replaceChildren(make("div", { className: "canvas", contentEditable: "true" }, make("p", { textContent: "Dear all," }), FORMS["a pre"](text)));
};
DRAW["with a pane"] = (turn, text) => { turn.textContent = "I write."; write("an editor", text); };
"""


@pytest.fixture(scope="module")
async def room(browser: Browser, pages: PageSite) -> AsyncIterator[Room]:
    context = await browser.new_context()
    async with opened(context, pages, FORMS + PANE) as one:
        yield one
    await context.close()


@pytest.mark.parametrize("pane", corners(["with a pane", "with a document"], "with a pane"))
async def test_a_call_in_a_pane_runs_only_after_the_user_brought_it_into_the_chat(
    room: Room, pane: str
) -> None:
    await room.anew()
    await room.say()
    await room.answer(TEXT.rstrip("\n"), pane)
    await expect(in_face(room.page, ".status")).to_have_text("Call beside the chat")
    await expect(in_face(room.page, ".execute-button")).to_have_count(0)
    await in_sight(in_face(room.page, ".unquote-button"), 900)
    await in_face(room.page, ".unquote-button").click()
    await expect(in_face(room.page, ".execute-button")).to_have_count(1)
    assert [block.status for block in await room.companion.blocks()] == ["ready"]
    assert room.ran == []
    assert await room.page.locator(".canvas div, .canvas [data-block-id]").count() == 0
