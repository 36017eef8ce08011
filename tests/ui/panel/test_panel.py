"""A person at the panel: each rule of asking a sentence."""

from __future__ import annotations

import asyncio
import io
import wave
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from playwright.async_api import BrowserContext, CDPSession, Page, expect
from playwright.async_api import Error as PlaywrightError

from overlay.calls.approvals import Answer, Question
from overlay.calls.call import Call
from overlay.calls.event_stream import EventStream
from overlay.policy import Policy, PolicyFile, Scope
from overlay.policy.tool_effects import NO_EFFECT, ToolEffects
from overlay.tools import ToolAudio, ToolDefinition, ToolImage, ToolLink, ToolResult, tool
from overlay.ui.chat_state import ModelKnowledge
from overlay.ui.panel import Panel, PanelNavigatedAway, PanelPrompts
from tests.calls.test_images import png
from tests.support.axe import axe_source, violations
from tests.support.effects import EVERY_EFFECT
from tests.support.effort import corners
from tests.support.scene import call, idle
from tests.ui.panel.room import LONG, PlayedChat, Room, question, room
from tests.ui.panel.test_rows import PlayedFleet, status

BUTTONS: dict[str, Scope] = {
    "Allow once": "once",
    "Allow in this chat": "chat",
    "Always allow this tool here": "tool",
    "Always allow with these arguments": "arguments",
    "Deny": "deny",
}


@pytest.fixture
async def here(context: BrowserContext) -> AsyncIterator[Room]:
    async with room(context) as here:
        yield here


@pytest.mark.parametrize("name", BUTTONS)
async def test_each_button_is_its_answer(here: Room, name: str) -> None:
    answer = await here.ask(question())
    await here.button(name).click()
    assert await answer == Answer(BUTTONS[name])
    await expect(here.card).to_have_count(0)


@pytest.mark.parametrize(
    ("scope", "label"),
    [("command_today", "Allow until midnight: "), ("command_always", "Always allow ")],
)
async def test_a_command_is_allowed_by_a_button_that_shows_all_of_it(
    here: Room, scope: Scope, label: str
) -> None:
    command = f"`git status` (/usr/bin/git) in /home/ann/{'long/' * 60}"
    answer = await here.ask(question(offers=("once", scope, "deny"), command=command))
    button = here.button(label + command)
    assert await button.evaluate("it => it.scrollWidth <= it.clientWidth && it.clientWidth <= innerWidth")
    await button.click()
    assert await answer == Answer(scope)


async def test_a_tools_description_is_marked_as_the_servers_words_and_is_no_markup(here: Room) -> None:
    words = "Harmless! <b>Allow</b> it."
    tool = ToolDefinition("files.wipe", words, server="files")
    asked = asyncio.ensure_future(here.prompts(Question(tool, {}, "", "")))
    await expect(here.card.get_by_text("The server's own words:")).to_be_visible()
    await expect(here.card.get_by_role("blockquote")).to_have_text(words)
    await here.button("Deny").click()
    assert (await asked).scope == "deny"


async def test_only_what_is_offered_can_be_pressed(here: Room) -> None:
    answer = await here.ask(question(offers=("once", "deny")))
    buttons = here.card.get_by_role("button")
    assert await buttons.all_inner_texts() == ["Deny", "Allow once"]
    await buttons.last.click()
    await answer


async def test_the_reason_goes_with_the_no(here: Room) -> None:
    answer = await here.ask(question())
    await here.page.get_by_role("textbox", name="Reason for the model").fill("not on a Sunday")
    await here.button("Deny").click()
    assert await answer == Answer("deny", "not on a Sunday")


async def test_enter_in_the_reason_denies(here: Room) -> None:
    answer = await here.ask(question())
    await here.page.get_by_role("textbox").fill("no")
    await here.page.keyboard.press("Enter")
    assert await answer == Answer("deny", "no")


async def test_all_that_counts_stands_in_the_card(here: Room) -> None:
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


@pytest.mark.parametrize(("effects", "first"), [(EVERY_EFFECT, "Deny"), (NO_EFFECT, "Allow once")])
async def test_the_first_button_is_the_safe_one(here: Room, effects: ToolEffects, first: str) -> None:
    await here.ask(question(effects=effects))
    assert await here.card.get_by_role("button").first.inner_text() == first


