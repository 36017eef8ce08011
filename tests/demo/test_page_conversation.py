"""Address, history, sidebar and the send and stop buttons."""

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


async def test_a_new_conversation_gets_its_address_when_the_answer_starts(page: Page) -> None:
    async with DemoSite(script=scripted(ENDLESS)) as site:
        chat = await Chat(page, site).open()
        assert page.url == f"{site.url}/"
        await chat.ask("hi")
        await expect(page).to_have_url(CONVERSATION)
        await page.close()


async def test_the_address_changes_without_a_new_page(chat: Chat) -> None:
    await chat.open()
    await chat.page.evaluate("window.here = true")
    await chat.answer("say: hi")
    assert await chat.page.evaluate("window.here")


async def test_the_address_keeps_the_query(chat: Chat) -> None:
    await chat.open("?render=append")
    await chat.answer("say: hi")
    assert chat.page.url.endswith("?render=append")


async def test_the_page_is_named_after_the_conversation(chat: Chat) -> None:
    await chat.open()
    await chat.answer("say: hi")
    assert await chat.page.title() == "say: hi · Wren"


async def test_stop_is_there_only_while_an_answer_streams(page: Page) -> None:
    async with DemoSite(script=scripted(ENDLESS)) as site:
        chat = await Chat(page, site).open()
        await expect(chat.stop_button).to_have_count(0)
        await chat.ask("hi")
        await expect(chat.stop_button).to_have_count(1)
        await chat.stop_button.click()
        await expect(chat.stop_button).to_have_count(0)


async def test_one_dot_is_shown_until_the_answer_has_words(page: Page) -> None:
    async with DemoSite(script=scripted([Pause(60), Said("never")])) as site:
        chat = await Chat(page, site).open()
        await chat.ask("hi")
        await expect(chat.answers).to_have_count(1)
        assert await page.evaluate(DOTS) == 1
        await page.close()


async def test_a_stopped_answer_keeps_what_was_shown(page: Page) -> None:
    async with DemoSite(script=scripted(ENDLESS)) as site:
        chat = await Chat(page, site).open()
        await chat.ask("hi")
        await expect(chat.answers.last).to_have_text("begun")
        await chat.stop_button.click()
        await page.reload()
        await expect(chat.answers.last).to_have_text("begun")


async def test_a_conversation_goes_on_after_a_stop(page: Page) -> None:
    async with DemoSite(script=scripted(ENDLESS, "second")) as site:
        chat = await Chat(page, site).open()
        await chat.ask("hi")
        await expect(chat.answers.last).to_have_text("begun")
        await chat.stop_button.click()
        assert await chat.answer("go on") == "second"


async def test_send_is_disabled_while_the_composer_is_empty(chat: Chat) -> None:
    await chat.open()
    await expect(chat.send_button).to_be_disabled()
    await chat.composer.fill(" ")
    await expect(chat.send_button).to_be_disabled()
    await chat.composer.fill("x")
    await expect(chat.send_button).to_be_enabled()


async def test_send_is_disabled_while_an_answer_streams(page: Page) -> None:
    async with DemoSite(script=scripted(ENDLESS)) as site:
        chat = await Chat(page, site).open()
        await chat.ask("hi")
        await expect(chat.answers.last).to_have_text("begun")
        await chat.composer.fill("more")
        await expect(chat.send_button).to_be_disabled()
        await page.close()


async def test_enter_sends_nothing_while_an_answer_streams(page: Page) -> None:
    async with DemoSite(script=scripted(ENDLESS)) as site:
        chat = await Chat(page, site).open()
        await chat.ask("hi")
        await expect(chat.answers.last).to_have_text("begun")
        await chat.composer.fill("more")
        await page.evaluate("() => { window.asked = 0; window.fetch = async () => { window.asked += 1; }; }")
        await chat.composer.press("Enter")
        assert await page.evaluate("window.asked") == 0
        await page.close()


@pytest.mark.parametrize("mode", ["rebuild", "append", "framework"])
async def test_a_reload_brings_the_conversation_back(chat: Chat, mode: str) -> None:
    await chat.open(f"?render={mode}")
    shown = await chat.answer("say: one\n\n```json\n{}\n```\n")
    await chat.page.reload()
    await expect(chat.questions).to_have_text(["say: one\n\n```json\n{}\n```\n"])
    assert await chat.answers.last.inner_text() == shown


