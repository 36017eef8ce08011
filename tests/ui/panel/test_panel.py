"""The user at the panel: how overlay asks, and what it takes for an answer."""

from __future__ import annotations

import asyncio
import io
import wave
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from playwright.async_api import Browser, BrowserContext, CDPSession, Page, expect
from playwright.async_api import Error as PlaywrightError

from overlay.calls.approvals import Answer, Question
from overlay.calls.call import Call
from overlay.calls.event_stream import EventStream
from overlay.policy import Policy, PolicyFile, Scope
from overlay.policy.tool_effects import NO_EFFECT
from overlay.tools import ToolAudio, ToolDefinition, ToolImage, ToolLink, ToolResult, tool
from overlay.ui.chat_state import ModelKnowledge
from overlay.ui.panel import Panel, PanelNavigatedAway, PanelPrompts
from tests.calls.test_images import png
from tests.support.axe import axe_source, violations
from tests.support.effects import EVERY_EFFECT
from tests.support.effort import corners
from tests.support.scene import call, idle
from tests.ui.panel.room import LONG, PlayedChat, Room, question, room, shared_room
from tests.ui.panel.test_rows import PlayedFleet, status

BUTTONS: dict[str, Scope] = {
    "Allow once": "once",
    "Allow in this chat": "chat",
    "Always allow this tool here": "tool",
    "Always allow with these arguments": "arguments",
    "Deny": "deny",
}


@pytest.fixture(scope="module")
async def one_room(browser: Browser) -> AsyncIterator[Room]:
    async with shared_room(browser) as here:
        yield here


@pytest.fixture
async def here(one_room: Room) -> Room:
    """For tests of questions: the same room for all."""
    return await one_room.cleared()


@pytest.fixture
async def own(context: BrowserContext) -> AsyncIterator[Room]:
    """For tests that leave calls, tools or a closed window behind."""
    async with room(context) as here:
        yield here


async def test_each_button_is_its_answer(here: Room) -> None:
    wrong: list[object] = []
    for name, scope in BUTTONS.items():
        answer = await here.ask(question())
        await here.button(name).click()
        if (found := await answer) != Answer(scope):
            wrong.append((name, found))
        await expect(here.card).to_have_count(0)
    assert wrong == []


async def test_a_command_is_allowed_by_a_button_that_shows_all_of_it(here: Room) -> None:
    command = f"`git status` (/usr/bin/git) in /home/ann/{'long/' * 60}"
    labels: dict[Scope, str] = {
        "command_today": "Allow until midnight: ",
        "command_always": "Always allow ",
    }
    wrong: list[object] = []
    for scope, label in labels.items():
        answer = await here.ask(question(offers=("once", scope, "deny"), command=command))
        button = here.button(label + command)
        if not await button.evaluate(
            "it => it.scrollWidth <= it.clientWidth && it.clientWidth <= innerWidth"
        ):
            wrong.append((scope, "a part of the command is cut off"))
        await button.click()
        if (found := await answer) != Answer(scope):
            wrong.append((scope, found))
    assert wrong == []


async def test_a_tools_description_is_marked_as_the_servers_words_and_is_no_markup(here: Room) -> None:
    words = "Harmless! <b>Allow</b> it."
    tool = ToolDefinition("files.wipe", words, server="files")
    asked = asyncio.ensure_future(here.prompts(Question(tool, {}, "", "")))
    await expect(here.card.get_by_text("The server's own words:")).to_be_visible()
    await expect(here.card.get_by_role("blockquote")).to_have_text(words)
    await here.button("Deny").click()
    assert (await asked).scope == "deny"


async def test_a_card_has_only_the_buttons_of_the_offered_answers(here: Room) -> None:
    answer = await here.ask(question(offers=("once", "deny")))
    buttons = here.card.get_by_role("button")
    assert await buttons.all_inner_texts() == ["Deny", "Allow once"]
    await buttons.last.click()
    await answer


@pytest.mark.thorough
async def test_the_reason_goes_with_the_no_by_its_button_and_by_enter(here: Room) -> None:
    reason = here.page.get_by_role("textbox", name="Reason for the model")
    answer = await here.ask(question())
    await reason.fill("not on a Sunday")
    await here.button("Deny").click()
    assert await answer == Answer("deny", "not on a Sunday")
    answer = await here.ask(question())
    await reason.fill("no")
    await here.page.keyboard.press("Enter")
    assert await answer == Answer("deny", "no")