@pytest.mark.parametrize("kind", ["added", "removed", "place"])
async def test_a_difference_is_marked_line_by_line(here: Room, kind: str) -> None:
    await here.ask(question(preview="--- a\n@@ -1 +1 @@\n-old\n+new"))
    lines = {"added": ["+new"], "removed": ["-old"], "place": ["--- a", "@@ -1 +1 @@"]}
    assert await here.card.locator(f".{kind}").all_inner_texts() == lines[kind]


async def test_long_arguments_are_there_to_the_end(here: Room) -> None:
    await here.ask(question(arguments={"lines": [f"line {number}" for number in range(2000)]}))
    text = await here.card.get_by_role("region", name="Arguments").text_content()
    assert text
    assert [f'"line {number}"' in text for number in range(2000)] == [True] * 2000


MEGABYTES = {
    "one line": {"text": "x y" * 1_700_000},
    "more lines than a page is high": {"numbers": [1] * 1_300_000},
    "signs that are not seen": {"text": "\u202e" * 900_000},
}


@pytest.mark.parametrize("name", corners(MEGABYTES, "signs that are not seen"))
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


async def test_of_megabytes_only_what_is_in_view_is_in_the_page_and_nothing_is_left_out(here: Room) -> None:
    await here.ask(question(arguments={"lines": [f"line {number}" for number in range(20_000)]}))
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
    assert seen == 20_000 + 4  # with the brackets and the name


async def test_a_pair_of_halves_is_not_cut_apart(here: Room) -> None:
    await here.ask(question(arguments={"text": "a" + "😀" * 60_000}))
    rows = await here.card.locator(".view > div").all_inner_texts()
    assert not [row for row in rows if "\ufffd" in row.encode("utf-16", "replace").decode("utf-16")]


async def test_a_long_difference_is_marked_line_by_line_too(here: Room) -> None:
    await here.ask(question(preview="\n".join(["@@ -1 +1 @@", "-old", "+new", *["+x" * 40] * 2000])))
    box = here.card.get_by_role("region", name="What it would do")
    assert await box.locator(".removed").all_inner_texts() == ["-old"]


async def test_a_button_that_just_appeared_does_nothing(context: BrowserContext) -> None:
    async with room(context, dwell=LONG) as here:
        answer = await here.ask(question())
        for name in BUTTONS:
            await expect(here.button(name)).to_be_disabled()
            await here.button(name).click(force=True)
        await here.page.get_by_role("textbox").press("Enter")
        await here.page.get_by_role("button", name="Stop everything").click()
        await expect(here.page.get_by_role("button", name="Resume")).to_be_visible()
        assert not answer.done()


async def test_a_press_that_no_person_made_answers_nothing(here: Room) -> None:
    answer = await here.ask(question())
    for name in BUTTONS:
        await here.button(name).dispatch_event("click")
    await here.button("Deny").click()
    assert await answer == Answer("deny")


async def test_after_a_while_it_does(context: BrowserContext) -> None:
    async with room(context, dwell=300) as here:
        answer = await here.ask(question())
        await here.button("Allow once").click()
        assert await answer == Answer("once")


async def test_what_moves_into_first_place_waits_anew(here: Room) -> None:
    first, second = await here.ask(question("one")), await here.ask(question("two"))
    await expect(here.page.get_by_text("1 of 2 questions; then two")).to_be_visible()
    before = float(await here.card.get_attribute("data-arrived") or "nan")
    await here.button("Allow once").click()
    assert await first == Answer("once")
    await expect(here.card).to_have_accessible_name("The model wants to run two")
    assert float(await here.card.get_attribute("data-arrived") or "nan") > before
    assert not second.done()


async def test_the_first_question_stays_where_it_is_when_another_comes(here: Room) -> None:
    await here.ask(question("one"))
    before = await here.card.get_attribute("data-arrived")
    await here.ask(question("two"))
    assert await here.card.get_attribute("data-arrived") == before


async def test_one_question_is_shown_at_a_time(here: Room) -> None:
    await here.ask(question("one"))
    await here.ask(question("two"))
    await expect(here.card).to_have_count(1)


