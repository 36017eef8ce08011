from __future__ import annotations

import pytest
from playwright.async_api import BrowserContext, expect

from tests.beds.application import Application, written
from tests.beds.running import Bed
from tests.beds.scenario import Loop
from tests.support.faces import in_face

NAME = "panel"
pytestmark = pytest.mark.large_beds


class TestPanel(Application):
    """Each part of a message is a shadow tree in a shadow tree, and only words tell the two sides apart: no profile
    can, so nothing runs automatically.
    """

    site = "generic"
    unfenced = False

    test_the_application_is_no_known_one = Loop.test_the_application_is_known_by_its_page
    test_a_fenced_call_is_a_block = Loop.test_a_fenced_call_is_a_block_in_place_of_its_text_in_every_frame
    test_an_unfenced_call_is_not_offered = (
        Loop.test_an_unfenced_call_runs_as_written_when_it_is_pressed_or_is_not_offered
    )
    test_code_is_left = Loop.test_code_that_is_no_call_is_left_as_the_application_shows_it
    test_a_call_in_a_quote_has_no_execute = (
        Loop.test_a_call_in_a_quote_has_no_execute_and_never_runs_by_itself
    )

    async def test_a_fenced_call_runs_as_written_and_its_result_is_sent_when_the_page_takes_messages(
        self, bed: Bed, context: BrowserContext
    ) -> None:
        async with self.talk(bed, context) as talk:
            await talk.person.ask("fenced")
            await talk.person.answered()
            # Enter does nothing until then.
            await expect(talk.page.get_by_role("button", name="Stop")).to_be_hidden()
            await talk.until("ready")
            await talk.execute()
            await talk.until("done")
            await talk.press(".insert-button")
            await talk.until("inserted")
            await talk.press(".submit-button")
            await talk.until("submitted")
            given = '<function_result call_id="c1">\nseen /srv/data 9\n</function_result>'
            assert talk.runs == written("fenced")
            assert await talk.heard("seen /srv/data") == self.told(given)

    async def test_an_argument_of_60_kb_arrives_whole_when_it_is_pressed(
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
        async with self.talk(bed, context, by_itself=True) as talk:
            await talk.person.ask("fenced")
            await talk.until("ready")
            await talk.person.answered()
            await talk.settled()
            await expect(in_face(talk.page, ".note")).to_contain_text("overlay")
            assert talk.runs == []