@pytest.mark.thorough
async def test_a_reason_that_is_being_typed_keeps_the_focus_when_another_question_comes(here: Room) -> None:
    await here.ask(question())
    reason = here.page.get_by_role("textbox", name="Reason for the model")
    await reason.fill("not ")
    await here.ask(question("second"))
    await here.page.keyboard.type("now")
    await expect(reason).to_have_value("not now")


async def test_the_card_of_a_question_shows_all_that_counts(here: Room) -> None:
    await here.ask(
        question(
            reason="This tool can delete.",
            warnings=("It is not what it was:", '-"a"\n+"b"'),
            preview="--- a\n+++ b\n@@ -1 +1 @@\n-old\n+new",
            arguments={"text": "\u202edetrevni", "list": [1, 2]},
        )
    )
    await expect(here.card).to_match_aria_snapshot("""
      - article "The model wants to run files.write_file":
        - heading "files.write_file" [level=2]
        - paragraph:
          - text: of server
          - strong: files
          - text: · called on
          - strong: https://chat.example
        - paragraph: This tool can delete.
        - list "What the tool may do":
          - listitem: can delete or overwrite
          - listitem: can send data off this machine
          - listitem: reads your own data
          - listitem: returns text that others wrote
        - paragraph: "It is not what it was:"
        - region "What changed"
        - heading "With these arguments, and no others" [level=3]
        - region "Arguments"
        - heading "What it would do" [level=3]
        - region "What it would do"
        - textbox "Reason for the model"
        - button "Deny"
        - button "Allow once"
        - button "Allow in this chat"
        - button "Always allow this tool here"
        - button "Always allow with these arguments"
    """)
    assert await here.card.get_by_role("region", name="Arguments").inner_text() == (
        '{\n  "text": "\\u202edetrevni",\n  "list": [\n    1,\n    2\n  ]\n}'
    )


async def test_the_first_button_is_the_safe_one(here: Room) -> None:
    first: dict[str, str] = {}
    for name, effects in (("every effect", EVERY_EFFECT), ("no effect", NO_EFFECT)):
        await here.ask(question(effects=effects))
        first[name] = await here.card.get_by_role("button").first.inner_text()
        await here.cleared()
    assert first == {"every effect": "Deny", "no effect": "Allow once"}


@pytest.mark.thorough
async def test_a_difference_is_marked_line_by_line_also_when_it_is_long(here: Room) -> None:
    await here.ask(question(preview="--- a\n@@ -1 +1 @@\n-old\n+new"))
    found = {
        kind: await here.card.locator(f".{kind}").all_inner_texts() for kind in ("added", "removed", "place")
    }
    assert found == {"added": ["+new"], "removed": ["-old"], "place": ["--- a", "@@ -1 +1 @@"]}
    await here.cleared()
    await here.ask(question(preview="\n".join(["@@ -1 +1 @@", "-old", "+new", *["+x" * 40] * 2000])))
    box = here.card.get_by_role("region", name="What it would do")
    assert await box.locator(".removed").all_inner_texts() == ["-old"]


MEGABYTES = {
    "one line": {"text": "x y" * 1_700_000},
    "more lines than a page is high": {"numbers": [1] * 1_300_000},
    "signs that are not seen": {"text": "\u202e" * 300_000},
}


@pytest.mark.parametrize("name", corners(MEGABYTES, "signs that are not seen"))
@pytest.mark.thorough
async def test_megabytes_of_arguments_can_be_scrolled_through_to_the_end(here: Room, name: str) -> None:
    answer = await here.ask(question(arguments=MEGABYTES[name]))
    arguments = here.card.get_by_role("region", name="Arguments")
    await expect(arguments.locator(".view > div").first).to_have_text("{")
    await arguments.evaluate("(box) => { box.scrollTop = 1e9; }")
    last = arguments.locator(".view > div").last
    await expect(last).to_have_text("}")
    bottom = "(box) => box.getBoundingClientRect().bottom"
    assert await last.evaluate(bottom) <= await arguments.evaluate(bottom)
    await here.button("Allow once").click()
    assert await answer == Answer("once")


