"""A page is recorded again as it was shown when it was recorded."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from observers.recording_protocol import PageInfo
from overlay.capture.live_check.checked import check_live
from overlay.capture.live_check.person import Deed, Looked, Person
from overlay.capture.live_check.recorded_again import LiveOptions, record_again
from overlay.tools import tool
from tests.capture.live_check.changed_chat import chat, first_recording
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


@tool
async def note(text: str) -> str:
    """Keep a note, which never ends.

    Args:
        text: the note
    """
    await asyncio.Event().wait()
    return text


@pytest.mark.thorough
async def test_a_recording_that_ended_while_a_tool_ran_is_the_same_again(
    overlay_browser: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    del overlay_browser
    async with chat(tmp_path, [], monkeypatch) as url:
        old = await first_recording(url, tmp_path / "old", note, endless=1)
        verdict = await check_live("demo", old.folder, tmp_path / "new", LiveOptions(url), lambda _: None)
    assert (verdict.outcome, verdict.differences) == ("same", [])
