"""The controlled textarea, and the contenteditable with a paragraph a line."""

import pytest
from playwright.async_api import expect

from tests.demo.conftest import Chat
from tests.demo.hearing import heard

LINES = "one\n\n  two  spaces\n<b>&amp; 🙂"


async def sent(chat: Chat) -> str:
    """Presses Enter and gives what the model was sent."""
    before = len(chat.site.log)
    await chat.composer.press("Enter")
    await expect(chat.questions).to_have_count(1)
    return await heard(chat.site, before)


async def test_the_textarea_is_sent_to_the_letter(chat: Chat) -> None:
    await chat.open()
    await chat.composer.fill(LINES)
    assert await sent(chat) == LINES


async def test_the_composer_is_empty_after_sending(chat: Chat) -> None:
    await chat.open()
    await chat.composer.fill("hi")
    await sent(chat)
    await expect(chat.composer).to_have_value("")


async def test_shift_enter_makes_a_line(chat: Chat) -> None:
    await chat.open()
    await chat.composer.press_sequentially("a")
    await chat.composer.press("Shift+Enter")
    await chat.composer.press_sequentially("b")
    assert await sent(chat) == "a\nb"


async def test_a_value_set_without_an_event_is_lost(chat: Chat) -> None:
    await chat.open()
    await chat.composer.evaluate("(field) => { field.value = 'forced'; field.blur(); }")
    await expect(chat.composer).to_have_value("")


async def test_a_value_set_through_the_frameworks_own_setter_is_lost_even_with_an_event(chat: Chat) -> None:
    await chat.open()
    await chat.composer.evaluate(
        "(field) => { field.value = 'forced'; field.dispatchEvent(new Event('input', { bubbles: true })); }"
    )
    await expect(chat.composer).to_have_value("")


async def test_a_value_set_natively_with_an_event_is_kept(chat: Chat) -> None:
    await chat.open()
    await chat.composer.evaluate("""(field) => {
        const { set } = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value");
        set.call(field, "kept");
        field.dispatchEvent(new Event("input", { bubbles: true }));
    }""")
    assert await sent(chat) == "kept"


async def test_inserted_text_reaches_the_textarea(chat: Chat) -> None:
    await chat.open()
    await chat.composer.focus()
    await chat.page.keyboard.insert_text(LINES)
    assert await sent(chat) == LINES


async def test_typed_text_reaches_the_rich_composer(chat: Chat) -> None:
    await chat.open("?composer=rich")
    await chat.composer.press_sequentially("hello  there")
    assert await sent(chat) == "hello  there"


async def test_the_rich_composer_has_a_paragraph_a_line(chat: Chat) -> None:
    await chat.open("?composer=rich")
    await chat.composer.focus()
    await chat.page.keyboard.insert_text(LINES)
    await expect(chat.composer.locator("> p")).to_have_text(["one", "", "  two  spaces", "<b>&amp; 🙂"])


async def test_inserted_text_reaches_the_rich_composer(chat: Chat) -> None:
    await chat.open("?composer=rich")
    await chat.composer.focus()
    await chat.page.keyboard.insert_text(LINES)
    assert await sent(chat) == LINES


async def test_lines_inserted_among_words_reach_the_rich_composer(chat: Chat) -> None:
    await chat.open("?composer=rich")
    await chat.composer.press_sequentially("ab")
    await chat.composer.press("ArrowLeft")
    await chat.page.keyboard.insert_text("1\n\n2")
    assert await sent(chat) == "a1\n\n2b"


async def test_pasted_text_reaches_the_rich_composer(chat: Chat) -> None:
    await chat.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    await chat.open("?composer=rich")
    await chat.page.evaluate("(text) => navigator.clipboard.writeText(text)", LINES)
    await chat.composer.press("Control+v")
    assert await sent(chat) == LINES


async def test_shift_enter_makes_a_paragraph(chat: Chat) -> None:
    await chat.open("?composer=rich")
    await chat.composer.press_sequentially("a")
    await chat.composer.press("Shift+Enter")
    await chat.composer.press_sequentially("b")
    assert await sent(chat) == "a\nb"


async def test_the_rich_composer_is_empty_after_sending(chat: Chat) -> None:
    await chat.open("?composer=rich")
    await chat.composer.press_sequentially("a")
    await sent(chat)
    await expect(chat.composer).to_have_text("")


async def test_deleting_everything_leaves_one_paragraph(chat: Chat) -> None:
    await chat.open("?composer=rich")
    await chat.page.keyboard.insert_text("a\nb")
    await chat.composer.press("Control+a")
    await chat.composer.press("Delete")
    await expect(chat.composer.locator("> p")).to_have_count(1)
    await expect(chat.send_button).to_be_disabled()


@pytest.mark.parametrize("query", ["", "?composer=rich"])
async def test_the_composer_has_the_focus_when_the_page_opens(chat: Chat, query: str) -> None:
    await chat.open(query)
    await expect(chat.composer).to_be_focused()


async def test_a_long_word_does_not_make_the_page_wider_than_its_window(chat: Chat) -> None:
    """The window is narrower beside the panel, and overlay's instructions have long words."""
    await chat.page.set_viewport_size({"width": 945, "height": 900})
    await chat.open()
    await chat.composer.fill("x" * 300)
    assert await chat.page.evaluate("document.documentElement.scrollWidth") == 945
