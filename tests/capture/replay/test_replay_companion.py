from __future__ import annotations

from typing import Any

from overlay.capture.replay.replay_companion import at_once, profile_of
from overlay.chat.sites.loader import load_profiles
from tests.capture.made import PROFILE


def test_a_site_that_is_known_is_read_as_it_is_read_today() -> None:
    plain: dict[str, Any] = {"name": "demo", "title": "as it was"}
    assert profile_of(plain) == load_profiles()["demo"]


def test_a_site_that_no_one_knows_is_read_as_it_was() -> None:
    assert profile_of(PROFILE).assistant == ".assistant"


async def test_what_goes_on_beside_the_loop_is_done_at_once() -> None:
    assert await at_once(lambda: 5) == 5