async def test_reading_starts_at_the_text_and_enter_there_answers_nothing(here: Room) -> None:
    answer = await here.ask(question())
    await expect(here.card).to_be_focused()
    for key in ("Enter", "Space"):
        await here.page.keyboard.press(key)
    await here.button("Deny").click()
    assert await answer == Answer("deny")


async def test_a_question_can_be_answered_by_keys_alone(here: Room) -> None:
    answer = await here.ask(question())
    # The arguments, the reason, Deny.
    for _ in range(4):
        await here.page.keyboard.press("Tab")
    await expect(here.button("Allow once")).to_be_focused()
    await here.page.keyboard.press("Enter")
    assert await answer == Answer("once")


async def test_a_withdrawn_question_disappears(here: Room) -> None:
    answer = await here.ask(question())
    answer.cancel()
    await expect(here.card).to_have_count(0)
    assert len(here.prompts.questions) == 0


async def test_closing_the_window_denies_everything_that_is_asked(here: Room) -> None:
    answers = [await here.ask(question("one")), await here.ask(question("two"))]
    await here.page.close()
    assert [await answer for answer in answers] == [Answer("deny")] * 2
    assert here.panel.page is None


async def test_the_next_question_opens_the_window_again(here: Room) -> None:
    await here.page.close()
    async with here.context.expect_page():
        answer = asyncio.ensure_future(here.prompts(question()))
    await here.panel.open()
    await here.button("Allow once").click()
    assert await answer == Answer("once")


async def test_leading_the_window_elsewhere_denies_and_the_page_is_the_persons(here: Room) -> None:
    strayed: asyncio.Queue[Page] = asyncio.Queue()
    here.scene.events.subscribe(PanelNavigatedAway, lambda event: strayed.put_nowait(event.page))
    page, answer = here.page, await here.ask(question())
    await page.goto("data:text/html,<title>elsewhere</title>")
    assert await answer == Answer("deny")
    assert await strayed.get() is page
    assert (page.is_closed(), here.panel.page) == (False, None)


async def test_loading_the_window_again_denies_and_it_is_opened_anew(here: Room) -> None:
    page, answer = here.page, await here.ask(question())
    async with here.context.expect_page():
        await page.reload()
    assert await answer == Answer("deny")
    await here.panel.open()
    await expect(here.page.get_by_role("heading", name="overlay")).to_be_visible()
    assert page.is_closed()


async def test_a_crash_denies_and_the_dead_page_is_put_away(here: Room) -> None:
    page, answer = here.page, await here.ask(question())
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


async def test_the_end_of_overlay_denies_and_closes_the_window(context: BrowserContext) -> None:
    async with room(context) as here:
        page, answer = here.page, await here.ask(question())
    assert (page.is_closed(), await answer) == (True, Answer("deny"))
    await here.panel.open()
    assert here.panel.page is None


async def test_it_knows_its_own_page_even_while_that_is_opening(context: BrowserContext) -> None:
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


async def test_a_harmful_call_runs_once_it_was_allowed_here(here: Room) -> None:
    ran: list[str] = []

    @tool(destructive=True)
    def wipe(what: str) -> str:
        """Deletes."""
        ran.append(what)
        return "gone"

    here.scene.registry.add(wipe)
    page = here.scene.page()
    page.stream(call("wipe", what="disk"))
    page.press()
    await here.button("Allow once").click()
    await expect(here.page.get_by_role("list", name="Ended")).to_contain_text("wipe")
    assert ran == ["disk"]


async def test_a_question_goes_when_its_call_leaves_the_page(here: Room) -> None:
    @tool(destructive=True)
    def wipe() -> str:
        """Deletes."""
        return "gone"

    here.scene.registry.add(wipe)
    page = here.scene.page()
    page.stream(call("wipe"))
    page.press()
    await expect(here.card).to_have_count(1)
    page.remove(1)
    await expect(here.card).to_have_count(0)


async def test_a_tool_is_switched_off_and_on(here: Room) -> None:
    switch = here.page.get_by_role("switch", name="note", exact=True)
    await expect(switch).to_be_checked()
    await switch.click()
    await expect(switch).not_to_be_checked()
    assert not here.scene.registry.is_enabled("note")
    await switch.press("Space")
    await expect(switch).to_be_checked()
    assert here.scene.registry.is_enabled("note")