@pytest.mark.thorough
async def test_of_megabytes_only_what_is_in_view_is_in_the_page_and_nothing_is_left_out(here: Room) -> None:
    await here.ask(question(arguments={"lines": [f"line {number}" for number in range(10_000)]}))
    box = here.card.get_by_role("region", name="Arguments")
    assert await box.locator(".view > div").count() < 60
    seen = await box.evaluate(
        """async (box) => {
          const seen = new Set();
          for (let at = 0; at < box.scrollHeight; at += 180) {
            box.scrollTop = at;
            box.dispatchEvent(new Event("scroll"));
            for (const row of box.querySelectorAll(".view > div")) seen.add(row.textContent.trim());
          }
          return seen.size;
        }"""
    )
    assert seen == 10_000 + 4  # with the brackets and the name


@pytest.mark.thorough
async def test_a_pair_of_halves_is_not_cut_apart(here: Room) -> None:
    await here.ask(question(arguments={"text": "a" + "😀" * 60_000}))
    rows = await here.card.locator(".view > div").all_inner_texts()
    assert not [row for row in rows if "\ufffd" in row.encode("utf-16", "replace").decode("utf-16")]


async def test_a_button_that_just_appeared_or_came_to_the_front_does_nothing(context: BrowserContext) -> None:
    async with room(context, dwell=LONG) as here:
        answer = await here.ask(question())
        for name in BUTTONS:
            await expect(here.button(name)).to_be_disabled()
            await here.button(name).click(force=True)
        await here.page.get_by_role("textbox").press("Enter")
        await here.page.get_by_role("button", name="Stop everything").click()
        await expect(here.page.get_by_role("button", name="Resume")).to_be_visible()
        assert not answer.done()
        allow = here.button("Allow once")
        await allow.evaluate("(button) => button.removeAttribute('aria-disabled')")
        await here.panel.bring_back(wanted=True)
        await expect(allow).to_have_attribute("aria-disabled", "true")


@pytest.mark.thorough
async def test_a_button_that_was_in_sight_for_a_while_answers(context: BrowserContext) -> None:
    async with room(context, dwell=300) as here:
        answer = await here.ask(question())
        await here.button("Allow once").click()
        assert await answer == Answer("once")


async def test_a_press_that_no_user_made_answers_no_question(here: Room) -> None:
    answer = await here.ask(question())
    for name in BUTTONS:
        await here.button(name).dispatch_event("click")
    await here.button("Deny").click()
    assert await answer == Answer("deny")


@pytest.mark.thorough
async def test_one_question_is_shown_at_a_time_and_the_next_one_waits_anew(here: Room) -> None:
    await expect(here.page).to_have_title("overlay")
    first = await here.ask(question("one"))
    before = await here.card.get_attribute("data-arrived")
    second = await here.ask(question("two"))
    await expect(here.page.get_by_text("1 of 2 questions; then two")).to_be_visible()
    await expect(here.page).to_have_title("(2) overlay")
    await expect(here.card).to_have_count(1)
    assert await here.card.get_attribute("data-arrived") == before
    await here.button("Allow once").click()
    assert await first == Answer("once")
    await expect(here.card).to_have_accessible_name("The model wants to run two")
    await expect(here.page).to_have_title("(1) overlay")
    assert float(await here.card.get_attribute("data-arrived") or "nan") > float(before or "nan")
    assert not second.done()


@pytest.mark.thorough
async def test_the_question_that_the_user_wants_to_see_is_the_one_in_the_window(here: Room) -> None:
    await here.ask(question(call="one"))
    await here.ask(question("second", call="two"))
    await expect(here.card).to_contain_text("files.write_file")
    here.prompts.show(Call(id="two"))
    await expect(here.card.get_by_role("heading", level=2)).to_have_text("second")


async def test_a_question_is_read_first_and_can_be_answered_by_keys_alone(here: Room) -> None:
    answer = await here.ask(question())
    await expect(here.card).to_be_focused()
    for key in ("Enter", "Space"):
        await here.page.keyboard.press(key)
    assert not answer.done()
    # The arguments, the reason, Deny.
    for _ in range(4):
        await here.page.keyboard.press("Tab")
    await expect(here.button("Allow once")).to_be_focused()
    await here.page.keyboard.press("Enter")
    assert await answer == Answer("once")


@pytest.mark.thorough
async def test_a_withdrawn_question_disappears(here: Room) -> None:
    answer = await here.ask(question())
    answer.cancel()
    await expect(here.card).to_have_count(0)
    assert len(here.prompts.questions) == 0


