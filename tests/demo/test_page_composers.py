"""The controlled textarea, and the contenteditable with a paragraph a line."""

import pytest
from playwright.async_api import expect

from tests.demo.conftest import Chat
from tests.demo.hearing import heard

LINES = "one\n\n  two  spaces\n<b>&amp; 🙂"
SET_NATIVELY = """(field) => {
    const { set } = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value");
    set.call(field, "kept");
    field.dispatchEvent(new Event("input", { bubbles: true }));
}"""
SET_BY_FRAMEWORK = (
    "(field) => { field.value = 'forced'; field.dispatchEvent(new Event('input', { bubbles: true })); }"
)


async def sent(chat: Chat) -> str:
    """Press Enter, wait for the answer's end, and return what the model was sent."""
    before, questions = len(chat.site.log), await chat.questions.count()
    await chat.composer.press("Enter")
    await expect(chat.questions).to_have_count(questions + 1)
    await chat.finished()
    return await heard(chat.site, before)


@pytest.mark.thorough
async def test_the_textarea_sends_exactly_what_a_user_or_a_native_setter_put_in(chat: Chat) -> None:
    composer, keyboard = chat.composer, chat.page.keyboard
    await chat.open()
    await expect(composer).to_be_focused()
    received: dict[str, str] = {}
    await composer.fill(LINES)
    received["filled"] = await sent(chat)
    await expect(composer).to_have_value("")
    await composer.press_sequentially("a")
    await composer.press("Shift+Enter")
    await composer.press_sequentially("b")
    received["typed"] = await sent(chat)
    await keyboard.insert_text(LINES)
    received["inserted"] = await sent(chat)
    await composer.evaluate(SET_NATIVELY)
    received["set natively"] = await sent(chat)
    assert received == {"filled": LINES, "typed": "a\nb", "inserted": LINES, "set natively": "kept"}
    # The framework takes back a value that it did not set itself.
    await composer.evaluate(SET_BY_FRAMEWORK)
    await expect(composer).to_have_value("")
    await composer.evaluate("(field) => { field.value = 'forced'; field.blur(); }")
    await expect(composer).to_have_value("")
    assert await chat.violations() == []


@pytest.mark.thorough
async def test_the_rich_message_box_sends_exactly_what_a_user_put_in(chat: Chat) -> None:
    composer, keyboard = chat.composer, chat.page.keyboard
    await chat.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    await chat.open("?composer=rich")
    await expect(composer).to_be_focused()
    received: dict[str, str] = {}
    await composer.press_sequentially("hello  there")
    received["typed"] = await sent(chat)
    await expect(composer).to_have_text("")
    await keyboard.insert_text(LINES)
    await expect(composer.locator("> p")).to_have_text(["one", "", "  two  spaces", "<b>&amp; 🙂"])
    received["inserted"] = await sent(chat)
    await composer.press_sequentially("ab")
    await composer.press("ArrowLeft")
    await keyboard.insert_text("1\n\n2")
    received["among words"] = await sent(chat)
    await composer.press_sequentially("a")
    await composer.press("Shift+Enter")
    await composer.press_sequentially("b")
    received["two lines"] = await sent(chat)
    await chat.page.evaluate("(text) => navigator.clipboard.writeText(text)", LINES)
    await composer.press("Control+v")
    received["pasted"] = await sent(chat)
    assert received == {
        "typed": "hello  there",
        "inserted": LINES,
        "among words": "a1\n\n2b",
        "two lines": "a\nb",
        "pasted": LINES,
    }
    await keyboard.insert_text("a\nb")
    await composer.press("Control+a")
    await composer.press("Delete")
    await expect(composer.locator("> p")).to_have_count(1)
    await expect(chat.send_button).to_be_disabled()
    assert await chat.violations() == []


@pytest.mark.thorough
async def test_a_long_word_does_not_make_the_page_wider_than_its_window(chat: Chat) -> None:
    """The window is narrower beside the panel, and overlay's instructions have long words."""
    await chat.page.set_viewport_size({"width": 945, "height": 900})
    await chat.open()
    await chat.composer.fill("x" * 300)
    assert await chat.page.evaluate("document.documentElement.scrollWidth") == 945