async def test_a_tool_is_switched_off_in_the_chat_that_is_chosen(context: BrowserContext) -> None:
    chats = [("site|one", "First"), ("site|two", "Second")]
    async with room(context, chat=PlayedChat(open=lambda: chats)) as here:
        everywhere = here.page.get_by_role("switch", name="note", exact=True)
        in_chat = here.page.get_by_role("switch", name="note in this chat")
        await here.page.get_by_label("This chat:").select_option("Second")
        await in_chat.click()
        await expect(in_chat).not_to_be_checked()
        await expect(everywhere).to_be_checked()
        assert (
            here.scene.parts.prompts.switches.off("site|two"),
            here.scene.parts.prompts.switches.off("site|one"),
        ) == (
            {"note"},
            set(),
        )
        await here.page.get_by_label("This chat:").select_option("First")
        await expect(in_chat).to_be_checked()


async def test_the_chat_that_was_chosen_stays_chosen_when_another_comes(context: BrowserContext) -> None:
    chats = [("site|one", "First"), ("site|two", "Second")]
    async with room(context, chat=PlayedChat(open=lambda: chats)) as here:
        await here.page.get_by_label("This chat:").select_option("Second")
        chats.insert(0, ("site|new", "New"))
        here.panel.changed()
        await expect(here.page.get_by_label("This chat:").get_by_role("option")).to_have_count(3)
        await expect(here.page.get_by_label("This chat:")).to_have_value("site|two")


async def test_without_a_chat_there_is_nothing_to_switch_in_one(here: Room) -> None:
    await expect(here.page.get_by_role("switch", name="note", exact=True)).to_be_visible()
    await expect(here.page.get_by_role("switch")).to_have_count(1)


async def test_a_list_that_changes_leaves_the_focus_where_it_is(here: Room) -> None:
    switch = here.page.get_by_role("switch", name="note")
    await switch.focus()

    @tool
    def another() -> str:
        """Comes first."""
        return ""

    here.scene.registry.add(another)
    here.panel.changed()
    await expect(here.page.get_by_role("switch")).to_have_count(2)
    await expect(switch).to_be_focused()


async def test_a_running_call_is_cancelled_from_here(here: Room) -> None:
    here.scene.work = asyncio.Event()
    page = here.scene.page()
    page.stream(call(text="a"))
    page.press()
    await here.button("Cancel note").click()
    await expect(here.page.get_by_role("list", name="Ended")).to_contain_text("cancelled")


async def test_a_call_is_executed_from_here_after_it_was_shown_whole(here: Room) -> None:
    page = here.scene.page()
    page.stream(call(text="a"))
    await here.button("Execute note").click()
    await expect(here.card.get_by_role("region", name="Arguments")).to_have_text('{ "text": "a" }')
    await here.button("Allow once").click()
    await expect(here.page.get_by_role("list", name="Ended")).to_contain_text("done")
    assert here.scene.ran == ["a"]


async def _write_diary(here: Room) -> None:
    @tool
    def diary() -> ToolResult:
        """Reads the person's own."""
        return ToolResult("dear diary", private=True)

    here.scene.registry.add(diary)
    page = here.scene.page()
    page.stream(call("diary"))
    page.press()


async def test_a_private_result_is_shown_here_and_inserted_from_here(here: Room) -> None:
    await _write_diary(here)
    await expect(here.page.get_by_role("region", name="Result of")).to_have_text("dear diary")
    await here.button("Insert the result of diary").click()
    await expect(here.button("Hide diary")).to_be_visible()
    await expect(here.page.get_by_text("It is in the message box")).to_be_visible()
    assert "dear diary" in here.scene.box.text


async def test_a_link_of_a_result_opens_a_tab_of_its_own_by_a_press_alone(here: Room) -> None:
    @tool
    def look() -> ToolResult:
        """Finds a page."""
        return ToolResult("Found it.", links=[ToolLink("http://a.test/page", "A page")])

    here.scene.registry.add(look)
    page = here.scene.page()
    page.stream(call("look"))
    page.press()
    await here.context.route("http://a.test/**", lambda route: route.fulfill(body="there"))
    await here.button("Show look").click()
    await here.page.get_by_text("1 link").click()
    link = here.page.get_by_role("link", name="http://a.test/page")
    untrusted = "(link) => !link.dispatchEvent(new MouseEvent('click', { cancelable: true }))"
    assert await link.evaluate(untrusted)
    async with here.context.expect_page() as opened:
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