@pytest.mark.thorough
async def test_closing_the_window_denies_all_questions_and_the_next_one_opens_it_again(own: Room) -> None:
    answers = [await own.ask(question("one")), await own.ask(question("two"))]
    await own.page.close()
    assert [await answer for answer in answers] == [Answer("deny")] * 2
    assert own.panel.page is None
    async with own.context.expect_page():
        answer = asyncio.ensure_future(own.prompts(question()))
    await own.panel.open()
    await own.button("Allow once").click()
    assert await answer == Answer("once")


@pytest.mark.thorough
async def test_leading_the_window_elsewhere_denies_and_the_page_is_the_persons(own: Room) -> None:
    strayed: asyncio.Queue[Page] = asyncio.Queue()
    own.scene.events.subscribe(PanelNavigatedAway, lambda event: strayed.put_nowait(event.page))
    page, answer = own.page, await own.ask(question())
    await page.goto("data:text/html,<title>elsewhere</title>")
    assert await answer == Answer("deny")
    assert await strayed.get() is page
    assert (page.is_closed(), own.panel.page) == (False, None)


@pytest.mark.thorough
async def test_loading_the_window_again_denies_and_it_is_opened_anew(own: Room) -> None:
    page, answer = own.page, await own.ask(question())
    async with own.context.expect_page():
        await page.reload()
    assert await answer == Answer("deny")
    await own.panel.open()
    await expect(own.page.get_by_role("heading", name="overlay")).to_be_visible()
    assert page.is_closed()


async def test_a_crash_denies_and_the_dead_page_is_put_away(own: Room) -> None:
    page, answer = own.page, await own.ask(question())
    closed = asyncio.Event()
    page.on("close", lambda _: closed.set())
    crash = asyncio.ensure_future(page.goto("chrome://crash"))
    assert await answer == Answer("deny")
    await closed.wait()
    await asyncio.gather(crash, return_exceptions=True)


async def test_a_window_that_can_not_be_opened_can_not_ask(context: BrowserContext) -> None:
    async def nowhere(context: BrowserContext) -> tuple[Page, CDPSession]:
        raise PlaywrightError("no window")

    panel = Panel(EventStream(), lambda: context, opener=nowhere)
    prompts = PanelPrompts(panel)
    with pytest.raises(PlaywrightError, match="no window"):
        await panel.open()
    with pytest.raises(PlaywrightError, match="no window"):
        await prompts(question())
    assert len(prompts.questions) == 0
    await panel.close()


@pytest.mark.thorough
async def test_the_end_of_overlay_denies_and_closes_the_window(context: BrowserContext) -> None:
    async with room(context) as here:
        page, answer = here.page, await here.ask(question())
    assert (page.is_closed(), await answer) == (True, Answer("deny"))
    await here.panel.open()
    assert here.panel.page is None


@pytest.mark.thorough
async def test_the_panel_knows_its_own_page_even_while_that_is_opening(context: BrowserContext) -> None:
    other = await context.new_page()
    panel = Panel(EventStream(), lambda: context)
    owned = asyncio.Event()

    async def look(page: Page) -> None:
        if await panel.owns(page):
            owned.set()

    looking: list[asyncio.Task[None]] = []
    context.on("page", lambda page: looking.append(asyncio.ensure_future(look(page))))
    await panel.open()
    await owned.wait()
    assert not await panel.owns(other)
    await asyncio.gather(*looking)
    await panel.close()


async def test_a_harmful_call_runs_once_it_was_allowed_here(own: Room) -> None:
    ran: list[str] = []

    @tool(destructive=True)
    def wipe(what: str) -> str:
        """Deletes."""
        ran.append(what)
        return "gone"

    own.scene.registry.add(wipe)
    page = own.scene.page()
    page.stream(call("wipe", what="disk"))
    page.press()
    await own.button("Allow once").click()
    await expect(own.page.get_by_role("list", name="Ended")).to_contain_text("wipe")
    assert ran == ["disk"]


async def test_a_question_goes_when_its_call_leaves_the_page(own: Room) -> None:
    @tool(destructive=True)
    def wipe() -> str:
        """Deletes."""
        return "gone"

    own.scene.registry.add(wipe)
    page = own.scene.page()
    page.stream(call("wipe"))
    page.press()
    await expect(own.card).to_have_count(1)
    page.remove(1)
    await expect(own.card).to_have_count(0)


