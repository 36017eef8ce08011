from __future__ import annotations

from typing import Any

import pytest

from overlay.capture.check.environment_changes import changed
from overlay.chat.sites.loader import load_profiles
from tests.capture.test_recording import manifest

NOW: dict[str, Any] = {
    "overlay": "1",
    "browser": "Chromium 156.0.1",
    "profile": load_profiles()["demo"].model_dump(mode="json"),
}


def test_nothing_is_reported_if_all_is_as_it_was() -> None:
    assert changed(manifest().model_copy(update=NOW), "1", "156.0.1") == []


@pytest.mark.parametrize(
    ("overlay", "browser", "told"),
    [
        ("2", "156.0.1", "overlay was 1 and is 2"),
        ("1", "157", "the browser was Chromium 156.0.1 and is 157"),
    ],
)
def test_another_version_is_reported(overlay: str, browser: str, told: str) -> None:
    assert changed(manifest().model_copy(update=NOW), overlay, browser) == [told]


def test_a_changed_selector_of_the_profile_is_reported() -> None:
    was = {**NOW, "profile": {**NOW["profile"], "assistant": ".old"}}
    [line] = changed(manifest().model_copy(update=was), "1", "156.0.1")
    assert line.startswith('assistant of the profile demo was ".old" and is "')


def test_a_profile_that_no_one_knows_any_more_is_passed_over() -> None:
    unknown = {**NOW, "profile": {"name": "mine"}}
    assert changed(manifest().model_copy(update=unknown), "1", "156.0.1") == []