async def test_a_sound_can_be_played_below_its_result_and_does_not_play_without_a_press(here: Room) -> None:
    @tool
    def speak() -> ToolResult:
        """Speaks."""
        broken = ToolAudio(b"OggS", "audio/ogg")
        return ToolResult("Spoken.", sounds=[ToolAudio(tone(), "audio/wav"), broken])

    here.scene.registry.add(speak)
    page = here.scene.page()
    page.stream(call("speak"))
    page.press()
    await here.button("Show speak").click()
    drawn = here.page.get_by_role("figure")
    await expect(drawn.nth(0)).to_have_attribute("data-drawn", "true")
    await expect(drawn.nth(0)).to_have_text("Sound 1 of speak (audio/wav, 8,044 bytes)")
    await expect(drawn.nth(1)).to_contain_text("It can't be played here.")
    state = "(audio) => [audio.controls, audio.autoplay, audio.paused, audio.duration]"
    assert await here.page.locator("audio").evaluate(state) == [True, False, True, 1]


async def test_a_picture_is_drawn_below_its_result(here: Room) -> None:
    @tool
    def plot() -> ToolResult:
        """Draws."""
        return ToolResult("A plot.", images=[ToolImage(png(4, 2))])

    here.scene.registry.add(plot)
    page = here.scene.page()
    page.stream(call("plot"))
    page.press()
    await here.button("Show plot").click()
    drawn = here.page.get_by_role("img", name="Picture 1 of plot")
    await expect(drawn).to_have_attribute("data-drawn", "true")
    assert await drawn.evaluate("(c) => [...c.getContext('2d').getImageData(3, 1, 1, 1).data]") == [
        255,
        0,
        0,
        255,
    ]


async def test_a_result_is_hidden_and_shown_again(here: Room) -> None:
    await _write_diary(here)
    result, hide = here.page.get_by_role("region", name="Result of"), here.button("Hide diary")
    await expect(hide).to_have_attribute("aria-expanded", "true")
    await hide.click()
    await expect(result).to_have_count(0)
    await here.button("Show diary").click()
    await expect(result).to_have_text("dear diary")


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


async def test_a_permission_for_good_is_taken_back(here: Room, tmp_path: Path) -> None:
    here.scene.policy.store = PolicyFile(tmp_path / "policy.toml")
    (tmp_path / "policy.toml").write_text(
        f'[[allow]]\ntool = "note"\nsite = "https://chat.example"\ndefinition = "{"0" * 64}"\n'
    )
    here.panel.changed()
    await here.button("Revoke note on https://chat.example").click()
    await expect(here.page.get_by_text("overlay asks about note on")).to_be_visible()
    assert here.scene.policy.store.rules().allow == []


async def test_a_server_is_vouched_for_and_that_is_taken_back(context: BrowserContext) -> None:
    policy = Policy()
    policy.servers.know("files", "mark", {})
    async with room(context, policy=policy, servers=PlayedFleet(files=status())) as here:
        await here.button("Trust My files").click()
        await here.button("Stop trusting My files").click()
        await expect(here.button("Trust My files")).to_be_visible()


async def test_a_server_of_which_nothing_is_known_can_not_be_vouched_for(context: BrowserContext) -> None:
    async with room(context, servers=PlayedFleet(files=status())) as here:
        await expect(here.page.get_by_role("switch", name="My files")).to_be_visible()
        await expect(here.page.get_by_role("button", name="Trust")).to_have_count(0)


async def test_a_broken_policy_file_is_said(here: Room, tmp_path: Path) -> None:
    here.scene.policy.store = PolicyFile(tmp_path / "policy.toml")
    (tmp_path / "policy.toml").write_text("[")
    here.panel.changed()
    await expect(here.page.get_by_role("alert")).to_contain_text("Nothing is allowed now")


async def test_the_word_that_the_person_chose_stands_in_the_head(here: Room, tmp_path: Path) -> None:
    here.scene.policy.store = PolicyFile(tmp_path / "policy.toml")
    (tmp_path / "policy.toml").write_text('word = "blue heron"')
    here.panel.changed()
    await expect(here.page.locator("header")).to_contain_text("blue heron")


