"""Chat pages that draw an answer in their own way: what each frame of the page shows of a call."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from playwright.async_api import BrowserContext, Page

from overlay import Companion
from overlay.calls.events import BlockInfo
from overlay.sites.loader import SiteProfile
from overlay.tools import ToolRegistry, tool
from tests.injected.pages import PageSite
from tests.support.scene import call

SITE = SiteProfile(
    name="kinds",
    title="Kinds",
    user=".user",
    assistant=".bot",
    streaming="#stop",
    composer="textarea",
    conversation=r"/c/(\w+)",
)
SILENT = SITE.model_copy(update={"streaming": ""})
RUNS_AUTOMATICALLY: dict[str, Any] = {"policy": {"auto_execute": ["*"], "delay": 0}, "fail_open": 20}
ASKED = "Please look the note up for me, and tell me what it says."
TEXT = call(text="quagga")
PAGE = """<!doctype html><meta charset=utf-8><title>t</title>
<style>body { font: 14px sans-serif } pre { background: #eee; padding: 8px }</style>
<main></main><textarea></textarea>
<script>
const main = document.querySelector("main");
const pause = (time) => new Promise((go) => setTimeout(go, time));
const make = (name, parts = {}, ...inner) => {
    const element = Object.assign(document.createElement(name), parts);
    element.append(...inner);
    return element;
};
// An answer so far, as paragraphs and fences.
const parts = (text) => text.split("```").map((part, at, all) => at % 2
    ? { code: part.replace(/^[a-z]*\\n/, "").replace(/\\n$/, ""), language: /^[a-z]*/.exec(part)[0], closed: at < all.length - 1 }
    : { words: part.trim() }).filter(({ words, code }) => words || code !== undefined);
const DRAW = {};
window.frames_seen = [];
window.hosts = () => [...document.querySelectorAll("main div, main div *")].filter((one) => one.shadowRoot?.querySelector(".face:not(.waiting), .function-block") && one.getBoundingClientRect().height > 10);
const look = () => {
    frames_seen.push({ words: main.innerText, blocks: hosts().length });
    requestAnimationFrame(look);
};
if (WATCHES_FRAMES) requestAnimationFrame(look);
window.say = (words, name) => {
    const turn = make("div", { className: "user", textContent: words });
    if (name) turn.dataset.id = name;
    main.append(turn);
};
window.onsend = () => {};
document.querySelector("textarea").addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    const words = event.target.value;
    event.target.value = "";
    onsend(words);
});
window.answer = async (text, { draw, sign = true, step = 9, pace = 25, lead = 60 }) => {
    const turn = make("div", { className: "bot" });
    const stop = make("button", { id: "stop", textContent: "Stop" });
    if (sign) document.body.append(stop);
    await pause(lead);
    main.append(turn);
    for (let at = 0; at < text.length;) {
        at = Math.min(text.length, at + step);
        await DRAW[draw](turn, text.slice(0, at), at < text.length);
        await pause(pace);
    }
    await DRAW[draw](turn, text, false);
    stop.remove();
};
SCRIPT_OF_THE_TEST
</script>"""
WAIT = """(time) => new Promise((go) => setTimeout(go, time))"""


@dataclass
class Seen:
    """`raw`: the texts of frames that show a part of the call; `gone`: frames without a block after its first one."""

    frames: int
    raw: list[str]
    gone: int


class Room:
    """A page of a kind, with a companion beside it."""

    def __init__(self, companion: Companion, ran: list[str], new_page: Callable[[str], str]) -> None:
        self.companion = companion
        self.ran = ran
        self._new_page = new_page
        self._opened = 0
        self._events = companion.listen()

    async def anew(self) -> None:
        """Open the page again as another conversation, and forget what ran before."""
        await self.companion.blocks()
        self._opened += 1
        await self.page.goto(self._new_page(f"_{self._opened}"))
        # On a busy machine overlay can hide text only some time after the page was loaded.
        assert await self.companion.bridge.hiding_enabled(self.page, within=30)
        self.ran.clear()
        self.count("")

    def count(self, kind: str) -> int:
        """How many events of a kind there were since the last look."""
        events = [self._events.get_nowait() for _ in range(self._events.qsize())]
        return sum(event is not None and event.kind == kind for event in events)

    @property
    def page(self) -> Page:
        return self.companion.page

    async def answer(self, text: str, draw: str, **more: Any) -> None:
        await self.page.evaluate("([text, more]) => answer(text, more)", [text, {"draw": draw, **more}])

    async def say(self, words: str = ASKED) -> None:
        await self.page.evaluate("(words) => say(words)", words)

    async def send(self, words: str = ASKED, script: str = "(words) => say(words)") -> None:
        """Write a message and press Enter, as a user does; the page does `script` with it."""
        await self.page.evaluate(f"void (window.onsend = {script})")
        await self.page.locator("textarea").fill(words)
        await self.page.locator("textarea").press("Enter")

    async def seen(
        self, words: tuple[str, ...] = ("invoke", "parameter", "function_calls", "quagga")
    ) -> Seen:
        frames: list[dict[str, Any]] = await self.page.evaluate("frames_seen")
        raw = [frame["words"] for frame in frames if any(word in frame["words"] for word in words)]
        counts = [frame["blocks"] for frame in frames]
        first = next((at for at, count in enumerate(counts) if count), len(counts))
        return Seen(len(frames), sorted(set(raw)), sum(not count for count in counts[first:]))

    async def until(self, holds: Callable[[list[BlockInfo]], bool], seconds: float = 30) -> list[BlockInfo]:
        async with asyncio.timeout(seconds):
            while True:
                blocks = await self.companion.blocks()
                if holds(blocks):
                    return blocks
                await asyncio.sleep(0.02)

    async def show(self, *statuses: str, seconds: float = 30) -> list[BlockInfo]:
        """Wait until the blocks of the page have these statuses, in the order of the page."""
        return await self.until(lambda blocks: [block.status for block in blocks] == list(statuses), seconds)

    async def known(self, name: str) -> None:
        """Wait until the page is read by the profile of that name."""
        async with asyncio.timeout(15):
            while [chat.profile.name for chat in self.companion.parts.chats] != [name]:
                await self.companion.blocks()
                await self.page.evaluate(WAIT, 20)

    async def rest(self, milliseconds: int = 2500) -> list[BlockInfo]:
        """Wait until overlay has given up what left the page, and nothing is under way."""
        await self.page.evaluate(WAIT, milliseconds)
        return await self.companion.blocks()


@asynccontextmanager
async def opened(
    context: BrowserContext,
    pages: PageSite,
    draw: str,
    *,
    profile: SiteProfile | None = SITE,
    host: str = "127.0.0.1",
    page: str = PAGE,
    path: str = "/c/kinds",
    config: dict[str, Any] | None = None,
    watches_frames: bool = False,
    **more: Any,
) -> AsyncGenerator[Room]:
    """Open a page whose script is `draw`: functions in `DRAW`, each of (turn, the answer so far, more comes).

    `watches_frames`: the page notes what each frame shows, for `Room.seen`. That costs as much as all else in the page.
    """
    page = page.replace("WATCHES_FRAMES", "true" if watches_frames else "false")

    def new_page(suffix: str) -> str:
        return pages.add(page.replace("SCRIPT_OF_THE_TEST", draw), path=path + suffix, host=host)

    ran: list[str] = []

    @tool(read_only=True)
    def note(text: str = "") -> str:
        """Keeps a text."""
        ran.append(text)
        return f"noted {text}"

    async with Companion(
        new_page(""),
        context=context,
        profile=profile,
        registry=ToolRegistry([note]),
        config=RUNS_AUTOMATICALLY if config is None else config,
        inspectable=True,
        **more,
    ) as companion:
        yield Room(companion, ran, new_page)
