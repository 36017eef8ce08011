"""A capture saves its recording so far, in case the process is killed."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from overlay.calls.event_stream import EventStream
from overlay.capture.record import checkpoints as module
from overlay.capture.record.checkpoints import KILLED, Checkpoints
from overlay.capture.recording import Recording
from tests.capture.record.told import begin, event, heard, moment, put, unopened

KEY = "sk-abcdefghij0123456789ABCD"


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "FIRST", 0.0)


async def saved(checkpoints: Checkpoints) -> None:
    while not checkpoints.left():  # noqa: ASYNC110 - a thread writes it
        await asyncio.sleep(0.01)


async def test_the_steps_recorded_before_a_kill_are_there_and_the_next_capture_finds_them(
    tmp_path: Path,
) -> None:
    recorder = heard(begin(), moment(put(1, 2, tag="p"), put(2, 3, text=f"key {KEY}")))
    recorder.begin(unopened(), EventStream())
    recorder.happened(event("detected"))
    killed = Checkpoints(tmp_path / "chat")
    async with killed.kept(recorder):
        await saved(killed)
        recorder.happened(event("done"))
    (folder,) = Checkpoints(tmp_path / "chat").left()
    found = Recording.open(folder)
    assert found.manifest.ended == KILLED
    assert [line.kind for line in found.live()] == ["detected"]
    assert KEY not in "".join(line.model_dump_json() for line in found.page())
    assert [line.kind for line in recorder.live] == ["detected", "done"]
    assert Checkpoints(tmp_path / "other").left() == []
    killed.remove()
    assert Checkpoints(tmp_path / "chat").left() == []
