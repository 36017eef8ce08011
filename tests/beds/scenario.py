"""The facts that must be true in every chat application: a bed's test file makes a class of `Loop` and says how it differs."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import pytest
from playwright.async_api import Browser, BrowserContext, expect

from overlay.chat.incomplete_calls import CUT
from overlay.sites.loader import load_profiles
from tests.beds.application import Application, told_apart, written
from tests.beds.cases import CODE
from tests.beds.learning import learn
from tests.beds.painted import Shades, seen, shades, watch
from tests.beds.recorded import record, replayed
from tests.beds.running import Bed
from tests.beds.talk import SPELLED, Person, Talk
from tests.beds.watching import proposed
from tests.support.faces import faces, in_face

HYDRATED = (400, 2500)
"""Overlay hides text in a page whose markup the server may have drawn when that has not changed for 200 ms, or after two
seconds.
"""
RETURNED = (400, 2500)
"""Until a page shows what it keeps of a conversation."""
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


class Steps(Application):
    """The steps of a conversation.

    `waiting` is the case of the model whose calls must wait for a press.
    """

    waiting = "quote"
    returns = True
    """Whether the conversation ends with a reload, and with leaving the page and coming back to it."""

    async def sees_a_block_and_no_raw_call(self, talk: Talk) -> None:
        """The first answer has a fenced call: no frame shows its text, and a block is in its place."""
        await talk.person.rests(*HYDRATED)
        await watch(talk.page)
        await talk.person.ask("fenced")
        await talk.until("ready")
        await talk.person.answered()
        await talk.settled()
        frames = await seen(talk.page)
        assert frames.raw == []
        assert frames.gone == 0
        await expect(in_face(talk.page, ".function-block")).to_have_count(1)
        await expect(talk.page.locator(self.code).filter(visible=True)).to_have_count(0)

    async def runs_a_call_and_sends_its_result(self, talk: Talk) -> None:
        """Press Execute, Insert and Send in the first block."""
        assert talk.runs == []
        await talk.execute()
        event = await talk.until("done")
        assert event.block
        assert event.block.confidence == "structured"
        assert talk.runs == written("fenced")
        await talk.press(".insert-button")
        await talk.until("inserted")
        await talk.press(".submit-button")
        await talk.until("submitted")
        talk.person.awaits()
        given = '<function_result call_id="c1">\nseen /srv/data 9\n</function_result>'
        assert await talk.heard("seen /srv/data") == self.told(given)
        await talk.person.answered()

    async def asks_for_calls_that_must_wait(self, talk: Talk) -> None:
        """Calls that never run automatically. The rounds after them are the control: they do."""
        ran = list(talk.runs)
        await talk.person.ask(self.waiting)
        await talk.person.answered()
        await talk.decided()
        assert talk.runs == ran
        for number in range(await faces(talk.page).count()):
            quoted = in_face(talk.page, ".function-block", number).filter(has_text="/srv/quoted")
            await expect(quoted.locator(".execute-button")).to_have_count(0)

    async def gets_two_rounds(self, talk: Talk) -> None:
        """Two calls run automatically, one after the other, and their results go back without a press."""
        sent = talk.count("submitted")
        await talk.person.ask("rounds")
        await talk.until("submitted", sent + 2)
        await expect(talk.person.words("All done.")).to_have_count(1)
        for call_id, word in (("r1", "first"), ("r2", "second")):
            result = SPELLED.format(word=word)
            given = f'<function_result call_id="{call_id}">\n{result}\n</function_result>'
            assert await talk.heard(f"spelled {word}") == self.told(given)

    async def decides(self, talk: Talk) -> None:
        """Wait until overlay has decided about each call of a page that was opened."""
        await talk.person.rests(*RETURNED)
        await talk.decided()


class Essentials(Steps):
    """The facts that must be true in each application. The default run has one test of it: one conversation in one page."""

    async def test_a_conversation_goes_from_the_first_call_to_a_reload_and_runs_nothing_else(
        self, bed: Bed, context: BrowserContext
    ) -> None:
        async with self.talk(bed, context) as talk:
            await talk.known(self.site)
            await self.sees_a_block_and_no_raw_call(talk)
            await self.runs_a_call_and_sends_its_result(talk)
            talk.run_automatically()
            await self.asks_for_calls_that_must_wait(talk)
            await self.gets_two_rounds(talk)
            ran = [*written("fenced"), {"word": "first"}, {"word": "second"}]
            assert talk.runs == ran
            await talk.person.scroll_through()
            if self.returns:
                await self.leave_and_return(bed, talk.page)
                await self.decides(talk)
                await self.reopen(talk.page)
                await self.decides(talk)
            assert talk.runs == ran
            assert talk.count("submitted") == 3

    @pytest.mark.thorough
    async def test_three_calls_run_in_their_order_and_go_back_in_one_message(
        self, bed: Bed, context: BrowserContext
    ) -> None:
        async with self.talk(bed, context, automatic=True) as talk:
            await talk.person.ask("three")
            await talk.until("submitted", 3)
            assert talk.runs == written("three")
            heard = await talk.heard("seen three")
            assert [heard.count(f"seen {word}") for word in ("one", "two", "three")] == [1, 1, 1]

    @pytest.mark.thorough
    async def test_an_argument_of_60_kb_arrives_complete(self, bed: Bed, context: BrowserContext) -> None:
        async with self.talk(bed, context, automatic=True) as talk:
            await talk.person.ask("long")
            await talk.until("submitted")
            assert talk.runs == written("long")

    @pytest.mark.thorough
    async def test_code_that_is_no_call_is_left_as_the_application_shows_it(
        self, bed: Bed, context: BrowserContext
    ) -> None:
        async with self.talk(bed, context, automatic=True) as talk:
            await talk.person.ask("code")
            await talk.person.answered()
            assert await talk.settled() == []
            await expect(talk.page.locator(self.code).filter(visible=True).first).to_contain_text(
                CODE.splitlines()[0]
            )

    @pytest.mark.thorough
    async def test_a_block_is_dark_where_the_page_is(self, bed: Bed, browser: Browser) -> None:
        found: dict[str, Shades] = {}
        for scheme in SCHEMES:
            context = await browser.new_context(color_scheme=scheme)
            async with self.talk(bed, context) as talk:
                await talk.person.ask("fenced")
                await talk.until("ready")
                await talk.person.answered()
                await talk.settled()
                found[scheme] = await shades(talk.page)
            await context.close()
        assert [scheme for scheme, shade in found.items() if not shade.fits] == [], found

    @pytest.mark.thorough
    async def test_two_rounds_go_automatically_with_a_profile_that_was_learned_by_pointing(
        self, bed: Bed, context: BrowserContext
    ) -> None:
        page = await context.new_page()
        await page.goto(f"{bed.url}{self.path}")
        person = Person(page, self.composer, self.sends)
        await page.locator(self.composer).last.wait_for()
        known = self.profile or load_profiles()[self.site]
        lesson = await learn(page, person, known.send)
        await page.close()
        async with self.talk(bed, context, automatic=True, profile=lesson.profile) as talk:
            await talk.person.ask("rounds")
            await talk.until("submitted", 2)
            assert lesson.seconds < 60
            assert [run["word"] for run in talk.runs] == ["first", "second"]

    @pytest.mark.thorough
    async def test_two_rounds_go_automatically_with_a_profile_that_was_found_by_watching_one_turn(
        self, bed: Bed, context: BrowserContext
    ) -> None:
        found = await proposed(context, f"{bed.url}{self.path}", self.composer, self.sends)
        async with self.talk(bed, context, automatic=True, profile=found) as talk:
            await talk.person.ask("rounds")
            await talk.until("submitted", 2)
            assert [run["word"] for run in talk.runs] == ["first", "second"]


class Drawing(Essentials):
    """The essentials, and what depends on how an application draws an answer."""

    waiting = "waiting"

    async def asks_for_calls_that_must_wait(self, talk: Talk) -> None:
        await super().asks_for_calls_that_must_wait(talk)
        blocks = await talk.companion.blocks()
        assert [block for block in blocks if block.call_id == "u1" and block.confidence == "structured"] == []

    @pytest.mark.thorough
    async def test_an_unfenced_call_runs_as_written_when_it_is_pressed_or_is_not_offered(
        self, bed: Bed, context: BrowserContext
    ) -> None:
        async with self.talk(bed, context) as talk:
            await talk.person.ask("unfenced")
            await talk.person.answered()
            if not self.unfenced:
                await talk.settled()
                await expect(in_face(talk.page, ".execute-button")).to_have_count(0)
                return
            await talk.until("ready")
            await talk.execute()
            await talk.until("done")
            assert talk.runs == written("unfenced")

    @pytest.mark.thorough
    async def test_json_lines_run_as_written(self, bed: Bed, context: BrowserContext) -> None:
        async with self.talk(bed, context, automatic=True) as talk:
            await talk.person.ask("lines")
            await talk.until("submitted")
            assert talk.runs == written("lines")

    @pytest.mark.thorough
    async def test_a_call_that_a_fence_in_an_argument_cuts_says_so_and_never_runs(
        self, bed: Bed, context: BrowserContext
    ) -> None:
        async with self.talk(bed, context, automatic=True) as talk:
            await talk.person.ask("cut")
            await talk.until("incomplete")
            await talk.settled()
            await expect(in_face(talk.page, ".function-block")).to_contain_text([CUT])
            await expect(in_face(talk.page, ".execute-button")).to_have_count(0)
            assert talk.runs == []

    @pytest.mark.thorough
    async def test_a_call_with_a_fence_in_an_argument_runs_as_written_in_a_longer_fence(
        self, bed: Bed, context: BrowserContext
    ) -> None:
        async with self.talk(bed, context, automatic=True) as talk:
            await talk.person.ask("longer")
            await talk.until("submitted")
            assert talk.runs == written("longer")

    @pytest.mark.thorough
    async def test_the_page_is_as_without_overlay_once_overlay_has_ended(
        self, bed: Bed, browser: Browser
    ) -> None:
        alone, errors = await self._visit(bed, browser, beside=False)
        after, more = await self._visit(bed, browser, beside=True)
        assert (told_apart(alone, after), more) == ([], errors)

    @pytest.mark.thorough
    async def test_a_recording_leads_to_the_same_page_and_each_time_to_the_same_events(
        self, bed: Bed, browser: Browser, tmp_path: Path
    ) -> None:
        taken = await record(self.talking(bed), browser, ["fenced"], tmp_path / "it")
        told = await replayed(taken, browser, times=2)
        assert [told_apart(taken.page.splitlines(), page.splitlines()) for page in told.pages] == [[]]
        assert (len(told.logs), told.apart) == (1, [])


class Loop(Drawing):
    """All of `Drawing`, and what depends on how an application takes a message."""

    @pytest.mark.thorough
    async def test_the_model_is_asked_for_a_call_that_was_cut_when_the_person_wants_it(
        self, bed: Bed, context: BrowserContext
    ) -> None:
        async with self.talk(bed, context) as talk:
            await talk.person.ask("cut")
            await talk.until("incomplete")
            await talk.person.answered()
            await talk.settled()
            await talk.press(".resend-button")
            await talk.until("asked")
            assert await self.draft(talk.page) == (
                "Your call of look (c1) did not arrive whole, so it was not run: a fence in one of its arguments "
                "ended the code block. Please send all of it again, in one code block whose fence is longer than "
                "any run of back-ticks in it: five back-ticks or more."
            )
