from __future__ import annotations

import pytest
from playwright.async_api import BrowserContext, expect

from tests.beds.application import written
from tests.beds.running import Bed
from tests.beds.scenario import Drawing, Essentials, Steps
from tests.support.faces import in_face

NAME = "panel"
pytestmark = pytest.mark.large_beds


class TestPanel(Steps):
    """Each part of a message is a shadow tree in a shadow tree, and only words tell the two sides apart: no profile
    can, so nothing runs automatically.
    """

    site = "generic"
    unfenced = False

    test_an_unfenced_call_is_not_offered = (
        Drawing.test_an_unfenced_call_runs_as_written_when_it_is_pressed_or_is_not_offered
    )
    test_code_is_left = Essentials.test_code_that_is_no_call_is_left_as_the_application_shows_it

    async def test_a_fenced_call_is_a_block_and_its_result_is_sent_when_the_page_takes_messages(
        self, bed: Bed, context: BrowserContext
    ) -> None:
        async with self.talk(bed, context) as talk:
            await talk.known(self.site)
            await self.sees_a_block_and_no_raw_call(talk)
            # Enter does nothing until then.
            await expect(talk.page.get_by_role("button", name="Stop")).to_be_hidden()
            await self.runs_a_call_and_sends_its_result(talk)
            talk.run_automatically()
            await self.asks_for_calls_that_must_wait(talk)
            assert talk.runs == written("fenced")

    async def test_a_pressed_call_gets_all_of_an_argument_of_60_kb(
        self, bed: Bed, context: BrowserContext
    ) -> None:
        async with self.talk(bed, context) as talk:
            await talk.person.ask("long")
            await talk.until("ready")
            await talk.person.answered()
            await talk.execute()
            await talk.until("done")
            assert talk.runs == written("long")

    async def test_in_automatic_mode_a_call_waits_and_says_why(
        self, bed: Bed, context: BrowserContext
    ) -> None:
        async with self.talk(bed, context, automatic=True) as talk:
            await talk.person.ask("fenced")
            await talk.until("ready")
            await talk.person.answered()
            await talk.settled()
            await expect(in_face(talk.page, ".note")).to_contain_text("overlay")
            assert talk.runs == []
