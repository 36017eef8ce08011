from __future__ import annotations

from typing import Any

from overlay.capture.check.environment_changes import changed
from overlay.sites.loader import load_profiles
from tests.capture.test_recording import manifest

NOW: dict[str, Any] = {
    "overlay": "1",
    "browser": "Chromium 156.0.1",
    "profile": load_profiles()["demo"].model_dump(mode="json"),
}


def test_another_version_of_overlay_or_the_browser_is_reported() -> None:
    was = manifest().model_copy(update=NOW)
    assert changed(was, "1", "156.0.1") == []
    assert changed(was, "2", "156.0.1") == ["overlay was 1 and is 2"]
    assert changed(was, "1", "157") == ["the browser was Chromium 156.0.1 and is 157"]


def test_a_changed_selector_of_the_profile_is_reported() -> None:
    was = {**NOW, "profile": {**NOW["profile"], "assistant": ".old"}}
    [line] = changed(manifest().model_copy(update=was), "1", "156.0.1")
    assert line.startswith('assistant of the profile demo was ".old" and is "')


def test_the_place_of_the_profiles_file_and_its_notes_are_no_change() -> None:
    was = {**NOW, "profile": {**NOW["profile"], "source": "elsewhere.toml", "notes": "old", "held": "2020"}}
    assert changed(manifest().model_copy(update=was), "1", "156.0.1") == []


def test_an_unknown_profile_is_not_reported() -> None:
    unknown = {**NOW, "profile": {"name": "no-such-site"}}
    assert changed(manifest().model_copy(update=unknown), "1", "156.0.1") == []
