"""An application at the address that the user opened is recognised whenever it shows itself."""

from __future__ import annotations

import pytest
from playwright.async_api import BrowserContext

from overlay.sites import recognition
from tests.acceptance.chat_kinds import TEXT, Room, opened
from tests.injected.fixtures import own_context, pages
from tests.injected.pages import PageSite
from tests.support.effort import corners

__all__ = ["own_context", "pages"]

ANSWER = f"I look.\n\n```xml\n{TEXT}```\n\nThat was it."
APPLICATION = """
DRAW.kept = (turn, text) => {
    turn.setAttribute("data-step-type", "assistant_message");
    turn.replaceChildren(...parts(text).map(({ words, code }) => words !== undefined ? make("p", { textContent: words }) : make("pre", { textContent: code })));
};
const box = document.querySelector("textarea");
const leave = () => box.remove();
window.appear = () => {
    document.querySelector("form")?.remove();
    const form = make("div", { id: "message-composer" }, box);
    box.id = "chat-input";
    document.body.append(form);
};
window.talk = async (text) => {
    const stop = make("button", { id: "stop-button", textContent: "Stop" });
    document.body.append(stop);
    say("Please look the note up.");
    await answer(text, { draw: "kept", sign: false });
    stop.remove();
};
const asked = say;
window.say = (words) => { asked(words); main.lastElementChild.setAttribute("data-step-type", "user_message"); };
"""
LATE = {
    "the message box comes late": "leave();",
    "a login page stands in front": "leave(); document.body.append(make('form', {}, make('input', { type: 'password' })));",
    "a box of another kind stands there at first": "box.placeholder = 'Your feedback';",
}


async def talk(room: Room) -> None:
    await room.page.evaluate("(text) => talk(text)", ANSWER)
    await room.until(lambda blocks: bool(blocks) and blocks[0].status in ("done", "ready"))


@pytest.mark.parametrize("name", corners(LATE, "the message box comes late"))
@pytest.mark.thorough
async def test_a_call_runs_automatically_in_an_application_that_showed_itself_late(
    name: str, context: BrowserContext, pages: PageSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recognition.detect_site, "__defaults__", (0.3,))
    async with opened(context, pages, APPLICATION + LATE[name], profile=None) as room:
        assert room.companion.profile.name == "generic"
        await room.page.evaluate("appear()")
        await room.known("chainlit")
        assert room.companion.profile.name == "chainlit"
        await talk(room)
        assert room.ran == ["quagga"]


@pytest.mark.thorough
async def test_a_page_that_shows_itself_as_an_application_after_a_message_was_sent_runs_nothing_automatically(
    context: BrowserContext, pages: PageSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recognition.detect_site, "__defaults__", (0.3,))
    async with opened(context, pages, APPLICATION, profile=None) as room:
        await room.send()
        await room.page.evaluate("appear()")
        await room.known("chainlit")
        await talk(room)
        assert room.ran == []
