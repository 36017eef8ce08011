"""The page's address, history, sidebar, and its send and stop buttons."""

import re

import pytest
from playwright.async_api import Page, expect

from overlay.demo.script import Pause, Said
from overlay.demo.server import DemoSite
from tests.demo.conftest import Chat, scripted

CONVERSATION = re.compile(r"/c/[0-9a-f-]{36}(\?.*)?$")
HOLD_FRAMES = "() => { window.later = []; window.requestAnimationFrame = (task) => window.later.push(task); }"
# By the page's own clock: `wait_for_function` is refused by a strict policy.
HELD = "new Promise((go) => { const look = () => (later.length ? go() : setTimeout(look, 20)); look(); })"
TWO_FRAMES = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
DOTS = """[...document.querySelectorAll('.thread, .thread *')].filter(
    (element) => getComputedStyle(element, "::after").content === '""').length"""
ENDLESS = [Said("begun "), Pause(60), Said("never")]


@pytest.mark.thorough
async def test_an_answer_can_be_stopped_and_nothing_is_sent_while_it_streams(page: Page) -> None:
    async with DemoSite(script=scripted(ENDLESS, "second", ENDLESS)) as site:
        chat = await Chat(page, site).open()
        await expect(chat.stop_button).to_have_count(0)
        await expect(chat.send_button).to_be_disabled()
        await chat.composer.fill(" ")
        await expect(chat.send_button).to_be_disabled()
        assert page.url == f"{site.url}/"
        await chat.ask("hi")
        await expect(chat.answers.last).to_have_text("begun")
        # The conversation has its address while the answer streams.
        await expect(page).to_have_url(CONVERSATION)
        await expect(chat.stop_button).to_have_count(1)

        await chat.composer.fill("more")
        await expect(chat.send_button).to_be_disabled()
        await page.evaluate(
            "() => { window.asked = 0; window.real = fetch; window.fetch = async () => { window.asked += 1; }; }"
        )
        await chat.composer.press("Enter")
        assert await page.evaluate("window.asked") == 0
        await page.evaluate("() => { window.fetch = window.real; }")

        await chat.stop_button.click()
        await expect(chat.stop_button).to_have_count(0)
        await page.reload()
        await expect(chat.answers.last).to_have_text("begun")
        assert await chat.answer("go on") == "second"

        # Leaving a conversation stops its answer.
        await chat.ask("and more")
        await expect(chat.answers.last).to_have_text("begun")
        await page.locator('[data-testid="new-chat"]').click()
        await expect(chat.stop_button).to_have_count(0)
        await expect(chat.answers).to_have_count(0)


@pytest.mark.thorough
async def test_one_dot_is_shown_until_the_answer_has_words(page: Page) -> None:
    async with DemoSite(script=scripted([Pause(60), Said("never")])) as site:
        chat = await Chat(page, site).open()
        await chat.ask("hi")
        await expect(chat.answers).to_have_count(1)
        assert await page.evaluate(DOTS) == 1
        await page.close()


MESSAGE = "say: one\n\n```json\n{}\n```\n"


