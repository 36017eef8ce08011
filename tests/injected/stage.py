"""The companion beside a page: what the tests of the page script do with it, and what they see."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import AsyncExitStack, suppress
from types import TracebackType
from typing import Any, Self

from playwright.async_api import BrowserContext, Locator, Page, expect
from playwright.async_api import Error as PlaywrightError

from overlay.calls.events import BlockInfo, Event
from overlay.companion.companion import Companion
from overlay.demo.script import Answer, Said, Script, Turn
from overlay.demo.server import DemoSite
from overlay.sites.loader import SiteProfile, load_profiles, profile_for
from overlay.tools import tool
from tests.support.faces import faces, in_face, middle_of

MODES = ["append", "rebuild", "framework"]
# By the page's own clock: `wait_for_function` is refused by a strict policy.
WAIT = """(time) => new Promise((go) => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(go)), time))"""
PATIENCE = 20.0
# The browser's own word on whether an element is in plain sight (or not), unmoved, and then a while by the page's
# clock and by its frames: a guard can't know before the browser says so, and on a busy machine, where frames
# are long, another observer gets it some frames later.
IN_SIGHT = """(element, [wanted, time]) => new Promise((go, fail) => {
    let since = Infinity;
    let frames = 0;
    const seen = new IntersectionObserver((entries) => {
        const entry = entries.at(-1);
        const plain = entry.isVisible && entry.intersectionRatio >= 0.99;
        since = plain === wanted ? performance.now() : Infinity;
        frames = 0;
    }, { trackVisibility: true, delay: 100, threshold: [0, 0.25, 0.5, 0.75, 0.99, 1] });
    seen.observe(element);
    let place = "";
    const look = () => {
        if (wanted && !element.isConnected) return void fail(new Error("replaced"));
        const { x, y } = element.getBoundingClientRect();
        if (place !== `${x} ${y}`) {
            place = `${x} ${y}`;
            since = since === Infinity ? since : performance.now();
            frames = 0;
        }
        frames += 1;
        if (frames < time / 20 || performance.now() < since + time) return void requestAnimationFrame(look);
        seen.disconnect();
        go();
    };
    look();
})"""


async def in_sight(target: Locator, milliseconds: int) -> None:
    """Wait until the element has been in plain sight for that time; it starts again for one that replaced it.

    Raises Error, of Playwright, or AssertionError if ten elements replaced one another.
    """
    for _ in range(10):
        try:
            return await target.evaluate(IN_SIGHT, [True, milliseconds])
        except PlaywrightError as error:
            if "replaced" not in str(error):
                raise
    raise AssertionError(f"{target} was replaced again and again")


class Demo:
    """The bundled site with a model that gives the answers which a test prepared."""

    def __init__(self) -> None:
        self._answers: list[Answer] = []
        self._site = DemoSite(script=Script(self._reply))

    async def __aenter__(self) -> Demo:
        await self._site.__aenter__()
        return self

    async def __aexit__(self, *error: Any) -> None:
        await self._site.__aexit__(*error)

    @property
    def url(self) -> str:
        return self._site.url

    def prepare(self, answer: str | Answer) -> str:
        """Store an answer; return the message to which the model gives it."""
        self._answers.append([Said(answer)] if isinstance(answer, str) else answer)
        return f"answer {len(self._answers) - 1}"

    def _reply(self, turns: list[Turn] | Any) -> Answer:
        words = turns[-1].text.split()
        return self._answers[int(words[1])] if words[:1] == ["answer"] else [Said("Understood.")]


class Tools:
    """Tools that note how often they ran, and with what."""

    def __init__(self) -> None:
        self.runs: list[dict[str, Any]] = []

    def all(self) -> list[Any]:
        runs = self.runs

        @tool
        def look(zebra: str = "", gnu: str = "") -> str:
            """Look at two animals."""
            runs.append({"zebra": zebra, "gnu": gnu})
            return f"seen {zebra} {gnu}"

        return [look]


class Stage:
    """`async with Stage(context, url) as stage`: page, companion, tools and the events so far."""

    def __init__(
        self,
        context: BrowserContext,
        url: str,
        *,
        inspectable: bool = True,
        site: str = "",
        profile: SiteProfile | None = None,
        config: Mapping[str, Any] | None = None,
    ) -> None:
        self.tools = Tools()
        self.companion = Companion(
            url,
            context=context,
            tools=self.tools.all(),
            inspectable=inspectable,
            profile=profile or (load_profiles()[site] if site else profile_for(url)[0]),
            # What is tested here is not how long a starved machine takes to answer.
            config={"fail_open": 20, **(config or {})},
        )
        self.seen: list[Event] = []
        self._events: asyncio.Queue[Event | None] = asyncio.Queue()
        self._stack = AsyncExitStack()

    async def __aenter__(self) -> Self:
        self._events = self.companion.listen()
        await self._stack.enter_async_context(self.companion)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._stack.__aexit__(kind, error, trace)

    async def show(self, url: str) -> None:
        """Open another document in the same tab, and forget what happened before it."""
        self._drain()
        self.seen.clear()
        self.tools.runs.clear()
        await self.page.goto(url)

    @property
    def page(self) -> Page:
        return self.companion.page

    @property
    def block(self) -> Locator:
        """The one block of the page, in its frame."""
        return in_face(self.page, ".function-block")

    @property
    def faces(self) -> Locator:
        """The frames that blocks are drawn in: one for each place where calls are."""
        return faces(self.page)

    @property
    def execute(self) -> Locator:
        return in_face(self.page, ".execute-button")

    async def until(self, kind: str, count: int = 1) -> Event:
        """Wait until `count` events of a kind have been published since `__aenter__`; return the last."""
        while True:
            self._drain()
            found = [event for event in self.seen if event.kind == kind]
            if len(found) >= count:
                return found[count - 1]
            try:
                event = await asyncio.wait_for(self._events.get(), PATIENCE)
            except TimeoutError:
                notes = [
                    note
                    for number in range(await self.faces.count())
                    for note in await in_face(self.page, ".guard-note", number).all_inner_texts()
                ]
                raise AssertionError(
                    f"no {kind!r} (x{count}); told were {self.told()}, the guard says {notes}"
                ) from None
            assert event is not None, f"the companion ended before {kind!r}"
            self.seen.append(event)

    async def ready(self, count: int = 1) -> None:
        """Wait until `count` calls are ready, and their blocks are in the page."""
        await self.until("ready", count)
        await expect(self.faces).to_have_count(count)

    def told(self) -> list[str]:
        """The kinds of all events so far."""
        self._drain()
        return [event.kind for event in self.seen]

    def _drain(self) -> None:
        while not self._events.empty():
            event = self._events.get_nowait()
            if event:
                self.seen.append(event)

    async def ask(self, message: str) -> None:
        """Send a message on the demo page."""
        await self.page.locator("#composer").fill(message)
        await self.page.locator('[data-testid="send"]').click()

    async def answered(self) -> None:
        """Wait until the demo's answer is complete, and Python has read it."""
        await expect(self.page.locator('[data-testid="stop"]')).to_have_count(0, timeout=30_000)
        await self.settled()

    async def settled(self) -> list[BlockInfo]:
        """Exchange some messages, so that Python has answered everything that the page did before."""
        for _ in range(4):
            await self.page.evaluate("new Promise((go) => requestAnimationFrame(() => setTimeout(go, 20)))")
            await self.companion.blocks()
        return await self.companion.blocks()

    async def look(self, milliseconds: int = 800) -> None:
        """The user looks at the page for that long, by the page's clock."""
        await self.page.evaluate(WAIT, milliseconds)

    async def read(self, milliseconds: int = 900) -> None:
        """The user scrolls to the block and reads it in plain sight."""
        with suppress(PlaywrightError):  # a site that rebuilds its nodes takes it away meanwhile
            await self.execute.scroll_into_view_if_needed()
        await in_sight(self.execute, milliseconds)

    async def lose_sight(self) -> None:
        """Wait until the browser has noticed that the block is no longer in plain sight."""
        await self.faces.first.evaluate(IN_SIGHT, [False, 300])

    async def middle(self, target: Locator) -> tuple[float, float]:
        return await middle_of(target)

    async def run(self, presses: int = 3) -> Event:
        """Look at the block and press Execute, at most `presses` times until a press counts; wait for the end.

        Right after a cover was taken away, the first press may be refused, because the pictures from the half
        second before it still show the cover.
        """
        block = (await self.settled())[-1]
        refused: list[str] = []
        while len(refused) < presses:
            await self.read()
            clicked = await self.companion.click(block.id)
            assert clicked.found, "the block has no Execute"
            if clicked:
                return await self.until("done")
            refused.append(clicked.refusal)
        raise AssertionError(f"no press counted: {refused}")

    async def press(self, target: Locator) -> None:
        """A person's click, without any of Playwright's own waiting for a good moment."""
        await self.page.mouse.click(*await self.middle(target))
