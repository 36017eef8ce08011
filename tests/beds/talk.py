"""A person at a bed, with the companion beside the page or without it."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from types import TracebackType
from typing import Any

from playwright.async_api import BrowserContext, Locator, Page, expect

from overlay.calls.events import BlockInfo, Event
from overlay.companion.companion import Companion, RunRecorder
from overlay.sites.profile import SiteProfile
from overlay.tools import tool
from tests.beds.cases import END
from tests.beds.running import Bed
from tests.injected.stage import PATIENCE, WAIT, in_sight
from tests.support.faces import in_face, middle_of

AUTOMATIC: dict[str, Any] = {
    "policy": {"auto_execute": ["*"], "delay": 0},
    "returns": {"auto_insert": True, "auto_submit": True},
}
SPELLED = """spelled {word}:


    four spaces,   three between
\tone tab
\t\ttwo tabs\tand one more
def f(a, b):
        return {{"a": a < b, "b": "c\\n" & 0xff}}

- item *star* _under_ `tick` # mark
<b>&amp;</b> 'quotes' "double" \U0001f600

end"""
"""Texts that composers and renderers often change."""
WRITTEN = 15_000
UNDECIDED = ("streaming", "scheduled", "running")
READ = 4.0
"""Seconds after which a person presses, whatever the browser says of a block."""
CENTRE = "(block) => block.scrollIntoView({ block: 'center' })"
STIRS = """([still, most]) => new Promise((go) => {
    const since = performance.now();
    let last = since;
    const stir = () => { last = performance.now(); };
    const changes = new MutationObserver(stir);
    changes.observe(document, { childList: true, subtree: true, characterData: true, attributes: true });
    addEventListener("scroll", stir, true);
    const look = () => {
        const now = performance.now();
        const rests = document.readyState === "complete" && now >= last + still;
        if (!rests && now < since + most) return void setTimeout(look, 20);
        changes.disconnect();
        removeEventListener("scroll", stir, true);
        go();
    };
    look();
})"""
STILL = 3000
"""Milliseconds between two looks at a complete page: Gradio announces the end 4 s later, for a second."""


class Person:
    """Writes into the page as people do, and waits for the answer.

    `sends`: a button that is off until the application takes messages; one that is sent before is lost.
    """

    def __init__(self, page: Page, composer: str, sends: str = "") -> None:
        self.page = page
        self.composer = composer
        self.sends = sends
        self._asked = 0

    async def ask(self, case: str) -> None:
        """Ask for an answer of the script."""
        box = self.page.locator(self.composer).last
        await box.fill(f"Please, case:{case}")
        if self.sends:
            await expect(self.page.locator(self.sends)).to_be_enabled()
        await box.press("Enter")
        self._asked += 1

    def awaits(self) -> None:
        """Count one more answer: a message was sent that `ask` did not write, such as a result."""
        self._asked += 1

    async def answered(self) -> None:
        """The page shows the complete answer."""
        await expect(self.words(END)).to_have_count(self._asked, timeout=WRITTEN)

    def words(self, text: str) -> Locator:
        """The innermost elements in which the page shows `text`."""
        return self.page.get_by_text(text).filter(visible=True)

    async def look(self, milliseconds: int = 800) -> None:
        """Wait that long by the page's clock."""
        await self.page.evaluate(WAIT, milliseconds)

    async def rests(self, still: int, most: int) -> None:
        """Wait until the page is loaded, and for `still` milliseconds nothing in it has changed or scrolled; at most
        for `most` milliseconds, as some pages never rest.
        """
        await self.page.evaluate(STIRS, [still, most])

    async def scroll_through(self) -> None:
        """Go to the chat's beginning and back to its end, by the wheel."""
        size: list[int] = await self.page.evaluate("[innerWidth / 2, innerHeight / 3]")
        await self.page.mouse.move(*size)
        for way in (-4000, 4000):
            await self.page.mouse.wheel(0, way)
            await self.rests(200, 1000)

    async def at_rest(self, tree: str, given: object) -> str:
        """The result of the script `tree` for the page, once it does not change any more: applications show for a
        while that they are at work.
        """
        before: str | None = None
        while True:
            await self.look(STILL)
            told: str = await self.page.evaluate(tree, given)
            if told == before:
                return told
            before = told


