"""What must hold in every chat application: a bed's test file makes a class of `Loop` and says how it differs."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import pytest
from playwright.async_api import Browser, BrowserContext, expect

from overlay.chat.incomplete_calls import CUT
from overlay.chat.sites.loader import load_profiles
from tests.beds.application import Application, told_apart, written
from tests.beds.cases import CODE
from tests.beds.learning import learn
from tests.beds.painted import Shades, seen, shades, watch
from tests.beds.recorded import record, replayed
from tests.beds.running import Bed
from tests.beds.talk import SPELLED, Person
from tests.support.faces import in_face

HYDRATED = 2500
"""Milliseconds after which overlay may hide text in a page whose markup the server may have drawn."""
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


class Essentials(Application):
    """The whole way there and back, and what must hold on it in each application."""

    async def test_the_application_is_known_by_its_page(self, bed: Bed, context: BrowserContext) -> None:
        async with self.talk(bed, context) as talk:
            await talk.known(self.site)

    async def test_a_fenced_call_is_a_block_in_place_of_its_text_in_every_frame(
        self, bed: Bed, context: BrowserContext
    ) -> None:
        async with self.talk(bed, context) as talk:
            await talk.person.look(HYDRATED)
            await watch(talk.page)
            await talk.person.ask("fenced")
            await talk.until("ready")
            await talk.person.answered()
            await talk.settled()
            frames = await seen(talk.page)
            assert (frames.raw, frames.gone) == ([], 0)
            await expect(in_face(talk.page, ".function-block")).to_have_count(1)
            await expect(talk.page.locator(self.code).filter(visible=True)).to_have_count(0)

    async def test_a_fenced_call_runs_as_written_when_it_is_pressed_and_its_result_is_sent_by_two_presses(
        self, bed: Bed, context: BrowserContext
    ) -> None:
        async with self.talk(bed, context) as talk:
            await talk.person.ask("fenced")
            await talk.person.answered()
            await talk.until("ready")
            await talk.execute()
            event = await talk.until("done")
            assert event.block
            assert (event.block.confidence, talk.runs) == ("structured", written("fenced"))
            await talk.press(".insert-button")
            await talk.until("inserted")
            await talk.press(".submit-button")
            await talk.until("submitted")
            given = '<function_result call_id="c1">\nseen /srv/data 9\n</function_result>'
            assert await talk.heard("seen /srv/data") == self.told(given)

    @pytest.mark.thorough
    async def test_three_calls_run_in_their_order_and_go_back_in_one_message(
        self, bed: Bed, context: BrowserContext
    ) -> None:
        async with self.talk(bed, context, by_itself=True) as talk:
            await talk.person.ask("three")
            await talk.until("submitted", 3)
            assert talk.runs == written("three")
            heard = await talk.heard("seen three")
            assert [heard.count(f"seen {word}") for word in ("one", "two", "three")] == [1, 1, 1]

    async def test_two_rounds_go_by_themselves_and_the_model_gets_what_the_tools_gave(
        self, bed: Bed, context: BrowserContext
    ) -> None:
        async with self.talk(bed, context, by_itself=True) as talk:
            await talk.person.ask("rounds")
            await talk.until("submitted", 2)
            await expect(talk.person.words("All done.")).to_have_count(1)
            given = [
                self.told(
                    f'<function_result call_id="{call_id}">\n{SPELLED.format(word=word)}\n</function_result>'
                )
                for call_id, word in (("r1", "first"), ("r2", "second"))
            ]
            assert [await talk.heard("spelled first"), await talk.heard("spelled second")] == given

    @pytest.mark.thorough
    async def test_an_argument_of_60_kb_arrives_whole(self, bed: Bed, context: BrowserContext) -> None:
        async with self.talk(bed, context, by_itself=True) as talk:
            await talk.person.ask("long")
            await talk.until("submitted")
            assert talk.runs == written("long")

    async def test_after_a_scroll_a_switch_and_a_reload_nothing_runs_again(
        self, bed: Bed, context: BrowserContext
    ) -> None:
        async with self.talk(bed, context, by_itself=True) as talk:
            await talk.person.ask("rounds")
            await talk.until("submitted", 2)
            await expect(talk.person.words("All done.")).to_have_count(1)
            await talk.person.scroll_through()
            await self.leave_and_return(bed, talk.page)
            await talk.person.look(2000)
            await self.reopen(talk.page)
            await talk.person.look(2000)
            await talk.settled()
            assert (len(talk.runs), talk.count("submitted")) == (2, 2)

    async def test_a_call_in_a_quote_has_no_execute_and_never_runs_by_itself(
        self, bed: Bed, context: BrowserContext
    ) -> None:
        async with self.talk(bed, context, by_itself=True) as talk:
            await talk.person.ask("quote")
            await talk.person.answered()
            await talk.person.look(1500)
            await talk.settled()
            await expect(in_face(talk.page, ".execute-button")).to_have_count(0)
            assert talk.runs == []

    @pytest.mark.thorough
    async def test_code_that_is_no_call_is_left_as_the_application_shows_it(
        self, bed: Bed, context: BrowserContext
    ) -> None:
        async with self.talk(bed, context, by_itself=True) as talk:
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
    async def test_two_rounds_go_by_themselves_with_a_profile_that_was_learned_by_pointing(
        self, bed: Bed, context: BrowserContext
    ) -> None:
        page = await context.new_page()
        await page.goto(f"{bed.url}{self.path}")
        person = Person(page, self.composer, self.sends)
        await page.locator(self.composer).last.wait_for()
        known = self.profile or load_profiles()[self.site]
        lesson = await learn(page, person, known.send)
        await page.close()
        async with self.talk(bed, context, by_itself=True, profile=lesson.profile) as talk:
            await talk.person.ask("rounds")
            await talk.until("submitted", 2)
            assert lesson.seconds < 60
            assert [run["word"] for run in talk.runs] == ["first", "second"]


class Drawing(Essentials):
    """And what depends on how an application draws an answer."""

    async def test_an_unfenced_call_never_runs_by_itself(self, bed: Bed, context: BrowserContext) -> None:
        async with self.talk(bed, context, by_itself=True) as talk:
            await talk.person.ask("unfenced")
            await talk.person.answered()
            await talk.person.look(1500)
            blocks = await talk.settled()
            assert (talk.runs, "structured" in [block.confidence for block in blocks]) == ([], False)

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
        async with self.talk(bed, context, by_itself=True) as talk:
            await talk.person.ask("lines")
            await talk.until("submitted")
            assert talk.runs == written("lines")

    async def test_a_call_that_a_fence_in_an_argument_cuts_says_so_and_never_runs(
        self, bed: Bed, context: BrowserContext
    ) -> None:
        async with self.talk(bed, context, by_itself=True) as talk:
            await talk.person.ask("cut")
            await talk.until("incomplete")
            await talk.settled()
            await expect(in_face(talk.page, ".function-block")).to_contain_text([CUT])
            await expect(in_face(talk.page, ".execute-button")).to_have_count(0)
            assert talk.runs == []

    @pytest.mark.thorough
    async def test_in_a_longer_fence_the_same_call_runs_as_written(
        self, bed: Bed, context: BrowserContext
    ) -> None:
        async with self.talk(bed, context, by_itself=True) as talk:
            await talk.person.ask("longer")
            await talk.until("submitted")
            assert talk.runs == written("longer")

    @pytest.mark.thorough
    async def test_the_page_is_as_it_would_have_been_once_overlay_is_gone(
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
    """And what depends on how it takes a message."""

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
