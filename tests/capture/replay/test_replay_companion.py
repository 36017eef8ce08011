from __future__ import annotations

from typing import Any

from overlay.capture.replay.replay_companion import at_once, profile_of
from overlay.sites.loader import load_profiles
from tests.capture.made import PROFILE


def test_a_known_site_has_its_present_profile_and_an_unknown_site_its_recorded_one() -> None:
    plain: dict[str, Any] = {"name": "demo", "title": "as it was"}
    assert profile_of(plain) == load_profiles()["demo"]
    assert profile_of(PROFILE).assistant == ".assistant"


async def test_work_for_a_thread_is_done_at_once() -> None:
    assert await at_once(lambda: 5) == 5