@pytest.mark.thorough
async def test_a_tool_is_switched_off_and_on(own: Room) -> None:
    switch = own.page.get_by_role("switch", name="note", exact=True)
    await expect(switch).to_be_checked()
    await switch.click()
    await expect(switch).not_to_be_checked()
    assert not own.scene.registry.is_enabled("note")
    await switch.press("Space")
    await expect(switch).to_be_checked()
    assert own.scene.registry.is_enabled("note")


@pytest.mark.thorough
async def test_a_tool_is_switched_off_in_the_chat_that_is_chosen(context: BrowserContext) -> None:
    chats = [("site|one", "First"), ("site|two", "Second")]
    async with room(context, chat=PlayedChat(open=lambda: chats)) as here:
        everywhere = here.page.get_by_role("switch", name="note", exact=True)
        in_chat = here.page.get_by_role("switch", name="note in this chat")
        chosen = here.page.get_by_label("This chat:")
        await chosen.select_option("Second")
        await in_chat.click()
        await expect(in_chat).not_to_be_checked()
        await expect(everywhere).to_be_checked()
        switches = here.scene.parts.prompts.switches
        assert {chat: switches.off(chat) for chat, _ in chats} == {"site|one": set(), "site|two": {"note"}}
        chats.insert(0, ("site|new", "New"))
        here.panel.changed()
        await expect(chosen.get_by_role("option")).to_have_count(3)
        await expect(chosen).to_have_value("site|two")
        await chosen.select_option("First")
        await expect(in_chat).to_be_checked()


async def test_without_a_chat_the_panel_offers_nothing_for_one(here: Room) -> None:
    await expect(here.page.get_by_role("switch", name="note", exact=True)).to_be_visible()
    await expect(here.page.get_by_role("switch", name="note in this chat")).to_have_count(0)
    await expect(here.page.locator("#knowledge")).to_be_hidden()


@pytest.mark.thorough
async def test_a_list_that_changes_leaves_the_focus_where_it_is(own: Room) -> None:
    switch = own.page.get_by_role("switch", name="note")
    await switch.focus()

    @tool
    def another() -> str:
        """Comes first."""
        return ""

    own.scene.registry.add(another)
    own.panel.changed()
    await expect(own.page.get_by_role("switch")).to_have_count(2)
    await expect(switch).to_be_focused()


@pytest.mark.thorough
async def test_a_running_call_is_cancelled_from_here(own: Room) -> None:
    own.scene.work = asyncio.Event()
    page = own.scene.page()
    page.stream(call(text="a"))
    page.press()
    await own.button("Cancel note").click()
    await expect(own.page.get_by_role("list", name="Ended")).to_contain_text("cancelled")


async def test_a_call_is_executed_from_here_after_it_was_shown_whole(own: Room) -> None:
    page = own.scene.page()
    page.stream(call(text="a"))
    await own.button("Execute note").click()
    await expect(own.card.get_by_role("region", name="Arguments")).to_have_text('{ "text": "a" }')
    await own.button("Allow once").click()
    await expect(own.page.get_by_role("list", name="Ended")).to_contain_text("done")
    assert own.scene.ran == ["a"]


@pytest.mark.thorough
async def test_a_private_result_is_shown_and_hidden_and_inserted_in_the_panel(own: Room) -> None:
    @tool
    def diary() -> ToolResult:
        """Reads the user's own data."""
        return ToolResult("dear diary", private=True)

    own.scene.registry.add(diary)
    page = own.scene.page()
    page.stream(call("diary"))
    page.press()
    result, hide = own.page.get_by_role("region", name="Result of"), own.button("Hide diary")
    await expect(result).to_have_text("dear diary")
    await expect(hide).to_have_attribute("aria-expanded", "true")
    await hide.click()
    await expect(result).to_have_count(0)
    await own.button("Show diary").click()
    await expect(result).to_have_text("dear diary")
    await own.button("Insert the result of diary").click()
    await expect(own.page.get_by_text("It is in the message box")).to_be_visible()
    await expect(hide).to_be_visible()
    assert "dear diary" in own.scene.box.text


