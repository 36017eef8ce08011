from __future__ import annotations

import pytest

from overlay.chat.sites.profile import SiteProfile
from tests.beds.scenario import Application, Essentials

NAME = "adk"
pytestmark = pytest.mark.large_beds


class TestADK(Application):
    """It shows an answer whole, and an empty `::after` of its card lies over the chat."""

    site = "adk"
    composer = "textarea.chat-input-box"
    path = "dev-ui/?app=scripted"
    profile = SiteProfile(
        name="adk",
        title="ADK",
        user=".content-bubble.role-user",
        assistant=".content-bubble.role-bot",
        composer="textarea.chat-input-box",
        conversation=r"[?&]session=([0-9a-f-]{36})",
    )

    # Not the rounds: it shows an answer whole, and the answer to a result that overlay sent waits for a press.
    test_the_application_is_known_by_its_page = Essentials.test_the_application_is_known_by_its_page
    test_a_fenced_call_is_a_block_in_place_of_its_text = (
        Essentials.test_a_fenced_call_is_a_block_in_place_of_its_text
    )
    test_a_fenced_call_runs_as_written_when_it_is_pressed = (
        Essentials.test_a_fenced_call_runs_as_written_when_it_is_pressed
    )
    test_three_calls_go_back_in_one_message = Essentials.test_three_calls_go_back_in_one_message