async def test_a_message_keeps_its_id_over_a_reload(chat: Chat) -> None:
    await chat.open()
    await chat.answer("say: one")
    turns = chat.page.locator("[data-message-id]")
    ids = await turns.evaluate_all("(all) => all.map((turn) => turn.dataset.messageId)")
    await chat.page.reload()
    await expect(turns).to_have_count(2)
    assert await turns.evaluate_all("(all) => all.map((turn) => turn.dataset.messageId)") == ids


@pytest.mark.parametrize("mode", ["rebuild", "framework"])
async def test_switching_away_and_back_brings_new_nodes(chat: Chat, mode: str) -> None:
    await chat.open(f"?render={mode}")
    await chat.answer("say: one")
    old = await chat.answers.first.element_handle()
    await chat.page.locator('[data-testid="new-chat"]').click()
    await expect(chat.answers).to_have_count(0)
    await chat.page.locator("a[data-conversation]").first.click()
    await expect(chat.answers).to_have_text(["one"])
    assert old is not None
    assert not await old.evaluate("(node) => node.isConnected")


async def test_the_sidebar_marks_the_open_conversation(page: Page) -> None:
    async with DemoSite(script=scripted("yes")) as site:
        chat = await Chat(page, site).open()
        await chat.answer("one")
        await page.locator('[data-testid="new-chat"]').click()
        await chat.answer("two")
        await expect(page.locator("a[data-conversation]")).to_have_text(["two", "one"])
        await expect(page.locator("a[aria-current]")).to_have_text("two")


async def test_back_goes_to_the_conversation_before(chat: Chat) -> None:
    await chat.open()
    await chat.answer("say: one")
    await chat.page.locator('[data-testid="new-chat"]').click()
    await chat.answer("say: two")
    await chat.page.go_back()
    await chat.page.go_back()
    await expect(chat.answers).to_have_text(["one"])


async def test_leaving_a_conversation_stops_its_answer(page: Page) -> None:
    async with DemoSite(script=scripted(ENDLESS)) as site:
        chat = await Chat(page, site).open()
        await chat.ask("hi")
        await expect(chat.answers.last).to_have_text("begun")
        await page.locator('[data-testid="new-chat"]').click()
        await expect(chat.stop_button).to_have_count(0)
        await expect(chat.answers).to_have_count(0)


async def test_what_was_held_back_for_a_frame_does_not_reach_another_conversation(page: Page) -> None:
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


async def test_an_unknown_conversation_is_reported(chat: Chat) -> None:
    await chat.open("c/nobody")
    await expect(chat.page.get_by_role("alert")).to_contain_text("no conversation nobody here")


async def test_a_message_that_could_not_be_sent_stays_in_the_composer(chat: Chat) -> None:
    await chat.open("c/nobody")
    await chat.ask("precious words")
    await expect(chat.composer).to_have_value("precious words")


async def test_a_suggestion_starts_the_story(chat: Chat) -> None:
    await chat.open()
    await chat.page.locator(".suggestion").first.click()
    await expect(chat.answers.last).to_contain_text("current_time")


@pytest.mark.parametrize("mode", ["rebuild", "framework"])
async def test_history_opens_with_so_many_calls(chat: Chat, mode: str) -> None:
    await chat.open(f"?history=5&render={mode}")
    await expect(chat.answers.locator("pre code")).to_have_count(5)


async def test_the_end_of_a_growing_answer_stays_in_view(chat: Chat) -> None:
    await chat.open()
    await chat.answer("say: " + "line\n\n" * 80 + "end")
    await expect(chat.answers.last.locator("p").last).to_be_in_viewport()


async def test_the_end_of_an_answer_stays_in_view_while_the_composer_grows(chat: Chat) -> None:
    await chat.open()
    await chat.answer("say: " + "line\n\n" * 80 + "end")
    await chat.composer.fill("a\nb\nc\nd\ne\nf")
    await expect(chat.answers.last.locator("p").last).to_be_in_viewport(ratio=1)


async def test_a_reader_who_scrolled_up_is_left_there(page: Page) -> None:
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


async def test_copy_puts_the_code_on_the_clipboard(chat: Chat) -> None:
    await chat.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    await chat.open()
    await chat.answer("say: ```xml\n<a/>\n```")
    await chat.page.locator("button.copy").click()
    await expect(chat.page.locator("button.copy")).to_have_text("Copied")
    assert await chat.page.evaluate("navigator.clipboard.readText()") == "<a/>\n"