@pytest.mark.thorough
async def test_a_link_of_a_result_opens_a_tab_of_its_own_by_a_press_alone(own: Room) -> None:
    @tool
    def look() -> ToolResult:
        """Finds a page."""
        return ToolResult("Found it.", links=[ToolLink("http://a.test/page", "A page")])

    own.scene.registry.add(look)
    page = own.scene.page()
    page.stream(call("look"))
    page.press()
    await own.context.route("http://a.test/**", lambda route: route.fulfill(body="there"))
    await own.button("Show look").click()
    await own.page.get_by_text("1 link").click()
    link = own.page.get_by_role("link", name="http://a.test/page")
    untrusted = "(link) => !link.dispatchEvent(new MouseEvent('click', { cancelable: true }))"
    assert await link.evaluate(untrusted)
    async with own.context.expect_page() as opened:
        await link.click()
    tab = await opened.value
    await tab.wait_for_url("http://a.test/page")
    assert await tab.evaluate("[window.opener, document.referrer]") == [None, ""]
    await tab.close()


def tone() -> bytes:
    """A second of silence as a WAV file."""
    made = io.BytesIO()
    with wave.open(made, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(1)
        file.setframerate(8000)
        file.writeframes(b"\x80" * 8000)
    return made.getvalue()


@pytest.mark.thorough
async def test_a_sound_can_be_played_below_its_result_and_does_not_play_without_a_press(own: Room) -> None:
    @tool
    def speak() -> ToolResult:
        """Speaks."""
        broken = ToolAudio(b"OggS", "audio/ogg")
        return ToolResult("Spoken.", sounds=[ToolAudio(tone(), "audio/wav"), broken])

    own.scene.registry.add(speak)
    page = own.scene.page()
    page.stream(call("speak"))
    page.press()
    await own.button("Show speak").click()
    drawn = own.page.get_by_role("figure")
    await expect(drawn.nth(0)).to_have_attribute("data-drawn", "true")
    await expect(drawn.nth(0)).to_have_text("Sound 1 of speak (audio/wav, 8,044 bytes)")
    await expect(drawn.nth(1)).to_contain_text("It can't be played here.")
    state = "(audio) => [audio.controls, audio.autoplay, audio.paused, audio.duration]"
    assert await own.page.locator("audio").evaluate(state) == [True, False, True, 1]


@pytest.mark.thorough
async def test_a_picture_is_drawn_below_its_result(own: Room) -> None:
    @tool
    def plot() -> ToolResult:
        """Draws."""
        return ToolResult("A plot.", images=[ToolImage(png(4, 2))])

    own.scene.registry.add(plot)
    page = own.scene.page()
    page.stream(call("plot"))
    page.press()
    await own.button("Show plot").click()
    drawn = own.page.get_by_role("img", name="Picture 1 of plot")
    await expect(drawn).to_have_attribute("data-drawn", "true")
    assert await drawn.evaluate("(c) => [...c.getContext('2d').getImageData(3, 1, 1, 1).data]") == [
        255,
        0,
        0,
        255,
    ]


async def test_stop_everything_stops_what_runs_and_what_would(context: BrowserContext) -> None:
    config = {"policy": {"auto_execute": ["*"], "delay": 1}}
    async with room(context, config=config) as here:
        here.scene.work = asyncio.Event()
        page = here.scene.page()
        page.stream(call(text="a"), unit=1)
        await here.scene.clock.pass_()
        page.stream(call(text="b", call_id="2"), unit=2, message="m2")
        await here.button("Stop everything").click()
        await expect(here.button("Resume")).to_be_visible()
        await here.scene.clock.pass_()
        assert [block.call.status for block in page.blocks] == ["cancelled", "ready"]
        await here.button("Resume").click()
        await expect(here.button("Stop everything")).to_be_visible()
        here.scene.work.set()
        page.stream(call(text="c", call_id="3"), unit=3, message="m3")
        await here.scene.clock.pass_()
        assert here.scene.ran == ["a", "c"]


@pytest.mark.thorough
async def test_a_permission_for_good_is_taken_back(own: Room, tmp_path: Path) -> None:
    own.scene.policy.store = PolicyFile(tmp_path / "policy.toml")
    (tmp_path / "policy.toml").write_text(
        f'[[allow]]\ntool = "note"\nsite = "https://chat.example"\ndefinition = "{"0" * 64}"\n'
    )
    own.panel.changed()
    await own.button("Revoke note on https://chat.example").click()
    await expect(own.page.get_by_text("overlay asks about note on")).to_be_visible()
    assert own.scene.policy.store.rules().allow == []


@pytest.mark.thorough
async def test_a_server_of_which_something_is_known_is_trusted_and_that_is_taken_back(
    context: BrowserContext,
) -> None:
    policy = Policy()
    policy.servers.know("files", "mark", {})
    fleet = PlayedFleet(files=status(), other=status("Unknown"))
    async with room(context, policy=policy, servers=fleet) as here:
        await here.button("Trust My files").click()
        await here.button("Stop trusting My files").click()
        await expect(here.button("Trust My files")).to_be_visible()
        await expect(here.page.get_by_role("switch", name="Unknown")).to_be_visible()
        await expect(here.page.get_by_role("button", name="Trust Unknown")).to_have_count(0)


async def test_the_panel_shows_what_the_policy_file_says(
    here: Room, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "policy.toml"
    monkeypatch.setattr(here.scene.policy, "store", PolicyFile(file))
    file.write_text('word = "blue heron"')
    here.panel.changed()
    await expect(here.page.locator("header")).to_contain_text("blue heron")
    monkeypatch.setattr(here.scene.policy, "store", PolicyFile(file))
    file.write_text("[")
    here.panel.changed()
    await expect(here.page.get_by_role("alert")).to_contain_text("Nothing is allowed now")


@pytest.mark.thorough
async def test_the_panel_says_what_the_model_knows_and_puts_the_instructions_into_the_chat(
    context: BrowserContext,
) -> None:
    lines = {
        "The model of this chat does not know your 1 tool yet.": ModelKnowledge(1, 9),
        "This is a new chat: its model does not know your 1,200 tools yet.": ModelKnowledge(
            1200, 9, site_known=True
        ),
        "The model knows your 2 tools.": ModelKnowledge(2, 9, known=True),
        "It lost the form.": ModelKnowledge(2, 9, known=True, outdated="It lost the form."),
        "All tools are off in this chat, so there are no instructions for the model.": ModelKnowledge(0, 9),
    }
    knowledge = [ModelKnowledge(3, 41)]
    put: list[str] = []

    async def insert(text: str) -> str:
        put.append(text)
        return "They stand there."

    chat = PlayedChat("Call tools like this.", insert, tell=lambda: knowledge[0])
    async with room(context, chat=chat) as here:
        line = await here.page.locator("#knowledge").bounding_box()
        calls = await here.page.locator("#calls").bounding_box()
        assert line
        assert calls
        assert line["y"] < calls["y"]
        await here.page.get_by_text("The instructions: about 41 tokens").click()
        await expect(here.page.get_by_role("textbox", name="Instructions")).to_have_value(chat.text)
        await here.button("Copy").click()
        await expect(here.page.get_by_text("Copied.")).to_be_visible()
        await here.button("Tell the model about your 3 tools").click()
        await expect(here.page.get_by_text("They stand there.")).to_be_visible()
        assert put == [chat.text]
        for words, knowledge[0] in lines.items():
            here.panel.changed()
            await expect(here.page.locator("#knowledge-line")).to_contain_text(words)


@pytest.mark.thorough
async def test_nothing_is_pushed_that_is_shown_already(own: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[object] = []
    window = own.panel._window  # pyright: ignore[reportPrivateUsage]
    assert window

    async def show(what: object) -> None:
        shown.append(what)

    monkeypatch.setattr(window, "show", show)
    own.panel.changed()
    await idle()
    assert shown == []


async def test_a_tool_is_set_to_a_stricter_mode_at_once_and_to_a_looser_one_after_a_second_press(
    context: BrowserContext, user_cache: Path
) -> None:
    async with room(context, config={"policy": {"auto_execute": ["note"]}}) as here:
        modes = here.page.get_by_label("How note runs")
        rules = here.scene.policy.store.rules()
        await expect(modes).to_have_value("auto")
        await modes.press("End")
        await expect(here.page.locator("#said")).to_have_text("note never runs, and the model is informed.")
        await expect(modes).to_have_value("never")
        await modes.press("Home")
        sure = here.page.get_by_role("button", name="Runs automatically: note")
        await expect(sure).not_to_have_attribute("aria-disabled", "true")
        assert await violations(here.page, axe_source(user_cache)) == []
        assert list(rules.deny) == ["note"]
        await here.page.get_by_role("button", name="Don't change it: note").click()
        await expect(modes).to_have_value("never")
        await modes.press("Home")
        await expect(sure).not_to_have_attribute("aria-disabled", "true")
        await sure.click()
        await expect(here.page.locator("#said")).to_contain_text("note runs automatically again")
        await expect(modes).to_have_value("auto")
        assert (rules.deny, rules.ask) == ({}, {})
