"""What a person does with a block and sees of it, in an application whatever it draws with."""

from __future__ import annotations

import pytest
from playwright.async_api import BrowserContext, expect

from tests.beds.running import Bed
from tests.beds.scenario import Application
from tests.faces import in_face, until_in

# Looks before and after each paint at the words that show in the page and its open shadow trees. Overlay's own
# shadow trees are closed in a page that is not inspectable.
SAMPLE = """() => {
    const raw = window.raw_frames = [];
    window.frames_seen = 0;
    const roots = (root) => [...root.querySelectorAll("*")].flatMap((one) => one.shadowRoot ? [one.shadowRoot, ...roots(one.shadowRoot)] : []);
    const shown = () => [document.body, ...roots(document).flatMap((root) => [...root.children])]
        .filter((part) => part.checkVisibility()).map((part) => part.innerText ?? "").join("\\n");
    const channel = new MessageChannel();
    const note = () => {
        const words = shown();
        window.frames_seen += 1;
        if (/function_calls|invoke|parameter|zebra|call_id/.test(words)) raw.push(words);
    };
    channel.port1.onmessage = note;
    const look = () => { note(); channel.port2.postMessage(0); requestAnimationFrame(look); };
    look();
}"""


class Daily(Application):
    """`dark` is a script that gives the application its dark colours."""

    dark = ""

    async def test_no_frame_shows_a_raw_call(self, bed: Bed, context: BrowserContext) -> None:
        talk = self.talk(bed, context)
        talk.companion.inspectable = False
        async with talk:
            await talk.page.evaluate(SAMPLE)
            await talk.person.ask("fenced")
            await talk.until("ready")
            await talk.person.answered()
            await talk.settled()
            frames, raw = await talk.page.evaluate("[window.frames_seen, window.raw_frames]")
            assert raw == []
            assert frames > 3

    async def test_a_result_goes_into_the_box_and_is_sent_as_the_person_presses(
        self, bed: Bed, context: BrowserContext
    ) -> None:
        async with self.talk(bed, context) as talk:
            await talk.person.ask("fenced")
            await talk.person.answered()
            await talk.until("ready")
            await talk.execute()
            await talk.until("done")
            await talk.press(".insert-button")
            await talk.until("inserted")
            assert "seen /srv/data" in await self.draft(talk.page)
            await talk.press(".submit-button")
            await talk.until("submitted")
            result = '<function_result call_id="c1">\nseen /srv/data 9\n</function_result>'
            assert await talk.heard("seen /srv/data") == self.told(result)

    async def test_a_quoted_call_is_no_call_to_run(self, bed: Bed, context: BrowserContext) -> None:
        async with self.talk(bed, context, by_itself=True) as talk:
            await talk.person.ask("quoted")
            await talk.person.answered()
            await talk.person.look(1500)
            await talk.settled()
            await expect(in_face(talk.page, ".execute-button")).to_have_count(0)
            assert talk.runs == []

    async def test_a_call_that_was_scrolled_away_is_the_same_when_it_is_back(
        self, bed: Bed, context: BrowserContext
    ) -> None:
        async with self.talk(bed, context, by_itself=True) as talk:
            await talk.person.ask("fenced")
            await talk.until("submitted")
            talk.person.awaits()
            await talk.person.answered()
            for _ in range(2):
                await talk.person.ask("code")
                await talk.person.answered()
            await talk.page.mouse.move(400, 300)
            for distance in (4000, -4000):
                await talk.page.mouse.wheel(0, distance)
                await talk.person.look()
            await talk.settled()
            await until_in(talk.page, ".insert-button", 1)
            assert len(talk.runs) == 1

    @pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
    async def test_a_block_is_dark_where_the_application_is(
        self, bed: Bed, context: BrowserContext, dark: bool
    ) -> None:
        async with self.talk(bed, context) as talk:
            if dark:
                await talk.page.evaluate(self.dark)
            await talk.person.ask("fenced")
            await talk.person.answered()
            await talk.until("ready")
            await expect(in_face(talk.page, ".blocks.dark")).to_have_count(int(dark))
