"""A recording ends after overlay has read all that the page shows, so a replay knows no more than the live run did."""

from __future__ import annotations

import asyncio
from html import escape
from pathlib import Path

import pytest
from playwright.async_api import Browser

from overlay import Companion
from overlay.calls.events import Event
from overlay.capture.model import Opened
from overlay.capture.record.atomic_save import save
from overlay.capture.record.baseline import differences
from overlay.capture.record.recorder import Recorder
from overlay.capture.recording import Recording
from overlay.capture.replay import play
from overlay.chat.document_events import DocumentOpened, MessageReceived
from tests.acceptance.chat_kinds import SITE, TEXT, opened
from tests.injected.fixtures import pages
from tests.injected.pages import PageSite
from tests.support.scene import call

__all__ = ["pages"]
CALLS = 210
"""More than the page script sends before Python has acknowledged what it got, and reads of a long history at first."""
CHAT = """
DRAW.fence = (turn, text) => {
    turn.pre ??= turn.appendChild(make("pre"));
    turn.pre.textContent = text;
};
window.ask = (words) => { say(words); answer(TEXT, { draw: "fence", lead: 300 }); };
"""
SIZE = (1100, 700)
ANSWER = f"<pre>{escape(call(text='quagga'))}</pre>"


EMPTY = "<!doctype html><main><p>Hello</p></main><textarea></textarea>"


async def until(events: asyncio.Queue[Event | None], kind: str) -> None:
    async with asyncio.timeout(30):
        while (event := await events.get()) and event.kind != kind:
            pass


async def test_what_the_page_shows_when_a_recording_ends_is_in_its_log(
    pages: PageSite, browser: Browser, tmp_path: Path
) -> None:
    context, recorder = await browser.new_context(), Recorder()
    chat = pages.add(EMPTY)
    async with Companion(chat, context=context, recorder=recorder, profile=SITE) as companion:
        assert await companion.bridge.hiding_enabled(companion.page, within=30)
        await companion.page.evaluate(
            "([answer, count]) => { document.querySelector('main').innerHTML += `<div class=bot>${answer.repeat(count)}</div>`; }",
            [ANSWER, CALLS],
        )
        await recorder.finish()
    await context.close()
    save(recorder, tmp_path / "chat", ended="the test ended it")
    recording = Recording.open(tmp_path / "chat")
    assert sum(line.kind == "detected" for line in recording.live()) == CALLS
    played = await play(recording, browser=browser)
    assert differences(recording.live(), played.log) == []


@pytest.mark.parametrize(
    ("beside", "last"),
    [("", "scheduled"), ("about:blank", "scheduled"), ("a chat", "ready"), ("a closed chat", "ready")],
)
async def test_a_page_that_is_closed_during_a_countdown_is_replayed_with_that_countdown(
    beside: str, last: str, pages: PageSite, browser: Browser, tmp_path: Path
) -> None:
    context, recorder = await browser.new_context(viewport={"width": SIZE[0], "height": SIZE[1]}), Recorder()
    slow = {"policy": {"auto_execute": ["*"], "delay": 600}}
    draw = CHAT.replace("TEXT", repr(TEXT))
    async with opened(context, pages, draw, recorder=recorder, config=slow) as room:
        events = room.companion.listen()
        await room.send(script="(words) => ask(words)")
        await until(events, "scheduled")
        found: asyncio.Queue[DocumentOpened | MessageReceived] = asyncio.Queue()
        room.companion.parts.events.subscribe(DocumentOpened, found.put_nowait)
        room.companion.parts.events.subscribe(MessageReceived, found.put_nowait)
        other = await context.new_page() if beside else None
        if other:
            await other.set_viewport_size({"width": 500, "height": 400})
            await other.goto(beside if beside == "about:blank" else pages.add(EMPTY))
            async with asyncio.timeout(30):
                while (await found.get()).document.page is not other or (
                    beside != "about:blank" and sum(isinstance(line, Opened) for line in recorder.page) < 2
                ):
                    pass
        await room.page.close()
        await until(events, "ready")
        if other and beside == "a closed chat":
            await other.close()
            async with asyncio.timeout(30):
                await room.companion.ended()
        await recorder.finish()
    await context.close()
    save(recorder, tmp_path / "chat", ended="the window was closed")
    recording = Recording.open(tmp_path / "chat")
    assert (recording.manifest.width, recording.manifest.height) == SIZE
    played = await play(recording, browser=browser)
    assert [line.info["status"] for line in played.log if "status" in line.info][-1] == last
    assert differences(recording.live(), played.log) == []