class Talk:
    """`async with Talk(bed, context) as talk`: the companion on the bed's page, its tools and its events.

    `site`: the page must be read by the profile of that name before the person writes. `settle`: seconds that overlay
    waits after an answer, instead of the profile's.
    """

    def __init__(
        self,
        bed: Bed,
        context: BrowserContext,
        composer: str,
        *,
        path: str = "",
        config: Mapping[str, Any] | None = None,
        inspectable: bool = True,
        recorder: RunRecorder | None = None,
        profile: SiteProfile | None = None,
        site: str = "",
        sends: str = "",
        settle: float = 0,
    ) -> None:
        self.settle = settle
        self.runs: list[dict[str, str]] = []
        self.seen: list[Event] = []
        self.bed = bed
        self.site = site
        self.composer = composer
        self.sends = sends
        self.companion = Companion(
            f"{bed.url}{path}",
            context=context,
            tools=self._tools(),
            inspectable=inspectable,
            # What is tested here is not how long a starved machine takes to answer.
            config={"fail_open": 20, **(config or {})},
            recorder=recorder,
            profile=profile,
        )
        self.person: Person
        self._events: asyncio.Queue[Event | None] = self.companion.listen()

    async def __aenter__(self) -> Talk:
        await self.companion.__aenter__()
        # On a starved machine the companion goes on before its page can hide text.
        assert await self.companion.bridge.hiding_enabled(self.page, within=PATIENCE), (
            "text could not be hidden"
        )
        self.person = Person(self.companion.page, self.composer, self.sends)
        # Once a message was sent, what the page shows may come from an answer: it is not recognised from then on.
        if self.site:
            await self.known(self.site)
        if self.settle:
            for chat in self.companion.parts.chats:
                chat.profile = chat.profile.model_copy(update={"settle": self.settle})
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.companion.__aexit__(kind, error, trace)

    @property
    def page(self) -> Page:
        return self.companion.page

    def run_automatically(self) -> None:
        """From now on calls run without a press and their results are sent, as a user can set it in the panel."""
        config = self.companion.config
        config.policy.auto_execute = ["*"]
        config.policy.delay = 0
        config.returns.auto_insert = config.returns.auto_submit = True

    async def until(self, kind: str, count: int = 1) -> Event:
        """Wait until `count` events of a kind have been published since the start; return the last of them."""
        while True:
            found = [event for event in self.seen if event.kind == kind]
            if len(found) >= count:
                return found[count - 1]
            try:
                event = await asyncio.wait_for(self._events.get(), PATIENCE)
            except TimeoutError:
                told = [
                    (event.kind, event.block.note if event.block else event.text[:300]) for event in self.seen
                ]
                notes = await in_face(self.page, ".guard-note").all_inner_texts()
                shown = await self.page.locator("body").inner_text()
                raise AssertionError(
                    f"no {kind!r} (x{count}); told were {told}, the guard says {notes}, the page shows {shown[-800:]!r}"
                ) from None
            assert event is not None, f"the companion ended before {kind!r}"
            self.seen.append(event)

    async def known(self, site: str) -> None:
        """Wait until the page is read by the profile of that name."""
        async with asyncio.timeout(PATIENCE):
            while [chat.profile.name for chat in self.companion.parts.chats] != [site]:
                await self.person.look(50)

    def count(self, kind: str) -> int:
        """How many events of a kind were published so far."""
        while not self._events.empty():
            event = self._events.get_nowait()
            if event:
                self.seen.append(event)
        return sum(event.kind == kind for event in self.seen)

    async def settled(self) -> list[BlockInfo]:
        """Exchange some messages, so that Python has answered everything that the page did before."""
        for _ in range(4):
            await self.person.look(20)
            await self.companion.blocks()
        return await self.companion.blocks()

    async def decided(self) -> list[BlockInfo]:
        """Wait until overlay has decided about each call that it has read: a call that it runs automatically has run,
        and it has looked for a second whether one that is hidden comes into sight.
        """
        async with asyncio.timeout(PATIENCE):
            while True:
                blocks = await self.settled()
                if not any(block.status in UNDECIDED for block in blocks):
                    return blocks

    async def heard(self, text: str) -> str:
        """The message with `text` as the model received it, once it has."""
        async with asyncio.timeout(PATIENCE):
            while not (found := await asyncio.to_thread(self.bed.heard, text)):
                await self.person.look(50)
        return found

    async def execute(self, number: int = 0) -> None:
        """A person reads a block and presses Execute."""
        await self.press(".execute-button", number)

    async def press(self, which: str, number: int = 0) -> None:
        """A person reads a block in plain sight and presses a button of it."""
        button = in_face(self.page, which, number)
        await expect(button).to_be_visible(timeout=WRITTEN)
        if which in (".insert-button", ".submit-button"):
            # The result takes the place of the arguments.
            fold = in_face(self.page, ".expand-button", number)
            await expect(fold).to_have_attribute("aria-expanded", "false")
        await in_face(self.page, ".function-block", number).evaluate(CENTRE)
        # Where a layer that paints nothing lies over it, the browser never says that it is in plain sight.
        if not await self._in_sight(button):
            # In some pages only the wheel moves the list of messages that cuts the block's frame.
            size = self.page.viewport_size or {"width": 1280, "height": 720}
            off = (await middle_of(button))[1] - size["height"] / 2
            if abs(off) > size["height"] / 8:
                await self.page.mouse.move(size["width"] / 2, size["height"] / 2)
                await self.page.mouse.wheel(0, off)
                await self._in_sight(button)
        await self.page.mouse.click(*await middle_of(button))

    async def _in_sight(self, button: Locator) -> bool:
        """Whether it is still and in plain sight before a user would turn the wheel."""
        try:
            async with asyncio.timeout(READ):
                await in_sight(button, 900)
        except TimeoutError:
            return False
        return True

    def _tools(self) -> list[Any]:
        runs = self.runs

        @tool
        def look(zebra: str = "", gnu: str = "") -> str:
            """Look at two animals."""
            runs.append({"zebra": zebra, "gnu": gnu})
            return f"seen {zebra} {len(gnu)}"

        @tool
        def spell(word: str) -> str:
            """Spell a word."""
            runs.append({"word": word})
            return SPELLED.format(word=word)

        return [look, spell]