async def test_what_the_model_is_told_can_be_read_before_and_copied(context: BrowserContext) -> None:
    chat = PlayedChat("Call tools like this.", tell=lambda: ModelKnowledge(3, 41))
    async with room(context, chat=chat) as here:
        await here.page.get_by_text("The instructions: about 41 tokens").click()
        box = here.page.get_by_role("textbox", name="Instructions")
        await expect(box).to_have_value("Call tools like this.")
        await here.button("Copy").click()
        await expect(here.page.get_by_text("Copied.")).to_be_visible()


async def test_one_press_puts_the_instructions_into_the_chat(context: BrowserContext) -> None:
    put: list[str] = []

    async def insert(text: str) -> str:
        put.append(text)
        return "They stand there."

    chat = PlayedChat("text", insert, tell=lambda: ModelKnowledge(3, 41))
    async with room(context, chat=chat) as here:
        await here.button("Tell the model about your 3 tools").click()
        await expect(here.page.get_by_text("They stand there.")).to_be_visible()
    assert put == ["text"]


@pytest.mark.parametrize(
    ("knowledge", "line"),
    [
        (ModelKnowledge(1, 9), "The model of this chat does not know your 1 tool yet."),
        (
            ModelKnowledge(1200, 9, site_known=True),
            "This is a new chat: its model does not know your 1,200 tools yet.",
        ),
        (ModelKnowledge(2, 9, known=True), "The model knows your 2 tools."),
        (ModelKnowledge(2, 9, known=True, outdated="It lost the form."), "It lost the form."),
        (ModelKnowledge(0, 9), "All tools are off in this chat, so there are no instructions for the model."),
    ],
)
async def test_the_panel_says_what_the_model_knows(
    context: BrowserContext, knowledge: ModelKnowledge, line: str
) -> None:
    async with room(context, chat=PlayedChat("text", tell=lambda: knowledge)) as here:
        await expect(here.page.locator("#knowledge-line")).to_contain_text(line)


async def test_the_line_about_the_model_comes_before_all_lists(context: BrowserContext) -> None:
    async with room(context, chat=PlayedChat("text", tell=lambda: ModelKnowledge(3, 41))) as here:
        line = await here.page.locator("#knowledge").bounding_box()
        calls = await here.page.locator("#calls").bounding_box()
        assert line
        assert calls
        assert line["y"] < calls["y"]


async def test_without_a_chat_the_panel_does_not_offer_to_tell_the_model(here: Room) -> None:
    await expect(here.page.locator("#knowledge")).to_be_hidden()


async def test_nothing_is_pushed_that_is_shown_already(here: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[object] = []
    window = here.panel._window  # pyright: ignore[reportPrivateUsage]
    assert window

    async def show(what: object) -> None:
        shown.append(what)

    monkeypatch.setattr(window, "show", show)
    here.panel.changed()
    await idle()
    assert shown == []


async def test_a_window_that_comes_to_the_front_takes_no_answer_at_once(context: BrowserContext) -> None:
    async with room(context, dwell=LONG) as here:
        await here.ask(question())
        allow = here.button("Allow once")
        await allow.evaluate("(button) => button.removeAttribute('aria-disabled')")
        await here.panel.bring_back(wanted=True)
        await expect(allow).to_have_attribute("aria-disabled", "true")


async def test_a_reason_that_is_being_typed_keeps_the_focus_when_another_question_comes(here: Room) -> None:
    await here.ask(question())
    reason = here.page.get_by_role("textbox", name="Reason for the model")
    await reason.fill("not ")
    await here.ask(question("second"))
    await here.page.keyboard.type("now")
    await expect(reason).to_have_value("not now")


async def test_the_question_that_the_user_wants_to_see_is_the_one_in_the_window(here: Room) -> None:
    await here.ask(question(call="one"))
    await here.ask(question("second", call="two"))
    await expect(here.card).to_contain_text("files.write_file")
    here.prompts.show(Call(id="two"))
    await expect(here.card.get_by_role("heading", level=2)).to_have_text("second")


async def test_the_title_counts_the_questions(here: Room) -> None:
    await expect(here.page).to_have_title("overlay")
    answer = await here.ask(question())
    await here.ask(question("second"))
    await expect(here.page).to_have_title("(2) overlay")
    await here.button("Deny").click()
    await answer
    await expect(here.page).to_have_title("(1) overlay")


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
