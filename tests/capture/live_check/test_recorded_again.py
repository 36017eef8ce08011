"""A page is recorded again as it was shown when it was recorded."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from observers.recording_protocol import PageInfo
from overlay.capture.live_check.person import Deed, Looked, Person
from overlay.capture.live_check.recorded_again import LiveOptions, record_again
from tests.capture.made import Made
from tests.injected.fixtures import pages
from tests.injected.pages import PageSite

__all__ = ["pages"]


async def test_a_page_is_recorded_again_in_the_recorded_size_and_colours(
    pages: PageSite, tmp_path: Path
) -> None:
    made = Made()
    made.open()
    shown = PageInfo(width=700, height=500, dark=True)
    old = made.write(tmp_path)
    recording = replace(old, manifest=old.manifest.model_copy(update=shown.model_dump()))
    url = pages.add("<!doctype html><title>Chat</title><textarea></textarea>")
    person = Person([Deed(Looked(), 0.1, 0)], {})
    done = await record_again(recording, LiveOptions(url), lambda _: None, person=person)
    assert done.recorder.pages.about == shown