@pytest.mark.parametrize("mode", ["framework", pytest.param("rebuild", marks=pytest.mark.thorough)])
@pytest.mark.thorough
async def test_a_conversation_keeps_its_address_its_query_and_its_messages(chat: Chat, mode: str) -> None:
    page = chat.page
    turns, links = page.locator("[data-message-id]"), page.locator("a[data-conversation]")
    ids = "(all) => all.map((turn) => turn.dataset.messageId)"
    await chat.open(f"?render={mode}")
    await page.evaluate("window.here = true")
    shown = await chat.answer(MESSAGE)
    assert page.url.endswith(f"?render={mode}")
    assert (await page.title()).endswith(" · Wren")
    assert (await page.title()).startswith("say: one")
    # The address changes without a new page.
    assert await page.evaluate("window.here")

    before = await turns.evaluate_all(ids)
    await page.reload()
    await expect(chat.questions).to_have_text([MESSAGE])
    assert await chat.answers.last.inner_text() == shown
    assert await turns.evaluate_all(ids) == before

    # Another conversation, and back: the nodes are new.
    old = await chat.answers.first.element_handle()
    await page.locator('[data-testid="new-chat"]').click()
    await expect(chat.answers).to_have_count(0)
    await chat.answer("say: two")
    await expect(links.first).to_have_text("say: two")
    await expect(page.locator("a[aria-current]")).to_have_text("say: two")
    await links.nth(1).click()
    await expect(chat.questions).to_have_text([MESSAGE])
    assert old is not None
    assert not await old.evaluate("(node) => node.isConnected")
    await page.go_back()
    await expect(chat.answers).to_have_text(["two"])


@pytest.mark.thorough
async def test_text_that_was_held_back_for_a_frame_does_not_reach_another_conversation(page: Page) -> None:
    async with DemoSite(script=scripted(ENDLESS)) as site:
        chat = await Chat(page, site).open("?burst&render=framework")
        await page.evaluate(HOLD_FRAMES)
        await chat.composer.fill("hi")
        await chat.composer.press("Enter")
        await page.evaluate(HELD)
        await page.evaluate("document.querySelector('[data-testid=new-chat]').click()")
        await page.evaluate("() => { for (const task of window.later) task(); }")
        await expect(chat.answers).to_have_count(0)
        assert chat.errors == []


@pytest.mark.thorough
async def test_a_message_to_an_unknown_conversation_stays_in_the_message_box(chat: Chat) -> None:
    await chat.open("c/nobody")
    await expect(chat.page.get_by_role("alert")).to_contain_text("no conversation nobody here")
    await chat.ask("precious words")
    await expect(chat.composer).to_have_value("precious words")


@pytest.mark.thorough
async def test_history_opens_with_so_many_calls(chat: Chat) -> None:
    for mode in ("rebuild", "framework"):
        await chat.open(f"?history=5&render={mode}")
        await expect(chat.answers.locator("pre code")).to_have_count(5)


@pytest.mark.thorough
async def test_the_end_of_an_answer_stays_in_view_while_it_and_the_message_box_grow(chat: Chat) -> None:
    await chat.open()
    await chat.answer("say: " + "line\n\n" * 80 + "end")
    await expect(chat.answers.last.locator("p").last).to_be_in_viewport()
    await chat.composer.fill("a\nb\nc\nd\ne\nf")
    await expect(chat.answers.last.locator("p").last).to_be_in_viewport(ratio=1)


@pytest.mark.thorough
async def test_a_reader_who_scrolled_up_stays_in_place(page: Page) -> None:
    script = scripted([Said("line\n\n" * 80), Pause(60), Said("never")])
    async with DemoSite(script=script, rate=2000) as site:
        chat = await Chat(page, site).open()
        await chat.ask("hi")
        await expect(chat.answers.last.locator("p")).to_have_count(80)
        await chat.answers.last.hover()
        await page.mouse.wheel(0, -4000)
        await expect(chat.questions.first).to_be_in_viewport()
        await page.evaluate("""() => {
            const more = document.createElement("p");
            more.textContent = "grown";
            document.querySelector(".thread").append(more);
        }""")
        await page.evaluate(TWO_FRAMES)
        await expect(chat.questions.first).to_be_in_viewport()
        await page.close()


@pytest.mark.thorough
async def test_copy_puts_the_code_on_the_clipboard(chat: Chat) -> None:
    await chat.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    await chat.open()
    await chat.answer("say: ```xml\n<a/>\n```")
    await chat.page.locator("button.copy").click()
    await expect(chat.page.locator("button.copy")).to_have_text("Copied")
    assert await chat.page.evaluate("navigator.clipboard.readText()") == "<a/>\n"
