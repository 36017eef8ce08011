"""A page changes its address, and shows another conversation, without a new document."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from playwright.async_api import BrowserContext, expect

from observers import cdp
from overlay import Companion
from overlay.calls.events import BlockInfo
from overlay.chat.idle import DEFAULT_TIMEOUTS
from overlay.sites.loader import SiteProfile
from overlay.tools import ToolRegistry, tool
from tests.injected.fixtures import own_context
from tests.injected.pages import PageSite
from tests.injected.stage import WAIT
from tests.support.effort import corners
from tests.support.faces import in_face, texts_in
from tests.support.scene import call

__all__ = ["own_context"]

SITE = SiteProfile(
    name="switched",
    title="Switched",
    user=".user",
    assistant=".bot",
    streaming="#stop",
    message_id="data-id",
    composer="textarea",
    conversation=r"/c/(\w+)",
)
INSERTS: dict[str, Any] = {
    "policy": {"auto_execute": ["*"], "delay": 0},
    "returns": {"auto_insert": True},
    "fail_open": 20,
}
# A chat in one page: it keeps what each conversation says, and draws the one that is shown as new nodes. An answer
# goes on while another conversation is shown, as it does on a server.
PAGE = """<!doctype html><meta charset=utf-8><title>t</title><main></main><textarea></textarea>
<script>
const kept = { one: [], two: [["user", "u2", "hello"], ["bot", "b2", "hello"]] };
const main = document.querySelector("main");
const keyOf = () => location.pathname.match(/^\\/c\\/(\\w+)/)?.[1] ?? "";
let here = keyOf();
let writing = "";
const draw = () => {
    main.replaceChildren(...(kept[here] ??= []).map(([role, id, text]) => {
        const turn = Object.assign(document.createElement("div"), { className: role });
        turn.dataset.id = id;
        turn.append(Object.assign(document.createElement("pre"), { textContent: text }));
        return turn;
    }));
    document.getElementById("stop")?.remove();
    if (writing && writing === here) main.after(Object.assign(document.createElement("i"), { id: "stop", textContent: "stop" }));
};
const pause = (time) => new Promise((go) => setTimeout(go, time));
window.open_ = (key) => { history.pushState(null, "", `/c/${key}`); here = key; draw(); };
addEventListener("popstate", () => { here = keyOf(); draw(); });
// Begins an answer; `window.more` lets its second half come.
window.ask = async (id, text, how) => {
    let mine = here || "fresh";
    if (!here) { here = mine; kept[mine] = []; }
    kept[mine].push(["bot", id, ""]);
    writing = mine;
    draw();
    const turn = kept[mine].at(-1);
    const more = new Promise((go) => { window.more = go; });
    const half = text.length >> 1;
    for (let at = 0; at < text.length; at += 30) {
        if (at >= half && at - 30 < half) {
            if (how) history[how](null, "", `/c/${mine}`);
            await more;
        }
        turn[2] += text.slice(at, at + 30);
        if (here === mine) main.lastElementChild.querySelector("pre").textContent = turn[2];
        await pause(20);
    }
    writing = "";
    document.getElementById("stop")?.remove();
};
window.begin = (id, text, how) => { window.asked = ask(id, text, how); };
draw();
</script>"""


class Room:
    """A companion on that page; each run of the tool waits until `work` is set."""

    def __init__(self, companion: Companion, ran: list[str], work: asyncio.Event) -> None:
        self.companion = companion
        self.page = companion.page
        self.ran = ran
        self.work = work
        self.box = companion.page.locator("textarea")

    async def begin(self, name: str, how: str = "") -> None:
        """Let the model write the first half of an answer."""
        await self.page.evaluate("(given) => begin(...given)", [f"b-{name}", call(text=name), how])
        await self.block(name="note", status="streaming")

    async def end(self) -> None:
        """Let the model write the other half."""
        await self.page.evaluate("more()")
        await self.page.evaluate("asked")

    async def running(self) -> None:
        """Wait until the call runs, and no text has grown for so long that its result goes back as soon as it is there."""
        await self.block(status="running")
        await self.page.evaluate(WAIT, 1000 * DEFAULT_TIMEOUTS.lag + 100)

    async def show(self, key: str) -> None:
        await self.page.evaluate("open_", key)
        await self.settled()

    async def settled(self) -> list[BlockInfo]:
        for _ in range(4):
            await self.page.evaluate("new Promise((go) => setTimeout(go, 20))")
            await self.companion.blocks()
        return await self.companion.blocks()

    async def block(self, *, status: str, name: str = "note") -> BlockInfo:
        """Return the block of the page with this tool and status, once there is one."""
        async with asyncio.timeout(30):
            while True:
                for block in await self.companion.blocks():
                    if (block.name, block.status) == (name, status):
                        return block
                await asyncio.sleep(0.02)


@asynccontextmanager
async def opened(context: BrowserContext, pages: PageSite, at: str = "/c/one") -> AsyncGenerator[Room]:
    for path in ("/new", "/c/one"):
        url = pages.add(PAGE, path=path)
    ran: list[str] = []
    work = asyncio.Event()
    work.set()

    @tool(on_loop=True)  # it waits for an event of the test's loop
    async def note(text: str = "") -> str:
        """Keeps a text."""
        ran.append(text)
        await work.wait()
        return f"noted {text}"

    url = url.replace("/c/one", at)
    async with Companion(
        url, context=context, profile=SITE, registry=ToolRegistry([note]), config=INSERTS, inspectable=True
    ) as companion:
        yield Room(companion, ran, work)


async def holds(room: Room, text: str) -> None:
    await expect(room.box).to_have_value(re.compile(text), timeout=30_000)


@pytest.mark.parametrize("how", corners(["pushState", "replaceState"], "pushState"))
@pytest.mark.thorough
async def test_a_new_chat_that_gets_its_address_in_the_middle_of_an_answer_runs_its_call_once(
    context: BrowserContext, pages: PageSite, how: str
) -> None:
    async with opened(context, pages, "/new") as room:
        await room.begin("a", how)
        await room.page.wait_for_url("**/c/fresh")
        await room.end()
        await holds(room, "noted a")
        assert room.ran == ["a"]


@pytest.mark.parametrize("how", corners(["pushState", "replaceState"], "replaceState"))
async def test_a_new_chat_that_gets_its_address_while_its_call_runs_gets_the_result(
    context: BrowserContext, pages: PageSite, how: str
) -> None:
    async with opened(context, pages, "/new") as room:
        room.work.clear()
        await room.begin("a")
        await room.end()
        await room.block(status="running")
        await room.page.evaluate("(how) => { history[how](null, '', '/c/fresh'); draw(); }", how)
        room.work.set()
        await holds(room, "noted a")
        await expect(in_face(room.page, ".function-result")).to_contain_text("noted a")
        assert room.ran == ["a"]


@pytest.mark.parametrize(
    "back_in", corners(["the middle of the answer", "the end of the answer"], "the middle of the answer")
)
async def test_an_answer_whose_chat_is_left_meanwhile_runs_nothing_until_the_user_presses(
    context: BrowserContext, pages: PageSite, back_in: str
) -> None:
    async with opened(context, pages) as room:
        await room.begin("a")
        await room.show("two")
        assert await room.companion.blocks() == []
        if back_in == "the middle of the answer":
            await room.show("one")
            await room.end()
        else:
            await room.end()
            await room.settled()
            await room.show("one")
        block = await room.block(status="ready")
        assert block.arguments == {"text": "a"}
        assert room.ran == []
        assert await room.box.input_value() == ""
        async with asyncio.timeout(30):
            while not room.ran:
                await room.companion.click(block.id)
                await room.settled()
        await holds(room, "noted a")
        assert room.ran == ["a"]


@pytest.mark.thorough
async def test_a_result_that_comes_while_another_chat_is_shown_waits_in_its_own(
    context: BrowserContext, pages: PageSite
) -> None:
    async with opened(context, pages) as room:
        room.work.clear()
        await room.begin("a")
        await room.end()
        await room.running()
        await room.show("two")
        room.work.set()
        await room.settled()
        assert await room.companion.blocks() == []
        assert await room.box.input_value() == ""
        await room.show("one")
        await room.block(status="done")
        await holds(room, "noted a")
        assert room.ran == ["a"]


@pytest.mark.thorough
async def test_a_result_that_waits_for_the_user_to_stop_typing_is_not_put_into_another_chat(
    context: BrowserContext, pages: PageSite
) -> None:
    async with opened(context, pages) as room:
        told = room.companion.listen()
        room.work.clear()
        await room.begin("a")
        await room.end()
        await room.running()

        # Who composes a word is writing however long that takes.
        await room.box.focus()
        keys = await context.new_cdp_session(room.page)
        await cdp.call(keys, "Input.imeSetComposition", {"text": "x", "selectionStart": 1, "selectionEnd": 1})
        await holds(room, "x")
        room.work.set()
        await room.block(status="done")
        await room.page.evaluate("history.pushState(null, '', '/c/two')")
        await cdp.call(keys, "Input.insertText", {"text": "x"})
        async with asyncio.timeout(30):
            while (event := await told.get()) and event.kind != "trouble":
                pass
        assert event
        assert "another chat" in event.text
        assert "noted" not in await room.box.input_value()


@pytest.mark.thorough
async def test_a_page_that_draws_the_other_chat_late_gets_nothing_of_the_first(
    context: BrowserContext, pages: PageSite
) -> None:
    """The address changes at once, the messages when they have been fetched; the box is the same all the while."""
    async with opened(context, pages) as room:
        room.work.clear()
        await room.begin("a")
        await room.end()
        await room.running()
        await room.page.evaluate("history.pushState(null, '', '/c/two')")
        room.work.set()
        await room.block(status="done")
        await room.settled()
        assert await room.box.input_value() == ""


@pytest.mark.thorough
async def test_the_same_call_in_another_chat_is_another_call_and_history_leads_back_to_each(
    context: BrowserContext, pages: PageSite
) -> None:
    async with opened(context, pages) as room:
        await room.begin("a")
        await room.end()
        await holds(room, "noted a")
        await room.page.evaluate(
            "(text) => { kept.two.push(['bot', 'b-a', text]); open_('two'); }", call(text="a")
        )
        await room.block(status="ready")
        assert len(await room.companion.blocks()) == 1
        assert "".join(await texts_in(room.page, ".function-result:visible")) == ""
        await room.page.go_back()
        await room.block(status="done")
        await room.page.go_forward()
        await room.block(status="ready")
        assert "".join(await texts_in(room.page, ".function-result:visible")) == ""
        await room.page.go_back()
        await expect(in_face(room.page, ".function-result")).to_contain_text("noted a")
        assert room.ran == ["a"]
